//! Is there a password beside a user name?

use std::ops::Range;

use super::super::placeholder::{is_gap, is_placeholder};
use super::super::reading::{mentions, skip_blanks, skip_while, word_at};
use super::super::words::{FACTORY, MANUALS, NETWORKS};
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
        if user.quoted && self.is_spelled_out(site) {
            return Some(user.span);
        }
        if is_gap(user.text) || !is_name(user.text) {
            return None;
        }
        if site.link != Link::Loose
            && let Some(span) = self.joined_pair(&user)
        {
            return Some(span);
        }
        let separator = Separator::after(self.view.text(), user.span.end + usize::from(user.quoted))?;
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

    /// "the wifi is "notyournetwork" all lowercase": how it is written matters only to somebody who types it.
    fn is_spelled_out(&self, site: Site) -> bool {
        const SPELLINGS: [&str; 6] =
            ["all lowercase", "all lower case", "all caps", "one word", "no spaces", "zusammengeschrieben"];
        let (lower, around) = (self.view.lower(), self.sentence());
        let is_network = NETWORKS.contains(&lower[self.label.clone()]);
        is_network && site.link == Link::Copula && SPELLINGS.iter().any(|said| lower[around.clone()].contains(said))
    }

    /// `bob:s3cret!` or `bob/s3cret!` in one token.
    fn joined_pair(&self, token: &Value) -> Option<Range<usize>> {
        let at = token.text.find([':', '/', '|'])?;
        let (name, password) = (&token.text[..at], &token.text[at + 1..]);
        let value = Value::over(self.view, token.span.start + at + 1..token.span.end, false)?;
        let plain_name = !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"._-@+".contains(&b));
        let factory = FACTORY.contains(password) && !mentions(self.view.lower(), self.sentence(), &MANUALS);
        let convincing =
            value.is_strong() && !password.contains('/') && password.len() >= 5 && !is_placeholder(password);
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
pub(super) fn is_name(text: &str) -> bool {
    text.len() <= 80
        && !text.contains("://")
        && text.chars().all(|c| c.is_alphanumeric() || "._-@+:/|!$#%&*".contains(c))
}

/// What stands between a user name and a password.
struct Separator {
    end: usize,
    is_slash: bool,
}

impl Separator {
    fn after(text: &str, at: usize) -> Option<Self> {
        const JOINTS: [&str; 10] = ["and", "with", "then", "plus", "und", "y", "et", "key", "password", "pass"];
        let at = skip_blanks(text, at);
        let sign = text[at..].chars().next().filter(|c| "/|:,;-+&\")".contains(*c));
        let after_sign = skip_while(text, at, |byte| sign.is_some() && b"/|:,;-+&\") ".contains(&byte));
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
        (sign.is_some() || joint).then_some(Self { end, is_slash: matches!(sign, Some('/' | '|' | ':')) })
    }
}
