//! One suite for every store: what the ports promise, shown on whatever stands behind them.
//!
//! A store's tests invoke [`conformance_tests!`](crate::conformance_tests) with a way to make an empty one.

use std::collections::BTreeSet;

use cofio_domain::axes::{
    Authority, EvidenceType, Flag, Grounding, Kind, Retention, Source, Status, TaskState, Tier, Visibility,
};
use cofio_domain::candidate::{Candidate, CandidateStatus};
use cofio_domain::conflict::{Conflict, Resolution};
use cofio_domain::domains::{Consent, Domain, DomainName, Sensitivity};
use cofio_domain::evidence::{Cited, Evidence};
use cofio_domain::id::{
    CandidateId, ConflictId, Id, IdEnd, IdPart, JobId, LinkId, MemoryId, OperationId, ProjectId, ProposalId, SpaceId,
    UserId, VersionId, suffix,
};
use cofio_domain::link::{Link, Relation};
use cofio_domain::memory::{Claim, Memory, Task, Version};
use cofio_domain::operation::{Erasure, Guard, NewRow, OperationKind};
use cofio_domain::policy::fingerprint::{Fingerprint, Salt};
use cofio_domain::ports::{IdLookup, NewSpace, OperationFilter, Store, StoreError};
use cofio_domain::proposal::{Proposal, ProposalStatus, ProposedChange};
use cofio_domain::record::{Belief, Noun, Row, RowRef, Seq};
use cofio_domain::scope::{Project, Share, Suppression, SuppressionReason};
use cofio_domain::space::{Actor, Membership, Role, SpaceHandle, SpaceKind, User};
use cofio_domain::time::{Timestamp, Window};

use crate::fixtures::{GUEST, OWNER, claim, commit, day, memory_id, personal, saving, space_of, version};

/// Makes a test of every case for one kind of store. Takes an expression that makes an empty one, and whatever must live
/// as long as it does.
#[macro_export]
macro_rules! conformance_tests {
    ($make:expr) => {
        $crate::conformance_tests!(@each $make;
            every_noun_reads_back_as_it_was_written,
            what_is_retired_is_history_and_not_the_present,
            recorded_time_never_runs_backwards,
            an_import_may_bring_its_own_recorded_time,
            a_stale_commit_changes_nothing,
            a_commit_that_fails_halfway_changes_nothing,
            one_space_never_sees_another,
            private_memories_of_a_shared_space_are_for_their_owner,
            words_and_keys_are_looked_up_among_what_is_active,
            ids_are_found_by_either_end,
            erasing_leaves_a_tombstone_and_nothing_else,
            the_log_is_newest_first_and_can_be_narrowed,
            a_reader_cannot_write,
            a_reader_may_change_how_their_own_seat_is_read,
            a_person_has_one_personal_space,
            members_come_and_go,
            many_writers_lose_nothing,
        );
    };
    (@each $make:expr; $($case:ident,)+) => {$(
        #[test]
        fn $case() {
            let (store, _kept_until_the_end) = $make;
            $crate::conformance::$case(&store);
        }
    )+};
}

fn contents(store: &dyn Store, space: &SpaceHandle, known_at: Option<Timestamp>) -> Vec<String> {
    let listing = store.versions(space, Belief::at(known_at)).unwrap();
    assert_eq!(listing.damaged, []);
    listing.records.into_iter().map(|record| record.body.claim.content).collect()
}

/// A claim with something on every axis.
fn full_claim() -> Claim {
    Claim {
        content: "Keine Sitzungen nach 16 Uhr – \u{202e}пожалуйста\u{0} 会议".into(),
        summary: Some("no meetings after 16:00".into()),
        body: Some("asked for in March".into()),
        kind: Kind::Constraint,
        authority: Authority::Hard,
        domain: "schedule".parse().unwrap(),
        key: Some("no_meetings_after".into()),
        value: Some(serde_json::json!({"at": "16:00", "days": [1, 2, 3], "soft": 0.25, "none": null})),
        tags: BTreeSet::from(["calendar".into(), "office".into()]),
        importance: 0.1 + 0.2,
        confidence: Some(1.0 / 3.0),
        tier: Tier::Tentative,
        source: Source::Extracted,
        evidence_type: EvidenceType::Observed,
        grounding: Grounding::Act,
        retention: Retention::Deadline,
        expires_at: Some(day(30)),
        project: Some(ProjectId::from_bits(77)),
        visibility: Visibility::Space,
        app: Some("an editor".into()),
        task: Some(Task { state: TaskState::Waiting, due_at: Some(day(9)), next_step: Some("ask Sam".into()) }),
        flags: BTreeSet::from([Flag::Pinned, Flag::FromReading]),
    }
}

fn full_version(memory: MemoryId) -> Version {
    Version {
        id: VersionId::from_bits(u128::MAX),
        memory,
        n: 7,
        claim: full_claim(),
        window: Window { from: day(-400), until: Some(day(3)) },
        status: Status::Superseded,
        superseded_by: Some(VersionId::from_bits(12)),
        confirmed_at: Some(day(-1)),
        last_confirmed_at: Some(day(0)),
        actor: Actor::Automation("consolidate.daily".into()),
    }
}

/// One row of every noun, with something in every column.
fn one_of_each() -> Vec<Row> {
    let evidence = vec![Evidence {
        cites: Cited::Message { session: "dinner".into(), index: 4 },
        quote: Some("I can't eat shellfish".into()),
        weight: 0.5,
    }];
    let change = ProposedChange::Update { memory: memory_id(1), claim: Box::new(full_claim()) };
    vec![
        full_version(memory_id(1)).into(),
        Link {
            id: LinkId::from_bits(1),
            from: memory_id(1),
            to: memory_id(2),
            relation: Relation::DerivedFrom,
            confidence: Some(0.25),
        }
        .into(),
        Domain {
            name: "trading".parse().unwrap(),
            display_name: "Trading".into(),
            sensitivity: Sensitivity::Careful,
            opt_in: true,
            auto_promote: false,
            default_expiry_days: Some(14),
            keywords: vec!["semis".into(), "β-hedge".into()],
        }
        .into(),
        Consent { domain: "health".parse().unwrap(), on: true, at: day(2) }.into(),
        Suppression { fingerprint: Fingerprint([9; 16]), reason: SuppressionReason::Rejected }.into(),
        Candidate {
            id: CandidateId::from_bits(1),
            claim: full_claim(),
            status: CandidateStatus::Waiting,
            occurrences: 3,
            sessions: 2,
            first_at: day(1),
            last_at: day(2),
            expires_at: Some(day(16)),
            evidence: evidence.clone(),
        }
        .into(),
        Proposal {
            id: ProposalId::from_bits(1),
            change,
            reasoning: Some("the last five orders".into()),
            evidence: evidence.clone(),
            status: ProposalStatus::Rejected,
            decided_by: Some(Actor::User(OWNER)),
            expires_at: Some(day(20)),
        }
        .into(),
        Conflict {
            id: ConflictId::from_bits(1),
            left: memory_id(1),
            right: full_claim(),
            evidence,
            rung: 5,
            sessions: 2,
            resolution: Some(Resolution::Both),
        }
        .into(),
        Project { id: ProjectId::from_bits(1), name: "kitchen".into(), archived_at: Some(day(8)) }.into(),
        Membership { user: GUEST, role: Role::Editor, recalled: true }.into(),
        Share { memory: memory_id(1), to_space: SpaceId::from_bits(3), copy: memory_id(4) }.into(),
    ]
}

/// R2-008, R2-010: rules with data and soft context, on every axis, come back as they went in.
pub fn every_noun_reads_back_as_it_was_written(store: &dyn Store) {
    let space = personal(store);
    store.add_user(User { id: GUEST, name: "guest".into(), created_at: day(0) }).unwrap();
    store.commit(&space, saving(1, "first", day(1))).unwrap();
    store.commit(&space, saving(2, "second", day(1))).unwrap();
    let rows = one_of_each();
    assert_eq!(rows.iter().map(Row::noun).collect::<BTreeSet<_>>().len(), Noun::ALL.len(), "every noun is here");

    let mut commit = commit(3, OperationKind::Import, day(2));
    commit.record = rows
        .iter()
        .cloned()
        .map(|row| NewRow { row, recorded_at: None, revives: Some(RowRef { noun: Noun::Link, seq: Seq(3) }) })
        .collect();
    let full = VersionId::from_bits(u128::MAX);
    let reasons = [
        Evidence::of(Cited::Operation { operation: OperationId::from_bits(3) }),
        Evidence { quote: Some("„ja“".into()), ..Evidence::of(Cited::Import { file: "a.jsonl".into(), line: 3 }) },
        Evidence { weight: 0.125, ..Evidence::of(Cited::Memory { memory: memory_id(2) }) },
    ];
    commit.evidence = reasons.iter().map(|evidence| (full, evidence.clone())).collect();
    commit.operation.reason = Some("why not".into());
    commit.operation.app = Some("an app".into());
    commit.operation.job = Some(JobId::from_bits(5));
    commit.operation.undoes = vec![OperationId::from_bits(1), OperationId::from_bits(2)];
    let committed = store.commit(&space, commit).unwrap();

    let written: Vec<Row> = committed.recorded.iter().map(|record| record.body.clone()).collect();
    assert_eq!(written, rows);
    let copies: Vec<RowRef> = committed.operation.revived.iter().map(|(_, copy)| *copy).collect();
    assert_eq!(copies, committed.operation.after, "each says what it stands in the place of");
    for record in &committed.recorded {
        let at = RowRef { noun: record.body.noun(), seq: record.seq };
        assert_eq!(store.rows_at(&space, &[at]).unwrap(), std::slice::from_ref(record), "{at}");
        if at.noun != Noun::Version {
            let all = store.rows(&space, at.noun, Belief::Now).unwrap();
            assert!(all.records.contains(record), "{at} is believed now");
        }
    }
    let evidence: Vec<Evidence> =
        store.evidence_of(&space, memory_id(1)).unwrap().into_iter().map(|(_, evidence)| evidence).collect();
    assert_eq!(evidence, reasons);
    let all: Vec<Evidence> = store.evidence(&space).unwrap().into_iter().map(|(_, evidence)| evidence).collect();
    assert_eq!(all, reasons);
    assert_eq!(store.operation(&space, committed.operation.id).unwrap(), Some(committed.operation));
}

/// R0-005, R0-046, R0-047: nothing is rewritten; the past answers as it would have then.
pub fn what_is_retired_is_history_and_not_the_present(store: &dyn Store) {
    let space = personal(store);
    let first = store.commit(&space, saving(1, "retire at 50", day(1))).unwrap();
    let mut change = commit(2, OperationKind::Update, day(5));
    change.retire = first.operation.after.clone();
    let mut second = version(memory_id(1), "retire at 55", day(5));
    second.n = 2;
    change.record = vec![second.into()];
    let changed = store.commit(&space, change).unwrap();

    assert_eq!(contents(store, &space, None), ["retire at 55"]);
    assert_eq!(contents(store, &space, Some(day(4))), ["retire at 50"]);
    assert_eq!(
        contents(store, &space, Some(day(5))),
        ["retire at 55"],
        "at the instant itself the new one is believed"
    );
    assert_eq!(contents(store, &space, Some(day(0))), Vec::<String>::new());
    let records = store.records_of(&space, memory_id(1)).unwrap();
    let retired = records[0].retired.unwrap();
    assert_eq!((retired.at, retired.by), (changed.operation.at, changed.operation.id));
    assert_eq!(records.len(), 2);
    assert_eq!(store.versions(&space, Belief::Ever).unwrap().records, records);
    assert_eq!(changed.operation.before, first.operation.after);
}

/// Two writes never share a recorded time, whatever the clock does.
pub fn recorded_time_never_runs_backwards(store: &dyn Store) {
    let space = personal(store);
    let times: Vec<Timestamp> = [day(5), day(5), day(1), day(6)]
        .into_iter()
        .enumerate()
        .map(|(place, at)| store.commit(&space, saving(place as u128 + 1, "x", at)).unwrap().operation.at)
        .collect();
    assert_eq!(times, [day(5), day(5).next(), day(5).next().next(), day(6)]);
}

/// PRODUCT §1.19: memories come in as they are, with the time they were recorded elsewhere; never from the future.
pub fn an_import_may_bring_its_own_recorded_time(store: &dyn Store) {
    let space = personal(store);
    let mut import = saving(1, "long known", day(9));
    import.record[0].recorded_at = Some(day(2));
    let mut future = version(memory_id(1), "from the future", day(9));
    future.n = 2;
    import.record.push(NewRow { recorded_at: Some(day(99)), ..future.into() });
    store.commit(&space, import).unwrap();
    assert_eq!(contents(store, &space, Some(day(3))), ["long known"]);
    assert_eq!(contents(store, &space, Some(day(9))).len(), 2);
}

/// What a step relied on is checked when it commits, not when it looked.
pub fn a_stale_commit_changes_nothing(store: &dyn Store) {
    let space = personal(store);
    let before = store.state(&space).unwrap().revision;
    let mut keyed = saving(1, "likes tea", day(1));
    if let Row::Version(version) = &mut keyed.record[0].row {
        version.claim.key = Some("drink".into());
    }
    let first = store.commit(&space, keyed).unwrap();
    let row = first.operation.after[0];
    let state = store.state(&space).unwrap();
    let fingerprint = Fingerprint::of(state.salt, "Likes tea.");
    let (domain, key) = (DomainName::GENERAL, "drink".to_owned());

    let holding = [
        Guard::Current(row),
        Guard::Rules(state.rules),
        Guard::Fingerprint { fingerprint, domain: domain.clone(), since: state.revision },
        Guard::Fingerprint { fingerprint, domain: "food".parse().unwrap(), since: before },
        Guard::Key { domain: domain.clone(), key: key.clone(), since: state.revision },
        Guard::Key { domain: domain.clone(), key: "meal".into(), since: before },
    ];
    let mut fine = saving(2, "likes coffee", day(2));
    fine.guards = holding.to_vec();
    store.commit(&space, fine).unwrap();

    let failing = [
        Guard::Current(RowRef { noun: Noun::Version, seq: Seq(99) }),
        Guard::Rules(state.rules + 1),
        Guard::Fingerprint { fingerprint, domain: domain.clone(), since: before },
        Guard::Key { domain, key, since: before },
    ];
    let revision = store.state(&space).unwrap().revision;
    for (place, guard) in failing.into_iter().enumerate() {
        let mut stale = saving(10 + place as u128, "never said", day(3));
        stale.guards = vec![guard.clone()];
        assert!(matches!(store.commit(&space, stale), Err(StoreError::Stale)), "{guard:?}");
    }
    let mut twice = commit(20, OperationKind::Forget, day(3));
    twice.retire = vec![row, row];
    assert!(matches!(store.commit(&space, twice), Err(StoreError::Stale)), "a record is retired once");
    assert_eq!(store.state(&space).unwrap().revision, revision);
    assert_eq!(contents(store, &space, None), ["likes tea", "likes coffee"]);
}

/// R0-045: both ends of a link are there, or nothing of the commit is.
pub fn a_commit_that_fails_halfway_changes_nothing(store: &dyn Store) {
    let space = personal(store);
    store.commit(&space, saving(1, "likes tea", day(1))).unwrap();
    let before = (store.state(&space).unwrap(), contents(store, &space, None));
    let mut half = saving(2, "likes coffee", day(2));
    let nowhere = Link {
        id: LinkId::from_bits(1),
        from: memory_id(1),
        to: memory_id(404),
        relation: Relation::About,
        confidence: None,
    };
    half.record.push(nowhere.into());
    assert!(store.commit(&space, half).is_err());
    assert_eq!((store.state(&space).unwrap(), contents(store, &space, None)), before);
    assert_eq!(store.memory(&space, memory_id(2)).unwrap(), None);
    assert_eq!(store.operation(&space, OperationId::from_bits(2)).unwrap(), None);
}

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

/// Duplicates are looked for among what is believed and active, and nowhere else.
pub fn words_and_keys_are_looked_up_among_what_is_active(store: &dyn Store) {
    let space = personal(store);
    let mut keyed = saving(1, "Shops at Kroger", day(1));
    if let Row::Version(version) = &mut keyed.record[0].row {
        version.claim.key = Some("preferred_store".into());
    }
    let first = store.commit(&space, keyed).unwrap();
    let salt = store.state(&space).unwrap().salt;
    let by_words = |text: &str| store.by_fingerprint(&space, Fingerprint::of(salt, text)).unwrap().len();
    let by_key = |key: &str| store.by_key(&space, &DomainName::GENERAL, key).unwrap().len();
    assert_eq!((by_words("shops at  KROGER."), by_words("Shops at Aldi")), (1, 0));
    assert_eq!((by_key("preferred_store"), by_key("Preferred_Store")), (1, 0));

    let mut forget = commit(2, OperationKind::Forget, day(2));
    forget.retire = first.operation.after.clone();
    let ended = version(memory_id(1), "Shops at Kroger", day(1)).ended(Status::Forgotten, day(2));
    forget.record.push(ended.into());
    let suppression =
        Suppression { fingerprint: Fingerprint::of(salt, "Shops at Kroger"), reason: SuppressionReason::Forgotten };
    forget.record.push(suppression.clone().into());
    store.commit(&space, forget).unwrap();
    assert_eq!((by_words("Shops at Kroger"), by_key("preferred_store")), (0, 0));
    let suppressed = store.suppressions_of(&space, suppression.fingerprint).unwrap();
    assert_eq!(suppressed.into_iter().map(|record| record.body).collect::<Vec<_>>(), [suppression]);
}

/// R0-059: any unique beginning or end of an id will do.
pub fn ids_are_found_by_either_end(store: &dyn Store) {
    let space = personal(store);
    let ids =
        [0x0123_4567_89ab_cdef_0000_0000_0000_1111_u128, 0x0123_4567_89ab_cdef_0000_0000_0000_2222, 0x7fff << 100];
    for (place, bits) in ids.into_iter().enumerate() {
        let mut commit = commit(place as u128 + 1, OperationKind::Remember, day(1));
        let memory = MemoryId::from_bits(bits);
        commit.memories.push(Memory { id: memory, owner: OWNER, created_at: day(1) });
        commit.record.push(version(memory, "x", day(1)).into());
        store.commit(&space, commit).unwrap();
    }
    let like = |text: &str| {
        let part = IdPart::parse(text, "mem").unwrap();
        store.ids_like(&space, IdLookup::Memory, &part, 10).unwrap()
    };
    let shown_as = |bits: u128, letters: usize| format!("…{}", suffix(MemoryId::from_bits(bits), letters));
    let shown: Vec<String> = ids.iter().map(|bits| MemoryId::from_bits(*bits).to_string()).collect();
    for (bits, id) in ids.iter().zip(&shown) {
        assert_eq!(like(id), [*bits], "the whole id");
        let telling = store.telling_letters(&space, IdLookup::Memory, *bits).unwrap();
        assert_eq!(like(&shown_as(*bits, telling)), [*bits], "the shortest telling suffix");
        if telling > 1 {
            assert!(like(&shown_as(*bits, telling - 1)).len() > 1, "a letter less does not tell");
        }
    }
    assert_eq!(like(&shown[0][..14]), [ids[0], ids[1]], "a shared beginning finds both");
    assert_eq!(like("…00000000000000"), [ids[2]], "a long shared end is compared to its last letter");
    let operations = store.operations(&space, &OperationFilter::default()).unwrap();
    let newest = operations[0].id;
    let part = IdPart::parse(&suffix(newest, 26), "op").unwrap();
    assert_eq!(store.ids_like(&space, IdLookup::Operation, &part, 9).unwrap(), [newest.bits()]);
}

/// RX-11: erasing reaches every layer.
pub fn erasing_leaves_a_tombstone_and_nothing_else(store: &dyn Store) {
    let space = personal(store);
    let mut first = saving(1, "the thing", day(1));
    let said = Evidence {
        quote: Some("the thing I said".into()),
        ..Evidence::of(Cited::Operation { operation: OperationId::from_bits(1) })
    };
    first.evidence.push((VersionId::from_bits(memory_id(1).bits() ^ 1), said));
    first.operation.reason = Some("the thing again".into());
    let first = store.commit(&space, first).unwrap();
    store.commit(&space, saving(2, "another", day(1))).unwrap();
    let salt = store.state(&space).unwrap().salt;
    let fingerprint = Fingerprint::of(salt, "the thing");
    let mut more = commit(3, OperationKind::Link, day(2));
    let link = |id, from, to| Link { id: LinkId::from_bits(id), from, to, relation: Relation::About, confidence: None };
    let (one, other) = (memory_id(1), memory_id(2));
    more.record = vec![
        link(1, one, other).into(),
        link(2, other, one).into(),
        Suppression { fingerprint, reason: SuppressionReason::Forgotten }.into(),
        Share { memory: one, to_space: SpaceId::from_bits(3), copy: memory_id(4) }.into(),
        Conflict {
            id: ConflictId::from_bits(1),
            left: one,
            right: claim("not the thing"),
            evidence: vec![],
            rung: 3,
            sessions: 1,
            resolution: None,
        }
        .into(),
        Proposal {
            id: ProposalId::from_bits(1),
            change: ProposedChange::Forget { memory: one },
            reasoning: Some("the thing is old".into()),
            evidence: vec![],
            status: ProposalStatus::Proposed,
            decided_by: None,
            expires_at: None,
        }
        .into(),
    ];
    store.commit(&space, more).unwrap();

    let mut erase = commit(4, OperationKind::Erase, day(3));
    erase.erase = vec![Erasure::Memory(one)];
    let receipt = store.commit(&space, erase).unwrap().erased.unwrap();
    assert_eq!(
        receipt.removed,
        [
            ("conflict", 1),
            ("evidence", 1),
            ("link", 2),
            ("memory", 1),
            ("memory_version", 1),
            ("operation", 1),
            ("proposal", 1),
            ("share", 1),
            ("suppression", 1),
        ]
    );
    assert_eq!((receipt.pending, receipt.residue), (None, 0));
    assert_eq!(contents(store, &space, None), ["another"]);
    assert_eq!(contents(store, &space, Some(day(2))), ["another"], "not even in the past");
    assert_eq!(store.memory(&space, one).unwrap(), None);
    assert_eq!(store.evidence_of(&space, one).unwrap(), []);
    assert_eq!(store.links_of(&space, other, Belief::Ever).unwrap(), []);
    assert_eq!(store.suppressions_of(&space, fingerprint).unwrap(), []);
    assert_eq!(store.rows_at(&space, &first.operation.after).unwrap(), []);
    assert_eq!(store.operation(&space, first.operation.id).unwrap().unwrap().reason, None);
    let tombstone = store.tombstone(&space, &one.to_string()).unwrap().unwrap();
    assert_eq!((tombstone.noun.as_str(), tombstone.at), ("memory", day(3)));
}

/// RX-10: one log of everything, with what took back what.
pub fn the_log_is_newest_first_and_can_be_narrowed(store: &dyn Store) {
    let space = personal(store);
    for number in 1..=4 {
        let mut commit = saving(number, "x", day(number as i64));
        if number == 2 {
            commit.operation.actor = Actor::Automation("decay".into());
            commit.operation.job = Some(JobId::from_bits(8));
        }
        if number == 4 {
            commit.operation.undoes = vec![OperationId::from_bits(3)];
        }
        store.commit(&space, commit).unwrap();
    }
    let ids = |filter: OperationFilter| -> Vec<u128> {
        let found = store.operations(&space, &filter).unwrap();
        found.into_iter().filter(|op| op.kind != OperationKind::CreateSpace).map(|op| op.id.bits()).collect()
    };
    let any = OperationFilter::default;
    assert_eq!(ids(any()), [4, 3, 2, 1]);
    assert_eq!(ids(OperationFilter { limit: Some(2), ..any() }), [4, 3]);
    assert_eq!(ids(OperationFilter { since: Some(day(3)), ..any() }), [4, 3]);
    assert_eq!(ids(OperationFilter { actor: Some(Actor::Automation("decay".into())), ..any() }), [2]);
    assert_eq!(ids(OperationFilter { job: Some(JobId::from_bits(8)), ..any() }), [2]);
    let undos = store.undos_of(&space, OperationId::from_bits(3)).unwrap();
    assert_eq!(undos.into_iter().map(|op| op.id.bits()).collect::<Vec<_>>(), [4]);
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

/// servers#4797, mem0#7196: writers at once wait for each other; nobody's write is lost and nobody is refused.
pub fn many_writers_lose_nothing(store: &dyn Store) {
    const WRITERS: u128 = 8;
    const EACH: u128 = 25;
    let space = personal(store);
    std::thread::scope(|scope| {
        for writer in 0..WRITERS {
            let space = &space;
            scope.spawn(move || {
                for number in 0..EACH {
                    let id = 1 + writer * EACH + number;
                    store.commit(space, saving(id, &format!("memory {id}"), day(1))).unwrap();
                }
            });
        }
    });
    let listing = store.versions(&space, Belief::Now).unwrap().records;
    let said: BTreeSet<String> = listing.iter().map(|record| record.body.claim.content.clone()).collect();
    let places: BTreeSet<_> = listing.iter().map(|record| (record.seq, record.recorded_at)).collect();
    assert_eq!(said.len() as u128, WRITERS * EACH);
    assert_eq!(places.len() as u128, WRITERS * EACH, "each has a place and a time of its own");
}
