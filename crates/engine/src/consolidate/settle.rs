//! What becomes of a pair: one memory where two said the same, one in force where two cannot both hold.

use cofio_domain::axes::{Flag, Status, Tier};
use cofio_domain::conflict::Conflict;
use cofio_domain::evidence::Evidence;
use cofio_domain::id::{ConflictId, LinkId};
use cofio_domain::link::{Link, Relation};
use cofio_domain::operation::{Guard, OperationKind};
use cofio_domain::policy::decay::{confidence_at, importance_at};
use cofio_domain::policy::fingerprint::normalized;
use cofio_domain::policy::ladder::{Dispute, Judgment, Side, Verdict, judge};
use cofio_domain::record::{Belief, Noun, Row, RowRef};
use cofio_domain::space::SpaceHandle;
use cofio_domain::time::Timestamp;

use crate::consolidate::{StepKind, StepView};
use crate::find::Head;
use crate::rulebook::Rulebook;
use crate::{Engine, Error, reading};

impl Engine {
    /// Makes one memory of two that say the same. The one the person stands behind stays as it is; of two that were picked
    /// up, the surer one stays and has what spoke for the other. Two that the person stands behind are theirs to settle.
    pub(super) fn merge(
        &self,
        space: &SpaceHandle,
        one: &Head,
        other: &Head,
        how: &'static str,
    ) -> Result<Option<StepView>, Error> {
        let (keep, drop) = if worth(one) >= worth(other) { (one, other) } else { (other, one) };
        let (kept, dropped) = (&keep.body.claim, &drop.body.claim);
        if dropped.source.is_explicit() || dropped.flags.contains(&Flag::Pinned) {
            return Ok(None);
        }
        let mut commit = self.commit_of(space, OperationKind::Merge);
        commit.operation.reason = Some(format!("they say the same, {how}"));
        commit.guards.push(Guard::Current(RowRef::version(keep.seq)));
        self.put_in_place_of(space, drop, keep, &mut commit)?;
        if !kept.source.is_explicit() {
            let mut surer = keep.body.clone();
            surer.claim.confidence = kept.confidence.map(|own| own.max(dropped.confidence.unwrap_or(own)));
            surer.claim.importance = kept.importance.max(dropped.importance);
            surer.claim.tags.extend(dropped.tags.iter().cloned());
            surer.claim.key = kept.key.clone().or_else(|| dropped.key.clone());
            surer.claim.value = kept.value.clone().or_else(|| dropped.value.clone());
            surer.last_confirmed_at = keep.body.last_confirmed_at.max(drop.body.last_confirmed_at);
            if dropped.tier == Tier::Strong {
                surer.claim.tier = Tier::Strong;
                surer.claim.flags.remove(&Flag::Tentative);
            }
            let evidence = self.store.evidence_of(space, drop.body.memory)?;
            commit.evidence.extend(evidence.into_iter().map(|(_, item)| (surer.id, item)));
            commit.guards.clear();
            commit.retire.push(RowRef::version(keep.seq));
            commit.record.push(surer.into());
        }
        let done = self.commit(space, commit)?;
        Ok(Some(StepView {
            before: Some(dropped.content.clone()),
            because: format!("they say the same, {how}"),
            memories: vec![keep.body.memory, drop.body.memory],
            op_id: self.op_told(&done),
            ..StepView::of(StepKind::Merged, &kept.content)
        }))
    }

    /// Settles two that cannot both hold by the contradiction ladder.
    pub(super) fn settle_pair(
        &self,
        space: &SpaceHandle,
        one: &Head,
        other: &Head,
        how: &'static str,
        book: &Rulebook,
        as_of: Timestamp,
    ) -> Result<Option<StepView>, Error> {
        let began = |head: &Head| (head.body.window.from, head.seq);
        let (old, new) = if began(one) <= began(other) { (one, other) } else { (other, one) };
        let auto_promote = book.domain(&old.body.claim.domain).is_ok_and(|domain| domain.auto_promote);
        let dispute = Dispute {
            old: side_of(old, as_of),
            new: side_of(new, as_of),
            timing: reading::timing_of(&new.body.claim.content),
            auto_promote,
            sessions: 1,
        };
        let Judgment { rung, verdict } = judge(&dispute, &self.settings.knobs);
        let explicit = |head: &Head| head.body.claim.source.is_explicit();
        match verdict {
            Verdict::KeepBoth => Ok(None),
            Verdict::Replace | Verdict::Succeed if !explicit(old) => self.succeed(space, old, new, how).map(Some),
            Verdict::Replace | Verdict::Succeed | Verdict::Ask | Verdict::Stand { .. } => {
                self.put_before_the_person(space, old, new, rung, how)
            }
        }
    }

    /// What was true until the new one began is told as such: used to, now.
    fn succeed(&self, space: &SpaceHandle, old: &Head, new: &Head, how: &'static str) -> Result<StepView, Error> {
        let mut commit = self.commit_of(space, OperationKind::Resolve);
        commit.operation.reason = Some(format!("the newer one holds, {how}"));
        commit.guards.push(Guard::Current(RowRef::version(new.seq)));
        commit.retire.push(RowRef::version(old.seq));
        commit.record.push(old.body.clone().superseded(new.body.id, new.body.window.from).into());
        let follows = Link {
            id: self.mint::<LinkId>(),
            from: new.body.memory,
            to: old.body.memory,
            relation: Relation::Follows,
            confidence: None,
        };
        commit.record.push(follows.into());
        let done = self.commit(space, commit)?;
        Ok(StepView {
            before: Some(old.body.claim.content.clone()),
            because: format!("the newer one holds, {how}"),
            memories: vec![new.body.memory, old.body.memory],
            op_id: self.op_told(&done),
            ..StepView::of(StepKind::Superseded, &new.body.claim.content)
        })
    }

    /// The person picks. What is trusted less, or was learned later, is set aside until they do; it is not put before them
    /// twice. Where they said both themselves, both are theirs and stay.
    fn put_before_the_person(
        &self,
        space: &SpaceHandle,
        old: &Head,
        new: &Head,
        rung: u8,
        how: &'static str,
    ) -> Result<Option<StepView>, Error> {
        // What is trusted more stands on the left, whichever was first.
        let trust = |head: &Head| head.body.claim.source.trust();
        let (left, right) = if trust(new) > trust(old) { (new, old) } else { (old, new) };
        if right.body.claim.source.is_explicit() {
            return Ok(None);
        }
        let words = normalized(&right.body.claim.content);
        let known = self.store.rows(space, Noun::Conflict, Belief::Now)?.records.into_iter().any(|record| {
            matches!(record.body, Row::Conflict(conflict)
                if conflict.left == left.body.memory && normalized(&conflict.right.content) == words)
        });
        if known {
            return Ok(None);
        }
        let evidence: Vec<Evidence> =
            self.store.evidence_of(space, right.body.memory)?.into_iter().map(|(_, item)| item).collect();
        let mut commit = self.commit_of(space, OperationKind::Dispute);
        commit.operation.reason = Some(format!("they cannot both hold, {how}"));
        commit.guards.push(Guard::Current(RowRef::version(left.seq)));
        let conflict = Conflict {
            id: self.mint::<ConflictId>(),
            left: left.body.memory,
            right: right.body.claim.clone(),
            evidence,
            rung,
            sessions: 1,
            resolution: None,
        };
        commit.record.push(conflict.into());
        commit.retire.push(RowRef::version(right.seq));
        commit.record.push(right.body.clone().ended(Status::Archived, commit.at).into());
        let done = self.commit(space, commit)?;
        Ok(Some(StepView {
            before: Some(right.body.claim.content.clone()),
            because: format!("they cannot both hold, {how}; you pick"),
            memories: vec![left.body.memory, right.body.memory],
            op_id: self.op_told(&done),
            ..StepView::of(StepKind::Disputed, &left.body.claim.content)
        }))
    }

    /// The operation a step was, where it was one.
    pub(super) fn op_told(&self, done: &cofio_domain::operation::Committed) -> Option<String> {
        (!self.settings.dry_run).then(|| done.operation.id.to_string())
    }
}

/// How much a memory is worth keeping beside one that says the same: who said it, how sure it is, whether it is filed under
/// a key, and which was there first.
fn worth(head: &Head) -> impl Ord + use<> {
    let claim = &head.body.claim;
    let tier = match claim.tier {
        Tier::Confirmed => 2,
        Tier::Strong => 1,
        Tier::Tentative => 0,
    };
    let first = std::cmp::Reverse(head.body.memory);
    (claim.source.trust(), claim.flags.contains(&Flag::Pinned), tier, claim.key.is_some(), first)
}

fn side_of(head: &Head, as_of: Timestamp) -> Side {
    let claim = &head.body.claim;
    Side {
        source: claim.source,
        kind: claim.kind,
        authority: claim.authority,
        importance: importance_at(&head.body, head.recorded_at, as_of),
        confidence: claim.confidence.map(|_| confidence_at(&head.body, head.recorded_at, as_of)),
    }
}
