//! A person, their space and a clock: what the tests talk to.

use std::sync::Arc;

use cofio_domain::ports::Store;
use cofio_domain::space::{SpaceHandle, User};
use cofio_domain::time::Timestamp;
use cofio_engine::{Draft, Engine, Error, Item, ListFilter, ListStatus, RecallQuery, Settings, Undo, Written};
use cofio_testkit::{FixedClock, MemoryStore, SequentialIds, day};

/// A person and their space.
pub struct World {
    pub engine: Engine,
    pub space: SpaceHandle,
    pub user: User,
    pub clock: Arc<FixedClock>,
    pub store: Arc<dyn Store>,
    pub ids: Arc<SequentialIds>,
}

impl World {
    pub fn new() -> World {
        World::on(Arc::new(MemoryStore::default()), Settings::default())
    }

    pub fn on(store: Arc<dyn Store>, settings: Settings) -> World {
        let clock = Arc::new(FixedClock::at(day(1)));
        let ids = Arc::new(SequentialIds::default());
        let engine = Engine::new(store.clone(), clock.clone(), ids.clone(), settings);
        let user = engine.user("owner").unwrap();
        let space = engine.personal_space(&user).unwrap();
        World { engine, space, user, clock, store, ids }
    }

    /// The same person with other settings.
    pub fn set_up(&self, settings: Settings) -> World {
        World {
            engine: Engine::new(self.store.clone(), self.clock.clone(), self.ids.clone(), settings),
            space: self.space.clone(),
            user: self.user.clone(),
            clock: self.clock.clone(),
            store: self.store.clone(),
            ids: self.ids.clone(),
        }
    }

    pub fn at(&self, time: Timestamp) -> &World {
        self.clock.set(time);
        self
    }

    pub fn remember(&self, content: &str) -> Written {
        self.engine.remember(&self.space, &Draft::said(content)).unwrap()
    }

    pub fn remember_draft(&self, draft: Draft) -> Written {
        self.engine.remember(&self.space, &draft).unwrap()
    }

    pub fn update(&self, which: &str, content: &str) -> Result<Written, Error> {
        self.engine.update(&self.space, which, &Draft::said(content))
    }

    pub fn forget(&self, which: &str) -> Result<Written, Error> {
        self.engine.forget(&self.space, which, None)
    }

    pub fn undo(&self) -> Result<Written, Error> {
        self.engine.undo(&self.space, Undo { which: None, cascade: false })
    }

    pub fn undo_op(&self, which: &str, cascade: bool) -> Result<Written, Error> {
        self.engine.undo(&self.space, Undo { which: Some(which), cascade })
    }

    /// What is believed now to hold now.
    pub fn knows(&self) -> Vec<String> {
        self.listed(&ListFilter::default())
    }

    pub fn knows_as_of(&self, as_of: Timestamp) -> Vec<String> {
        self.listed(&ListFilter { as_of: Some(as_of), ..ListFilter::default() })
    }

    pub fn knew_at(&self, known_at: Timestamp) -> Vec<String> {
        self.listed(&ListFilter { known_at: Some(known_at), ..ListFilter::default() })
    }

    pub fn with_status(&self, status: ListStatus) -> Vec<String> {
        self.listed(&ListFilter { status, ..ListFilter::default() })
    }

    pub fn listed(&self, filter: &ListFilter) -> Vec<String> {
        self.items(filter).iter().map(words_of).collect()
    }

    pub fn items(&self, filter: &ListFilter) -> Vec<Item> {
        self.engine.list(&self.space, filter).unwrap().items
    }

    pub fn recalls(&self, question: &str) -> Vec<String> {
        let hits = self.engine.recall(&self.space, &RecallQuery::new(question)).unwrap().hits;
        hits.iter().map(|hit| words_of(&hit.item)).collect()
    }
}

pub fn words_of(item: &Item) -> String {
    match item {
        Item::Memory(view) => view.claim.content.clone(),
        Item::Candidate(view) => view.claim.content.clone(),
        Item::Proposal(view) => view.claim.as_ref().map_or(view.action.to_owned(), |claim| claim.content.clone()),
        Item::Conflict(view) => view.right.content.clone(),
        Item::Message(view) => view.text.clone(),
        Item::Episode(view) => view.text.clone(),
    }
}

pub fn op(written: &Written) -> String {
    written.event.op_id.expect("something was done").to_string()
}

pub fn id(written: &Written) -> String {
    written.event.memory.as_ref().expect("it is about a memory").id.to_string()
}
