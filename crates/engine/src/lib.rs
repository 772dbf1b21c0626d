//! The steps: what is done with memories, on whatever store stands behind the ports.
//!
//! A step reads the store, decides with pure functions, and commits. If what it relied on changed in between, it looks
//! again. Nothing here knows a database, a protocol or a terminal.

mod access;
mod admit;
mod browse;
mod clusters;
mod compile;
pub mod compose;
mod consolidate;
mod curate;
mod directory;
mod entities;
mod error;
mod event;
mod find;
mod guard;
mod jobs;
mod learn;
pub mod notebook;
mod portable;
mod raw;
mod reading;
mod rebuild;
mod recall;
mod record;
mod review;
mod rulebook;
mod session;
mod view;
mod webhooks;

use std::collections::BTreeSet;
use std::sync::Arc;

use cofio_domain::id::{Id, IdSource, JobId, OperationId, SpaceId, mint};
use cofio_domain::operation::{Commit, Committed, NewOperation, NewRow, OperationKind};
use cofio_domain::policy::Knobs;
use cofio_domain::ports::{Clock, Embedder, Llm, Reranker, Store, StoreError};
use cofio_domain::record::{Record, Seq};
use cofio_domain::space::{Actor, SpaceHandle};
use cofio_domain::time::Timestamp;
use jiff::tz::TimeZone;

pub use access::{KeyView, NewKey, UserView};
pub use admit::{Draft, Expiry, Heard, Seen};
pub use browse::{
    ActivityItem, ActivityQuery, ActivityView, Changed, HistoryEntry, HistoryView, Item, LinkView, ListFilter,
    ListStatus, Listed, ShareView, ShowView, WhyView,
};
pub use clusters::ClusterView;
pub use compile::{BriefLineView, BriefView, Compiled};
pub use consolidate::{Consolidated, Depth as ConsolidationDepth, StepKind, StepView};
pub use curate::{Change, DomainView, ErasePlan, Existing, NewDomain, ProjectView, Undo};
pub use directory::{MemberView, SpaceView};
pub use entities::{AliasView, EntityMention, EntityView, RelationView};
pub use error::{Error, Match};
pub use event::{Action, MemoryEvent, TakesEffect, Written};
pub use find::Looking;
pub use jobs::{JobView, Ran};
pub use learn::{EpisodeView, Lesson, Told};
pub use portable::{ImportLine, ImportOutcome, Imported};
pub use raw::{MessageRef, RawMarks};
pub use rebuild::{Layer as RebuildLayer, Rebuilt};
pub use recall::{
    ArmShare, CacheCounts, CacheUse, Cut, Depth, Embedded, EpisodeHit, Factors, Found, Fusion, MessageHit, RecallQuery,
    Recalled, Weights,
};
pub use record::{MessageLine, NumberedLine, RecordOutcome, Recorded, Recording};
pub use review::{Answer, Card, CardKind, Deck, Offer};
pub use session::{MessageView, SessionChanged, SessionQuery, SessionView, Transcript};
pub use view::{CandidateView, ClaimView, ConflictView, Elsewhere, MemoryView, ProposalView, ReceiptView};
pub use webhooks::{Telling, Told as ToldElsewhere, WebhookView};

/// How the engine is set up.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The thresholds of the rules.
    pub knobs: Knobs,
    /// Where the person is: what "Friday" means.
    pub zone: TimeZone,
    /// The application that is acting, where it is not the person's own hand.
    pub app: Option<String>,
    /// Whether to show what would happen and change nothing.
    pub dry_run: bool,
    /// How much memory the indexes of spaces may take together.
    pub index_bytes: usize,
    /// How many tokens a language model may write about a stretch of a conversation.
    pub extract_max_tokens: u32,
    /// How much each thing counts when something is looked for.
    pub weights: Weights,
}

/// Some seventy spaces of ten thousand texts.
const INDEX_BYTES: usize = 512 << 20;

/// As PRODUCT has it: some eight claims.
const EXTRACT_MAX_TOKENS: u32 = 500;

impl Default for Settings {
    fn default() -> Self {
        Settings {
            knobs: Knobs::default(),
            zone: TimeZone::UTC,
            app: None,
            dry_run: false,
            index_bytes: INDEX_BYTES,
            extract_max_tokens: EXTRACT_MAX_TOKENS,
            weights: Weights::default(),
        }
    }
}

/// Everything Cofio can do, on one store.
#[derive(Clone)]
pub struct Engine {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    ids: Arc<dyn IdSource>,
    settings: Settings,
    models: Models,
    instead: Option<Instead>,
    llm: Option<Arc<dyn Llm>>,
    recollection: Arc<recall::Memory>,
    /// What all it does is part of, where that is more than one step.
    run: Option<Run>,
}

/// Something of several steps, which can be undone as one.
#[derive(Debug, Clone)]
struct Run {
    job: JobId,
    /// The job that does it; nothing where the person does.
    kind: Option<&'static str>,
    /// Whether what was said is learned from again.
    replays: bool,
}

/// What reads meaning. Everything works without; what is said then is found by its words alone.
#[derive(Clone, Default)]
pub struct Models {
    /// Turns texts into vectors.
    pub embedder: Option<Arc<dyn Embedder>>,
    /// Reads a question and what was found for it once more, together.
    pub reranker: Option<Arc<dyn Reranker>>,
}

/// An embedder that is used instead of the usual one.
#[derive(Clone)]
struct Instead {
    embedder: Arc<dyn Embedder>,
    /// Where; nothing is everywhere.
    spaces: Option<BTreeSet<SpaceId>>,
}

/// How often a step looks again before it gives up. Each time, somebody else's write went through.
const ATTEMPTS: u32 = 100;

impl Engine {
    /// Puts an engine together.
    pub fn new(store: Arc<dyn Store>, clock: Arc<dyn Clock>, ids: Arc<dyn IdSource>, settings: Settings) -> Engine {
        let recollection = Arc::new(recall::Memory::new(settings.index_bytes));
        Engine {
            store,
            clock,
            ids,
            settings,
            models: Models::default(),
            instead: None,
            llm: None,
            recollection,
            run: None,
        }
    }

    /// Gives it models.
    pub fn with_models(self, models: Models) -> Engine {
        // What was indexed without them, or with others, is of no use.
        let recollection = Arc::new(recall::Memory::new(self.settings.index_bytes));
        Engine { models, recollection, ..self }
    }

    /// Has texts read by another embedder, everywhere or in some spaces. Messages are routed by the usual one, which is
    /// at hand: nobody waits for a network to know what a message is about.
    pub fn with_embedder_in(self, spaces: Option<BTreeSet<SpaceId>>, embedder: Arc<dyn Embedder>) -> Engine {
        let recollection = Arc::new(recall::Memory::new(self.settings.index_bytes));
        Engine { instead: Some(Instead { embedder, spaces }), recollection, ..self }
    }

    /// Gives it a language model. What is learned without one is read off the grammar.
    pub fn with_llm(self, llm: Arc<dyn Llm>) -> Engine {
        Engine { llm: Some(llm), ..self }
    }

    /// Returns what reads the texts of a space.
    fn embedder_of(&self, space: &SpaceHandle) -> Option<&dyn Embedder> {
        let is_meant = |instead: &&Instead| instead.spaces.as_ref().is_none_or(|spaces| spaces.contains(&space.id()));
        match self.instead.as_ref().filter(is_meant) {
            Some(instead) => Some(&*instead.embedder),
            None => self.models.embedder.as_deref(),
        }
    }

    /// The same engine, set up in another way: for one request, say. What is indexed is shared.
    pub fn set_up(&self, settings: Settings) -> Engine {
        Engine { settings, ..self.clone() }
    }

    /// Returns an engine whose steps are part of one run, by whose id they are undone together.
    pub fn in_run(&self, job: JobId) -> Engine {
        Engine { run: Some(Run { job, kind: None, replays: false }), ..self.clone() }
    }

    /// The same for a job: what it does, nobody asked for just then.
    fn as_job(&self, kind: &'static str, job: JobId) -> Engine {
        Engine { run: Some(Run { job, kind: Some(kind), replays: false }), ..self.clone() }
    }

    /// The same for learning again from what was said.
    fn replaying(&self, job: JobId) -> Engine {
        Engine { run: Some(Run { job, kind: None, replays: true }), ..self.clone() }
    }

    /// Returns an id for a run.
    pub fn new_run(&self) -> JobId {
        self.mint()
    }

    /// Returns how it is set up.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Returns the present.
    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }

    fn mint<I: Id>(&self) -> I {
        mint(&*self.ids, self.now())
    }

    /// Does a step, and does it again from the start while others change what it relied on.
    fn until_settled<T>(&self, mut step: impl FnMut() -> Result<T, Error>) -> Result<T, Error> {
        for attempt in 0..ATTEMPTS {
            match step() {
                Err(Error::Store(StoreError::Stale)) => {
                    // Uneven pauses, so that two who met once do not meet again.
                    let pause = u64::from(attempt * 37 % 23);
                    std::thread::sleep(std::time::Duration::from_micros(pause * 100));
                }
                other => return other,
            }
        }
        Err(Error::conflict("the same memory keeps being changed by others; nothing was saved, try again"))
    }

    /// Begins a commit.
    fn commit_of(&self, space: &SpaceHandle, kind: OperationKind) -> Commit {
        let job_kind = self.run.as_ref().and_then(|run| run.kind);
        Commit {
            operation: NewOperation {
                id: self.mint::<OperationId>(),
                kind,
                actor: job_kind.map_or(Actor::User(space.user()), |kind| Actor::Automation(kind.to_owned())),
                app: self.settings.app.clone(),
                reason: None,
                undoes: Vec::new(),
                job: self.run.as_ref().map(|run| run.job),
            },
            at: self.now(),
            guards: Vec::new(),
            memories: Vec::new(),
            retire: Vec::new(),
            record: Vec::new(),
            evidence: Vec::new(),
            erase: Vec::new(),
            learned: None,
        }
    }

    /// Commits, or shows what committing would have recorded.
    fn commit(&self, space: &SpaceHandle, commit: Commit) -> Result<Committed, Error> {
        self.guard_unattended(space, &commit)?;
        if self.settings.dry_run {
            return Ok(preview(commit));
        }
        let aftermath = self.aftermath(space, &commit)?;
        let done = self.store.commit(space, commit)?;
        self.follow_up(space, aftermath);
        Ok(done)
    }

    /// Fails unless the person may change memories here.
    fn may_write(&self, space: &SpaceHandle) -> Result<(), Error> {
        if space.role().may_write() {
            return Ok(());
        }
        Err(Error::Forbidden("you may read this space and not change it".into()))
    }

    /// Fails unless the person may change what this space may hold and who belongs to it.
    fn may_govern(&self, space: &SpaceHandle) -> Result<(), Error> {
        if space.role().may_govern() {
            return Ok(());
        }
        Err(Error::Forbidden("only an owner of this space may do that".into()))
    }
}

/// What a commit would have recorded.
fn preview(commit: Commit) -> Committed {
    let operation = commit.operation;
    let recorded: Vec<_> = commit
        .record
        .into_iter()
        .map(|NewRow { row, recorded_at, .. }| Record {
            seq: Seq(0),
            operation: operation.id,
            recorded_at: recorded_at.unwrap_or(commit.at),
            retired: None,
            body: row,
        })
        .collect();
    let operation = operation.logged(Seq(0), commit.at, commit.retire, &recorded, Vec::new());
    let erased = (!commit.erase.is_empty()).then(Default::default);
    Committed { operation, recorded, erased }
}
