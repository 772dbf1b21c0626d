//! Finds the phrases that can begin with a word.
//!
//! A hash table from words to chains of phrases. It is our own because building it is most of the cost of reading a
//! word list, and it can be built in a third of the time of a general one: keys are hashes already, nothing is ever
//! removed, and a phrase goes to the front of its chain.

use super::NONE;

#[derive(Debug)]
pub(super) struct Chains {
    /// Open addressing by the low bits of the key; a slot without a chain is free.
    slots: Vec<Slot>,
    taken: usize,
    links: Vec<Link>,
}

#[derive(Debug, Clone, Copy)]
struct Slot {
    key: u64,
    first: u32,
}

/// A phrase in a chain.
#[derive(Debug, Clone, Copy)]
pub(super) struct Link {
    phrase: u32,
    next: u32,
    /// The word that led here is all of the phrase's first element.
    pub(super) whole: bool,
}

impl Link {
    pub(super) fn to(phrase: u32, whole: bool) -> Link {
        Link {
            phrase,
            next: NONE,
            whole,
        }
    }

    pub(super) fn phrase(&self) -> usize {
        self.phrase as usize
    }
}

const FREE: Slot = Slot {
    key: 0,
    first: NONE,
};

impl Chains {
    pub(super) fn with_room_for(entries: usize) -> Chains {
        // Half full at most, so that a search ends after a step or two.
        let slots = (entries * 2).next_power_of_two();
        Chains {
            slots: vec![FREE; slots],
            taken: 0,
            links: Vec::with_capacity(entries),
        }
    }

    /// Puts `link` in front of the chain of `key`.
    pub(super) fn enter(&mut self, key: u64, link: Link) {
        if self.taken * 2 >= self.slots.len() {
            self.grow();
        }
        let slot = self.slot(key);
        let mut first = self.slots[slot].first;
        self.taken += usize::from(first == NONE);
        self.extend(&mut first, link);
        self.slots[slot] = Slot { key, first };
    }

    /// Puts `link` in front of the chain that begins at `first`.
    pub(super) fn extend(&mut self, first: &mut u32, link: Link) {
        let at = u32::try_from(self.links.len()).unwrap_or(NONE);
        self.links.push(Link {
            next: std::mem::replace(first, at),
            ..link
        });
    }

    /// Returns where the chain of `key` begins, or [`NONE`].
    pub(super) fn first(&self, key: u64) -> u32 {
        self.slots[self.slot(key)].first
    }

    /// Returns the links of the chain that begins at `first`.
    pub(super) fn follow(&self, first: u32) -> impl Iterator<Item = &Link> {
        let mut next = first;
        std::iter::from_fn(move || {
            let link = self.links.get(next as usize)?;
            next = link.next;
            Some(link)
        })
    }

    /// Returns the slot that holds `key`, or the free one where it would go.
    fn slot(&self, key: u64) -> usize {
        let mask = self.slots.len() - 1;
        let mut at = key as usize & mask;
        while self.slots[at].first != NONE && self.slots[at].key != key {
            at = (at + 1) & mask;
        }
        at
    }

    fn grow(&mut self) {
        let bigger = vec![FREE; self.slots.len() * 2];
        for slot in std::mem::replace(&mut self.slots, bigger) {
            if slot.first != NONE {
                let at = self.slot(slot.key);
                self.slots[at] = slot;
            }
        }
    }
}
