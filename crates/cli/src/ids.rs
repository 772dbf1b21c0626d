//! Ids and secrets from the machine's own randomness.

use std::sync::Mutex;

use cofio_domain::id::{IdSource, uuid_v7};
use cofio_domain::time::{Clock, Timestamp};

use crate::clock::WallClock;

/// Random ids that sort by when they were made, also within a millisecond.
#[derive(Debug)]
pub struct RandomIds {
    clock: WallClock,
    last: Mutex<(i64, u16)>,
    last_moment: Mutex<u64>,
}

/// How many bits of an id count within a millisecond; the rest is chance.
const COUNTER_BITS: u16 = 12;

impl RandomIds {
    /// Ids for a clock that goes, or one that stands still.
    pub fn new(clock: WallClock) -> RandomIds {
        RandomIds { clock, last: Mutex::default(), last_moment: Mutex::default() }
    }

    /// While the clock stands still, processes that follow each other all make their ids in the same millisecond. The
    /// machine's own clock, in the place of some of the chance, keeps those in order, too.
    fn in_order(&self, at: Timestamp) -> u128 {
        const CHANCE_BITS: u32 = 24;
        const LOW_BITS: u32 = 62 - CHANCE_BITS;
        let now = WallClock::Machine.now().as_micros().unsigned_abs();
        let mut last = self.last_moment.lock().expect("counting does not panic");
        *last = now.max(*last + 1);
        let (high, low) = (*last >> LOW_BITS, *last & ((1 << LOW_BITS) - 1));
        let chance = u32::from_le_bytes(random()) >> (u32::BITS - CHANCE_BITS);
        uuid_v7(at, (u128::from(high) << 64) | (u128::from(low) << CHANCE_BITS) | u128::from(chance))
    }
}

impl IdSource for RandomIds {
    fn next_bits(&self, at: Timestamp) -> u128 {
        if matches!(self.clock, WallClock::Fixed(_)) {
            return self.in_order(at);
        }
        let chance = u128::from_le_bytes(random());
        let millisecond = at.as_micros().div_euclid(1_000);
        let mut last = self.last.lock().expect("counting does not panic");
        let count = if last.0 == millisecond { last.1.saturating_add(1) } else { 0 };
        *last = (millisecond, count);
        let counter = u128::from(count.min((1 << COUNTER_BITS) - 1));
        uuid_v7(at, (counter << 64) | (chance & u128::from(u64::MAX)))
    }

    fn secret(&self) -> [u8; 32] {
        random()
    }
}

fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("a machine without randomness cannot keep secrets");
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_made_within_a_millisecond_sort_in_the_order_they_were_made() {
        let at = Timestamp::from_micros(1_800_000_000_000_000);
        let ids = RandomIds::new(WallClock::Machine);
        let made: Vec<u128> = (0..1_000).map(|_| ids.next_bits(at)).collect();
        assert!(made.is_sorted());
        assert_ne!(ids.secret(), ids.secret());
    }

    #[test]
    fn ids_of_several_processes_sort_while_the_clock_stands_still() {
        let at = Timestamp::from_micros(1_800_000_000_000_000);
        let process = || RandomIds::new(WallClock::Fixed(at));
        let made: Vec<u128> = (0..100)
            .flat_map(|_| {
                std::thread::sleep(std::time::Duration::from_micros(10));
                let ids = process();
                [ids.next_bits(at), ids.next_bits(at)]
            })
            .collect();
        assert!(made.is_sorted());
    }
}
