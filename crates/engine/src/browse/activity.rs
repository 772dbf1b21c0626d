//! Activity: what was done, by whom, and what can be taken back.

use cofio_domain::axes::Visibility;
use cofio_domain::id::{JobId, MemoryId, OperationId};
use cofio_domain::memory::Claim;
use cofio_domain::operation::{Operation, OperationKind};
use cofio_domain::ports::OperationFilter;
use cofio_domain::record::{Noun, Row, RowRef, Seq};
use cofio_domain::space::{Actor, SpaceHandle, SpaceKind};
use cofio_domain::time::Timestamp;
use serde::Serialize;

use crate::rulebook::Rulebook;
use crate::{Engine, Error};

/// Which operations are asked for.
#[derive(Debug, Clone, Default)]
pub struct ActivityQuery {
    /// Not before this.
    pub since: Option<Timestamp>,
    /// By this user, or this job, by name.
    pub actor: Option<String>,
    /// Of this job.
    pub job: Option<JobId>,
    /// At most this many, newest first.
    pub limit: Option<usize>,
}

/// An operation as it is shown.
#[derive(Debug, Clone, Serialize)]
#[allow(missing_docs, reason = "the fields are those of the operation")]
pub struct ActivityView {
    pub op_id: OperationId,
    pub kind: OperationKind,
    pub at: Timestamp,
    pub by: String,
    pub app: Option<String>,
    pub reason: Option<String>,
    pub job: Option<JobId>,
    pub undoes: Vec<OperationId>,
    pub undone: bool,
    /// Whether what it was about has been erased since.
    pub erased: bool,
    pub can_undo: bool,
    pub items: Vec<ActivityItem>,
}

/// Something an operation was about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ActivityItem {
    /// What it is.
    pub noun: &'static str,
    /// The memory, where it is one.
    pub memory: Option<MemoryId>,
    /// What it says now, or what it is called.
    pub after: Option<String>,
    /// What it said before.
    pub before: Option<String>,
}

/// What a record is about: its noun, the memory where it is one, and its words.
type Description = (&'static str, Option<MemoryId>, String);

/// What is shown in the place of words that are out of sight.
const HIDDEN: &str = "(hidden: the domain is off)";

/// What is shown in the place of another member's private words.
const PRIVATE: &str = "(private to another member)";

impl Engine {
    /// Returns what was done, newest first.
    pub fn activity(&self, space: &SpaceHandle, query: &ActivityQuery) -> Result<Vec<ActivityView>, Error> {
        let book = Rulebook::read(&*self.store, space)?;
        let actor = match &query.actor {
            Some(name) => Some(self.actor_named(name)?),
            None => None,
        };
        let filter = OperationFilter { since: query.since, actor, job: query.job, limit: query.limit };
        let operations = self.store.operations(space, &filter)?;
        operations.into_iter().map(|operation| self.activity_of(space, operation, &book)).collect()
    }

    /// Returns what was done after a place, oldest first, each with its own place.
    pub fn changes_since(
        &self,
        space: &SpaceHandle,
        after: u64,
        limit: usize,
    ) -> Result<Vec<(u64, ActivityView)>, Error> {
        let after = Seq(i64::try_from(after).unwrap_or(i64::MAX));
        let operations = self.store.operations_since(space, after)?;
        if operations.is_empty() {
            return Ok(Vec::new());
        }
        let book = Rulebook::read(&*self.store, space)?;
        let told = operations.into_iter().take(limit).map(|operation| {
            let place = operation.seq.0.unsigned_abs();
            Ok((place, self.activity_of(space, operation, &book)?))
        });
        told.collect()
    }

    /// Returns the place of the last thing that happened in a space.
    pub fn place(&self, space: &SpaceHandle) -> Result<u64, Error> {
        Ok(self.store.state(space)?.revision.0.unsigned_abs())
    }

    fn activity_of(&self, space: &SpaceHandle, operation: Operation, book: &Rulebook) -> Result<ActivityView, Error> {
        let undone = self.is_undone(space, operation.id)?;
        let lasting = matches!(operation.kind, OperationKind::Erase | OperationKind::CreateSpace);
        let items = self.items_of(space, &operation, book)?;
        let erased = operation.before.iter().chain(&operation.after).any(|row| row.noun == Noun::Version)
            && items.iter().all(|item| item.memory.is_none());
        let is_private = |words: &Option<String>| words.as_deref() == Some(PRIVATE);
        let private = items.iter().any(|item| is_private(&item.before) || is_private(&item.after));
        Ok(ActivityView {
            op_id: operation.id,
            kind: operation.kind,
            at: operation.at,
            by: self.name_of(&operation.actor)?,
            app: operation.app.clone(),
            reason: operation.reason.clone().filter(|_| !private),
            job: operation.job,
            undoes: operation.undoes.clone(),
            undone,
            erased,
            can_undo: !undone && !lasting && !erased,
            items,
        })
    }

    fn actor_named(&self, name: &str) -> Result<Actor, Error> {
        if let Some(user) = self.store.user_by_name(name)? {
            return Ok(Actor::User(user.id));
        }
        name.parse().or_else(|_| Ok(Actor::Automation(name.to_owned())))
    }

    fn items_of(
        &self,
        space: &SpaceHandle,
        operation: &Operation,
        book: &Rulebook,
    ) -> Result<Vec<ActivityItem>, Error> {
        let mut items: Vec<ActivityItem> = Vec::new();
        for (rows, is_after) in [(&operation.before, false), (&operation.after, true)] {
            for (noun, memory, words) in self.described(space, operation, rows, book)? {
                // What is no memory has no name that stays: what came is set beside what went, in their order.
                let known = items.iter_mut().find(|item| {
                    item.noun == noun
                        && item.memory == memory
                        && (memory.is_some() || (is_after && item.after.is_none()))
                });
                let item = match known {
                    Some(item) => item,
                    None => {
                        items.push(ActivityItem { noun, memory, after: None, before: None });
                        items.last_mut().expect("one was just pushed")
                    }
                };
                if is_after {
                    item.after = Some(words);
                } else {
                    item.before = Some(words);
                }
            }
        }
        Ok(items)
    }

    fn described(
        &self,
        space: &SpaceHandle,
        operation: &Operation,
        rows: &[RowRef],
        book: &Rulebook,
    ) -> Result<Vec<Description>, Error> {
        let mut described = Vec::new();
        let own = operation.actor == Actor::User(space.user());
        for record in self.store.rows_at(space, rows)? {
            let words = |claim: &Claim, own: bool| {
                let private = space.kind() == SpaceKind::Shared && claim.visibility == Visibility::Private;
                match () {
                    () if private && !own => PRIVATE.to_owned(),
                    () if book.is_on(&claim.domain) => claim.content.clone(),
                    () => HIDDEN.to_owned(),
                }
            };
            let claimed = |claim: &Claim| words(claim, own);
            described.push(match record.body {
                Row::Version(version) => {
                    let owner = self.store.memory(space, version.memory)?.map(|memory| memory.owner);
                    ("memory", Some(version.memory), words(&version.claim, owner == Some(space.user())))
                }
                Row::Link(link) => ("link", None, format!("{} {} {}", link.from, link.relation, link.to)),
                Row::Domain(domain) => ("domain", None, domain.display_name),
                Row::Consent(consent) => {
                    ("domain", None, format!("{} {}", consent.domain, if consent.on { "on" } else { "off" }))
                }
                Row::Candidate(candidate) => ("candidate", None, claimed(&candidate.claim)),
                Row::Proposal(proposal) => {
                    let words = proposal.change.claim().map_or_else(|| proposal.change.action().to_owned(), claimed);
                    ("proposal", None, words)
                }
                Row::Conflict(conflict) => ("conflict", None, claimed(&conflict.right)),
                Row::Project(project) => ("project", None, project.name),
                Row::Membership(seat) => {
                    let name = self.name_of(&Actor::User(seat.user))?;
                    ("member", None, format!("{name} as {}", seat.role))
                }
                Row::Share(share) => ("share", None, format!("{} to {}", share.memory, share.to_space)),
                Row::Episode(episode) => {
                    ("episode", None, format!("{}, messages {} to {}", episode.session, episode.from + 1, episode.to))
                }
                Row::Brief(brief) => ("brief", None, brief.domain.map_or(brief.kind.to_string(), |it| it.to_string())),
                Row::Suppression(_) => continue,
            });
        }
        Ok(described)
    }
}
