//! Keys, and requests that may come twice.

use std::collections::BTreeSet;

use cofio_domain::domains::DomainName;
use cofio_domain::id::{Id, KeyId};
use cofio_domain::keepsake::{Keepsake, KeepsakeKind};
use cofio_domain::key::{ApiKey, Scope};
use cofio_domain::operation::{Erasure, OperationKind};
use cofio_domain::ports::Store;
use cofio_domain::retry::{Attempt, Begun, Outcome};
use cofio_domain::space::SpaceKind;

use crate::fixtures::{GUEST, OWNER, commit, day, memory_id, personal, saving, space_of};

fn key(number: u8) -> ApiKey {
    ApiKey {
        id: KeyId::from_bits(u128::from(number)),
        hash: [number; 32],
        user: OWNER,
        name: format!("app {number}"),
        scopes: BTreeSet::from([Scope::Read, Scope::Talk]),
        domains: Some(BTreeSet::from([DomainName::GENERAL])),
        may_impersonate: number == 1,
        created_at: day(1),
        last_used_at: None,
        revoked_at: None,
    }
}

/// Keys are kept as hashes, with their scopes and domains.
pub fn keys_read_back_as_they_were_written(store: &dyn Store) {
    personal(store);
    let everything = ApiKey { scopes: Scope::ALL.iter().copied().collect(), domains: None, ..key(2) };
    store.add_key(key(1)).unwrap();
    store.add_key(everything.clone()).unwrap();
    assert_eq!(store.keys().unwrap(), [key(1), everything.clone()]);
    assert_eq!(store.key_by_hash([2; 32]).unwrap(), Some(everything));
    assert_eq!(store.key_by_hash([3; 32]).unwrap(), None);
}

/// A key can be revoked, and says when it was last used.
pub fn a_revoked_key_stays_known_and_works_no_more(store: &dyn Store) {
    personal(store);
    store.add_key(key(1)).unwrap();
    store.note_key_use(key(1).id, day(3)).unwrap();
    store.note_key_use(key(1).id, day(2)).unwrap();
    assert!(store.revoke_key(key(1).id, day(4)).unwrap());
    assert!(!store.revoke_key(key(1).id, day(5)).unwrap(), "once is enough");
    assert!(!store.revoke_key(KeyId::from_bits(9), day(5)).unwrap());
    assert_eq!(store.keys().unwrap()[0].revoked_at, Some(day(4)));
    // What was put off is written some time soon.
    for _ in 0..100 {
        if store.keys().unwrap()[0].last_used_at.is_some() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    assert_eq!(store.keys().unwrap()[0].last_used_at, Some(day(3)));
}

fn attempt(key: &str, request: u8, process: u8) -> Attempt {
    Attempt { user: OWNER, key: key.into(), request: [request; 32], process: [process; 16], at: day(1) }
}

/// RX-09: a request that comes twice is carried out once, also after the process that was at it is gone.
pub fn a_request_is_carried_out_once(store: &dyn Store) {
    personal(store);
    let done = Outcome { status: 201, answer: Some(b"{}".to_vec()) };
    assert_eq!(store.begin_once(attempt("a", 1, 1)).unwrap(), Begun::Fresh);
    assert_eq!(store.begin_once(attempt("a", 1, 1)).unwrap(), Begun::InFlight);
    assert_eq!(store.begin_once(attempt("a", 2, 1)).unwrap(), Begun::Other);
    let later = Attempt { at: day(2), ..attempt("a", 1, 2) };
    assert_eq!(store.begin_once(later).unwrap(), Begun::Again(day(1)), "the first process is gone");
    let later = Attempt { at: day(3), ..attempt("a", 1, 3) };
    assert_eq!(store.begin_once(later).unwrap(), Begun::Again(day(1)), "it counts when it first came");
    store.finish_once(OWNER, "a", done.clone()).unwrap();
    assert_eq!(store.begin_once(attempt("a", 1, 1)).unwrap(), Begun::Done(done));
    let theirs = Attempt { user: GUEST, ..attempt("a", 1, 1) };
    assert_eq!(store.begin_once(theirs).unwrap(), Begun::Fresh, "keys are each sender's own");

    assert_eq!(store.begin_once(attempt("b", 1, 1)).unwrap(), Begun::Fresh);
    store.abandon_once(OWNER, "b").unwrap();
    assert_eq!(store.begin_once(attempt("b", 1, 1)).unwrap(), Begun::Fresh);
    assert_eq!(store.drop_retries(day(2)).unwrap(), 3);
    assert_eq!(store.begin_once(attempt("a", 7, 1)).unwrap(), Begun::Fresh);
}

/// What is erased is not in an answer that is kept for retries.
pub fn nothing_erased_stays_in_a_kept_answer(store: &dyn Store) {
    let space = personal(store);
    store.commit(&space, saving(1, "a word to be gone", day(1))).unwrap();
    store.begin_once(attempt("a", 1, 1)).unwrap();
    let answer = Some(b"a word to be gone".to_vec());
    store.finish_once(OWNER, "a", Outcome { status: 201, answer }).unwrap();
    let mut erase = commit(2, OperationKind::Erase, day(2));
    erase.erase.push(Erasure::Memory(memory_id(1)));
    store.commit(&space, erase).unwrap();
    let known = store.begin_once(attempt("a", 1, 1)).unwrap();
    assert_eq!(known, Begun::Done(Outcome { status: 201, answer: None }));
}

/// What the server keeps for a while is each person's own, the newest stands, and nothing of a space in which something
/// is erased stays.
pub fn what_is_kept_for_a_while_is_each_persons_own(store: &dyn Store) {
    let (space, kind) = (personal(store), KeepsakeKind::Answer);
    let theirs = space_of(store, SpaceKind::Personal, GUEST, 2);
    let one = |key: &str, number: u8| Keepsake { key: key.into(), at: day(number.into()), body: vec![number] };
    for (key, number) in [("a", 1), ("b", 2), ("a", 3)] {
        store.keep(&space, kind, one(key, number)).unwrap();
    }
    store.keep(&space, KeepsakeKind::Beginning, one("a", 9)).unwrap();
    let last = || store.kept_last(&space, kind);
    assert_eq!(last().unwrap(), Some(one("a", 3)), "the newest stands");
    let keys = ["b", "a", "c"].map(|key| key.as_bytes().to_vec());
    assert_eq!(store.kept(&space, kind, &keys).unwrap(), [one("a", 3), one("b", 2)]);
    assert_eq!(store.kept(&theirs, kind, &keys).unwrap(), []);
    assert_eq!(store.kept_last(&theirs, kind).unwrap(), None);
    assert_eq!(store.drop_kept(kind, day(3)).unwrap(), 1);
    assert_eq!(store.kept(&space, kind, &keys).unwrap(), [one("a", 3)]);
    store.commit(&space, saving(1, "a word to be gone", day(1))).unwrap();
    let mut erase = commit(2, OperationKind::Erase, day(2));
    erase.erase.push(Erasure::Memory(memory_id(1)));
    store.commit(&space, erase).unwrap();
    assert_eq!(last().unwrap(), None);
    assert_eq!(store.kept(&space, KeepsakeKind::Beginning, &keys).unwrap(), []);
}
