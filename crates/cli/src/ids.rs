//! Ids and secrets from the machine's own randomness.

use std::sync::Mutex;

use cofio_domain::id::{IdSource, uuid_v7};
use cofio_domain::time::Timestamp;

/// Random ids that sort by when they were made, also within a millisecond.
#[derive(Debug, Default)]
pub struct RandomIds {
    last: Mutex<(i64, u16)>,
}

/// How many bits of an id count within a millisecond; the rest is chance.
const COUNTER_BITS: u16 = 12;

impl IdSource for RandomIds {
    fn next_bits(&self, at: Timestamp) -> u128 {
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
        let ids = RandomIds::default();
        let made: Vec<u128> =
            (0..1_000).map(|_| ids.next_bits(Timestamp::from_micros(1_800_000_000_000_000))).collect();
        assert!(made.is_sorted());
        assert_ne!(ids.secret(), ids.secret());
    }
}
