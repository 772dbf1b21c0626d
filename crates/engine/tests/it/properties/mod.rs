//! Histories nobody thought of: random steps in two spaces, done by the engine and by the plain model, which must agree
//! after every one of them, on both clocks.

mod model;

use std::collections::BTreeSet;
use std::sync::Arc;

use cofio_domain::axes::{Kind, Source, Status};
use cofio_domain::id::MemoryId;
use cofio_domain::link::Relation;
use cofio_domain::ports::Store;
use cofio_domain::space::SpaceHandle;
use cofio_domain::time::{Timestamp, Window};
use cofio_engine::{Change, Draft, Engine, Error, Expiry, HistoryEntry, Item, ListFilter, Settings, Undo};
use cofio_store_sqlite::SqliteStore;
use cofio_testkit::{FixedClock, MemoryStore, SequentialIds, day};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

use model::{Op, Space};

const WORDS: [&str; 6] = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta"];
const KEYS: [&str; 2] = ["one", "two"];
const DAY: i64 = 86_400_000_000;

/// A step: in which space, how far the clock moves first, and what is done.
#[derive(Debug, Clone)]
struct Turn {
    space: usize,
    clock: i64,
    op: Op,
}

fn turns() -> impl Strategy<Value = Vec<Turn>> {
    let memory = 0_usize..6;
    let words = 0..WORDS.len();
    let op = prop_oneof![
        6 => (words.clone(), prop::option::weighted(0.4, 0..KEYS.len()), prop::bool::weighted(0.7))
            .prop_map(|(words, key, explicit)| Op::Remember { words, key, explicit }),
        5 => (memory.clone(), words, prop_oneof![4 => Just(0_i64), 1 => 1_i64..20])
            .prop_map(|(memory, words, days_back)| Op::Update { memory, words, days_back }),
        1 => memory.clone().prop_map(|memory| Op::Confirm { memory }),
        3 => memory.clone().prop_map(|memory| Op::Forget { memory }),
        2 => memory.clone().prop_map(|memory| Op::Delete { memory }),
        3 => memory.clone().prop_map(|memory| Op::Restore { memory }),
        1 => (memory.clone(), 1_i64..10).prop_map(|(memory, in_days)| Op::Expire { memory, in_days }),
        1 => memory.clone().prop_map(|memory| Op::Erase { memory }),
        2 => (memory.clone(), memory.clone()).prop_map(|(from, to)| Op::Link { from, to }),
        1 => (memory.clone(), memory).prop_map(|(from, to)| Op::Unlink { from, to }),
        5 => Just(Op::Undo),
    ];
    // Mostly the clock goes on; now and then it stands, and rarely somebody sets it back.
    let clock = prop_oneof![2 => Just(0_i64), 8 => 1_i64..3 * DAY, 1 => 1_i64..40 * DAY, 1 => -5 * DAY..0];
    let turn = (0_usize..2, clock, op).prop_map(|(space, clock, op)| Turn { space, clock, op });
    prop::collection::vec(turn, 1..30)
}

/// The engine with two people's spaces, beside the model's two.
struct Worlds {
    engine: Engine,
    clock: Arc<FixedClock>,
    now: i64,
    handles: [SpaceHandle; 2],
    models: [Space; 2],
    /// The ids the engine gave, in the order memories were made.
    ids: [Vec<MemoryId>; 2],
    moments: Vec<i64>,
}

impl Worlds {
    fn new(store: Arc<dyn Store>) -> Worlds {
        let now = day(1).as_micros();
        let clock = Arc::new(FixedClock::at(day(1)));
        let engine = Engine::new(store, clock.clone(), Arc::new(SequentialIds::default()), Settings::default());
        let handles = ["one", "two"].map(|name| {
            let user = engine.user(name).unwrap();
            engine.personal_space(&user).unwrap()
        });
        let mut models = [Space::default(), Space::default()];
        models.iter_mut().for_each(|model| model.begin(now));
        Worlds { engine, clock, now, handles, models, ids: [vec![], vec![]], moments: vec![now] }
    }

    /// Takes a turn in both worlds; they must agree on whether it is allowed.
    fn take(&mut self, turn: &Turn) {
        self.now += turn.clock;
        self.clock.set(Timestamp::from_micros(self.now));
        self.moments.push(self.now);
        let allowed = self.models[turn.space].apply(&turn.op, self.now);
        let done = self.act(turn.space, &turn.op);
        assert_eq!(done.is_ok(), allowed, "{turn:?}: {done:?}");
        let fine = matches!(
            done,
            Ok(()) | Err(Error::NotFound { .. } | Error::Conflict { .. } | Error::Erased { .. } | Error::Invalid(_))
        );
        assert!(fine, "{turn:?}: {done:?}");
    }

    fn act(&mut self, space: usize, op: &Op) -> Result<(), Error> {
        let handle = self.handles[space].clone();
        let id = |memory: usize| self.ids[space].get(memory).map_or("mem_nowhere".into(), ToString::to_string);
        let engine = &self.engine;
        let written = match *op {
            Op::Remember { words, key, explicit } => {
                let source = if explicit { Source::UserStated } else { Source::Extracted };
                let draft = Draft {
                    kind: Some(Kind::Preference),
                    domain: Some("general".parse().unwrap()),
                    key: key.map(|key| KEYS[key].to_owned()),
                    confidence: Some(0.8),
                    source,
                    ..Draft::said(WORDS[words])
                };
                engine.remember(&handle, &draft)?
            }
            Op::Update { memory, words, days_back } => {
                let from = Timestamp::from_micros(self.now - days_back * DAY);
                let draft = Draft {
                    valid_from: (days_back > 0).then_some(from),
                    source: Source::UserStated,
                    ..Draft::said(WORDS[words])
                };
                engine.update(&handle, &id(memory), &draft)?
            }
            Op::Confirm { memory } => engine.confirm(&handle, &id(memory))?,
            Op::Forget { memory } => engine.forget(&handle, &id(memory), None)?,
            Op::Delete { memory } => engine.delete(&handle, &id(memory), None)?,
            Op::Restore { memory } => engine.restore(&handle, &id(memory))?,
            Op::Expire { memory, in_days } => {
                let at = Timestamp::from_micros(self.now + in_days * DAY);
                engine.set(&handle, &id(memory), &[Change::Expires(Expiry::At(at))])?
            }
            Op::Erase { memory } => engine.erase(&handle, &id(memory), false)?,
            Op::Link { from, to } => engine.link(&handle, &id(from), &id(to), Relation::About)?,
            Op::Unlink { from, to } => engine.unlink(&handle, &id(from), &id(to), None)?,
            Op::Undo => engine.undo(&handle, Undo { which: None, cascade: false })?,
        };
        let made = self.models[space].count_made();
        if made > self.ids[space].len() {
            self.ids[space].push(written.event.memory.expect("a saved memory is shown").id);
        }
        Ok(())
    }

    /// Compares everything that can be seen, in both spaces.
    fn compare(&self) {
        for space in 0..2 {
            self.compare_view(space, None, None);
            for (place, moment) in self.moments.iter().enumerate().rev().step_by(3).take(5) {
                let other = self.moments[(place * 7) % self.moments.len()];
                self.compare_view(space, Some(*moment), None);
                self.compare_view(space, None, Some(*moment));
                self.compare_view(space, Some(other), Some(*moment));
            }
            self.compare_links(space);
        }
    }

    fn compare_view(&self, space: usize, as_of: Option<i64>, known_at: Option<i64>) {
        let filter = ListFilter {
            as_of: as_of.map(Timestamp::from_micros),
            known_at: known_at.map(Timestamp::from_micros),
            ..ListFilter::default()
        };
        let listed = self.engine.list(&self.handles[space], &filter).unwrap().items;
        let mut found: Vec<(usize, u32, usize)> = listed
            .iter()
            .map(|item| {
                let Item::Memory(view) = item else { panic!("only memories are listed") };
                let memory = self.ids[space].iter().position(|id| *id == view.id).expect("its own space");
                let words = WORDS.iter().position(|words| *words == view.claim.content).expect("its own words");
                (memory, view.version, words)
            })
            .collect();
        found.sort_unstable();
        let mut expected = self.models[space].view(as_of.or(known_at).unwrap_or(self.now), known_at);
        expected.sort_unstable();
        assert_eq!(found, expected, "space {space}, as_of {as_of:?}, known_at {known_at:?}");
    }

    fn compare_links(&self, space: usize) {
        for memory in self.models[space].known_memories() {
            let shown = self.engine.show(&self.handles[space], &self.ids[space][memory].to_string());
            // What is gone from the trash cannot be shown; what can be has the links the model has.
            let Ok(shown) = shown else { continue };
            let found: BTreeSet<usize> = shown
                .links
                .iter()
                .map(|link| self.ids[space].iter().position(|id| *id == link.memory).unwrap())
                .collect();
            assert_eq!(found, self.models[space].linked(memory, self.now), "links of {memory}");
        }
    }

    /// At every moment there ever was, a memory is in one state, and its windows lie beside each other.
    fn check_invariants(&self) {
        for space in 0..2 {
            for id in &self.ids[space] {
                if let Ok(history) = self.engine.history(&self.handles[space], &id.to_string()) {
                    check_history(&history.entries);
                }
            }
        }
    }
}

fn check_history(entries: &[HistoryEntry]) {
    let moments: BTreeSet<Timestamp> =
        entries.iter().flat_map(|e| [Some(e.recorded_at), e.retired_at]).flatten().collect();
    for moment in moments {
        let believed: Vec<&HistoryEntry> = entries
            .iter()
            .filter(|e| e.recorded_at <= moment && e.retired_at.is_none_or(|retired| moment < retired))
            .collect();
        let active = believed.iter().filter(|e| e.status == Status::Active).count();
        assert!(active <= 1, "two active versions at {moment}: {believed:#?}");
        for (place, one) in believed.iter().enumerate() {
            for other in &believed[place + 1..] {
                let window = |e: &HistoryEntry| Window { from: e.valid_from, until: e.valid_until };
                assert!(!window(one).overlaps(&window(other)), "two hold at once at {moment}: {believed:#?}");
            }
        }
    }
}

fn run(cases: u32, store: impl Fn() -> Arc<dyn Store>) {
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    TestRunner::new(config)
        .run(&turns(), |turns| {
            let mut worlds = Worlds::new(store());
            for turn in &turns {
                worlds.take(turn);
                worlds.compare();
            }
            worlds.check_invariants();
            Ok(())
        })
        .unwrap();
}

/// How many histories are tried; more with `COFIO_HISTORIES`.
fn histories(usual: u32) -> u32 {
    std::env::var("COFIO_HISTORIES").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// R0-005, R0-044…047, R0-079, R0-089, R1-030, C34.
#[test]
fn ten_thousand_histories_agree_with_the_model() {
    run(histories(10_000), || Arc::new(MemoryStore::default()));
}

/// The same on the real store.
#[test]
fn histories_on_sqlite_agree_with_the_model() {
    run(histories(200), || Arc::new(SqliteStore::in_memory().unwrap()));
}
