//! The delta: what became different since the session began, told at the tail so that the head of the prompt stays.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use cofio_domain::id::MemoryId;

use super::Moment;
use super::baseline;
use super::budget::TokenCount;
use super::context::{Lane, LeftOut, LeftOutId};
use super::held::Held;
use super::knobs::{ContextKnobs, SessionDelta};
use super::template::{Change, Piece, Writer};

/// Compares the baseline, made from what was held before, with what is held now. Lines that do not hold any more are
/// marked.
pub(super) fn since(
    told: &mut [Piece],
    before: &Moment<'_>,
    now: &Moment<'_>,
    room: usize,
    knobs: &ContextKnobs,
    writer: &Writer<'_>,
    count: &dyn TokenCount,
) -> (Vec<Change>, Vec<LeftOut>) {
    let mut left_out = Vec::new();
    if knobs.session_delta == SessionDelta::None {
        return (Vec::new(), left_out);
    }
    let mut changes = corrections(told, now, writer, count);
    let told: BTreeSet<MemoryId> = told.iter().filter_map(|piece| piece.memory).collect();
    let everything = knobs.session_delta == SessionDelta::All;
    let known: BTreeSet<MemoryId> = before.held.iter().filter(|_| everything).map(Held::id).collect();
    let is_fresh = |held: &&Held<'_>| {
        let unheard =
            if held.is_rule() { !told.contains(&held.id()) } else { everything && !known.contains(&held.id()) };
        unheard && held.kept_out(now.project, knobs).is_none()
    };
    let mut fresh: Vec<&Held<'_>> = now.held.iter().filter(is_fresh).collect();
    fresh.sort_by_key(|held| (Reverse(held.is_rule()), held.section(), held.place, held.id()));
    let mut left = room;
    for held in fresh {
        let Some(piece) = in_the_delta(held, "new since this chat began", writer, count) else { continue };
        if held.is_rule() {
            changes.push(Change::Rule(piece));
        } else if piece.line.tokens <= left {
            left -= piece.line.tokens;
            changes.push(Change::Added(piece));
        } else {
            let (id, why) = (LeftOutId::Memory(held.id()), "no room left in the budget".into());
            left_out.push(LeftOut { id, lane: Lane::Delta, why });
        }
    }
    (changes, left_out)
}

/// Returns what has to be taken back or put otherwise. None of it gives way: a line in the baseline would stay wrong.
fn corrections(told: &mut [Piece], now: &Moment<'_>, writer: &Writer<'_>, count: &dyn TokenCount) -> Vec<Change> {
    let wanted: BTreeSet<MemoryId> = told.iter().filter_map(|piece| piece.memory).collect();
    let held = now.held.iter().filter(|held| wanted.contains(&held.id()));
    let held: BTreeMap<MemoryId, &Held<'_>> = held.map(|held| (held.id(), held)).collect();
    let is_over = |held: &Held<'_>| held.claim().task.as_ref().is_some_and(|task| task.state.is_finished());
    let mut changes = Vec::new();
    for Piece { line, memory, .. } in told {
        let (handle, text) = (line.handle.clone(), line.text.clone());
        // What conversations came to holds as long as it may be told.
        if memory.is_none() && now.told.iter().any(|told| told.id == line.id && told.line().0 == text) {
            continue;
        }
        match memory.and_then(|memory| held.get(&memory)).filter(|held| !is_over(held)) {
            None => {
                line.ended = true;
                changes.push(Change::Ended { handle, text });
            }
            // Being confirmed, pinned or tagged makes no other version: it says what it said.
            Some(held) if Some(held.version.n) == line.version => {}
            Some(held) => {
                let piece = in_the_delta(held, "corrected since this chat began", writer, count);
                if let Some(now) = piece.filter(|piece| piece.line.text != text) {
                    line.ended = true;
                    changes.push(Change::Instead { handle, text, now });
                }
            }
        }
    }
    changes
}

fn in_the_delta(held: &Held<'_>, why: &'static str, writer: &Writer<'_>, count: &dyn TokenCount) -> Option<Piece> {
    let mut piece = baseline::piece(held, writer, count)?;
    piece.line.lane = Lane::Delta;
    piece.line.why = why.into();
    Some(piece)
}
