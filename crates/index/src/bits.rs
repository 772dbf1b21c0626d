//! A set of small numbers, one bit each.

/// A set of small numbers.
#[derive(Debug, Clone, Default)]
pub struct Numbers(Vec<u64>);

/// How many numbers one word holds.
pub(crate) const WORD: usize = 64;

impl Numbers {
    /// Adds a number.
    pub fn insert(&mut self, number: u32) {
        let (word, bit) = place(number);
        if word >= self.0.len() {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= bit;
    }

    /// Takes a number out.
    pub fn remove(&mut self, number: u32) {
        let (word, bit) = place(number);
        if let Some(word) = self.0.get_mut(word) {
            *word &= !bit;
        }
    }

    /// Whether a number is in the set.
    pub fn contains(&self, number: u32) -> bool {
        let (word, bit) = place(number);
        self.0.get(word).is_some_and(|word| word & bit != 0)
    }

    /// Returns how many numbers are in the set.
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether the set has no number.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    /// The numbers in the set, in order.
    pub fn iter(&self) -> impl Iterator<Item = u32> {
        self.0.iter().enumerate().flat_map(|(index, word)| bits(*word).map(move |bit| (index * WORD) as u32 + bit))
    }

    /// The numbers from 64 times `index` on.
    pub(crate) fn word(&self, index: usize) -> u64 {
        self.0.get(index).copied().unwrap_or(0)
    }

    pub(crate) fn words_mut(&mut self) -> &mut Vec<u64> {
        &mut self.0
    }

    /// Takes a number out of the world: all that are greater become one less.
    pub(crate) fn close_gap(&mut self, gone: u32) {
        *self = self.iter().filter(|number| *number != gone).map(|number| number - u32::from(number > gone)).collect();
    }

    pub(crate) fn bytes(&self) -> usize {
        self.0.capacity() * size_of::<u64>()
    }
}

impl FromIterator<u32> for Numbers {
    fn from_iter<I: IntoIterator<Item = u32>>(numbers: I) -> Numbers {
        let mut set = Numbers::default();
        numbers.into_iter().for_each(|number| set.insert(number));
        set
    }
}

/// Two sets are equal if they have the same numbers, however much room they have.
impl PartialEq for Numbers {
    fn eq(&self, other: &Numbers) -> bool {
        (0..self.0.len().max(other.0.len())).all(|index| self.word(index) == other.word(index))
    }
}

impl Eq for Numbers {}

fn place(number: u32) -> (usize, u64) {
    (number as usize / WORD, 1 << (number as usize % WORD))
}

/// The places of the bits that are set, lowest first.
pub(crate) fn bits(mut word: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros())?;
        word &= word - 1;
        Some(bit)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_has_what_was_put_in_and_not_taken_out() {
        let mut set: Numbers = [3, 64, 700].into_iter().collect();
        set.insert(5);
        set.remove(64);
        set.remove(9_000);
        assert_eq!(set.iter().collect::<Vec<_>>(), [3, 5, 700]);
        assert_eq!((set.len(), set.contains(5), set.contains(64), set.contains(9_000)), (3, true, false, false));
        set.close_gap(5);
        assert_eq!(set, [3, 699].into_iter().collect());
    }
}
