//! The checks that national identity numbers carry.

use super::luhn;

/// United States: three, two and four digits, none of them all zero, and no area that was never given out.
pub(super) fn is_social_security(digits: &[u8]) -> bool {
    let [a, b, c, d, e, rest @ ..] = digits else {
        return false;
    };
    let area = [*a, *b, *c];
    digits.len() == 9 && area != [0, 0, 0] && area != [6, 6, 6] && [*d, *e] != [0, 0] && rest != [0, 0, 0, 0]
}

/// Canada: nine digits checked like a card.
pub(super) fn is_social_insurance(digits: &[u8]) -> bool {
    digits.len() == 9 && luhn(digits)
}

/// Brazil: eleven digits, the last two of them checks over the ones before.
pub(super) fn is_cpf(digits: &[u8]) -> bool {
    let check = |count: usize| {
        let sum: usize =
            digits[..count].iter().enumerate().map(|(at, &digit)| usize::from(digit) * (count + 1 - at)).sum();
        (sum * 10 % 11 % 10) as u8
    };
    digits.len() == 11
        && digits.iter().any(|digit| digit != &digits[0])
        && check(9) == digits[9]
        && check(10) == digits[10]
}

/// India: twelve digits that do not begin with 0 or 1, with a Verhoeff check.
pub(super) fn is_aadhaar(digits: &[u8]) -> bool {
    digits.len() == 12 && digits[0] > 1 && verhoeff(digits)
}

/// Composes the symmetries of a pentagon; any single wrong digit and any swap of neighbours changes the result.
fn verhoeff(digits: &[u8]) -> bool {
    fn compose(a: u8, b: u8) -> u8 {
        match (a < 5, b < 5) {
            (true, true) => (a + b) % 5,
            (true, false) => 5 + (a + b - 5) % 5,
            (false, true) => 5 + (a - b) % 5,
            (false, false) => (5 + a - b) % 5,
        }
    }
    const STEP: [u8; 10] = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4];
    let permuted = |digit: u8, times: usize| (0..times % 8).fold(digit, |digit, _| STEP[usize::from(digit)]);
    digits.iter().rev().enumerate().fold(0, |sum, (at, &digit)| compose(sum, permuted(digit, at))) == 0
}

/// United States banks: nine digits weighted 3, 7 and 1, and a district that exists.
pub(super) fn is_routing_number(digits: &[u8]) -> bool {
    const WEIGHTS: [u32; 9] = [3, 7, 1, 3, 7, 1, 3, 7, 1];
    let sum: u32 = digits.iter().zip(WEIGHTS).map(|(&digit, weight)| u32::from(digit) * weight).sum();
    digits.len() == 9 && sum.is_multiple_of(10) && matches!(digits[0] * 10 + digits[1], 1..=12 | 21..=32 | 61..=72 | 80)
}

/// Mexican banks: eighteen digits weighted 3, 7 and 1, each product modulo ten.
pub(super) fn is_clabe(digits: &[u8]) -> bool {
    let Some((check, account)) = digits.split_last() else {
        return false;
    };
    let sum: u32 =
        account.iter().zip([3, 7, 1].iter().cycle()).map(|(&digit, weight)| u32::from(digit) * weight % 10).sum();
    digits.len() == 18 && u32::from(*check) == (10 - sum % 10) % 10
}

#[cfg(test)]
mod tests {
    use super::*;

    fn digits(text: &str) -> Vec<u8> {
        text.bytes().filter(u8::is_ascii_digit).map(|byte| byte - b'0').collect()
    }

    #[test]
    fn published_sample_numbers_pass_and_their_neighbours_fail() {
        assert!(is_routing_number(&digits("021000021")) && !is_routing_number(&digits("021000022")));
        assert!(is_cpf(&digits("529.982.247-25")) && !is_cpf(&digits("529.982.247-26")));
        assert!(is_social_insurance(&digits("046 454 286")) && !is_social_insurance(&digits("046 454 287")));
        assert!(is_clabe(&digits("032180000118359719")) && !is_clabe(&digits("032180000118359718")));
        assert!(is_social_security(&digits("078-05-1120")) && !is_social_security(&digits("000-05-1120")));
        assert!(verhoeff(&digits("2363")) && !verhoeff(&digits("2364")));
    }
}
