//! Links: tying two memories together, and cutting the tie.

use cofio_domain::id::{LinkId, MemoryId};
use cofio_domain::link::{Link, Relation};
use cofio_domain::operation::{Commit, Guard, OperationKind};
use cofio_domain::record::{Belief, Noun, RowRef};
use cofio_domain::space::SpaceHandle;

use crate::find::Looking;
use crate::{Action, Engine, Error, Written};

impl Engine {
    /// Ties two memories together.
    pub fn link(&self, space: &SpaceHandle, from: &str, to: &str, relation: Relation) -> Result<Written, Error> {
        self.until_settled(|| {
            self.may_write(space)?;
            let from = self.find(space, from, Looking::Active)?;
            let to = self.find(space, to, Looking::Active)?;
            let (start, end) = (from.body.memory, to.body.memory);
            if start == end {
                return Err(Error::Invalid("a memory cannot be linked to itself".into()));
            }
            let same = |link: &Link| link.from == start && link.to == end && link.relation == relation;
            if let Some(known) =
                self.store.links_of(space, start, Belief::Now)?.into_iter().find(|link| same(&link.body))
            {
                return Ok(Written::nothing(Action::Skipped, "They are linked so already", "nothing to do")
                    .making(known.body.id));
            }
            let link = Link { id: self.mint::<LinkId>(), from: start, to: end, relation, confidence: None };
            let id = link.id;
            let mut commit = self.commit_of(space, OperationKind::Link);
            commit.guards.push(Guard::Current(RowRef::version(from.seq)));
            commit.guards.push(Guard::Current(RowRef::version(to.seq)));
            commit.record.push(link.into());
            let done = self.commit(space, commit)?;
            let message = format!("Linked: {} — {relation} → {}", from.body.claim.content, to.body.claim.content);
            Ok(self.written(&done, Action::Linked, message).making(id).because("you said so"))
        })
    }

    /// Cuts the ties between two memories: one relation, or all of them.
    pub fn unlink(
        &self,
        space: &SpaceHandle,
        from: &str,
        to: &str,
        relation: Option<Relation>,
    ) -> Result<Written, Error> {
        self.until_settled(|| {
            self.may_write(space)?;
            let from = self.find(space, from, Looking::Everything)?;
            let to = self.find(space, to, Looking::Everything)?;
            let (start, end) = (from.body.memory, to.body.memory);
            let between = |link: &Link| {
                let joined = (link.from == start && link.to == end) || (link.from == end && link.to == start);
                joined && relation.is_none_or(|relation| link.relation == relation)
            };
            let links: Vec<RowRef> = self
                .store
                .links_of(space, start, Belief::Now)?
                .into_iter()
                .filter(|link| between(&link.body))
                .map(|link| RowRef { noun: Noun::Link, seq: link.seq })
                .collect();
            if links.is_empty() {
                return Err(Error::not_found("link", format!("{start} — {end}")));
            }
            let mut commit = self.commit_of(space, OperationKind::Unlink);
            let count = links.len();
            commit.retire = links;
            let done = self.commit(space, commit)?;
            let message = if count == 1 { "Unlinked".to_owned() } else { format!("Unlinked: {count} links") };
            Ok(self.written(&done, Action::Unlinked, message).counting(count).because("you said so"))
        })
    }

    /// Points the links of one memory to another that takes its place: each is retired and recorded anew.
    pub(crate) fn repoint_links(
        &self,
        space: &SpaceHandle,
        old: MemoryId,
        new: MemoryId,
        commit: &mut Commit,
    ) -> Result<(), Error> {
        let mut there: Vec<(MemoryId, MemoryId, Relation)> = self
            .store
            .links_of(space, new, Belief::Now)?
            .into_iter()
            .map(|link| (link.body.from, link.body.to, link.body.relation))
            .collect();
        for link in self.store.links_of(space, old, Belief::Now)? {
            commit.retire.push(RowRef { noun: Noun::Link, seq: link.seq });
            if let Some(moved) = link.body.repointed(self.mint::<LinkId>(), old, new) {
                let ends = (moved.from, moved.to, moved.relation);
                if !there.contains(&ends) {
                    there.push(ends);
                    commit.record.push(moved.into());
                }
            }
        }
        Ok(())
    }
}
