//! Does a sentence give a secret away?
//!
//! A label ("password", "PIN", "API key", "code for the safe", "mot de passe") is found first; then the places where its
//! value could stand are listed ([`link`]), the token there is read ([`value`]), and a judge for that class of label decides
//! whether the token is a value or merely the rest of a sentence about passwords ([`judge`], [`opening`], [`keys`], [`login`],
//! [`codes`]).

mod backward;
mod codes;
mod judge;
mod keys;
mod labels;
mod link;
mod listing;
mod login;
mod opening;
mod phrase;
mod service;
mod table;
mod tail;
mod value;

use std::ops::Range;

use super::reading::{floor, is_word_byte, words_before};
use super::view::View;
use super::{Finding, SecretKind};
use judge::Announced;
use link::Site;

pub(super) use labels::{Class, labels};

/// Adds what the label over `label` announces.
pub(super) fn announced(view: &View, label: Range<usize>, class: Class, found: &mut Vec<Finding>) {
    let Some(in_identifier) = standing(view, &label) else {
        return;
    };
    if goes_on(view.lower(), label.end) || is_in_link(view.text(), &label) {
        return;
    }
    let before = words_before(view.lower(), label.start, 4);
    let announced = Announced {
        view,
        label: label.clone(),
        in_identifier,
        before,
    };
    let (kind, reason) = about(class);
    let mut add = |span: Range<usize>| found.push(Finding { kind, span, reason });
    let sites = || link::sites(view.lower(), label.end);
    let first = |judge: &dyn Fn(Site) -> Option<Range<usize>>| sites().into_iter().find_map(judge);
    let value = match class {
        Class::Password => first(&|site| announced.password(site)),
        Class::Pass => first(&|site| announced.pass(site)),
        Class::Pin => first(&|site| announced.pin(site)).or_else(|| announced.dictated()),
        Class::CardCode => first(&|site| announced.card_code(site)),
        Class::Code => first(&|site| announced.code(site)),
        Class::Combination => {
            first(&|site| announced.combination(site)).or_else(|| announced.turns())
        }
        Class::Lock => first(&|site| announced.lock_number(site)).or_else(|| announced.turns()),
        Class::Key => first(&|site| announced.key(site).or_else(|| announced.network_key(site))),
        Class::Login => announced
            .after_user()
            .or_else(|| first(&|site| announced.login(site))),
        Class::Service => announced.service_login(),
        Class::Unlock => {
            first(&|site| announced.unlock(site)).or_else(|| announced.opener_before())
        }
        Class::RecoveryCodes => announced
            .recovery_codes()
            .or_else(|| announced.recovery_codes_before()),
        Class::OtpSeed => announced.otp_seed(),
        Class::SecurityAnswer => first(&|site| announced.security_answer(site)),
        _ => None,
    };
    if matches!(class, Class::Pin | Class::Code)
        && listing::is_plural(view, &label)
        && announced.opens_by_name()
    {
        listing::numbers(view, label.end)
            .into_iter()
            .for_each(&mut add);
    }
    let Some(span) = value else {
        if class == Class::Password {
            table::column(view, &label).into_iter().for_each(&mut add);
            listing::passwords(view, label.end)
                .into_iter()
                .for_each(&mut add);
        }
        if let Some(span) = backward::value_before(view, &label, class) {
            add(span);
        }
        return;
    };
    let mut end = span.end;
    add(span);
    if matches!(class, Class::Password | Class::Login) {
        while let Some(next) = listing::another(view, end) {
            end = next.end;
            add(next);
        }
    }
}

/// Whether the label is only the beginning of a longer word; an "s" makes a plural.
fn goes_on(lower: &str, end: usize) -> bool {
    let rest = lower[end..].strip_prefix('s').unwrap_or(&lower[end..]);
    lower[..end].ends_with(|c: char| c.is_ascii_alphanumeric())
        && rest.starts_with(|c: char| c.is_ascii_alphabetic())
}

/// Whether the label is a word in a link, not the name of one of its parameters.
fn is_in_link(text: &str, label: &Range<usize>) -> bool {
    const REACH: usize = 200;
    let at = label.start;
    if text[..at].ends_with(['?', '&', ';']) || text[label.end..].starts_with('=') {
        return false;
    }
    let near = floor(text, at.saturating_sub(REACH));
    let chunk = text[near..at]
        .rsplit(|c: char| c.is_ascii_whitespace() || "\"'<>(),".contains(c))
        .next()
        .unwrap_or_default();
    chunk.contains("://") && !chunk.contains('@')
}

/// Whether the label stands as a word, and if so whether inside an identifier; `None` if it is part of another word.
fn standing(view: &View, label: &Range<usize>) -> Option<bool> {
    let (text, lower) = (view.text(), view.lower());
    let first = lower[label.clone()].chars().next()?;
    let is_spaceless = !first.is_ascii() && !matches!(first, '\u{370}'..='\u{52f}');
    let Some(before) = label.start.checked_sub(1).map(|at| text.as_bytes()[at]) else {
        return Some(lower[label.end..].starts_with('_'));
    };
    let is_argument = before == b'('
        && label.start > 1
        && text.as_bytes()[label.start - 2].is_ascii_alphanumeric();
    if is_argument && !lower[label.end..].starts_with(['=', ':']) {
        return None;
    }
    let is_identifier = before == b'_'
        || before == b'.'
            && label.start > 1
            && text.as_bytes()[label.start - 2].is_ascii_alphanumeric();
    if is_identifier || lower[label.end..].starts_with('_') {
        return Some(true);
    }
    if !is_word_byte(before) || is_spaceless {
        return Some(false);
    }
    let camel = before.is_ascii_lowercase() && text.as_bytes()[label.start].is_ascii_uppercase();
    let compound = label.len() >= 6 && first.is_ascii();
    (camel || compound).then_some(camel)
}

fn about(class: Class) -> (SecretKind, &'static str) {
    match class {
        Class::Password | Class::Pass | Class::Login | Class::Service => {
            (SecretKind::Password, "looks like a password")
        }
        Class::Pin => (SecretKind::Pin, "looks like a PIN"),
        Class::CardCode => (SecretKind::Pin, "looks like the security code of a card"),
        Class::Code | Class::Combination | Class::Lock | Class::Unlock => {
            (SecretKind::Pin, "looks like a code that opens something")
        }
        Class::Key => (SecretKind::ApiKey, super::opaque::REASON),
        Class::RecoveryCodes => (SecretKind::RecoveryCode, "looks like recovery codes"),
        Class::OtpSeed => (
            SecretKind::OtpSeed,
            "looks like the seed of an authenticator",
        ),
        Class::SecurityAnswer => (
            SecretKind::Password,
            "looks like the answer to a security question",
        ),
        Class::SeedPhrase => (
            SecretKind::SeedPhrase,
            "looks like the seed phrase of a wallet",
        ),
        Class::Routing | Class::BankAccount | Class::Clabe => {
            (SecretKind::BankAccount, "looks like a bank account number")
        }
        Class::SocialSecurity
        | Class::NationalInsurance
        | Class::SocialInsurance
        | Class::Aadhaar
        | Class::Cpf => (
            SecretKind::NationalId,
            "looks like a national identity number",
        ),
    }
}

/// Whether a token of digits and signs is a calendar date or a time of day.
fn is_date_or_time(token: &str) -> bool {
    let separator = token.chars().find(|c| !c.is_ascii_digit());
    let Some(separator) = separator.filter(|c| "-/.:".contains(*c)) else {
        return false;
    };
    let parts: Vec<&str> = token.split(separator).collect();
    let numeric = parts.iter().all(|part| {
        !part.is_empty() && part.len() <= 4 && part.bytes().all(|b| b.is_ascii_digit())
    });
    let year = |part: &str| part.len() == 4 && (part.starts_with("19") || part.starts_with("20"));
    numeric
        && match (separator, parts.as_slice()) {
            (':', [_, _] | [_, _, _]) => true,
            (_, [first, _, last]) => year(first) || year(last),
            _ => false,
        }
}
