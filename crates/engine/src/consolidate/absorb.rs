//! Old episodes are taken into the briefs: what they came to is told there, and they are not put before a model unasked.

use cofio_domain::episode::Episode;
use cofio_domain::operation::OperationKind;
use cofio_domain::record::{Noun, RowRef};
use cofio_domain::space::SpaceHandle;
use cofio_domain::time::Timestamp;

use crate::consolidate::{StepKind, StepView};
use crate::{Engine, Error};

/// After so many days an episode is old.
const OLD_DAYS: f64 = 30.0;

impl Engine {
    /// Absorbs the episodes that are old, in one step.
    pub(super) fn absorb_episodes(&self, space: &SpaceHandle, as_of: Timestamp) -> Result<Vec<StepView>, Error> {
        let old: Vec<_> = self
            .episodes_believed(space)?
            .into_iter()
            .filter(|record| record.body.absorbed_at.is_none() && as_of.days_since(record.body.ended_at) > OLD_DAYS)
            .collect();
        if old.is_empty() {
            return Ok(Vec::new());
        }
        let mut commit = self.commit_of(space, OperationKind::Archive);
        commit.operation.reason = Some("what they came to is in the briefs".into());
        for record in &old {
            commit.retire.push(RowRef { noun: Noun::Episode, seq: record.seq });
            commit.record.push(Episode { absorbed_at: Some(as_of), ..record.body.clone() }.into());
        }
        let done = self.commit(space, commit)?;
        let told = |episode: &Episode| format!("{}, messages {} to {}", episode.session, episode.from + 1, episode.to);
        Ok(old
            .iter()
            .map(|record| StepView {
                because: "it is older than 30 days, and in the briefs".into(),
                op_id: self.op_told(&done),
                ..StepView::of(StepKind::Absorbed, &told(&record.body))
            })
            .collect())
    }
}
