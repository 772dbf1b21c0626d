//! Is there a password beside a user name?

use std::ops::Range;

use super::super::placeholder::is_placeholder;
use super::super::reading::{skip_blanks, skip_while, word_at};
use super::judge::Announced;
use super::link::{Link, Site};
use super::value::Value;

/// Passwords that devices ship with. They are words, but after a user name they are nothing else.
const FACTORY: [&str; 10] = [
    "admin",
    "root",
    "toor",
    "guest",
    "administrator",
    "raspberry",
    "default",
    "letmein",
    "1234",
    "0000",
];

impl Announced<'_> {
    /// "login is bob / s3cret!", "creds: admin:hunter2", "wifi: HomeNet, Sunflower99".
    pub(super) fn login(&self, site: Site) -> Option<Range<usize>> {
        if matches!(site.link, Link::Trailing | Link::To) {
            return None;
        }
        let text = self.view.text();
        let user = Value::at(self.view, site.at)?;
        if is_placeholder(user.text) && !FACTORY.contains(&user.text) || !is_name(user.text) {
            return None;
        }
        let label = &self.view.lower()[self.label.clone()];
        let is_pair = label.starts_with("cred")
            || label.contains("log")
            || label.ends_with("daten")
            || label.starts_with("sign");
        if let Some(span) = self.joined_pair(&user, is_pair) {
            return Some(span);
        }
        let (after, slash) = separator(text, user.span.end + usize::from(user.quoted))?;
        let value = Value::at(self.view, after)?;
        let factory = slash && is_pair && FACTORY.contains(&value.text);
        let convincing = if slash {
            value.is_strong()
        } else {
            value.is_unmistakable() && value.text.len() >= 6
        };
        let explicit = matches!(site.link, Link::Sign | Link::Copula) || is_pair;
        (explicit && (convincing || factory) && !is_placeholder(value.text)).then_some(value.span)
    }

    /// `bob:s3cret!` or `bob/s3cret!` in one token.
    fn joined_pair(&self, token: &Value, is_pair: bool) -> Option<Range<usize>> {
        let at = token.text.find([':', '/', '|'])?;
        let (name, password) = (&token.text[..at], &token.text[at + 1..]);
        let start = token.span.start + at + 1;
        let value = Value::over(self.view, start..token.span.end, false)?;
        let factory = is_pair && FACTORY.contains(&password);
        let plain_name = !name.is_empty()
            && name
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || b"._-@+".contains(&b));
        let convincing = value.is_strong() && !password.contains('/') && password.len() >= 5;
        (plain_name && is_pair && (convincing || factory) && !is_placeholder(password))
            .then_some(value.span)
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

/// The place after what separates a user name from a password, and whether that was a slash or the like.
fn separator(text: &str, at: usize) -> Option<(usize, bool)> {
    let mut at = skip_blanks(text, at);
    let rest = &text[at..];
    if let Some(first) = rest.chars().next()
        && matches!(
            first,
            '/' | '|' | ':' | ',' | ';' | '\n' | '-' | '+' | '&' | '"' | ')'
        )
    {
        at = skip_while(text, at, |byte| b"/|:,;\n-+&\") ".contains(&byte));
        let word = word_at(text, at);
        let joint =
            ["and", "then", "with", "key", "password", "pass"].contains(&&text[word.clone()]);
        let after = if joint {
            skip_blanks(text, word.end)
        } else {
            at
        };
        return Some((after, matches!(first, '/' | '|' | ':')));
    }
    let word = word_at(text, at);
    let joint =
        ["and", "with", "then", "plus", "und", "y", "et", "key"].contains(&&text[word.clone()]);
    joint.then(|| (skip_blanks(text, word.end), false))
}
