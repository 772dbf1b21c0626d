//! Private key files, whole or in part.

use std::ops::Range;

use super::super::base64;
use super::super::reading::floor;
use super::super::shape::is_wordy;
use super::super::view::View;
use super::super::{Finding, SecretKind};

/// Longer than any key file.
const LONGEST: usize = 20_000;

/// A key file from its first line to its last, or as much of it as was pasted.
pub(super) fn file(view: &View, at: Range<usize>) -> Option<Finding> {
    let (text, lower) = (view.text(), view.lower());
    let near = floor(lower, at.start.saturating_sub(24));
    let begin = near + lower[near..at.start].rfind("begin")?;
    let head = text[..begin].trim_end_matches(' ');
    let dashes = head
        .bytes()
        .rev()
        .take(8)
        .take_while(|byte| *byte == b'-')
        .count();
    let after = lower[at.end..]
        .strip_prefix(" block")
        .map_or(at.end, |rest| lower.len() - rest.len());
    let body_start = after
        + text[after..]
            .bytes()
            .take_while(|byte| *byte == b'-' || *byte == b' ')
            .count();
    let body_end = end_of_body(text, lower, body_start);
    // Somebody may be explaining the format; dashes or a body make it a key.
    let quoted = |c: Option<char>| c.is_some_and(|c| "`'\"".contains(c));
    let is_mention = quoted(text[..head.len() - dashes].chars().next_back())
        && quoted(text[body_end..].chars().next())
        && body_end - body_start < 8;
    let is_key = !is_mention && dashes >= 2 || body_end - body_start >= 40;
    is_key.then(|| private_key(head.len() - dashes..body_end, "looks like a private key"))
}

/// The end of the base 64 after a first line, with the last line if it is there.
fn end_of_body(text: &str, lower: &str, start: usize) -> usize {
    let mut end = start;
    let mut at = start;
    'lines: for line in text[start..floor(text, start + LONGEST)].split_inclusive('\n') {
        let is_header =
            end == start && line.len() < 100 && line.contains(": ") && line.contains('\n');
        for piece in line.split_inclusive([' ', '\r', '\n']) {
            let content = piece.trim_matches(|c: char| c.is_whitespace() || "\\\"|>'".contains(c));
            if !(is_header || content.is_empty() || is_key_text(content)) {
                break 'lines;
            }
            at += piece.len();
            if !content.is_empty() && !is_header {
                end = at - (piece.len() - piece.trim_end().len());
            }
        }
    }
    with_last_line(lower, end)
}

fn is_key_text(content: &str) -> bool {
    let is_base64 = content.split("\\n").all(|part| {
        part.bytes()
            .all(|b| b.is_ascii_alphanumeric() || b"+/=".contains(&b))
    });
    is_base64
        && (content.len() >= 16 && !is_wordy(content)
            || content.ends_with('=')
            || content.len() >= 60)
}

/// The end of "-----END PRIVATE KEY-----" if only the short rest of a body stands before it.
fn with_last_line(lower: &str, end: usize) -> usize {
    let near = &lower[end..floor(lower, end + 160)];
    let Some(footer) = near.find("--end ").or_else(|| near.find("-- end ")) else {
        return end;
    };
    let is_rest = near[..footer]
        .bytes()
        .all(|b| b.is_ascii_alphanumeric() || b.is_ascii_whitespace() || b"+/=-\\\"".contains(&b));
    if !is_rest {
        return end;
    }
    let line = &near[footer + 2..];
    let line = &line[..line.find('\n').unwrap_or(line.len())];
    let closing = line.find("--").map_or(line.len(), |at| {
        at + line[at..].bytes().take_while(|b| *b == b'-').count()
    });
    end + footer + 2 + closing
}

/// The file of a PuTTY key, from its first line to the last that belongs to it.
pub(super) fn putty_file(view: &View, at: Range<usize>) -> Option<Finding> {
    let text = view.text();
    let line_end = at.end + text[at.end..].find('\n').unwrap_or(text.len() - at.end);
    let mut end = line_end;
    for line in text[line_end..floor(text, line_end + LONGEST)].split_inclusive('\n') {
        let content = line.trim();
        let belongs = content.is_empty()
            || [
                "Encryption:",
                "Comment:",
                "Public-Lines:",
                "Private-Lines:",
                "Private-MAC:",
                "Private-Hash:",
                "Key-Derivation:",
                "Argon2-",
            ]
            .iter()
            .any(|start| content.starts_with(start))
            || content.len() > 8
                && content
                    .bytes()
                    .all(|b| b.is_ascii_alphanumeric() || b"+/=".contains(&b));
        if !belongs {
            break;
        }
        end += line.len();
    }
    Some(private_key(
        at.start..at.start + text[at.start..end].trim_end().len(),
        "looks like a PuTTY private key",
    ))
}

/// The body of a key file that was pasted without its first line.
pub(super) fn body(view: &View, at: Range<usize>) -> Option<Finding> {
    let text = view.text();
    let touches = text[..at.start]
        .bytes()
        .next_back()
        .is_some_and(|b| b.is_ascii_alphanumeric() || b"+/=-".contains(&b));
    if touches {
        return None;
    }
    let line = text[at.start..]
        .bytes()
        .take_while(|b| b.is_ascii_alphanumeric() || b"+/=".contains(b))
        .take(400)
        .count();
    let head = base64::decode(&text[at.start..at.start + line.min(64) / 4 * 4])?;
    if line < 32 || !is_private_key(&head) {
        return None;
    }
    let end = end_of_body(text, view.lower(), at.start);
    Some(private_key(
        at.start..end.max(at.start + line),
        "looks like the body of a private key file",
    ))
}

/// Whether these are the first bytes of a private key: a version number straight after the outer sequence, the magic of
/// OpenSSH, or the packet tag of a PGP secret key. A certificate or public key has another sequence there.
fn is_private_key(head: &[u8]) -> bool {
    if head.starts_with(b"openssh-key-v1") {
        return true;
    }
    if matches!(head, [0x94 | 0x95, _, _, 4, ..]) || matches!(head, [0x95, _, _, _, 4, ..]) {
        return true;
    }
    let inner = match head {
        [0x30, 0x82, _, _, inner @ ..] => inner,
        [0x30, 0x81, _, inner @ ..] => inner,
        [0x30, length, inner @ ..] if *length < 0x80 => inner,
        _ => return false,
    };
    matches!(
        inner,
        [0x02, 0x01, 0x00, 0x02 | 0x30, ..] | [0x02, 0x01, 0x01, 0x04, ..]
    )
}

fn private_key(span: Range<usize>, reason: &'static str) -> Finding {
    Finding {
        kind: SecretKind::PrivateKey,
        span,
        reason,
    }
}
