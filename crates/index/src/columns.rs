//! The attributes of all documents, a column each, so that filters and rankings run over arrays.

use crate::document::{Attributes, Layer};
use crate::names::Names;

/// Stands for no document in a column of documents.
pub const NO_DOCUMENT: u32 = u32::MAX;

/// Stands for no document in a column of keys.
pub(crate) const NO_KEY: i64 = i64::MIN;

/// What is known of the documents of an index. All columns are equally long; a document's number is its place in them.
#[derive(Debug, Clone, Default)]
pub struct Columns {
    /// Places in the space's sequence, in order.
    pub keys: Vec<i64>,
    /// Sorts of things.
    pub layers: Vec<Layer>,
    /// Kinds of memories.
    pub kinds: Vec<u8>,
    /// How lasting they are.
    pub tiers: Vec<u8>,
    /// Who vouches for them.
    pub authorities: Vec<u8>,
    /// Who spoke.
    pub roles: Vec<u8>,
    /// What was noticed about their texts, a bit each.
    pub marks: Vec<u8>,
    /// How long their texts are, in a measure of the caller's.
    pub sizes: Vec<u32>,
    /// Numbers of `domain_names`.
    pub domains: Vec<u32>,
    /// Numbers of `project_names`.
    pub projects: Vec<u32>,
    /// Numbers of `speaker_names`.
    pub speakers: Vec<u32>,
    /// Numbers of `session_names`.
    pub sessions: Vec<u32>,
    /// When they began to hold.
    pub valid_from: Vec<i64>,
    /// When they ceased to hold.
    pub valid_until: Vec<i64>,
    /// When we began to believe them.
    pub recorded_at: Vec<i64>,
    /// When we ceased to believe them.
    pub retired_at: Vec<i64>,
    /// When they happened.
    pub at: Vec<i64>,
    /// The documents just before them in the same session, or [`NO_DOCUMENT`].
    pub previous: Vec<u32>,
    /// The documents just after them in the same session, or [`NO_DOCUMENT`].
    pub next: Vec<u32>,
    /// How many words they have.
    pub lengths: Vec<u32>,
    pub(crate) previous_keys: Vec<i64>,
    /// Domains by number.
    pub domain_names: Names,
    /// Projects by number.
    pub project_names: Names,
    /// Speakers by number.
    pub speaker_names: Names,
    /// Sessions by number.
    pub session_names: Names,
}

/// Does the same with every column.
macro_rules! with_every_column {
    ($columns:ident, $column:ident => $action:expr) => {{
        with_every_column!($columns, $column => $action;
            keys layers kinds tiers authorities roles marks sizes domains projects speakers sessions valid_from valid_until
            recorded_at retired_at at previous next lengths previous_keys);
    }};
    ($columns:ident, $column:ident => $action:expr; $($name:ident)*) => {
        $({
            let $column = &mut $columns.$name;
            $action;
        })*
    };
}

impl Columns {
    /// Returns how many documents there are.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether there is no document.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// Returns the number of the document with a key.
    pub fn number_of(&self, key: i64) -> Option<u32> {
        self.keys.binary_search(&key).ok().map(|place| place as u32)
    }

    pub(crate) fn reserve(&mut self, documents: usize) {
        with_every_column!(self, column => column.reserve_exact(documents));
    }

    pub(crate) fn push(&mut self, key: i64, attributes: &Attributes<'_>, length: u32) {
        self.push_key(key, attributes.previous.unwrap_or(NO_KEY));
        self.layers.push(attributes.layer);
        self.kinds.push(attributes.kind);
        self.tiers.push(attributes.tier);
        self.authorities.push(attributes.authority);
        self.roles.push(attributes.role);
        self.marks.push(attributes.marks);
        self.sizes.push(attributes.size);
        self.domains.push(self.domain_names.intern(attributes.domain));
        self.projects.push(self.project_names.intern(attributes.project));
        self.speakers.push(self.speaker_names.intern(attributes.speaker));
        self.sessions.push(self.session_names.intern(attributes.session));
        self.valid_from.push(attributes.valid_from);
        self.valid_until.push(attributes.valid_until);
        self.recorded_at.push(attributes.recorded_at);
        self.retired_at.push(attributes.retired_at);
        self.at.push(attributes.at);
        self.lengths.push(length);
    }

    /// Returns the attributes of a document as they were given.
    pub fn attributes(&self, document: u32) -> Attributes<'_> {
        let place = document as usize;
        Attributes {
            layer: self.layers[place],
            kind: self.kinds[place],
            tier: self.tiers[place],
            authority: self.authorities[place],
            role: self.roles[place],
            marks: self.marks[place],
            size: self.sizes[place],
            domain: self.domain_names.name(self.domains[place]),
            project: self.project_names.name(self.projects[place]),
            speaker: self.speaker_names.name(self.speakers[place]),
            session: self.session_names.name(self.sessions[place]),
            valid_from: self.valid_from[place],
            valid_until: self.valid_until[place],
            recorded_at: self.recorded_at[place],
            retired_at: self.retired_at[place],
            at: self.at[place],
            previous: Some(self.previous_keys[place]).filter(|key| *key != NO_KEY),
        }
    }

    /// Adds documents whose keys are all greater.
    pub(crate) fn append(&mut self, others: &Columns) {
        self.layers.extend_from_slice(&others.layers);
        self.kinds.extend_from_slice(&others.kinds);
        self.tiers.extend_from_slice(&others.tiers);
        self.authorities.extend_from_slice(&others.authorities);
        self.roles.extend_from_slice(&others.roles);
        self.marks.extend_from_slice(&others.marks);
        self.sizes.extend_from_slice(&others.sizes);
        self.valid_from.extend_from_slice(&others.valid_from);
        self.valid_until.extend_from_slice(&others.valid_until);
        self.recorded_at.extend_from_slice(&others.recorded_at);
        self.retired_at.extend_from_slice(&others.retired_at);
        self.at.extend_from_slice(&others.at);
        self.lengths.extend_from_slice(&others.lengths);
        extend_names(&mut self.domains, &mut self.domain_names, &others.domains, &others.domain_names);
        extend_names(&mut self.projects, &mut self.project_names, &others.projects, &others.project_names);
        extend_names(&mut self.speakers, &mut self.speaker_names, &others.speakers, &others.speaker_names);
        extend_names(&mut self.sessions, &mut self.session_names, &others.sessions, &others.session_names);
        for (key, previous_key) in others.keys.iter().zip(&others.previous_keys) {
            self.push_key(*key, *previous_key);
        }
    }

    /// Adds a key, and finds its neighbour.
    fn push_key(&mut self, key: i64, previous_key: i64) {
        let previous = document_before(&self.keys, previous_key);
        if let Some(next) = self.next.get_mut(previous as usize) {
            *next = self.keys.len() as u32;
        }
        self.previous.push(previous);
        self.next.push(NO_DOCUMENT);
        self.previous_keys.push(previous_key);
        self.keys.push(key);
    }

    /// Finds the neighbours of all documents, by their keys.
    pub(crate) fn find_neighbours(&mut self) {
        self.previous =
            (0..self.len()).map(|place| document_before(&self.keys[..place], self.previous_keys[place])).collect();
        self.find_next();
    }

    fn find_next(&mut self) {
        self.next.clear();
        self.next.resize(self.previous.len(), NO_DOCUMENT);
        for (document, previous) in self.previous.iter().enumerate() {
            if let Some(next) = self.next.get_mut(*previous as usize) {
                *next = document as u32;
            }
        }
    }

    /// Takes a document out; the numbers of later ones become one less.
    pub(crate) fn remove(&mut self, document: u32) {
        with_every_column!(self, column => { column.remove(document as usize); });
        for previous in &mut self.previous {
            if *previous == document {
                *previous = NO_DOCUMENT;
            } else if *previous != NO_DOCUMENT && *previous > document {
                *previous -= 1;
            }
        }
        self.find_next();
        self.domain_names.renumber(&mut self.domains);
        self.project_names.renumber(&mut self.projects);
        self.speaker_names.renumber(&mut self.speakers);
        self.session_names.renumber(&mut self.sessions);
    }

    pub(crate) fn bytes(&self) -> usize {
        let times = [&self.keys, &self.valid_from, &self.valid_until, &self.recorded_at, &self.retired_at, &self.at];
        let names_of = [&self.domains, &self.projects, &self.speakers, &self.sessions];
        let numbers = [&self.previous, &self.next, &self.lengths, &self.sizes];
        let small = [&self.kinds, &self.tiers, &self.authorities, &self.roles, &self.marks];
        let names = [&self.domain_names, &self.project_names, &self.speaker_names, &self.session_names];
        times.iter().map(|column| column.capacity() * size_of::<i64>()).sum::<usize>()
            + self.previous_keys.capacity() * size_of::<i64>()
            + names_of.iter().chain(&numbers).map(|column| column.capacity() * size_of::<u32>()).sum::<usize>()
            + small.iter().map(|column| column.capacity()).sum::<usize>()
            + self.layers.capacity()
            + names.iter().map(|names| names.bytes()).sum::<usize>()
    }
}

/// Finds the document with a key among those there are. It is nearly always the last one or close to it.
fn document_before(keys: &[i64], key: i64) -> u32 {
    match keys.last() {
        Some(last) if *last == key => keys.len() as u32 - 1,
        Some(last) if *last > key && key != NO_KEY => {
            keys.binary_search(&key).map_or(NO_DOCUMENT, |place| place as u32)
        }
        _ => NO_DOCUMENT,
    }
}

/// Adds a column of names, under the numbers they have here.
fn extend_names(column: &mut Vec<u32>, names: &mut Names, others: &[u32], other_names: &Names) {
    let numbers: Vec<u32> = other_names.iter().map(|name| names.intern(name)).collect();
    column.extend(others.iter().map(|number| numbers[*number as usize]));
}
