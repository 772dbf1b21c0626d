//! Users and spaces: who is acting, and where.

use cofio_domain::id::{SpaceId, UserId};
use cofio_domain::operation::OperationKind;
use cofio_domain::policy::fingerprint::Salt;
use cofio_domain::ports::{NewSpace, Store};
use cofio_domain::record::{Belief, Noun, Row, RowRef};
use cofio_domain::space::{Membership, Role, Space, SpaceHandle, SpaceKind, User};
use cofio_domain::time::Timestamp;
use serde::Serialize;

use crate::event::{Action, Written};
use crate::{Engine, Error, Match};

/// A space as it is shown.
#[derive(Debug, Clone, Serialize)]
#[allow(missing_docs, reason = "the fields are those of the space")]
pub struct SpaceView {
    pub id: SpaceId,
    pub name: String,
    pub kind: SpaceKind,
    pub role: Role,
    /// Whether recall reads it along with the member's own.
    pub recalled: bool,
    pub created_at: Timestamp,
    pub members: Vec<MemberView>,
}

/// A member as they are shown.
#[derive(Debug, Clone, Serialize)]
#[allow(missing_docs, reason = "the fields are those of the membership")]
pub struct MemberView {
    pub user: UserId,
    pub name: String,
    pub role: Role,
}

impl Engine {
    /// Returns the user of that name, who is added if they are new here.
    pub fn user(&self, name: &str) -> Result<User, Error> {
        let name = name.trim();
        if name.is_empty() {
            return Err(Error::Invalid("a user needs a name".into()));
        }
        if let Some(user) = self.store.user_by_name(name)? {
            return Ok(user);
        }
        self.refuse_secrets([name])?;
        Ok(self.store.add_user(User { id: self.mint(), name: name.to_owned(), created_at: self.now() })?)
    }

    /// Returns the user of that name, who is asked in and may be new here. In a dry run nobody is added.
    pub fn guest(&self, name: &str) -> Result<User, Error> {
        match self.known_user(name) {
            Err(Error::NotFound { .. }) if self.settings.dry_run => {
                Ok(User { id: self.mint(), name: name.trim().to_owned(), created_at: self.now() })
            }
            Err(Error::NotFound { .. }) => self.user(name),
            known => known,
        }
    }

    /// Returns the user of that name, who must be here already.
    pub fn known_user(&self, name: &str) -> Result<User, Error> {
        self.store.user_by_name(name.trim())?.ok_or_else(|| Error::not_found("user", name))
    }

    /// Returns the user of that id, if there is one.
    pub fn user_by_id(&self, id: UserId) -> Result<Option<User>, Error> {
        Ok(self.store.user(id)?)
    }

    /// Returns a user's own space, made on first use.
    pub fn personal_space(&self, user: &User) -> Result<SpaceHandle, Error> {
        self.own_space(user, SpaceKind::Personal, "personal")
    }

    /// Returns a space that lives in memory, for a store that does.
    pub fn demo_space(&self, user: &User) -> Result<SpaceHandle, Error> {
        self.own_space(user, SpaceKind::Demo, "demo")
    }

    fn own_space(&self, user: &User, kind: SpaceKind, name: &str) -> Result<SpaceHandle, Error> {
        let mine = |store: &dyn Store| -> Result<Option<SpaceHandle>, Error> {
            let found = store.spaces_of(user.id)?.into_iter().find(|(space, _)| space.kind == kind);
            Ok(found.and_then(|(space, seat)| Some(SpaceHandle::for_member(&space, &seat?))))
        };
        if let Some(space) = mine(&*self.store)? {
            return Ok(space);
        }
        self.store.create_space(self.new_space(kind, name, user.id))?;
        self.store.create_space(self.new_space(SpaceKind::Builtin, "builtin", user.id))?;
        mine(&*self.store)?.ok_or_else(|| Error::not_found("space", name))
    }

    fn new_space(&self, kind: SpaceKind, name: &str, owner: UserId) -> NewSpace {
        NewSpace {
            id: self.mint(),
            kind,
            name: name.to_owned(),
            salt: Salt(self.ids.secret()),
            owner,
            at: self.now(),
            operation: self.mint(),
        }
    }

    /// Opens a space to a user by its name or id. Where they have no seat, there is no such space.
    pub fn enter(&self, user: &User, name: &str) -> Result<SpaceHandle, Error> {
        let wanted = name.trim();
        let fits = |space: &Space| {
            space.name.eq_ignore_ascii_case(wanted) || space.id.to_string().eq_ignore_ascii_case(wanted)
        };
        let mut found: Vec<_> = self.store.spaces_of(user.id)?.into_iter().filter(|(space, _)| fits(space)).collect();
        if found.len() > 1 {
            let candidate = |(space, _): &(Space, _)| Match {
                id: space.id.to_string(),
                content: format!("{}, made {}", space.kind, space.created_at),
                domain: None,
            };
            return Err(Error::ambiguous("spaces", wanted, found.iter().map(candidate)));
        }
        let Some((space, seat)) = found.pop() else { return Err(Error::not_found("space", wanted)) };
        match seat {
            Some(seat) => Ok(SpaceHandle::for_member(&space, &seat)),
            None => {
                SpaceHandle::for_reader_of_builtin(&space, user.id).ok_or_else(|| Error::not_found("space", wanted))
            }
        }
    }

    /// Returns the spaces a user may enter.
    pub fn spaces(&self, user: &User) -> Result<Vec<SpaceView>, Error> {
        let mut views = Vec::new();
        for (space, seat) in self.store.spaces_of(user.id)? {
            let handle = match &seat {
                Some(seat) => SpaceHandle::for_member(&space, seat),
                None => match SpaceHandle::for_reader_of_builtin(&space, user.id) {
                    Some(handle) => handle,
                    None => continue,
                },
            };
            views.push(SpaceView {
                id: space.id,
                name: space.name,
                kind: space.kind,
                role: handle.role(),
                recalled: seat.is_none_or(|seat| seat.recalled),
                created_at: space.created_at,
                members: self.members(&handle)?.into_iter().map(|(_, member)| member).collect(),
            });
        }
        Ok(views)
    }

    fn members(&self, space: &SpaceHandle) -> Result<Vec<Member>, Error> {
        let mut members = Vec::new();
        for record in self.store.rows(space, Noun::Membership, Belief::Now)?.records {
            let row = RowRef { noun: Noun::Membership, seq: record.seq };
            if let Row::Membership(seat) = record.body {
                let name = self.store.user(seat.user)?.map_or_else(|| seat.user.to_string(), |user| user.name);
                let view = MemberView { user: seat.user, name, role: seat.role };
                members.push(((row, seat), view));
            }
        }
        Ok(members)
    }

    /// Makes a space to share with others.
    pub fn create_shared_space(&self, user: &User, name: &str) -> Result<SpaceView, Error> {
        let name = name.trim();
        if name.is_empty() {
            return Err(Error::Invalid("a space needs a name".into()));
        }
        self.refuse_secrets([name])?;
        let mine = self.store.spaces_of(user.id)?;
        if mine.iter().any(|(space, _)| space.name.eq_ignore_ascii_case(name)) {
            return Err(Error::conflict(format!("you have a space called \"{name}\" already")));
        }
        let id = if self.settings.dry_run {
            return Err(Error::Invalid("making a space cannot be tried without doing it".into()));
        } else {
            self.store.create_space(self.new_space(SpaceKind::Shared, name, user.id))?.id
        };
        self.spaces(user)?.into_iter().find(|space| space.id == id).ok_or_else(|| Error::not_found("space", name))
    }

    /// Gives a user a seat in a shared space, or changes the one they have.
    pub fn set_member(&self, space: &SpaceHandle, user: &User, role: Role) -> Result<Written, Error> {
        self.until_settled(|| {
            self.may_govern_shared(space)?;
            let members = self.members(space)?;
            let seat = members.iter().find(|((_, seat), _)| seat.user == user.id);
            let recalled = seat.is_none_or(|((_, seat), _)| seat.recalled);
            let mut commit = self.commit_of(space, OperationKind::Membership);
            commit.retire.extend(seat.map(|((row, _), _)| *row));
            commit.record.push(Membership { user: user.id, role, recalled }.into());
            if role != Role::Owner {
                keep_an_owner(&members, user.id)?;
            }
            let done = self.commit(space, commit)?;
            Ok(self.written(&done, Action::Added, format!("{} is now {} here", user.name, with_article(role))))
        })
    }

    /// Takes a user's seat away.
    pub fn remove_member(&self, space: &SpaceHandle, user: &User) -> Result<Written, Error> {
        self.until_settled(|| {
            if space.user() != user.id {
                self.may_govern_shared(space)?;
            }
            let members = self.members(space)?;
            let seat = members.iter().find(|((_, seat), _)| seat.user == user.id);
            let Some(((row, _), _)) = seat else { return Err(Error::not_found("member", &user.name)) };
            keep_an_owner(&members, user.id)?;
            let mut commit = self.commit_of(space, OperationKind::Membership);
            commit.retire.push(*row);
            let done = self.commit(space, commit)?;
            Ok(self.written(&done, Action::Removed, format!("{} left the space", user.name)))
        })
    }

    /// Says whether recall reads a space along with the member's own.
    pub fn set_recalled(&self, space: &SpaceHandle, recalled: bool) -> Result<Written, Error> {
        self.until_settled(|| {
            let members = self.members(space)?;
            let seat = members.iter().find(|((_, seat), _)| seat.user == space.user());
            let Some(((row, seat), _)) = seat else { return Err(Error::not_found("member", space.user().to_string())) };
            let mut commit = self.commit_of(space, OperationKind::Membership);
            commit.retire.push(*row);
            commit.record.push(Membership { recalled, ..seat.clone() }.into());
            let done = self.commit(space, commit)?;
            let message = if recalled { "read along with your own memories" } else { "read only when asked for" };
            Ok(self.written(&done, Action::Changed, message))
        })
    }

    fn may_govern_shared(&self, space: &SpaceHandle) -> Result<(), Error> {
        if space.kind() != SpaceKind::Shared {
            return Err(Error::Forbidden("only a shared space has members: cofio spaces create NAME".into()));
        }
        self.may_govern(space)
    }
}

/// A seat, its record, and how it is shown.
type Member = ((RowRef, Membership), MemberView);

/// Fails where a space would be left without anybody who may govern it.
fn keep_an_owner(members: &[Member], leaving: UserId) -> Result<(), Error> {
    let others = members.iter().filter(|((_, seat), _)| seat.user != leaving && seat.role == Role::Owner).count();
    let was_owner = members.iter().any(|((_, seat), _)| seat.user == leaving && seat.role == Role::Owner);
    if was_owner && others == 0 {
        return Err(Error::conflict("a space keeps at least one owner: make somebody else one first"));
    }
    Ok(())
}

fn with_article(role: Role) -> String {
    match role {
        Role::Owner | Role::Editor => format!("an {role}"),
        Role::Reader => format!("a {role}"),
    }
}
