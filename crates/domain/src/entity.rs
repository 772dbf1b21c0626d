//! Entities: whom and what memories speak of, whatever they call them. Derived from memories and episodes, and made
//! again from them whenever that is wanted: nothing here is known that is not said there.

use crate::axes::axis;
use crate::brief::BriefSource;
use crate::id::{EntityId, UserId};
use crate::record::Seq;

axis! {
    /// What sort of thing an entity is.
    EntityKind {
        /// Somebody.
        Person = "person",
        /// Somewhere.
        Place = "place",
        /// A company, a school, a club.
        Org = "org",
        /// Anything else that has a name.
        Thing = "thing",
    }
}

/// Somebody or something that is spoken of by a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entity {
    /// Its id: the same from the same memories, in every process.
    pub id: EntityId,
    /// The fullest name it goes by.
    pub name: String,
    /// What sort of thing it is.
    pub kind: EntityKind,
    /// What else it is called, each by a record that says so. In order.
    pub aliases: Vec<Alias>,
    /// Where it is spoken of. In order; an entity without any is none.
    pub mentions: Vec<Mention>,
}

/// What an entity is called besides its name.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Alias {
    /// Another name, or what it is to the person: "wife".
    pub said: String,
    /// How the two are known to be one.
    pub tie: AliasTie,
    /// The record that says so.
    pub by: Seq,
}

axis! {
    /// How an alias is known to mean the same.
    AliasTie {
        /// It is another name of it.
        Name = "name",
        /// It is what it is to the person.
        Relation = "relation",
    }
}

/// A record in which an entity is spoken of.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mention {
    /// The record.
    pub at: Seq,
    /// What it is a record of.
    pub of: BriefSource,
    /// What the entity is called there.
    pub said: String,
}

/// The entities that one member of a space knows of, as they were made at one moment of the space.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntitySet {
    /// Whose.
    pub user: UserId,
    /// Up to where the order of the space was read.
    pub through: Seq,
    /// By name, then id.
    pub entities: Vec<Entity>,
}
