//! What tests need: a store in memory, a clock that stands still, ids in a row, and one suite for every store.

#![allow(clippy::unwrap_used, reason = "everything here is a test")]

pub mod conformance;
mod fixtures;
mod llm;
pub mod provider;
mod store;
mod texts;

use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

use cofio_domain::id::{IdSource, uuid_v7};
use cofio_domain::time::{Clock, Timestamp};

pub use fixtures::{
    GUEST, OWNER, appending, claim, commit, day, memory_id, messages, personal, saving, saying, space_of, version,
};
pub use llm::{Line as LlmLine, ScriptedLlm};
pub use store::MemoryStore;
pub use texts::{Numbers, text_of};

/// A clock that stands still until it is moved.
#[derive(Debug)]
pub struct FixedClock(AtomicI64);

impl FixedClock {
    /// A clock that shows this time.
    pub fn at(time: Timestamp) -> FixedClock {
        FixedClock(AtomicI64::new(time.as_micros()))
    }

    /// Sets the clock.
    pub fn set(&self, time: Timestamp) {
        self.0.store(time.as_micros(), Ordering::SeqCst);
    }
}

impl Clock for FixedClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_micros(self.0.load(Ordering::SeqCst))
    }
}

/// Ids in a row: the same ones in every run, and no two with the same last letters.
#[derive(Debug, Default)]
pub struct SequentialIds(AtomicU64);

impl IdSource for SequentialIds {
    fn next_bits(&self, at: Timestamp) -> u128 {
        let number = self.0.fetch_add(1, Ordering::SeqCst);
        // Multiplying by an odd number is one to one and spreads neighbours apart.
        let spread = number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 3;
        uuid_v7(at, u128::from(spread) | (u128::from(number & 0xfff) << 64))
    }

    /// Tests have no secrets.
    fn secret(&self) -> [u8; 32] {
        [self.0.fetch_add(1, Ordering::SeqCst) as u8; 32]
    }
}
