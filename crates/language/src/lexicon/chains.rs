//! Finds the phrases that can begin with a word.
//!
//! A hash table from words to chains of phrases. It is our own because building it is most of the cost of reading a
//! word list, and it can be built in a fraction of the time and memory of a general one: keys are hashes already,
//! nothing is ever removed, a phrase goes to the front of its chain, and there are fewer than 32 thousand of anything.

use super::Wrong;

/// The end of a chain.
pub(super) const NONE: u16 = u16::MAX;

#[derive(Debug)]
pub(super) struct Chains {
    /// Open addressing by the low bits of the key; a slot without a chain is free.
    slots: Vec<Slot>,
    taken: usize,
    links: Vec<Link>,
}

/// Part of a key and its chain. Two words that share it cost a look at each other's phrases and no more: a phrase is
/// compared with the whole word before it counts.
#[derive(Debug, Clone, Copy)]
struct Slot {
    key: u16,
    first: u16,
}

/// A phrase in a chain.
#[derive(Debug, Clone, Copy)]
struct Link {
    entry: Entry,
    next: u16,
}

/// A phrase as it stands under a word.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry(u16);

impl Entry {
    /// Marks a phrase whose first element is that one word and nothing longer.
    const WHOLE: u16 = 1 << 15;

    /// The number of a phrase must stay below this.
    pub(super) const MOST: u16 = Entry::WHOLE;

    pub(super) fn of(phrase: u16, is_whole: bool) -> Entry {
        Entry(if is_whole { phrase | Entry::WHOLE } else { phrase })
    }

    pub(super) fn phrase(self) -> usize {
        usize::from(self.0 & !Entry::WHOLE)
    }

    pub(super) fn is_whole(self) -> bool {
        self.0 & Entry::WHOLE != 0
    }
}

const FREE: Slot = Slot { key: 0, first: NONE };

impl Chains {
    /// Makes room for the words of a list of this many bytes.
    pub(super) fn with_room_for(bytes: usize) -> Chains {
        // Measured on our lists: at least 10 bytes for each different word and mostly 28, so that mostly less than half of
        // the slots are taken and a search ends after a step or two.
        let slots = (bytes / 8 + 8).next_power_of_two();
        Chains { slots: vec![FREE; slots], taken: 0, links: Vec::with_capacity(bytes / 16) }
    }

    /// Puts `entry` in front of the chain of `key`; one too many is an error in the list.
    #[inline]
    pub(super) fn enter(&mut self, key: u64, entry: Entry) -> Result<(), Wrong> {
        let slot = self.slot(key);
        let Slot { mut first, .. } = self.slots[slot];
        self.taken += usize::from(first == NONE);
        if self.taken >= self.slots.len() {
            return Err("too many words");
        }
        self.extend(&mut first, entry)?;
        self.slots[slot] = Slot { key: part(key), first };
        Ok(())
    }

    /// Puts `entry` in front of the chain that begins at `first`.
    pub(super) fn extend(&mut self, first: &mut u16, entry: Entry) -> Result<(), Wrong> {
        let at = u16::try_from(self.links.len()).map_err(|_| "too many words")?;
        self.links.push(Link { entry, next: std::mem::replace(first, at) });
        Ok(())
    }

    /// Returns where the chain of `key` begins, or [`NONE`].
    pub(super) fn first(&self, key: u64) -> u16 {
        self.slots[self.slot(key)].first
    }

    /// Returns the entries of the chain that begins at `first`.
    pub(super) fn follow(&self, first: u16) -> impl Iterator<Item = Entry> {
        let mut next = first;
        std::iter::from_fn(move || {
            let link = self.links.get(usize::from(next))?;
            next = link.next;
            Some(link.entry)
        })
    }

    /// Returns the slot that holds `key`, or the free one where it would go.
    fn slot(&self, key: u64) -> usize {
        let mask = self.slots.len() - 1;
        let mut at = (key >> 20) as usize & mask;
        while self.slots[at].first != NONE && self.slots[at].key != part(key) {
            at = (at + 1) & mask;
        }
        at
    }
}

/// Returns the part of a hash that a slot keeps, apart from what its place tells.
fn part(key: u64) -> u16 {
    (key >> 48) as u16
}
