//! The baseline: what is always on, chosen by what matters and cut to its budget.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashSet};

use cofio_domain::aliases::category;
use cofio_domain::axes::Kind;
use cofio_domain::id::MemoryId;

use super::Moment;
use super::budget::{Budget, Share, TokenCount};
use super::context::{Lane, LeftOut, LeftOutId, Line};
use super::held::{Held, Section};
use super::knobs::{ContextKnobs, Template};
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
pub(super) const SMALLEST_LINE: usize = 4;

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
        baseline.left_out.push(LeftOut { id: LeftOutId::Memory(held.id()), lane: Lane::Baseline, why });
    };
    let mut wanted: Vec<Wanted<'h, '_>> = Vec::with_capacity(moment.held.len());
    for held in moment.held {
        match held.kept_out(moment.project, knobs) {
            Some(why) => left_out(held, why),
            None => wanted.push(Wanted::of(held)),
        }
    }
    // Of equals the newest come first, and here they come last: turned round, most of it is in order already.
    wanted.reverse();
    wanted.sort_by_key(|wanted| wanted.turn);
    let mut counted: Vec<usize> = (0..wanted.len()).filter(|at| wanted[*at].held.is_counted()).collect();
    if counted.len() > knobs.top_n {
        counted.sort_by_key(|at| wanted[*at].turn.weight);
        let beyond: HashSet<usize> = counted.split_off(knobs.top_n).into_iter().collect();
        let why: Cow<'static, str> = format!("not among the {} that matter most", knobs.top_n).into();
        let mut at = 0;
        wanted.retain(|wanted| {
            let is_beyond = beyond.contains(&at);
            at += 1;
            if is_beyond {
                left_out(wanted.held, why.clone());
            }
            !is_beyond
        });
    }

    let mut spent = count.tokens(&writer.frame());
    let mut shares: BTreeMap<Share, usize> = Share::ALL.map(|share| (share, 0)).into();
    let mut headings: Vec<&'static str> = Vec::new();
    let mut said: HashSet<String> = HashSet::new();
    let mut chosen: Vec<(&Held<'_>, Piece)> = Vec::new();
    let mut unwritten = Unwritten::default();
    for Wanted { held, share, .. } in wanted {
        let room = budget.of_share(share).saturating_sub(shares[&share]).min(budget.baseline.saturating_sub(spent));
        if share != Share::Skeleton && room < SMALLEST_LINE {
            left_out(held, no_room(spent + SMALLEST_LINE > budget.baseline));
            continue;
        }
        // Once there is little room, nearly everything is too long for it: that is seen before it is written.
        let least = count.least(held.words().len() + AROUND_A_LINE);
        if share != Share::Skeleton
            && least > room
            && let Some(words) = writer.verbatim(held)
        {
            unwritten.0.push((share, words));
            left_out(held, no_room(spent + least > budget.baseline));
            continue;
        }
        let Some((text, cut)) = writer.memory(held) else {
            left_out(held, "there is nothing in it to be seen".into());
            continue;
        };
        let folded = text.to_lowercase();
        if unwritten.says(&folded, share) || !said.insert(folded) {
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
    let mut pieces: Vec<Piece> = chosen.into_iter().map(|(_, piece)| piece).collect();
    // What the brief adds stands below what is going on by itself, as far as there is room.
    let mut lately = Vec::new();
    for told in moment.told.iter().filter(|_| writer.template == Template::Unified) {
        let Some(piece) = told.piece(count) else { continue };
        let heading = writer.heading(&piece);
        let first = if headings.contains(&heading) { 0 } else { count.tokens(heading) + 1 };
        let takes = piece.line.tokens;
        let room = budget.of_share(Share::Now).saturating_sub(shares[&Share::Now]);
        let why: Option<Cow<'static, str>> = if !said.insert(piece.line.text.to_lowercase()) {
            Some("says the same as another line".into())
        } else if takes > room || spent + takes + first > budget.baseline {
            Some(no_room(spent + takes + first > budget.baseline))
        } else {
            None
        };
        if let Some(why) = why {
            baseline.left_out.push(LeftOut { id: LeftOutId::Found(told.id.clone()), lane: Lane::Baseline, why });
            continue;
        }
        if first > 0 {
            headings.push(heading);
        }
        spent += takes + first;
        *shares.entry(Share::Now).or_default() += takes;
        lately.push(piece);
    }
    let after = pieces.iter().position(|piece| piece.line.section > Section::Now).unwrap_or(pieces.len());
    pieces.splice(after..after, lately);
    baseline.pieces = pieces;
    baseline
}

/// Something that may come in, and when its turn is.
struct Wanted<'h, 'a> {
    turn: Turn,
    share: Share,
    held: &'h Held<'a>,
}

/// What stays longest comes first; among that what is pinned, then what matters most.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Turn {
    rank: u8,
    pinned: Reverse<bool>,
    weight: Weight,
}

/// How much it matters, how sure it is, how new.
type Weight = (Reverse<u32>, Reverse<u32>, Reverse<MemoryId>);

impl<'h, 'a> Wanted<'h, 'a> {
    fn of(held: &'h Held<'a>) -> Wanted<'h, 'a> {
        let weight = (Reverse(whole(held.importance)), Reverse(whole(held.confidence)), Reverse(held.id()));
        let turn = Turn { rank: rank(held), pinned: Reverse(held.is_pinned()), weight };
        Wanted { turn, share: held.share(), held }
    }
}

/// Lines that were too long for the room there was, and so were never written: each is the words it is of.
#[derive(Default)]
struct Unwritten<'a>(Vec<(Share, &'a str)>);

impl Unwritten<'_> {
    /// Returns whether one of them says what a line in small letters does. Of the line's own share none can, as there is
    /// never more room in it than there was.
    fn says(&self, line: &str, share: Share) -> bool {
        self.0.iter().any(|(other, words)| *other != share && words.eq_ignore_ascii_case(line))
    }
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

/// How many letters stand around a line: the dash before it, and a handle and the line's end behind.
const AROUND_A_LINE: usize = "-  [m00]\n".len();

/// What a line takes, with what stands around it.
pub(super) fn tokens_of(text: &str, count: &dyn TokenCount) -> usize {
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
