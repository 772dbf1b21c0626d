//! A person's space in which conversations are held one after the other: recorded, closed, and the nights between.

use std::sync::Arc;

use anyhow::ensure;
use cofio_domain::evidence::{Cited, Evidence};
use cofio_domain::ports::{Cancel, Store};
use cofio_domain::session::Surface;
use cofio_domain::space::SpaceHandle;
use cofio_domain::time::Timestamp;
use cofio_engine::{
    CandidateView, Engine, Item, ListFilter, ListStatus, MemoryView, MessageLine, Models, Ran, Recorded, Recording,
    SessionChanged, Settings,
};
use cofio_store_sqlite::SqliteStore;

use super::talks::Talk;
use crate::clock::{Moved, Numbered};

/// What is done every night, in the order it is done in.
const NIGHTLY: [&str; 8] = [
    "sweep.stale_sessions",
    "sweep.expire",
    "sweep.trash",
    "candidates.promote",
    "consolidate.daily",
    "decay",
    "calibrate",
    "compile.briefs",
];

/// A person with a memory.
pub struct Life {
    pub engine: Engine,
    pub space: SpaceHandle,
    pub clock: Arc<Moved>,
}

impl Life {
    /// Begins at a moment, with the domains of a new space.
    pub fn begin(at: Timestamp, models: &Models) -> anyhow::Result<Life> {
        Life::begin_on(Arc::new(SqliteStore::in_memory()?), at, models)
    }

    /// The same on a store that is given.
    pub fn begin_on(store: Arc<dyn Store>, at: Timestamp, models: &Models) -> anyhow::Result<Life> {
        let clock = Arc::new(Moved::default());
        clock.set(at);
        let ids = Arc::new(Numbered::default());
        let engine = Engine::new(store, clock.clone(), ids, Settings::default()).with_models(models.clone());
        let space = engine.personal_space(&engine.user("eval")?)?;
        Ok(Life { engine, space, clock })
    }

    /// Turns every domain on.
    pub fn with_every_domain(self) -> anyhow::Result<Life> {
        for domain in self.engine.domains(&self.space)?.iter().filter(|domain| !domain.enabled) {
            self.engine.enable_domain(&self.space, &domain.name)?;
        }
        Ok(self)
    }

    /// Records a conversation at the time it was held.
    pub fn record(&self, talk: &Talk) -> anyhow::Result<Recorded> {
        let ends = talk.messages.iter().map(|message| message.at).max();
        if let Some(ends) = ends.filter(|ends| *ends > self.clock.get()) {
            self.clock.set(ends);
        }
        let recording = Recording { session: Some(talk.name.clone()), surface: Surface::Api, project: None };
        let lines = talk.messages.iter().map(|message| {
            Ok(MessageLine {
                role: message.role,
                at: Some(message.at),
                text: message.text.clone(),
                name: message.name.clone(),
            })
        });
        Ok(self.engine.record(&self.space, &recording, (1..).zip(lines))?)
    }

    /// Records a conversation and closes it.
    pub fn hold(&self, talk: &Talk) -> anyhow::Result<(Recorded, SessionChanged)> {
        let recorded = self.record(talk)?;
        self.clock.set(self.clock.get().plus_minutes(1));
        Ok((recorded, self.engine.close_session(&self.space, &talk.name)?))
    }

    /// Sleeps: does what is done every night, as of now.
    pub fn sleep(&self) -> anyhow::Result<Vec<Ran>> {
        let mut done = Vec::new();
        for job in NIGHTLY {
            let ran = self.engine.run_job(&self.space, job, None)?;
            ensure!(ran.outcome == "done", "{job}: {}", ran.error.unwrap_or_default());
            done.push(ran);
        }
        Ok(done)
    }

    /// Gives everything that was said its vector.
    pub fn read_everything(&self) -> anyhow::Result<()> {
        let mut left = usize::MAX;
        while left > 0 {
            let embedded = self.engine.embed_missing(&self.space, usize::MAX, &Cancel::new())?;
            ensure!(embedded.left < left, "{} texts were given no vector", embedded.left);
            left = embedded.left;
        }
        Ok(())
    }

    /// What is known now, with what it was learned from.
    pub fn known(&self) -> anyhow::Result<Vec<MemoryView>> {
        let filter = ListFilter { with_evidence: true, ..ListFilter::default() };
        let items = self.engine.list(&self.space, &filter)?.items;
        Ok(items
            .into_iter()
            .filter_map(|item| if let Item::Memory(view) = item { Some(*view) } else { None })
            .collect())
    }

    /// What waits for more to come.
    pub fn maybes(&self) -> anyhow::Result<Vec<CandidateView>> {
        let filter = ListFilter { status: ListStatus::Candidates, with_evidence: true, ..ListFilter::default() };
        let items = self.engine.list(&self.space, &filter)?.items;
        Ok(items
            .into_iter()
            .filter_map(|item| if let Item::Candidate(view) = item { Some(*view) } else { None })
            .collect())
    }
}

/// The first message that evidence points to, as `session/place`.
pub fn first_message(evidence: &[Evidence]) -> Option<String> {
    evidence.iter().find_map(|item| match &item.cites {
        Cited::Message { session, index } => Some(format!("{session}/{index}")),
        _ => None,
    })
}

/// How many tokens a text takes: four letters each, as everywhere.
pub fn tokens(text: &str) -> usize {
    text.chars().count().div_ceil(4)
}
