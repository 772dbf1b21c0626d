//! What a change asks for afterwards: briefs that cite what has changed are compiled in the next step.

use std::collections::BTreeSet;

use cofio_domain::axes::{Kind, Status};
use cofio_domain::brief::BriefSource;
use cofio_domain::episode::Episode;
use cofio_domain::evidence::Cited;
use cofio_domain::job::NewJob;
use cofio_domain::operation::{Commit, Erasure, OperationKind};
use cofio_domain::record::{Noun, Row, RowRef};
use cofio_domain::space::SpaceHandle;

use crate::jobs::key_in;
use crate::{Engine, Error};

/// What has to be done once something is committed.
#[derive(Default)]
pub(crate) struct Aftermath {
    compile: bool,
    /// Stretches of conversations whose episodes went along with words that were erased.
    stretches: Vec<Episode>,
    /// Sessions of which something is forgotten: their titles may be made of it.
    titles: BTreeSet<String>,
}

impl Engine {
    /// Reads off a commit what has to be done after it.
    pub(crate) fn aftermath(&self, space: &SpaceHandle, commit: &Commit) -> Result<Aftermath, Error> {
        let compiles = commit.operation.kind == OperationKind::Compile;
        let changes = commit.retire.iter().any(|row| row.noun != Noun::Brief) || !commit.erase.is_empty();
        let stretches = self.stretches_going(space, commit)?;
        let titles = self.sessions_touched(space, commit)?;
        if compiles || (!changes && !changes_a_task(commit)) {
            return Ok(Aftermath { compile: false, stretches, titles });
        }
        let briefs = self.briefs_believed(space)?;
        if briefs.is_empty() {
            return Ok(Aftermath { compile: false, stretches, titles });
        }
        let touched = touched(commit);
        let cited = |record: &cofio_domain::record::Record<cofio_domain::brief::Brief>| {
            touched.iter().any(|source| record.body.cites(*source))
        };
        let wide = commit.retire.iter().any(|row| matches!(row.noun, Noun::Consent | Noun::Domain | Noun::Episode))
            || commit.record.iter().any(|new| matches!(new.row, Row::Consent(_)))
            || !commit.erase.is_empty();
        let compile = wide || changes_a_task(commit) || briefs.values().any(cited);
        Ok(Aftermath { compile, stretches, titles })
    }

    /// Does it. What goes wrong here is done by the nightly run: nothing outdated is shown meanwhile.
    pub(crate) fn follow_up(&self, space: &SpaceHandle, aftermath: Aftermath) {
        for episode in aftermath.stretches {
            if let Err(error) = self.summarize_again(space, &episode) {
                tracing::warn!("a stretch of a conversation has no episode for now: {error}");
            }
        }
        if let Err(error) = self.title_again(space, aftermath.titles.into_iter()) {
            tracing::warn!("a title is made again later: {error}");
        }
        if aftermath.compile {
            let job = NewJob {
                id: self.mint(),
                kind: super::JOB.into(),
                key: key_in(space),
                due_at: self.now(),
                payload: serde_json::Value::Null,
            };
            if let Err(error) = self.store.enqueue(space, job) {
                tracing::warn!("briefs are compiled later: {error}");
            }
        }
    }

    /// Returns the sessions that what a commit forgets was learned from.
    fn sessions_touched(&self, space: &SpaceHandle, commit: &Commit) -> Result<BTreeSet<String>, Error> {
        let mut sessions = BTreeSet::new();
        for new in &commit.record {
            let Row::Version(version) = &new.row else { continue };
            if !matches!(version.status, Status::Forgotten | Status::Trashed) {
                continue;
            }
            for (_, evidence) in self.store.evidence_of(space, version.memory)? {
                if let Cited::Message { session, .. } = evidence.cites {
                    sessions.insert(session);
                }
            }
        }
        Ok(sessions)
    }

    /// Returns the believed episodes that a commit erases.
    fn stretches_going(&self, space: &SpaceHandle, commit: &Commit) -> Result<Vec<Episode>, Error> {
        let rows: Vec<RowRef> = commit
            .erase
            .iter()
            .filter_map(|erasure| match erasure {
                Erasure::Row(row) if row.noun == Noun::Episode => Some(*row),
                _ => None,
            })
            .collect();
        if rows.is_empty() {
            return Ok(Vec::new());
        }
        let believed = self.store.rows_at(space, &rows)?.into_iter().filter(|record| record.retired.is_none());
        Ok(believed
            .filter_map(|record| match record.body {
                Row::Episode(episode) if episode.user == space.user() => Some(*episode),
                _ => None,
            })
            .collect())
    }
}

fn changes_a_task(commit: &Commit) -> bool {
    commit.record.iter().any(|new| matches!(&new.row, Row::Version(version) if version.claim.kind == Kind::Task))
}

/// The memories and episodes a commit is about.
fn touched(commit: &Commit) -> BTreeSet<BriefSource> {
    commit
        .record
        .iter()
        .filter_map(|new| match &new.row {
            Row::Version(version) => Some(BriefSource::Memory(version.memory)),
            Row::Episode(episode) => Some(BriefSource::Episode(episode.id)),
            _ => None,
        })
        .collect()
}
