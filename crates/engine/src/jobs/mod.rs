//! Jobs: what has to be done again and again, without anybody asking.
//!
//! A kind of job is a file here and a line in [`KINDS`]. Whoever runs what is due takes a job on for a while, so that of
//! several processes one does it; if that one is killed, another does it after that while, as the same run. What a run
//! changes is logged as operations that carry its id, and can be undone by it.

mod calibrate;
mod candidates_promote;
mod compile_briefs;
mod consolidate;
mod decay;
mod embed_backfill;
mod learn_again;
mod learn_turns;
mod review_offer;
mod run;
mod schedule;
mod sweep_expire;
mod sweep_sessions;
mod sweep_trash;
mod title;
mod usage_rollup;
mod view;

use cofio_domain::id::JobId;
use cofio_domain::operation::{Commit, OperationKind};
use cofio_domain::space::{Actor, SpaceHandle, SpaceKind};
use cofio_domain::time::Timestamp;

use crate::{Engine, Error};

pub use run::Ran;
pub(crate) use schedule::Schedule;
pub use view::JobView;

/// Something that is done again and again.
pub(crate) trait JobKind: Sync {
    /// What it is called: `sweep.trash`.
    fn name(&self) -> &'static str;

    /// What it does, in a few words.
    fn about(&self) -> &'static str;

    /// When it is done.
    fn schedule(&self) -> Schedule;

    /// How much there is to do.
    fn load(&self, work: &Work<'_>) -> Result<Load, Error>;

    /// Does it. What was done before a crash is not done again. Returns what was done, in numbers, never in words.
    fn run(&self, work: &Work<'_>) -> Result<serde_json::Value, Error>;
}

/// How much there is to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Load {
    /// Nothing.
    Nothing,
    /// So little that nobody would notice.
    Little,
    /// Something that takes its time.
    Much,
}

/// Every kind there is, in the order they are shown.
pub(crate) const KINDS: &[&dyn JobKind] = &[
    &candidates_promote::CandidatesPromote,
    &consolidate::CONSOLIDATE_DAILY,
    &consolidate::CONSOLIDATE_DEEP,
    &decay::Decay,
    &calibrate::Calibrate,
    &compile_briefs::CompileBriefs,
    &embed_backfill::EmbedBackfill,
    &learn_again::LearnAgain,
    &learn_turns::LearnTurns,
    &review_offer::ReviewOffer,
    &sweep_expire::SweepExpire,
    &sweep_sessions::SweepSessions,
    &sweep_trash::SweepTrash,
    &title::Title,
    &usage_rollup::UsageRollup,
];

/// What a run has to work with.
pub(crate) struct Work<'a> {
    pub(crate) engine: &'a Engine,
    pub(crate) space: &'a SpaceHandle,
    /// The time the work is done for. What is recorded is recorded at the time of the clock.
    pub(crate) as_of: Timestamp,
    /// The run.
    pub(crate) job: JobId,
    /// Whether somebody asked for just this job.
    pub(crate) by_name: bool,
    kind: &'static str,
}

/// After so many changes a space is large: what reads all of it is not done between two commands.
pub(crate) const LARGE: i64 = 5_000;

impl Work<'_> {
    /// Returns whether reading the whole space takes its time.
    pub(crate) fn is_large(&self) -> Result<bool, Error> {
        Ok(self.engine.store.state(self.space)?.revision.0 > LARGE)
    }

    /// Begins a commit of this run.
    pub(crate) fn commit_of(&self, kind: OperationKind) -> Commit {
        let mut commit = self.engine.commit_of(self.space, kind);
        commit.operation.actor = Actor::Automation(self.kind.to_owned());
        commit.operation.job = Some(self.job);
        commit
    }
}

/// Returns a kind by its name.
pub(crate) fn kind_named(name: &str) -> Result<&'static dyn JobKind, Error> {
    let wanted = name.trim();
    KINDS.iter().copied().find(|kind| kind.name() == wanted).ok_or_else(|| Error::not_found("job", wanted))
}

/// Returns what a job of a space is about. Where several people share one, each looks after what they can see.
pub(crate) fn key_in(space: &SpaceHandle) -> String {
    match space.kind() {
        SpaceKind::Shared => space.user().to_string(),
        SpaceKind::Personal | SpaceKind::Builtin | SpaceKind::Demo => String::new(),
    }
}
