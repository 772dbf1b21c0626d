//! Which memory a claim changes, where its words say that something has changed: a day that was moved, one thing that
//! took the place of another, an order that holds instead of an earlier one.

use cofio_domain::ports::Mode;
use cofio_domain::space::{SpaceHandle, SpaceKind};
use cofio_language::extract::{Extracted, Modality, Topic};

use crate::find::Head;
use crate::{Engine, Error};

/// An order in other words about the same thing is at least this near.
const SAME_ORDER: f32 = 0.35;

const WEEKDAYS: [&str; 7] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

impl Engine {
    /// Returns the memory that a claim changes, and the claim as it reads once the change is put into it.
    pub(super) fn changed_by(
        &self,
        space: &SpaceHandle,
        claim: &Extracted,
    ) -> Result<Option<(Head, Extracted)>, Error> {
        // Everybody in a shared space has words of their own that nobody else may touch.
        if space.kind() == SpaceKind::Shared {
            return Ok(None);
        }
        let has = |sign: &str| claim.signs.contains(&sign);
        if has("moved")
            && let Some(moved) = self.moved_by(space, claim)?
        {
            return Ok(Some(moved));
        }
        if claim.clause.modality == Modality::Imperative && is_instead(&claim.said) {
            let found = self.memory_meant(space, &claim.content, Mode::Document, SAME_ORDER)?;
            return Ok(found.filter(|head| is_order(head) && is_guess(head)).map(|head| (head, claim.clone())));
        }
        if let Some(topic) = left_behind(&claim.said) {
            let found = self.guesses(space)?.into_iter().rev().find(|head| topic.is_in(&head.body.claim.content));
            return Ok(found.map(|head| (head, claim.clone())));
        }
        Ok(None)
    }

    /// What was picked up and is in force. Which memory is meant is a guess here, and a guess changes nothing that the
    /// person said in so many words: there the usual ladder decides.
    fn guesses(&self, space: &SpaceHandle) -> Result<Vec<Head>, Error> {
        let now = self.now();
        let mut heads = self.heads(space)?;
        heads.retain(|head| head.body.is_live(now) && is_guess(head));
        Ok(heads)
    }

    /// The last memory with a day in it that shares a word with the claim, or else the last with a day to come; with the
    /// day it was moved to.
    fn moved_by(&self, space: &SpaceHandle, claim: &Extracted) -> Result<Option<(Head, Extracted)>, Error> {
        let heads = self.guesses(space)?;
        let dated = |head: &&Head| moved(&head.body.claim.content, claim).is_some();
        let shares = |head: &&Head| shares_a_word(&claim.said, &head.body.claim.content);
        let found = heads.iter().rev().filter(dated).find(shares);
        // "We postponed to the 19th" does not say what: the last thing that had a day.
        let unsaid = || heads.iter().rev().filter(dated).find(|_| !names_a_thing(claim));
        let Some(head) = found.or_else(unsaid) else { return Ok(None) };
        let Some(content) = moved(&head.body.claim.content, claim) else { return Ok(None) };
        let known = &head.body.claim;
        let changed = Extracted { content, kind: known.kind, key: known.key.clone(), ..claim.clone() };
        Ok(Some((head.clone(), changed)))
    }
}

/// What is known, with the day that a claim names in place of its own.
fn moved(known: &str, claim: &Extracted) -> Option<String> {
    let weekday = |text: &str| {
        // As long as the text, so that a place in the one is a place in the other.
        let small = text.to_ascii_lowercase();
        WEEKDAYS.iter().filter_map(|day| Some((small.rfind(day)?, *day))).max()
    };
    if let (Some((at, old)), Some((_, new))) = (weekday(known), weekday(&claim.said))
        && old != new
    {
        let capital = known.get(at..).is_some_and(|rest| rest.starts_with(char::is_uppercase));
        let new = if capital { new[..1].to_uppercase() + &new[1..] } else { new.to_owned() };
        return Some(format!("{}{new}{}", known.get(..at)?, known.get(at + old.len()..)?));
    }
    let day = claim.times.last()?.start.date().to_string();
    let at = iso_day(known)?;
    Some(format!("{}{day}{}", &known[..at], &known[at + day.len()..]))
}

/// Where the first day of a text stands, written as 2026-05-01.
fn iso_day(text: &str) -> Option<usize> {
    let is_day = |at: usize| text.get(at..at + 10).is_some_and(|day| day.parse::<jiff::civil::Date>().is_ok());
    text.char_indices().map(|(at, _)| at).find(|at| is_day(*at))
}

fn shares_a_word(said: &str, known: &str) -> bool {
    let words = said.split(|letter: char| !letter.is_alphanumeric());
    let telling = words.filter(|word| word.chars().count() > 3 && !WEEKDAYS.contains(&word.to_lowercase().as_str()));
    telling.filter_map(Topic::of).any(|topic| topic.is_in(known))
}

/// Whether a claim says itself what was moved.
fn names_a_thing(claim: &Extracted) -> bool {
    let first = claim.said.split_whitespace().next().unwrap_or_default().to_lowercase();
    !matches!(first.as_str(), "we" | "i" | "they" | "it" | "he" | "she" | "we've" | "i've" | "it's" | "that")
}

/// What was given up in "I switched from coffee to tea".
fn left_behind(said: &str) -> Option<Topic> {
    const CHANGING: [&str; 6] =
        ["switched from ", "moved from ", "changed from ", "went from ", "swapped ", "replaced "];
    let small = said.to_lowercase();
    let at = CHANGING.iter().find_map(|words| small.find(words).map(|at| at + words.len()))?;
    let rest = small.get(at..)?;
    let end = [" to ", " for ", " with "].iter().filter_map(|word| rest.find(word)).min()?;
    Topic::of(&rest[..end])
}

fn is_instead(said: &str) -> bool {
    let small = said.to_lowercase();
    ["instead", "from now on", "from here on", "no longer", "anymore"].iter().any(|words| small.contains(words))
}

/// Whether a memory was picked up rather than said to be kept.
fn is_guess(head: &Head) -> bool {
    !head.body.claim.source.is_explicit()
}

/// Whether a memory is an order to the assistant.
fn is_order(head: &Head) -> bool {
    head.body.claim.content.contains(" asks: ")
}
