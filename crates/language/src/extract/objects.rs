//! Finds what "it" and "them" stand for where they end an answer: "Do you like jazz?" – "I love it."

use std::ops::Range;

use super::reading::Reading;
use super::rephrase::Replacement;
use super::subject::{Parsed, Who};

/// Returns where a clause ends in "it" or "them", with the thing meant.
pub(super) fn meant(reading: &Reading<'_>, parsed: &Parsed, topic: Option<&str>) -> Option<Replacement> {
    let topic = topic.filter(|_| matches!(parsed.who, Who::Me | Who::Us))?;
    let at = (parsed.group.main + 1..parsed.range.end.min(parsed.group.main + 4))
        .find(|at| matches!(reading.word(*at), "it" | "them" | "those"))?;
    let rest: Range<usize> = at + 1..parsed.range.end;
    let alone = rest.clone().all(|at| reading.is_adverb(at));
    let token = reading.tokens.list.get(at)?;
    alone.then(|| (token.start..token.end, topic.to_owned()))
}
