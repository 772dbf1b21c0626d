//! Cuts off what leads into a clause and who is spoken to: "Well, actually", "Thanks, Ann!".

use std::ops::Range;

use crate::lexicon::Pause;

use super::reading::Reading;
use super::words::Class;

/// Skips what leads into a clause: "Well, actually", "Oh wow", "and", "Thanks, Ann!".
pub(super) fn after_lead(reading: &Reading<'_>, range: Range<usize>) -> usize {
    let mut at = range.start;
    let subjects =
        [Class::MeSubject, Class::MePossessive, Class::TheySubject, Class::You, Class::It, Class::TheyPossessive];
    while at < range.end {
        let next_pauses = at + 1 >= range.end || reading.pause(at + 1) >= Pause::Comma;
        let subject_next = reading.is_any(at + 1, &subjects);
        let is_lead = reading.is_any(at, &[Class::Interjection, Class::Coordinator]) || reading.is_adverb(at);
        let lead_next = reading.is_any(at + 1, &[Class::Interjection, Class::Coordinator, Class::Adverb]);
        let leads = is_lead && (next_pauses || subject_next || lead_next || reading.is(at, Class::Coordinator));
        // "Ann, I…": somebody is spoken to.
        let vocative = at == range.start && next_pauses && reading.has_capital(at) && !reading.is_any(at, &subjects);
        if !(leads || vocative) || reading.is_any(at, &subjects[..3]) {
            break;
        }
        at += 1;
    }
    at
}

/// "…, Ann!": who is spoken to at the end is no part of what is said.
pub(super) fn before_vocative(reading: &Reading<'_>, range: Range<usize>) -> usize {
    let last = range.end - 1;
    let set_apart = reading.pause(last) == Pause::Comma && reading.has_capital(last) && reading.is_name(last);
    // The last of a list is set apart too.
    let in_list = (range.start..last).any(|at| reading.pause(at) == Pause::Comma && reading.is_name(at));
    if set_apart && !in_list && last > range.start { last } else { range.end }
}
