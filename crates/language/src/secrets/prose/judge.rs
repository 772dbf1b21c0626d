//! Is this value the password that its label announced?

use std::ops::Range;

use super::super::placeholder::{is_gap, is_placeholder, is_stand_in};
use super::super::reading::{mentions, sentence, words_before};
use super::super::view::View;
use super::super::words::{
    CHANGES, FOREIGN_COPULAS, GENERALISERS, LOGIN_WORDS, List, NAMING_WORDS, NETWORKS, PIN_OWNERS,
    TICKETS, USES, any_in,
};
use super::link::{Link, Site};
use super::nature::is_predicate;
use super::phrase::phrase;
use super::value::Value;

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
    /// The span of the password at `site`, if there is one.
    pub(super) fn password(&self, site: Site) -> Option<Range<usize>> {
        let value = Value::at(self.view, site.at)?;
        if self.is_gap(&value, site.link) {
            return None;
        }
        if self.is_plain_password(&value, site) {
            return Some(value.span);
        }
        let takes_words = match site.link {
            Link::Copula | Link::Sign => true,
            Link::To => self.is_being_changed(),
            Link::Adjacent | Link::Loose | Link::Far | Link::Trailing => false,
        };
        if site.link == Link::Adjacent && mentions(self.view.lower(), self.sentence(), &NETWORKS) {
            return phrase(self.view, &value).filter(|span| {
                self.view.text()[span.clone()].ends_with(|c: char| c.is_ascii_digit())
            });
        }
        if !takes_words || self.is_general() {
            return None;
        }
        if self.in_identifier {
            return self.is_setting(&value, site).then_some(value.span);
        }
        if value.ends_clause && value.is_bare_word() && !self.is_foreign_remark(&value) {
            return Some(value.span);
        }
        phrase(self.view, &value)
    }

    /// Whether the value would be taken for a password whatever else the sentence says.
    fn is_plain_password(&self, value: &Value, site: Site) -> bool {
        match site.link {
            Link::Copula | Link::Sign => {
                value.is_strong()
                    || self.is_number(value)
                    || self.is_quoted_password(value, site.link)
            }
            Link::To => {
                let changed = self.is_being_changed() || any_in(&self.before, &USES);
                value.is_strong() && (changed || value.is_unmistakable()) || value.quoted && changed
            }
            Link::Adjacent => {
                value.is_unmistakable()
                    || value.quoted && (value.is_strong() || self.is_quoted_phrase(value))
                    || self.is_number(value) && value.ends_clause
            }
            Link::Loose => {
                let owned_number = || {
                    self.is_number(value) && value.ends_clause && self.is_qualified_by(&PIN_OWNERS)
                };
                value.is_unmistakable() || value.quoted && value.is_strong() || owned_number()
            }
            Link::Far => {
                let said = !self.view.text()[..site.at].ends_with(['=', ':']);
                let quoted = said && self.is_quoted_password(value, Link::Copula);
                value.text.len() >= 6 && (value.is_unmistakable() || quoted)
            }
            Link::Trailing => self.is_last_word(value, site, 6),
        }
    }

    /// The password after a label that has everyday meanings too, such as "pass" or "clave".
    pub(super) fn pass(&self, site: Site) -> Option<Range<usize>> {
        let value = Value::at(self.view, site.at)?;
        let is_ticket = self
            .before
            .first()
            .is_some_and(|word| TICKETS.contains(word));
        if is_ticket || self.is_gap(&value, site.link) {
            return None;
        }
        let accepted = match site.link {
            Link::Sign if self.in_identifier => value.is_strong() || self.is_setting(&value, site),
            _ if self.in_identifier => false,
            Link::Copula | Link::Sign => {
                value.is_strong()
                    || value.quoted && value.text.len() >= 4 && !value.is_thing()
                    || self.is_number(&value)
            }
            Link::Adjacent | Link::Loose => {
                value.is_unmistakable()
                    && value.text.len() >= 6
                    && any_in(&self.before, &LOGIN_WORDS)
            }
            Link::Far => {
                let is_verb = &self.view.lower()[self.label.clone()] == "pass";
                value.is_unmistakable() && value.text.len() >= 6 && !is_verb
            }
            Link::Trailing => self.is_last_word(&value, site, 7),
            Link::To => false,
        };
        accepted.then_some(value.span)
    }

    /// "la password è scaduta", "пароль был изменён": after a verb of another language a participle is no password.
    fn is_foreign_remark(&self, value: &Value) -> bool {
        const ENDINGS: [&str; 12] = [
            "ada", "ado", "ida", "ido", "ata", "ato", "uta", "uto", "ita", "ito", "ert", "iert",
        ];
        let before = words_before(self.view.lower(), value.span.start, 1);
        let foreign_verb = any_in(&before, &FOREIGN_COPULAS);
        let lower = value.text.to_lowercase();
        let is_participle =
            ENDINGS.iter().any(|ending| lower.ends_with(ending)) && !lower.contains(['_', '-']);
        foreign_verb && (!lower.is_ascii() || is_participle)
    }

    fn is_plural(&self) -> bool {
        self.view.lower()[self.label.end..].starts_with("s ")
    }

    /// "a password is", "no password", "every password": speaking of passwords in general.
    fn is_general(&self) -> bool {
        self.before
            .first()
            .is_some_and(|word| GENERALISERS.contains(word))
            || self.is_plural()
    }

    /// "set", "changed", "reset" before the label make a "to" after it lead to the value.
    pub(super) fn is_being_changed(&self) -> bool {
        any_in(&self.before, &CHANGES)
    }

    /// Text that marks a gap, or that documentation prints for a password.
    fn is_gap(&self, value: &Value, link: Link) -> bool {
        if link == Link::Copula && !self.in_identifier {
            return is_gap(value.text) || value.text.to_lowercase().contains("your");
        }
        // In a note "password: password123" is one; in a program the same words are an example.
        let in_a_note = !value.quoted && !self.in_identifier && value.shape().digits > 0;
        if in_a_note {
            is_stand_in(value.text)
        } else {
            is_placeholder(value.text)
        }
    }

    /// Digits that count nothing; in `PASSWORD_TIMEOUT = 3600` they do.
    fn is_number(&self, value: &Value) -> bool {
        value
            .digits()
            .is_some_and(|digits| digits >= if self.in_identifier { 6 } else { 4 })
    }

    fn is_quoted_password(&self, value: &Value, link: Link) -> bool {
        let is_remark = is_predicate(&value.text.to_lowercase());
        let long_setting = link == Link::Sign && value.text.len() >= 6;
        value.quoted
            && value.text.chars().count() >= 3
            && !value.is_thing()
            && !value.is_code()
            && (!is_remark || long_setting)
    }

    /// `passphrase "syrup-on-everything"`: quoted without a verb, and longer than a name for a field would be.
    fn is_quoted_phrase(&self, value: &Value) -> bool {
        let joined = value.text.contains(['-', ' ', '_']);
        joined
            && value.text.len() >= 10
            && !value.is_thing()
            && !self.in_identifier
            && value.ends_clause
    }

    /// `DB_PASSWORD=kittens`: an assignment without spaces, as in a shell or an .env file.
    fn is_setting(&self, value: &Value, site: Site) -> bool {
        let written = &self.view.text()[self.label.clone()];
        let tight = site.link == Link::Sign && self.view.text()[..site.at].ends_with('=');
        let shouted = written.bytes().all(|byte| !byte.is_ascii_lowercase());
        tight && shouted && value.text.len() >= 4 && value.is_bare_word()
    }

    /// "password for netflix hunter2": a password that ends the phrase about its label.
    fn is_last_word(&self, value: &Value, site: Site, at_least: usize) -> bool {
        value.is_unmistakable()
            && value.ends_clause
            && value.text.len() >= at_least
            && !self.names_a_thing(site.at)
    }

    /// "password for user bob42": the word before says what the token is.
    pub(super) fn names_a_thing(&self, at: usize) -> bool {
        let before = words_before(self.view.lower(), at, 1);
        any_in(&before, &NAMING_WORDS)
    }

    pub(super) fn sentence(&self) -> Range<usize> {
        sentence(self.view.lower(), self.label.start)
    }

    /// Whether the three words before the label include one of `list`.
    pub(super) fn is_qualified_by(&self, list: &List) -> bool {
        self.before.iter().take(3).any(|word| list.contains(word))
    }
}
