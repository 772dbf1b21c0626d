//! Is a token tied to the noun by what stands beside it?

use std::ops::Range;

use super::super::super::reading::{floor, sentence, words, words_before};
use super::super::super::view::View;
use super::super::super::words::{
    AFTERWARDS, CHANGE_JOINTS, CHANGE_VERBS, COMPOUNDS, CREDENTIALS, HANDLES, JOINS, JUDGEMENTS, MEANS, STEPS, any_in,
};

/// Whether the words around the token at `span` make it the value of `label`.
pub(super) fn is_bound(view: &View, span: &Range<usize>, label: &Range<usize>) -> bool {
    let lower = view.lower();
    if span.start >= label.end {
        is_subject_kept(lower, label.end..span.start)
            && (is_led_to(lower, span, label) || is_closed_by_verb(lower, span))
    } else {
        is_pointed_out(lower, span.end..label.start) || is_typed_for(lower, span, label)
    }
}

/// Between the noun and the value nothing else is named that the value could be of.
fn is_subject_kept(lower: &str, between: Range<usize>) -> bool {
    let said: Vec<&str> = words(lower, between.clone()).map(|word| &lower[word]).collect();
    let adjoins = lower[between.start..].starts_with([' ', '-']);
    let is_compound = adjoins && said.first().is_some_and(|word| COMPOUNDS.contains(word) || *word == "hint");
    !is_compound && !any_in(&said, &HANDLES)
}

/// "is just …", "it's …", "so now its …", "with the password …", ": …".
fn is_led_to(lower: &str, span: &Range<usize>, label: &Range<usize>) -> bool {
    let head = lower[..span.start].trim_end_matches([' ', '"', '\'', '`', '*', '(']);
    if head.ends_with([':', '=']) || head.ends_with("->") || head.ends_with(" -") {
        return true;
    }
    if head.len() == label.end {
        return true;
    }
    if head.ends_with([',', '.', ';', '!', '?']) {
        return false;
    }
    let before = words_before(lower, head.len(), 12);
    let Some((steps, word)) = before.iter().enumerate().find(|(_, word)| !is_step(word)) else {
        return false;
    };
    let is_changed = CHANGE_JOINTS.contains(word)
        && (any_in(&before, &CHANGE_VERBS)
            || following(lower, span.end).next().is_some_and(|verb| CHANGE_VERBS.contains(&lower[verb])));
    steps <= 3
        && (JOINS.contains(word)
            || MEANS.contains(word)
            || CREDENTIALS.contains(word)
            || matches!(*word, "it's" | "that's" | "ich" | "ik" | "e'")
            || is_changed)
}

fn is_step(word: &&&str) -> bool {
    STEPS.contains(**word) && !CHANGE_JOINTS.contains(**word)
}

/// "… ist", "… lautet", "… eingeben", "… auf": the verb that ends the clause.
fn is_closed_by_verb(lower: &str, span: &Range<usize>) -> bool {
    let Some(verb) = following(lower, span.end).next() else { return false };
    let ends = !lower[verb.end..].starts_with([' ', '-']) || lower[verb.end..].trim().is_empty();
    let verb = &lower[verb];
    matches!(verb, "ist" | "lautet" | "war" | "is" | "was" | "auf" | "luidt") && ends
        || AFTERWARDS.contains(verb)
        || matches!(verb, "nehme" | "verwende" | "benutze" | "gebruik")
}

/// "… is the password for", "… als Passwort", "… - that's our password": what stands between value and noun.
fn is_pointed_out(lower: &str, between: Range<usize>) -> bool {
    const FARTHEST: usize = 6;
    const FARTHER: usize = 9;
    let said: Vec<&str> = words(lower, between.clone()).map(|word| &lower[word]).collect();
    let Some(first) = said.first() else { return false };
    // In Portuguese "a" is "the".
    let judged = |word: &&&str| {
        JUDGEMENTS.contains(**word) && **word != "a" || **word == "a" && !matches!(*first, "e" | "eh" | "como")
    };
    if said.iter().any(|word| judged(&word)) {
        return false;
    }
    let is_joint = |word: &str| {
        matches!(
            word,
            "is" | "was" | "ist" | "est" | "es" | "e" | "eh" | "as" | "als" | "comme" | "como" | "come" | "war" | "era"
        )
    };
    let points =
        |word: &&str| matches!(*word, "that's" | "thats" | "c'est" | "das" | "dat" | "eso" | "questa" | "essa");
    is_joint(first) && said.len() <= FARTHEST || said.len() <= FARTHER && said.iter().any(points)
}

/// "type … when it asks for the password", "use … to open": the verb stands before the value, the noun after it.
fn is_typed_for(lower: &str, span: &Range<usize>, label: &Range<usize>) -> bool {
    let before = words_before(lower, span.start, 1);
    let typed =
        before.first().is_some_and(|word| matches!(*word, "type" | "enter" | "tippe" | "tape" | "digita" | "teclea"));
    typed && sentence(lower, span.start).end >= label.end
}

/// The words after `end` in its clause.
fn following(lower: &str, end: usize) -> impl Iterator<Item = Range<usize>> + '_ {
    let start = skip_quote(lower, end);
    let until = if lower[start..].starts_with(' ') { floor(lower, start + 40) } else { start };
    words(lower, start..until).take(3)
}

fn skip_quote(lower: &str, end: usize) -> usize {
    end + usize::from(lower[end..].starts_with(['"', '\'', '`']))
}
