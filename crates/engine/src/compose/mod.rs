//! Compose: what goes into the prompt, in few tokens.
//!
//! Four lanes make a context block. The *baseline* is always on: it is taken when the session begins and stays, byte
//! for byte, so that the provider's prefix cache holds. The *routed* lane brings what belongs to the domains a message
//! speaks of, the *delta* what was forgotten or corrected since the session began, the *dynamic* lane what recall
//! found for the message. The last three stand at the tail and give way before the baseline does.
//!
//! [`compose`] is a pure function of what is held and what was found. Because the store has two clocks, the baseline of
//! a session needs no keeping: it is composed again from what was known when the session began.

mod baseline;
mod budget;
mod context;
mod delta;
mod dynamic;
mod gather;
mod held;
mod knobs;
mod lately;
mod prototypes;
mod route;
mod routed;
mod template;
mod text;

use std::collections::HashSet;

use cofio_domain::id::{MemoryId, ProjectId};
use cofio_domain::time::Timestamp;
use jiff::tz::TimeZone;

pub use budget::{Budget, Estimate, TokenCount};
pub use context::{Context, Lane, LaneTokens, LeftOut, LeftOutId, Line, Lookup, Routed};
pub use dynamic::lookup;
pub use gather::{ContextQuery, SessionStart};
pub use held::{Held, Layer, Offered, Section};
pub use knobs::{ContextKnobs, Rules, SessionDelta, Template};
pub use lately::Told;
pub(crate) use prototypes::PrototypeVectors;
pub use route::{Prototypes, route};
pub use template::INFLUENCE_ORDER;
pub(crate) use template::sure_signs;
pub(crate) use text::plain;

use template::{Change, Parts, Piece, Writer};

/// Everything that is held at one moment, as one person may see it.
#[derive(Debug, Clone, Copy)]
pub struct Moment<'a> {
    /// When.
    pub at: Timestamp,
    /// The memories, in any order.
    pub held: &'a [Held<'a>],
    /// The project that is worked on.
    pub project: Option<ProjectId>,
    /// The lines of the brief of what is going on that no memory is, in its order.
    pub told: &'a [Told],
}

/// Everything a block is composed from.
#[derive(Debug, Clone, Copy)]
pub struct Ingredients<'a> {
    /// What was held when the session began.
    pub before: Moment<'a>,
    /// What is held now; the same where there is no session.
    pub now: Moment<'a>,
    /// What recall found for the message, best first.
    pub offered: &'a [Offered],
    /// How much it was asked for.
    pub lookup: &'a Lookup,
    /// The domains the message speaks of.
    pub domains: &'a [Routed],
    /// The session.
    pub session: Option<&'a str>,
    /// The context window of the model, in tokens.
    pub window: Option<usize>,
    /// Whether the block says how memory is to be used.
    pub rules: Rules,
    /// Where the person is.
    pub zone: &'a TimeZone,
    /// Budgets and floors.
    pub knobs: &'a ContextKnobs,
}

/// Composes a context block.
pub fn compose(of: &Ingredients<'_>, count: &dyn TokenCount) -> Context {
    let budget = Budget::of(of.window, of.knobs);
    let writer = Writer {
        template: of.knobs.template,
        rules: of.rules,
        zone: of.zone,
        session: of.session,
        as_of: of.before.at,
    };
    let mut handles = Handles::default();
    let chosen = baseline::choose(&of.before, &budget, of.knobs, &writer, count);
    let mut left_out = chosen.left_out;
    let mut told = handles.given(chosen.pieces);
    let baseline = writer.block(&Parts { baseline: &told, ..Parts::default() });
    let mut room = budget.total.saturating_sub(count.tokens(&baseline));

    let (mut delta, without) = delta::since(&mut told, &of.before, &of.now, room, of.knobs, &writer, count);
    left_out.extend(without);
    for change in &mut delta {
        match change {
            Change::Ended { .. } => {}
            Change::Instead { now: piece, .. } | Change::Rule(piece) | Change::Added(piece) => handles.give(piece),
        }
    }
    let delta_text = writer.fragment(&Parts { delta: &delta, ..Parts::default() });
    room = room.saturating_sub(count.tokens(&delta_text));
    let (routed, without) = routed::choose(of, &budget, room, (&told, &delta), &writer, count);
    left_out.extend(without);
    let routed = handles.given(routed);
    let routed_text = writer.fragment(&Parts { routed: &routed, ..Parts::default() });
    room = room.saturating_sub(count.tokens(&routed_text));

    let mut known = dynamic::Known::default();
    for piece in told.iter().chain(&routed).chain(delta.iter().filter_map(Change::piece)) {
        known.note(piece);
    }
    let (found, without) = dynamic::choose(of.offered, known, room, of.lookup.limit, of.knobs, &writer, count);
    left_out.extend(without);
    let found = handles.given(found);
    let parts = Parts { baseline: &told, routed: &routed, delta: &delta, dynamic: &found };
    let dynamic_text = writer.fragment(&Parts { dynamic: &found, ..Parts::default() });
    let text = writer.block(&parts);
    // Without a baseline the tail stands alone, and has to say how it is to be used.
    let tail = if baseline.is_empty() { text.clone() } else { writer.tail(&parts) };
    let tokens = LaneTokens {
        total: count.tokens(&text),
        baseline: count.tokens(&baseline),
        routed: count.tokens(&routed_text),
        delta: count.tokens(&delta_text),
        dynamic: count.tokens(&dynamic_text),
    };
    let lines = told.iter().chain(delta.iter().filter_map(Change::piece)).chain(&routed).chain(&found);
    let loaded: Vec<Line> = lines.map(|piece| piece.line.clone()).collect();
    // What one lane had no place for may have come in by another.
    let memories: HashSet<MemoryId> = {
        let pieces = told.iter().chain(delta.iter().filter_map(Change::piece)).chain(&routed).chain(&found);
        pieces.filter_map(|piece| piece.memory).collect()
    };
    left_out.retain(|left| match &left.id {
        LeftOutId::Memory(id) => !memories.contains(id),
        LeftOutId::Found(id) => !loaded.iter().any(|line| line.id == *id),
    });
    tracing::debug!(
        loaded = loaded.len(),
        left_out = left_out.len(),
        tokens = tokens.total,
        "composed a context block of {} lines; {} were left out",
        loaded.len(),
        left_out.len()
    );
    Context {
        text,
        baseline,
        tail,
        routed: routed_text,
        delta: delta_text,
        dynamic: dynamic_text,
        tokens,
        budget,
        template: of.knobs.template,
        session: of.session.map(str::to_owned),
        as_of: of.before.at,
        domains: of.domains.to_vec(),
        lookup: of.lookup.clone(),
        cache: None,
        loaded,
        left_out,
        trouble: None,
    }
}

/// Counts handles: the baseline's come first, so that they stay what they are while the rest changes.
#[derive(Debug, Default)]
struct Handles(usize);

impl Handles {
    fn give(&mut self, piece: &mut Piece) {
        self.0 += 1;
        piece.line.handle = format!("m{}", self.0);
    }

    fn given(&mut self, mut pieces: Vec<Piece>) -> Vec<Piece> {
        for piece in &mut pieces {
            self.give(piece);
        }
        pieces
    }
}
