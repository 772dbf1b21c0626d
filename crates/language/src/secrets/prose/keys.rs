//! Is this a key, token or secret, given that one was announced?

use std::ops::Range;

use super::super::placeholder::is_placeholder;
use super::super::reading::words;
use super::super::shape::{Shape, is_hex, is_uuid, is_wordy, looks_random};
use super::super::words::{KEY_PUBLIC, KEY_QUALIFIERS};
use super::judge::{Announced, qualifies};
use super::link::{Link, Site};
use super::value::Value;

impl Announced<'_> {
    /// A generated value after "key", "token" or "secret".
    pub(super) fn key(&self, site: Site) -> Option<Range<usize>> {
        let value = Value::at(self.view, site.at)?;
        let token = trim_url(value.text, self.in_url());
        let span = value.span.start..value.span.start + token.len();
        if matches!(site.link, Link::To | Link::Trailing)
            || is_placeholder(token)
            || token.contains("://")
        {
            return None;
        }
        let label = &self.view.lower()[self.label.clone()];
        let is_key = label.contains("key")
            || matches!(
                label,
                "k3y" | "cle" | "schlussel" | "chave" | "llave" | "chiave" | "ключ" | "キー"
            );
        let qualifiers = self.qualifiers();
        let is_public = qualifies(&qualifiers, &KEY_PUBLIC) || self.is_fingerprint(&qualifiers);
        if is_public || is_digest(token) {
            return None;
        }
        let is_secret_kind = !is_key || label.len() > 4 || qualifies(&qualifiers, &KEY_QUALIFIERS);
        let shape = Shape::of(token);
        let explicit = matches!(site.link, Link::Sign | Link::Copula);
        let accepted = if is_uuid(token) || is_hex(token) {
            let long_enough = if is_secret_kind { 16 } else { 64 };
            token.len() >= long_enough && shape.digits > 0 && shape.letters() > 0 && is_secret_kind
        } else if matches!(
            label,
            "session" | "sid" | "auth" | "signature" | "sig" | "cookie" | "secret" | "secrets"
        ) {
            let short_secret = label.starts_with("secret")
                && site.link == Link::Sign
                && value.is_unmistakable()
                && token.len() >= 8;
            explicit && token.len() >= 12 && looks_random(token) || short_secret
        } else {
            let generated = looks_random(token) && token.len() >= 10;
            let short = is_secret_kind
                && explicit
                && value.is_unmistakable()
                && token.len() >= 8
                && !is_wordy(token);
            let setting = self.in_identifier
                && site.link == Link::Sign
                && value.is_unmistakable()
                && token.len() >= 8
                && !is_wordy(token);
            let quoted = value.quoted
                && site.link == Link::Sign
                && is_secret_kind
                && value.is_strong()
                && token.len() >= 8
                && !is_wordy(token);
            generated && (explicit || site.link != Link::Loose || is_secret_kind)
                || short
                || setting
                || quoted
        };
        (accepted && shape.letters() > 0 && !self.is_program_text(token)).then_some(span)
    }

    /// A key of letters and digits in groups, as printed on a router: "wifi key 8842-abcd".
    pub(super) fn network_key(&self, site: Site) -> Option<Range<usize>> {
        let label = &self.view.lower()[self.label.clone()];
        let network = label == "psk"
            || self.before.iter().take(2).any(|w| {
                [
                    "wifi", "wi-fi", "fi", "wireless", "network", "wlan", "router", "wpa", "wpa2",
                    "wpa3",
                ]
                .contains(w)
            });
        let value = Value::at(self.view, site.at)?;
        let explicit = matches!(site.link, Link::Sign | Link::Copula);
        let accepted = network
            && (value.is_unmistakable() || explicit && value.digits().is_some_and(|n| n >= 8));
        (accepted && !is_placeholder(value.text)).then_some(value.span)
    }

    /// The words and the parts of the identifier before the label.
    fn qualifiers(&self) -> Vec<&str> {
        let mut qualifiers = self.before.clone();
        if self.in_identifier {
            let from = super::super::reading::chunk(self.view.lower(), self.label.start).start;
            let name = self
                .view
                .lower()
                .get(from..self.label.start)
                .unwrap_or_default();
            let mut parts: Vec<&str> = name
                .split(|c: char| !c.is_alphanumeric())
                .filter(|part| !part.is_empty())
                .collect();
            parts.reverse();
            parts.truncate(3);
            qualifiers.splice(0..0, parts);
        }
        qualifiers
    }

    fn is_fingerprint(&self, qualifiers: &[&str]) -> bool {
        let marks = [
            "fingerprint",
            "hash",
            "checksum",
            "commit",
            "contract",
            "erc20",
            "erc-20",
            "csrf-free",
        ];
        let lower = self.view.lower();
        let after = words(
            lower,
            self.label.end..super::super::reading::floor(lower, self.label.end + 24),
        )
        .next();
        let follows = after.is_some_and(|word| {
            [
                "id",
                "ids",
                "fingerprint",
                "address",
                "contract",
                "hash",
                "symbol",
                "name",
                "type",
                "count",
            ]
            .contains(&&lower[word])
        });
        follows || qualifiers.iter().take(2).any(|word| marks.contains(word))
    }

    /// In a link, a value ends at the next parameter.
    fn in_url(&self) -> bool {
        let before = self.view.text()[..self.label.start].chars().next_back();
        matches!(before, Some('?' | '&'))
    }

    fn is_program_text(&self, token: &str) -> bool {
        token.contains(['(', '{', '[', '<', '"'])
            || token.starts_with('.')
            || token.contains("::")
            || token.ends_with(':')
    }
}

fn trim_url(token: &str, in_url: bool) -> &str {
    let token = if in_url {
        token.split(['&', '#']).next().unwrap_or(token)
    } else {
        token
    };
    token.trim_end_matches([',', ';', ':', '.'])
}

/// `sha256:…`, `sha512-…`: a fingerprint that says so.
pub(super) fn is_digest(token: &str) -> bool {
    let lower = token.to_ascii_lowercase();
    [
        "sha1", "sha256", "sha384", "sha512", "md5", "h1:", "blake", "ssh-", "0x",
    ]
    .iter()
    .any(|start| lower.starts_with(start))
        && !(lower.starts_with("0x") && token.len() == 66)
}
