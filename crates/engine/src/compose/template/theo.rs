//! Hard preferences, context with its relevance, and four rules. Lines have no handles.

use jiff::tz::TimeZone;

use super::super::held::{Held, Section};
use super::super::knobs::Rules;
use super::super::text::plain;
use super::{DATA_NOT_ORDERS, INFLUENCE_ORDER, Names, Passage, Piece, bracketed, day, rule_words};

const TITLE: &str = "### User Memory Context";
const HARD: &str = "**Hard Preferences** (must be respected):";
const CONTEXT: &str = "**Context** (for judgment, not rules):";
const ROUTED: &str = "**Hard Preferences for this topic** (must be respected):";
const TOPIC: &str = "**Context for this topic** (for judgment, not rules):";
const DELTA: &str = "**Changes since this chat began**:";

pub(super) const NAMES: Names = Names {
    order: &[HARD, CONTEXT, ROUTED, TOPIC, DELTA],
    dynamic: CONTEXT,
    routed: ROUTED,
    topic: TOPIC,
    delta: DELTA,
};

/// R2-022: how memory is to be used.
const RULES: &str = "\
**Rules**:
- Hard preferences must be respected unless user explicitly overrides
- If there is conflict or uncertainty, ask before acting
- Always cite memory items when relevant: \"You previously told me...\"
- Never phrase as: \"You believe...\" or \"You think...\"";

/// From which confidence on a guess is called sure.
const HIGH: f64 = 0.8;

/// From which it is called likely.
const MEDIUM: f64 = 0.5;

pub(super) fn words(held: &Held<'_>, zone: &TimeZone) -> Option<(String, bool)> {
    if !held.is_rule() {
        return Some(guarded(held.words(), held.longest())).filter(|(words, _)| !words.is_empty());
    }
    let (words, cut) = rule_words(held)?;
    let words = without_own_marks(&words);
    let confidence = match held.confidence {
        _ if held.is_explicit() => "high",
        sure if sure >= HIGH => "high",
        likely if likely >= MEDIUM => "medium",
        _ => "low",
    };
    // Saying something is not confirming it: the date is of a time when it was said again.
    let again = held.version.last_confirmed_at.filter(|_| held.version.last_confirmed_at != held.version.confirmed_at);
    let confirmed = again.map_or(String::new(), |at| format!(", confirmed: {}", day(at, zone)));
    Some((format!("{} {words} (confidence: {confidence}{confirmed})", bracketed(&held.claim().domain)), cut))
}

/// A text that cannot be mistaken for one with our remarks behind it.
pub(super) fn guarded(text: &str, longest: usize) -> (String, bool) {
    let (words, cut) = plain(text, longest);
    (without_own_marks(&words), cut)
}

fn without_own_marks(words: &str) -> String {
    words.replace("(confidence:", "[confidence:").replace("(relevance:", "[relevance:")
}

pub(super) fn heading(piece: &Piece) -> &'static str {
    if piece.line.section == Section::Rules { HARD } else { CONTEXT }
}

pub(super) fn laid_out(passages: &[Passage]) -> String {
    let text: Vec<String> =
        passages.iter().map(|(heading, lines)| format!("{heading}\n{}", lines.join("\n"))).collect();
    text.join("\n\n")
}

pub(super) fn body(passages: &[Passage], rules: Rules) -> String {
    let mut parts = vec![TITLE.to_owned()];
    parts.extend(Some(laid_out(passages)).filter(|text| !text.is_empty()));
    parts.extend((rules == Rules::On).then(|| RULES.to_owned()));
    parts.push(format!("{INFLUENCE_ORDER}\n{DATA_NOT_ORDERS}"));
    parts.join("\n\n")
}
