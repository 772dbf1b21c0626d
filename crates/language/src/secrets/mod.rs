//! Tells whether a text carries a secret, and where.
//!
//! ```
//! use cofio_language::secrets;
//!
//! let (clean, removed) = secrets::redact("the wifi password is Sunflower99!");
//! assert_eq!((clean.as_ref(), removed), ("the wifi password is [secret removed]", 1));
//! ```
//!
//! A text is folded to plain characters first (`view`), one automaton points at everything worth a closer look
//! (`triggers`), and a detector for each family decides: `vendors` for keys with a known prefix, `structured` for key
//! files, signed tokens and connection strings, `prose` for what a sentence gives away, `numbers` for cards and
//! accounts, `seed` for wallet phrases, `opaque` for long random tokens. Texts that hint at a light disguise are read
//! again without it (`disguise`).

mod base64;
mod clues;
mod disguise;
mod fold;
mod homoglyphs;
mod numbers;
mod opaque;
mod placeholder;
mod prose;
mod reading;
mod repeats;
mod seed;
mod shape;
mod structured;
mod triggers;
mod vendors;
mod view;
mod words;

use std::borrow::Cow;
use std::ops::Range;

use clues::Clues;
use prose::Class;
use triggers::Trigger;
use view::View;

/// What [`redact`] puts in the place of a secret.
pub const REMOVED: &str = "[secret removed]";

/// A secret in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// What it is.
    pub kind: SecretKind,
    /// The bytes of the secret itself.
    pub span: Range<usize>,
    /// Plain words for the person, which never contain the secret: "looks like an OpenAI API key".
    pub reason: &'static str,
}

/// What kind of secret it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SecretKind {
    /// A key, or the address of a webhook, that lets a program in.
    ApiKey,
    /// A session, bearer or signed token.
    Token,
    /// The password in a link or connection string.
    ConnectionString,
    /// Words or signs that let a person in.
    Password,
    /// A short code that opens something: a PIN, a door code, a card's security code.
    Pin,
    /// A private key, or part of its file.
    PrivateKey,
    /// The words a wallet can be restored from.
    SeedPhrase,
    /// Codes that let a person in who has lost everything else.
    RecoveryCode,
    /// What an authenticator makes its codes from.
    OtpSeed,
    /// The number of a payment card.
    CardNumber,
    /// The number of a bank account.
    BankAccount,
    /// A number that a state gave to a person.
    NationalId,
}

/// Finds every secret in `text`, from left to right and without overlaps.
///
/// Removing one secret can bring out another, so the text is examined again as [`redact`] would leave it: what this
/// returns is everything that has to go for the rest to be clean.
pub fn find(text: &str) -> Vec<Finding> {
    /// Two passes settle anything people write; the limit only keeps hostile input linear.
    const MOST_PASSES: usize = 6;
    let mut found = repeats::with_repeats(text, examine(text));
    for _ in 1..MOST_PASSES {
        if found.is_empty() {
            break;
        }
        let (clean, origins) = without(text, &found);
        let more = repeats::with_repeats(&clean, examine(&clean));
        if more.is_empty() {
            break;
        }
        found.extend(more.into_iter().map(|finding| Finding { span: origins.original(finding.span), ..finding }));
        found = merged(found);
    }
    found
}

/// Replaces each secret in `text` by [`REMOVED`]; returns the text and how many there were.
pub fn redact(text: &str) -> (Cow<'_, str>, usize) {
    let found = find(text);
    if found.is_empty() {
        return (Cow::Borrowed(text), 0);
    }
    (Cow::Owned(without(text, &found).0), found.len())
}

/// One pass over a text.
fn examine(text: &str) -> Vec<Finding> {
    let view = View::of(text);
    let clues = Clues::of(&view);
    let mut found = Vec::new();
    let spelled = detect(&view, &clues, &mut found);
    if let Some(parted) = View::parted(text) {
        detect(&parted, &Clues::of(&parted), &mut found);
    }
    if clues.has_letters_apart()
        && let Some(closed_up) = disguise::closed_up(&view)
    {
        detect(&closed_up, &Clues::of(&closed_up), &mut found);
    }
    if (spelled.is_likely() || spelled.digits > 0 && clues.has_long_numbers())
        && let Some(written_out) = disguise::written_out(&view)
    {
        detect(&written_out, &Clues::of(&written_out), &mut found);
        if let Some(glued) = disguise::glued(&written_out) {
            detect_marked(&glued, &mut found);
        }
    }
    if clues.has_escapes()
        && let Some(unescaped) = disguise::unescaped(&view)
    {
        detect(&unescaped, &Clues::of(&unescaped), &mut found);
    }
    if clues.has_pieces()
        && let Some(glued) = disguise::glued(&view)
    {
        detect_marked(&glued, &mut found);
    }
    if clues.has_long_tokens() {
        detect_within(&view, disguise::turned(&view), vendor_keys, &mut found);
    }
    if clues.may_be_encoded() {
        detect_within(&view, disguise::tokens(&view), everything, &mut found);
    }
    merged(found)
}

/// How many spelled-out signs and digits a text has.
#[derive(Default)]
struct SpelledOut {
    signs: usize,
    digits: usize,
}

impl SpelledOut {
    fn is_likely(&self) -> bool {
        self.signs > 0 || self.digits > 2
    }
}

/// Runs every detector over one view.
fn detect(view: &View, clues: &Clues, found: &mut Vec<Finding>) -> SpelledOut {
    let mut here = Vec::new();
    let mut spelled = SpelledOut::default();
    let mut pieces = false;
    for (trigger, at) in triggers::all(view.lower()) {
        match trigger {
            Trigger::SpelledSign => spelled.signs += 1,
            Trigger::SpelledDigit => spelled.digits += 1,
            Trigger::Piece => pieces = true,
            trigger => pull(view, trigger, at, &mut here),
        }
    }
    if clues.has_long_numbers() {
        numbers::find(view, &mut here);
    }
    if clues.has_word_runs() {
        seed::find(view, &mut here);
    }
    if clues.has_long_tokens() {
        opaque::find(view, &mut here);
    }
    if pieces {
        opaque::find_pieces(view, &mut here);
    }
    prose::weigh(view, &mut here);
    to_original(view, here, found);
    spelled
}

/// Runs the detectors that a mark in the text calls for, and no others.
fn detect_marked(view: &View, found: &mut Vec<Finding>) {
    let mut here = Vec::new();
    for (trigger, at) in triggers::all(view.lower()) {
        if matches!(trigger, Trigger::Vendor(_) | Trigger::Mark(_) | Trigger::Label(Class::Key)) {
            pull(view, trigger, at, &mut here);
        }
    }
    to_original(view, here, found);
}

fn pull(view: &View, trigger: Trigger, at: Range<usize>, found: &mut Vec<Finding>) {
    match trigger {
        Trigger::Vendor(vendor) => found.extend(vendors::key_at(view, at, vendor)),
        Trigger::Mark(mark) => structured::marked(view, mark, at, found),
        Trigger::Label(Class::SeedPhrase) => seed::announced(view, at, found),
        Trigger::Label(class) if class.is_number() => numbers::announced(view, at, class, found),
        Trigger::Label(class) => prose::announced(view, at, class, found),
        Trigger::SpelledSign | Trigger::SpelledDigit | Trigger::Piece => {}
    }
}

/// A token that reads as a text with a secret once it is turned or decoded is itself the secret.
fn detect_within(
    view: &View,
    tokens: impl Iterator<Item = (Range<usize>, String)>,
    detect: impl Fn(&View) -> Vec<Finding>,
    found: &mut Vec<Finding>,
) {
    let inside = tokens.filter_map(|(span, text)| {
        let first = detect(&View::of(&text)).into_iter().next()?;
        Some(Finding { span, ..first })
    });
    to_original(view, inside.collect(), found);
}

fn everything(view: &View) -> Vec<Finding> {
    let mut found = Vec::new();
    detect(view, &Clues::of(view), &mut found);
    found
}

/// Keys with a prefix long enough not to turn up by chance.
fn vendor_keys(view: &View) -> Vec<Finding> {
    triggers::all(view.lower())
        .filter_map(|(trigger, at)| match trigger {
            Trigger::Vendor(vendor) if vendor.prefix.len() > 2 => vendors::key_at(view, at, vendor),
            _ => None,
        })
        .collect()
}

fn to_original(view: &View, here: Vec<Finding>, found: &mut Vec<Finding>) {
    found.extend(here.into_iter().map(|finding| Finding { span: view.origin(finding.span), ..finding }));
}

/// Sorts findings and joins those that overlap; the most particular one says what it is.
fn merged(mut found: Vec<Finding>) -> Vec<Finding> {
    found.retain(|finding| !finding.span.is_empty());
    found.sort_by_key(|finding| (finding.span.start, std::cmp::Reverse(finding.span.end)));
    let mut merged: Vec<Finding> = Vec::with_capacity(found.len());
    for finding in found {
        match merged.last_mut() {
            Some(last) if finding.span.start < last.span.end => {
                let says_more =
                    last.reason == opaque::REASON || finding.span == last.span && finding.reason != opaque::REASON;
                if says_more {
                    (last.kind, last.reason) = (finding.kind, finding.reason);
                }
                last.span.end = last.span.end.max(finding.span.end);
            }
            _ => merged.push(finding),
        }
    }
    merged
}

/// The text with [`REMOVED`] in the place of each finding, and a way back from its offsets.
fn without(text: &str, found: &[Finding]) -> (String, Origins) {
    let mut clean = String::with_capacity(text.len());
    let mut cuts = Vec::with_capacity(found.len());
    let mut copied = 0;
    for finding in found {
        clean.push_str(&text[copied..finding.span.start]);
        cuts.push((clean.len(), finding.span.clone()));
        clean.push_str(REMOVED);
        copied = finding.span.end;
    }
    clean.push_str(&text[copied..]);
    (clean, Origins(cuts))
}

/// Where each removed span begins in the clean text, and what it was in the original.
struct Origins(Vec<(usize, Range<usize>)>);

impl Origins {
    fn original(&self, span: Range<usize>) -> Range<usize> {
        self.offset(span.start)..self.offset(span.end)
    }

    fn offset(&self, at: usize) -> usize {
        let before = self.0.partition_point(|(cut, _)| cut + REMOVED.len() <= at);
        match before.checked_sub(1).map(|last| &self.0[last]) {
            Some((cut, removed)) => removed.end + (at - cut - REMOVED.len()),
            None => at,
        }
    }
}
