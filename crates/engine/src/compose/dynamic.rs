//! The dynamic lane: how much is looked up for a message, and what of the findings there is room for.

use std::borrow::Cow;
use std::collections::BTreeSet;

use cofio_domain::axes::Kind;
use cofio_domain::id::MemoryId;

use super::budget::TokenCount;
use super::context::{Lane, LeftOut, LeftOutId, Line, Lookup};
use super::held::{Layer, Offered, Section, unsure};
use super::knobs::ContextKnobs;
use super::template::{Piece, Writer};

/// Words that ask for what was said before.
const ASKS_BACK: &[&str] = &[
    "remember",
    "recall",
    "remind",
    "told you",
    "you told",
    "i said",
    "you said",
    "mentioned",
    "last time",
    "we talked",
    "we discussed",
    "previously",
];

/// Returns how much is worth looking up for a message. Only the dynamic lane is governed by it: the baseline is there
/// whatever is asked.
pub fn lookup(message: &str, knobs: &ContextKnobs) -> Lookup {
    let length = length_of(message);
    let lower = message.to_lowercase();
    if length < knobs.short_chars {
        return Lookup { limit: knobs.k_short, why: "a short message" };
    }
    if length > knobs.long_chars {
        return Lookup { limit: knobs.k_long, why: "a long message" };
    }
    if ASKS_BACK.iter().any(|words| lower.contains(words)) {
        return Lookup { limit: knobs.k_long, why: "it asks for what was said before" };
    }
    Lookup { limit: knobs.k_default, why: "a message" }
}

/// Counts letters. A letter of Chinese, Japanese or Korean says as much as two or three of others and counts for two.
fn length_of(message: &str) -> usize {
    let wide = |letter: char| {
        matches!(letter, '\u{1100}'..='\u{11ff}' | '\u{2e80}'..='\u{9fff}' | '\u{a960}'..='\u{a97f}'
            | '\u{ac00}'..='\u{d7ff}' | '\u{f900}'..='\u{faff}' | '\u{ff00}'..='\u{ffef}' | '\u{20000}'..='\u{3ffff}')
    };
    message.trim().chars().map(|letter| if wide(letter) { 2 } else { 1 }).sum()
}

/// What the block holds already when the findings come.
#[derive(Debug, Default)]
pub(super) struct Known {
    pub(super) versions: BTreeSet<(MemoryId, u32)>,
    pub(super) texts: BTreeSet<String>,
}

impl Known {
    pub(super) fn note(&mut self, piece: &Piece) {
        if let (Some(id), Some(version)) = (piece.memory, piece.line.version) {
            self.versions.insert((id, version));
        }
        self.texts.insert(folded(&piece.line.text));
    }
}

/// Two lines that differ in nothing else say the same.
fn folded(text: &str) -> String {
    text.trim().to_lowercase()
}

/// Chooses from what was found what there is room for, at most so many, in the order in which it was ranked. What is in
/// the block already takes no place.
#[allow(clippy::too_many_arguments, reason = "what is chosen depends on all of it")]
pub(super) fn choose(
    offered: &[Offered],
    mut known: Known,
    room: usize,
    most: usize,
    knobs: &ContextKnobs,
    writer: &Writer<'_>,
    count: &dyn TokenCount,
) -> (Vec<Piece>, Vec<LeftOut>) {
    let mut left_out = Vec::new();
    let mut leave = |offered: &Offered, why: Cow<'static, str>| {
        left_out.push(LeftOut { id: LeftOutId::Found(offered.id.clone()), lane: Lane::Dynamic, why });
    };
    let mut found: Vec<(&Offered, Piece)> = Vec::new();
    for offered in offered {
        if let Some(why) = kept_out(offered, knobs) {
            leave(offered, why);
            continue;
        }
        if offered.memory.is_some_and(|version| !known.versions.insert(version)) {
            leave(offered, "already in the block".into());
            continue;
        }
        let Some(piece) = piece(offered, writer, count) else {
            leave(offered, "there is nothing in it to be seen".into());
            continue;
        };
        if !known.texts.insert(folded(&offered.text)) {
            leave(offered, "says the same as another line".into());
            continue;
        }
        if found.len() == most {
            leave(offered, format!("not among the best {most} that are not in the block already").into());
            continue;
        }
        found.push((offered, piece));
    }
    // What goes first is last here: by its sort, and among its sort by how badly it fits.
    let mut order: Vec<usize> = (0..found.len()).collect();
    order.sort_by_key(|at| (std::cmp::Reverse(worth(found[*at].0)), *at));
    let mut left = room;
    let mut kept = BTreeSet::new();
    for at in order {
        let tokens = found[at].1.line.tokens;
        if tokens <= left {
            left -= tokens;
            kept.insert(at);
        } else {
            leave(found[at].0, "no room left in the budget".into());
        }
    }
    let pieces = found.into_iter().enumerate().filter(|(at, _)| kept.contains(at)).map(|(_, (_, piece))| piece);
    (pieces.collect(), left_out)
}

fn kept_out(offered: &Offered, knobs: &ContextKnobs) -> Option<Cow<'static, str>> {
    match offered.layer {
        Layer::Candidate => Some("a maybe, found by recall alone".into()),
        _ if !offered.said_in_person => Some("from something that was read, found by recall alone".into()),
        _ if offered.recall_only => Some("only found when it is asked for".into()),
        _ if offered.confidence < knobs.confidence_min => Some(unsure(offered.confidence, knobs.confidence_min)),
        _ => None,
    }
}

/// How long a finding stays when there is too little room: context gives way first, then projects, who the person is
/// (which is in the baseline anyway), preferences, relationships last.
fn worth(offered: &Offered) -> u8 {
    match offered.kind {
        _ if offered.layer != Layer::Memory => 0,
        None | Some(Kind::Context | Kind::Artifact) => 0,
        Some(Kind::Project | Kind::Task) => 1,
        Some(Kind::Identity) => 2,
        Some(Kind::Preference | Kind::Style | Kind::Procedure | Kind::Habit | Kind::Skill) => 3,
        Some(Kind::Relationship | Kind::Fact | Kind::Constraint) => 4,
    }
}

fn piece(offered: &Offered, writer: &Writer<'_>, count: &dyn TokenCount) -> Option<Piece> {
    let (text, cut) = writer.offered(offered)?;
    let tokens = count.tokens(&format!("- {text} [m00]\n"));
    let line = Line {
        handle: String::new(),
        id: offered.id.clone(),
        version: offered.memory.map(|(_, version)| version),
        lane: Lane::Dynamic,
        section: Section::Context,
        text,
        tokens,
        tier: offered.tier,
        importance: offered.importance,
        confidence: offered.confidence,
        relevance: offered.relevance,
        why: "found for this message".into(),
        cut,
        ended: false,
    };
    Some(Piece { line, memory: offered.memory.map(|(id, _)| id), category: "" })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// R1-024: less than 20 characters nothing, more than 100 or a word of remembering ten, else three.
    #[test]
    fn how_much_is_looked_up_follows_the_message() {
        let knobs = ContextKnobs::default();
        let limit = |message: &str| lookup(message, &knobs).limit;
        for short in ["", "ok", "yes", "thanks!", "What do I like?", "   yes                    "] {
            assert_eq!(limit(short), 0, "{short:?}");
        }
        assert_eq!(limit("yes, please go on with it"), 3);
        assert_eq!(limit("what should I cook tonight?"), 3);
        assert_eq!(limit("do you remember what I eat?"), 10);
        assert_eq!(limit("What had you told me about it? You told me…"), 10);
        assert_eq!(limit(&"a".repeat(100)), 3);
        assert_eq!(limit(&"a".repeat(101)), 10);
        assert_eq!(limit("我应该给妻子买什么礼物？"), 3, "a whole question in twelve letters");
        assert_eq!(limit("好的，谢谢"), 0);
    }

    /// R1-005, R1-025, PRODUCT §1.17 (20): a thousand short messages look nothing up.
    #[test]
    fn a_thousand_short_messages_look_nothing_up() {
        let knobs = ContextKnobs::default();
        let words = ["yes", "ok", "go on", "why?", "no, the other", "thanks", "who am I?", "more", "stop", "and then?"];
        let messages = (0..1_000).map(|n| format!("{} {}", words[n % words.len()], n));
        assert_eq!(messages.map(|message| lookup(&message, &knobs).limit).sum::<usize>(), 0);
    }
}
