//! Who is who: from the names that stand in memories to those who bear them. A pure function: the same memories give the
//! same entities, whoever asks.
//!
//! One name is one bearer, unless memories say otherwise: a sister called Jane and a boss called Jane are two. A first
//! name is whoever's full name begins with it, if there is one such. Two names are one's where a memory says so.

use std::collections::{BTreeMap, BTreeSet};

use cofio_domain::brief::BriefSource;
use cofio_domain::entity::{Alias, AliasTie, Entity, EntityKind, Mention};
use cofio_domain::id::EntityId;
use cofio_domain::record::Seq;
use cofio_language::entities::{Bond, Relation, Who, folded};

use super::spoken::Spoken;

/// What the person is called among relations.
pub(super) const SELF: &str = "you";

/// A name in a record.
#[derive(Debug, Clone)]
struct Said {
    words: String,
    folded: String,
    at: Seq,
    of: BriefSource,
    kind: Option<EntityKind>,
    /// Whether what it is to the person settles that.
    tied: bool,
    /// Who bears it, by number.
    slot: usize,
}

/// Who may bear a name: everybody of that name, or the one with a relation where there are several.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Slot {
    name: String,
    told_by: Option<Relation>,
}

/// Settles who is who.
pub(super) fn resolve(spoken: &[&Spoken], id_of: impl Fn(&str) -> EntityId) -> Vec<Entity> {
    let mut people = Bearers::of(spoken);
    people.join_what_is_said_to_be_one(spoken);
    people.join_first_names();
    people.entities(spoken, id_of)
}

struct Bearers {
    said: Vec<Said>,
    slots: Vec<Slot>,
    /// The slot that each has been found to be the same as.
    same: Vec<usize>,
    /// What the bearers of a slot are to the person.
    relations: Vec<BTreeSet<Relation>>,
}

impl Bearers {
    fn of(spoken: &[&Spoken]) -> Bearers {
        let mut certain: BTreeSet<String> = BTreeSet::new();
        for one in spoken {
            certain.extend(one.names.iter().filter(|named| named.sure).map(|named| folded(&named.name)));
            certain.extend(one.ties.iter().map(|tie| folded(&tie.name)));
            certain.extend(one.also.iter().flat_map(|(one, other)| [folded(one), folded(other)]));
            certain.extend(one.own.iter().map(|name| folded(name)));
            certain.extend(bonded(one).map(|(name, _)| folded(name)));
        }
        let groups = groups_of(spoken);
        let mut people = Bearers { said: Vec::new(), slots: Vec::new(), same: Vec::new(), relations: Vec::new() };
        let mut numbers: BTreeMap<Slot, usize> = BTreeMap::new();
        for one in spoken {
            for (words, kind) in names_in(one, &certain) {
                let name = folded(&words);
                let tied = one.ties.iter().filter(|tie| folded(&tie.name) == name).map(|tie| tie.relation).next();
                let several = groups.get(&name).filter(|groups| groups.len() > 1);
                let told_by = several.and_then(|groups| {
                    let own = tied?;
                    groups.iter().find(|group| group.contains(&own)).and_then(|group| group.first().copied())
                });
                let slot = Slot { name: name.clone(), told_by };
                let slot = *numbers.entry(slot.clone()).or_insert_with(|| {
                    people.slots.push(slot);
                    people.same.push(people.same.len());
                    people.relations.push(BTreeSet::new());
                    people.slots.len() - 1
                });
                people.relations[slot].extend(tied);
                let tied = tied.is_some();
                people.said.push(Said { words, folded: name, at: one.at, of: one.of, kind, tied, slot });
            }
        }
        people
    }

    fn root(&self, mut slot: usize) -> usize {
        while self.same[slot] != slot {
            slot = self.same[slot];
        }
        slot
    }

    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.root(one), self.root(other));
        if one != other {
            let (first, second) = (one.min(other), one.max(other));
            self.same[second] = first;
            let moved = std::mem::take(&mut self.relations[second]);
            self.relations[first].extend(moved);
        }
    }

    /// "Katherine goes by Kate".
    fn join_what_is_said_to_be_one(&mut self, spoken: &[&Spoken]) {
        for (one, other) in spoken.iter().flat_map(|said| &said.also) {
            let slot = |name: &str, people: &Bearers| {
                let name = folded(name);
                let fits: Vec<usize> = (0..people.slots.len()).filter(|at| people.slots[*at].name == name).collect();
                // Where several bear it, nobody says which.
                match fits.as_slice() {
                    [only] => Some(*only),
                    _ => None,
                }
            };
            if let (Some(one), Some(other)) = (slot(one, self), slot(other, self)) {
                self.join(one, other);
            }
        }
    }

    /// "Jane" is Jane Smith, where nobody else's full name begins so. Where several do, a record that has one of them
    /// beside "Jane" says which.
    fn join_first_names(&mut self) {
        let mut may_be_person = vec![true; self.slots.len()];
        for said in &self.said {
            may_be_person[said.slot] &= said.kind.is_none_or(|kind| kind == EntityKind::Person);
        }
        let mut full: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        let mut bearers: BTreeMap<String, usize> = BTreeMap::new();
        for (at, slot) in self.slots.iter().enumerate() {
            *bearers.entry(slot.name.clone()).or_default() += 1;
            if let Some((first, _)) = slot.name.split_once(' ')
                && may_be_person[at]
            {
                full.entry(first.to_owned()).or_default().push(at);
            }
        }
        let first_names: Vec<usize> =
            (0..self.slots.len()).filter(|at| full.contains_key(&self.slots[*at].name) && may_be_person[*at]).collect();
        for short in first_names {
            let several = bearers[&self.slots[short].name] > 1;
            let fits: BTreeSet<usize> = full[&self.slots[short].name].iter().map(|at| self.root(*at)).collect();
            if let [only] = fits.iter().copied().collect::<Vec<_>>().as_slice()
                && !several
                && self.may_be_one(short, *only)
            {
                self.join(short, *only);
                continue;
            }
            for at in 0..self.said.len() {
                if self.said[at].slot != short {
                    continue;
                }
                let beside: BTreeSet<usize> = self
                    .said
                    .iter()
                    .filter(|said| said.at == self.said[at].at && fits.contains(&self.root(said.slot)))
                    .map(|said| said.slot)
                    .collect();
                if let [only] = beside.iter().copied().collect::<Vec<_>>().as_slice() {
                    self.said[at].slot = *only;
                }
            }
        }
    }

    /// Whether nothing that either is to the person speaks against both being one.
    fn may_be_one(&self, one: usize, other: usize) -> bool {
        let (one, other) = (&self.relations[self.root(one)], &self.relations[self.root(other)]);
        one.iter().all(|relation| other.iter().all(|theirs| relation.may_be_also(*theirs)))
    }

    fn entities(&self, spoken: &[&Spoken], id_of: impl Fn(&str) -> EntityId) -> Vec<Entity> {
        let mut of_root: BTreeMap<usize, Vec<&Said>> = BTreeMap::new();
        for said in &self.said {
            of_root.entry(self.root(said.slot)).or_default().push(said);
        }
        let by_seq: BTreeMap<(Seq, BriefSource), Vec<&Spoken>> = spoken.iter().fold(BTreeMap::new(), |mut all, one| {
            all.entry((one.at, one.of)).or_default().push(*one);
            all
        });
        let mut entities: Vec<Entity> = of_root
            .into_iter()
            .map(|(root, said)| {
                let name = fullest(&said);
                let told_by = self.slots[root].told_by.map_or("", Relation::word);
                Entity {
                    id: id_of(&format!("{} {told_by}", folded(&name))),
                    kind: kind_of(&said),
                    aliases: aliases(&said, &name, &by_seq),
                    mentions: mentions(&said),
                    name,
                }
            })
            .collect();
        entities.sort_by(|one, other| (&one.name, one.id).cmp(&(&other.name, other.id)));
        entities
    }
}

/// The names in a record that are names for certain, each once, with what sort of thing each seems to be.
fn names_in(one: &Spoken, certain: &BTreeSet<String>) -> Vec<(String, Option<EntityKind>)> {
    let mut found: Vec<(String, Option<EntityKind>)> = Vec::new();
    let mut add = |words: &str, kind: Option<EntityKind>| {
        let name = folded(words);
        if name.is_empty() || !certain.contains(&name) {
            return;
        }
        match found.iter_mut().find(|(known, _)| folded(known) == name) {
            Some((_, known)) => *known = known.or(kind),
            None => found.push((words.to_owned(), kind)),
        }
    };
    // What somebody is to the person says more than the words around a name.
    for tie in &one.ties {
        add(&tie.name, Some(tie.relation.kind()));
    }
    if let Some(name) = &one.own {
        add(name, Some(EntityKind::Person));
    }
    for (name, kind) in bonded(one) {
        add(name, kind);
    }
    for named in &one.names {
        add(&named.name, named.kind);
    }
    for name in one.also.iter().flat_map(|(one, other)| [one, other]) {
        add(name, None);
    }
    found
}

/// Those of whom a record says how they stand to each other, with what that makes them. What is in something may be
/// anything: "dinner is in Lisbon".
fn bonded(one: &Spoken) -> impl Iterator<Item = (&str, Option<EntityKind>)> {
    let stated = one.stated.iter().filter(|stated| stated.bond != Bond::PartOf);
    stated.flat_map(|stated| {
        let kind = match stated.bond {
            Bond::WorksWith => Some(EntityKind::Person),
            Bond::WorksAt => Some(EntityKind::Org),
            Bond::LivesIn => Some(EntityKind::Place),
            Bond::Has(relation) => Some(relation.kind()),
            Bond::WorksOn | Bond::PartOf => None,
        };
        let sides = [(&stated.subject, Some(EntityKind::Person)), (&stated.object, kind)];
        sides.into_iter().filter_map(|(who, kind)| match who {
            Who::Named(name) => Some((name.as_str(), kind)),
            Who::Person | Who::Related(_) => None,
        })
    })
}

/// Which relations belong to one bearer of a name, for each name that has any.
fn groups_of(spoken: &[&Spoken]) -> BTreeMap<String, Vec<Vec<Relation>>> {
    let mut groups: BTreeMap<String, Vec<Vec<Relation>>> = BTreeMap::new();
    for one in spoken {
        let mut own: BTreeMap<String, Vec<Relation>> = BTreeMap::new();
        for tie in &one.ties {
            own.entry(folded(&tie.name)).or_default().push(tie.relation);
        }
        for (name, relations) in own {
            let known = groups.entry(name).or_default();
            let fits =
                |group: &Vec<Relation>| relations.iter().any(|own| group.iter().any(|theirs| own.may_be_also(*theirs)));
            // A record that has several says that they are one's.
            let (mut together, apart): (Vec<_>, Vec<_>) = std::mem::take(known).into_iter().partition(fits);
            together.push(relations);
            *known = apart;
            let mut together = together.concat();
            together.dedup();
            known.push(together);
        }
    }
    groups
}

/// The name with most words; of those the one that is used most.
fn fullest(said: &[&Said]) -> String {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for one in said {
        *counts.entry(one.words.as_str()).or_default() += 1;
    }
    let rank = |words: &str, count: usize| (words.split(' ').count(), count);
    let best =
        counts.into_iter().reduce(|one, other| if rank(other.0, other.1) > rank(one.0, one.1) { other } else { one });
    best.map(|(words, _)| words.to_owned()).unwrap_or_default()
}

fn kind_of(said: &[&Said]) -> EntityKind {
    if let Some(settled) = said.iter().find(|said| said.tied).and_then(|said| said.kind) {
        return settled;
    }
    let votes = |kind: EntityKind| said.iter().filter(|said| said.kind == Some(kind)).count();
    let mut best = (EntityKind::Thing, votes(EntityKind::Thing));
    for kind in [EntityKind::Place, EntityKind::Org, EntityKind::Person] {
        if votes(kind) >= best.1.max(1) {
            best = (kind, votes(kind));
        }
    }
    best.0
}

fn aliases(said: &[&Said], name: &str, spoken: &BTreeMap<(Seq, BriefSource), Vec<&Spoken>>) -> Vec<Alias> {
    let mut found: BTreeMap<(String, AliasTie), Seq> = BTreeMap::new();
    let mut ties: BTreeSet<Alias> = BTreeSet::new();
    for one in said {
        if one.words != name {
            found.entry((one.words.clone(), AliasTie::Name)).or_insert(one.at);
        }
        for record in spoken.get(&(one.at, one.of)).into_iter().flatten() {
            let own = record.ties.iter().filter(|tie| folded(&tie.name) == one.folded);
            let mut words: Vec<&str> = own.map(|tie| tie.relation.word()).collect();
            words.extend(record.own.iter().filter(|name| folded(name) == one.folded).map(|_| SELF));
            let tie = |said: &str| Alias { said: said.to_owned(), tie: AliasTie::Relation, by: one.at };
            ties.extend(words.into_iter().map(tie));
        }
    }
    let names = found.into_iter().map(|((said, tie), by)| Alias { said, tie, by });
    let mut aliases: Vec<Alias> = names.chain(ties).collect();
    aliases.sort();
    aliases
}

fn mentions(said: &[&Said]) -> Vec<Mention> {
    let all: BTreeSet<Mention> =
        said.iter().map(|one| Mention { at: one.at, of: one.of, said: one.words.clone() }).collect();
    all.into_iter().collect()
}

#[cfg(test)]
#[path = "resolve_tests.rs"]
mod tests;
