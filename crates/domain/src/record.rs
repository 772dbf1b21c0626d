//! Records: how everything in a space is kept. A record is written once and later, at most, retired.
//!
//! Versions, links, consents, proposals and the rest all follow this one rule. So the present is what is not retired,
//! the past is what was not retired yet, and undoing an operation is always the same: retire what it recorded, record
//! again what it retired.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::axes::axis;
use crate::brief::Brief;
use crate::candidate::Candidate;
use crate::conflict::Conflict;
use crate::domains::{Consent, Domain};
use crate::episode::Episode;
use crate::id::OperationId;
use crate::link::Link;
use crate::memory::Version;
use crate::proposal::Proposal;
use crate::scope::{Project, Share, Suppression};
use crate::space::Membership;
use crate::time::Timestamp;

/// The place of a record in the order of its space: the order in which things were committed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seq(pub i64);

/// Something recorded, with when and by what, and when it ceased to be believed.
#[derive(Debug, Clone, PartialEq)]
pub struct Record<T> {
    /// Its place in the order of its space.
    pub seq: Seq,
    /// The operation that recorded it.
    pub operation: OperationId,
    /// Since when it is believed.
    pub recorded_at: Timestamp,
    /// Since when it is not believed any more, and by which operation.
    pub retired: Option<Retired>,
    /// What was recorded.
    pub body: T,
}

/// Which state of our knowledge is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Belief {
    /// What is believed now.
    Now,
    /// What was believed at an instant.
    At(Timestamp),
    /// Everything that ever was.
    Ever,
}

impl Belief {
    /// Reads the second clock of a question: none is now.
    pub fn at(known_at: Option<Timestamp>) -> Belief {
        known_at.map_or(Belief::Now, Belief::At)
    }
}

/// The end of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Retired {
    /// When.
    pub at: Timestamp,
    /// The operation that did it.
    pub by: OperationId,
}

impl<T> Record<T> {
    /// Returns whether this belongs to what was believed.
    pub fn is_believed(&self, belief: Belief) -> bool {
        match belief {
            Belief::Now => self.retired.is_none(),
            Belief::At(at) => self.recorded_at <= at && self.retired.is_none_or(|retired| at < retired.at),
            Belief::Ever => true,
        }
    }

    /// Returns the same record of a changed body.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Record<U> {
        Record {
            seq: self.seq,
            operation: self.operation,
            recorded_at: self.recorded_at,
            retired: self.retired,
            body: change(self.body),
        }
    }
}

axis! {
    /// The sorts of things that are recorded, by the names of their tables.
    Noun {
        /// A version of a memory.
        Version = "memory_version",
        /// A link.
        Link = "link",
        /// A domain that the person added or changed.
        Domain = "domain",
        /// What the person said about keeping things of a domain.
        Consent = "domain_consent",
        /// Something not to be learned again.
        Suppression = "suppression",
        /// A candidate.
        Candidate = "candidate",
        /// A proposal.
        Proposal = "proposal",
        /// A conflict.
        Conflict = "conflict",
        /// A project.
        Project = "project",
        /// A member of the space.
        Membership = "membership",
        /// A copy in another space.
        Share = "share",
        /// A stretch of a conversation.
        Episode = "episode",
        /// What is known, compiled for reading.
        Brief = "brief",
    }
}

/// Anything that can be recorded.
#[derive(Debug, Clone, PartialEq)]
#[allow(missing_docs, reason = "each variant is documented by its type")]
pub enum Row {
    Version(Box<Version>),
    Link(Link),
    Domain(Domain),
    Consent(Consent),
    Suppression(Suppression),
    Candidate(Box<Candidate>),
    Proposal(Box<Proposal>),
    Conflict(Box<Conflict>),
    Project(Project),
    Membership(Membership),
    Share(Share),
    Episode(Box<Episode>),
    Brief(Box<Brief>),
}

impl Row {
    /// Returns what sort of thing this is.
    pub fn noun(&self) -> Noun {
        match self {
            Row::Version(_) => Noun::Version,
            Row::Link(_) => Noun::Link,
            Row::Domain(_) => Noun::Domain,
            Row::Consent(_) => Noun::Consent,
            Row::Suppression(_) => Noun::Suppression,
            Row::Candidate(_) => Noun::Candidate,
            Row::Proposal(_) => Noun::Proposal,
            Row::Conflict(_) => Noun::Conflict,
            Row::Project(_) => Noun::Project,
            Row::Membership(_) => Noun::Membership,
            Row::Share(_) => Noun::Share,
            Row::Episode(_) => Noun::Episode,
            Row::Brief(_) => Noun::Brief,
        }
    }

    /// Returns whether recording or retiring this changes what other writes are allowed to do.
    pub fn changes_the_rules(&self) -> bool {
        self.noun().changes_the_rules()
    }
}

impl Noun {
    /// Returns whether whom and what rows of this sort speak of is kept.
    pub const fn speaks_of_entities(self) -> bool {
        matches!(self, Noun::Version | Noun::Episode)
    }

    /// Returns whether rows of this sort settle what other writes are allowed to do.
    pub const fn changes_the_rules(self) -> bool {
        matches!(self, Noun::Domain | Noun::Consent | Noun::Membership | Noun::Project)
    }
}

macro_rules! row_of {
    ($($type:ident $([$boxed:ident])?),+ $(,)?) => {$(
        impl From<$type> for Row {
            fn from(body: $type) -> Row {
                Row::$type(row_of!(@wrap body $($boxed)?))
            }
        }

        impl TryFrom<Row> for $type {
            type Error = Row;

            fn try_from(row: Row) -> Result<$type, Row> {
                match row {
                    Row::$type(body) => Ok(row_of!(@unwrap body $($boxed)?)),
                    other => Err(other),
                }
            }
        }
    )+};
    (@wrap $body:ident boxed) => { Box::new($body) };
    (@wrap $body:ident) => { $body };
    (@unwrap $body:ident boxed) => { *$body };
    (@unwrap $body:ident) => { $body };
}

row_of!(
    Version[boxed],
    Link,
    Domain,
    Consent,
    Suppression,
    Candidate[boxed],
    Proposal[boxed],
    Conflict[boxed],
    Project,
    Membership,
    Share,
    Episode[boxed],
    Brief[boxed],
);

/// Points to one record of a space.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RowRef {
    /// What sort of thing.
    pub noun: Noun,
    /// Which one.
    pub seq: Seq,
}

impl RowRef {
    /// Points to a version's record.
    pub fn version(seq: Seq) -> RowRef {
        RowRef { noun: Noun::Version, seq }
    }
}

impl fmt::Display for RowRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.noun, self.seq.0)
    }
}

/// A text that points to no record.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` does not point to a record")]
pub struct InvalidRowRef(pub String);

impl FromStr for RowRef {
    type Err = InvalidRowRef;

    fn from_str(text: &str) -> Result<Self, InvalidRowRef> {
        let invalid = || InvalidRowRef(text.to_owned());
        let (noun, seq) = text.split_once(':').ok_or_else(invalid)?;
        Ok(RowRef { noun: noun.parse().map_err(|_| invalid())?, seq: Seq(seq.parse().map_err(|_| invalid())?) })
    }
}

impl Serialize for RowRef {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for RowRef {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}
