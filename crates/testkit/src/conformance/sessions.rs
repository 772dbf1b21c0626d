//! Sessions: changed as they were seen, out of sight when deleted, woken by a message.

use cofio_domain::operation::{Erasure, OperationKind};
use cofio_domain::ports::{SessionFilter, SessionRef, Store, StoreError};
use cofio_domain::record::Seq;
use cofio_domain::session::{Learned, Progress, SessionChange, SessionStatus};
use cofio_domain::space::{Membership, Role, SpaceHandle, SpaceKind};

use crate::conformance::contents;
use crate::fixtures::{GUEST, OWNER, appending, commit, day, messages, personal, saving, saying, space_of};

fn names(store: &dyn Store, space: &SpaceHandle, filter: &SessionFilter) -> Vec<String> {
    store.sessions(space, filter).unwrap().sessions.into_iter().map(|session| session.name).collect()
}

/// Somebody who looked at a session long ago does not undo what happened since.
pub fn a_session_is_changed_as_it_was_seen_or_not_at_all(store: &dyn Store) {
    let space = personal(store);
    let seen = saying(store, &space, "monday", day(1), &["one"]).session;
    let idle = store.change_session(&space, &seen, SessionChange::Close, day(2)).unwrap();
    assert_eq!(idle.status, SessionStatus::Idle);
    let late = store.change_session(&space, &seen, SessionChange::Delete, day(3));
    assert!(matches!(late, Err(StoreError::Stale)), "{late:?}");
    let same = store.change_session(&space, &idle, SessionChange::Close, day(4)).unwrap();
    assert_eq!(same, idle, "closing twice closes once");
    for which in [SessionRef::Name("monday"), SessionRef::Id(idle.id), SessionRef::Number(idle.number)] {
        assert_eq!(store.session(&space, which).unwrap().as_ref(), Some(&idle));
    }
    assert_eq!(store.session(&space, SessionRef::Name("Monday")).unwrap(), None);
    assert_eq!(names(store, &space, &SessionFilter { before: Some(day(0)), ..Default::default() }), [""; 0]);
    let idle_ones = SessionFilter { status: Some(SessionStatus::Idle), before: Some(day(9)), ..Default::default() };
    assert_eq!(names(store, &space, &idle_ones), ["monday"]);
    saying(store, &space, "tuesday", day(5), &["two"]);
    assert_eq!(names(store, &space, &SessionFilter { limit: Some(1), ..Default::default() }), ["tuesday"]);
}

/// PRODUCT §1.17, 4 and 14: what was learned is learned once, whoever is killed in between or does the same.
pub fn a_step_of_learning_is_taken_once_and_with_what_was_learned(store: &dyn Store) {
    let space = personal(store);
    let seen = saying(store, &space, "monday", day(1), &["one", "two"]).session;
    let at = |messages, claims| Progress { messages, claims };
    let learning = |number, from, to| {
        let mut commit = saving(number, "learned", day(2));
        commit.learned = Some(Learned { session: seen.number, from, to });
        commit
    };
    let progress = || store.session(&space, SessionRef::Number(seen.number)).unwrap().unwrap().learned;
    store.commit(&space, learning(1, at(0, 0), at(0, 1))).unwrap();
    assert_eq!(progress(), at(0, 1));
    let before = contents(store, &space, None);
    let again = store.commit(&space, learning(2, at(0, 0), at(0, 1)));
    assert!(matches!(again, Err(StoreError::Stale)), "{again:?}");
    assert_eq!((contents(store, &space, None), progress()), (before, at(0, 1)));
    store.commit(&space, learning(3, at(0, 1), at(2, 0))).unwrap();
    assert_eq!(progress(), at(2, 0));
    let more = saying(store, &space, "monday", day(3), &["three"]).session;
    assert_eq!((more.messages, more.learned), (3, at(2, 0)), "what is said later is not learned yet");
    store.change_session(&space, &more, SessionChange::Delete, day(4)).unwrap();
    let gone = store.commit(&space, learning(4, at(2, 0), at(3, 0)));
    assert!(matches!(gone, Err(StoreError::Stale)), "nothing is learned from what is in the trash");
}

/// PRODUCT §1.12: reopening is saying something.
pub fn a_message_wakes_a_session(store: &dyn Store) {
    let space = personal(store);
    let seen = saying(store, &space, "monday", day(1), &["one"]).session;
    let away = store.change_session(&space, &seen, SessionChange::Archive, day(2)).unwrap();
    assert_eq!((away.status, away.archived_at), (SessionStatus::Archived, Some(day(2))));
    let awake = saying(store, &space, "monday", day(3), &["two"]).session;
    assert_eq!((awake.status, awake.archived_at, awake.messages), (SessionStatus::Active, None, 2));
    assert_eq!((awake.touched_at, awake.last_at), (day(3), day(3)));
}

/// C35: a session in the trash leaves lists and feeds at once, and comes back whole.
pub fn a_deleted_session_is_out_of_sight_until_it_is_restored(store: &dyn Store) {
    let space = personal(store);
    let said = saying(store, &space, "monday", day(1), &["one", "two"]);
    saying(store, &space, "tuesday", day(1), &["three"]);
    let before = store.state(&space).unwrap().revision;
    let gone = store.change_session(&space, &said.session, SessionChange::Delete, day(2)).unwrap();

    assert!(store.state(&space).unwrap().revision > before, "an index has to notice");
    assert_eq!(store.sessions_since(&space, before).unwrap(), std::slice::from_ref(&gone));
    assert_eq!(names(store, &space, &SessionFilter::default()), ["tuesday"]);
    assert_eq!(names(store, &space, &SessionFilter { in_trash: true, ..Default::default() }), ["monday"]);
    let long_ago = SessionFilter { in_trash: true, before: Some(day(1)), ..Default::default() };
    assert_eq!(names(store, &space, &long_ago), [""; 0]);
    assert_eq!(store.events_since(&space, Seq(0), 9).unwrap().events.len(), 1);
    assert_eq!(store.events_at(&space, &[said.events[0].seq]).unwrap().events, []);
    assert_eq!(store.events_of(&space, gone.number, 0, 9).unwrap().events, said.events, "it can be looked at");
    let more = store.append(&space, appending(store, &space, "monday", messages(day(3), &["four"])));
    assert!(matches!(more, Err(StoreError::Stale)), "nothing is added to what is in the trash");

    let seen = store.state(&space).unwrap().revision;
    let back = store.change_session(&space, &gone, SessionChange::Restore, day(4)).unwrap();
    assert_eq!(store.sessions_since(&space, seen).unwrap(), [back]);
    assert_eq!(store.events_since(&space, Seq(0), 9).unwrap().events.len(), 3);
    assert_eq!(store.verify_chain(&space).unwrap().breaks, []);
}

/// C35: when the trash is emptied its payloads are shredded, and the headers verify.
pub fn shredding_a_session_is_for_good(store: &dyn Store) {
    let space = personal(store);
    let said = saying(store, &space, "monday", day(1), &["one", "two"]);
    saying(store, &space, "tuesday", day(1), &["three"]);
    let before = store.state(&space).unwrap().revision;
    let mut empty = commit(1, OperationKind::Erase, day(3));
    empty.erase = vec![Erasure::Session(said.session.number)];
    let done = store.commit(&space, empty).unwrap();
    assert_eq!(done.erased.unwrap().removed, [("event_payload", 2)]);

    let shredded = store.session(&space, SessionRef::Name("monday")).unwrap().unwrap();
    assert_eq!((shredded.shredded_at, shredded.moved), (Some(done.operation.at), done.operation.seq));
    assert_eq!(store.sessions_since(&space, before).unwrap(), std::slice::from_ref(&shredded));
    assert_eq!(store.change_session(&space, &shredded, SessionChange::Restore, day(4)).unwrap(), shredded);
    let events = store.events_of(&space, shredded.number, 0, 9).unwrap().events;
    assert!(events.iter().all(|event| event.text().is_none()) && events.len() == 2);
    let report = store.verify_chain(&space).unwrap();
    assert_eq!((report.events, report.shredded, report.breaks), (3, 2, vec![]));
}

/// A conversation is whose it is: other members of a space do not overhear it.
pub fn everybody_in_a_shared_space_has_their_own_sessions(store: &dyn Store) {
    let mine = space_of(store, SpaceKind::Shared, OWNER, 3);
    store.add_user(cofio_domain::space::User { id: GUEST, name: "guest".into(), created_at: day(0) }).unwrap();
    let mut invite = commit(1, OperationKind::Membership, day(1));
    invite.record = vec![Membership { user: GUEST, role: Role::Editor, recalled: true }.into()];
    store.commit(&mine, invite).unwrap();
    let (space, seat) = store.spaces_of(GUEST).unwrap().into_iter().find(|(space, _)| space.id == mine.id()).unwrap();
    let theirs = SpaceHandle::for_member(&space, &seat.unwrap());

    let said = saying(store, &mine, "monday", day(2), &["between us"]);
    assert_eq!(names(store, &theirs, &SessionFilter::default()), [""; 0]);
    assert_eq!(store.session(&theirs, SessionRef::Id(said.session.id)).unwrap(), None);
    assert_eq!(store.events_since(&theirs, Seq(0), 9).unwrap().events, []);
    assert_eq!(store.events_of(&theirs, said.session.number, 0, 9).unwrap().events, []);
    assert!(store.change_session(&theirs, &said.session, SessionChange::Delete, day(3)).is_err());
    let same_name = store.append(&theirs, appending(store, &theirs, "monday", messages(day(3), &["hello?"])));
    assert!(matches!(same_name, Err(StoreError::ReadOnly { .. })), "{same_name:?}");
    saying(store, &theirs, "tuesday", day(3), &["my own"]);
    assert_eq!(names(store, &mine, &SessionFilter::default()), ["monday"]);
}
