//! Links: typed relations between two memories. They join memories, not versions, so they cannot dangle when one of
//! them changes; a read shows only those whose both ends are in force.

use crate::axes::axis;
use crate::id::{LinkId, MemoryId};

axis! {
    /// How two memories belong together, read from the first to the second.
    Relation {
        /// Has to do with.
        RelatesTo = "relates_to",
        /// Takes the place of.
        Supersedes = "supersedes",
        /// Cannot hold together with.
        Contradicts = "contradicts",
        /// Came after: used to, now.
        Follows = "follows",
        /// Speaks for.
        Supports = "supports",
        /// Adds detail to.
        Extends = "extends",
        /// Was concluded from.
        DerivedFrom = "derived_from",
        /// Belongs to.
        PartOf = "part_of",
        /// Is about.
        About = "about",
    }
}

/// One relation between two memories.
#[derive(Debug, Clone, PartialEq)]
pub struct Link {
    /// Its public id.
    pub id: LinkId,
    /// The memory it starts at.
    pub from: MemoryId,
    /// The memory it points to.
    pub to: MemoryId,
    /// What it says.
    pub relation: Relation,
    /// How sure an inferred link is; nothing where a person made it.
    pub confidence: Option<f64>,
}

impl Link {
    /// Returns the memory at the other end.
    pub fn other_end(&self, memory: MemoryId) -> MemoryId {
        if self.from == memory { self.to } else { self.from }
    }

    /// Returns the same relation with one memory put in the place of another, or `None` where that would tie a
    /// memory to itself.
    pub fn repointed(&self, id: LinkId, old: MemoryId, new: MemoryId) -> Option<Link> {
        let swap = |end: MemoryId| if end == old { new } else { end };
        let link = Link { id, from: swap(self.from), to: swap(self.to), ..self.clone() };
        (link.from != link.to).then_some(link)
    }
}
