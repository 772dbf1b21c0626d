//! Is there a password beside a user name?

use std::ops::Range;

use super::super::placeholder::{is_gap, is_placeholder};
use super::super::reading::{skip_blanks, skip_while, word_at};
use super::super::words::{FACTORY, NETWORKS};
use super::judge::Announced;
use super::link::{Link, Site};
use super::value::Value;

impl Announced<'_> {
    /// "login is bob / s3cret!", "creds: admin:hunter2", "wifi: HomeNet, Sunflower99".
    pub(super) fn login(&self, site: Site) -> Option<Range<usize>> {
        if matches!(site.link, Link::Trailing | Link::To | Link::Far) {
            return None;
        }
        if let Some(span) = self.recommended(site) {
            return Some(span);
        }
        let user = Value::at(self.view, site.at)?;
        if is_gap(user.text) || !is_name(user.text) {
            return None;
        }
        if let Some(span) = self.joined_pair(&user) {
            return Some(span);
        }
        let separator =
            Separator::after(self.view.text(), user.span.end + usize::from(user.quoted))?;
        let value = Value::at(self.view, separator.end)?;
        let convincing = if separator.is_slash {
            value.is_strong() || self.is_pair() && FACTORY.contains(value.text)
        } else {
            value.is_unmistakable() && value.text.len() >= 6
        };
        let explicit = matches!(site.link, Link::Sign | Link::Copula) || self.is_pair();
        let documented = is_placeholder(value.text) && !FACTORY.contains(value.text);
        (explicit && convincing && !documented).then_some(value.span)
    }

    /// "Spotify: sam / D1scoInferno", "gmail / Sandcastle#5", "Hulu: kim@example.org with Sw33tPotato".
    pub(super) fn service_login(&self) -> Option<Range<usize>> {
        let text = self.view.text();
        let rest = &text[self.label.end..];
        if rest.starts_with(" / ") {
            return self.second_half(self.label.end + 3);
        }
        let intro = [": ", " = ", " - ", " is ", " it's ", " -> ", " "]
            .iter()
            .find(|intro| rest.starts_with(**intro))?;
        let user = Value::at(self.view, self.label.end + intro.len())?;
        let after = &text[user.span.end + usize::from(user.quoted)..];
        let is_mail = user.text.contains('@') && user.text.contains('.');
        let joints: &[&str] = if is_mail {
            &[" / ", " with ", " and then ", ", then ", " | ", " + "]
        } else {
            &[" / ", " | "]
        };
        let joint = joints.iter().find(|joint| after.starts_with(**joint))?;
        (is_mail || *intro != " " && is_name(user.text))
            .then(|| self.second_half(text.len() - after.len() + joint.len()))
            .flatten()
    }

    fn second_half(&self, at: usize) -> Option<Range<usize>> {
        let value = Value::at(self.view, at)?;
        let mixed =
            value.shape().digits > 0 && value.shape().letters() > 3 || value.shape().symbols > 0;
        (value.is_unmistakable()
            && value.text.len() >= 6
            && mixed
            && value.ends_clause
            && !is_placeholder(value.text))
        .then_some(value.span)
    }

    /// "admin / Fj0rd!House": the label is the user name.
    pub(super) fn after_user(&self) -> Option<Range<usize>> {
        let text = self.view.text();
        let label = &self.view.lower()[self.label.clone()];
        let separator = Separator::after(text, self.label.end)?;
        let apart = text[self.label.end..separator.end].contains(" / ")
            || text[self.label.end..].starts_with(':');
        let value = Value::at(self.view, separator.end)?;
        let is_user = matches!(label, "admin" | "root" | "administrator");
        (is_user
            && separator.is_slash
            && apart
            && value.is_unmistakable()
            && !is_placeholder(value.text))
        .then_some(value.span)
    }

    /// "for the wifi use …", "SSID Home, people type in …".
    fn recommended(&self, site: Site) -> Option<Range<usize>> {
        const VERBS: [&str; 4] = ["use", "try", "type", "enter"];
        let word = word_at(self.view.lower(), site.at);
        let verb = NETWORKS.contains(&self.view.lower()[self.label.clone()])
            && VERBS.contains(&&self.view.lower()[word.clone()]);
        let value = verb.then(|| Value::at(self.view, word.end)).flatten()?;
        (value.text.len() >= 8 && value.is_unmistakable()).then_some(value.span)
    }

    /// `bob:s3cret!` or `bob/s3cret!` in one token.
    fn joined_pair(&self, token: &Value) -> Option<Range<usize>> {
        let at = token.text.find([':', '/', '|'])?;
        let (name, password) = (&token.text[..at], &token.text[at + 1..]);
        let value = Value::over(self.view, token.span.start + at + 1..token.span.end, false)?;
        let plain_name = !name.is_empty()
            && name
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || b"._-@+".contains(&b));
        let factory = FACTORY.contains(password);
        let convincing = value.is_strong()
            && !password.contains('/')
            && password.len() >= 5
            && !is_placeholder(password);
        (plain_name && self.is_pair() && (convincing || factory)).then_some(value.span)
    }

    /// Whether the label promises a user name and a password, not just one of them.
    fn is_pair(&self) -> bool {
        let label = &self.view.lower()[self.label.clone()];
        label.starts_with("cred")
            || label.contains("log")
            || label.ends_with("daten")
            || label.starts_with("sign")
            || label.starts_with("get in")
    }
}

/// Something a person or a network could be called.
fn is_name(text: &str) -> bool {
    text.len() <= 80
        && !text.contains("://")
        && text
            .chars()
            .all(|c| c.is_alphanumeric() || "._-@+:/|!$#%&*".contains(c))
}

/// What stands between a user name and a password.
struct Separator {
    end: usize,
    is_slash: bool,
}

impl Separator {
    fn after(text: &str, at: usize) -> Option<Self> {
        const JOINTS: [&str; 10] = [
            "and", "with", "then", "plus", "und", "y", "et", "key", "password", "pass",
        ];
        let at = skip_blanks(text, at);
        let sign = text[at..]
            .chars()
            .next()
            .filter(|c| "/|:,;-+&\")".contains(*c));
        let after_sign = skip_while(text, at, |byte| {
            sign.is_some() && b"/|:,;-+&\") ".contains(&byte)
        });
        let mut end = after_sign;
        let mut joint = false;
        // "and then", "and password"
        for _ in 0..2 {
            let word = word_at(text, end);
            if !JOINTS.contains(&&text[word.clone()]) {
                break;
            }
            joint = true;
            end = skip_blanks(text, word.end);
        }
        (sign.is_some() || joint).then_some(Self {
            end,
            is_slash: matches!(sign, Some('/' | '|' | ':')),
        })
    }
}
