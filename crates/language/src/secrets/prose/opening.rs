//! Is this the PIN, code or combination that opens something?

use std::ops::Range;

use super::super::placeholder::is_placeholder;
use super::super::reading::{floor, is_date_or_time, mentions, words};
use super::super::view::View;
use super::super::words::{
    CARD_WORDS, CODE_PUBLIC, CODE_QUALIFIERS, DICTATION, GAMES, OPENING_VERBS, PIN_OWNERS, PLACES, POST, TRIALS, TURNS,
    TYPED_INTO, WIRING, any_in,
};
use super::judge::Announced;
use super::link::{Link, Site};
use super::value::Value;

impl Announced<'_> {
    /// The digits of a PIN.
    pub(super) fn pin(&self, site: Site) -> Option<Range<usize>> {
        let Number { span, digits } = Number::at(self.view, site.at)?;
        let lower = self.view.lower();
        let is_wiring = mentions(lower, self.sentence(), &WIRING);
        if !(4..=12).contains(&digits) || is_wiring || self.is_postal(digits) || self.is_illustration(site) {
            return None;
        }
        let written = &self.view.text()[self.label.clone()];
        let shouted = written.bytes().all(|byte| !byte.is_ascii_lowercase());
        let is_owned = shouted
            || self.before.iter().take(2).any(|word| PIN_OWNERS.contains(word))
            || mentions(lower, self.sentence(), &CARD_WORDS);
        let accepted = match site.link {
            Link::Copula | Link::Sign => true,
            Link::To => self.is_being_changed(),
            Link::Adjacent | Link::Loose | Link::Far | Link::Trailing => is_owned && digits <= 8,
        };
        accepted.then_some(span)
    }

    /// Six digits after "PIN code" in a sentence about a place in India.
    fn is_postal(&self, digits: usize) -> bool {
        let (lower, sentence) = (self.view.lower(), self.sentence());
        digits == 6 && mentions(lower, sentence.clone(), &POST) && !mentions(lower, sentence, &TYPED_INTO)
    }

    /// The digits on the back of a card.
    pub(super) fn card_code(&self, site: Site) -> Option<Range<usize>> {
        let Number { span, digits } = Number::at(self.view, site.at)?;
        let is_solid = span.len() == digits && !mentions(self.view.lower(), self.sentence(), &TRIALS);
        (is_solid && (3..=4).contains(&digits) && site.link != Link::To).then_some(span)
    }

    /// A code that opens something.
    pub(super) fn code(&self, site: Site) -> Option<Range<usize>> {
        let lower = self.view.lower();
        let between = self.label.end..site.at.max(self.label.end);
        let opens_by_name = self.opens_by_name()
            || [&CODE_QUALIFIERS, &PLACES].iter().any(|list| mentions(lower, between.clone(), list));
        let opens_place = || mentions(lower, self.sentence(), &PLACES);
        let is_public = any_in(&self.before[..self.before.len().min(2)], &CODE_PUBLIC)
            || mentions(lower, between.clone(), &CODE_PUBLIC);
        if is_public || !(opens_by_name || opens_place()) {
            return None;
        }
        if let Some(Number { span, digits }) = Number::at(self.view, site.at) {
            let ends_clause = Value::over(self.view, span.clone(), false)?.ends_clause;
            let linked = match site.link {
                Link::Copula | Link::Sign => true,
                Link::Adjacent => opens_by_name || mentions(lower, self.sentence(), &OPENING_VERBS),
                Link::Loose | Link::Far => opens_by_name,
                Link::Trailing => opens_by_name && ends_clause && !self.names_a_thing(site.at),
                Link::To => false,
            };
            let is_code = (3..=12).contains(&digits) && !self.is_postal(digits);
            return (linked && is_code).then_some(span);
        }
        let value = Value::at(self.view, site.at)?;
        let linked = match site.link {
            Link::Copula | Link::Sign => true,
            Link::Adjacent => opens_by_name,
            Link::To | Link::Loose | Link::Far | Link::Trailing => false,
        };
        let is_code = value.is_strong() && value.shape().digits > 0 && !is_placeholder(value.text);
        (linked && is_code).then_some(value.span)
    }

    /// Whether the label, or a word before it, says that the code opens something.
    pub(super) fn opens_by_name(&self) -> bool {
        let label = &self.view.lower()[self.label.clone()];
        label.starts_with("pin")
            || self.is_named_code()
            || self.is_qualified_by(&CODE_QUALIFIERS)
            || self.is_qualified_by(&PLACES)
    }

    /// Labels that need no door or safe beside them.
    fn is_named_code(&self) -> bool {
        let one_time = matches!(self.before.as_slice(), ["time", "one", ..]);
        one_time
            || matches!(
                &self.view.lower()[self.label.clone()],
                "otp"
                    | "keypad"
                    | "digicode"
                    | "turcode"
                    | "zugangscode"
                    | "sicherheitscode"
                    | "one-time password"
                    | "验证码"
                    | "驗證碼"
            )
    }

    /// The numbers of a combination lock.
    pub(super) fn combination(&self, site: Site) -> Option<Range<usize>> {
        let lower = self.view.lower();
        let Number { span, digits } = Number::at(self.view, site.at)?;
        let is_game = mentions(lower, self.sentence(), &GAMES);
        let groups = self.view.text()[span.clone()].matches(['-', '/', ' ', ',']).count();
        let opens = groups >= 2 || mentions(lower, self.sentence(), &PLACES);
        (!is_game && (3..=12).contains(&digits) && opens && site.link != Link::To).then_some(span)
    }

    /// Digits dictated one by one: "first digit 4, then 8, then 2, then 1".
    pub(super) fn dictated(&self) -> Option<Range<usize>> {
        const REACH: usize = 100;
        let lower = self.view.lower();
        let within = self.label.end..floor(lower, self.label.end + REACH);
        let mut digits: Vec<Range<usize>> = Vec::new();
        for word in words(lower, within) {
            let spelled = &lower[word.clone()];
            if spelled.len() == 1 && spelled.bytes().all(|byte| byte.is_ascii_digit()) {
                digits.push(word);
            } else if !DICTATION.contains(spelled) {
                break;
            }
        }
        (digits.len() >= 4).then(|| digits[0].start..digits[digits.len() - 1].end)
    }

    /// The turns of a dial: "left 32, right 17, left 8".
    pub(super) fn turns(&self) -> Option<Range<usize>> {
        const REACH: usize = 100;
        let lower = self.view.lower();
        let within = self.label.end..floor(lower, self.label.end + REACH);
        let all: Vec<Range<usize>> = words(lower, within).collect();
        let is_number =
            |word: &Range<usize>| word.len() <= 2 && lower[word.clone()].bytes().all(|byte| byte.is_ascii_digit());
        let is_turn = |word: &Range<usize>| TURNS.contains(&lower[word.clone()]);
        let mut turned: Vec<&Range<usize>> = all
            .windows(2)
            .filter_map(|pair| match pair {
                [turn, number] if is_turn(turn) && is_number(number) => Some(number),
                [number, turn] if is_number(number) && is_turn(turn) => Some(number),
                _ => None,
            })
            .collect();
        turned.dedup();
        (turned.len() >= 3).then(|| turned[0].start..turned[turned.len() - 1].end)
    }

    /// The number that a lock is said to have: "bike lock = 3071", "her locker: 17-33-05".
    pub(super) fn lock_number(&self, site: Site) -> Option<Range<usize>> {
        let Number { span, digits } = Number::at(self.view, site.at)?;
        let groups = self.view.text()[span.clone()].matches('-').count();
        let is_combination = groups >= 2 && digits <= 8;
        let is_code = groups == 0 && (4..=8).contains(&digits);
        let is_named =
            matches!(&self.view.lower()[self.label.clone()], "lockbox" | "lock box" | "padlock" | "key safe");
        let ends_clause = Value::over(self.view, span.clone(), false)?.ends_clause;
        let is_set = matches!(site.link, Link::Adjacent | Link::Copula | Link::To);
        let linked = is_set && is_combination
            || site.link == Link::Sign
            || is_named && site.link == Link::Adjacent && ends_clause && digits <= 6;
        (linked && (is_combination || is_code)).then_some(span)
    }
}

/// Digits in one group or several, perhaps with the signs of a keypad.
pub(super) struct Number {
    pub(super) span: Range<usize>,
    pub(super) digits: usize,
}

impl Number {
    /// The number at `at`, unless it counts something, is an amount or a date.
    pub(super) fn at(view: &View, at: usize) -> Option<Self> {
        let text = view.text();
        let bytes = text.as_bytes();
        let mut start = at;
        while start < bytes.len() && start < at + 6 && b" \t\n\"'`*#(:>=~_-".contains(&bytes[start]) {
            start += 1;
        }
        if start > at && b"#*".contains(&bytes[start - 1]) {
            start -= 1;
        }
        let (end, digits) = groups(bytes, start)?;
        let written = &text[start..end];
        let is_decimal = written.contains('.') && digits <= 4;
        let is_amount = written.contains(',') && written.split(',').skip(1).all(|group| group.len() == 3);
        let counts_something = Value::over(view, start..end, false)?.counts;
        let is_number = !counts_something && !is_decimal && !is_amount && !is_date_or_time(written);
        is_number.then_some(Self { span: start..end, digits })
    }
}

/// Where the groups of digits from `start` on end, and how many digits they have.
fn groups(bytes: &[u8], start: usize) -> Option<(usize, usize)> {
    const LONGEST: usize = 40;
    let digit_at = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let (mut end, mut digits, mut group) = (start, 0, 0);
    let mut at = start;
    while at < bytes.len() && at < start + LONGEST {
        match bytes[at] {
            b'0'..=b'9' => {
                digits += 1;
                group += 1;
                end = at + 1;
            }
            b'#' | b'*' => end = at + 1,
            // Groups go on over one separator, but a long number followed by another is two numbers.
            b'-' | b' ' | b'/' | b'.' if (1..=4).contains(&group) && digit_at(at + 1) => group = 0,
            b'-' | b',' if bytes.get(at + 1) == Some(&b' ') && digit_at(at + 2) => group = 0,
            b' ' if bytes[at..].starts_with(b" - ") => {
                group = 0;
                at += 1;
            }
            byte if (byte.is_ascii_alphabetic() || byte >= 0x80) && digits > 0 && at == end => {
                return None;
            }
            _ => break,
        }
        at += 1;
    }
    (digits > 0).then_some((end, digits))
}
