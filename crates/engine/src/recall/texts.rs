//! What of a thing is searched: its words, and the text whose meaning is compared.

use cofio_domain::episode::Episode;
use cofio_domain::event::{Event, MessageRole};
use cofio_domain::memory::Claim;

use crate::raw::embedded;
use crate::recall::episodes::text_of;
use crate::record::spoken;

/// A thing as it is searched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Searched {
    /// What its words are taken from.
    pub(crate) words: String,
    /// What its vector is made from.
    pub(crate) meaning: String,
}

impl Searched {
    /// A claim is found by everything in it, and means what its content says.
    pub(crate) fn claim(claim: &Claim) -> Searched {
        let mut words = claim.texts().collect::<Vec<_>>().join(" ");
        words.push(' ');
        words.push_str(claim.domain.as_str());
        Searched { words, meaning: embedded(claim) }
    }

    /// An episode is found by what it came to.
    pub(crate) fn episode(episode: &Episode) -> Searched {
        let text = text_of(&episode.lines);
        Searched { words: text.clone(), meaning: text }
    }

    /// A message is found with whoever said it: what Ann likes is asked for by her name.
    /// Nothing is left of a message whose words were erased.
    pub(crate) fn message(event: &Event) -> Option<Searched> {
        let text = spoken(event.role, event.said()?);
        Some(Searched { words: text.clone(), meaning: text })
    }
}

/// Returns what a speaker is called: by their name, or by what they are.
pub(crate) fn speaker(role: MessageRole, name: Option<&str>) -> &str {
    name.unwrap_or_else(|| role.word())
}
