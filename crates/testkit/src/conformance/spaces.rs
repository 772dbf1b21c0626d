//! Who sees and who may change what.

use cofio_domain::axes::Visibility;
use cofio_domain::id::Id as _;
use cofio_domain::id::{IdEnd, IdPart, OperationId, ProjectId, SpaceId, UserId, suffix};
use cofio_domain::operation::OperationKind;
use cofio_domain::policy::fingerprint::{Fingerprint, Salt};
use cofio_domain::ports::{IdLookup, NewSpace, Store, StoreError};
use cofio_domain::record::{Belief, Noun, Row, RowRef};
use cofio_domain::scope::Project;
use cofio_domain::space::{Membership, Role, SpaceHandle, SpaceKind, User};

use super::contents;
use crate::fixtures::{GUEST, OWNER, commit, day, memory_id, saving, space_of};

/// R0-041, R0-049, R0-089: an id of one space means nothing in another.
pub fn one_space_never_sees_another(store: &dyn Store) {
    let mine = space_of(store, SpaceKind::Personal, OWNER, 1);
    let theirs = space_of(store, SpaceKind::Personal, GUEST, 2);
    let mut commit = saving(1, "my secret", day(1));
    commit.record.push(Project { id: ProjectId::from_bits(1), name: "mine".into(), archived_at: None }.into());
    let committed = store.commit(&mine, commit).unwrap();
    let fingerprint = Fingerprint::of(store.state(&theirs).unwrap().salt, "my secret");
    let part = IdPart { letters: suffix(memory_id(1), 26), end: IdEnd::Either, unmistakable: true };

    assert_eq!(contents(store, &theirs, None), Vec::<String>::new());
    assert_eq!(store.memory(&theirs, memory_id(1)).unwrap(), None);
    assert_eq!(store.records_of(&theirs, memory_id(1)).unwrap(), []);
    assert_eq!(store.by_fingerprint(&theirs, fingerprint).unwrap(), []);
    assert_eq!(store.ids_like(&theirs, IdLookup::Memory, &part, 9).unwrap(), Vec::<u128>::new());
    assert_eq!(store.rows(&theirs, Noun::Project, Belief::Ever).unwrap().records, []);
    assert_eq!(store.operation(&theirs, committed.operation.id).unwrap(), None);
    assert_eq!(store.evidence_of(&theirs, memory_id(1)).unwrap(), []);
    let mut reach = saving(9, "theirs", day(2));
    reach.retire = committed.operation.after.clone();
    assert!(matches!(store.commit(&theirs, reach), Err(StoreError::Stale)), "nor can it be retired from there");
    assert_eq!(contents(store, &mine, None), ["my secret"]);
}

/// R1-075, R2-049: in a shared space, private is private.
pub fn private_memories_of_a_shared_space_are_for_their_owner(store: &dyn Store) {
    let mine = space_of(store, SpaceKind::Shared, OWNER, 5);
    store.add_user(User { id: GUEST, name: "guest".into(), created_at: day(0) }).unwrap();
    let seat = Membership { user: GUEST, role: Role::Reader, recalled: true };
    let mut join = commit(1, OperationKind::Membership, day(1));
    join.record.push(seat.clone().into());
    store.commit(&mine, join).unwrap();
    let (space, _) = store.spaces_of(GUEST).unwrap().into_iter().next().unwrap();
    let theirs = SpaceHandle::for_member(&space, &seat);

    let mut open = saving(2, "for all of us", day(2));
    if let Row::Version(version) = &mut open.record[0].row {
        version.claim.visibility = Visibility::Space;
    }
    store.commit(&mine, open).unwrap();
    store.commit(&mine, saving(3, "for me alone", day(2))).unwrap();

    let fingerprint = Fingerprint::of(store.state(&mine).unwrap().salt, "for me alone");
    assert_eq!(contents(store, &mine, None), ["for all of us", "for me alone"]);
    assert_eq!(contents(store, &theirs, None), ["for all of us"]);
    assert_eq!(contents(store, &theirs, Some(day(3))), ["for all of us"]);
    assert_eq!(store.records_of(&theirs, memory_id(3)).unwrap(), []);
    assert_eq!(store.by_fingerprint(&theirs, fingerprint).unwrap(), []);
    assert_eq!(store.by_fingerprint(&mine, fingerprint).unwrap().len(), 1);
}

/// The role is checked where the data is, not only where the request came in.
pub fn a_reader_cannot_write(store: &dyn Store) {
    space_of(store, SpaceKind::Shared, OWNER, 5);
    let (space, _) = store.spaces_of(OWNER).unwrap().into_iter().next().unwrap();
    let reader = SpaceHandle::for_member(&space, &Membership { user: GUEST, role: Role::Reader, recalled: true });
    assert!(matches!(store.commit(&reader, saving(1, "x", day(1))), Err(StoreError::ReadOnly { .. })));
    assert_eq!(contents(store, &reader, None), Vec::<String>::new());
}

/// R2-049: whether a shared space is read along is the member's own choice, a reader's too; nobody else's seat is.
pub fn a_reader_may_change_how_their_own_seat_is_read(store: &dyn Store) {
    let space = space_of(store, SpaceKind::Shared, OWNER, 5);
    store.add_user(User { id: GUEST, name: "guest".into(), created_at: day(0) }).unwrap();
    let seat = Membership { user: GUEST, role: Role::Reader, recalled: true };
    let mut join = commit(1, OperationKind::Membership, day(1));
    join.record.push(seat.clone().into());
    let own = store.commit(&space, join).unwrap().operation.after[0];
    let owners = store.rows(&space, Noun::Membership, Belief::Now).unwrap().records[0].seq;
    let (found, _) = store.spaces_of(GUEST).unwrap().into_iter().next().unwrap();
    let reader = SpaceHandle::for_member(&found, &seat);
    let change = |retire: RowRef, record: Membership| {
        let mut change = commit(2, OperationKind::Membership, day(2));
        change.retire.push(retire);
        change.record.push(record.into());
        store.commit(&reader, change)
    };
    let quiet = Membership { recalled: false, ..seat };
    let theirs = RowRef { noun: Noun::Membership, seq: owners };
    assert!(change(own, Membership { role: Role::Owner, ..quiet.clone() }).is_err(), "nobody promotes themselves");
    assert!(change(theirs, quiet.clone()).is_err(), "nor takes another's seat away");
    assert!(change(own, Membership { user: OWNER, ..quiet.clone() }).is_err(), "nor changes another's");
    change(own, quiet).unwrap();
    assert_eq!(store.spaces_of(GUEST).unwrap()[0].1.as_ref().map(|seat| seat.recalled), Some(false));
    assert_eq!(store.spaces_of(OWNER).unwrap().len(), 1);
}

/// C32: personal spaces are made once; shared ones as often as wanted.
pub fn a_person_has_one_personal_space(store: &dyn Store) {
    let first = space_of(store, SpaceKind::Personal, OWNER, 1);
    let again = space_of(store, SpaceKind::Personal, OWNER, 2);
    assert_eq!(first.id(), again.id());
    let builtin = NewSpace {
        id: SpaceId::from_bits(9),
        kind: SpaceKind::Builtin,
        name: "builtin".into(),
        salt: Salt([0; 32]),
        owner: OWNER,
        at: day(0),
        operation: OperationId::from_bits(9),
    };
    store.create_space(builtin).unwrap();
    space_of(store, SpaceKind::Shared, OWNER, 3);
    space_of(store, SpaceKind::Shared, OWNER, 4);
    let kinds: Vec<SpaceKind> = store.spaces_of(OWNER).unwrap().iter().map(|(space, _)| space.kind).collect();
    assert_eq!(kinds, [SpaceKind::Personal, SpaceKind::Shared, SpaceKind::Shared, SpaceKind::Builtin]);
    let strangers = store.spaces_of(GUEST).unwrap();
    assert_eq!(
        strangers.into_iter().map(|(space, seat)| (space.kind, seat)).collect::<Vec<_>>(),
        [(SpaceKind::Builtin, None)]
    );
    let user = User { id: UserId::from_bits(77), name: format!("user {}", OWNER.bits()), created_at: day(1) };
    assert_eq!(store.add_user(user).unwrap().id, OWNER, "a name is one person");
    assert_eq!(store.user(OWNER).unwrap().unwrap().id, OWNER);
    assert_eq!(store.user_by_name("nobody").unwrap(), None);
}

/// R1-075: membership is recorded like everything else, and changing it changes the rules.
pub fn members_come_and_go(store: &dyn Store) {
    let space = space_of(store, SpaceKind::Shared, OWNER, 5);
    store.add_user(User { id: GUEST, name: "guest".into(), created_at: day(0) }).unwrap();
    let rules = store.state(&space).unwrap().rules;
    let mut join = commit(1, OperationKind::Membership, day(1));
    join.record.push(Membership { user: GUEST, role: Role::Editor, recalled: false }.into());
    let joined = store.commit(&space, join).unwrap();
    assert_ne!(store.state(&space).unwrap().rules, rules);
    assert_eq!(store.spaces_of(GUEST).unwrap().len(), 1);

    let mut leave = commit(2, OperationKind::Membership, day(2));
    leave.retire = joined.operation.after.clone();
    store.commit(&space, leave).unwrap();
    assert_eq!(store.spaces_of(GUEST).unwrap(), []);
}
