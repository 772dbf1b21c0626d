//! How entities stand to each other, as memories say it.

use std::collections::BTreeMap;

use cofio_domain::brief::BriefSource;
use cofio_domain::entity::Entity;
use cofio_domain::id::{EntityId, MemoryId};
use cofio_domain::record::Seq;
use cofio_language::entities::{Bond, Relation, Who, folded};

use super::Called;
use super::resolve::SELF;
use super::spoken::Spoken;

/// One of two who stand to each other in some way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Side {
    /// The person.
    Person,
    /// An entity.
    Entity(EntityId),
}

/// Something a memory says about two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Bonded {
    pub(super) subject: Side,
    pub(super) bond: Bond,
    pub(super) object: Side,
    pub(super) memory: MemoryId,
}

/// Returns what memories say about how entities stand to each other, in the order it was said.
pub(super) fn bonds(spoken: &[&Spoken], entities: &[Entity]) -> Vec<Bonded> {
    let sides = Sides::of(entities);
    let mut found: Vec<Bonded> = Vec::new();
    for one in spoken {
        let BriefSource::Memory(memory) = one.of else { continue };
        for stated in &one.stated {
            let (Some(subject), Some(object)) =
                (sides.find(&stated.subject, one.at), sides.find(&stated.object, one.at))
            else {
                continue;
            };
            if subject != object {
                found.push(Bonded { subject, bond: stated.bond, object, memory });
            }
        }
    }
    found
}

/// Who is meant where.
struct Sides {
    by_name: BTreeMap<(Seq, String), Side>,
    /// Those of whom there is one.
    by_relation: BTreeMap<Relation, Option<Side>>,
}

impl Sides {
    fn of(entities: &[Entity]) -> Sides {
        let mut by_name = BTreeMap::new();
        let mut by_relation: BTreeMap<Relation, Option<Side>> = BTreeMap::new();
        for entity in entities {
            let is_person = entity.aliases.iter().any(|alias| alias.said == SELF);
            let side = if is_person { Side::Person } else { Side::Entity(entity.id) };
            for mention in &entity.mentions {
                by_name.insert((mention.at, folded(&mention.said)), side);
            }
            for relation in entity.relations() {
                by_relation.entry(relation).and_modify(|known| *known = None).or_insert(Some(side));
            }
        }
        Sides { by_name, by_relation }
    }

    fn find(&self, who: &Who, at: Seq) -> Option<Side> {
        match who {
            Who::Person => Some(Side::Person),
            Who::Related(relation) => self.by_relation.get(relation).copied().flatten(),
            Who::Named(name) => self.by_name.get(&(at, folded(name))).copied(),
        }
    }
}
