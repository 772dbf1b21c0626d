//! Gathering: everything there is to know about a claim before it is decided.

use std::collections::BTreeSet;

use cofio_domain::candidate::Candidate;
use cofio_domain::domains::DomainName;
use cofio_domain::evidence::{Cited, Evidence};
use cofio_domain::memory::{Claim, Version};
use cofio_domain::policy::Knobs;
use cofio_domain::policy::fingerprint::{Fingerprint, normalized};
use cofio_domain::policy::write::{Attempt, Known};
use cofio_domain::record::{Belief, Noun, Record, Row, RowRef};
use cofio_domain::scope::Suppression;
use cofio_domain::space::SpaceHandle;
use cofio_domain::time::Timestamp;

use crate::admit::{Draft, Settled};
use crate::find::Head;
use crate::rulebook::Rulebook;
use crate::{Engine, Error, reading};

/// A claim and all that bears on it.
pub(crate) struct Situation {
    pub(crate) now: Timestamp,
    pub(crate) book: Rulebook,
    pub(crate) claim: Claim,
    pub(crate) fingerprint: Fingerprint,
    /// What is known about the same thing: the memory that is to be changed, says the same, or has the same key.
    pub(crate) known: Option<Head>,
    /// What would have to be lifted for it.
    pub(crate) suppressions: Vec<Record<Suppression>>,
    /// The candidate that says the same.
    pub(crate) candidate: Option<(RowRef, Candidate)>,
    pub(crate) attempt: Attempt,
    /// What is decided along with it.
    pub(crate) settles: Option<Settled>,
    /// What it is decided by, with how far this person's answers have moved it.
    pub(crate) knobs: Knobs,
}

impl Engine {
    pub(crate) fn gather(&self, space: &SpaceHandle, draft: &Draft, target: Option<Head>) -> Result<Situation, Error> {
        let now = self.now();
        let book = Rulebook::read(&*self.store, space)?;
        // What was said is understood as of when it was said.
        let claim = self.interpret(space, draft, &book, draft.heard.map_or(now, |heard| heard.at))?;
        let fingerprint = Fingerprint::of(book.state.salt, &claim.content);
        let (known, standing) = match target {
            Some(head) if repeats(&head, &claim) => (Some(head), Known::Same),
            Some(head) => {
                let changed = Version { claim: claim.clone(), ..head.body.clone() };
                self.must_not_clash(space, &changed)?;
                (Some(head), Known::Contradicted)
            }
            None => self.what_is_known(space, &claim, fingerprint, now)?,
        };
        let suppressions = self.store.suppressions_of(space, fingerprint)?;
        let candidate = if claim.source.is_explicit() { None } else { self.candidate_saying(space, &claim)? };
        let attempt = self.attempt(draft, &claim, &book, standing, &suppressions, candidate.as_ref());
        let knobs = if claim.source.is_explicit() { self.settings.knobs.clone() } else { self.calibrated(space)? };
        let settles = None;
        Ok(Situation { now, book, claim, fingerprint, known, suppressions, candidate, attempt, settles, knobs })
    }

    /// Returns what the gates of the write policy must know of a claim by itself.
    pub(crate) fn attempt_of(&self, draft: &Draft, claim: &Claim, book: &Rulebook) -> Attempt {
        self.attempt(draft, claim, book, Known::Nothing, &[], None)
    }

    fn attempt(
        &self,
        draft: &Draft,
        claim: &Claim,
        book: &Rulebook,
        known: Known,
        suppressions: &[Record<Suppression>],
        candidate: Option<&(RowRef, Candidate)>,
    ) -> Attempt {
        let texts = claim.texts().chain(draft.reason.as_deref());
        let quotes = draft.evidence.iter().filter_map(|evidence| evidence.quote.as_deref());
        let counted = draft.seen.map(|seen| (seen.occurrences, seen.sessions));
        let (occurrences, sessions) =
            counted.or_else(|| candidate.map(|(_, candidate)| seen_again(candidate, draft))).unwrap_or((1, 1));
        Attempt {
            incognito: draft.incognito,
            secret: reading::secret_in(texts.chain(quotes)),
            source: claim.source,
            instruction_shaped: reading::is_instruction(&claim.content),
            authored_by_person: draft.authored_by_person,
            closed_domain: closed_domain(claim, draft, book),
            grounding: claim.grounding,
            suppressed: !suppressions.is_empty(),
            known,
            evidence_type: claim.evidence_type,
            kind: claim.kind,
            importance: claim.importance,
            confidence: claim.confidence,
            auto_promote: book.domain(&claim.domain).is_ok_and(|domain| domain.auto_promote),
            occurrences,
            sessions,
        }
    }

    /// Looks for what says the same or has the same key.
    fn what_is_known(
        &self,
        space: &SpaceHandle,
        claim: &Claim,
        fingerprint: Fingerprint,
        now: Timestamp,
    ) -> Result<(Option<Head>, Known), Error> {
        let comparable = |head: &Head| {
            head.body.is_live(now) && head.body.claim.domain == claim.domain && head.body.claim.project == claim.project
        };
        if let Some(key) = &claim.key {
            let keyed = self.store.by_key(space, &claim.domain, key)?;
            if let Some(head) = keyed.into_iter().find(comparable) {
                let same = head.body.claim.says_the_same_as(claim);
                return Ok((Some(head), if same { Known::Same } else { Known::Contradicted }));
            }
        }
        let said = self.store.by_fingerprint(space, fingerprint)?;
        match said.into_iter().filter(comparable).min_by_key(|head| head.body.memory) {
            // The same words with a key they did not have: a new state of the same memory.
            Some(head) if claim.key.is_some() && head.body.claim.key != claim.key => {
                Ok((Some(head), Known::Contradicted))
            }
            Some(head) => Ok((Some(head), Known::Same)),
            None => Ok((None, Known::Nothing)),
        }
    }

    fn candidate_saying(&self, space: &SpaceHandle, claim: &Claim) -> Result<Option<(RowRef, Candidate)>, Error> {
        let now = self.now();
        let words = normalized(&claim.content);
        let waiting = self.store.rows(space, Noun::Candidate, Belief::Now)?.records.into_iter();
        Ok(waiting
            .filter_map(|record| match record.body {
                Row::Candidate(candidate) => Some((RowRef { noun: Noun::Candidate, seq: record.seq }, *candidate)),
                _ => None,
            })
            .find(|(_, candidate)| candidate.waits_at(now) && normalized(&candidate.claim.content) == words))
    }
}

/// Returns how often a candidate was seen, and in how many conversations, once it is seen again.
pub(super) fn seen_again(candidate: &Candidate, draft: &Draft) -> (u32, u32) {
    let session = |evidence: &Evidence| match &evidence.cites {
        Cited::Message { session, .. } => Some(session.clone()),
        _ => None,
    };
    let before: BTreeSet<String> = candidate.evidence.iter().filter_map(session).collect();
    let elsewhere = draft.evidence.iter().filter_map(session).any(|session| !before.contains(&session));
    (candidate.occurrences + 1, candidate.sessions + u32::from(elsewhere))
}

/// Returns whether a change to a memory would change nothing.
fn repeats(head: &Head, claim: &Claim) -> bool {
    let old = &head.body.claim;
    normalized(&old.content) == normalized(&claim.content)
        && (claim.value.is_none() || old.value == claim.value)
        && (claim.body.is_none() || old.body == claim.body)
        && (claim.key.is_none() || old.key == claim.key)
}

/// Returns the domain that would have to be turned on: the one it is filed under, or a sensitive one its words speak
/// of, whatever it is filed under.
fn closed_domain(claim: &Claim, draft: &Draft, book: &Rulebook) -> Option<DomainName> {
    if !book.is_on(&claim.domain) {
        return Some(claim.domain.clone());
    }
    let quotes = draft.evidence.iter().filter_map(|evidence| evidence.quote.as_deref());
    let texts: Vec<&str> = claim.texts().chain(draft.reason.as_deref()).chain(quotes).collect();
    texts.iter().flat_map(|text| reading::sensitive_domains(text, &book.domains)).find(|domain| !book.is_on(domain))
}
