//! Learning again from what was said, and letting the time pass that has passed since.

use cofio_domain::id::JobId;
use cofio_domain::operation::OperationKind;
use cofio_domain::policy::decay::DecayClass;
use cofio_domain::ports::{OperationFilter, SessionRef};
use cofio_domain::record::RowRef;
use cofio_domain::session::Session;
use cofio_domain::space::SpaceHandle;
use cofio_language::extract::{Act, Extracted};

use crate::learn::Line;
use crate::{Engine, Error};

impl Engine {
    /// Returns whether a claim need not be taken in again when a conversation is learned from again: the person's explicit
    /// word was carried out then and is not carried out twice, and what was kept cites the message already.
    pub(crate) fn was_taken_in(
        &self,
        space: &SpaceHandle,
        session: &Session,
        line: &Line,
        claim: &Extracted,
    ) -> Result<bool, Error> {
        let Some(run) = self.run.as_ref().filter(|run| run.replays) else { return Ok(false) };
        if matches!(claim.act, Act::Remember | Act::Correct | Act::Forget) {
            return Ok(true);
        }
        let quote = line.event.text().and_then(|text| text.get(claim.clause.span.clone()));
        for citation in self.store.citations_of(space, &[(session.name.as_str(), line.event.index)])? {
            let Some(head) = self.head_of(space, citation.memory)? else { continue };
            let again = self.store.operation(space, head.operation)?.is_some_and(|done| done.job == Some(run.job));
            if !again && citation.evidence.quote.as_deref() == quote {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Learns from a conversation again, from its first message on. Returns how many claims were taken in.
    pub(super) fn learn_again(&self, space: &SpaceHandle, session: &Session) -> Result<usize, Error> {
        let there = self.store.session(space, SessionRef::Number(session.number))?;
        let Some(session) = there.filter(Session::is_visible) else { return Ok(0) };
        Ok(self.learn_from(space, &session)?.told.len())
    }

    /// What a run recorded is as sure as if it had been recorded when it was said. Fading has no memory, so what is left
    /// of it by now goes on fading from now.
    pub(super) fn let_time_pass(&self, space: &SpaceHandle, run: JobId) -> Result<(), Error> {
        let filter = OperationFilter { job: Some(run), ..OperationFilter::default() };
        let done: std::collections::BTreeSet<_> =
            self.store.operations(space, &filter)?.into_iter().map(|operation| operation.id).collect();
        let mut commit = self.commit_of(space, OperationKind::Learn);
        for head in self.heads(space)? {
            let claim = &head.body.claim;
            let (Some(confidence), Some(half_life)) = (claim.confidence, DecayClass::of(claim).half_life_days()) else {
                continue;
            };
            let heard = head.body.last_confirmed_at.unwrap_or(head.body.window.from).max(head.body.window.from);
            let days = commit.at.days_since(heard);
            if !done.contains(&head.operation) || days <= 0.0 || !head.body.is_live(commit.at) {
                continue;
            }
            let mut aged = head.body.clone();
            aged.claim.confidence = Some(confidence * 0.5_f64.powf(days / half_life));
            commit.retire.push(RowRef::version(head.seq));
            commit.record.push(aged.into());
        }
        if !commit.record.is_empty() {
            self.commit(space, commit)?;
        }
        Ok(())
    }
}
