//! What erasing memories takes out of the raw log, and out of what was derived from texts.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use cofio_domain::domains::DomainName;
use cofio_domain::event::{Event, sound_spans};
use cofio_domain::evidence::spans_of_words;
use cofio_domain::id::MemoryId;
use cofio_domain::memory::Claim;
use cofio_domain::operation::Erasure;
use cofio_domain::policy::fingerprint::Salt;
use cofio_domain::ports::{SessionFilter, SessionRef};
use cofio_domain::record::Seq;
use cofio_domain::session::Session;
use cofio_domain::space::SpaceHandle;
use cofio_domain::vector::TextHash;

use super::{Cites, MessageRef, RawMarks, Standing, find_quote, standings};
use crate::find::Head;
use crate::record::{Closed, spoken};
use crate::rulebook::Rulebook;
use crate::{Engine, Error};

/// How many events are read at a time.
const PAGE: usize = 2_000;

impl Engine {
    /// Returns everything that goes when these memories are erased: they, the words they were learned from as far as
    /// nothing that lives cites them too, the episodes and briefs that rest on either, and the vectors of all of it.
    pub(crate) fn erasures_of(
        &self,
        space: &SpaceHandle,
        memories: &BTreeSet<MemoryId>,
    ) -> Result<Vec<Erasure>, Error> {
        let book = Rulebook::read(&*self.store, space)?;
        let salt = book.state.salt;
        let mut texts = Vec::new();
        for memory in memories {
            let records = self.store.records_of(space, *memory)?;
            texts.extend(records.iter().map(|record| text_hash(salt, &embedded(&record.body.claim))));
        }
        let mut erasures: Vec<Erasure> = memories.iter().copied().map(Erasure::Memory).collect();
        let cited = self.cited_words(space, memories, &book)?;
        let messages: Vec<&Event> = cited.iter().map(|(event, _)| event).collect();
        erasures.extend(self.derived_erasures(space, memories, &messages)?);
        erasures.extend(self.quote_erasures(space, memories, &messages)?);
        for (event, spans) in cited {
            texts.extend(event.said().map(|said| text_hash(salt, &spoken(event.role, said))));
            erasures.push(Erasure::Message { seq: event.seq, spans });
        }
        texts.sort();
        texts.dedup();
        if !texts.is_empty() {
            erasures.push(Erasure::Vectors(texts));
        }
        Ok(erasures)
    }

    /// Returns the messages these memories cite, with the spans that go: none is all of it.
    #[allow(clippy::type_complexity, reason = "an event and its spans")]
    fn cited_words(
        &self,
        space: &SpaceHandle,
        memories: &BTreeSet<MemoryId>,
        book: &Rulebook,
    ) -> Result<Vec<(Event, Vec<std::ops::Range<usize>>)>, Error> {
        let citations = self.store.message_citations(space)?;
        if !citations.iter().any(|citation| memories.contains(&citation.memory)) {
            return Ok(Vec::new());
        }
        let mut heads: BTreeMap<MemoryId, Head> = BTreeMap::new();
        for memory in citations.iter().map(|citation| citation.memory).collect::<BTreeSet<_>>() {
            // What was taken back whole still cites what it was learned from.
            let records = self.store.records_of(space, memory)?;
            let head = match self.head_of(space, memory)? {
                Some(head) => Some(head),
                None if memories.contains(&memory) => records.into_iter().max_by_key(|record| record.seq),
                None => None,
            };
            heads.extend(head.map(|head| (memory, head)));
        }
        let to_go = |cites: &Cites<'_>| memories.contains(&cites.memory);
        let cites: Vec<Cites<'_>> = standings(&citations, &heads, book, self.now())
            .into_iter()
            // What is erased is gone, and what is forgotten or in the trash protects nothing.
            .filter(|cites| to_go(cites) || cites.standing != Standing::Gone)
            .map(|cites| if to_go(&cites) { Cites { standing: Standing::Gone, ..cites } } else { cites })
            .collect();
        let messages: BTreeSet<MessageRef> =
            cites.iter().filter(|cites| to_go(cites)).map(|cites| cites.message.clone()).collect();
        let marks = RawMarks::of(cites);
        let mut sessions: BTreeMap<String, Option<Session>> = BTreeMap::new();
        let mut found = Vec::new();
        for message in messages {
            let session = match sessions.get(&message.session) {
                Some(known) => known.clone(),
                None => {
                    let session = self.store.session(space, SessionRef::Name(&message.session))?;
                    sessions.insert(message.session.clone(), session.clone());
                    session
                }
            };
            let Some(session) = session else { continue };
            let event = self.store.events_of(space, session.number, message.index, 1)?.events.into_iter().next();
            let Some(event) = event.filter(|event| event.index == message.index) else { continue };
            let Some(text) = event.text() else { continue };
            let mut spans = marks.withheld(&message, text);
            // What else rests on the same clause keeps it, but for the words that only the erased one is about.
            let own = self.own_words(space, memories, &message)?;
            let quotes: Vec<_> = own.quotes.iter().filter_map(|quote| find_quote(text, quote)).collect();
            let inside = |span: &Range<usize>| quotes.iter().any(|it| it.start <= span.start && span.end <= it.end);
            spans.extend(spans_of_words(text, &own.words).into_iter().filter(inside));
            let spans = sound_spans(text, &spans);
            if spans.is_empty() {
                continue;
            }
            let spans = if marks.withholds_all(&message, text) { Vec::new() } else { spans };
            found.push((event, spans));
        }
        Ok(found)
    }

    /// Returns the words of what is erased, and learned from clauses of a message, that nothing else learned from it has:
    /// two claims of one clause share its words, and each has its own.
    fn own_words(
        &self,
        space: &SpaceHandle,
        memories: &BTreeSet<MemoryId>,
        message: &MessageRef,
    ) -> Result<OwnWords, Error> {
        let citations = self.store.citations_of(space, &[(message.session.as_str(), message.index)])?;
        let (going, staying): (Vec<_>, Vec<_>) =
            citations.into_iter().partition(|citation| memories.contains(&citation.memory));
        let quotes: BTreeSet<String> = going.iter().filter_map(|citation| citation.evidence.quote.clone()).collect();
        let mut own = OwnWords { quotes, words: Vec::new(), others: BTreeSet::new() };
        if own.quotes.is_empty() {
            return Ok(own);
        }
        let mut words: BTreeSet<String> = BTreeSet::new();
        for memory in going.iter().map(|citation| citation.memory).collect::<BTreeSet<_>>() {
            for record in self.store.records_of(space, memory)? {
                words.extend(told_words(&record.body.claim));
            }
        }
        own.others = staying.iter().map(|citation| citation.memory).collect();
        for memory in &own.others {
            for record in self.store.records_of(space, *memory)? {
                let theirs: BTreeSet<String> = told_words(&record.body.claim).collect();
                words.retain(|word| !theirs.contains(word));
            }
        }
        own.words = words.into_iter().collect();
        Ok(own)
    }

    /// Returns what takes the words of what is erased out of the quotes that others rest on.
    fn quote_erasures(
        &self,
        space: &SpaceHandle,
        memories: &BTreeSet<MemoryId>,
        messages: &[&Event],
    ) -> Result<Vec<Erasure>, Error> {
        let mut erasures = Vec::new();
        for event in messages {
            let Some(session) = self.store.session(space, SessionRef::Number(event.session))? else { continue };
            let message = MessageRef { session: session.name, index: event.index };
            let own = self.own_words(space, memories, &message)?;
            if !own.words.is_empty() {
                let quotes = |memory: &MemoryId| Erasure::Quotes { memory: *memory, words: own.words.clone() };
                erasures.extend(own.others.iter().map(quotes));
            }
        }
        Ok(erasures)
    }

    /// Returns the events whose words say something, and are not among those already dealt with.
    pub(crate) fn messages_saying(
        &self,
        space: &SpaceHandle,
        says: &impl Fn(&str) -> bool,
        but: &BTreeSet<Seq>,
    ) -> Result<Vec<Event>, Error> {
        let mut found = Vec::new();
        let mut after = Seq(0);
        loop {
            let page = self.store.events_since(space, after, PAGE)?;
            let read = page.events.len() + page.damaged.len();
            after = page.events.iter().map(|event| event.seq).chain(page.damaged).max().unwrap_or(after);
            let wanted = |event: &Event| !but.contains(&event.seq) && event.text().is_some_and(says);
            found.extend(page.events.into_iter().filter(wanted));
            if read < PAGE {
                break;
            }
        }
        // What is in the trash is out of sight, and its words are still there.
        let trash = SessionFilter { in_trash: true, ..SessionFilter::default() };
        for session in self.store.sessions(space, &trash)?.sessions {
            let events = self.store.events_of(space, session.number, 0, usize::MAX)?.events;
            let wanted = |event: &Event| !but.contains(&event.seq) && event.text().is_some_and(says);
            found.extend(events.into_iter().filter(wanted));
        }
        Ok(found)
    }

    /// Returns what removes the clauses of a domain from everything that was said.
    pub(crate) fn messages_of_domain(
        &self,
        space: &SpaceHandle,
        name: &DomainName,
        book: &Rulebook,
    ) -> Result<Vec<Erasure>, Error> {
        let closed = Closed::only(name, book);
        let spans = |text: &str| closed.clauses(text).into_iter().map(|(_, span)| span).collect::<Vec<_>>();
        let events = self.messages_saying(space, &|text| !spans(text).is_empty(), &BTreeSet::new())?;
        let mut erasures = Vec::new();
        let mut texts = Vec::new();
        for event in events {
            let Some(said) = event.said() else { continue };
            texts.push(text_hash(book.state.salt, &spoken(event.role, said)));
            erasures.push(Erasure::Message { seq: event.seq, spans: spans(&said.text) });
        }
        if !texts.is_empty() {
            erasures.push(Erasure::Vectors(texts));
        }
        Ok(erasures)
    }

    /// Returns what removes the words of these messages.
    pub(crate) fn message_erasures(&self, salt: Salt, events: &[Event]) -> Vec<Erasure> {
        let mut erasures: Vec<Erasure> =
            events.iter().map(|event| Erasure::Message { seq: event.seq, spans: Vec::new() }).collect();
        let texts: Vec<TextHash> = events
            .iter()
            .filter_map(|event| event.said().map(|said| text_hash(salt, &spoken(event.role, said))))
            .collect();
        if !texts.is_empty() {
            erasures.push(Erasure::Vectors(texts));
        }
        erasures
    }
}

/// Returns a claim as it is embedded.
pub(crate) fn embedded(claim: &Claim) -> String {
    claim.content.clone()
}

fn text_hash(salt: Salt, text: &str) -> TextHash {
    TextHash::of(salt, text)
}

/// What only the erased have of what was learned from a message.
struct OwnWords {
    /// The clauses they were learned from.
    quotes: BTreeSet<String>,
    /// The words, in small letters.
    words: Vec<String>,
    /// What else was learned from it.
    others: BTreeSet<MemoryId>,
}

/// The words that a claim is told in, in small letters, as far as they tell anything.
fn told_words(claim: &Claim) -> impl Iterator<Item = String> + use<> {
    const SHORTEST: usize = 3;
    let value = claim.value.as_ref().map(ToString::to_string);
    let texts: Vec<String> = claim.texts().map(str::to_owned).chain(value).collect();
    let words: Vec<String> = texts
        .iter()
        .flat_map(|text| text.split(|letter: char| !letter.is_alphanumeric()))
        .filter(|word| word.chars().count() >= SHORTEST)
        .map(str::to_lowercase)
        .collect();
    words.into_iter()
}
