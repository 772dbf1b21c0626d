//! The shelves that are in memory: those last used, as many as fit.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use cofio_domain::id::UserId;
use cofio_domain::ports::{Embedder, Store};
use cofio_domain::space::{SpaceHandle, SpaceKey};

use crate::Error;
use crate::recall::shelf::Shelf;

/// One space as one of its members sees it: nobody is ever given another's shelf.
type Place = (SpaceKey, UserId);

/// Shelves by space and member, bounded by the memory they take.
pub(crate) struct Library {
    shelves: Mutex<Shelves>,
    /// The most bytes all shelves together may take. The one in use is kept, however big it is.
    bound: usize,
}

#[derive(Default)]
struct Shelves {
    known: HashMap<Place, Kept>,
    /// Counts uses: the shelf with the smallest number was not used for longest.
    uses: u64,
}

struct Kept {
    shelf: Arc<RwLock<Option<Shelf>>>,
    used: u64,
    bytes: usize,
}

impl Library {
    pub(crate) fn new(bound: usize) -> Library {
        Library { shelves: Mutex::new(Shelves::default()), bound }
    }

    /// Reads a space's index, brought up to date first.
    pub(crate) fn read<T>(
        &self,
        store: &dyn Store,
        space: &SpaceHandle,
        embedder: Option<&dyn Embedder>,
        read: impl FnOnce(&Shelf) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let shelf = self.shelf(space);
        let mut read = Some(read);
        // The usual case: nothing happened since, and several may read at once.
        {
            let current = shelf.read().unwrap_or_else(PoisonError::into_inner);
            if let Some(current) = current.as_ref()
                && current.is_current(store, space)?
                && let Some(read) = read.take()
            {
                return read(current);
            }
        }
        let mut held = shelf.write().unwrap_or_else(PoisonError::into_inner);
        let current = up_to_date(&mut held, store, space, embedder)?;
        let found = read.take().map_or_else(|| unreachable!("it is read once"), |read| read(current));
        self.measure(space, current.index.bytes());
        found
    }

    /// Changes a space's index, brought up to date first.
    pub(crate) fn change<T>(
        &self,
        store: &dyn Store,
        space: &SpaceHandle,
        embedder: Option<&dyn Embedder>,
        change: impl FnOnce(&mut Shelf) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let shelf = self.shelf(space);
        let mut held = shelf.write().unwrap_or_else(PoisonError::into_inner);
        let current = up_to_date(&mut held, store, space, embedder)?;
        let changed = change(current);
        self.measure(space, current.index.bytes());
        changed
    }

    fn shelf(&self, space: &SpaceHandle) -> Arc<RwLock<Option<Shelf>>> {
        let mut shelves = self.shelves.lock().unwrap_or_else(PoisonError::into_inner);
        shelves.uses += 1;
        let used = shelves.uses;
        let kept = shelves.known.entry((space.key(), space.user())).or_insert_with(|| Kept {
            shelf: Arc::default(),
            used,
            bytes: 0,
        });
        kept.used = used;
        Arc::clone(&kept.shelf)
    }

    /// Notes how big a shelf is, and lets go of others that were not used for longest.
    fn measure(&self, space: &SpaceHandle, bytes: usize) {
        let mut shelves = self.shelves.lock().unwrap_or_else(PoisonError::into_inner);
        let place = (space.key(), space.user());
        if let Some(kept) = shelves.known.get_mut(&place) {
            kept.bytes = bytes;
        }
        while shelves.known.values().map(|kept| kept.bytes).sum::<usize>() > self.bound {
            let others = shelves.known.iter().filter(|(other, _)| **other != place);
            let Some(oldest) = others.min_by_key(|(_, kept)| kept.used).map(|(place, _)| *place) else { return };
            shelves.known.remove(&oldest);
        }
    }
}

fn up_to_date<'a>(
    held: &'a mut Option<Shelf>,
    store: &dyn Store,
    space: &SpaceHandle,
    embedder: Option<&dyn Embedder>,
) -> Result<&'a mut Shelf, Error> {
    let refreshed = match held {
        Some(shelf) => shelf.refresh(store, space, embedder).map(|_| ()),
        None => Shelf::open(store, space, embedder).map(|shelf| *held = Some(shelf)),
    };
    if let Err(error) = refreshed {
        // Half of what happened is worse than none: the next question begins again.
        *held = None;
        return Err(error);
    }
    Ok(held.as_mut().expect("it was opened above"))
}
