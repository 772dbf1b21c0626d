//! Reads off the verbs around an expression whether it lies behind or ahead.

use super::lexicon::{
    ABBREVIATIONS, ADVERBS, AFTER_A_PLACE_WORD, ASIDE, BARE_PARTICIPLES, BASE_FORMS, CAUSATIVES, COMMITMENTS, PRONOUNS,
    RETIMED, SAME_IN_THE_PAST, UNCHANGING_ED, Verb,
};
use super::tokens::{Kind, Token};

/// How far a verb may be from the expression it governs. Bounds the work on texts without a full stop.
const REACH: usize = 30;

/// Where the verb nearest to an expression puts it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tense {
    Past,
    Present,
    Future,
    /// Set for a time still to come, whenever that was done: "the meeting was scheduled for Friday".
    Planned,
    Unknown,
}

/// Returns the tense of the clause around the tokens `start..end`.
///
/// The nearest verb before the expression decides; where the expression opens its clause ("on Friday we …", ", and on
/// Friday …") the nearest after it.
pub(super) fn tense(tokens: &[Token<'_>], start: usize, end: usize) -> Tense {
    let behind = || before(tokens, start);
    let ahead = || after(tokens, end);
    let found = if opens_a_clause(tokens, start) { ahead().or_else(behind) } else { behind().or_else(ahead) };
    found.unwrap_or(Tense::Unknown)
}

/// Whether something past is told before a position, in the same sentence.
pub(super) fn is_told_before(tokens: &[Token<'_>], start: usize) -> bool {
    before(tokens, start) == Some(Tense::Past)
}

fn before(tokens: &[Token<'_>], start: usize) -> Option<Tense> {
    let mut at = start;
    let mut infinitive = false;
    while at > 0 && start - at < REACH {
        at -= 1;
        if ends_a_sentence(tokens, at) || (at + 1 < start && starts_a_line(tokens, at + 1)) {
            return None;
        }
        if let Some(tense) = verb_at(tokens, at) {
            let retimed = tokens[at].is_in(&RETIMED) && start > 0 && tokens[start - 1].any(&["to", "for", "until"]);
            let committed = infinitive && tokens[at].is_in(&COMMITMENTS);
            return Some(if tense == Tense::Past && (retimed || committed) { Tense::Planned } else { tense });
        }
        // "I met her, we fly on Friday": the clause has a subject and no past verb.
        let opened = tokens[at].is_mark(',') || tokens[at].any(&["and", "but", "so", "because", "then", "that"]);
        if opened && at + 1 < start && tokens[at + 1].any(&["i", "we", "he", "she", "they", "you", "it", "there"]) {
            return Some(Tense::Unknown);
        }
        infinitive |= tokens[at].is("to") && at + 1 < start && tokens[at + 1].is_word();
    }
    None
}

fn after(tokens: &[Token<'_>], end: usize) -> Option<Tense> {
    for at in end..tokens.len().min(end + REACH) {
        if (at > end && starts_a_line(tokens, at)) || ends_a_sentence(tokens, at) {
            return None;
        }
        if let Some(tense) = verb_at(tokens, at) {
            return Some(tense);
        }
    }
    None
}

/// Whether the expression stands before the clause it belongs to.
fn opens_a_clause(tokens: &[Token<'_>], start: usize) -> bool {
    let mut at = start;
    while at > 0 && tokens[at - 1].is_in(&ASIDE) && start - at < REACH {
        at -= 1;
    }
    let Some(before) = at.checked_sub(1).map(|at| &tokens[at]) else {
        return true;
    };
    matches!(before.kind, Kind::Mark(mark) if mark != '\'' && mark != '"')
        || before.any(&["and", "but", "so", "then", "because", "or", "that", "when", "if", "anyway", "also"])
        || starts_a_line(tokens, at)
}

/// What the verb at a position says, if a finite verb stands there.
fn verb_at(tokens: &[Token<'_>], at: usize) -> Option<Tense> {
    let token = &tokens[at];
    if !token.is_word() {
        return None;
    }
    let next_is = |word: &str| tokens.get(at + 1).is_some_and(|next| next.is(word));
    match token.meaning.verb {
        // "won't".
        Some(Verb::Past) if token.is("won") && next_is("'t") => Some(Tense::Future),
        Some(Verb::Past) if token.any(&["was", "were", "did", "had", "wasn", "weren", "didn", "hadn"]) => {
            Some(Tense::Past)
        }
        Some(Verb::Past | Verb::Participle) => governed(tokens, at),
        Some(Verb::Planned) => Some(match governed(tokens, at) {
            Some(Tense::Past) | None => Tense::Planned,
            Some(tense) => tense,
        }),
        // "I have a plan": what it is for is still to come.
        Some(Verb::Future) if token.any(&["plan", "plans"]) && !(next_is("to") || next_is("on")) => {
            Some(Tense::Planned)
        }
        // "have an exam" is present, "have seen" is not; the participle was met first when reading backwards.
        Some(Verb::Present | Verb::Future) if is_base(token) => supported(tokens, at),
        Some(Verb::Present) if token.any(&["has", "'ve"]) => Some(perfect(tokens, at)),
        // "I'm moving in the summer".
        Some(Verb::Present) if token.any(&["am", "is", "are", "'m", "'re"]) && is_progressive(tokens, at) => {
            Some(Tense::Future)
        }
        Some(Verb::Present) => Some(Tense::Present),
        Some(Verb::Future) => Some(Tense::Future),
        None if token.is("going") && next_is("to") => is_followed_by_a_verb(tokens, at + 1).then_some(Tense::Future),
        None if token.is("let") && next_is("'s") => Some(Tense::Future),
        None if token.is("'s") && is_after_pronoun(tokens, at) => {
            Some(if is_progressive(tokens, at) { Tense::Future } else { Tense::Present })
        }
        None if token.is_in(&SAME_IN_THE_PAST) => same_form(tokens, at),
        None if is_regular_past(token) => governed(tokens, at),
        None => None,
    }
}

/// A past form by itself is past; after an auxiliary it is what the auxiliary says. A participle without one ("get it
/// done by Friday") says nothing.
fn governed(tokens: &[Token<'_>], at: usize) -> Option<Tense> {
    let alone = (tokens[at].meaning.verb != Some(Verb::Participle)).then_some(Tense::Past);
    let mut back = at;
    while back > 0 && at - back < 4 {
        back -= 1;
        let token = &tokens[back];
        if token.is_in(&ADVERBS) || token.lower.ends_with("ly") {
            continue;
        }
        return Some(match token.lower.as_ref() {
            // "I've got an exam".
            "have" | "has" | "'ve" if tokens[at].is("got") => Tense::Present,
            // "we'll have been married ten years in May".
            "have" if back > 0 && tokens[back - 1].any(&["will", "'ll", "shall"]) => Tense::Future,
            "have" | "has" | "'ve" | "had" | "'d" | "was" | "were" | "wasn" | "weren" | "hadn" | "haven" | "hasn" => {
                Tense::Past
            }
            // "I'm getting married".
            "is" | "are" | "am" | "'m" | "'re" if is_progressive(tokens, back) => Tense::Future,
            "is" | "are" | "am" | "'m" | "'re" | "isn" | "aren" | "get" | "gets" => Tense::Present,
            "'s" if is_after_pronoun(tokens, back) && !is_regular_past(&tokens[at]) => Tense::Present,
            "will" | "'ll" | "shall" | "should" | "must" | "can" | "could" | "might" | "would" | "to" | "may" => {
                Tense::Future
            }
            _ if is_had_done(tokens, back) => return None,
            _ => return alone,
        });
    }
    alone
}

/// Whether an "am" or "is" goes on in -ing: with a time beside it that is a plan.
fn is_progressive(tokens: &[Token<'_>], at: usize) -> bool {
    let verb = tokens.iter().skip(at + 1).take(4).find(|token| !token.is_in(&ADVERBS) || token.lower.ends_with("ing"));
    verb.is_some_and(|verb| verb.lower.len() > 4 && verb.lower.ends_with("ing"))
}

/// "get the report finished": somebody is to have it done.
fn is_had_done(tokens: &[Token<'_>], object: usize) -> bool {
    (object.saturating_sub(3)..object).any(|at| tokens[at].is_in(&CAUSATIVES))
}

/// Verb forms that are also infinitives.
fn is_base(token: &Token<'_>) -> bool {
    token.is_in(&BASE_FORMS)
}

/// What a bare form says: "did you have" is past, "will do" future, "to have" nothing.
fn supported(tokens: &[Token<'_>], at: usize) -> Option<Tense> {
    let own = match tokens[at].meaning.verb {
        _ if tokens[at].is("have") => perfect(tokens, at),
        Some(Verb::Future) => Tense::Future,
        _ => Tense::Present,
    };
    for back in (at.saturating_sub(3)..at).rev() {
        let token = &tokens[back];
        match token.lower.as_ref() {
            "did" | "didn" => return Some(Tense::Past),
            // "I managed to plan a trip on 5 May".
            "to" => return (tokens[at].meaning.verb == Some(Verb::Future)).then_some(Tense::Planned),
            _ if token.meaning.verb == Some(Verb::Future) && !is_base(token) => {
                return Some(Tense::Future);
            }
            _ if token.is_in(&PRONOUNS) || token.is_in(&ADVERBS) => {}
            _ => return Some(own),
        }
    }
    Some(own)
}

/// "going to sail", but not "going to the sea" or "going to Rome".
fn is_followed_by_a_verb(tokens: &[Token<'_>], to: usize) -> bool {
    tokens.get(to + 1).is_some_and(|next| next.is_word() && !next.is_in(&AFTER_A_PLACE_WORD) && !next.is_capitalised())
}

/// "have" before a participle is past, before anything else present, before "to" a duty still to come.
fn perfect(tokens: &[Token<'_>], at: usize) -> Tense {
    for token in tokens.iter().skip(at + 1).take(4) {
        if token.is("to") {
            return Tense::Future;
        }
        let participle = matches!(token.meaning.verb, Some(Verb::Past | Verb::Participle))
            || is_regular_past(token)
            || token.is_in(&BARE_PARTICIPLES)
            || token.is_in(&SAME_IN_THE_PAST);
        if participle && !token.is("got") && !token.is("left") {
            return Tense::Past;
        }
        if !token.is_in(&ADVERBS) && !token.lower.ends_with("ly") {
            return Tense::Present;
        }
    }
    Tense::Present
}

/// "I quit today" is past, "quit today!" and "to quit today" are not.
fn same_form(tokens: &[Token<'_>], at: usize) -> Option<Tense> {
    let mut back = at;
    while back > 0 && at - back < 4 {
        back -= 1;
        let token = &tokens[back];
        if token.is_in(&ADVERBS) || token.lower.ends_with("ly") {
            continue;
        }
        let bare = !token.is_word() || token.any(&["to", "please", "the", "a", "my", "and", "or", "don", "do", "this"]);
        return match token.meaning.verb {
            _ if bare => None,
            Some(Verb::Future) => Some(Tense::Future),
            Some(Verb::Present) if !token.any(&["have", "has", "'ve"]) => None,
            _ => Some(Tense::Past),
        };
    }
    None
}

fn is_regular_past(token: &Token<'_>) -> bool {
    token.is_word() && token.lower.len() >= 4 && token.lower.ends_with("ed") && !token.is_in(&UNCHANGING_ED)
}

fn is_after_pronoun(tokens: &[Token<'_>], at: usize) -> bool {
    at.checked_sub(1).is_some_and(|before| tokens[before].is_in(&PRONOUNS))
}

/// A full stop that stops: not the one of "a.m." or "Dec.", nor one inside a number or a name.
pub(super) fn ends_a_sentence(tokens: &[Token<'_>], at: usize) -> bool {
    match tokens[at].kind {
        Kind::Mark('!' | '?' | ';' | '—') => true,
        Kind::Mark('.') => {
            let Some(next) = tokens.get(at + 1) else {
                return true;
            };
            let Some(before) = at.checked_sub(1).map(|at| &tokens[at]) else {
                return true;
            };
            let short = before.is_word() && before.lower.chars().count() <= 4;
            let abbreviation = before.is_word() && before.lower.chars().count() == 1
                || short && (before.meaning.month.is_some() || before.is_in(&ABBREVIATIONS));
            !(next.glued || before.is_in(&ABBREVIATIONS) || abbreviation && !next.is_capitalised())
        }
        _ => false,
    }
}

/// A new paragraph, a list item, or a line that begins like a sentence.
pub(super) fn starts_a_line(tokens: &[Token<'_>], at: usize) -> bool {
    let Some(token) = tokens.get(at) else {
        return false;
    };
    let fresh = token.is_capitalised() || matches!(token.kind, Kind::Mark(_)) || token.is_number();
    token.lines > 1 || (token.lines == 1 && fresh)
}
