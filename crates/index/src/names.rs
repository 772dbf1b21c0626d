//! Names as small numbers: a column of numbers is four bytes a document and compared at once.

use std::collections::HashMap;

use crate::hashing::Hashing;

/// Names and their numbers, in the order in which they were first met. Number 0 is no name.
#[derive(Debug, Clone)]
pub struct Names {
    names: Vec<Box<str>>,
    numbers: HashMap<Box<str>, u32, Hashing>,
}

impl Default for Names {
    fn default() -> Names {
        Names { names: vec!["".into()], numbers: HashMap::from_iter([("".into(), 0)]) }
    }
}

impl Names {
    /// The number of no name.
    pub const NONE: u32 = 0;

    /// Returns the number of a name, if any document has it.
    pub fn number(&self, name: &str) -> Option<u32> {
        self.numbers.get(name).copied()
    }

    /// Returns the name of a number; of one that is no name's, no name.
    pub fn name(&self, number: u32) -> &str {
        self.names.get(number as usize).map_or("", |name| name)
    }

    /// The names in the order of their numbers, no name first.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(|name| &**name)
    }

    /// Returns how many numbers there are, no name's included.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there is no name.
    pub fn is_empty(&self) -> bool {
        self.names.len() == 1
    }

    /// Returns the number of a name, a fresh one if need be.
    pub(crate) fn intern(&mut self, name: &str) -> u32 {
        if let Some(number) = self.number(name) {
            return number;
        }
        let number = self.names.len() as u32;
        self.names.push(name.into());
        self.numbers.insert(name.into(), number);
        number
    }

    /// Numbers the names of a column afresh, as if only what is in it had ever been met.
    pub(crate) fn renumber(&mut self, column: &mut [u32]) {
        let old = std::mem::take(self);
        for number in column {
            *number = self.intern(old.name(*number));
        }
    }

    pub(crate) fn bytes(&self) -> usize {
        let letters: usize = self.names.iter().map(|name| name.len()).sum();
        2 * (letters + self.names.capacity() * size_of::<Box<str>>()) + self.numbers.capacity() * size_of::<u64>()
    }
}
