//! What a question must be met by exactly, and whom it means: few documents, each lifted above others that fit as well.
//!
//! What stands in quotation marks, numbers and identifiers are met by documents that have every word of them. Whom a
//! question means may be known by another name: "my wife" is Jane, so what is said of Jane answers it, and what is
//! linked to that may.

use std::collections::{BTreeMap, BTreeSet};

use cofio_domain::entity::{Alias, EntityKind};
use cofio_domain::id::MemoryId;
use cofio_domain::record::{Belief, Noun, Row, Seq};
use cofio_domain::space::{SpaceHandle, SpaceKind};
use cofio_index::SpaceIndex;
use cofio_language::entities::{Relation, folded, relations};
use cofio_language::question::Question;

use crate::entities::Called;
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
        // What speaks of another of the same name answers nothing about this one.
        for document in meant.others.iter().filter_map(|key| keys.binary_search(key).ok()) {
            lifted.remove(&(document as u32));
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
    /// The places of what speaks of somebody else of the same name.
    others: Vec<i64>,
}

impl Meant {
    /// Whom it means in another space: names are the same there, places are not.
    pub(super) fn elsewhere(&self) -> Meant {
        Meant { linked: Vec::new(), others: Vec::new(), ..self.clone() }
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
        let (mut of_them, mut of_others): (BTreeSet<i64>, BTreeSet<i64>) = Default::default();
        let book = self.entity_book(space, &believed)?;
        for entity in &book.entities {
            let is_seen = |seq: Seq| seen.contains_key(&seq.0);
            let memories: Vec<_> = entity.memories().into_iter().filter(|(seq, _)| is_seen(*seq)).collect();
            if memories.is_empty() {
                continue;
            }
            let told = |alias: &&Alias| is_seen(alias.by);
            let related = entity.aliases.iter().filter(told).filter_map(|alias| Relation::of(&alias.said));
            let related: BTreeSet<Relation> = related.collect();
            let by_relation = related.iter().any(|relation| asked.contains(relation));
            let said = entity.mentions.iter().filter(|mention| is_seen(mention.at)).map(|mention| &mention.said);
            let names: BTreeSet<&String> = said.collect();
            let is_named = |name: &str| is_named(read, entity.kind, name);
            let by_name = names.iter().any(|name| is_named(name));
            if by_relation || by_name {
                spoken_of.extend(memories.iter().map(|(_, memory)| *memory));
                of_them.extend(memories.iter().map(|(seq, _)| seq.0));
            } else if !asked.is_empty() && !related.is_empty() {
                of_others.extend(memories.iter().map(|(seq, _)| seq.0));
            }
            if by_relation && !by_name {
                meant.other_names.extend(names.into_iter().cloned());
            } else if by_name {
                // Whoever is called Kate is found as Katherine; and by what they are, unless that was asked, too.
                let other = names.into_iter().filter(|name| !is_named(name));
                meant.other_names.extend(other.cloned());
                let words = related.iter().filter(|_| !by_relation).flat_map(|relation| relation.words());
                meant.other_words.extend(words.map(str::to_owned));
            }
        }
        meant.others = of_others.difference(&of_them).copied().collect();
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

/// Whether a question has a name: of somebody's any part, of anything else's the whole.
fn is_named(read: &Question, kind: EntityKind, name: &str) -> bool {
    let name = folded(name);
    let mut parts = name.split(' ').filter(|part| part.chars().count() > 2);
    let has = |part: &str| read.has_word(part);
    match kind {
        EntityKind::Person => read.mentions(&name) || parts.any(has),
        EntityKind::Place | EntityKind::Org | EntityKind::Thing => parts.clone().next().is_some() && parts.all(has),
    }
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
