//! What forgetting does to the raw text.
//!
//! A memory that is forgotten, in the trash or in a domain that is off must not come back as the sentence it was learned
//! from. So the messages such memories cite are withheld, as far as nothing that is in use cites them too, and what was
//! said about something that has changed since is labelled with the memory that knows better. Nothing is removed:
//! restoring a memory brings the words back. Erasing one removes them.

mod erase;
mod marks;
mod quotes;

use std::collections::BTreeMap;

use cofio_domain::axes::{Source, Status};
use cofio_domain::evidence::Cited;
use cofio_domain::id::MemoryId;
use cofio_domain::ports::Citation;
use cofio_domain::space::SpaceHandle;
use cofio_domain::time::Timestamp;

use crate::find::Head;
use crate::rulebook::Rulebook;
use crate::{Engine, Error};

pub(crate) use erase::embedded;
pub(crate) use marks::{Cites, Standing};
pub use marks::{MessageRef, RawMarks};
pub(crate) use quotes::find_quote;

impl Engine {
    /// Returns which messages are withheld from recall, and which are out of date.
    pub fn raw_marks(&self, space: &SpaceHandle) -> Result<RawMarks, Error> {
        let citations = self.store.message_citations(space)?;
        if citations.is_empty() {
            return Ok(RawMarks::default());
        }
        let book = Rulebook::read(&*self.store, space)?;
        let heads: BTreeMap<MemoryId, Head> =
            self.heads(space)?.into_iter().map(|head| (head.body.memory, head)).collect();
        Ok(RawMarks::of(standings(&citations, &heads, &book, self.now())))
    }
}

impl Engine {
    /// The same for some messages, without reading the rest of the space.
    pub(crate) fn marks_of(
        &self,
        space: &SpaceHandle,
        messages: &[(&str, u64)],
        book: &Rulebook,
    ) -> Result<RawMarks, Error> {
        let citations = self.store.citations_of(space, messages)?;
        let mut heads = BTreeMap::new();
        for citation in &citations {
            if !heads.contains_key(&citation.memory) {
                heads.extend(self.head_of(space, citation.memory)?.map(|head| (citation.memory, head)));
            }
        }
        Ok(RawMarks::of(standings(&citations, &heads, book, self.now())))
    }
}

/// Says of every citation how what cites it stands. A memory that was taken back whole has no say.
pub(crate) fn standings<'a>(
    citations: &'a [Citation],
    heads: &BTreeMap<MemoryId, Head>,
    book: &Rulebook,
    now: Timestamp,
) -> Vec<Cites<'a>> {
    citations
        .iter()
        .filter_map(|citation| {
            let Cited::Message { session, index } = &citation.evidence.cites else { return None };
            let head = heads.get(&citation.memory)?;
            // A conclusion is not what the messages say: they stand, whatever becomes of it.
            if head.body.claim.source == Source::Derived {
                return None;
            }
            let dropped = matches!(head.body.status, Status::Forgotten | Status::Trashed);
            let standing = if dropped || !book.is_on(&head.body.claim.domain) {
                Standing::Gone
            } else if head.body.id == citation.version {
                let end = head.body.in_force().until.filter(|end| *end <= now);
                end.map_or(Standing::Living, Standing::Over)
            } else {
                Standing::Superseded
            };
            Some(Cites {
                message: MessageRef { session: session.clone(), index: *index },
                memory: citation.memory,
                quote: citation.evidence.quote.as_deref(),
                standing,
            })
        })
        .collect()
}
