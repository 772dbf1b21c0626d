//! Links and connection strings that carry a password or are one.

use std::ops::Range;

use super::super::placeholder::{is_gap, is_placeholder};
use super::super::reading::floor;
use super::super::shape::{Shape, looks_random};
use super::super::view::View;
use super::super::{Finding, SecretKind};

/// How far a login in a link may reach.
const LONGEST: usize = 400;

/// `scheme://user:password@host`: the password.
pub(super) fn password(view: &View, at: Range<usize>) -> Option<Finding> {
    let text = view.text();
    let authority = text[at.end..floor(text, at.end + LONGEST)].split_ascii_whitespace().next()?;
    if text[at.end..].starts_with(|c: char| c.is_ascii_whitespace()) {
        return None;
    }
    // A password may hold a slash, but then only before the last "@".
    let end = authority.find(['"', '\'', '<', '>', '`', ',']).unwrap_or(authority.len());
    let authority = &authority[..end];
    let first_slash = authority.find(['/', '?', '#']).unwrap_or(authority.len());
    let login = match authority[..first_slash].rfind('@') {
        Some(sign) => &authority[..sign],
        None => authority.split_once('@').map(|(login, _)| login).filter(|login| {
            let user = login.split(':').next().unwrap_or_default();
            user.len() < login.len() && !user.contains(['/', '?', '.']) && !login.contains("//")
        })?,
    };
    let (user, password) = login.split_once(':')?;
    let generic = matches!(user.to_ascii_lowercase().as_str(), "user" | "username" | "usr" | "name" | "login");
    let shouted = password.bytes().all(|b| b.is_ascii_uppercase()) && is_placeholder(password);
    let documented = shouted || generic && is_placeholder(password) || is_gap(password) || is_stand_in(password);
    if documented || password.is_empty() || password.len() > 200 || password.starts_with("//") {
        return None;
    }
    let looks_like_port = first_slash < login.len()
        && password.split('/').next().is_some_and(|port| port.bytes().all(|b| b.is_ascii_digit()));
    if looks_like_port {
        return None;
    }
    let start = at.end + user.len() + 1;
    Some(Finding {
        kind: SecretKind::ConnectionString,
        span: start..start + password.len(),
        reason: "looks like a connection string with a password",
    })
}

/// What documentation writes where a password goes; the default password of a real server is none of these.
fn is_stand_in(password: &str) -> bool {
    let lower = password.to_ascii_lowercase();
    ["your", "example", "placeholder", "changeme", "redacted"].iter().any(|word| lower.contains(word))
        || matches!(lower.as_str(), "pass" | "password>" | "pwd" | "passwd")
        || password == "PASSWORD"
        || lower != "password" && lower.ends_with("password") && lower.starts_with("my")
}

/// A link that lets whoever has it post.
pub(super) fn webhook(view: &View, at: Range<usize>) -> Option<Finding> {
    let text = view.text();
    let end = at.end
        + text[at.end..]
            .bytes()
            .take(400)
            .take_while(|b| b.is_ascii_alphanumeric() || b"/-_.?=&%@+".contains(b))
            .count();
    let path = text[at.end..end].trim_end_matches(['.', '/']);
    let secret = path.rsplit(['/', '=']).find(|part| part.len() >= 5 && looks_random(part) || part.len() >= 16)?;
    if is_placeholder(path) || is_placeholder(secret) || path.len() < 12 {
        return None;
    }
    let near = floor(text, at.start.saturating_sub(80));
    let start = text[near..at.start].rfind("://").map_or(at.start, |scheme| near + scheme + 3);
    let start = if text[start..at.start].contains(char::is_whitespace) { at.start } else { start };
    Some(Finding { kind: SecretKind::ApiKey, span: start..at.end + path.len(), reason: "looks like a webhook link" })
}

/// `jdbc:oracle:thin:scott/tiger@host`.
pub(super) fn thin_login(view: &View, at: Range<usize>) -> Option<Finding> {
    let text = view.text();
    let rest = text[at.end..floor(text, at.end + LONGEST)].split_ascii_whitespace().next()?;
    let (login, _) = rest.split_once('@')?;
    let (user, password) = login.split_once('/')?;
    let start = at.end + user.len() + 1;
    (!password.is_empty() && !is_placeholder(password)).then(|| Finding {
        kind: SecretKind::ConnectionString,
        span: start..start + password.len(),
        reason: "looks like a connection string with a password",
    })
}

/// `bob@example.com:hunter2`, as lists of stolen logins have it.
pub(super) fn mail_login(view: &View, at: Range<usize>) -> Option<Finding> {
    let text = view.text();
    let named = text[..at.start].bytes().next_back().is_some_and(|byte| byte.is_ascii_alphanumeric());
    let rest = text[at.end..floor(text, at.end + LONGEST)].split_ascii_whitespace().next()?;
    let host = rest.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || b".-".contains(byte)).count();
    let password = rest[host..].strip_prefix([':', '|', ';'])?.trim_end_matches(['.', ',', ')', '"', '\'']);
    let shape = Shape::of(password);
    let plausible = (6..=64).contains(&password.len())
        && shape.letters() > 0
        && shape.digits > 0
        && !password.contains(['/', '.', ':', '@']);
    let start = at.end + host + 1;
    (named && rest[..host].contains('.') && plausible && !is_placeholder(password)).then(|| Finding {
        kind: SecretKind::Password,
        span: start..start + password.len(),
        reason: "looks like a login with its password",
    })
}

/// `WIFI:T:WPA;S:name;P:password;;`
pub(super) fn wifi_code(view: &View, at: Range<usize>) -> Option<Finding> {
    let text = view.text();
    let line = text[at.end..].split('\n').next()?;
    let start = if line.starts_with("P:") { 2 } else { line.find(";P:")? + 3 };
    let password = line[start..].split(';').next()?;
    let start = at.end + start;
    (!password.is_empty() && !is_placeholder(password) && line.contains(';')).then(|| Finding {
        kind: SecretKind::Password,
        span: start..start + password.len(),
        reason: "looks like a Wi-Fi password",
    })
}
