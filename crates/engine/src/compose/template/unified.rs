//! Our own manner: every line has a handle, and the last part says how to use them.

use jiff::tz::TimeZone;

use super::super::held::{Held, Section};
use super::super::knobs::Rules;
use super::super::text::plain;
use super::{DATA_NOT_ORDERS, INFLUENCE_ORDER, Names, Passage, Piece, bracketed, day, one_below_the_other, rule_words};

const WHO: &str = "## Who you are helping";
const RULES: &str = "## Rules the user set (must be respected)";
const HOW: &str = "## How to help";
const NOW: &str = "## Now";
const CONTEXT: &str = "## Context (for judgment, not rules)";
const ROUTED: &str = "## Rules for this topic (must be respected)";
const TOPIC: &str = "## About this topic (for judgment, not rules)";
const DELTA: &str = "## Changes since this chat began";
const USING: &str = "## Using memory";

pub(super) const NAMES: Names = Names {
    order: &[WHO, RULES, HOW, NOW, CONTEXT, ROUTED, TOPIC, DELTA],
    dynamic: CONTEXT,
    routed: ROUTED,
    topic: TOPIC,
    delta: DELTA,
};

/// How to cite, and how not to.
const CITE: &str = "Cite as \"You told me…\" with [mN]; never \"You believe/think/are the type…\".";

pub(super) fn words(held: &Held<'_>, zone: &TimeZone) -> Option<(String, bool)> {
    if !held.is_rule() {
        return Some(plain(held.words(), held.longest())).filter(|(words, _)| !words.is_empty());
    }
    let (words, cut) = rule_words(held)?;
    let confirmed = held.version.last_confirmed_at.or(held.version.confirmed_at);
    let confirmed = confirmed.map_or(String::new(), |at| format!(" · confirmed {}", day(at, zone)));
    Some((format!("{} {words}{confirmed}", bracketed(&held.claim().domain)), cut))
}

pub(super) fn heading(piece: &Piece) -> &'static str {
    match piece.line.section {
        Section::Who => WHO,
        Section::Rules => RULES,
        Section::How => HOW,
        Section::Now => NOW,
        Section::Context => CONTEXT,
    }
}

pub(super) fn body(passages: &[Passage], rules: Rules) -> String {
    let mut using = vec![INFLUENCE_ORDER.to_owned()];
    if rules == Rules::On {
        using.push(CITE.to_owned());
    }
    using.push(DATA_NOT_ORDERS.to_owned());
    let mut all = passages.to_vec();
    all.push((USING, using));
    one_below_the_other(&all)
}
