//! Which documents may be found: decided once for a question, before any of them is looked at.

use crate::bits::{Numbers, WORD};
use crate::columns::Columns;
use crate::document::Layer;
use crate::kernel::Path;

/// Which values of an attribute may be found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Allowed {
    /// Any.
    #[default]
    All,
    /// These and no others.
    Only(Numbers),
    /// All but these.
    Except(Numbers),
}

impl Allowed {
    fn allows(&self, value: u32) -> bool {
        match self {
            Allowed::All => true,
            Allowed::Only(values) => values.contains(value),
            Allowed::Except(values) => !values.contains(value),
        }
    }
}

/// What a document must be to be found. The default asks for what is believed now, whenever it held.
#[derive(Debug, Clone, Default)]
pub struct Filter<'a> {
    /// Sorts of things, by their numbers; see [`Filter::of_layers`].
    pub layers: Allowed,
    /// Kinds of memories.
    pub kinds: Allowed,
    /// How lasting it is.
    pub tiers: Allowed,
    /// Who vouches for it.
    pub authorities: Allowed,
    /// Who spoke.
    pub roles: Allowed,
    /// Numbers of domain names.
    pub domains: Allowed,
    /// Numbers of project names.
    pub projects: Allowed,
    /// Numbers of speaker names.
    pub speakers: Allowed,
    /// Numbers of session names.
    pub sessions: Allowed,
    /// Held at this time.
    pub as_of: Option<i64>,
    /// Was believed at this time; without one, is believed still.
    pub known_at: Option<i64>,
    /// Keys of documents that may not be found, in any order.
    pub withheld: &'a [i64],
}

impl Filter<'_> {
    /// Allows these layers and no others.
    pub fn of_layers(layers: &[Layer]) -> Allowed {
        Allowed::Only(layers.iter().map(|layer| *layer as u32).collect())
    }
}

/// The documents that may be found. It belongs to the index as it was when it was made.
#[derive(Debug, Clone, Default)]
pub struct Selection {
    numbers: Numbers,
    documents: usize,
    /// The same, one byte a document.
    keep: Vec<u8>,
}

impl Selection {
    /// Whether a document may be found.
    #[inline]
    pub fn contains(&self, document: u32) -> bool {
        self.numbers.contains(document)
    }

    /// Returns how many documents may be found.
    pub fn len(&self) -> usize {
        self.numbers.len()
    }

    /// Whether nothing may be found.
    pub fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }

    /// The documents that may be found, in order.
    pub fn iter(&self) -> impl Iterator<Item = u32> {
        self.numbers.iter()
    }

    /// The documents from 64 times `index` on.
    pub(crate) fn word(&self, index: usize) -> u64 {
        self.numbers.word(index)
    }

    /// Returns how many documents there were to choose from.
    pub(crate) fn documents(&self) -> usize {
        self.documents
    }

    /// Sets the scores of documents that may not be found to 0.
    pub(crate) fn forget_others(&self, scores: &mut [f32]) {
        for (score, keep) in scores.iter_mut().zip(&self.keep) {
            *score = f32::from_bits(score.to_bits() & 0u32.wrapping_sub(u32::from(*keep)));
        }
    }

    /// Chooses afresh.
    pub(crate) fn choose(&mut self, columns: &Columns, filter: &Filter<'_>) {
        let documents = columns.len();
        self.documents = documents;
        self.keep.clear();
        self.keep.resize(documents, 1);
        let keep = &mut self.keep[..];
        let layers = columns.layers.iter().map(|layer| *layer as u32);
        choose_values(keep, layers, &filter.layers, Layer::ALL.len());
        for (column, allowed) in [
            (&columns.kinds, &filter.kinds),
            (&columns.tiers, &filter.tiers),
            (&columns.authorities, &filter.authorities),
            (&columns.roles, &filter.roles),
        ] {
            choose_values(keep, column.iter().map(|value| u32::from(*value)), allowed, 256);
        }
        for (column, names, allowed) in [
            (&columns.domains, &columns.domain_names, &filter.domains),
            (&columns.projects, &columns.project_names, &filter.projects),
            (&columns.speakers, &columns.speaker_names, &filter.speakers),
            (&columns.sessions, &columns.session_names, &filter.sessions),
        ] {
            choose_values(keep, column.iter().copied(), allowed, names.len());
        }
        let path = Path::fastest();
        if let Some(time) = filter.as_of {
            path.keep_during(keep, &columns.valid_from, &columns.valid_until, time);
        }
        match filter.known_at {
            Some(time) => path.keep_during(keep, &columns.recorded_at, &columns.retired_at, time),
            None => path.keep_open(keep, &columns.retired_at),
        }
        for number in filter.withheld.iter().filter_map(|key| columns.number_of(*key)) {
            keep[number as usize] = 0;
        }
        self.pack();
    }

    /// Turns bytes into bits.
    fn pack(&mut self) {
        let words = self.numbers.words_mut();
        words.clear();
        words.extend(self.keep.chunks(WORD).map(|keep| {
            let (eights, rest) = keep.as_chunks::<8>();
            let mut word = 0;
            for (index, eight) in eights.iter().enumerate() {
                // Each byte is 0 or 1: the product brings their eight bits together at the top.
                let bits = u64::from_le_bytes(*eight).wrapping_mul(0x0102_0408_1020_4080) >> 56;
                word |= bits << (index * 8);
            }
            for (index, keep) in rest.iter().enumerate() {
                word |= u64::from(*keep) << (eights.len() * 8 + index);
            }
            word
        }));
    }
}

fn choose_values(keep: &mut [u8], column: impl Iterator<Item = u32>, allowed: &Allowed, values: usize) {
    if *allowed == Allowed::All {
        return;
    }
    let table: Vec<u8> = (0..values as u32).map(|value| u8::from(allowed.allows(value))).collect();
    for (keep, value) in keep.iter_mut().zip(column) {
        *keep &= table[value as usize];
    }
}
