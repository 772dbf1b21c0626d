//! Which memory a claim changes, where its words say that something has changed: a day that was moved, one thing that
//! took the place of another, an order that holds instead of an earlier one.

use cofio_domain::ports::Mode;
use cofio_domain::space::{SpaceHandle, SpaceKind};
use cofio_language::extract::{
    ELLIPTIC, Extracted, Modality, Subject, Topic, left_behind, put_right, role_of, takes_the_place, with_role,
};

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
        if has(ELLIPTIC) {
            return self.put_right_by(space, claim);
        }
        if let Some(changed) = self.role_changed_by(space, claim)? {
            return Ok(Some(changed));
        }
        if has("moved")
            && let Some(moved) = self.moved_by(space, claim)?
        {
            return Ok(Some(moved));
        }
        if claim.clause.modality == Modality::Imperative && takes_the_place(&claim.said) {
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

    /// The last memory with a count that a value puts right.
    fn put_right_by(&self, space: &SpaceHandle, claim: &Extracted) -> Result<Option<(Head, Extracted)>, Error> {
        let found = self.guesses(space)?.into_iter().rev().find_map(|head| {
            let content = put_right(&head.body.claim.content, &claim.content)?;
            Some((head, content))
        });
        Ok(found.map(|(head, content)| {
            let known = &head.body.claim;
            let (kind, key, value) = (known.kind, known.key.clone(), None);
            let changed = Extracted { content, kind, key, value, ..claim.clone() };
            (head, changed)
        }))
    }

    /// The memory that says what somebody was, where a claim says that they have become something else or given it up.
    fn role_changed_by(&self, space: &SpaceHandle, claim: &Extracted) -> Result<Option<(Head, Extracted)>, Error> {
        let has = |sign: &str| claim.signs.contains(&sign);
        let whom = about_whom(&claim.content);
        let of_same = |head: &&Head| {
            let known = &head.body.claim.content;
            role_of(known).is_some() && about_whom(known).iter().any(|word| whom.contains(word))
        };
        if has("left_role") {
            let found = self.guesses(space)?.iter().rev().find(of_same).cloned();
            return Ok(found.map(|head| (head, claim.clone())));
        }
        let of_speaker = claim.clause.subject == Subject::Speaker;
        let role = match &claim.value {
            Some(role) if has("new_role") && claim.key.as_deref() == Some("job") => Some(role.as_str()),
            _ if (has("new_role") || has("changed")) && of_speaker => role_of(&claim.content),
            _ => None,
        };
        let Some(role) = role else { return Ok(None) };
        // "They made me a defender" is about the person, whoever did it.
        let person = self.guesses(space)?.into_iter().rev().find_map(|head| {
            let known = &head.body.claim.content;
            // "Well, User is …": who it is about stands among the first words.
            let named = |word: &str| claim.content.split_whitespace().any(|other| other == word);
            let own = known.split_whitespace().take(3).any(|word| word.starts_with(char::is_uppercase) && named(word));
            let content = with_role(known, role).filter(|_| own)?;
            Some((head, content))
        });
        Ok(person.map(|(head, content)| {
            let known = &head.body.claim;
            let dated = claim.times.first().filter(|_| iso_day(&content).is_none());
            let content = match dated {
                Some(day) => format!("{content}, from {}", day.start.date()),
                None => content,
            };
            let (kind, key) = (known.kind, known.key.clone());
            let value = key.as_ref().and(claim.value.clone());
            let changed = Extracted { content, kind, key, value, ..claim.clone() };
            (head, changed)
        }))
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

/// Whom a statement is about: "User", or for "User's husband Arjun is …" the husband and Arjun.
fn about_whom(content: &str) -> Vec<&str> {
    const LONGEST: usize = 3;
    let mut words = content.split_whitespace();
    match words.next() {
        Some(first) if first.ends_with("'s") => {
            words.take(LONGEST).take_while(|word| !matches!(*word, "is" | "was" | "has" | "are")).collect()
        }
        first => first.into_iter().collect(),
    }
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

/// Whether a memory was picked up rather than said to be kept.
fn is_guess(head: &Head) -> bool {
    !head.body.claim.source.is_explicit()
}

/// Whether a memory is an order to the assistant.
fn is_order(head: &Head) -> bool {
    head.body.claim.content.contains(" asks: ")
}
