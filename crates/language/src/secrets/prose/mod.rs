//! Does a sentence give a secret away?
//!
//! A label ("password", "PIN", "API key", "code for the safe", "mot de passe") is found first; then the places where its
//! value could stand are listed (`link`), the token there is read (`value`), and a judge for that class of label decides
//! whether the token is a value or merely the rest of a sentence about passwords (`judge`, `opening`, `keys`, `login`,
//! `codes`).

mod answer;
mod asserted;
mod backward;
mod codes;
mod judge;
mod keys;
mod labels;
mod link;
mod listing;
mod login;
mod nature;
mod opening;
mod phrase;
mod service;
mod table;
mod tail;
mod unlock;
mod value;
mod weighed;

use std::ops::Range;

use super::reading::{floor, is_word_byte, mentions, words_before};
use super::view::View;
use super::words::PROHIBITIONS;
use super::{Finding, SecretKind};
use judge::Announced;
use link::Site;

pub(super) use labels::{Class, labels};
pub(super) use weighed::find as weigh;

/// Adds what the label over `label` announces.
pub(super) fn announced(view: &View, label: Range<usize>, class: Class, found: &mut Vec<Finding>) {
    let Some(in_identifier) = standing(view, &label) else {
        return;
    };
    if goes_on(view.lower(), label.end) || is_in_link(view.text(), &label) {
        return;
    }
    let before = words_before(view.lower(), label.start, 4);
    let announced = Announced { view, label, in_identifier, before };
    let (kind, reason) = about(class);
    let spans = match first_value(&announced, class) {
        Some(span) => with_others(&announced, class, span),
        None => elsewhere(&announced, class),
    };
    found.extend(spans.into_iter().map(|span| Finding { kind, span, reason }));
}

/// The value nearest to the label.
fn first_value(announced: &Announced, class: Class) -> Option<Range<usize>> {
    let first = |judge: &dyn Fn(Site) -> Option<Range<usize>>| {
        link::sites(announced.view.lower(), announced.label.end).into_iter().find_map(judge)
    };
    match class {
        Class::Password => first(&|site| announced.password(site)),
        Class::Pass => first(&|site| announced.pass(site)),
        Class::Pin => first(&|site| announced.pin(site)).or_else(|| announced.dictated()),
        Class::CardCode => first(&|site| announced.card_code(site)),
        Class::Code => first(&|site| announced.code(site)),
        Class::Combination => first(&|site| announced.combination(site)).or_else(|| announced.turns()),
        Class::Lock => first(&|site| announced.lock_number(site)).or_else(|| announced.turns()),
        Class::Key => first(&|site| announced.key(site).or_else(|| announced.network_key(site))),
        Class::Login => announced.after_user().or_else(|| first(&|site| announced.login(site))),
        Class::Service => announced.service_login(),
        Class::Unlock => first(&|site| announced.unlock(site)).or_else(|| announced.opener_before()),
        Class::RecoveryCodes => announced.recovery_codes().or_else(|| announced.recovery_codes_before()),
        Class::OtpSeed => announced.otp_seed().or_else(|| announced.otp_seed_before()),
        Class::SecurityAnswer => {
            first(&|site| announced.security_answer(site)).or_else(|| announced.answer_further_on())
        }
        Class::Answer => announced.answer(),
        // Seed phrases and numbers have detectors of their own.
        _ => None,
    }
}

/// The value and those that are listed after it.
fn with_others(announced: &Announced, class: Class, first: Range<usize>) -> Vec<Range<usize>> {
    let view = announced.view;
    let mut spans = Vec::from_iter([first]);
    if matches!(class, Class::Password | Class::Login) {
        while let Some(next) = spans.last().and_then(|last| listing::another(view, last.end)) {
            spans.push(next);
        }
    }
    spans.extend(numbers_of(announced, class));
    spans
}

/// Values in a list, in a table or before the label, when none follows it directly.
fn elsewhere(announced: &Announced, class: Class) -> Vec<Range<usize>> {
    let (view, label) = (announced.view, &announced.label);
    let mut spans = numbers_of(announced, class);
    if matches!(class, Class::Password | Class::Pass) {
        spans.extend(table::column(view, label));
    }
    if class == Class::Password {
        spans.extend(listing::passwords(view, label.end));
    }
    spans.extend(backward::value_before(view, label, class));
    if spans.is_empty() && matches!(class, Class::Password | Class::Pass | Class::Pin | Class::Code) {
        spans = asserted::values(announced, class);
    }
    spans
}

/// "door codes: front 1188, back 2299".
fn numbers_of(announced: &Announced, class: Class) -> Vec<Range<usize>> {
    let (view, label) = (announced.view, &announced.label);
    let is_list = matches!(class, Class::Pin | Class::Code)
        && listing::is_plural(view, label)
        && announced.opens_by_name()
        && !mentions(view.lower(), announced.sentence(), &PROHIBITIONS);
    if is_list { listing::numbers(view, label.end) } else { Vec::new() }
}

/// Whether the label is only the beginning of a longer word; an "s" makes a plural.
fn goes_on(lower: &str, end: usize) -> bool {
    let rest = lower[end..].strip_prefix('s').unwrap_or(&lower[end..]);
    lower[..end].ends_with(|c: char| c.is_ascii_alphanumeric()) && rest.starts_with(|c: char| c.is_ascii_alphabetic())
}

/// Whether the label is a word in a link, not the name of one of its parameters.
fn is_in_link(text: &str, label: &Range<usize>) -> bool {
    const REACH: usize = 200;
    let at = label.start;
    if text[..at].ends_with(['?', '&', ';']) || text[label.end..].starts_with('=') {
        return false;
    }
    let near = floor(text, at.saturating_sub(REACH));
    let chunk =
        text[near..at].rsplit(|c: char| c.is_ascii_whitespace() || "\"'<>(),".contains(c)).next().unwrap_or_default();
    let value = chunk.rsplit('=').next().unwrap_or_default();
    let is_name = ["arn:", "kv/", "vault:", "ssm:"].iter().any(|start| value.starts_with(start));
    is_name || chunk.contains("://") && !chunk.contains('@')
}

/// Whether the label stands as a word, and if so whether inside an identifier; `None` if it is part of another word.
fn standing(view: &View, label: &Range<usize>) -> Option<bool> {
    let (text, lower) = (view.text(), view.lower());
    let first = lower[label.clone()].chars().next()?;
    let is_spaceless = !first.is_ascii() && !matches!(first, '\u{370}'..='\u{52f}');
    let Some(before) = label.start.checked_sub(1).map(|at| text.as_bytes()[at]) else {
        return Some(lower[label.end..].starts_with('_'));
    };
    let is_argument = before == b'(' && label.start > 1 && text.as_bytes()[label.start - 2].is_ascii_alphanumeric();
    if is_argument && !lower[label.end..].starts_with(['=', ':']) {
        return None;
    }
    let is_identifier =
        before == b'_' || before == b'.' && label.start > 1 && text.as_bytes()[label.start - 2].is_ascii_alphanumeric();
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
        Class::OtpSeed => (SecretKind::OtpSeed, "looks like the seed of an authenticator"),
        Class::SecurityAnswer | Class::Answer => (SecretKind::Password, "looks like the answer to a security question"),
        Class::SeedPhrase => (SecretKind::SeedPhrase, "looks like the seed phrase of a wallet"),
        Class::Routing | Class::BankAccount | Class::Clabe => {
            (SecretKind::BankAccount, "looks like a bank account number")
        }
        Class::SocialSecurity | Class::NationalInsurance | Class::SocialInsurance | Class::Aadhaar | Class::Cpf => {
            (SecretKind::NationalId, "looks like a national identity number")
        }
    }
}
