//! The baseline: what is always on, chosen by what matters and cut to its budget.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashSet};

use cofio_domain::aliases::category;
use cofio_domain::axes::Kind;

use super::Moment;
use super::budget::{Budget, Share, TokenCount};
use super::context::{Lane, LeftOut, Line};
use super::held::Held;
use super::knobs::ContextKnobs;
use super::template::{Piece, Writer};

/// What was chosen, in the order of the block, and what was not.
#[derive(Debug, Default)]
pub(super) struct Baseline {
    pub(super) pieces: Vec<Piece>,
    pub(super) left_out: Vec<LeftOut>,
}

/// How long something stays when there is too little room: the first stays longest. Extracted facts give way first,
/// then preferences, then what is going on, procedures and style; who the person is and their rules never.
fn rank(held: &Held<'_>) -> u8 {
    match held.share() {
        Share::Skeleton => 0,
        Share::Style => 1,
        Share::Procedure => 2,
        Share::Now if held.is_explicit() || held.claim().kind == Kind::Task => 3,
        Share::Rest if held.is_explicit() => 4,
        Share::Rest if matches!(held.claim().kind, Kind::Preference | Kind::Constraint) => 5,
        Share::Now | Share::Rest => 6,
    }
}

/// Whether less than this is left, no line is worth trying.
const SMALLEST_LINE: usize = 4;

/// Chooses the lines of the baseline.
pub(super) fn choose<'h>(
    moment: &'h Moment<'_>,
    budget: &Budget,
    knobs: &ContextKnobs,
    writer: &Writer<'_>,
    count: &dyn TokenCount,
) -> Baseline {
    let mut baseline = Baseline::default();
    let mut left_out = |held: &Held<'_>, why: Cow<'static, str>| {
        baseline.left_out.push(LeftOut { id: held.id().to_string(), lane: Lane::Baseline, why });
    };
    let mut wanted: Vec<&'h Held<'_>> = Vec::new();
    for held in moment.held {
        match held.kept_out(moment.project, knobs) {
            Some(why) => left_out(held, why),
            None => wanted.push(held),
        }
    }
    let by_weight =
        |held: &&Held<'_>| (Reverse(whole(held.importance)), Reverse(whole(held.confidence)), Reverse(held.id()));
    wanted.sort_by_cached_key(by_weight);
    let mut counted = 0;
    wanted.retain(|held| {
        counted += usize::from(held.is_counted());
        let beyond = held.is_counted() && counted > knobs.top_n;
        if beyond {
            left_out(held, format!("not among the {} that matter most", knobs.top_n).into());
        }
        !beyond
    });
    // The sort is stable: within a rank, what matters most comes first.
    wanted.sort_by_cached_key(|held| (rank(held), Reverse(held.is_pinned())));

    let mut spent = count.tokens(&writer.frame());
    let mut shares: BTreeMap<Share, usize> = Share::ALL.map(|share| (share, 0)).into();
    let mut headings: Vec<&'static str> = Vec::new();
    let mut said: HashSet<String> = HashSet::new();
    let mut chosen: Vec<(&Held<'_>, Piece)> = Vec::new();
    for held in wanted {
        let share = held.share();
        let room = budget.of_share(share).saturating_sub(shares[&share]).min(budget.baseline.saturating_sub(spent));
        if share != Share::Skeleton && room < SMALLEST_LINE {
            left_out(held, no_room(spent + SMALLEST_LINE > budget.baseline));
            continue;
        }
        let Some((text, cut)) = writer.memory(held) else {
            left_out(held, "there is nothing in it to be seen".into());
            continue;
        };
        if !said.insert(text.to_lowercase()) {
            left_out(held, "says the same as another line".into());
            continue;
        }
        let tokens = tokens_of(&text, count);
        if share != Share::Skeleton && spent + tokens > budget.baseline {
            left_out(held, no_room(true));
            continue;
        }
        let piece = piece_of(held, text, cut, tokens);
        let heading = writer.heading(&piece);
        let first = if headings.contains(&heading) { 0 } else { count.tokens(heading) + 1 };
        if share != Share::Skeleton && (tokens > room || spent + tokens + first > budget.baseline) {
            left_out(held, no_room(spent + tokens + first > budget.baseline));
            continue;
        }
        if first > 0 {
            headings.push(heading);
        }
        spent += tokens + first;
        *shares.entry(share).or_default() += tokens;
        chosen.push((held, piece));
    }
    chosen.sort_by_key(|(held, _)| {
        let claim = held.claim();
        (held.section(), held.place, &claim.domain, claim.key.as_deref(), held.id())
    });
    baseline.pieces = chosen.into_iter().map(|(_, piece)| piece).collect();
    baseline
}

/// Numbers between 0 and 1 in steps that can be compared.
pub(super) fn whole(number: f64) -> u32 {
    (number.clamp(0.0, 1.0) * 1e6).round() as u32
}

fn no_room(in_the_baseline: bool) -> Cow<'static, str> {
    if in_the_baseline { "no room left in the baseline" } else { "no room left for its kind" }.into()
}

/// Writes a memory as a line of the baseline. Its handle is given when all are chosen.
pub(super) fn piece(held: &Held<'_>, writer: &Writer<'_>, count: &dyn TokenCount) -> Option<Piece> {
    let (text, cut) = writer.memory(held)?;
    let tokens = tokens_of(&text, count);
    Some(piece_of(held, text, cut, tokens))
}

/// What a line takes, with the dash before it, and a handle and the line's end behind.
fn tokens_of(text: &str, count: &dyn TokenCount) -> usize {
    count.tokens(&format!("- {text} [m00]\n"))
}

fn piece_of(held: &Held<'_>, text: String, cut: bool, tokens: usize) -> Piece {
    let claim = held.claim();
    let line = Line {
        handle: String::new(),
        id: held.id().to_string(),
        version: Some(held.version.n),
        lane: Lane::Baseline,
        section: held.section(),
        text,
        tokens,
        tier: Some(claim.tier),
        importance: held.importance,
        confidence: if held.is_explicit() { 1.0 } else { held.confidence },
        relevance: None,
        why: why(held),
        cut,
        ended: false,
    };
    Piece { line, memory: Some(held.id()), category: category(claim.kind, &claim.domain) }
}

fn why(held: &Held<'_>) -> Cow<'static, str> {
    match held.claim().kind {
        _ if held.is_rule() => "a rule you set",
        _ if held.is_pinned() => "pinned",
        Kind::Identity => "who you are",
        Kind::Task => "still to be done",
        _ if held.is_explicit() => "you said it",
        _ => "matters most of what was learned",
    }
    .into()
}
