//! Every noun reads back as it was written.

use std::collections::BTreeSet;

use cofio_domain::axes::{
    Authority, EvidenceType, Flag, Grounding, Kind, Retention, Source, Status, TaskState, Tier, Visibility,
};
use cofio_domain::brief::{Brief, BriefKind, BriefLine, BriefSource};
use cofio_domain::candidate::{Candidate, CandidateStatus};
use cofio_domain::conflict::{Conflict, Resolution};
use cofio_domain::domains::{Consent, Domain, Sensitivity};
use cofio_domain::episode::{Episode, EpisodeLine, LineRole, Summarized};
use cofio_domain::evidence::{Cited, Evidence};
use cofio_domain::id::Id as _;
use cofio_domain::id::{
    BriefId, CandidateId, ConflictId, EpisodeId, JobId, LinkId, MemoryId, OperationId, ProjectId, ProposalId, SpaceId,
    VersionId,
};
use cofio_domain::link::{Link, Relation};
use cofio_domain::memory::{Claim, Task, Version};
use cofio_domain::operation::{NewRow, OperationKind};
use cofio_domain::policy::fingerprint::Fingerprint;
use cofio_domain::ports::Store;
use cofio_domain::proposal::{Proposal, ProposalStatus, ProposedChange};
use cofio_domain::record::{Belief, Noun, Row, RowRef, Seq};
use cofio_domain::scope::{Project, Share, Suppression, SuppressionReason};
use cofio_domain::space::{Actor, Membership, Role, User};
use cofio_domain::time::Window;

use crate::fixtures::{GUEST, OWNER, commit, day, memory_id, personal, saving};

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
        Episode {
            id: EpisodeId::from_bits(1),
            user: OWNER,
            session: "dinner".into(),
            from: 2,
            to: 9,
            started_at: day(1),
            ended_at: day(2),
            summarized: Summarized::Extractive,
            lines: vec![EpisodeLine {
                role: LineRole::Decision,
                text: "Fish on Friday \u{0} – да".into(),
                messages: vec![3, 4],
            }],
            domains: BTreeSet::from(["food".parse().unwrap()]),
            participants: vec!["Ann".into(), "Sam".into()],
            absorbed_at: Some(day(40)),
        }
        .into(),
        Brief {
            id: BriefId::from_bits(1),
            user: OWNER,
            kind: BriefKind::Domain,
            domain: Some("food".parse().unwrap()),
            version: 4,
            lines: vec![BriefLine {
                section: "Rules".into(),
                text: "No shellfish".into(),
                cites: vec![BriefSource::Memory(memory_id(1)), BriefSource::Episode(EpisodeId::from_bits(1))],
            }],
            compiler: "rules".into(),
            input: [7; 16],
        }
        .into(),
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
