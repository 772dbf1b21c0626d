//! Does a run of characters look drawn at random, or like words somebody would write?

/// How many characters of each kind a token has, and how often the kind changes.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Shape {
    pub(super) length: usize,
    pub(super) lower: usize,
    pub(super) upper: usize,
    pub(super) digits: usize,
    /// Signs other than the hyphen, underscore, dot, slash, apostrophe and colon that ordinary words carry.
    pub(super) symbols: usize,
    pub(super) other: usize,
    /// Changes between lower case, upper case and digits inside a segment.
    changes: usize,
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Lower,
    Upper,
    Digit,
    Break,
}

impl Shape {
    pub(super) fn of(token: &str) -> Self {
        let mut shape = Self::default();
        let mut before = Kind::Break;
        for character in token.chars() {
            shape.length += 1;
            let kind = match character {
                'a'..='z' => Kind::Lower,
                'A'..='Z' => Kind::Upper,
                '0'..='9' => Kind::Digit,
                _ => Kind::Break,
            };
            match kind {
                Kind::Lower => shape.lower += 1,
                Kind::Upper => shape.upper += 1,
                Kind::Digit => shape.digits += 1,
                Kind::Break if "-_./':, ".contains(character) || character.is_whitespace() => {}
                Kind::Break if character.is_ascii() => shape.symbols += 1,
                Kind::Break => shape.other += 1,
            }
            // A capital begins a word: the step down from it is not counted.
            let begins_word = before == Kind::Upper && kind == Kind::Lower;
            if kind != before && kind != Kind::Break && before != Kind::Break && !begins_word {
                shape.changes += 1;
            }
            before = kind;
        }
        shape
    }

    pub(super) fn letters(&self) -> usize {
        self.lower + self.upper + self.other
    }

    /// Letters of both cases and digits: what a generated key has and a word or a hash has not.
    pub(super) fn has_all_three(&self) -> bool {
        self.lower > 0 && self.upper > 0 && self.digits > 0
    }
}

/// Changes of kind per character from which a token counts as random. Base 62, base 36 and hex change at two places in
/// five, camel case and names with numbers at fewer than one in five.
const RANDOM_CHANGES: f32 = 0.25;
/// Improbable letter pairs from which letters count as random: even odds in random text, one in thirty in English.
const RANDOM_PAIRS: f32 = 0.34;

/// Whether a token of at least eight characters looks generated: the greater part of it reads as no word or number.
pub(super) fn looks_random(token: &str) -> bool {
    let (mut random, mut plain) = (0, 0);
    for segment in segments(token) {
        if is_random_segment(segment) {
            random += segment.len();
        } else {
            plain += segment.len();
        }
    }
    random >= 8 && random * 3 >= plain
}

/// Whether every part of a token is a word, a short number or a word with a number after it.
pub(super) fn is_wordy(token: &str) -> bool {
    segments(token).all(|segment| !is_random_segment(segment) && segment.len() < 40)
}

fn segments(token: &str) -> impl Iterator<Item = &str> {
    token.split(|c: char| !c.is_ascii_alphanumeric()).filter(|segment| !segment.is_empty())
}

fn is_random_segment(segment: &str) -> bool {
    let shape = Shape::of(segment);
    if shape.letters() == 0 {
        return shape.length >= 12;
    }
    // Between hyphens a key has short segments, where only a change at every other place says anything.
    let wanted = if shape.length >= 6 { RANDOM_CHANGES } else { 2.0 * RANDOM_CHANGES };
    let restless = shape.changes as f32 >= wanted * shape.length as f32;
    if shape.length >= 3 && restless && !is_camel_case(segment) {
        return true;
    }
    shape.length >= 6 && improbable_pairs(segment) > RANDOM_PAIRS
}

/// Words written together with a capital each, perhaps with a few digits.
fn is_camel_case(segment: &str) -> bool {
    let letters: String = segment.chars().filter(char::is_ascii_alphabetic).collect();
    let humps = letters.bytes().filter(u8::is_ascii_uppercase).count();
    let digits = segment.len() - letters.len();
    letters.len() >= 6
        && digits <= 3
        && humps * 3 <= letters.len()
        && improbable_pairs(&letters) <= RANDOM_PAIRS
        && humps > 0
}

/// The share of neighbouring letters that English hardly ever puts next to each other.
fn improbable_pairs(text: &str) -> f32 {
    let (mut pairs, mut improbable) = (0, 0);
    for pair in text.as_bytes().windows(2) {
        if let [first, second] = pair
            && first.is_ascii_alphabetic()
            && second.is_ascii_alphabetic()
        {
            let followers = FOLLOWERS[usize::from(first.to_ascii_lowercase() - b'a')];
            pairs += 1;
            improbable += i32::from(!followers.as_bytes().contains(&second.to_ascii_lowercase()));
        }
    }
    if pairs == 0 { 0.0 } else { improbable as f32 / pairs as f32 }
}

/// For each letter, the letters that follow it in at least three of ten thousand places of English prose.
const FOLLOWERS: [&str; 26] = [
    "bcdfghiklmnprstuvwxyz",
    "abeilorsu",
    "acehiklorstuy",
    "adegilmorsuvy",
    "abcdefghiklmnopqrstuvwxy",
    "aefilortuy",
    "aeghilnorsu",
    "aeilortuy",
    "abcdefgklmnoprstvxz",
    "aeou",
    "aeilnosy",
    "adefiklmopstuvy",
    "abeimopsuy",
    "acdefgiklnostuvy",
    "abcdefgiklmnoprstuvwxy",
    "aehiloprstu",
    "u",
    "abcdefgiklmnoprstuvy",
    "acehiklmnopstuwy",
    "acehilmorstuwy",
    "abcdefgilmnprst",
    "aeio",
    "aehinors",
    "ceipt",
    "aceilmops",
    "aei",
];

pub(super) fn is_hex(token: &str) -> bool {
    !token.is_empty() && token.bytes().all(|b| b.is_ascii_hexdigit())
}

/// Eight, four, four, four and twelve hexadecimal digits.
pub(super) fn is_uuid(token: &str) -> bool {
    let token = token.trim_matches(|c| c == '{' || c == '}');
    token.len() == 36
        && token.bytes().enumerate().all(|(at, b)| match at {
            8 | 13 | 18 | 23 => b == b'-',
            _ => b.is_ascii_hexdigit(),
        })
}

/// Letters and digits without the look-alikes 0, O, I and l: how addresses and content ids are written.
pub(super) fn is_base58(token: &str) -> bool {
    token.bytes().all(|b| b.is_ascii_alphanumeric() && !b"0OIl".contains(&b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generated_tokens_look_random_and_names_do_not() {
        for random in ["8hQ2kLm9ZpR4tVw1", "f3a91c0be77d42aa", "qxkvjwzpgtrbhcfm", "a8K-3jdU7_sk29Xq"] {
            assert!(looks_random(random), "{random}");
        }
        for name in ["maxTokensPerRequest2", "user_profile_settings", "release-2024-11-final", "INTERNATIONALISATION"] {
            assert!(!looks_random(name), "{name}");
        }
    }
}
