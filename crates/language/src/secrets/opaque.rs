//! Is there a token so long and so random that it can hardly be anything but a key?
//!
//! Many services give out keys without a prefix. A token counts when the sentence speaks of keys or tokens, or when it is
//! as long and as mixed as a key and nothing nearby says that it is a hash, an address or an id.

use std::ops::Range;

use super::base64;
use super::placeholder::is_placeholder;
use super::reading::{mentions, sentence, words_before};
use super::shape::{Shape, is_base58, is_hex, is_uuid, is_wordy, looks_random};
use super::view::View;
use super::words::{PIECE_WORDS, PUBLIC_CUES, SECRET_CUES};
use super::{Finding, SecretKind};

/// What there is to say about a token of no known make.
pub(super) const REASON: &str = "looks like a key or token";

/// Shorter tokens need a label right before them.
const SHORTEST: usize = 20;
/// A piece of a key that was cut up may be this short, if the sentence says so.
const SHORTEST_PIECE: usize = 8;
/// From here on a mixed token is a key even in a sentence that says nothing.
const SHORTEST_BARE: usize = 32;
/// Longer tokens are data.
const LONGEST: usize = 200;

/// Adds the opaque tokens of the view.
pub(super) fn find(view: &View, found: &mut Vec<Finding>) {
    let text = view.text();
    let mut at = 0;
    while let Some(token) = next_token(text, at) {
        at = token.end;
        if (SHORTEST..=LONGEST).contains(&token.len()) {
            found.extend(judge(view, token));
        }
    }
}

/// Adds the pieces of a key that the text says was cut up.
pub(super) fn find_pieces(view: &View, found: &mut Vec<Finding>) {
    let (text, lower) = (view.text(), view.lower());
    let mut at = 0;
    while let Some(token) = next_token(text, at) {
        at = token.end;
        let piece = text[token.clone()].trim_end_matches(['.', '-', '/']);
        let is_piece = (SHORTEST_PIECE..=LONGEST).contains(&piece.len())
            && looks_random(piece)
            && Shape::of(piece).digits > 0
            && !is_part_of_something(text, &token);
        if is_piece {
            let around = sentence(lower, token.start);
            if mentions(lower, around.clone(), &PIECE_WORDS) && mentions(lower, around, &SECRET_CUES) {
                let span = token.start..token.start + piece.len();
                found.push(Finding { kind: SecretKind::ApiKey, span, reason: REASON });
            }
        }
    }
}

/// The next run of characters that keys are made of.
fn next_token(text: &str, from: usize) -> Option<Range<usize>> {
    let belongs = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-+/=.~".contains(byte);
    let bytes = text.as_bytes();
    let start = from + bytes[from..].iter().position(belongs)?;
    let end = bytes[start..].iter().position(|byte| !belongs(byte)).map_or(bytes.len(), |length| start + length);
    Some(start..end)
}

fn judge(view: &View, whole: Range<usize>) -> Option<Finding> {
    let text = view.text();
    let token = text[whole.clone()]
        .trim_end_matches(['.', '-', '/', '=', '~'])
        .trim_start_matches(['.', '-', '=', '/', '~', '+']);
    let start = whole.start + text[whole.clone()].find(token)?;
    let span = start..start + token.len();
    if token.len() < SHORTEST
        || is_part_of_something(text, &span)
        || is_named(token)
        || !looks_random(token)
        || is_placeholder(token)
        || base64::prose(token).is_some()
    {
        return None;
    }
    if let Some(reason) = wallet_key(token) {
        return Some(Finding { kind: SecretKind::PrivateKey, span, reason });
    }
    let lower = view.lower();
    let around = sentence(lower, span.start);
    let just_before = words_before(lower, span.start, 3);
    let called_public = just_before.iter().any(|word| PUBLIC_CUES.contains(word));
    // That the token itself has such a word in it says nothing: `payments-api-7d9c6b5f4d-x2x8q`.
    let secret = mentions(lower, around.start..span.start, &SECRET_CUES)
        || mentions(lower, span.end..around.end.max(span.end), &SECRET_CUES);
    let public = mentions(lower, around.clone(), &PUBLIC_CUES);
    let shape = Shape::of(token);
    let is_key = if is_hex(token) || is_uuid(token) || is_hex(token.trim_start_matches("0x")) {
        let private = lower[around].contains("private key");
        let key_length = matches!(token.len(), 32 | 40 | 48 | 64 | 66 | 128);
        key_length && shape.digits > 0 && shape.letters() > 1 && (private || secret && !public) && !called_public
    } else if shape.has_all_three() {
        let address = is_base58(token) && token.len() <= 46;
        let bare = token.len() >= SHORTEST_BARE && !public && !address && !is_in_block(text, &whole);
        !called_public && (secret && !(public && address) && !is_in_block(text, &whole) || bare)
    } else {
        secret && !public && token.len() >= 28 && shape.digits >= 3
    };
    is_key.then_some(Finding { kind: SecretKind::ApiKey, span, reason: REASON })
}

/// Whether the line before or after is more of the same: data in base 64, not a key.
fn is_in_block(text: &str, token: &Range<usize>) -> bool {
    const LINE: usize = 40;
    let belongs = |byte: &u8| byte.is_ascii_alphanumeric() || b"+/".contains(byte);
    let is_break = |byte: &u8| byte.is_ascii_whitespace() || b"\\\"'=".contains(byte);
    let after =
        text[token.end..].bytes().skip_while(|byte| is_break(byte)).take(LINE).take_while(|byte| belongs(byte)).count();
    let before = text[..token.start]
        .bytes()
        .rev()
        .skip_while(|byte| is_break(byte))
        .take(LINE)
        .take_while(|byte| belongs(byte))
        .count();
    token.len() >= LINE && (after == LINE || before == LINE)
}

/// Private keys of wallets in their usual encodings.
fn wallet_key(token: &str) -> Option<&'static str> {
    let shape = Shape::of(token);
    let import_format = matches!(token.len(), 51 | 52) && token.starts_with(['5', 'K', 'L', 'c']);
    let key_pair = (86..=88).contains(&token.len());
    (is_base58(token) && shape.has_all_three() && (import_format || key_pair))
        .then_some("looks like the private key of a wallet")
}

/// A piece of a link, a path, a mail address, a data URI or a name with dots is judged where those are.
fn is_part_of_something(text: &str, span: &Range<usize>) -> bool {
    let chunk = super::reading::chunk(text, span.start);
    let around = &text[chunk.clone()];
    let before = &text[chunk.start..span.start];
    if around.contains("://")
        || around.starts_with("www.")
        || before.contains("base64,")
        || around.contains('@')
        || before.contains("urn:")
        || before.ends_with("h1:")
        || before.contains("sha")
        || before.contains("$2")
        || before.contains("$argon")
    {
        return true;
    }
    let token = &text[span.clone()];
    let path = token.contains('/')
        && token
            .split('/')
            .any(|part| part.len() >= 3 && is_wordy(part) && part.bytes().any(|b| b.is_ascii_lowercase()));
    let file = token
        .rsplit_once('.')
        .is_some_and(|(_, ending)| (1..=5).contains(&ending.len()) && ending.bytes().all(|b| b.is_ascii_lowercase()));
    let dotted = token.matches('.').count() > 2;
    path || file || dotted || before.ends_with('/') || before.ends_with('\\')
}

/// Fingerprints, public keys and ids that say what they are by how they begin.
fn is_named(token: &str) -> bool {
    const STARTS: &str = "sha1- sha256- sha384- sha512- sha256: md5- AAAA MII pk_ pk- pub_ 0x Qm bafy npub arn cus_ pi_ evt_ \
        price_ prod_ cs_ ch_ in_ sub_ acct_ req_ sb_publishable xpub h1-";
    let is_wallet_hex = token.len() == 66 && token.starts_with("0x");
    is_chess_position(token) || !is_wallet_hex && STARTS.split_ascii_whitespace().any(|start| token.starts_with(start))
}

/// Eight ranks of a chess board, as players write them down.
fn is_chess_position(token: &str) -> bool {
    let ranks: Vec<&str> = token.split('/').collect();
    ranks.len() == 8 && ranks.iter().all(|rank| rank.bytes().all(|b| b"pnbrqkPNBRQK12345678".contains(&b)))
}
