//! Conflicts: a memory and a claim that cannot both hold. The person says which does.

use cofio_domain::axes::{Source, Status, Tier};
use cofio_domain::conflict::{Conflict, Resolution};
use cofio_domain::evidence::{Cited, Evidence};
use cofio_domain::id::{ConflictId, Id, IdPart, LinkId, VersionId};
use cofio_domain::link::{Link, Relation};
use cofio_domain::memory::{Memory, Version};
use cofio_domain::operation::{Commit, OperationKind};
use cofio_domain::policy::fingerprint::{Fingerprint, normalized};
use cofio_domain::record::{Belief, Noun, Record, Row, RowRef, Seq};
use cofio_domain::scope::{Suppression, SuppressionReason};
use cofio_domain::space::SpaceHandle;
use cofio_domain::time::Window;

use crate::admit::Draft;
use crate::find::Head;
use crate::rulebook::Rulebook;
use crate::view::ConflictView;
use crate::{Action, Engine, Error, Match, Written};

impl Engine {
    /// Returns the conflicts that wait for the person, or all there ever were.
    pub fn conflicts(&self, space: &SpaceHandle, all: bool) -> Result<Vec<ConflictView>, Error> {
        let book = Rulebook::read(&*self.store, space)?;
        let mut views = Vec::new();
        for record in self.conflict_records(space)? {
            let wanted = (all || record.body.resolution.is_none()) && book.is_on(&record.body.right.domain);
            if !wanted || !self.may_see(space, Some(&record.body.right), record.operation)? {
                continue;
            }
            let left = self.head_of(space, record.body.left)?.map(|head| self.view(space, &head, &book));
            views.push(ConflictView::of(&record, left, book.project_name(record.body.right.project)));
        }
        Ok(views)
    }

    fn conflict_records(&self, space: &SpaceHandle) -> Result<Vec<Record<Conflict>>, Error> {
        let records = self.store.rows(space, Noun::Conflict, Belief::Now)?.records.into_iter();
        Ok(records
            .filter_map(|record| match &record.body {
                Row::Conflict(conflict) => {
                    let conflict = (**conflict).clone();
                    Some(record.map(|_| conflict))
                }
                _ => None,
            })
            .collect())
    }

    /// Settles a conflict.
    pub fn resolve(&self, space: &SpaceHandle, which: &str, resolution: Resolution) -> Result<Written, Error> {
        self.until_settled(|| {
            self.may_write(space)?;
            let record = self.find_conflict(space, which)?;
            let row = RowRef { noun: Noun::Conflict, seq: record.seq };
            let conflict = record.body;
            let settled = Conflict { resolution: Some(resolution), ..conflict.clone() };
            let head = self.head_of(space, conflict.left)?;
            let head = head.ok_or_else(|| Error::not_found("memory", conflict.left.to_string()))?;
            match resolution {
                Resolution::Left => self.reject_claim(space, row, settled, None),
                Resolution::Neither => self.reject_claim(space, row, settled, Some(&head)),
                Resolution::Right => {
                    let book = Rulebook::read(&*self.store, space)?;
                    let draft = Draft::confirming(&conflict.right, book.project_name(conflict.right.project));
                    let draft = Draft { evidence: conflict.evidence, ..draft };
                    self.admit_settling(space, &draft, Some(head), Some((row, settled.into())))
                }
                Resolution::Both => self.then_and_now(space, row, settled, &head),
            }
        })
    }

    /// Settles a conflict in other words: neither claim was quite right, and this is.
    pub(crate) fn resolve_in_words(&self, space: &SpaceHandle, which: &str, words: &str) -> Result<Written, Error> {
        self.until_settled(|| {
            self.may_write(space)?;
            let record = self.find_conflict(space, which)?;
            let row = RowRef { noun: Noun::Conflict, seq: record.seq };
            let settled = Conflict { resolution: Some(Resolution::Neither), ..record.body.clone() };
            let head = self.head_of(space, record.body.left)?;
            let head = head.ok_or_else(|| Error::not_found("memory", record.body.left.to_string()))?;
            let book = Rulebook::read(&*self.store, space)?;
            let right = &record.body.right;
            let draft = Draft::confirming(right, book.project_name(right.project));
            let draft =
                Draft { content: words.to_owned(), summary: None, value: None, source: Source::UserDirect, ..draft };
            self.admit_settling(space, &draft, Some(head), Some((row, settled.into())))
        })
    }

    /// The claim goes; so does the memory, if it is given.
    fn reject_claim(
        &self,
        space: &SpaceHandle,
        row: RowRef,
        settled: Conflict,
        also: Option<&Head>,
    ) -> Result<Written, Error> {
        let book = Rulebook::read(&*self.store, space)?;
        let mut commit = self.commit_of(space, OperationKind::Resolve);
        let suppress =
            |content: &str, reason| Suppression { fingerprint: Fingerprint::of(book.state.salt, content), reason };
        commit.record.push(suppress(&settled.right.content, SuppressionReason::Rejected).into());
        if let Some(head) = also.filter(|head| head.body.status == Status::Active) {
            commit.retire.push(RowRef::version(head.seq));
            commit.record.push(head.body.clone().ended(Status::Forgotten, commit.at).into());
            commit.record.push(suppress(&head.body.claim.content, SuppressionReason::Forgotten).into());
        }
        commit.retire.push(row);
        commit.record.push(settled.into());
        let done = self.commit(space, commit)?;
        let message = if also.is_some() { "Settled: neither holds" } else { "Settled: what was known stands" };
        let memory = self.recorded_view(space, &done, &book);
        Ok(self.written(&done, Action::Resolved, message).about(memory).because("you picked"))
    }

    /// Both hold, one after the other: the memory was true until now, the claim is a memory of its own from now on.
    fn then_and_now(&self, space: &SpaceHandle, row: RowRef, settled: Conflict, old: &Head) -> Result<Written, Error> {
        let book = Rulebook::read(&*self.store, space)?;
        self.must_be_on(&settled.right.domain, &book)?;
        let mut commit = self.commit_of(space, OperationKind::Resolve);
        commit.guards.push(book.guard());
        let new = self.following(space, &settled, &mut commit);
        self.put_in_place_of(space, old, &new, &mut commit)?;
        let follows = Link {
            id: self.mint::<LinkId>(),
            from: new.body.memory,
            to: old.body.memory,
            relation: Relation::Follows,
            confidence: None,
        };
        commit.record.push(new.body.clone().into());
        commit.record.push(follows.into());
        commit.retire.push(row);
        commit.record.push(settled.into());
        let done = self.commit(space, commit)?;
        let message = format!("Settled: used to be \"{}\", now \"{}\"", old.body.claim.content, new.body.claim.content);
        Ok(self
            .written(&done, Action::Resolved, message)
            .about(self.view(space, &new, &book))
            .instead_of(self.view(space, old, &book))
            .because("you picked"))
    }

    /// Makes the memory that holds from now on.
    fn following(&self, space: &SpaceHandle, settled: &Conflict, commit: &mut Commit) -> Head {
        let memory = Memory { id: self.mint(), owner: space.user(), created_at: commit.at };
        let mut claim = settled.right.clone();
        claim.source = Source::UserConfirmed;
        claim.tier = Tier::Confirmed;
        claim.confidence = None;
        let version = Version {
            id: self.mint::<VersionId>(),
            memory: memory.id,
            n: 1,
            claim,
            window: Window::starting(commit.at),
            status: Status::Active,
            superseded_by: None,
            confirmed_at: Some(commit.at),
            last_confirmed_at: Some(commit.at),
            actor: commit.operation.actor.clone(),
        };
        commit.memories.push(memory);
        let operation = commit.operation.id;
        let own = Evidence::of(Cited::Operation { operation });
        commit.evidence.extend(settled.evidence.iter().cloned().chain([own]).map(|item| (version.id, item)));
        Record { seq: Seq(0), operation, recorded_at: commit.at, retired: None, body: version }
    }

    fn find_conflict(&self, space: &SpaceHandle, text: &str) -> Result<Record<Conflict>, Error> {
        let text = text.trim();
        let part = IdPart::parse(text, ConflictId::PREFIX);
        let words = normalized(text);
        let fits = |record: &Record<Conflict>| {
            let by_id = part.as_ref().is_some_and(|part| part.matches(record.body.id));
            by_id || normalized(&record.body.right.content).contains(&words)
        };
        let open = self.conflict_records(space)?.into_iter().filter(|record| record.body.resolution.is_none());
        let mut found = Vec::new();
        for record in open.filter(fits) {
            if self.may_see(space, Some(&record.body.right), record.operation)? {
                found.push(record);
            }
        }
        match found.len() {
            0 => Err(Error::not_found("open conflict", text)),
            1 => Ok(found.remove(0)),
            _ => {
                let candidate = |Record { body: conflict, .. }: &Record<Conflict>| Match {
                    id: conflict.id.to_string(),
                    content: conflict.right.content.clone(),
                    domain: Some(conflict.right.domain.clone()),
                };
                Err(Error::ambiguous("conflicts", text, found.iter().map(candidate)))
            }
        }
    }
}
