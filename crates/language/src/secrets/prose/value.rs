//! What stands at the place where a value would be?

use std::ops::Range;

use super::super::placeholder::is_gap;
use super::super::reading::{floor, is_word_byte, skip_blanks, skip_while, word_at};
use super::super::shape::{Shape, looks_random};
use super::super::view::{BARRIER, View};
use super::super::words::{CLAUSE_JOINTS, PREDICATES, THINGS, UNITS};

/// Longer than any password somebody would type.
const LONGEST: usize = 256;

/// A token that may be a secret, and how it sits in its sentence.
#[derive(Debug)]
pub(super) struct Value<'v> {
    pub(super) span: Range<usize>,
    pub(super) text: &'v str,
    pub(super) quoted: bool,
    /// The clause ends here: whatever the token is, nothing else is said about it.
    pub(super) ends_clause: bool,
    /// A unit follows, so a number here counts something.
    pub(super) counts: bool,
}

impl<'v> Value<'v> {
    /// Reads the value that begins at `at`, past quotes and emphasis.
    pub(super) fn at(view: &'v View, at: usize) -> Option<Self> {
        let text = view.text();
        let mut at = skip_while(text, at, |byte| byte.is_ascii_whitespace());
        at = skip_while(text, at, |byte| b">".contains(&byte));
        at = skip_blanks(text, at);
        if text[at..].starts_with("**") || text[at..].starts_with("__") {
            at = skip_blanks(text, at + 2);
        }
        at = skip_particle(text, at);
        let rest = text.get(at..)?;
        if rest.starts_with('(')
            && let Some(length) = rest[..floor(rest, 80)].find(')')
            && !rest[..length].contains(char::is_whitespace)
        {
            return Self::over(view, at + 1..at + length, false);
        }
        // An escaped quote, or the prefix of a string in a program.
        let prefix = rest.starts_with(['b', 'r', 'f', 'u']) && rest[1..].starts_with(['"', '\'']);
        let escaped = usize::from(prefix || rest.starts_with("\\\""));
        if let Some(quote) = rest[escaped..]
            .chars()
            .next()
            .filter(|c| "\"'`".contains(*c))
            && let Some(length) = quoted_length(&rest[escaped + 1..], quote)
        {
            let start = at + escaped + 1;
            return Self::over(view, start..start + length, true);
        }
        let unclosed = usize::from(rest.starts_with(['"', '\'']));
        let length = bare_length(&rest[unclosed..]);
        Self::over(view, at + unclosed..at + unclosed + length, false)
    }

    /// The value over the bytes `span` of the view.
    pub(super) fn over(view: &'v View, span: Range<usize>, quoted: bool) -> Option<Self> {
        let text = view.text();
        let inner = text.get(span.clone())?;
        if inner.trim().is_empty() || inner.contains(BARRIER) || inner.len() > LONGEST {
            return None;
        }
        let (ends_clause, counts) = what_follows(view.lower(), span.end);
        Some(Self {
            span,
            text: inner,
            quoted,
            ends_clause,
            counts,
        })
    }

    pub(super) fn shape(&self) -> Shape {
        Shape::of(self.text)
    }

    /// Whether it has the look of a password: letters with digits or signs among them, and no other use that explains it.
    pub(super) fn is_strong(&self) -> bool {
        let shape = self.shape();
        let mixed =
            shape.letters() > 0 && (shape.digits > 0 || shape.symbols > 0 || is_grouped(self.text));
        let is_sentence = self.text.matches(' ').count() > 2;
        mixed
            && !is_sentence
            && shape.length >= 4
            && !self.is_thing()
            && !self.is_code()
            && !is_gap(self.text)
            && !self.is_measure()
    }

    /// Strong enough to stand without a verb or sign before it: letters and digits, and not too short.
    pub(super) fn is_unmistakable(&self) -> bool {
        let shape = self.shape();
        let plain = self.text.trim_end_matches(['!', '?', '$', '#', '*']);
        self.is_strong()
            && shape.length >= 5
            && shape.letters() > 1
            && (shape.digits > 0
                || is_grouped(self.text)
                || plain.bytes().any(|byte| b"!@#$%^&*".contains(&byte)))
            && !self
                .text
                .contains(['(', ')', '=', '"', '<', '>', '{', '}', '[', ']', ',', ':'])
    }

    /// Only digits, perhaps in groups, that count nothing.
    pub(super) fn digits(&self) -> Option<usize> {
        let core = self.text.trim_matches(['#', '*']);
        let shape = Shape::of(core);
        let only_digits = shape.letters() == 0
            && core
                .bytes()
                .all(|b| b.is_ascii_digit() || b"-./ ".contains(&b));
        let is_decimal = core.contains('.') && !core.contains('-');
        (only_digits && shape.digits > 0 && !self.counts && !is_decimal).then_some(shape.digits)
    }

    /// A plain word that says nothing about a password, so may well be one.
    pub(super) fn is_bare_word(&self) -> bool {
        let lower = self.text.to_lowercase();
        let shape = self.shape();
        let spelled = self
            .text
            .chars()
            .all(|c| c.is_alphabetic() || c == '-' || c == '_' || c == '\'');
        // `password: privateKey` passes a variable on.
        let variable =
            self.text.starts_with(|c: char| c.is_lowercase()) && shape.upper > 0 && !self.quoted;
        spelled && !variable && shape.length >= 3 && !is_predicate(&lower) && !self.is_thing()
    }

    /// An e-mail address, a link, a path or the name of a product or standard.
    pub(super) fn is_thing(&self) -> bool {
        let lower = self.text.to_lowercase();
        let core = lower.trim_matches(|c: char| !c.is_alphanumeric());
        let is_mail = lower.split_once('@').is_some_and(|(name, host)| {
            !name.is_empty()
                && host.split_once('.').is_some_and(|(domain, top)| {
                    domain.len() > 1
                        && (2..=12).contains(&top.len())
                        && top.bytes().all(|b| b.is_ascii_alphabetic() || b == b'.')
                })
        });
        let is_path = ["/", "./", "~/", "../", "www.", "c:\\"]
            .iter()
            .any(|start| lower.starts_with(start));
        let version = core.strip_prefix('v').unwrap_or(core);
        let is_version = version.contains('.')
            && version
                .split('.')
                .all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()));
        let is_hash = ["$2a$", "$2b$", "$2y$", "$argon2", "$6$", "$5$", "pbkdf2"]
            .iter()
            .any(|start| lower.starts_with(start));
        let part_is_thing =
            core.contains(['/', '-']) && core.split(['/', '-']).any(|part| THINGS.contains(part));
        part_is_thing
            || THINGS.contains(core)
            || is_version
            || is_hash
            || is_mail
            || is_path
            || lower.contains("://")
            || super::is_date_or_time(core)
    }

    /// A call, a member, a generic type: program text, not a value.
    pub(super) fn is_code(&self) -> bool {
        let text = self.text;
        text.contains("::")
            || ["]+", "\\s", "\\d", "\\w", "=>"]
                .iter()
                .any(|mark| text.contains(mark))
            || text.ends_with('>')
            || text.starts_with("0x")
            || text.contains("();")
            || text.ends_with("()")
            || text.find(['(', '[']).is_some_and(|at| {
                at > 0
                    && text[..at]
                        .bytes()
                        .all(|b| b.is_ascii_alphanumeric() || b"_.".contains(&b))
            })
            || text.starts_with(['&', '@', '$', '*'])
                && text[1..]
                    .bytes()
                    .all(|b| b.is_ascii_lowercase() || b == b'_' || b == b'.')
            || text.starts_with(['<', '('])
            || text.contains("=\"")
            || text.contains("<") && text.ends_with('>')
            || text.split('.').count() > 1
                && text.split('.').all(|part| {
                    part.len() > 1 && part.bytes().all(|b| b.is_ascii_alphabetic() || b == b'_')
                })
    }

    /// "12-character", "256-bit", "2nd", "8GB", "90-day": a number with its unit.
    fn is_measure(&self) -> bool {
        let lower = self.text.to_ascii_lowercase();
        let unit = lower.trim_start_matches(|c: char| {
            c.is_ascii_digit() || c == '.' || c == ',' || c == '+' || c == '$'
        });
        if unit.len() == lower.len() {
            return false;
        }
        let unit = unit.trim_start_matches(['-', '+', '%', '/']);
        let hyphenated = lower.contains('-') && unit.bytes().all(|byte| byte.is_ascii_lowercase());
        unit.is_empty()
            || hyphenated
            || UNITS.contains(unit)
            || matches!(
                unit,
                "x" | "k"
                    | "m"
                    | "h"
                    | "s"
                    | "d"
                    | "y"
                    | "min"
                    | "ms"
                    | "am"
                    | "pm"
                    | "factor"
                    | "step"
                    | "day-old"
                    | "fold"
            )
    }
}

/// Groups of letters of one length that read as no words: `betz-tucz-rmml-pglx`.
fn is_grouped(text: &str) -> bool {
    let groups: Vec<&str> = text.split('-').collect();
    let even = groups.iter().all(|group| {
        group.len() == groups[0].len() && group.bytes().all(|b| b.is_ascii_alphanumeric())
    });
    groups.len() >= 3
        && (3..=6).contains(&groups[0].len())
        && even
        && looks_random(&groups.concat())
}

/// Whether a lower-case word says something about a password.
pub(super) fn is_predicate(word: &str) -> bool {
    // "case-sensitive" is a remark, "correct-horse-battery-staple" is not.
    let first = word.split(['-', '_', '\'']).next().unwrap_or(word);
    let is_pair = word.split(['-', '_', '\'']).count() <= 2;
    PREDICATES.contains(word) || is_pair && PREDICATES.contains(first) || has_adjective_ending(word)
}

/// Endings of adjectives, participles and adverbs, each from a length at which few nouns share it.
fn has_adjective_ending(word: &str) -> bool {
    const ENDINGS: [(&str, usize); 16] = [
        ("ed", 5),
        ("ier", 5),
        ("able", 6),
        ("ible", 6),
        ("ful", 6),
        ("less", 6),
        ("ous", 6),
        ("ary", 6),
        ("tion", 6),
        ("ive", 7),
        ("ing", 7),
        ("ally", 6),
        ("ively", 7),
        ("ously", 7),
        ("fully", 7),
        ("ient", 8),
    ];
    const NOUNS: &str = "wedding pudding starling sterling darling lightning dumpling duckling morning evening sibling earring";
    let is_noun = || NOUNS.split(' ').any(|noun| noun == word);
    ENDINGS
        .iter()
        .any(|(ending, shortest)| word.len() >= *shortest && word.ends_with(ending))
        && !is_noun()
}

/// Japanese, Chinese and Korean put a particle straight before the value.
fn skip_particle(text: &str, at: usize) -> usize {
    const PARTICLES: &str = "是为為はが：:는은이가를을의\u{ff1a}の就「『";
    let rest = &text[at..];
    let skipped: usize = rest
        .chars()
        .take(3)
        .take_while(|c| PARTICLES.contains(*c))
        .map(char::len_utf8)
        .sum();
    if skipped == 0 {
        at
    } else {
        skip_blanks(text, at + skipped)
    }
}

fn quoted_length(rest: &str, quote: char) -> Option<usize> {
    let line = rest[..floor(rest, 160)].split('\n').next()?;
    let close = line.match_indices(quote).map(|(at, _)| at).find(|&at| {
        // An apostrophe inside a word does not close.
        quote != '\''
            || line
                .as_bytes()
                .get(at + 1)
                .is_none_or(|&next| !is_word_byte(next))
    })?;
    (close > 0 && !line[..close].starts_with(' '))
        .then(|| close - usize::from(line[..close].ends_with('\\')))
}

/// How far a value without quotes goes: to white space or a sign that cannot belong to it, without closing punctuation.
fn bare_length(rest: &str) -> usize {
    let starts_ascii = rest.starts_with(|c: char| c.is_ascii());
    let mut opened = 0;
    let end = rest
        .char_indices()
        .find(|&(at, c)| {
            opened += i32::from(c == '(') - i32::from(c == ')');
            let next = rest[at + c.len_utf8()..].chars().next();
            c.is_whitespace()
                || c == BARRIER
                || at > LONGEST
                || matches!(c, '<' | '"') && at > 0
                || c == ';'
                || c == '|'
                || c == ')' && opened < 0
                || matches!(c, ',' | '.') && next.is_none_or(char::is_whitespace)
                || starts_ascii && is_ideograph(c)
        })
        .map_or(rest.len(), |(at, _)| at);
    let token = &rest[..end];
    let trimmed = token.trim_end_matches(|c: char| ".,;:?'`\"]}*\\".contains(c));
    // A star or bracket inside belongs to the value, a bang at the end of a plain word to the sentence.
    let trimmed = if token.ends_with('*') && !token.starts_with('*') && !token.ends_with("**") {
        token
    } else {
        trimmed
    };
    let plain = trimmed.trim_end_matches('!');
    if plain.chars().all(char::is_alphabetic) {
        plain.len()
    } else {
        trimmed.len()
    }
}

fn is_ideograph(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}')
}

/// Whether the clause ends at `at`, and whether a unit follows.
fn what_follows(lower: &str, at: usize) -> (bool, bool) {
    let at = skip_while(lower, at, |byte| b"\"'`*_)]}\\".contains(&byte));
    let next = skip_blanks(lower, at);
    let word = word_at(lower, next);
    let spelled = &lower[word.clone()];
    let ends = word.is_empty()
        || CLAUSE_JOINTS.contains(spelled)
        || at == next && !lower[at..].starts_with('-');
    let percent = lower[next..].starts_with('%');
    (ends, UNITS.contains(spelled) || percent)
}
