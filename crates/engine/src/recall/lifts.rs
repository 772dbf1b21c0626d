//! What a question must be met by exactly, and whom it means: few documents, each lifted above others that fit as well.
//!
//! What stands in quotation marks, numbers and identifiers are met by documents that have every word of them. Whom a
//! question means may be known by another name: "my wife" is Jane, so what is said of Jane answers it, and what is
//! linked to that may.

use std::collections::BTreeMap;

use cofio_domain::id::MemoryId;
use cofio_domain::record::{Belief, Noun, Row};
use cofio_domain::space::{SpaceHandle, SpaceKind};
use cofio_index::SpaceIndex;
use cofio_language::entities::relations;
use cofio_language::question::Question;

use crate::{Engine, Error};

/// Documents that are lifted, each by how much, 0 to 1, in order.
#[derive(Debug, Default, Clone, PartialEq)]
pub(crate) struct Lift(Vec<(u32, f32)>);

/// What has so many documents behind it, one in so many of all, tells them not apart.
const TELLING: usize = 20;
/// A name tells, however much is said of its bearer, as long as not everything is.
const TELLING_NAME: usize = 2;
/// In a small space everything tells.
const FEW: usize = 20;

/// What somebody who is linked to whom is asked about gets.
const LINKED: f32 = 0.5;

impl Lift {
    /// How much a document is lifted.
    pub(crate) fn of(&self, document: u32) -> f32 {
        self.0.binary_search_by_key(&document, |lifted| lifted.0).map_or(0.0, |place| self.0[place].1)
    }

    /// All that are lifted.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u32, f32)> {
        self.0.iter().copied()
    }

    /// Lifts what has every word of what a question quotes and of the numbers and identifiers in it.
    pub(crate) fn by_exact_words(index: &SpaceIndex, read: &Question) -> Lift {
        let wanted: Vec<&str> = read.quoted.iter().chain(&read.exact).map(String::as_str).collect();
        let part = 1.0 / wanted.len().max(1) as f32;
        let mut lifted = BTreeMap::new();
        for words in wanted {
            for document in telling(index, words, TELLING) {
                *lifted.entry(document).or_insert(0.0) += part;
            }
        }
        Lift(lifted.into_iter().collect())
    }

    /// Lifts what speaks of whom is asked about by another name, and what is linked to them.
    pub(crate) fn by_other_names(index: &SpaceIndex, meant: &Meant) -> Lift {
        let mut lifted: BTreeMap<u32, f32> = BTreeMap::new();
        let keys = &index.columns().keys;
        for document in meant.linked.iter().filter_map(|key| keys.binary_search(key).ok()) {
            lifted.insert(document as u32, LINKED);
        }
        let names = meant.other_names.iter().map(|name| (name, TELLING_NAME));
        let relations = meant.other_words.iter().map(|word| (word, TELLING));
        for document in names.chain(relations).flat_map(|(words, one_in)| telling(index, words, one_in)) {
            lifted.insert(document, 1.0);
        }
        Lift(lifted.into_iter().collect())
    }
}

/// The documents that have every word, unless they are too many to tell anything.
fn telling(index: &SpaceIndex, words: &str, one_in: usize) -> Vec<u32> {
    let having = index.question(words).having_all();
    if having.len() <= FEW.max(index.len() / one_in) { having } else { Vec::new() }
}

/// Whom a question means, beyond its words.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Meant {
    /// The names of those whom it calls by what they are to the person.
    other_names: Vec<String>,
    /// What those are to the person whom it names, in all its words.
    other_words: Vec<String>,
    /// The places of what is linked to what speaks of them.
    linked: Vec<i64>,
}

impl Meant {
    /// Whom it means in another space: names are the same there, places are not.
    pub(super) fn elsewhere(&self) -> Meant {
        Meant { linked: Vec::new(), ..self.clone() }
    }
}

impl Engine {
    /// Returns whom a question means, by what the person's own memories say of them.
    pub(super) fn meant_by(&self, space: &SpaceHandle, text: &str, read: &Question) -> Result<Meant, Error> {
        let asked = relations(text);
        if space.kind() == SpaceKind::Shared || (asked.is_empty() && read.names.is_empty()) {
            return Ok(Meant::default());
        }
        let believed = self.recollection.library.believed(&*self.store, space)?;
        let now = self.now();
        let seen = believed.records.iter().filter(|record| {
            let version = &record.body;
            version.in_force().contains(now) && version.is_live(now) && believed.book.is_on(&version.claim.domain)
        });
        let seen: BTreeMap<i64, _> = seen.map(|record| (record.seq.0, record)).collect();
        let mut meant = Meant::default();
        let mut spoken_of: Vec<MemoryId> = Vec::new();
        for (seq, ties) in &believed.ties {
            let Some(record) = seen.get(&seq.0) else { continue };
            for tie in ties {
                let (by_relation, by_name) = (asked.contains(&tie.relation), read.mentions(&tie.name));
                if by_relation && !by_name {
                    meant.other_names.push(tie.name.clone());
                } else if by_name && !by_relation {
                    meant.other_words.extend(tie.relation.words().map(str::to_owned));
                }
                if by_relation || by_name {
                    spoken_of.push(record.body.memory);
                }
            }
        }
        let named = seen.values().filter(|record| {
            let content = &record.body.claim.content;
            read.names.iter().any(|name| says_name(content, name))
        });
        spoken_of.extend(named.map(|record| record.body.memory));
        for words in [&mut meant.other_names, &mut meant.other_words] {
            words.sort_unstable();
            words.dedup();
        }
        let linked = self.linked_to(space, &spoken_of)?;
        meant.linked =
            seen.iter().filter(|(_, record)| linked.contains(&record.body.memory)).map(|(seq, _)| *seq).collect();
        Ok(meant)
    }

    /// Returns what links tie to any of some memories, and those themselves not.
    fn linked_to(&self, space: &SpaceHandle, memories: &[MemoryId]) -> Result<Vec<MemoryId>, Error> {
        if memories.is_empty() {
            return Ok(Vec::new());
        }
        let links = self.store.rows(space, Noun::Link, Belief::Now)?.records;
        let mut found = Vec::new();
        for record in links {
            let Row::Link(link) = record.body else { continue };
            for (one, other) in [(link.from, link.to), (link.to, link.from)] {
                if memories.contains(&one) && !memories.contains(&other) {
                    found.push(other);
                }
            }
        }
        Ok(found)
    }
}

/// Whether a text has a name, and not only one that begins like it.
fn says_name(text: &str, name: &str) -> bool {
    let ends = |letter: Option<char>| letter.is_none_or(|letter| !letter.is_alphanumeric());
    text.match_indices(name)
        .any(|(at, _)| ends(text[..at].chars().next_back()) && ends(text[at + name.len()..].chars().next()))
}

#[cfg(test)]
mod tests {
    use cofio_index::{Attributes, Document};

    use super::*;

    fn index(texts: &[&str]) -> SpaceIndex {
        let mut index = SpaceIndex::new("", 0);
        for (key, text) in (1..).zip(texts) {
            index.add(&Document { key, text, vector: None, attributes: Attributes::default() }).unwrap();
        }
        index
    }

    fn read(text: &str) -> Question {
        cofio_language::question::read(text, &"2026-11-14T12:00:00[UTC]".parse().unwrap())
    }

    #[test]
    fn what_is_quoted_must_be_met_by_every_word() {
        let index = index(&["never say so again", "never mind", "again and again"]);
        let lift = Lift::by_exact_words(&index, &read("who said \"never again\"?"));
        assert_eq!(lift, Lift(vec![(0, 1.0)]));
    }

    #[test]
    fn identifiers_are_met_whole_and_each_counts_for_its_part() {
        let index = index(&["INV-20391 was paid", "INV-20392 was paid", "20391 people and 20392 more"]);
        let lift = Lift::by_exact_words(&index, &read("is INV-20391 paid? and 20392?"));
        assert_eq!(lift, Lift(vec![(0, 0.5), (1, 0.5), (2, 0.5)]));
    }

    #[test]
    fn what_half_of_all_texts_have_lifts_nothing() {
        let texts: Vec<String> =
            (0..200).map(|number| format!("note {number} of 7 {}", if number % 2 == 0 { "x" } else { "y9" })).collect();
        let index = index(&texts.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(Lift::by_exact_words(&index, &read("what about y9?")), Lift::default());
        assert_eq!(Lift::by_exact_words(&index, &read("what about note 93?")), Lift(vec![(93, 1.0)]));
    }
}
