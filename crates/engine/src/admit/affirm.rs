//! What is heard again: a claim that is known already makes what is known surer, instead of a second memory.

use std::collections::BTreeSet;

use cofio_domain::axes::{Flag, Tier};
use cofio_domain::evidence::{Cited, Evidence};
use cofio_domain::operation::OperationKind;
use cofio_domain::policy::decay::{Outcome, after_outcome, confidence_at};
use cofio_domain::policy::trust::may_replace;
use cofio_domain::policy::write::{Attempt, Decision, promote};
use cofio_domain::space::SpaceHandle;

use crate::admit::{Draft, Situation};
use crate::find::Head;
use crate::{Action, Engine, Error, Written};

impl Engine {
    /// Returns whether hearing a claim again says anything about a memory that is a guess: it was said by nobody less
    /// trusted, as surely as the kind asks for, and somewhere it was not heard before.
    pub(super) fn affirms(
        &self,
        space: &SpaceHandle,
        draft: &Draft,
        head: &Head,
        situation: &Situation,
    ) -> Result<bool, Error> {
        let (old, new) = (&head.body.claim, &situation.claim);
        let sure = new.confidence.is_none_or(|confidence| confidence >= situation.knobs.kind_floor(new.kind));
        if old.source.is_explicit() || !may_replace(new.source, old.source) || !sure || draft.evidence.is_empty() {
            return Ok(false);
        }
        let known = self.store.evidence_of(space, head.body.memory)?;
        let is_known = |evidence: &Evidence| known.iter().any(|(_, item)| item.cites == evidence.cites);
        Ok(!draft.evidence.iter().all(is_known))
    }

    /// Notes that a memory was heard again: it is as sure as if it had just been said, its time begins anew, and what was
    /// seen often enough by now is a maybe no longer.
    pub(super) fn affirm(
        &self,
        space: &SpaceHandle,
        draft: &Draft,
        head: &Head,
        situation: &Situation,
    ) -> Result<Written, Error> {
        let heard_at = draft.heard.map_or(situation.now, |heard| heard.at);
        let mut affirmed = head.body.clone();
        let by_now = confidence_at(&head.body, head.recorded_at, situation.now);
        affirmed.claim.confidence = Some(after_outcome(by_now, Outcome::Affirmed));
        affirmed.last_confirmed_at = head.body.last_confirmed_at.max(Some(heard_at));
        affirmed.claim.expires_at = match (head.body.claim.expires_at, situation.claim.expires_at) {
            (Some(one), Some(other)) => Some(one.max(other)),
            (one, _) => one,
        };
        let attempt = self.attempt_again(space, draft, head, situation)?;
        if let Decision::Save { tier: Tier::Strong, importance, recall_only: false } =
            promote(&attempt, &situation.knobs).decision
            && affirmed.claim.tier == Tier::Tentative
        {
            affirmed.claim.tier = Tier::Strong;
            affirmed.claim.importance = affirmed.claim.importance.max(importance);
            affirmed.claim.flags.remove(&Flag::Tentative);
        }
        let version = affirmed.id;
        let mut commit = self.restate(space, OperationKind::Confirm, head, affirmed);
        draft.sign(&mut commit);
        commit.guards.push(situation.book.guard());
        commit.evidence.extend(draft.evidence.iter().cloned().map(|evidence| (version, evidence)));
        let done = self.commit(space, commit)?;
        let message = format!("Still holds: {}", head.body.claim.content);
        Ok(self
            .written(&done, Action::Confirmed, message)
            .about(self.recorded_view(space, &done, &situation.book))
            .because("it was said again"))
    }

    /// The attempt as it would be if all the times it was heard came together.
    fn attempt_again(
        &self,
        space: &SpaceHandle,
        draft: &Draft,
        head: &Head,
        situation: &Situation,
    ) -> Result<Attempt, Error> {
        let known = self.store.evidence_of(space, head.body.memory)?;
        let all: Vec<&Evidence> = known.iter().map(|(_, evidence)| evidence).chain(&draft.evidence).collect();
        let (occurrences, sessions) = times_heard(&all);
        Ok(Attempt { occurrences, sessions, ..situation.attempt.clone() })
    }
}

/// Returns how many places evidence points to, and in how many conversations they are.
pub(crate) fn times_heard(evidence: &[&Evidence]) -> (u32, u32) {
    let mut places = BTreeSet::new();
    let mut sessions = BTreeSet::new();
    for item in evidence {
        if let Cited::Message { session, index } = &item.cites {
            places.insert((session.as_str(), *index));
            sessions.insert(session.as_str());
        }
    }
    let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    (count(places.len()), count(sessions.len()))
}
