//! Operations: the atomic, undoable unit of change, and the commit that carries one into the store.

use std::ops::Range;

use crate::axes::axis;
use crate::domains::DomainName;
use crate::evidence::Evidence;
use crate::id::{JobId, MemoryId, OperationId, VersionId};
use crate::memory::Memory;
use crate::policy::fingerprint::Fingerprint;
use crate::record::{Noun, Record, Row, RowRef, Seq};
use crate::session::{Learned, SessionNumber};
use crate::space::{Actor, SpaceHandle};
use crate::time::Timestamp;
use crate::vector::TextHash;

axis! {
    /// What an operation did, in the person's words.
    OperationKind {
        /// Saved a memory.
        Remember = "remember",
        /// Gave a memory a new version.
        Update = "update",
        /// Was told that a memory still holds.
        Confirm = "confirm",
        /// Ended a memory.
        Forget = "forget",
        /// Brought a memory back.
        Restore = "restore",
        /// Put a memory in the trash.
        Delete = "delete",
        /// Removed something for good.
        Erase = "erase",
        /// Tied two memories together.
        Link = "link",
        /// Cut a tie.
        Unlink = "unlink",
        /// Changed how a memory is kept: pin, expiry, domain, tags.
        Set = "set",
        /// Took back another operation.
        Undo = "undo",
        /// Kept something as a maybe.
        Stage = "stage",
        /// Put a suggestion before the person.
        Propose = "propose",
        /// Took a suggestion.
        Accept = "accept",
        /// Declined a suggestion.
        Reject = "reject",
        /// Found two claims that cannot both hold.
        Dispute = "dispute",
        /// Settled which of two claims holds.
        Resolve = "resolve",
        /// Turned a domain on.
        EnableDomain = "enable_domain",
        /// Turned a domain off.
        DisableDomain = "disable_domain",
        /// Added or changed a domain.
        DefineDomain = "define_domain",
        /// Copied a memory to a shared space.
        Share = "share",
        /// Withdrew such a copy.
        Unshare = "unshare",
        /// Added, renamed or archived a project.
        Project = "project",
        /// Made the space.
        CreateSpace = "create_space",
        /// Changed who belongs to the space.
        Membership = "membership",
        /// Brought memories in from a file.
        Import = "import",
        /// Wrote down what a conversation came to.
        Learn = "learn",
        /// Compiled briefs.
        Compile = "compile",
        /// Made one memory of several.
        Merge = "merge",
        /// Set a memory aside.
        Archive = "archive",
    }
}

/// One atomic change, as it is kept: what it retired and what it recorded. Its inverse is the same with the two
/// swapped. It holds no words of any memory, so there is nothing in it to erase but the reason.
#[derive(Debug, Clone, PartialEq)]
pub struct Operation {
    /// Its public id.
    pub id: OperationId,
    /// Its place in the order of its space.
    pub seq: Seq,
    /// What it did.
    pub kind: OperationKind,
    /// When.
    pub at: Timestamp,
    /// Who did it.
    pub actor: Actor,
    /// Through which application.
    pub app: Option<String>,
    /// Why, if somebody said.
    pub reason: Option<String>,
    /// The operations it takes back.
    pub undoes: Vec<OperationId>,
    /// The job or bulk command it was part of.
    pub job: Option<JobId>,
    /// What it retired.
    pub before: Vec<RowRef>,
    /// What it recorded.
    pub after: Vec<RowRef>,
    /// Which of those stand in the place of which earlier ones: what an undo brought back, as (earlier, copy).
    pub revived: Vec<(RowRef, RowRef)>,
}

/// An operation before it is committed: the store gives it its place, its time and its rows.
#[derive(Debug, Clone, PartialEq)]
pub struct NewOperation {
    /// Its public id.
    pub id: OperationId,
    /// What it does.
    pub kind: OperationKind,
    /// Who does it.
    pub actor: Actor,
    /// Through which application.
    pub app: Option<String>,
    /// Why, if somebody said.
    pub reason: Option<String>,
    /// The operations it takes back.
    pub undoes: Vec<OperationId>,
    /// The job or bulk command it is part of.
    pub job: Option<JobId>,
}

impl NewOperation {
    /// Returns the operation as it is logged, once its place, its time and its rows are known.
    pub fn logged(
        self,
        seq: Seq,
        at: Timestamp,
        before: Vec<RowRef>,
        recorded: &[Record<Row>],
        revived: Vec<(RowRef, RowRef)>,
    ) -> Operation {
        let NewOperation { id, kind, actor, app, reason, undoes, job } = self;
        let after = recorded.iter().map(|record| RowRef { noun: record.body.noun(), seq: record.seq }).collect();
        Operation { id, seq, kind, at, actor, app, reason, undoes, job, before, after, revived }
    }
}

/// Everything that one step changes in one space, in one transaction: all of it happens or none.
#[derive(Debug, Clone, PartialEq)]
pub struct Commit {
    /// The operation that is logged with it.
    pub operation: NewOperation,
    /// When it happens. The store moves it forward if the space already has something recorded at or after it, so
    /// that recorded time never runs backwards.
    pub at: Timestamp,
    /// What must still be so. If it is not, the step looked at a state that is gone: nothing is written and the
    /// caller looks again.
    pub guards: Vec<Guard>,
    /// Memories that are named for the first time.
    pub memories: Vec<Memory>,
    /// Records that cease to be believed.
    pub retire: Vec<RowRef>,
    /// What is believed from now on.
    pub record: Vec<NewRow>,
    /// What the new versions were learned from.
    pub evidence: Vec<(VersionId, Evidence)>,
    /// What is removed for good.
    pub erase: Vec<Erasure>,
    /// The step of learning that this is. If the session is not where it starts from, nothing is written.
    pub learned: Option<Learned>,
}

impl Commit {
    /// Returns whether whoever holds this handle may make the commit: an editor anything, a reader nothing but how
    /// their own seat is read.
    pub fn is_allowed(&self, space: &SpaceHandle) -> bool {
        let own_seat = |new: &NewRow| match &new.row {
            Row::Membership(seat) => seat.user == space.user() && seat.role == space.role(),
            _ => false,
        };
        let only_own_seat = self.erase.is_empty()
            && self.memories.is_empty()
            && matches!(self.retire.as_slice(), [row] if row.noun == Noun::Membership)
            && matches!(self.record.as_slice(), [new] if own_seat(new));
        space.role().may_write() || only_own_seat
    }
}

/// A row to be recorded.
#[derive(Debug, Clone, PartialEq)]
pub struct NewRow {
    /// What is recorded.
    pub row: Row,
    /// Since when it was believed, if that was before this commit: what an import brings along.
    pub recorded_at: Option<Timestamp>,
    /// The retired record it brings back.
    pub revives: Option<RowRef>,
}

impl<R: Into<Row>> From<R> for NewRow {
    fn from(row: R) -> NewRow {
        NewRow { row: row.into(), recorded_at: None, revives: None }
    }
}

/// Something a step relied on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Guard {
    /// This record is still believed.
    Current(RowRef),
    /// Nobody recorded these words in this domain since.
    Fingerprint {
        /// The words.
        fingerprint: Fingerprint,
        /// The domain.
        domain: DomainName,
        /// The last record that was there when the step looked.
        since: Seq,
    },
    /// Nobody recorded this key in this domain since.
    Key {
        /// The domain.
        domain: DomainName,
        /// The key.
        key: String,
        /// The last record that was there when the step looked.
        since: Seq,
    },
    /// Nobody changed domains, consents, members or projects since.
    Rules(i64),
}

/// Something to be removed for good.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Erasure {
    /// A memory: every version, link, piece of evidence, share and operation reason of it.
    Memory(MemoryId),
    /// A record of another noun that carries the same words.
    Row(RowRef),
    /// The reason given for an operation.
    Reason(OperationId),
    /// The words of a message: these spans of them, or all where none is named. Its header stays.
    Message {
        /// Which event.
        seq: Seq,
        /// Byte ranges of its text.
        spans: Vec<Range<usize>>,
    },
    /// All words of a session. The headers of its messages stay.
    Session(SessionNumber),
    /// The vectors of these texts, of every model.
    Vectors(Vec<TextHash>),
    /// Words in the quotes that a memory which stays rests on, in small letters.
    Quotes {
        /// Which memory.
        memory: MemoryId,
        /// The words.
        words: Vec<String>,
    },
}

/// What a commit became.
#[derive(Debug, Clone, PartialEq)]
pub struct Committed {
    /// The operation as it is kept.
    pub operation: Operation,
    /// The rows it recorded, as they are kept.
    pub recorded: Vec<Record<Row>>,
    /// What was erased, by layer.
    pub erased: Option<ErasureReceipt>,
}

/// What an erasure removed, and from where.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ErasureReceipt {
    /// How many of each: `memory_version`, `link`, `evidence`, …
    pub removed: Vec<(&'static str, u64)>,
    /// Whether every file was scrubbed; if not, what is waited for.
    pub pending: Option<String>,
    /// How many copies of the words were left in the files when they were scanned afterwards.
    pub residue: u64,
}
