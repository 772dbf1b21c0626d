//! People, spaces and seats.

use std::collections::BTreeMap;

use cofio_domain::id::UserId;
use cofio_domain::operation::{NewOperation, OperationKind};
use cofio_domain::ports::{Directory, NewSpace, StoreError};
use cofio_domain::record::{Record, Row};
use cofio_domain::space::{Actor, Membership, Role, Space, SpaceKey, SpaceKind, User};

use super::MemoryStore;
use super::derived::Derived;
use super::entities::Sets;
use super::raw::Raw;
use super::world::World;

impl Directory for MemoryStore {
    fn user_by_name(&self, name: &str) -> Result<Option<User>, StoreError> {
        Ok(self.lock().users.iter().find(|user| user.name == name).cloned())
    }

    fn user(&self, id: UserId) -> Result<Option<User>, StoreError> {
        Ok(self.lock().users.iter().find(|user| user.id == id).cloned())
    }

    fn users(&self) -> Result<Vec<User>, StoreError> {
        Ok(self.lock().users.clone())
    }

    fn add_user(&self, user: User) -> Result<User, StoreError> {
        let mut state = self.lock();
        if let Some(there) = state.users.iter().find(|there| there.name == user.name) {
            return Ok(there.clone());
        }
        state.users.push(user.clone());
        Ok(user)
    }

    fn create_space(&self, new: NewSpace) -> Result<Space, StoreError> {
        if new.kind != SpaceKind::Shared {
            let there = self.spaces_of(new.owner)?.into_iter().find(|(space, _)| space.kind == new.kind);
            if let Some((space, _)) = there {
                return Ok(space);
            }
        }
        let mut state = self.lock();
        let key = SpaceKey(state.worlds.len() as i64 + 1);
        let space = Space { key, id: new.id, kind: new.kind, name: new.name, created_at: new.at };
        let mut world = World {
            space: space.clone(),
            salt: new.salt,
            seq: 0,
            clock: new.at,
            rules: 0,
            memories: BTreeMap::new(),
            rows: BTreeMap::new(),
            evidence: Vec::new(),
            operations: Vec::new(),
            tombstones: Vec::new(),
            raw: Raw::default(),
            derived: Derived::default(),
            sets: Sets::default(),
        };
        if new.kind != SpaceKind::Builtin {
            let seat = Record {
                seq: world.next_seq(),
                operation: new.operation,
                recorded_at: new.at,
                retired: None,
                body: Row::Membership(Membership { user: new.owner, role: Role::Owner, recalled: true }),
            };
            world.rows.insert(seat.seq, seat.clone());
            let operation = NewOperation {
                id: new.operation,
                kind: OperationKind::CreateSpace,
                actor: Actor::User(new.owner),
                app: None,
                reason: None,
                undoes: Vec::new(),
                job: None,
            };
            world.log(operation, new.at, Vec::new(), &[seat], Vec::new());
        }
        state.worlds.push(world);
        Ok(space)
    }

    fn spaces_of(&self, user: UserId) -> Result<Vec<(Space, Option<Membership>)>, StoreError> {
        let seat_of = |world: &World| {
            world.rows.values().find_map(|record| match &record.body {
                Row::Membership(seat) if seat.user == user && record.retired.is_none() => Some(seat.clone()),
                _ => None,
            })
        };
        let mut found: Vec<_> = self
            .lock()
            .worlds
            .iter()
            .map(|world| (world.space.clone(), seat_of(world)))
            .filter(|(space, seat)| seat.is_some() || space.kind == SpaceKind::Builtin)
            .collect();
        found.sort_by_key(|(space, _)| (space.kind == SpaceKind::Builtin, space.key));
        Ok(found)
    }
}
