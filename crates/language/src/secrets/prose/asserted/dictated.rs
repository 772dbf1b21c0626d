//! Is a password spelled letter by letter, in whatever language?

use std::ops::Range;

use super::super::super::reading::{floor, words};
use super::super::super::view::View;
use super::super::super::words::SPELLING_ALOUD;

/// How far after the noun the letters may go on.
const REACH: usize = 240;
/// Fewer letters in a row are initials.
const FEWEST: usize = 5;
/// With capitals and signs called by their names, fewer will do.
const FEWEST_TOLD: usize = 3;

/// "buchstabiert: K wie Konrad groß, a, c, h, Minus, 7, 2": the span from the first to the last sign.
pub(super) fn letters(view: &View, label: &Range<usize>) -> Option<Range<usize>> {
    let lower = view.lower();
    let mut span: Option<Range<usize>> = None;
    let (mut signs, mut told, mut is_example) = (0, 0, false);
    for word in words(lower, label.end..floor(lower, label.end + REACH)) {
        let spelled = &lower[word.clone()];
        let is_sign = spelled.chars().count() == 1 || spelled.len() <= 2 && spelled.bytes().all(|b| b.is_ascii_digit());
        let goes_on = is_sign || is_example || SPELLING_ALOUD.contains(spelled);
        is_example = matches!(spelled, "wie" | "comme" | "como" | "come" | "als" | "like" | "for" | "van");
        if is_sign {
            signs += 1;
            span = Some(span.map_or(word.start, |span| span.start)..word.end);
        } else if goes_on && !is_example {
            told += usize::from(SPELLING_ALOUD.contains(spelled));
        } else if signs > 0 && !is_example {
            break;
        }
    }
    let is_spelled = signs >= FEWEST || signs >= FEWEST_TOLD && signs + told > FEWEST;
    span.filter(|span| is_spelled && lower[span.clone()].contains(", "))
}
