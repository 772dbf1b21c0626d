//! From what a message claims to what becomes of it.

use cofio_domain::axes::{EvidenceType, Grounding, Kind, Source};
use cofio_domain::domains::DomainName;
use cofio_domain::evidence::{Cited, Evidence};
use cofio_domain::policy::fingerprint::Fingerprint;
use cofio_domain::ports::Mode;
use cofio_domain::session::Session;
use cofio_domain::space::SpaceHandle;
use cofio_language::extract::{Act, ELLIPTIC, Extracted, changes, holds_many};
use serde_json::Value;

use super::Line;
use crate::admit::{Draft, Heard};
use crate::find::Head;
use crate::reading::grounding_of;
use crate::{Action, Engine, Error, Written};

/// Two claims this near in meaning say the same, if their names, numbers and denials agree too.
const SAME_MEANING: f32 = 0.85;

/// What is ended by its words must be this near in meaning.
pub(super) const MEANT: f32 = 0.6;

impl Engine {
    /// Whether these words were forgotten, as they were said.
    fn was_forgotten(&self, space: &SpaceHandle, said: &str) -> Result<bool, Error> {
        let fingerprint = Fingerprint::of(self.store.state(space)?.salt, said);
        Ok(!self.store.suppressions_of(space, fingerprint)?.is_empty())
    }

    /// Takes in one claim.
    pub(super) fn take_claim(
        &self,
        space: &SpaceHandle,
        session: &Session,
        line: &Line,
        claim: &Extracted,
        heard: Heard,
    ) -> Result<Written, Error> {
        let heard = Heard { at: line.event.at, ..heard };
        if self.was_taken_in(space, session, line, claim)? {
            return Ok(Written::nothing(Action::Skipped, "Taken in before", "it was taken in before"));
        }
        if claim.act != Act::Remember && self.was_forgotten(space, &claim.said)? {
            return Ok(Written::nothing(Action::Skipped, "Not taken in", "you asked to forget it"));
        }
        if claim.act == Act::Forget {
            return self.forget_said(space, claim, heard);
        }
        if let Some((head, changed)) = self.changed_by(space, claim)? {
            let draft = Draft { changed: true, ..draft_of(session, line, &changed, heard) };
            return self.admit(space, &draft, Some(head));
        }
        if claim.signs.contains(&ELLIPTIC) {
            return Ok(Written::nothing(Action::Skipped, "Not kept", "it does not say what it puts right"));
        }
        let Some(counts_as) = self.counts_as(space, line, claim)? else {
            return Ok(Written::nothing(Action::Skipped, "Not kept", "it is over by tomorrow, or says too little"));
        };
        let draft = Draft { evidence_type: Some(counts_as), ..draft_of(session, line, claim, heard) };
        let target = match claim.act {
            Act::Retract | Act::Correct if claim.key.is_none() => {
                self.memory_meant(space, &claim.content, Mode::Query, MEANT)?
            }
            _ => None,
        };
        match target {
            None if claim.act != Act::Remember => match self.known_in_other_words(space, claim)? {
                Some(head) if is_repeat(claim, &head) => self.admit_again(space, &draft, head),
                // Near in meaning, and a wish or of another time: both may be so, and neither stands against the other.
                Some(_) if matches!(claim.act, Act::Add | Act::Affirm) => self.admit(space, &draft, None),
                found => self.admit(space, &draft, found),
            },
            found => self.admit(space, &draft, found),
        }
    }

    /// Returns the memory that says the same in other words.
    fn known_in_other_words(&self, space: &SpaceHandle, claim: &Extracted) -> Result<Option<Head>, Error> {
        if claim.key.is_some() {
            return Ok(None);
        }
        self.known_in_these_words(space, &claim.content)
    }

    /// The same for a claim that has no key.
    pub(super) fn known_in_these_words(&self, space: &SpaceHandle, content: &str) -> Result<Option<Head>, Error> {
        let found = self.memory_meant(space, content, Mode::Document, SAME_MEANING)?;
        Ok(found.filter(|head| cofio_language::sameness::agree(&head.body.claim.content, content)))
    }

    /// Returns the memory nearest in meaning to some words, if it is near enough.
    pub(super) fn memory_meant(
        &self,
        space: &SpaceHandle,
        words: &str,
        mode: Mode,
        near: f32,
    ) -> Result<Option<Head>, Error> {
        let Some((memory, cosine)) = self.nearest_memory(space, words, mode)? else { return Ok(None) };
        if cosine < near { Ok(None) } else { self.head_of(space, memory) }
    }
}

/// Whether a claim says what a memory says, and nothing new about when or whether.
fn is_repeat(claim: &Extracted, head: &Head) -> bool {
    let said = matches!(claim.act, Act::Add | Act::Affirm);
    said && cofio_language::sameness::repeats(&head.body.claim.content, &claim.content)
}

/// The domain the words speak for. Who somebody is to the person is a fact of their life like any other; what goes on
/// between them is not.
fn domain_of(claim: &Extracted) -> Option<DomainName> {
    let spoken = claim.domain.as_deref().and_then(|name| name.parse::<DomainName>().ok());
    let between_people = |name: &DomainName| name.as_str() == "relationships";
    match spoken {
        Some(name) if claim.kind == Kind::Relationship && between_people(&name) => "personal".parse().ok(),
        None if claim.kind == Kind::Relationship => "personal".parse().ok(),
        spoken => spoken,
    }
}

/// The key under which a claim is kept. Where several values hold side by side each has one of its own, so that another
/// allergy does not replace the first.
fn key_of(claim: &Extracted) -> Option<String> {
    let key = claim.key.as_ref()?;
    match &claim.value {
        Some(value) if holds_many(key) => Some(format!("{key}.{}", value.to_lowercase())),
        _ => Some(key.clone()),
    }
}

/// Makes a draft of a claim.
fn draft_of(session: &Session, line: &Line, claim: &Extracted, heard: Heard) -> Draft {
    let explicit = matches!(claim.act, Act::Remember | Act::Correct);
    let quote = line.event.text().and_then(|text| text.get(claim.clause.span.clone()));
    Draft {
        kind: Some(claim.kind),
        domain: domain_of(claim),
        key: key_of(claim),
        value: claim.value.clone().map(Value::String),
        importance: (!explicit).then_some(claim.importance),
        confidence: Some(claim.confidence),
        source: if explicit { Source::UserStated } else { Source::Extracted },
        evidence_type: Some(EvidenceType::Stated),
        evidence: vec![Evidence {
            quote: quote.map(str::to_owned),
            ..Evidence::of(Cited::Message { session: session.name.clone(), index: line.event.index })
        }],
        // A permission is one in the person's own words too, where the third person hides it.
        grounding: (grounding_of(&claim.said) == Grounding::Act).then_some(Grounding::Act),
        changed: claim.act == Act::Retract || claim.key.as_deref().is_some_and(changes),
        heard: Some(heard),
        ..Draft::said(claim.content.clone())
    }
}
