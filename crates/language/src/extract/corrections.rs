//! Puts right what was said before: "I want to retire at 50." – "Actually, make that 55."

use std::ops::Range;

use cofio_domain::axes::Kind;
use cofio_domain::policy::importance::{self, TimeFrame};

use super::claim::{Act, Clause, Extracted, Modality, Polarity, Subject, Tense};
use super::reading::Reading;
use super::words::{Class, Words};

/// A longer correction is a sentence of its own.
const LONGEST: usize = 5;

/// Returns the number that these words give, with what it is of; none where they say more, or no number.
pub(super) fn value(reading: &Reading<'_>, words: Range<usize>) -> Option<String> {
    let start = words.clone().find(|at| !reading.is_any(*at, &[Class::Determiner, Class::It, Class::Be]))?;
    let value = start..words.end;
    let is_value = reading.is_number(start) && value.len() <= LONGEST;
    is_value.then(|| reading.tokens.text.get(reading.tokens.span(value)).unwrap_or_default().to_owned())
}

/// A claim that is nothing but a value, for whoever knows what it is the value of.
pub(super) fn elliptic(value: String, span: Range<usize>) -> Extracted {
    Extracted {
        act: Act::Correct,
        content: value.clone(),
        said: value.clone(),
        kind: Kind::Fact,
        domain: None,
        key: None,
        value: Some(value),
        confidence: 1.0,
        importance: importance::by_default(Kind::Fact, TimeFrame::Absent, false),
        worth: 1.0,
        times: Vec::new(),
        clause: Clause {
            subject: Subject::Other,
            polarity: Polarity::Affirmed,
            modality: Modality::Fact,
            tense: Tense::Present,
            verb: String::new(),
            span,
        },
        signs: vec![ELLIPTIC],
    }
}

/// The sign of a claim that is nothing but a value.
pub const ELLIPTIC: &str = "elliptic";

/// Returns what was said earlier with the last thing of the same sort replaced by what these words say.
pub(super) fn corrected(reading: &Reading<'_>, words: Range<usize>, earlier: &str, known: &Words) -> Option<String> {
    let start = words.clone().find(|at| !reading.is_any(*at, &[Class::Determiner, Class::It, Class::Be]))?;
    let value = start..words.end;
    if value.is_empty() || value.len() > LONGEST {
        return None;
    }
    let old = Reading::of(earlier, known);
    let same_sort = |at: &usize| {
        if reading.is_number(start) { old.is_number(*at) } else { reading.has_capital(start) && old.is_name(*at) }
    };
    let replaced = (0..old.len()).rev().find(same_sort)?;
    let span = old.tokens.span(replaced..replaced + 1);
    let new = reading.tokens.text.get(reading.tokens.span(value))?;
    // A unit that is repeated belongs to the new value.
    let rest = earlier.get(span.end..)?;
    let ordinal = new.starts_with(|first: char| first.is_ascii_digit())
        && ["th", "st", "nd", "rd"].iter().any(|end| new.ends_with(end));
    let rest =
        ["th", "st", "nd", "rd"].iter().find_map(|end| rest.strip_prefix(*end).filter(|_| ordinal)).unwrap_or(rest);
    let unit = new.split_whitespace().nth(1).and_then(|unit| rest.trim_start().strip_prefix(unit));
    Some(format!("{}{new}{}", earlier.get(..span.start)?, unit.unwrap_or(rest)))
}
