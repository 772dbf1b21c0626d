//! Is this value what its label announced?

use std::ops::Range;

use super::super::placeholder::{is_gap, is_placeholder};
use super::super::reading::{mentions, sentence, skip_blanks, words, words_before};
use super::super::view::View;
use super::super::words::{CODE_PUBLIC, CODE_QUALIFIERS, FUNCTION_WORDS, PLACES, UNITS};
use super::link::{Link, Site};
use super::value::{Value, is_predicate};

/// A label found in a text, with what stands before it.
pub(super) struct Announced<'v> {
    pub(super) view: &'v View<'v>,
    pub(super) label: Range<usize>,
    /// Part of an identifier such as `DB_PASSWORD` or `clientSecret`.
    pub(super) in_identifier: bool,
    /// The words before the label, nearest first.
    pub(super) before: Vec<&'v str>,
}

impl Announced<'_> {
    fn is_plural(&self) -> bool {
        self.view.lower()[self.label.end..].starts_with("s ")
    }

    /// "a password is", "no password", "every password": speaking of passwords in general.
    fn is_general(&self) -> bool {
        const GENERAL: [&str; 22] = [
            "no", "without", "any", "what", "whose", "which", "every", "each", "a", "another",
            "forgot", "forget", "if", "good", "strong", "weak", "bad", "whatever", "usual", "same",
            "some", "one",
        ];
        self.before
            .first()
            .is_some_and(|word| GENERAL.contains(word))
            || self.is_plural()
    }

    fn sentence(&self) -> Range<usize> {
        sentence(self.view.lower(), self.label.start)
    }

    /// "set", "changed", "reset" before the label make a "to" after it lead to the value.
    fn is_being_changed(&self) -> bool {
        const CHANGES: [&str; 22] = [
            "set", "setting", "changed", "change", "changing", "reset", "updated", "update",
            "switched", "rotated", "make", "made", "use", "using", "with", "has", "chose",
            "picked", "put", "setze", "cambie", "nutze",
        ];
        self.before.iter().any(|word| CHANGES.contains(word))
    }

    /// The span of the password at `site`, if there is one.
    pub(super) fn password(&self, site: Site) -> Option<Range<usize>> {
        let value = Value::at(self.view, site.at)?;
        if self.is_gap(&value, site.link) {
            return None;
        }
        let accepted = match site.link {
            Link::Copula | Link::Sign => {
                value.is_strong()
                    || value.digits().is_some_and(|n| n >= 4)
                    || self.is_quoted_password(&value, site.link)
            }
            Link::To => {
                value.is_strong() && (self.is_being_changed() || value.is_unmistakable())
                    || value.quoted && self.is_being_changed()
            }
            Link::Adjacent => {
                value.is_unmistakable()
                    || value.quoted && value.is_strong()
                    || value.digits().is_some_and(|n| n >= 4) && value.ends_clause
            }
            Link::Loose => value.is_unmistakable() || value.quoted && value.is_strong(),
            Link::Trailing => {
                value.is_unmistakable()
                    && value.ends_clause
                    && value.text.len() >= 6
                    && !self.names_a_thing(site.at)
            }
        };
        if accepted {
            return Some(value.span);
        }
        let takes_words = matches!(site.link, Link::Copula | Link::Sign)
            || site.link == Link::To && self.is_being_changed();
        if !takes_words || self.is_general() {
            return None;
        }
        if self.in_identifier {
            return self.is_setting(&value, site).then_some(value.span);
        }
        (value.ends_clause && value.is_bare_word())
            .then(|| value.span.clone())
            .or_else(|| phrase(self.view, &value))
    }

    /// A value that only a thing called "pass", "parola" or "clave" would not have.
    pub(super) fn pass(&self, site: Site) -> Option<Range<usize>> {
        const TICKETS: [&str; 22] = [
            "boarding",
            "bus",
            "ski",
            "season",
            "day",
            "hall",
            "mountain",
            "rail",
            "travel",
            "guest",
            "backstage",
            "press",
            "parking",
            "museum",
            "visitor",
            "train",
            "national",
            "park",
            "epic",
            "annual",
            "to",
            "will",
        ];
        let value = Value::at(self.view, site.at)?;
        let ticket = self
            .before
            .first()
            .is_some_and(|word| TICKETS.contains(word));
        if ticket || self.is_gap(&value, site.link) {
            return None;
        }
        let accepted = match site.link {
            Link::Copula | Link::Sign => {
                value.is_strong()
                    || value.quoted && value.text.len() >= 4
                    || value.digits().is_some_and(|n| n >= 4)
            }
            Link::Adjacent | Link::Loose => value.is_unmistakable() && value.text.len() >= 6,
            Link::Trailing => {
                value.is_unmistakable()
                    && value.ends_clause
                    && value.text.len() >= 7
                    && !self.names_a_thing(site.at)
            }
            Link::To => false,
        };
        let env = self.in_identifier && self.is_setting(&value, site);
        (accepted && !self.in_identifier
            || env
            || self.in_identifier && value.is_strong() && site.link == Link::Sign)
            .then_some(value.span)
    }

    /// The digits of a PIN.
    pub(super) fn pin(&self, site: Site) -> Option<Range<usize>> {
        const WIRING: [&str; 16] = [
            "arduino",
            "gpio",
            "raspberry",
            "header",
            "connector",
            "board",
            "pinout",
            "ground",
            "led",
            "esp32",
            "voltage",
            "usb",
            "jumper",
            "socket",
            "bowling",
            "rolling",
        ];
        const POST: [&str; 12] = [
            "address", "postal", "area", "delivery", "city", "district", "street", "road", "nagar",
            "deliver", "pincode", "ship",
        ];
        let (span, digits) = number(self.view, site.at)?;
        let lower = self.view.lower();
        let said =
            |list: &[&str]| words(lower, self.sentence()).any(|word| list.contains(&&lower[word]));
        if !(4..=12).contains(&digits) || said(&WIRING) || digits == 6 && said(&POST) {
            return None;
        }
        let is_owned = self.view.text()[self.label.clone()]
            .bytes()
            .all(|b| !b.is_ascii_lowercase())
            || self.before.iter().take(2).any(|word| {
                [
                    "my", "card", "debit", "bank", "atm", "sim", "phone", "our", "credit", "his",
                    "her", "new", "with",
                ]
                .contains(word)
            });
        let accepted = match site.link {
            Link::Copula | Link::Sign => true,
            Link::To => self.is_being_changed(),
            Link::Adjacent | Link::Loose | Link::Trailing => is_owned && digits <= 8,
        };
        accepted.then_some(span)
    }

    /// The digits on the back of a card.
    pub(super) fn card_code(&self, site: Site) -> Option<Range<usize>> {
        let (span, digits) = number(self.view, site.at)?;
        ((3..=4).contains(&digits)
            && self.view.text()[span.clone()].len() == digits
            && site.link != Link::To)
            .then_some(span)
    }

    /// A code that opens something.
    pub(super) fn code(&self, site: Site) -> Option<Range<usize>> {
        let lower = self.view.lower();
        let label = &lower[self.label.clone()];
        let near: Vec<&str> = self.before.iter().take(3).copied().collect();
        let is_public = near.iter().take(2).any(|word| CODE_PUBLIC.contains(word));
        let itself = matches!(
            label,
            "otp"
                | "keypad"
                | "digicode"
                | "turcode"
                | "zugangscode"
                | "sicherheitscode"
                | "one-time password"
                | "验证码"
                | "驗證碼"
        );
        let named = itself
            || near
                .iter()
                .any(|word| CODE_QUALIFIERS.contains(word) || PLACES.contains(word));
        let placed = || {
            mentions(lower, self.label.end..site.at, &PLACES)
                || mentions(lower, self.sentence(), &PLACES)
        };
        if is_public
            || !(named || placed())
            || mentions(lower, self.label.end..site.at, &CODE_PUBLIC)
        {
            return None;
        }
        if let Some((span, digits)) = number(self.view, site.at) {
            let ends_clause = || {
                Value::over(self.view, span.clone(), false).is_some_and(|value| value.ends_clause)
            };
            let linked = match site.link {
                Link::Copula | Link::Sign | Link::Adjacent | Link::Loose => true,
                Link::Trailing => {
                    (named || mentions(lower, self.label.end..site.at, &PLACES))
                        && ends_clause()
                        && !self.names_a_thing(site.at)
                }
                Link::To => false,
            };
            return (linked && (3..=12).contains(&digits)).then_some(span);
        }
        let value = Value::at(self.view, site.at)?;
        let accepted = value.is_strong()
            && value.shape().digits > 0
            && matches!(site.link, Link::Copula | Link::Sign | Link::Adjacent);
        (accepted && !is_placeholder(value.text) && (named || site.link != Link::Adjacent))
            .then_some(value.span)
    }

    /// The numbers of a combination lock.
    pub(super) fn combination(&self, site: Site) -> Option<Range<usize>> {
        let lower = self.view.lower();
        let (span, digits) = number(self.view, site.at)?;
        let games = [
            "lottery", "winning", "jackpot", "colour", "color", "meal", "chess", "cards", "dice",
        ];
        let is_game = words(lower, self.sentence()).any(|word| games.contains(&&lower[word]));
        let groups = self.view.text()[span.clone()]
            .matches(['-', '/', ' ', ','])
            .count();
        let opens = || mentions(lower, self.sentence(), &PLACES);
        let accepted = !is_game && (3..=12).contains(&digits) && (groups >= 2 || opens());
        (accepted && site.link != Link::To).then_some(span)
    }

    /// Text that marks a gap, or that documentation prints for a password.
    fn is_gap(&self, value: &Value, link: Link) -> bool {
        match link {
            Link::Copula if !self.in_identifier => {
                is_gap(value.text) || value.text.to_lowercase().contains("your")
            }
            _ => is_placeholder(value.text),
        }
    }

    fn is_quoted_password(&self, value: &Value, link: Link) -> bool {
        if value.is_thing() {
            return false;
        }
        let one_predicate = is_predicate(&value.text.to_lowercase());
        value.quoted
            && value.text.chars().count() >= 3
            && !(one_predicate && !(link == Link::Sign && value.text.len() >= 6))
    }

    /// `DB_PASSWORD=kittens`: an assignment without spaces, as in a shell or an .env file.
    fn is_setting(&self, value: &Value, site: Site) -> bool {
        let written = &self.view.text()[self.label.clone()];
        let tight = site.link == Link::Sign && self.view.text()[..site.at].ends_with('=');
        let shouted = written.bytes().all(|byte| !byte.is_ascii_lowercase());
        tight
            && shouted
            && value.text.len() >= 4
            && value.is_bare_word()
            && !value.text.contains(['(', '['])
    }

    /// "password for user bob42": the word before says what the token is.
    fn names_a_thing(&self, at: usize) -> bool {
        const NAMES: [&str; 26] = [
            "user", "host", "server", "account", "room", "for", "on", "at", "the", "in", "to",
            "of", "username", "machine", "box", "database", "device", "model", "version", "email",
            "site", "every", "with", "from", "my", "our",
        ];
        words_before(self.view.lower(), at, 1)
            .first()
            .is_some_and(|word| NAMES.contains(word))
    }
}

/// Several words that are a password together: "correct horse battery staple", "Blue Horse 42".
fn phrase(view: &View, first: &Value) -> Option<Range<usize>> {
    const LONGEST: usize = 8;
    if first.quoted {
        return None;
    }
    let text = view.text();
    let mut span = first.span.clone();
    let (mut count, mut numbers, mut predicates) = (0, 0, 0);
    let mut value = Value::over(view, first.span.clone(), false)?;
    loop {
        let lower = value.text.to_lowercase();
        let is_number = value.text.bytes().all(|b| b.is_ascii_digit()) && count > 0;
        let is_word = value.is_bare_word() || value.is_strong();
        let is_predicate =
            !is_word && is_predicate(&lower) && value.text.chars().all(char::is_alphabetic);
        predicates += usize::from(is_predicate);
        if is_number && value.digits().is_none() || !is_number && !is_word && !is_predicate {
            return None;
        }
        if FUNCTION_WORDS.contains(lower.as_str()) || UNITS.contains(lower.as_str()) {
            return None;
        }
        count += 1;
        numbers += usize::from(is_number);
        span.end = value.span.end;
        let next = skip_blanks(text, value.span.end);
        let at_end =
            next == value.span.end || text[next..].starts_with(|c: char| !c.is_alphanumeric());
        if at_end || count >= 2 && value.ends_clause {
            break;
        }
        if count == LONGEST {
            return None;
        }
        value = Value::at(view, next)?;
    }
    // One word of praise or blame may be part of it, as in "correct horse battery staple".
    let plausible = predicates == 0 && (count >= 3 || count == 2 && numbers > 0)
        || predicates == 1 && count >= 4;
    plausible.then_some(span)
}

/// Digits at `at`, in one group or several, perhaps with the signs of a keypad; and how many.
pub(super) fn number(view: &View, at: usize) -> Option<(Range<usize>, usize)> {
    let text = view.text();
    let bytes = text.as_bytes();
    let mut start = at;
    while start < bytes.len() && b" \t\n\"'`*#(:>=~_-".contains(&bytes[start]) && start < at + 6 {
        start += 1;
    }
    let signs = start - at;
    if start > at && b"#*".contains(&bytes[start - 1]) {
        start -= 1;
    }
    let mut end = start;
    let mut digits = 0;
    let mut group = 0;
    let mut at = start;
    while at < bytes.len() && at < start + 40 {
        match bytes[at] {
            b'0'..=b'9' => {
                digits += 1;
                group += 1;
                end = at + 1;
            }
            b'#' | b'*' => end = at + 1,
            // Groups go on over one separator, but a full number followed by a space and another is two numbers.
            b'-' | b' ' | b'/' | b'.' | b','
                if group > 0 && group <= 4 && bytes.get(at + 1).is_some_and(u8::is_ascii_digit) =>
            {
                group = 0
            }
            b'-' | b','
                if bytes.get(at + 1) == Some(&b' ')
                    && bytes.get(at + 2).is_some_and(u8::is_ascii_digit) =>
            {
                group = 0
            }
            b' ' if bytes.get(at + 1) == Some(&b'-') && bytes.get(at + 2) == Some(&b' ') => {
                group = 0;
                at += 1;
            }
            byte if byte.is_ascii_alphabetic() || byte >= 0x80 => {
                if digits > 0 && at == end {
                    return None;
                }
                break;
            }
            _ => break,
        }
        at += 1;
    }
    if digits == 0 || signs > 5 {
        return None;
    }
    let written = &text[start..end];
    let is_decimal = written.contains('.') && digits <= 4;
    let is_amount =
        written.contains(',') && written.split(',').skip(1).all(|group| group.len() == 3);
    let counts_something = Value::over(view, start..end, false)?.counts;
    (!counts_something && !is_decimal && !is_amount && !super::is_date_or_time(written))
        .then_some((start..end, digits))
}

/// Whether the words before the label make its key one to keep or one to share.
pub(super) fn qualifies(before: &[&str], list: &super::super::words::List) -> bool {
    before.iter().take(3).any(|word| list.contains(word))
}
