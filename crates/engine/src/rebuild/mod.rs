//! Rebuilding: everything that is derived is made again from what it was derived from. What the person said, confirmed,
//! changed or forgot by hand is not derived and stays as it is; what was forgotten is not learned again.

mod clear;
mod replay;

use cofio_domain::axes::axis;
use cofio_domain::brief::BriefKind;
use cofio_domain::id::JobId;
use cofio_domain::operation::OperationKind;
use cofio_domain::ports::SessionFilter;
use cofio_domain::record::{Noun, RowRef, Seq};
use cofio_domain::session::Session;
use cofio_domain::space::SpaceHandle;
use serde::Serialize;

use crate::consolidate::{DEEP, Depth};
use crate::{Engine, Error};

axis! {
    /// What everything above it is made again from.
    Layer {
        /// What was said: episodes, what was learned in passing, patterns, briefs.
        Events = "events",
        /// What conversations came to: patterns, briefs.
        Episodes = "episodes",
        /// Memories: briefs, and the index.
        Memories = "memories",
    }
}

/// What rebuilding did.
#[derive(Debug, Clone, Serialize)]
pub struct Rebuilt {
    /// From what.
    pub from: Layer,
    /// The run, by which it is undone.
    pub run: Option<JobId>,
    /// How many derived things were put away.
    pub cleared: usize,
    /// How many conversations were learned from again.
    pub sessions: usize,
    /// How many claims were taken in again.
    pub learned: usize,
    /// How many briefs were compiled.
    pub briefs: usize,
    /// How many entities are spoken of.
    pub entities: usize,
    /// Whether this only shows what would happen.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub dry_run: bool,
}

impl Engine {
    /// Makes everything above a layer again. One that was cut off is taken up by doing it again.
    pub fn rebuild(&self, space: &SpaceHandle, from: Layer) -> Result<Rebuilt, Error> {
        self.may_write(space)?;
        let sessions = match from {
            Layer::Events => self.sessions_to_learn_from(space)?,
            Layer::Episodes | Layer::Memories => Vec::new(),
        };
        self.rebuild_from(space, from, sessions)
    }

    /// Sums up one conversation again and learns from it again.
    pub fn relearn_session(&self, space: &SpaceHandle, which: &str) -> Result<Rebuilt, Error> {
        self.may_write(space)?;
        let session = self.find_session(space, which)?;
        if !session.is_visible() {
            return Err(Error::conflict("it is in the trash; bring it back first: cofio sessions restore"));
        }
        self.rebuild_from(space, Layer::Events, vec![session])
    }

    fn rebuild_from(&self, space: &SpaceHandle, from: Layer, sessions: Vec<Session>) -> Result<Rebuilt, Error> {
        let run = self.new_run();
        let engine = self.replaying(run);
        let cleared = match from {
            Layer::Events => engine.clear_learned(space, &sessions)?,
            Layer::Episodes => engine.clear_concluded(space)?,
            Layer::Memories => 0,
        };
        let mut rebuilt = Rebuilt {
            from,
            run: Some(run),
            cleared,
            sessions: sessions.len(),
            learned: 0,
            briefs: 0,
            entities: 0,
            dry_run: self.settings.dry_run,
        };
        if self.settings.dry_run {
            return Ok(Rebuilt { run: None, ..rebuilt });
        }
        for session in &sessions {
            rebuilt.learned += engine.learn_again(space, session)?;
        }
        engine.let_time_pass(space, run)?;
        if from != Layer::Memories {
            self.as_job(DEEP, run).consolidate_since(space, Seq(0), self.now(), Depth::Deep)?;
        }
        engine.drop_briefs(space)?;
        rebuilt.briefs = engine.compile(space)?.written.len();
        let segments: Vec<u32> = self.store.segments(space)?.iter().map(|segment| segment.number).collect();
        self.store.keep_segments(space, Vec::new(), &segments)?;
        rebuilt.entities = self.keep_entities(space)?;
        self.keep_clusters(space)?;
        Ok(rebuilt)
    }

    /// Returns the person's conversations that are not in the trash, the first one first.
    fn sessions_to_learn_from(&self, space: &SpaceHandle) -> Result<Vec<Session>, Error> {
        let mut sessions = self.store.sessions(space, &SessionFilter::default())?.sessions;
        sessions.retain(|session| session.user == space.user() && session.is_visible());
        sessions.sort_by_key(|session| (session.last_at, session.number));
        Ok(sessions)
    }

    /// Puts the briefs away, so that they are compiled from nothing.
    fn drop_briefs(&self, space: &SpaceHandle) -> Result<(), Error> {
        let known = self.briefs_believed(space)?;
        let compiled = known.iter().filter(|(topic, _)| topic.0 != BriefKind::Thresholds);
        let rows: Vec<RowRef> = compiled.map(|(_, record)| RowRef { noun: Noun::Brief, seq: record.seq }).collect();
        if rows.is_empty() {
            return Ok(());
        }
        let mut commit = self.commit_of(space, OperationKind::Compile);
        commit.retire = rows;
        self.commit(space, commit)?;
        Ok(())
    }
}
