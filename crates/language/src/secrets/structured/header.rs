//! Tokens in headers, on command lines and in the fixed forms of a few services.

use std::ops::Range;

use super::super::base64;
use super::super::placeholder::{is_placeholder, is_published};
use super::super::reading::{floor, skip_blanks, skip_while};
use super::super::shape::{Shape, looks_random};
use super::super::view::View;
use super::super::{Finding, SecretKind};

/// `Bearer <token>`.
pub(super) fn bearer(view: &View, at: Range<usize>) -> Option<Finding> {
    let text = view.text();
    let start = skip_while(text, at.end, |byte| b" :\"'`=".contains(&byte));
    let length =
        text[start..].bytes().take(4_000).take_while(|b| b.is_ascii_alphanumeric() || b"-_.=+/~".contains(b)).count();
    let token = text[start..start + length].trim_end_matches('.');
    let shape = Shape::of(token);
    let generated =
        token.len() >= 16 && (looks_random(token) || shape.digits > 2) || token.len() >= 10 && looks_random(token);
    (start > at.end && generated && shape.digits > 0 && !is_placeholder(token)).then(|| Finding {
        kind: SecretKind::Token,
        span: start..start + token.len(),
        reason: "looks like a bearer token",
    })
}

/// `Basic <user:password in base 64>`.
pub(super) fn basic(view: &View, at: Range<usize>) -> Option<Finding> {
    let text = view.text();
    let start = skip_blanks(text, at.end);
    let length =
        text[start..].bytes().take(1_000).take_while(|b| b.is_ascii_alphanumeric() || b"=+/".contains(b)).count();
    let token = &text[start..start + length];
    let decoded = base64::decode(token)?;
    let login = std::str::from_utf8(&decoded).ok()?;
    let (user, password) = login.split_once(':')?;
    let printable = login.chars().all(|c| !c.is_control());
    (length >= 8 && printable && !user.contains(' ') && !is_placeholder(password) && !is_published(token)).then(|| {
        Finding { kind: SecretKind::Password, span: start..start + length, reason: "looks like a login in a header" }
    })
}

/// `curl -u user:password`, `mysql -pPassword`, `sshpass -p password`.
pub(super) fn user_flag(view: &View, at: Range<usize>) -> Option<Finding> {
    let text = view.text();
    let near = floor(text, at.start.saturating_sub(200));
    let command = view.lower()[near..at.start].rsplit('\n').next()?;
    let is_password_flag = text[at.clone()].ends_with("-p");
    let start = skip_while(text, at.end, |byte| b"\"'".contains(&byte) || is_password_flag && byte == b' ');
    let length =
        text[start..].bytes().take_while(|b| !b.is_ascii_whitespace() && !b"\"'`;|".contains(b)).take(200).count();
    let value = text.get(start..start + length)?;
    let (offset, password) = if is_password_flag {
        // A space after the flag makes MySQL ask for the password.
        let has = |tools: &[&str]| tools.iter().any(|tool| command.contains(tool));
        let attached = has(&["mysql", "mariadb"]) && !text[at.end..].starts_with(' ');
        if !attached && !has(&["sshpass", "smbclient", "docker login"]) {
            return None;
        }
        (0, value)
    } else {
        let colon = value.find(':')?;
        (colon + 1, &value[colon + 1..])
    };
    let plausible =
        password.len() >= 4 && !password.starts_with('-') && !password.contains('/') && !is_placeholder(password);
    let numeric = password.bytes().all(|b| b.is_ascii_digit());
    // `docker run -u 1000:1000` names a user and a group.
    (plausible && (is_password_flag || !numeric)).then(|| Finding {
        kind: SecretKind::Password,
        span: start + offset..start + offset + password.len(),
        reason: "looks like a password on a command line",
    })
}

/// `123456789:AA…`, the token of a Telegram bot.
pub(super) fn bot_token(view: &View, at: Range<usize>) -> Option<Finding> {
    let text = view.text();
    let digits = text[..at.start].bytes().rev().take_while(u8::is_ascii_digit).take(13).count();
    let length =
        text[at.start + 1..].bytes().take_while(|b| b.is_ascii_alphanumeric() || b"-_".contains(b)).take(60).count();
    let tail = &text[at.start + 1..at.start + 1 + length];
    ((8..=12).contains(&digits) && (30..=45).contains(&length) && !is_placeholder(tail)).then(|| Finding {
        kind: SecretKind::ApiKey,
        span: at.start - digits..at.start + 1 + length,
        reason: "looks like a Telegram bot token",
    })
}

/// `abcdefghijklmn.atlasv1.…`, a Terraform Cloud token.
pub(super) fn atlas_token(view: &View, at: Range<usize>) -> Option<Finding> {
    let text = view.text();
    let before = text[..at.start].bytes().rev().take_while(u8::is_ascii_alphanumeric).take(20).count();
    let after = text[at.end..].bytes().take_while(|b| b.is_ascii_alphanumeric() || b"-_".contains(b)).take(200).count();
    (before >= 8 && after >= 30).then(|| Finding {
        kind: SecretKind::ApiKey,
        span: at.start - before..at.end + after,
        reason: "looks like a Terraform Cloud token",
    })
}

/// `abc8Q~…`, a client secret of Microsoft's directory.
pub(super) fn directory_secret(view: &View, at: Range<usize>) -> Option<Finding> {
    let text = view.text();
    let belongs = |b: &u8| b.is_ascii_alphanumeric() || b"-_.~".contains(b);
    let before = text[..at.start].bytes().rev().take_while(belongs).take(8).count();
    let after = text[at.end..].bytes().take_while(belongs).take(60).count();
    let token = &text[at.start - before..at.end + after];
    ((3..=6).contains(&before)
        && (28..=40).contains(&after)
        && looks_random(token)
        && text[at.clone()].starts_with('Q'))
    .then(|| Finding {
        kind: SecretKind::ApiKey,
        span: at.start - before..at.end + after,
        reason: "looks like an Azure client secret",
    })
}
