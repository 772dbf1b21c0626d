//! How much does a token look like a password that somebody thought up?

use std::ops::Range;

use super::super::super::placeholder::is_placeholder;
use super::super::super::shape::{Shape, is_hex, is_uuid, looks_random};
use super::super::super::view::View;
use super::super::super::words::{CREDENTIALS, FUNCTION_WORDS, PREDICATES};
use super::super::value::Value;
use super::Weight;

/// Signs that people put into passwords and hardly ever into words.
const SIGNS: &str = "!@#$%^&*+?=~";

/// What the looks of the token count for, or `None` if nobody would take it for a password.
pub(super) fn weight(view: &View, token: &Range<usize>) -> Option<Weight> {
    let value = Value::over(view, token.clone(), false)?;
    let written = value.text;
    let shape = Shape::of(written);
    let is_other = shape.length < 6
        || shape.letters() < 2
        || !written.starts_with(char::is_alphanumeric)
        || written.contains(['/', '(', ')', '{', '}', '<', '>', '"', ',', '|', '\\', ';', '['])
        || written.contains("...")
        || written.contains("::")
        || value.is_thing()
        || value.is_measure()
        || is_placeholder(written)
        || written.starts_with("pk_")
        || is_uuid(written)
        || is_hex(written)
        || names_a_secret(written)
        || is_in_program(view, token)
        || is_product(written);
    if is_other {
        return None;
    }
    let quoted = is_quoted(view, token);
    let core = written.trim_end_matches(['!', '?']);
    let weight = signed(written, &shape)
        .max(joined(core, &shape))
        .max(mixed(core, &shape))
        .max(is_leet(core).then_some(3))
        .or_else(|| (quoted && written.ends_with('!')).then_some(2))?;
    Some(weight + Weight::from(quoted))
}

/// `master_password`, "WLAN-Passwort".
fn names_a_secret(written: &str) -> bool {
    let last = written.rsplit(['-', '_']).next().unwrap_or_default().to_lowercase();
    last.len() < written.len() && CREDENTIALS.contains(last.as_str())
}

fn is_quoted(view: &View, token: &Range<usize>) -> bool {
    let text = view.text();
    let quote = |c: char| "\"`".contains(c);
    text[..token.start].ends_with(quote) && text[token.end..].starts_with(quote)
}

/// `{{ vault_password }}` and `${name}` are filled in later, `args.password.clone()` is called.
fn is_in_program(view: &View, token: &Range<usize>) -> bool {
    let text = view.text();
    let is_called = text[token.end..].starts_with(['(', ';', '[']) && text[token.clone()].contains('.');
    is_called || text[..token.start].trim_end().ends_with(['{', '$'])
}

/// "Frosch$Koenig", "Toner4ever!".
fn signed(written: &str, shape: &Shape) -> Option<Weight> {
    let core = written.trim_end_matches(|c| SIGNS.contains(c));
    let inside = core.chars().any(|c| SIGNS.contains(c));
    let closing = written[core.len()..].chars().any(|c| c != '?');
    let closed_with_bang = written[core.len()..].chars().all(|c| c == '!' || c == '?');
    let is_abbreviation = shape.lower == 0 && shape.digits == 0;
    let is_sum = core.split(|c| SIGNS.contains(c)).any(str::is_empty) && !inside;
    let is_grid = shape.lower == 0 && core.contains('+');
    if is_abbreviation || is_grid || is_sum || shape.letters() < 4 || core.contains('=') {
        return None;
    }
    match (inside, closing, shape.digits > 0) {
        (true, _, true) => Some(4),
        (true, _, false) => Some(3),
        (false, true, true) if !is_wordy_number(core) => Some(4),
        (false, true, true) => Some(3),
        (false, true, false) if !closed_with_bang => Some(2),
        _ => None,
    }
}

/// Words with a hyphen, a dot or an underscore between them.
fn joined(written: &str, shape: &Shape) -> Option<Weight> {
    let sign = written.chars().find(|c| "-_.".contains(*c))?;
    let parts: Vec<&str> = written.split(['-', '_', '.']).collect();
    let are_words = parts.iter().all(|part| !part.is_empty() && part.chars().all(char::is_alphanumeric));
    let words = parts.iter().filter(|part| part.chars().filter(|c| c.is_alphabetic()).count() >= 2).count();
    let capitals = parts.iter().filter(|part| part.starts_with(char::is_uppercase)).count();
    let is_phrase = parts.iter().any(|part| {
        let lower = part.to_lowercase();
        FUNCTION_WORDS.contains(lower.as_str())
    });
    // "19th-century", "3-bedroom".
    let is_counted = parts[0].starts_with(|c: char| c.is_ascii_digit()) && capitals == 0 && parts.len() == 2;
    if !are_words || is_counted || words == 0 || is_phrase && !(sign == '_' && shape.digits > 0) || shape.lower == 0 {
        return None;
    }
    if looks_random(written) {
        return Some(4);
    }
    let weight = match (sign, words, shape.digits > 0) {
        ('_', 2.., _) => 2 + Weight::from(capitals > 0 || shape.digits > 0),
        ('_', _, true) => 3,
        ('.', 3.., false) if capitals >= 2 => 4,
        ('.', 2.., true) if capitals >= 2 => 4,
        ('.', 3.., _) if !is_address(&parts) => 3,
        ('.', 2, true) if parts.len() >= 3 && capitals > 0 && !is_address(&parts) => 3,
        ('.', 2, false) if capitals == 2 => 1,
        ('.', 1, true) if parts.len() == 2 && parts[0].len() >= 5 => 2,
        ('.', _, _) => return None,
        ('-', 2.., true) => 3,
        ('-', _, true) if parts.len() >= 3 => 3,
        ('-', 1, true) => 1 + Weight::from(shape.digits > 2 && shape.letters() > 4),
        ('-', 3.., false) if capitals >= 2 => 3,
        ('-', 4.., false) => 3,
        ('-', 3, false) => 1 + 2 * Weight::from(parts.iter().all(|part| part.len() >= 4)),
        ('-', 2, false) if capitals == 2 => 2,
        _ => return None,
    };
    Some(weight)
}

/// `mail.example.org`, `backup.tar.gz`, `com.example.app`.
fn is_address(parts: &[&str]) -> bool {
    const ENDS: &str = "com org net de io co uk fr es it pt nl eu gov edu dev app ai gz zip js ts py rs json yaml yml md txt \
        html css log local internal lan www http mail api docs config env test min map java go rb sql csv";
    [parts.first(), parts.last()]
        .into_iter()
        .flatten()
        .any(|part| ENDS.split_ascii_whitespace().any(|end| end == *part))
}

/// Letters and digits in one word.
fn mixed(written: &str, shape: &Shape) -> Option<Weight> {
    if !written.chars().all(char::is_alphanumeric) || shape.digits == 0 {
        return None;
    }
    if looks_random(written) && shape.length >= 10 {
        return Some(4);
    }
    let is_model = shape.lower == 0 || shape.letters() < 4;
    Some(if is_model { 1 } else { 3 })
}

/// "Gr33nhouse", "p1zza": digits inside a word.
fn is_leet(written: &str) -> bool {
    let bytes = written.as_bytes();
    let inside = bytes.iter().enumerate().any(|(at, byte)| {
        let before = bytes[..at].iter().rev().find(|byte| !byte.is_ascii_digit());
        let after = bytes[at..].iter().find(|byte| !byte.is_ascii_digit());
        let is_lower = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_lowercase);
        byte.is_ascii_digit() && before.is_some_and(u8::is_ascii_alphabetic) && is_lower(after)
    });
    let letters = bytes.iter().filter(|byte| byte.is_ascii_alphabetic()).count();
    inside && letters >= 5 && !is_hex(written)
}

/// "covid19", "Windows11": a word everybody knows with its number.
fn is_product(written: &str) -> bool {
    const STEMS: &str = "iphone ipad galaxy pixel python java node xbox ryzen covid windows ubuntu debian llama claude \
        gemini opus sonnet haiku vitamin level week day chapter season episode group team room route playstation \
        thinkpad macbook latitude xperia nokia fritz ipod gopro kindle formula division version section figure \
        table phase stage tier grade class unit lesson module part type mach area apollo catch boeing airbus \
        omega euro fifa sims mario office angular vue react bootstrap html docker postgres postgresql mysql \
        typescript ecmascript http https ipv utf iso sha base oauth web log4 neo4 i18 schufa agenda blink \
        maroon sum channel studio century forever";
    let lower = written.to_lowercase();
    lower.split(['-', '_', '.']).any(|part| {
        let stem = part.trim_end_matches(|c: char| c.is_ascii_digit() || c == '!');
        (stem.len() < part.len() || part.len() == written.len())
            && STEMS.split_ascii_whitespace().any(|known| known == stem)
    })
}

/// "year2024", "top10": a plain word about something with a number behind it.
fn is_wordy_number(core: &str) -> bool {
    let stem = core.trim_end_matches(|c: char| c.is_ascii_digit());
    PREDICATES.contains(stem.to_lowercase().as_str())
}
