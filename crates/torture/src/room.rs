//! A folder with a store in it, opened the way the command line opens one.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, ensure};
use cofio_domain::id::{IdSource, uuid_v7};
use cofio_domain::ports::Feed as _;
use cofio_domain::record::Seq;
use cofio_domain::space::SpaceHandle;
use cofio_domain::time::{Clock, Timestamp};
use cofio_engine::{Engine, Item, ListFilter, ListStatus, Settings};
use cofio_store_sqlite::{Observer, Options, SqliteStore, Verdict, inspect};

use crate::chance::Chance;

/// A store and a person in it.
pub struct Room {
    pub engine: Engine,
    pub space: SpaceHandle,
    pub store: Arc<SqliteStore>,
}

impl Room {
    pub fn open(folder: &Path) -> anyhow::Result<Room> {
        Room::watched(folder, None, 0)
    }

    /// Opens a room; `observer` is told where each write has come to.
    pub fn watched(folder: &Path, observer: Option<Observer>, ballast_bytes: u64) -> anyhow::Result<Room> {
        let options = Options { ballast_bytes, observer, ..Options::new(folder) };
        let store = Arc::new(SqliteStore::open(options).context("the store opens")?);
        let engine = Engine::new(store.clone(), Arc::new(Ticking), Arc::new(Ids::new()), Settings::default());
        let user = engine.user("owner")?;
        let space = engine.personal_space(&user)?;
        Ok(Room { engine, space, store })
    }

    /// Everything that is there: memories of every status, and what was said.
    pub fn contents(&self) -> anyhow::Result<Vec<String>> {
        let mut contents = self.memories()?;
        let said = self.store.events_since(&self.space, Seq(0), usize::MAX)?;
        ensure!(said.damaged.is_empty(), "damaged messages: {:?}", said.damaged);
        contents.extend(said.events.iter().filter_map(|event| event.text().map(str::to_owned)));
        Ok(contents)
    }

    fn memories(&self) -> anyhow::Result<Vec<String>> {
        let filter = ListFilter { status: ListStatus::All, ..ListFilter::default() };
        let listed = self.engine.list(&self.space, &filter)?;
        ensure!(listed.damaged.is_empty(), "damaged records: {:?}", listed.damaged);
        Ok(listed
            .items
            .into_iter()
            .filter_map(|item| match item {
                Item::Memory(view) => Some(view.claim.content),
                _ => None,
            })
            .collect())
    }
}

/// Fails unless every page, reference and checksum of a folder is sound.
pub fn must_be_sound(folder: &Path) -> anyhow::Result<()> {
    for finding in inspect(folder).findings {
        ensure!(finding.verdict != Verdict::Broken, "{}: {}", finding.check, finding.detail);
    }
    Ok(())
}

/// A clock that goes on by a microsecond whenever it is looked at.
struct Ticking;

impl Clock for Ticking {
    fn now(&self) -> Timestamp {
        use std::sync::atomic::{AtomicI64, Ordering};
        static NOW: AtomicI64 = AtomicI64::new(1_800_000_000_000_000);
        Timestamp::from_micros(NOW.fetch_add(1, Ordering::Relaxed))
    }
}

/// Ids that no two processes share.
struct Ids(std::sync::Mutex<Chance>);

impl Ids {
    fn new() -> Ids {
        let started = std::time::Instant::now();
        let place = std::ptr::from_ref(&started) as u64;
        Ids(std::sync::Mutex::new(Chance::new(u64::from(std::process::id()) << 32 ^ place)))
    }
}

impl IdSource for Ids {
    fn next_bits(&self, at: Timestamp) -> u128 {
        let mut chance = self.0.lock().expect("nobody panics here");
        let (high, low) = (chance.below(u64::MAX), chance.below(u64::MAX));
        uuid_v7(at, u128::from(high) << 64 | u128::from(low))
    }

    fn secret(&self) -> [u8; 32] {
        [7; 32]
    }
}
