//! The shelves that are in memory: those last used, as many as fit.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use cofio_domain::domains::DomainName;
use cofio_domain::id::UserId;
use cofio_domain::ports::{Embedder, Store};
use cofio_domain::space::{SpaceHandle, SpaceKey};

use crate::Error;
use crate::recall::believed::Believed;
use crate::recall::shelf::Shelf;

/// One space as one of its members sees it, through an application with domains of its own perhaps: nobody is ever given
/// another's shelf.
type Place = (SpaceKey, UserId, Option<Arc<BTreeSet<DomainName>>>);

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

/// What is kept of a space. Each part is read when it is first needed.
#[derive(Clone, Default)]
struct Kept {
    shelf: Arc<RwLock<Option<Shelf>>>,
    believed: Arc<RwLock<Option<Arc<Believed>>>>,
    used: u64,
    /// What the shelf takes, and what is believed.
    bytes: (usize, usize),
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
        let shelf = self.kept(space).shelf;
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
        let bytes = current.index.bytes();
        self.measure(space, |kept| kept.bytes.0 = bytes);
        found
    }

    /// Returns what a space believes now.
    pub(crate) fn believed(&self, store: &dyn Store, space: &SpaceHandle) -> Result<Arc<Believed>, Error> {
        let slot = self.kept(space).believed;
        {
            let current = slot.read().unwrap_or_else(PoisonError::into_inner);
            if let Some(current) = current.as_ref()
                && current.is_current(store, space)?
            {
                return Ok(Arc::clone(current));
            }
        }
        let mut held = slot.write().unwrap_or_else(PoisonError::into_inner);
        // Half of what happened is worse than none: where this fails, the next one begins again.
        let believed = match held.take() {
            Some(mut believed) => {
                Arc::make_mut(&mut believed).refresh(store, space)?;
                believed
            }
            None => Arc::new(Believed::read(store, space)?),
        };
        *held = Some(Arc::clone(&believed));
        drop(held);
        self.measure(space, |kept| kept.bytes.1 = believed.bytes());
        Ok(believed)
    }

    /// Changes a space's index, brought up to date first.
    pub(crate) fn change<T>(
        &self,
        store: &dyn Store,
        space: &SpaceHandle,
        embedder: Option<&dyn Embedder>,
        change: impl FnOnce(&mut Shelf) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let shelf = self.kept(space).shelf;
        let mut held = shelf.write().unwrap_or_else(PoisonError::into_inner);
        let current = up_to_date(&mut held, store, space, embedder)?;
        let changed = change(current);
        let bytes = current.index.bytes();
        self.measure(space, |kept| kept.bytes.0 = bytes);
        changed
    }

    fn kept(&self, space: &SpaceHandle) -> Kept {
        let mut shelves = self.shelves.lock().unwrap_or_else(PoisonError::into_inner);
        shelves.uses += 1;
        let used = shelves.uses;
        let kept = shelves.known.entry((space.key(), space.user(), space.domains().cloned())).or_default();
        kept.used = used;
        kept.clone()
    }

    /// Notes how much is kept of a space, and lets go of others that were not used for longest.
    fn measure(&self, space: &SpaceHandle, note: impl FnOnce(&mut Kept)) {
        let mut shelves = self.shelves.lock().unwrap_or_else(PoisonError::into_inner);
        let place = (space.key(), space.user(), space.domains().cloned());
        if let Some(kept) = shelves.known.get_mut(&place) {
            note(kept);
        }
        while shelves.known.values().map(|kept| kept.bytes.0 + kept.bytes.1).sum::<usize>() > self.bound {
            let others = shelves.known.iter().filter(|(other, _)| **other != place);
            let Some(oldest) = others.min_by_key(|(_, kept)| kept.used).map(|(place, _)| place.clone()) else { return };
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
