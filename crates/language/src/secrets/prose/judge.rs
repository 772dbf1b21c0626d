//! Is this value the password that its label announced?

use std::ops::Range;

use super::super::placeholder::{is_gap, is_placeholder, is_stand_in};
use super::super::reading::{floor, mentions, sentence, words_before};
use super::super::view::View;
use super::super::words::{
    ACCOUNTS, ARTICLES, CHANGE_VERBS, CHANGES, DEVICES, FOREIGN_COPULAS, GENERALISERS, LOGIN_WORDS, List, NAMING_WORDS,
    NETWORKS, OPENERS, OWNERS, PIN_OWNERS, PROHIBITIONS, QUESTION_WORDS, STORIES, TICKETS, USER_WORDS, USES, any_in,
};
use super::link::{Link, Site};
use super::nature::is_predicate;
use super::phrase::{announced_phrase, phrase, spoken_phrase};
use super::value::Value;

/// Where passwords are printed for everybody to read.
const DOCUMENTS: [&str; 12] = [
    "in the tutorial",
    "in the docs",
    "in the rfc",
    "in the readme",
    "in the documentation",
    "in the example",
    "from the docs",
    "from the tutorial",
    "docs use",
    "docs say",
    "im tutorial",
    "dans le tuto",
];

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
        if self.is_illustration(site) || self.is_parameter(&value) {
            return None;
        }
        if let Some(span) = self.passphrase(&value, site) {
            return Some(span);
        }
        if self.is_gap(&value, site.link) {
            return None;
        }
        if self.is_plain_password(&value, site) {
            return Some(value.span);
        }
        let takes_words = match site.link {
            Link::Copula | Link::Sign => true,
            Link::To => self.is_being_changed() || self.was_changed(&value, site),
            Link::Loose => self.is_note(&value, site),
            Link::Adjacent | Link::Far | Link::Trailing => false,
        };
        if self.is_announced_otherwise(site) {
            let word = value.ends_clause && value.is_bare_word() && site.link == Link::Adjacent;
            return announced_phrase(self.view, &value).or_else(|| word.then_some(value.span));
        }
        if site.link == Link::Adjacent && mentions(self.view.lower(), self.sentence(), &NETWORKS) {
            return phrase(self.view, &value)
                .filter(|span| self.view.text()[span.clone()].ends_with(|c: char| c.is_ascii_digit()));
        }
        if !takes_words || self.is_general() || self.is_asked_for(&value) {
            return None;
        }
        if self.in_identifier {
            return self.is_setting(&value, site).then_some(value.span);
        }
        let is_passed_on = site.link == Link::Sign && value.is_variable();
        let ends = value.ends_clause || site.link == Link::To && value.ends_clause_or_verb(self.view.lower());
        if ends && value.is_bare_word() && !is_passed_on && !self.is_foreign_remark(&value) {
            return Some(value.span);
        }
        phrase(self.view, &value)
    }

    /// `argon2id, m=65536`: a number that one letter stands for.
    fn is_parameter(&self, value: &Value) -> bool {
        let head = self.view.lower()[..value.span.start].strip_suffix('=');
        let name = head.map_or("", |head| head.rsplit([' ', ',', '(', '$']).next().unwrap_or_default());
        name.len() == 1 && value.digits().is_some()
    }

    /// "¿cómo la recupero?", "wie lautet das Passwort für den Router?".
    fn is_asked_for(&self, value: &Value) -> bool {
        let lower = self.view.lower();
        let around = self.sentence();
        let asks = lower[value.span.end..].trim_start_matches(['"', ' ']).starts_with('?');
        asks && (lower[around.clone()].contains('¿')
            || mentions(lower, around.start..value.span.start.max(around.start), &QUESTION_WORDS))
    }

    /// A sentence that is a passphrase, little words and all: "passphrase for the backup: the barn owl hates mondays".
    fn passphrase(&self, value: &Value, site: Site) -> Option<Range<usize>> {
        let said = words_before(self.view.lower(), value.span.start, 2);
        let is_ours = matches!(said.as_slice(), ["is" | "was", "ours" | "mine"]);
        let is_set = is_ours || matches!(site.link, Link::Sign | Link::Copula) && !self.is_general();
        let label = &self.view.lower()[self.label.clone()];
        let is_phrase = label.ends_with("phrase") || label.ends_with("master");
        (is_set && !self.in_identifier).then(|| spoken_phrase(self.view, value, is_phrase)).flatten()
    }

    /// "user guest and password …", "unlocks with the passphrase …", "master passphrase, in case I vanish: …": no verb
    /// before the value, but no doubt either.
    fn is_announced_otherwise(&self, site: Site) -> bool {
        let (text, lower) = (self.view.text(), self.view.lower());
        match site.link {
            Link::Adjacent => {
                let with_phrase = lower[self.label.clone()].ends_with("phrase")
                    && self.before.iter().take(2).any(|word| matches!(*word, "with" | "using"));
                let in_brackets =
                    text[..self.label.start].ends_with('(') && self.before.first().is_none_or(|word| *word != "your");
                with_phrase || !self.in_identifier && (in_brackets || self.is_after_user() || self.is_means())
            }
            Link::Far => lower[self.label.end..].starts_with(", ") && text[..site.at].trim_end().ends_with(':'),
            _ => false,
        }
    }

    /// "user guest and password …", "mail is bob@example.org, password …": a user and a name for him stand before.
    fn is_after_user(&self) -> bool {
        const REACH: usize = 7;
        let lower = self.view.lower();
        let before = words_before(lower, self.label.start, REACH);
        let is_joint =
            |word: &&&str| matches!(**word, "and" | "und" | "et" | "y" | "e" | "en" | "with" | "mit" | "the");
        let joints = before.iter().take(2).take_while(is_joint).count();
        let joined = joints > 0 || lower[..self.label.start].trim_end().ends_with([',', ';', '/']);
        joined && before.iter().skip(joints + 1).any(|word| USER_WORDS.contains(word))
    }

    /// "open the laptop with password …".
    fn is_means(&self) -> bool {
        let mut before = self.before.iter().skip_while(|word| ARTICLES.contains(**word) || OWNERS.contains(**word));
        let joined = before
            .next()
            .is_some_and(|word| matches!(*word, "with" | "w" | "using" | "mit" | "avec" | "con" | "com" | "met"));
        joined && mentions(self.view.lower(), self.sentence().start..self.label.start, &OPENERS)
    }

    /// "the password was changed to …": one word that ends the clause, for "to" may begin a purpose too.
    fn was_changed(&self, value: &Value, site: Site) -> bool {
        let lower = self.view.lower();
        let until = floor(lower, value.span.end + 16);
        let around = lower[self.label.end..site.at.max(self.label.end)]
            .split(' ')
            .chain(lower[value.span.end..until.max(value.span.end)].split(' '));
        value.ends_clause_or_verb(lower) && around.into_iter().any(|word| CHANGE_VERBS.contains(word))
    }

    /// "la clave del wifi es …": what the label is for leaves no other meaning.
    fn is_of_account(&self, site: Site) -> bool {
        let lower = self.view.lower();
        let between = self.label.end..site.at.max(self.label.end);
        [&ACCOUNTS, &DEVICES, &OPENERS].iter().any(|list| mentions(lower, between.clone(), list))
    }

    /// "wifi password - tangerine": a note that is nothing but the name of a password and the password.
    fn is_note(&self, value: &Value, site: Site) -> bool {
        let (text, lower) = (self.view.text(), self.view.lower());
        let before = words_before(lower, self.label.start, 5);
        let names_one = before.len() <= 4
            && before.iter().all(|word| {
                OWNERS.contains(word) || ACCOUNTS.contains(word) || DEVICES.contains(word) || word.ends_with("'s")
            });
        let direct = site.at - self.label.end <= 4;
        let ends_text = text[value.span.end..].trim_matches([')', '.', '!', ' ']).is_empty();
        names_one && direct && ends_text && value.text.chars().count() >= 5
    }

    /// "log on with the secret word …".
    fn is_word_to_log_in(&self) -> bool {
        let lower = self.view.lower();
        let before = &lower[self.sentence().start..self.label.start];
        lower[self.label.clone()].ends_with("word")
            && ["log on", "log in", "sign in", "unlock"].iter().any(|phrase| before.contains(phrase))
    }

    /// "an example of a weak password is …", "passwords such as …", "PINs can't be sequential like …".
    pub(super) fn is_illustration(&self, site: Site) -> bool {
        let (lower, sentence) = (self.view.lower(), self.sentence());
        let between = &lower[self.label.end..site.at.max(self.label.end)];
        let before = &lower[sentence.start..self.label.start];
        let is_documented = DOCUMENTS.iter().any(|place| lower[sentence.clone()].contains(place));
        is_documented
            || ["example of ", "most common ", "most popular ", "worst "].iter().any(|phrase| before.contains(phrase))
            || ["such as", " like ", "e.g", "for instance", "z.b.", "par exemple", "por ejemplo", "ad esempio"]
                .iter()
                .any(|phrase| between.contains(phrase))
            || mentions(lower, sentence.start..site.at.max(sentence.start), &PROHIBITIONS)
            || mentions(between, 0..between.len(), &STORIES)
    }

    /// Whether the value would be taken for a password whatever else the sentence says.
    fn is_plain_password(&self, value: &Value, site: Site) -> bool {
        match site.link {
            Link::Copula | Link::Sign => {
                value.is_strong() || self.is_number(value) || self.is_quoted_password(value, site.link)
            }
            Link::To => {
                let changed = self.is_being_changed() || any_in(&self.before, &USES) || self.was_changed(value, site);
                changed && self.is_number(value)
                    || value.is_strong() && (changed || value.is_unmistakable())
                    || value.quoted && changed
            }
            Link::Adjacent => {
                value.is_unmistakable()
                    || value.quoted && (value.is_strong() || self.is_quoted_phrase(value))
                    || self.is_number(value) && value.ends_clause
            }
            Link::Loose => {
                let owned_number = || self.is_number(value) && value.ends_clause && self.is_qualified_by(&PIN_OWNERS);
                let noted = || self.is_note(value, site) && (value.is_strong() || self.is_number(value));
                value.is_unmistakable() || value.quoted && value.is_strong() || owned_number() || noted()
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
        let is_ticket = self.before.first().is_some_and(|word| TICKETS.contains(word));
        if is_ticket || self.is_gap(&value, site.link) || self.is_asked_for(&value) {
            return None;
        }
        let accepted = match site.link {
            Link::Sign if self.in_identifier => value.is_strong() || self.is_setting(&value, site),
            _ if self.in_identifier => false,
            Link::Copula | Link::Sign => {
                value.is_strong()
                    || value.quoted && value.text.len() >= 4 && !value.is_thing()
                    || self.is_number(&value)
                    || value.is_bare_word() && value.ends_clause && self.is_of_account(site)
            }
            Link::Adjacent | Link::Loose => {
                let is_word = || {
                    let is_last = value.is_bare_word() && value.ends_clause && site.link == Link::Adjacent;
                    is_last && (self.is_after_user() || self.is_word_to_log_in())
                };
                let is_mixed = value.is_unmistakable() && value.text.len() >= 6;
                let is_login = any_in(&self.before, &LOGIN_WORDS) || any_in(&self.before, &USER_WORDS);
                is_mixed && is_login || is_word()
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
        const ENDINGS: [&str; 12] =
            ["ada", "ado", "ida", "ido", "ata", "ato", "uta", "uto", "ita", "ito", "ert", "iert"];
        let before = words_before(self.view.lower(), value.span.start, 1);
        let foreign_verb = any_in(&before, &FOREIGN_COPULAS);
        let lower = value.text.to_lowercase();
        let is_participle = ENDINGS.iter().any(|ending| lower.ends_with(ending)) && !lower.contains(['_', '-']);
        foreign_verb && (!lower.is_ascii() || is_participle)
    }

    fn is_plural(&self) -> bool {
        self.view.lower()[self.label.end..].starts_with("s ")
    }

    /// "a password is", "no password", "every password": speaking of passwords in general.
    fn is_general(&self) -> bool {
        // In Portuguese "a" is "the".
        let is_article = matches!(&self.view.lower()[self.label.clone()], "senha" | "palavra-passe")
            && self.before.first() == Some(&"a");
        let begins = self.view.text()[..self.label.start].trim_end().ends_with([':', '.', '!']);
        let qualified = self.before.first().is_some_and(|word| GENERALISERS.contains(word) && !is_article);
        qualified && !begins || self.is_plural()
    }

    /// "set", "changed", "reset" before the label make a "to" after it lead to the value.
    pub(super) fn is_being_changed(&self) -> bool {
        const REACH: usize = 8;
        any_in(&words_before(self.view.lower(), self.label.start, REACH), &CHANGES)
    }

    /// Text that marks a gap, or that documentation prints for a password.
    fn is_gap(&self, value: &Value, link: Link) -> bool {
        if link == Link::Copula && !self.in_identifier {
            return is_gap(value.text) || value.text.to_lowercase().contains("your");
        }
        // In a note "password: password123" is one; in a program the same words are an example.
        let in_a_note = !value.quoted && !self.in_identifier && value.shape().digits > 0;
        if in_a_note { is_stand_in(value.text) } else { is_placeholder(value.text) }
    }

    /// Digits that count nothing; in `PASSWORD_TIMEOUT = 3600` they do.
    fn is_number(&self, value: &Value) -> bool {
        value.digits().is_some_and(|digits| digits >= if self.in_identifier { 6 } else { 4 })
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
        joined && value.text.len() >= 10 && !value.is_thing() && !self.in_identifier && value.ends_clause
    }

    /// `DB_PASSWORD=kittens`: an assignment without spaces, as in a shell or an .env file.
    fn is_setting(&self, value: &Value, site: Site) -> bool {
        let written = &self.view.text()[self.label.clone()];
        let tight = site.link == Link::Sign && self.view.text()[..site.at].ends_with('=');
        let shouted = written.bytes().all(|byte| !byte.is_ascii_lowercase());
        // In a list of settings the sign has a space behind it, where a word alone could be a remark.
        let listed = site.link == Link::Sign && value.text.contains('-');
        (tight || listed) && shouted && value.text.len() >= 4 && value.is_bare_word() && !value.is_variable()
    }

    /// "password for netflix hunter2": a password that ends the phrase about its label.
    fn is_last_word(&self, value: &Value, site: Site, at_least: usize) -> bool {
        let is_rest = self.view.text()[..value.span.start].ends_with('/');
        value.is_unmistakable()
            && value.ends_clause
            && value.text.len() >= at_least
            && !is_rest
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
