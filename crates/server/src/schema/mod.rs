//! The shapes of answers, for the document. The answers themselves are the engine's views, which are one flat shape for
//! the command line, the API and files; a test compares every answer it gets with what is said here.

#![allow(dead_code, reason = "shapes are described here and made elsewhere")]

mod around;
mod derived;
mod done;
mod memory;
mod talk;
mod waiting;

use serde::Serialize;
use utoipa::ToSchema;

pub(crate) use around::{Domain, Job, Key, Project, Space, User};
pub(crate) use derived::{Brief, Compiled, Consolidated, Deck, Episode, Rebuilt};
pub(crate) use done::{Elsewhere, History, Operation, Why, Written};
pub(crate) use memory::{Link, Memory, MemoryInFull};
pub(crate) use talk::{Message, Recorded, Session, SessionChanged};
pub(crate) use waiting::{Candidate, Conflict, Proposal};

macro_rules! pages {
    ($($(#[$doc:meta])* $name:ident of $item:ty;)+) => {$(
        $(#[$doc])*
        #[derive(Serialize, ToSchema)]
        pub(crate) struct $name {
            items: Vec<$item>,
            /// Where the list goes on; nothing at the end.
            next_cursor: Option<String>,
        }
    )+};
}

pages! {
    /// A part of a list of proposals.
    Proposals of Proposal;
    /// A part of a list of candidates.
    Candidates of Candidate;
    /// A part of a list of conflicts.
    Conflicts of Conflict;
    /// A part of a list of operations.
    Operations of Operation;
    /// A part of a list of sessions.
    Sessions of Session;
    /// A part of what was said.
    Messages of Message;
    /// Every job.
    Jobs of Job;
    /// Every domain.
    Domains of Domain;
    /// Every project.
    Projects of Project;
    /// Every space.
    Spaces of Space;
    /// Every key.
    Keys of Key;
    /// Everybody.
    Users of User;
    /// Every link of a memory.
    Links of Link;
    /// A part of a list of episodes.
    Episodes of Episode;
    /// Every brief.
    Briefs of Brief;
    /// A part of a list of tasks.
    Tasks of Memory;
}

/// Something in a list: a memory, candidate, proposal or conflict, by its `type`.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum Item {
    Memory(Box<Memory>),
    Candidate(Box<Candidate>),
    Proposal(Box<Proposal>),
    Conflict(Box<Conflict>),
}

/// A part of a list of memories.
#[derive(Serialize, ToSchema)]
pub(crate) struct Items {
    items: Vec<Item>,
    /// Where the list goes on; nothing at the end.
    next_cursor: Option<String>,
    /// How many records are damaged and not shown.
    damaged: usize,
}
