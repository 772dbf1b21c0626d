//! Is this a key, token or secret, given that one was announced?

use std::ops::Range;

use super::super::placeholder::is_placeholder;
use super::super::reading::{chunk, floor, mentions, words};
use super::super::shape::{Shape, is_hex, is_uuid, is_wordy, looks_random};
use super::super::words::{KEY_NAMES, KEY_PUBLIC, KEY_QUALIFIERS, NETWORKS, PUBLIC_CUES};
use super::judge::Announced;
use super::link::{Link, Site};
use super::opening::Number;
use super::phrase::spoken_phrase;
use super::value::Value;

/// Routers are printed with keys of sixteen or twenty digits.
const FEWEST_IN_GROUPS: usize = 12;

impl Announced<'_> {
    /// A generated value after "key", "token" or "secret".
    pub(super) fn key(&self, site: Site) -> Option<Range<usize>> {
        if matches!(site.link, Link::To | Link::Trailing) {
            return None;
        }
        let value = Value::at(self.view, site.at)?;
        let token = self.without_next_parameter(value.text);
        let is_other =
            is_placeholder(token) || is_digest(token) || is_program_text(token) || Shape::of(token).letters() == 0;
        let between = self.label.end..site.at.max(self.label.end);
        if is_other || self.is_public_key() || mentions(self.view.lower(), between, &PUBLIC_CUES) {
            return None;
        }
        let accepted = if self.is_weak_label() && is_uuid(token) {
            false
        } else if is_uuid(token) || is_hex(token) {
            token.len() >= 16 && Shape::of(token).digits > 0 && self.is_secret_kind()
        } else if self.is_weak_label() {
            self.is_explicit_secret(&value, token, site.link)
        } else {
            self.is_generated(&value, token, site.link)
        };
        accepted.then(|| value.span.start..value.span.start + token.len())
    }

    /// A value after "key" or "token" that shows by its randomness, or by how it is set, that it is one.
    fn is_generated(&self, value: &Value, token: &str, link: Link) -> bool {
        let explicit = matches!(link, Link::Sign | Link::Copula);
        if looks_random(token) && token.len() >= 10 && self.is_secret_kind() {
            return true;
        }
        // "key" alone may be the key of a cache or a map.
        if looks_random(token) && token.len() >= 20 && Shape::of(token).has_all_three() {
            return explicit || link == Link::Adjacent;
        }
        let set = explicit && self.is_secret_kind() || self.in_identifier && link == Link::Sign;
        let mixed = value.is_unmistakable() || value.quoted && value.is_strong();
        set && mixed && token.len() >= 8 && !is_wordy(token)
    }

    /// "session", "signature" and "secret" announce many things; only a long random value is taken, or a short one that was
    /// set as a secret.
    fn is_explicit_secret(&self, value: &Value, token: &str, link: Link) -> bool {
        let generated = token.len() >= 12 && looks_random(token);
        let set = link == Link::Sign
            && self.label_text().starts_with("secret")
            && value.is_unmistakable()
            && token.len() >= 8;
        matches!(link, Link::Sign | Link::Copula) && (generated || set)
    }

    /// A key of letters and digits in groups, as printed on a router: "wifi key 8842-abcd".
    pub(super) fn network_key(&self, site: Site) -> Option<Range<usize>> {
        let value = Value::at(self.view, site.at)?;
        let explicit = matches!(site.link, Link::Sign | Link::Copula);
        let groups = Number::at(self.view, site.at).filter(|number| number.digits >= FEWEST_IN_GROUPS);
        let of_network = self.label_text() == "psk"
            || self.is_qualified_by(&NETWORKS)
            || explicit && mentions(self.view.lower(), self.sentence(), &NETWORKS);
        if of_network && let Some(number) = groups {
            return Some(number.span);
        }
        if of_network
            && explicit
            && let Some(span) = spoken_phrase(self.view, &value, false)
        {
            return Some(span);
        }
        let is_word = value.is_bare_word() && value.ends_clause && value.text.len() >= 8;
        let is_number = value.digits().is_some_and(|digits| digits >= 8);
        let is_quoted = value.quoted && self.label_text() == "psk" && value.text.len() >= 8;
        let is_key = is_quoted || value.is_unmistakable() || explicit && (is_number || is_word);
        (of_network && is_key && !is_placeholder(value.text)).then_some(value.span)
    }

    fn label_text(&self) -> &str {
        &self.view.lower()[self.label.clone()]
    }

    fn is_weak_label(&self) -> bool {
        matches!(self.label_text(), "session" | "sid" | "auth" | "sig" | "cookie" | "secret" | "secrets")
    }

    /// Whether the label alone, or a word before it, says that the key opens something.
    fn is_secret_kind(&self) -> bool {
        let label = self.label_text();
        let just_a_key = matches!(
            label,
            "key"
                | "keys"
                | "k3y"
                | "cle"
                | "schlussel"
                | "chave"
                | "llave"
                | "chiave"
                | "ключ"
                | "キー"
                | "sleutel"
                | "nyckel"
                | "klucz"
        );
        !just_a_key || self.qualifiers().iter().take(3).any(|word| KEY_QUALIFIERS.contains(word))
    }

    /// "primary key", "token address", "key fingerprint".
    fn is_public_key(&self) -> bool {
        let lower = self.view.lower();
        let follows = words(lower, self.label.end..floor(lower, self.label.end + 24)).next();
        let names_one = follows.is_some_and(|word| KEY_NAMES.contains(&lower[word]));
        names_one || self.qualifiers().iter().take(3).any(|word| KEY_PUBLIC.contains(word))
    }

    /// The words and the parts of the identifier before the label, nearest first.
    fn qualifiers(&self) -> Vec<&str> {
        let mut qualifiers = Vec::new();
        if self.in_identifier {
            let from = chunk(self.view.lower(), self.label.start).start;
            let name = self.view.lower().get(from..self.label.start).unwrap_or_default();
            qualifiers.extend(name.rsplit(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty()).take(3));
        }
        qualifiers.extend(&self.before);
        qualifiers
    }

    /// In a link, a value ends at the next parameter.
    fn without_next_parameter<'t>(&self, token: &'t str) -> &'t str {
        let in_link = self.view.text()[..self.label.start].ends_with(['?', '&']);
        let token = if in_link { token.split(['&', '#']).next().unwrap_or(token) } else { token };
        token.trim_end_matches([',', ';', ':', '.'])
    }
}

/// A call, a path or an identifier in snake case.
fn is_program_text(token: &str) -> bool {
    let is_snake_case =
        token.contains('_') && token.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_') && {
            let digits = token.bytes().filter(u8::is_ascii_digit).count();
            digits <= 3
        };
    is_snake_case
        || token.contains(['(', '{', '[', '<', '"'])
        || token.starts_with('.')
        || token.contains("::")
        || token.contains("://")
}

/// `sha256:…`, `sha512-…`: a fingerprint that says so. A private key of a wallet has 64 digits after its `0x`.
fn is_digest(token: &str) -> bool {
    let lower = token.to_ascii_lowercase();
    let says_so = ["sha1", "sha256", "sha384", "sha512", "md5", "h1:", "blake", "ssh-"]
        .iter()
        .any(|start| lower.starts_with(start));
    says_so || lower.starts_with("0x") && token.len() != 66
}
