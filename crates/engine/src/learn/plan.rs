//! What a stretch of conversation leaves to be taken in, once what it takes back itself is out of it: a joke that is
//! owned up to, what was not to be kept, what was said in a part, and what says less than what stands beside it.

use std::collections::BTreeSet;

use cofio_domain::event::ERASED;
use cofio_domain::session::Progress;
use cofio_language::extract::{Act, Extracted, Extractor, Frame, Message};

use super::alone::leans;
use super::forget::is_meant;
use super::{BEFORE, Line};

/// How a gap where something was erased reads in a claim.
const GAP: &str = "erased";

/// What a person without a name is called in claims.
const UNNAMED: &str = "user";

/// A line, by its place, with what is to be taken in of it.
pub(super) struct Planned {
    pub(super) at: usize,
    pub(super) claims: Vec<Extracted>,
}

/// Reads the lines that teach, in order. What was learned up to `learned` can only be forgotten again. `known` is what is
/// known by now: whom it names, something may be said of.
pub(super) fn plan(lines: &[&Line], learned: Progress, known: &[String]) -> Vec<Planned> {
    let extractor = Extractor::standard();
    let mut planned: Vec<Planned> = Vec::new();
    let mut known = known.to_vec();
    let mut in_play = false;
    for (at, line) in lines.iter().enumerate().filter(|(_, line)| line.teaches()) {
        let text = extractor.with_names(&line.text, &names_in(&known));
        let message = Message { text: &text, ..line.message() };
        let before: Vec<Message<'_>> = lines[at.saturating_sub(BEFORE)..at].iter().map(|line| line.message()).collect();
        match extractor.frame(&line.text) {
            Some(Frame::Play) => in_play = true,
            Some(Frame::Earnest) => in_play = false,
            None => {}
        }
        let mut found = extractor.extract(&message, &before);
        if in_play {
            found.retain(|claim| matches!(claim.act, Act::Remember | Act::Forget));
        }
        let mut claims = Vec::new();
        for claim in found {
            match claim.act {
                Act::TakeBack => {
                    let Some(last) = planned.last_mut() else { continue };
                    let taken_back = std::mem::take(&mut last.claims);
                    if learned.covers(lines[last.at].event.index) {
                        claims.extend(taken_back.into_iter().map(|claim| Extracted { act: Act::Forget, ..claim }));
                    }
                }
                Act::Forget => {
                    for earlier in &mut planned {
                        if !learned.covers(lines[earlier.at].event.index) {
                            earlier
                                .claims
                                .retain(|known| known.act == Act::Forget || !is_meant(&claim, &known.content));
                        }
                    }
                    claims.push(claim);
                }
                _ => claims.push(claim),
            }
        }
        let person = line.message().speaker.name.unwrap_or(UNNAMED);
        let mut claims = without_echoes(claims);
        claims.retain(|claim| {
            let quoted = line.text.get(claim.clause.span.clone()).unwrap_or(&claim.said);
            // A gap where something was erased is not what was said.
            let is_gap = quoted.contains(ERASED) && claim.content.to_lowercase().contains(GAP);
            let kept = !is_gap && leans(claim, quoted, person, &known).is_none();
            if kept {
                known.push(claim.content.clone());
            }
            kept
        });
        planned.push(Planned { at, claims });
    }
    planned
}

/// The names of people and animals in what is known: it says whom it calls by name.
fn names_in(known: &[String]) -> Vec<String> {
    let named = known.iter().filter_map(|content| content.split_once(" named "));
    let words = named.flat_map(|(_, rest)| rest.split(|letter: char| !letter.is_alphanumeric()));
    words.filter(|word| word.starts_with(char::is_uppercase)).map(str::to_owned).collect()
}

/// Leaves out what only follows from a word ("my sister" says that there is one) where something beside it says as much.
fn without_echoes(claims: Vec<Extracted>) -> Vec<Extracted> {
    let words: Vec<BTreeSet<String>> = claims.iter().map(|claim| words_of(&claim.content)).collect();
    let is_echo = |at: usize| {
        let follows = claims[at].signs.iter().any(|sign| sign.starts_with("has_"));
        let told = |other: usize| other != at && claims[other].key.is_none() && words[at].is_subset(&words[other]);
        follows && claims[at].key.is_none() && (0..claims.len()).any(told)
    };
    let echoes: Vec<bool> = (0..claims.len()).map(is_echo).collect();
    claims.into_iter().zip(echoes).filter(|(_, echo)| !echo).map(|(claim, _)| claim).collect()
}

/// The words that tell what a claim is about.
fn words_of(content: &str) -> BTreeSet<String> {
    const TELLING_NOTHING: &[&str] = &["user", "s", "has", "have", "is", "are", "a", "an", "the", "named"];
    let words = content.split(|letter: char| !letter.is_alphanumeric()).map(str::to_lowercase);
    words.filter(|word| !word.is_empty() && !TELLING_NOTHING.contains(&word.as_str())).collect()
}
