//! Finds what a sentence takes for granted: who speaks of "my two dogs" has two dogs, whatever is said of them, and even
//! in a question.

use std::ops::Range;

use cofio_domain::axes::Kind;
use cofio_domain::policy::importance::{self, TimeFrame};

use crate::domains;

use super::claim::{Act, Clause, Extracted, Message, Modality, Polarity, Subject, Tense};
use super::keys;
use super::reading::Reading;
use super::words::Class;
use crate::lexicon::Pause;

/// What follows from a possessive is a little less sure than what is said outright.
const CONFIDENCE: f64 = 0.8;

/// Who somebody is to the speaker is worth knowing, whatever else the message says.
pub(super) const NAMED: f64 = 0.8;

/// Something the speaker has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Owned {
    /// "dogs".
    pub(super) noun: String,
    /// "two dogs", "a wife"; where they are called by name, the name.
    phrase: String,
    sign: &'static str,
    words: Range<usize>,
    /// Whether they are called by name: "my sister Ana".
    pub(super) named: bool,
}

/// Finds what these words take for granted.
///
/// Who is introduced by name is told to an assistant; between people names are dropped as they come.
pub(super) fn find(reading: &Reading<'_>, words: Range<usize>, to_assistant: bool) -> Vec<Owned> {
    let mut found: Vec<Owned> = Vec::new();
    let owns = |at: &usize| reading.word(*at) == "my" || to_assistant && reading.word(*at) == "our";
    for owner in words.clone().filter(owns) {
        let nouns = owner + 1..words.end.min(owner + 4);
        let Some(at) = nouns.into_iter().find(|at| sign(reading, *at).is_some()) else { continue };
        // "my son's school" is about a school, and there is a son all the same; "my wife and I" too.
        let between = owner + 1..at;
        if between
            .clone()
            .any(|at| reading.is_any(at, &[Class::Preposition, Class::Coordinator]) || reading.is_finite(at))
        {
            continue;
        }
        let Some(sign) = sign(reading, at) else { continue };
        // "my sister-in-law" is no sister.
        let in_law = reading.word(at + 1) == "in" && matches!(reading.word(at + 2), "law" | "laws");
        let (noun, at) =
            if in_law { (format!("{}-in-law", reading.word(at)), at + 2) } else { (reading.word(at).to_owned(), at) };
        let described =
            reading.tokens.text.get(reading.tokens.span(owner + 1..at + 1)).unwrap_or_default().to_lowercase();
        let several = reading.is(at, Class::PluralNoun) || noun.ends_with('s') || noun == "children";
        let counted = between.clone().any(|at| reading.is_number(at));
        let article = if several || counted {
            ""
        } else if described.starts_with(['a', 'e', 'i', 'o', 'u']) {
            "an "
        } else {
            "a "
        };
        let called = if to_assistant { names_after(reading, at, words.end, several) } else { Vec::new() };
        if !called.is_empty() {
            let one = singular(&noun);
            found.extend(called.into_iter().map(|name| Owned {
                noun: one.clone(),
                phrase: written(reading, name.clone()),
                sign,
                words: owner..name.end,
                named: true,
            }));
        } else if sign != ACQUAINTED && !found.iter().any(|owned| owned.noun == noun) {
            let phrase = format!("{article}{described}");
            found.push(Owned { noun, phrase, sign, words: owner..at + 1, named: false });
        }
    }
    found
}

/// What is said of somebody on the way: "my dad who's 74" says "my dad is 74".
pub(super) fn described(reading: &Reading<'_>, words: Range<usize>) -> Vec<String> {
    let mut found = Vec::new();
    for owner in words.clone().filter(|at| matches!(reading.word(*at), "my" | "our")) {
        found.extend(placed(reading, owner, words.end));
        let Some(who) = (owner + 2..words.end.min(owner + 5)).find(|at| reading.word(*at) == "who") else { continue };
        let person = (owner + 1..who).any(|at| reading.is_any(at, &[Class::Kin, Class::Acquaintance]));
        let ends = |at: &usize| reading.pause(*at) >= Pause::Comma || reading.is(*at, Class::Coordinator);
        let age = reading.is_number(who + 2).then_some(who + 3);
        let end = age.or_else(|| (who + 2..words.end).find(ends)).unwrap_or(words.end);
        if person && reading.is_finite(who + 1) && end > who + 2 {
            let verb = if reading.word(who + 1) == "'s" { "is".to_owned() } else { written(reading, who + 1..who + 2) };
            found.push(format!("My {} {verb} {}", written(reading, owner + 1..who), written(reading, who + 2..end)));
        }
    }
    found
}

/// Where something is that stays where it is: "ship it to my place in Rosario" says "my place is in Rosario".
fn placed(reading: &Reading<'_>, owner: usize, end: usize) -> Option<String> {
    let (noun, inside) = (owner + 1, owner + 2);
    let told = reading.is(noun, Class::Dwelling) && matches!(reading.word(inside), "in" | "at" | "on" | "near");
    let named = reading.has_capital(inside + 1) || reading.is_number(inside + 1);
    if !told || !named {
        return None;
    }
    let stops = |at: &usize| {
        reading.pause(*at) >= Pause::Strong
            || reading.is_any(*at, &[Class::MeSubject, Class::You, Class::Coordinator, Class::Subordinator])
    };
    let last = (inside + 2..end).find(stops).unwrap_or(end);
    Some(format!("My {} is {}", reading.word(noun), written(reading, inside..last)))
}

/// Of whom one has many, nothing is said by "my friend"; by "my friend Ana" it is who she is.
const ACQUAINTED: &str = "has_acquaintance";

/// How many names may follow: "my kids Ana, Ben and Cleo".
const MOST_NAMES: usize = 5;

/// The names that follow a noun: "my sister Ana", "my kids Ana (9) and Ben (6)".
fn names_after(reading: &Reading<'_>, noun: usize, end: usize, several: bool) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut at = noun + 1;
    while at < end && found.len() < MOST_NAMES {
        let first = at;
        while at < end && reading.is_name(at) && (at == first || reading.gap_after(at - 1) == " ") {
            at += 1;
        }
        // A pause after the noun begins something else, unless it is set apart again: "my boss, Ana, …".
        let apart = first == noun + 1 && reading.pause(first) >= Pause::Comma;
        if at == first || apart && at < end && reading.pause(at) < Pause::Comma {
            break;
        }
        found.push(first..at);
        if !several {
            break;
        }
        while at < end && (reading.is_number(at) || reading.is(at, Class::Coordinator)) {
            at += 1;
        }
    }
    found
}

/// One of several.
fn singular(noun: &str) -> String {
    match noun {
        "children" => "child".to_owned(),
        "puppies" => "puppy".to_owned(),
        "babies" => "baby".to_owned(),
        _ => noun.strip_suffix('s').filter(|one| !one.ends_with('s')).unwrap_or(noun).to_owned(),
    }
}

fn written(reading: &Reading<'_>, words: Range<usize>) -> String {
    reading.tokens.text.get(reading.tokens.span(words)).unwrap_or_default().to_owned()
}

fn sign(reading: &Reading<'_>, at: usize) -> Option<&'static str> {
    [
        (Class::Family, "has_family"),
        (Class::Pet, "has_pet"),
        (Class::Possession, "has_thing"),
        (Class::Kin, ACQUAINTED),
        (Class::Acquaintance, ACQUAINTED),
    ]
    .into_iter()
    .find_map(|(class, sign)| reading.is(at, class).then_some(sign))
}

/// The claim that there is such a thing.
pub(super) fn claim(owned: &Owned, message: &Message<'_>, asked: bool, reading: &Reading<'_>) -> Extracted {
    let me = message.speaker.name.unwrap_or("User");
    let (noun, phrase) = (&owned.noun, &owned.phrase);
    let (content, said) = if owned.named {
        (format!("{me}'s {noun} is named {phrase}"), format!("My {noun} is named {phrase}"))
    } else {
        (format!("{me} has {phrase}"), format!("I have {phrase}"))
    };
    let related = matches!(owned.sign, "has_family" | ACQUAINTED);
    let kind = if related { Kind::Relationship } else { Kind::Fact };
    let mut signs = vec![owned.sign];
    signs.extend(asked.then_some("has_asked"));
    signs.extend(owned.named.then_some("has_name"));
    let only = owned.named && keys::ONLY_ONES.contains(&noun.as_str());
    Extracted {
        act: Act::Add,
        content,
        kind,
        domain: domains::detect(&said, &[]).into_iter().next().map(|found| found.domain),
        key: only.then(|| format!("{noun}.name")),
        value: only.then(|| phrase.clone()),
        confidence: CONFIDENCE,
        importance: importance::by_default(kind, TimeFrame::Absent, false),
        worth: 0.0,
        times: Vec::new(),
        clause: Clause {
            subject: Subject::Speaker,
            polarity: Polarity::Affirmed,
            modality: Modality::Fact,
            tense: Tense::Present,
            verb: "have".to_owned(),
            span: reading.tokens.span(owned.words.clone()),
        },
        signs,
        said,
    }
}
