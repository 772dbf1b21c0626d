//! Finds what a sentence takes for granted: who speaks of "my two dogs" has two dogs, whatever is said of them, and even
//! in a question.

use std::ops::Range;

use cofio_domain::axes::Kind;
use cofio_domain::policy::importance::{self, TimeFrame};

use crate::domains;

use super::claim::{Act, Clause, Extracted, Message, Modality, Polarity, Subject, Tense};
use super::reading::Reading;
use super::words::Class;

/// What follows from a possessive is a little less sure than what is said outright.
const CONFIDENCE: f64 = 0.8;

/// Something the speaker has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Owned {
    /// "dogs".
    pub(super) noun: String,
    /// "two dogs", "a wife".
    phrase: String,
    sign: &'static str,
    words: Range<usize>,
}

/// Finds what these words take for granted.
pub(super) fn find(reading: &Reading<'_>, words: Range<usize>) -> Vec<Owned> {
    let mut found: Vec<Owned> = Vec::new();
    for owner in words.clone().filter(|at| reading.word(*at) == "my") {
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
        let noun = reading.word(at).to_owned();
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
        if !found.iter().any(|owned| owned.noun == noun) {
            found.push(Owned { noun, phrase: format!("{article}{described}"), sign, words: owner..at + 1 });
        }
    }
    found
}

fn sign(reading: &Reading<'_>, at: usize) -> Option<&'static str> {
    [(Class::Family, "has_family"), (Class::Pet, "has_pet"), (Class::Possession, "has_thing")]
        .into_iter()
        .find_map(|(class, sign)| reading.is(at, class).then_some(sign))
}

/// The claim that there is such a thing.
pub(super) fn claim(owned: &Owned, message: &Message<'_>, asked: bool, reading: &Reading<'_>) -> Extracted {
    let me = message.speaker.name.unwrap_or("User");
    let said = format!("I have {}", owned.phrase);
    let kind = if owned.sign == "has_family" { Kind::Relationship } else { Kind::Fact };
    let mut signs = vec![owned.sign];
    signs.extend(asked.then_some("has_asked"));
    Extracted {
        act: Act::Add,
        content: format!("{me} has {}", owned.phrase),
        kind,
        domain: domains::detect(&said, &[]).into_iter().next().map(|found| found.domain),
        key: None,
        value: None,
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
