//! Does a token look like a password, like a number, or like part of a sentence or program?

use super::super::placeholder::is_gap;
use super::super::reading::is_date_or_time;
use super::super::shape::{Shape, looks_random};
use super::super::words::{PREDICATES, THINGS, UNITS};
use super::value::Value;

impl Value<'_> {
    pub(super) fn shape(&self) -> Shape {
        Shape::of(self.text)
    }

    /// Whether it has the look of a password: letters with digits or signs among them, and no other use that explains it.
    pub(super) fn is_strong(&self) -> bool {
        const MOST_SPACES: usize = 2;
        let shape = self.shape();
        let mixed =
            shape.letters() > 0 && (shape.digits > 0 || shape.symbols > 0 || is_grouped(self.text));
        let is_sentence = self.text.matches(' ').count() > MOST_SPACES;
        let is_else = is_sentence
            || self.is_thing()
            || self.is_code()
            || self.is_measure()
            || is_gap(self.text);
        mixed && shape.length >= 4 && !is_else
    }

    /// Strong enough to stand without a verb or sign before it: letters and digits, and not too short.
    pub(super) fn is_unmistakable(&self) -> bool {
        let shape = self.shape();
        let inner = self.text.trim_end_matches(['!', '?', '$', '#', '*']);
        let signs = inner.bytes().any(|byte| b"!@#$%^&*".contains(&byte));
        let is_syntax = self
            .text
            .bytes()
            .any(|byte| b"()=\"<>{}[],:".contains(&byte));
        let mixed = shape.digits > 0 || signs || is_grouped(self.text);
        shape.length >= 5 && shape.letters() > 1 && mixed && !is_syntax && self.is_strong()
    }

    /// How many digits it has, if it has only digits, perhaps in groups, and they count nothing.
    pub(super) fn digits(&self) -> Option<usize> {
        let core = self.text.trim_matches(['#', '*']);
        let digits = core.bytes().filter(u8::is_ascii_digit).count();
        let only_digits = core
            .bytes()
            .all(|byte| byte.is_ascii_digit() || b"-./ ".contains(&byte));
        let is_decimal = core.contains('.') && !core.contains('-');
        (only_digits && digits > 0 && !self.counts && !is_decimal).then_some(digits)
    }

    /// A plain word that says nothing about a password, so may well be one.
    pub(super) fn is_bare_word(&self) -> bool {
        let shape = self.shape();
        let spelled = self
            .text
            .chars()
            .all(|c| c.is_alphabetic() || "-_'".contains(c));
        // `password: privateKey` passes a variable on.
        let is_variable =
            self.text.starts_with(|c: char| c.is_lowercase()) && shape.upper > 0 && !self.quoted;
        spelled
            && !is_variable
            && shape.length >= 3
            && !is_predicate(&self.text.to_lowercase())
            && !self.is_thing()
    }

    /// A mail address, a link, a path, a version, a hash, or the name of a product or standard.
    pub(super) fn is_thing(&self) -> bool {
        let lower = self.text.to_lowercase();
        let core = lower.trim_matches(|c: char| !c.is_alphanumeric());
        let is_named = THINGS.contains(core)
            || core.contains(['/', '-'])
                && core.split(['/', '-']).any(|part| THINGS.contains(part));
        let starts = [
            "/", "./", "~/", "../", "www.", "c:\\", "$2a$", "$2b$", "$2y$", "$argon2", "$6$",
            "$5$", "pbkdf2",
        ];
        is_named
            || starts.iter().any(|start| lower.starts_with(start))
            || lower.contains("://")
            || is_mail_address(&lower)
            || is_version(core)
            || is_date_or_time(core)
    }

    /// A call, a member, a generic type, a pattern: program text, not a value.
    pub(super) fn is_code(&self) -> bool {
        let text = self.text;
        let is_name = |name: &str| {
            name.bytes()
                .all(|b| b.is_ascii_alphanumeric() || b"_.".contains(&b))
        };
        let marked = ["::", "]+", "\\s", "\\d", "\\w", "=>", "();", "=\""]
            .iter()
            .any(|mark| text.contains(mark));
        let called = text
            .find(['(', '['])
            .is_some_and(|at| at > 0 && is_name(&text[..at]));
        let borrowed = text.starts_with(['&', '@', '$', '*'])
            && text[1..]
                .bytes()
                .all(|b| b.is_ascii_lowercase() || b == b'_' || b == b'.');
        let is_member = text.contains('.')
            && text.split('.').all(|part| {
                part.len() > 1 && part.bytes().all(|b| b.is_ascii_alphabetic() || b == b'_')
            });
        marked
            || called
            || borrowed
            || is_member
            || text.starts_with(['<', '('])
            || text.starts_with("0x")
            || text.ends_with('>')
    }

    /// "12-character", "256-bit", "2nd", "8GB", "90-day": a number with its unit.
    fn is_measure(&self) -> bool {
        const SHORT_UNITS: &str = "x k m h s d y min ms am pm factor step fold";
        let lower = self.text.to_ascii_lowercase();
        let unit = lower.trim_start_matches(|c: char| c.is_ascii_digit() || ".,+$".contains(c));
        if unit.len() == lower.len() {
            return false;
        }
        let unit = unit.trim_start_matches(['-', '+', '%', '/']);
        let hyphenated = lower.contains('-') && unit.bytes().all(|byte| byte.is_ascii_lowercase());
        unit.is_empty()
            || hyphenated
            || UNITS.contains(unit)
            || SHORT_UNITS.split(' ').any(|short| short == unit)
    }
}

fn is_mail_address(lower: &str) -> bool {
    let Some((name, host)) = lower.split_once('@') else {
        return false;
    };
    let Some((domain, top)) = host.split_once('.') else {
        return false;
    };
    let is_top =
        (2..=12).contains(&top.len()) && top.bytes().all(|b| b.is_ascii_alphabetic() || b == b'.');
    !name.is_empty() && domain.len() > 1 && is_top
}

fn is_version(core: &str) -> bool {
    let version = core.strip_prefix('v').unwrap_or(core);
    version.contains('.')
        && version
            .split('.')
            .all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()))
}

/// Groups of letters of one length that read as no words: `betz-tucz-rmml-pglx`.
fn is_grouped(text: &str) -> bool {
    let groups: Vec<&str> = text.split('-').collect();
    let length = groups[0].len();
    let even = groups
        .iter()
        .all(|group| group.len() == length && group.bytes().all(|b| b.is_ascii_alphanumeric()));
    groups.len() >= 3 && (3..=6).contains(&length) && even && looks_random(&groups.concat())
}

/// Whether a lower-case word says something about a password.
pub(super) fn is_predicate(word: &str) -> bool {
    // "case-sensitive" is a remark, "correct-horse-battery-staple" is not.
    let first = word.split(['-', '_', '\'']).next().unwrap_or(word);
    let is_pair = word.split(['-', '_', '\'']).count() <= 2;
    PREDICATES.contains(word) || is_pair && PREDICATES.contains(first) || has_adjective_ending(word)
}

/// Whether a word ends like an adjective, participle or adverb and is long enough that few nouns share the ending.
fn has_adjective_ending(word: &str) -> bool {
    const ENDINGS: [(usize, &str); 4] = [
        (5, "ed ier"),
        (6, "able ible ful less ous ary tion ally"),
        (7, "ive ing ively ously fully"),
        (8, "ient"),
    ];
    const NOUNS: &str = "wedding pudding starling sterling darling lightning dumpling duckling morning evening sibling earring";
    let ends = ENDINGS.iter().any(|(shortest, endings)| {
        word.len() >= *shortest && endings.split(' ').any(|ending| word.ends_with(ending))
    });
    ends && !NOUNS.split(' ').any(|noun| noun == word)
}

#[cfg(test)]
mod tests {
    use super::super::super::view::View;
    use super::*;

    fn value<'v>(view: &'v View) -> Value<'v> {
        Value::at(view, 0).unwrap()
    }

    #[test]
    fn a_password_is_told_from_what_merely_has_digits_or_signs() {
        for password in [
            "hunter2",
            "Tr0ub4dor&3",
            "s3cret!",
            "Gl@cier77",
            "betz-tucz-rmml-pglx",
        ] {
            assert!(value(&View::of(password)).is_unmistakable(), "{password}");
        }
        for other in [
            "12-character",
            "sha256",
            "v2.6.0",
            "anna@example.com",
            "get_password(1)",
            "AES-256",
            "os.environ",
            "90-day",
        ] {
            assert!(!value(&View::of(other)).is_strong(), "{other}");
        }
    }

    #[test]
    fn a_word_about_a_password_is_not_one() {
        for remark in [
            "strong",
            "expired",
            "case-sensitive",
            "unguessable",
            "required",
        ] {
            assert!(!value(&View::of(remark)).is_bare_word(), "{remark}");
        }
        for word in [
            "swordfish",
            "sunflower",
            "wedding",
            "correct-horse-battery-staple",
        ] {
            assert!(value(&View::of(word)).is_bare_word(), "{word}");
        }
    }
}
