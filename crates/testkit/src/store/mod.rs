//! A store in memory: the plainest thing that keeps the promises of the ports.

mod access;
mod derived;
mod directory;
mod entities;
mod feed;
mod raw;
mod reads;
mod world;

use std::sync::{Mutex, MutexGuard};

use cofio_domain::operation::{Commit, Committed};
use cofio_domain::ports::{StoreError, Writer};
use cofio_domain::space::{SpaceHandle, User};

use world::World;

/// A store that lives in this process and is gone with it.
#[derive(Debug, Default)]
pub struct MemoryStore {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    users: Vec<User>,
    worlds: Vec<World>,
    access: access::Access,
}

impl MemoryStore {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("no test panics while it holds the store")
    }

    fn world<T>(&self, space: &SpaceHandle, look: impl FnOnce(&World) -> T) -> T {
        let state = self.lock();
        let world = state.worlds.iter().find(|world| world.space.key == space.key());
        look(world.expect("a handle comes from a space that is there"))
    }

    /// Changes a space, or leaves it as it is.
    fn change<T>(
        &self,
        space: &SpaceHandle,
        change: impl FnOnce(&mut World) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let mut state = self.lock();
        let world = state.worlds.iter_mut().find(|world| world.space.key == space.key());
        let world = world.expect("a handle comes from a space that is there");
        // All or nothing: work on a copy.
        let mut attempt = world.clone();
        let done = change(&mut attempt)?;
        *world = attempt;
        Ok(done)
    }

    /// The same, for those who may.
    fn change_as_editor<T>(
        &self,
        space: &SpaceHandle,
        change: impl FnOnce(&mut World) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        if !space.role().may_write() {
            return Err(StoreError::ReadOnly { why: "you may read this space and not change it".into() });
        }
        self.change(space, change)
    }
}

impl Writer for MemoryStore {
    fn commit(&self, space: &SpaceHandle, commit: Commit) -> Result<Committed, StoreError> {
        if !commit.is_allowed(space) {
            return Err(StoreError::ReadOnly { why: "you may read this space and not change it".into() });
        }
        let erases = !commit.erase.is_empty();
        let done = self.change(space, |world| world.apply(commit))?;
        if erases {
            self.lock().access.drop_answers(space.key());
        }
        Ok(done)
    }
}
