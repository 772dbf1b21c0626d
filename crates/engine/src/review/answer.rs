//! Answering a card.

use cofio_domain::axes::Source;
use cofio_domain::conflict::Resolution;
use cofio_domain::id::{CandidateId, ConflictId, ProposalId};
use cofio_domain::space::SpaceHandle;

use crate::admit::Draft;
use crate::{Engine, Error, Written};

/// What a person says to a card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// It is right.
    Keep,
    /// It is right in other words.
    Edit(String),
    /// It is wrong.
    Wrong,
}

impl Engine {
    /// Takes an answer to a card, by the card's id.
    pub fn answer_card(&self, space: &SpaceHandle, card: &str, answer: &Answer) -> Result<Written, Error> {
        let card = card.trim();
        if card.parse::<ConflictId>().is_ok() {
            return self.answer_conflict(space, card, answer);
        }
        if card.parse::<ProposalId>().is_ok() || card.parse::<CandidateId>().is_ok() {
            return match answer {
                Answer::Keep => self.accept(space, card, None),
                Answer::Edit(words) => self.accept(space, card, Some(words)),
                Answer::Wrong => self.reject(space, card, None),
            };
        }
        match answer {
            Answer::Keep => self.confirm(space, card),
            Answer::Edit(words) => {
                let draft = Draft { source: Source::UserDirect, ..Draft::said(words.clone()) };
                self.update(space, card, &draft)
            }
            Answer::Wrong => self.forget(space, card, Some("you said it is wrong")),
        }
    }

    /// What is known stands, gives way to what was said since, or both give way to other words.
    fn answer_conflict(&self, space: &SpaceHandle, card: &str, answer: &Answer) -> Result<Written, Error> {
        match answer {
            Answer::Keep => self.resolve(space, card, Resolution::Left),
            Answer::Wrong => self.resolve(space, card, Resolution::Right),
            Answer::Edit(words) => self.resolve_in_words(space, card, words),
        }
    }
}
