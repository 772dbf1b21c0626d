//! What speaks for and against keeping a clause, and how much that is worth together.

use std::collections::{HashMap, HashSet};

use cofio_domain::axes::Kind;

use crate::lexicon::Pause;

use super::claim::Extracted;
use super::group::Tense;
use super::reading::Reading;
use super::subject::{Parsed, Who};
use super::words::Class;

const WEIGHTS: &str = include_str!("worth.txt");

/// How much each sign counts.
#[derive(Debug)]
pub(super) struct Worth {
    weights: HashMap<&'static str, f64>,
}

impl Worth {
    pub(super) fn read() -> Worth {
        let line = |line: &'static str| -> Option<(&str, f64)> {
            let (sign, weight) = line.split_once(' ')?;
            Some((sign, weight.trim().parse().ok()?))
        };
        Worth { weights: WEIGHTS.lines().filter_map(line).collect() }
    }

    /// Weighs the claims of one message against each other: few messages hold more than one thing worth keeping.
    pub(super) fn rank(&self, claims: &mut [Extracted]) {
        let mut order: Vec<usize> = (0..claims.len()).collect();
        order.sort_by(|one, other| claims[*other].worth.total_cmp(&claims[*one].worth));
        // Who somebody is and what has its day counts whatever else is said.
        const ALONE: [&str; 5] = ["has_name", "dated", "fragment", "label", "who_is"];
        order.retain(|at| !claims[*at].signs.iter().any(|sign| ALONE.contains(sign)));
        for (rank, at) in order.into_iter().enumerate() {
            let sign = match rank {
                0 => continue,
                1 => "rank_2",
                2 => "rank_3",
                _ => "rank_4",
            };
            claims[at].signs.push(sign);
            claims[at].worth = self.of(&claims[at].signs);
        }
    }

    /// Returns how likely a claim with these signs is worth keeping, from 0 to 1.
    pub(super) fn of(&self, signs: &[&'static str]) -> f64 {
        let weight = |sign: &&str| self.weights.get(*sign).copied().unwrap_or(0.0);
        let sum: f64 = weight(&"bias") + signs.iter().map(weight).sum::<f64>();
        1.0 / (1.0 + (-sum).exp())
    }
}

/// What is known of a clause's surroundings.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Place {
    /// It is the first clause of its message, or the last.
    pub(super) first: bool,
    pub(super) last: bool,
    pub(super) shares_subject: bool,
    pub(super) exclaimed: bool,
    /// It answers a question.
    pub(super) answers: bool,
    pub(super) message_asks: bool,
    pub(super) resolved: bool,
    /// How many sentences the message has.
    pub(super) sentences: usize,
    /// It gives a value to a key.
    pub(super) keyed: bool,
}

/// Collects the signs of a clause. `phrases` are the sections found in it.
pub(super) fn collect(
    reading: &Reading<'_>,
    parsed: &Parsed,
    place: Place,
    phrases: &[&'static str],
) -> Vec<&'static str> {
    let mut signs = phrases.to_vec();
    let mut sign = |holds: bool, name: &'static str| {
        if holds {
            signs.push(name);
        }
    };
    let range = parsed.range.clone();
    let group = &parsed.group;
    let me = [Class::MeSubject, Class::MeObject, Class::MePossessive, Class::MeReflexive, Class::MeIndependent];
    signs_of_subject(parsed, &mut sign);
    sign(group.tense == Tense::Past, "past");
    sign(group.tense == Tense::Future, "future");
    sign(group.negated, "denied");
    sign(group.progressive, "progressive");
    sign(group.perfect, "perfect");
    sign(group.modal.is_some(), "modal");
    sign(reading.is(group.main, Class::Be), "verb_be");
    sign(reading.is(group.main, Class::Have), "verb_have");
    sign(reading.words.base(reading.word(group.main)).is_none() && !reading.is_auxiliary(group.main), "verb_unknown");
    sign(parsed.fronted.is_some(), "fronted");
    let begins = reading
        .tokens
        .list
        .get(parsed.subject.start)
        .is_some_and(|token| token.sentence.0 as usize == parsed.subject.start);
    sign(parsed.who == Who::Named && begins, "named_first");
    sign(parsed.who == Who::They && !place.resolved, "they_unknown");
    sign(place.sentences == 1, "alone");
    sign(place.sentences > 3, "one_of_many");
    sign(place.keyed, "keyed");
    let me_alone = parsed.who == Who::Me;
    sign(me_alone && group.tense == Tense::Past, "me_past");
    sign(
        me_alone && group.tense == Tense::Present && !group.progressive && !group.perfect && group.modal.is_none(),
        "me_present",
    );
    sign(me_alone && group.progressive && group.tense == Tense::Present, "me_progressive");
    sign(me_alone && group.perfect, "me_perfect");
    sign(group.main == range.end - 1, "ends_in_verb");
    sign(reading.word(group.main + 1) == "to", "verb_to");
    sign(reading.is_gerund(group.main + 1), "verb_ing");
    sign(reading.is_any(group.main + 1, &[Class::Determiner, Class::MePossessive]), "verb_noun");
    sign(reading.is(group.main + 1, Class::Preposition), "verb_preposition");
    sign(place.first, "first");
    sign(place.last, "last");
    sign(place.shares_subject, "shares_subject");
    sign(place.exclaimed, "exclaimed");
    sign(place.answers, "answers");
    sign(place.message_asks, "message_asks");
    sign(place.resolved, "resolved");
    let telling = range.clone().filter(|at| is_telling(reading, *at)).count();
    sign(telling == 0, "telling_0");
    sign(telling == 1, "telling_1");
    sign(telling == 2, "telling_2");
    sign((3..=4).contains(&telling), "telling_3");
    sign((5..=7).contains(&telling), "telling_5");
    sign(telling > 7, "telling_8");
    sign(range.len() <= 4, "short");
    sign(range.len() > 15, "long");
    sign(range.len() > 25, "very_long");
    let my = range.clone().filter(|at| reading.is(*at, Class::MePossessive)).count();
    sign(my > 0, "my");
    let own = range.clone().any(|at| reading.is_any(at, &me)) || parsed.subject.is_empty();
    sign(!own, "not_me");
    sign(reading.any(range.clone(), &[Class::Kin]), "kin");
    sign(reading.any(range.clone(), &[Class::You]), "you_inside");
    sign(range.clone().any(|at| matches!(reading.word(at), "it" | "that" | "this" | "them")), "pronoun_inside");
    let ends_in_pronoun =
        matches!(reading.word(range.end - 1), "it" | "that" | "this" | "them" | "one" | "there" | "too" | "do" | "so");
    sign(ends_in_pronoun, "ends_in_pronoun");
    sign(range.clone().any(|at| reading.is_number(at)), "number_inside");
    sign(range.clone().skip(1).any(|at| reading.is_name(at)), "name_inside");
    sign(range.clone().skip(1).any(|at| reading.pause(at) >= Pause::Comma), "paused");
    signs
}

/// The sign of a kind.
pub(super) fn of_kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Identity => "kind_identity",
        Kind::Style => "kind_style",
        Kind::Procedure => "kind_procedure",
        Kind::Preference => "kind_preference",
        Kind::Constraint => "kind_constraint",
        Kind::Fact => "kind_fact",
        Kind::Relationship => "kind_relationship",
        Kind::Habit => "kind_habit",
        Kind::Skill => "kind_skill",
        Kind::Project => "kind_project",
        Kind::Task => "kind_task",
        Kind::Context => "kind_context",
        Kind::Artifact => "kind_artifact",
    }
}

/// The sign of how much of a clause was said before, by anybody: of its telling words none, some, most.
pub(super) fn of_novelty(reading: &Reading<'_>, parsed: &Parsed, heard: &HashSet<String>) -> &'static str {
    let telling = parsed.range.clone().filter(|at| is_telling(reading, *at));
    let (mut known, mut all) = (0, 0);
    for at in telling {
        all += 1;
        known += usize::from(heard.contains(reading.word(at)));
    }
    match known {
        0 => "heard_none",
        _ if known * 2 < all => "heard_some",
        _ => "heard_most",
    }
}

fn signs_of_subject(parsed: &Parsed, sign: &mut impl FnMut(bool, &'static str)) {
    let name = match parsed.who {
        Who::Me if parsed.subject.is_empty() => "who_left_out",
        Who::Me => "who_me",
        Who::Us => "who_us",
        Who::You => "who_you",
        Who::They => "who_they",
        Who::Related => "who_related",
        Who::Mine => "who_mine",
        Who::Named => "who_named",
        Who::It => "who_it",
        Who::Generic => "who_generic",
        Who::Other => "who_other",
    };
    sign(true, name);
}

/// A word that carries meaning: no grammar, no adverb, no interjection.
pub(super) fn is_telling(reading: &Reading<'_>, at: usize) -> bool {
    let grammar = [
        Class::MeSubject,
        Class::MeObject,
        Class::MePossessive,
        Class::You,
        Class::TheySubject,
        Class::TheyObject,
        Class::TheyPossessive,
        Class::It,
        Class::Determiner,
        Class::Preposition,
        Class::Coordinator,
        Class::Subordinator,
        Class::Wh,
        Class::Interjection,
    ];
    !reading.is_any(at, &grammar) && !reading.is_auxiliary(at) && !reading.is_adverb(at) && reading.word(at).len() > 1
}

/// The phrase lists that say how something is meant and what speaks for keeping it.
pub(super) const PHRASES: [&str; 3] =
    [include_str!("phrases/manner.txt"), include_str!("phrases/signs.txt"), include_str!("phrases/acts.txt")];
