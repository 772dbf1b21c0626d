//! Time and ids as evaluations need them: the same in every run.

use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicU64, Ordering};

use cofio_domain::id::{IdSource, uuid_v7};
use cofio_domain::ports::Clock;
use cofio_domain::time::Timestamp;

/// A clock that stands still until it is moved.
#[derive(Debug)]
pub struct Moved(Mutex<Timestamp>);

impl Default for Moved {
    fn default() -> Moved {
        Moved(Mutex::new(Timestamp::MIN))
    }
}

impl Moved {
    pub fn set(&self, at: Timestamp) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = at;
    }

    pub fn get(&self) -> Timestamp {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Clock for Moved {
    fn now(&self) -> Timestamp {
        self.get()
    }
}

/// Ids that are the same in every run, so that nothing hangs on chance.
#[derive(Default)]
pub struct Numbered(AtomicU64);

impl IdSource for Numbered {
    fn next_bits(&self, at: Timestamp) -> u128 {
        uuid_v7(at, u128::from(self.0.fetch_add(1, Ordering::Relaxed)))
    }

    fn secret(&self) -> [u8; 32] {
        [7; 32]
    }
}
