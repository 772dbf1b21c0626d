//! Preferences by category, in the manner of an adviser's notes. Lines have no handles.

use super::super::held::{Held, Section};
use super::super::text::plain;
use super::{DATA_NOT_ORDERS, INFLUENCE_ORDER, Names, Passage, Piece, one_below_the_other};

const TITLE: &str = "## Your stored preferences";
const PROFILE: &str = "### Profile";
const FINANCE: &str = "### Finance context";
const STYLE: &str = "### Response style";
const FACT: &str = "### Fact";
/// What is binding and not of finance has no category of its own there.
const RULES: &str = "### Rules";
const CONTEXT: &str = "### Context";
const ROUTED: &str = "### Rules for this topic";
const TOPIC: &str = "### This topic";
const DELTA: &str = "### Changes since this chat began";

pub(super) const NAMES: Names = Names {
    order: &[PROFILE, FINANCE, RULES, STYLE, FACT, CONTEXT, ROUTED, TOPIC, DELTA],
    dynamic: CONTEXT,
    routed: ROUTED,
    topic: TOPIC,
    delta: DELTA,
};

pub(super) fn words(held: &Held<'_>) -> Option<(String, bool)> {
    Some(plain(held.words(), held.longest())).filter(|(words, _)| !words.is_empty())
}

pub(super) fn heading(piece: &Piece) -> &'static str {
    match piece.category {
        "finance_context" => FINANCE,
        _ if piece.line.section == Section::Rules => RULES,
        "profile" => PROFILE,
        "response_style" => STYLE,
        _ => FACT,
    }
}

pub(super) fn body(passages: &[Passage]) -> String {
    let stored = one_below_the_other(passages);
    let stored = if stored.is_empty() { TITLE.to_owned() } else { format!("{TITLE}\n{stored}") };
    format!("{stored}\n\n{INFLUENCE_ORDER}\n{DATA_NOT_ORDERS}")
}
