//! Spaces: the worlds that memories live in, who belongs to them, and the handle without which nothing is reachable.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::axes::axis;
use crate::domains::DomainName;
use crate::id::{SpaceId, UserId};
use crate::time::Timestamp;

axis! {
    /// What sort of world a space is.
    SpaceKind {
        /// One person's own.
        Personal = "personal",
        /// Several people's, each with a role.
        Shared = "shared",
        /// Ships with Cofio; everybody reads it, nobody writes it.
        Builtin = "builtin",
        /// Lives in memory and vanishes with the process.
        Demo = "demo",
    }
}

axis! {
    /// What a member may do in a space.
    Role {
        /// Everything, including who else may.
        Owner = "owner",
        /// Read and write memories.
        Editor = "editor",
        /// Read memories.
        Reader = "reader",
    }
}

impl Role {
    /// Returns whether this role may change memories.
    pub const fn may_write(self) -> bool {
        matches!(self, Role::Owner | Role::Editor)
    }

    /// Returns whether this role may change who belongs to the space and what it may hold.
    pub const fn may_govern(self) -> bool {
        matches!(self, Role::Owner)
    }
}

/// The number of a space inside its store: the first part of every key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SpaceKey(pub i64);

/// An ownership boundary. Nothing in one space can be seen from, or changed by work in, another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Space {
    /// Its number in the store.
    pub key: SpaceKey,
    /// Its public id.
    pub id: SpaceId,
    /// What sort it is.
    pub kind: SpaceKind,
    /// What people call it.
    pub name: String,
    /// When it was made.
    pub created_at: Timestamp,
}

/// A person Cofio remembers things for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct User {
    /// Their public id.
    pub id: UserId,
    /// What they are called here; unique in a store.
    pub name: String,
    /// When they were first seen.
    pub created_at: Timestamp,
}

/// One person's place in one space.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Membership {
    /// Who.
    pub user: UserId,
    /// As what.
    pub role: Role,
    /// Whether recall reads this space along with the member's own.
    pub recalled: bool,
}

/// Proof that a user may act in a space. Every read and write takes one, so that a call which crosses into another
/// space cannot be written by accident.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpaceHandle {
    key: SpaceKey,
    id: SpaceId,
    kind: SpaceKind,
    user: UserId,
    role: Role,
    /// The domains that whoever acts may see and fill; nothing is all of them.
    domains: Option<Arc<BTreeSet<DomainName>>>,
}

impl SpaceHandle {
    /// Opens a space to one of its members. A built-in space is nobody's to change, whatever the role says.
    pub fn for_member(space: &Space, membership: &Membership) -> SpaceHandle {
        let role = if space.kind == SpaceKind::Builtin { Role::Reader } else { membership.role };
        SpaceHandle { key: space.key, id: space.id, kind: space.kind, user: membership.user, role, domains: None }
    }

    /// Opens a built-in space, which everybody may read.
    pub fn for_reader_of_builtin(space: &Space, user: UserId) -> Option<SpaceHandle> {
        (space.kind == SpaceKind::Builtin).then_some(SpaceHandle {
            key: space.key,
            id: space.id,
            kind: space.kind,
            user,
            role: Role::Reader,
            domains: None,
        })
    }

    /// The same space as an application sees it that was given some domains only: the others are as if they were off.
    pub fn narrowed_to(mut self, domains: Arc<BTreeSet<DomainName>>) -> SpaceHandle {
        self.domains = Some(match self.domains.take() {
            Some(before) => Arc::new(before.intersection(&domains).cloned().collect()),
            None => domains,
        });
        self
    }

    /// Another space as the one who holds this handle may see it.
    pub fn as_narrow_as(self, other: &SpaceHandle) -> SpaceHandle {
        match &other.domains {
            Some(domains) => self.narrowed_to(Arc::clone(domains)),
            None => self,
        }
    }

    /// Returns the domains that may be seen and filled; nothing is all of them.
    pub fn domains(&self) -> Option<&Arc<BTreeSet<DomainName>>> {
        self.domains.as_ref()
    }

    /// Returns whether things of a domain may be seen and kept by whoever acts.
    pub fn may_touch(&self, domain: &DomainName) -> bool {
        self.domains.as_ref().is_none_or(|domains| domains.contains(domain))
    }

    /// Returns the number that begins every key in this space.
    pub fn key(&self) -> SpaceKey {
        self.key
    }

    /// Returns the space's public id.
    pub fn id(&self) -> SpaceId {
        self.id
    }

    /// Returns what sort of space it is.
    pub fn kind(&self) -> SpaceKind {
        self.kind
    }

    /// Returns who is acting.
    pub fn user(&self) -> UserId {
        self.user
    }

    /// Returns what they may do.
    pub fn role(&self) -> Role {
        self.role
    }
}

/// Who or what made a change.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Actor {
    /// A person, by hand or through a tool.
    User(UserId),
    /// Work that nobody asked for just then, by the name of its job.
    Automation(String),
}

impl std::fmt::Display for Actor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Actor::User(user) => write!(f, "{user}"),
            Actor::Automation(job) => write!(f, "job:{job}"),
        }
    }
}

impl std::str::FromStr for Actor {
    type Err = crate::id::InvalidId;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.strip_prefix("job:") {
            Some(job) => Ok(Actor::Automation(job.to_owned())),
            None => text.parse().map(Actor::User),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::Id;

    fn space(kind: SpaceKind) -> Space {
        Space {
            key: SpaceKey(1),
            id: SpaceId::from_bits(1),
            kind,
            name: "somewhere".into(),
            created_at: Timestamp::from_micros(0),
        }
    }

    /// R0-041, C32: rows that belong to nobody are a read-only space of their own.
    #[test]
    fn nobody_may_write_a_builtin_space_not_even_an_owner() {
        let owner = Membership { user: UserId::from_bits(2), role: Role::Owner, recalled: true };
        assert!(SpaceHandle::for_member(&space(SpaceKind::Shared), &owner).role().may_write());
        assert!(!SpaceHandle::for_member(&space(SpaceKind::Builtin), &owner).role().may_write());
        assert_eq!(SpaceHandle::for_reader_of_builtin(&space(SpaceKind::Personal), owner.user), None);
    }

    #[test]
    fn an_actor_reads_back_as_itself() {
        for actor in [Actor::User(UserId::from_bits(9)), Actor::Automation("consolidate.daily".into())] {
            assert_eq!(actor.to_string().parse::<Actor>().unwrap(), actor);
        }
    }
}
