//! The routed lane: what belongs to the one or two domains a message speaks of.
//!
//! A domain's brief will stand here. Until there are briefs, its memories do: its rules, which the baseline has already
//! unless they are new, and what else is known of it that the baseline had no place for, the most important first.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashSet};

use cofio_domain::id::MemoryId;

use super::Ingredients;
use super::baseline::{self, SMALLEST_LINE, whole};
use super::budget::{Budget, TokenCount};
use super::context::{Lane, LeftOut, LeftOutId};
use super::held::{Held, Section};
use super::template::{Change, Piece, Writer};

/// Chooses the lines of the routed lane, in the order of the block, and what there is no room for.
pub(super) fn choose(
    of: &Ingredients<'_>,
    budget: &Budget,
    room: usize,
    (told, delta): (&[Piece], &[Change]),
    writer: &Writer<'_>,
    count: &dyn TokenCount,
) -> (Vec<Piece>, Vec<LeftOut>) {
    if of.domains.is_empty() {
        return (Vec::new(), Vec::new());
    }
    let have: BTreeSet<MemoryId> =
        told.iter().chain(delta.iter().filter_map(Change::piece)).filter_map(|piece| piece.memory).collect();
    let is_new = |held: &&Held<'_>| !have.contains(&held.id());
    let wanted = |held: &&Held<'_>, domain| held.is_rule() || !held.claim().is_not_for(domain);
    let of_topic = |held: &&Held<'_>| {
        of.domains.iter().any(|routed| routed.domain == held.claim().domain && wanted(held, &routed.domain))
    };
    let held: Vec<&Held<'_>> = of.now.held.iter().filter(of_topic).filter(is_new).collect();
    let may_come = |held: &&&Held<'_>| held.kept_out_of_topic(of.now.project, of.knobs).is_none();

    let written = |held: &Held<'_>, why: &'static str| {
        let mut piece = baseline::piece(held, writer, count)?;
        piece.line.lane = Lane::Routed;
        piece.line.why = why.into();
        Some(piece)
    };
    let mut chosen: Vec<(&Held<'_>, Piece)> = held
        .iter()
        .filter(|held| held.is_rule())
        .filter(may_come)
        .filter_map(|held| Some((*held, written(held, "a rule of what the message is about")?)))
        .collect();
    // Rules do not give way; the rest has what they leave.
    let rules: usize = chosen.iter().map(|(_, piece)| piece.line.tokens).sum();
    let mut left = budget.routed.min(room).saturating_sub(rules);
    let mut left_out = Vec::new();
    let known_before: HashSet<MemoryId> = of.before.held.iter().map(Held::id).collect();
    let mut said: BTreeSet<String> = told.iter().map(|piece| piece.line.text.to_lowercase()).collect();
    for routed in of.domains {
        let mut rest: Vec<&&Held<'_>> = held
            .iter()
            .filter(|held| held.claim().domain == routed.domain && !held.is_rule())
            .filter(may_come)
            // What is new in this session is told as a change, or found for the message.
            .filter(|held| known_before.contains(&held.id()))
            .collect();
        rest.sort_by_key(|held| (Reverse(whole(held.importance)), Reverse(whole(held.confidence)), held.id()));
        let mut own = budget.of_domain().min(left);
        for held in rest {
            let without = || LeftOut {
                id: LeftOutId::Memory(held.id()),
                lane: Lane::Routed,
                why: "no room left for its domain".into(),
            };
            // Where no line fits, none is written to see that.
            if own < SMALLEST_LINE {
                left_out.push(without());
                continue;
            }
            let Some(mut piece) = written(held, "belongs to what the message is about") else { continue };
            if !said.insert(piece.line.text.to_lowercase()) {
                continue;
            }
            if piece.line.tokens > own {
                left_out.push(without());
                continue;
            }
            own -= piece.line.tokens;
            left -= piece.line.tokens;
            piece.line.section = Section::Context;
            chosen.push((held, piece));
        }
    }
    chosen.sort_by_key(|(held, piece)| {
        let claim = held.claim();
        (piece.line.section, held.place, &claim.domain, claim.key.as_deref(), held.id())
    });
    (chosen.into_iter().map(|(_, piece)| piece).collect(), left_out)
}
