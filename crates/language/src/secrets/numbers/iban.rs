//! International bank account numbers: a country, its length and a valid remainder.

use super::super::view::View;
use super::super::{Finding, SecretKind};

/// How many characters an IBAN has in each country.
const LENGTHS: &str = "AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DK18 DO28 EE20 EG29 \
    ES24 FI18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 \
    LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MR27 MT31 MU30 NL18 NO15 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 \
    SE24 SI19 SK24 SM27 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20";

/// Adds the IBANs of the view.
pub(super) fn find(view: &View, found: &mut Vec<Finding>) {
    let text = view.text();
    let bytes = text.as_bytes();
    let mut at = 0;
    while at + 15 <= bytes.len() {
        let begins = at == 0 || !bytes[at - 1].is_ascii_alphanumeric();
        match begins.then(|| iban_at(bytes, at)).flatten() {
            Some(end) => {
                found.push(Finding { kind: SecretKind::BankAccount, span: at..end, reason: "looks like an IBAN" });
                at = end;
            }
            None => at += 1,
        }
    }
}

/// Where the IBAN that begins at `start` ends.
fn iban_at(bytes: &[u8], start: usize) -> Option<usize> {
    let country = bytes.get(start..start + 2)?;
    let check = bytes.get(start + 2..start + 5)?;
    if !country.iter().all(u8::is_ascii_alphabetic) || !check.iter().any(u8::is_ascii_digit) {
        return None;
    }
    let wanted = length_in(country)?;
    let mut account: Vec<u8> = Vec::with_capacity(wanted);
    let mut at = start;
    let mut gap = 0;
    while account.len() < wanted {
        match *bytes.get(at)? {
            byte if byte.is_ascii_alphanumeric() => {
                account.push(byte.to_ascii_uppercase());
                gap = 0;
            }
            b' ' | b'-' | b'.' | b'\n' | b'_' if gap < 2 => gap += 1,
            _ => return None,
        }
        at += 1;
        if account.len() == 4 && !account[2..].iter().all(u8::is_ascii_digit) {
            return None;
        }
    }
    let ends = bytes.get(at).is_none_or(|byte| !byte.is_ascii_alphanumeric());
    (ends && remainder(&account) == 1).then_some(at)
}

fn length_in(country: &[u8]) -> Option<usize> {
    LENGTHS
        .split_ascii_whitespace()
        .find(|entry| entry.as_bytes()[..2].eq_ignore_ascii_case(country))
        .and_then(|entry| entry[2..].parse().ok())
}

/// The account read as a number, country and check digits last and letters as 10 to 35, modulo 97.
fn remainder(account: &[u8]) -> u32 {
    account[4..].iter().chain(&account[..4]).fold(0, |rest, &byte| match byte {
        b'0'..=b'9' => (rest * 10 + u32::from(byte - b'0')) % 97,
        _ => (rest * 100 + u32::from(byte - b'A') + 10) % 97,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spans(text: &str) -> Vec<&str> {
        let mut found = Vec::new();
        find(&View::of(text), &mut found);
        found.into_iter().map(|finding| &text[finding.span]).collect()
    }

    #[test]
    fn an_iban_is_found_with_and_without_groups_and_only_if_it_adds_up() {
        assert_eq!(spans("pay to DE89 3704 0044 0532 0130 00 please"), ["DE89 3704 0044 0532 0130 00"]);
        assert_eq!(spans("gb29nwbk60161331926819"), ["gb29nwbk60161331926819"]);
        assert_eq!(spans("DE88 3704 0044 0532 0130 00"), Vec::<&str>::new());
    }
}
