//! What follows from two memories together, as links between them: dashed, with how likely and why, and never a memory.

use std::collections::{BTreeMap, BTreeSet};

use cofio_domain::id::{LinkId, MemoryId};
use cofio_domain::link::{Link, Relation};
use cofio_domain::operation::OperationKind;
use cofio_domain::record::{Belief, Noun, Record, Row, RowRef};
use cofio_domain::space::{Actor, SpaceHandle};

use crate::consolidate::{StepKind, StepView};
use crate::{Engine, Error};

/// So many links a run makes at most: more would be noise.
const MOST: usize = 50;

impl Engine {
    /// Links memories from which something follows, and cuts the links of its own from which nothing does any more. What a
    /// person cut or took back is not linked again.
    pub(super) fn consolidate_relations(&self, space: &SpaceHandle) -> Result<Vec<StepView>, Error> {
        let conclusions = self.conclusions(space)?;
        let links = self.links_ever(space)?;
        let mut steps = Vec::new();
        let over: Vec<&Record<Link>> = links
            .iter()
            .filter(|link| link.retired.is_none() && is_inferred(&link.body))
            .filter(|link| conclusions.between(link.body.from, link.body.to).is_none())
            .collect();
        if !over.is_empty() {
            let mut commit = self.commit_of(space, OperationKind::Unlink);
            commit.operation.reason = Some("it does not follow any more".into());
            commit.retire = over.iter().map(|link| RowRef { noun: Noun::Link, seq: link.seq }).collect();
            self.commit(space, commit)?;
        }
        let known = self.known_pairs(space, &links)?;
        let new = conclusions.0.iter().filter(|it| !known.contains(&pair(it.from, it.to)));
        for concluded in new.take(MOST) {
            let mut commit = self.commit_of(space, OperationKind::Link);
            // The sentence itself is made anew whenever it is shown: an operation keeps no words of memories.
            commit.operation.reason = Some("it follows from both together".into());
            let link = Link {
                id: self.mint::<LinkId>(),
                from: concluded.from,
                to: concluded.to,
                relation: Relation::RelatesTo,
                confidence: Some(concluded.confidence),
            };
            commit.record.push(link.into());
            let done = self.commit(space, commit)?;
            steps.push(StepView {
                because: concluded.because.clone(),
                memories: vec![concluded.from, concluded.to],
                op_id: self.op_told(&done),
                ..StepView::of(StepKind::Related, &concluded.says)
            });
        }
        Ok(steps)
    }

    fn links_ever(&self, space: &SpaceHandle) -> Result<Vec<Record<Link>>, Error> {
        let rows = self.store.rows(space, Noun::Link, Belief::Ever)?.records.into_iter();
        Ok(rows
            .filter_map(|record| match record.body.clone() {
                Row::Link(link) => Some(record.map(|_| link)),
                _ => None,
            })
            .collect())
    }

    /// The pairs that are linked, or were and a person did not want that.
    fn known_pairs(
        &self,
        space: &SpaceHandle,
        links: &[Record<Link>],
    ) -> Result<BTreeSet<(MemoryId, MemoryId)>, Error> {
        let mut by_hand: BTreeMap<_, bool> = BTreeMap::new();
        let mut known = BTreeSet::new();
        for link in links {
            let is_known = match link.retired {
                None => true,
                Some(retired) => match by_hand.get(&retired.by) {
                    Some(known) => *known,
                    None => {
                        let done = self.store.operation(space, retired.by)?;
                        let refused = done.is_some_and(|done| {
                            matches!(done.actor, Actor::User(_))
                                && matches!(done.kind, OperationKind::Unlink | OperationKind::Undo)
                        });
                        by_hand.insert(retired.by, refused);
                        refused
                    }
                },
            };
            if is_known {
                known.insert(pair(link.body.from, link.body.to));
            }
        }
        Ok(known)
    }
}

/// Whether a link was concluded: a person's has no confidence.
fn is_inferred(link: &Link) -> bool {
    link.confidence.is_some() && link.relation == Relation::RelatesTo
}

fn pair(one: MemoryId, other: MemoryId) -> (MemoryId, MemoryId) {
    (one.min(other), one.max(other))
}
