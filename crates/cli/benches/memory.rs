//! What memory costs, as ratios to bare SQLite doing the same rows in the same run.
//!
//! `make bench` prints a table. Wall times depend on the machine and its disk; the ratios are what to compare.

use std::sync::Arc;
use std::time::{Duration, Instant};

use cofio_domain::space::SpaceHandle;
use cofio_engine::{Draft, Engine, ImportLine, ListFilter, Settings};
use cofio_store_sqlite::{Options, SqliteStore};
use cofio_testkit::{FixedClock, SequentialIds, day};
use rusqlite::types::Value;
use rusqlite::{Connection, params_from_iter};

fn main() {
    // `cargo bench` passes flags that are of no use here; a word picks one part.
    let asked: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let parts: [(&str, fn()); 5] = [
        ("single", single_writes),
        ("batch", batches),
        ("reading", reading),
        ("memories", growth_with_memories),
        ("spaces", growth_with_spaces),
    ];
    println!("{:<44} {:>12} {:>12} {:>8}", "", "cofio", "bare SQLite", "ratio");
    for (name, part) in parts {
        if asked.is_empty() || asked.iter().any(|word| word == name) {
            part();
        }
    }
}

/// The middle one of many measurements.
fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

fn time<T>(action: impl FnOnce() -> T) -> Duration {
    let began = Instant::now();
    let result = action();
    let elapsed = began.elapsed();
    drop(result);
    elapsed
}

fn show(what: &str, ours: Duration, bare: Duration) {
    let text = |time: Duration| match time.as_micros() {
        0..=9_999 => format!("{:.0} µs", time.as_secs_f64() * 1e6),
        _ => format!("{:.1} ms", time.as_secs_f64() * 1e3),
    };
    let ratio = ours.as_secs_f64() / bare.as_secs_f64().max(1e-9);
    println!("{what:<44} {:>12} {:>12} {ratio:>7.1}x", text(ours), text(bare));
}

struct Room {
    engine: Engine,
    space: SpaceHandle,
    number: u64,
    folder: tempfile::TempDir,
}

impl Room {
    fn new() -> Room {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let options = Options { ballast_bytes: 0, ..Options::new(folder.path().join("data")) };
        let store = Arc::new(SqliteStore::open(options).expect("the store opens"));
        let clock = Arc::new(FixedClock::at(day(1)));
        let engine = Engine::new(store, clock, Arc::new(SequentialIds::default()), Settings::default());
        let user = engine.user("owner").expect("a user can be added");
        let space = engine.personal_space(&user).expect("and has a space");
        Room { engine, space, number: 0, folder }
    }

    fn next_text(&mut self) -> String {
        self.number += 1;
        text(self.number)
    }

    fn remember(&mut self) {
        let text = self.next_text();
        let draft = Draft { domain: Some("general".parse().expect("a domain")), ..Draft::said(text) };
        self.engine.remember(&self.space, &draft).expect("it is saved");
    }

    fn import(&mut self, count: u64) {
        let lines: Vec<_> = (1..=count).map(|line| (line, Ok(ImportLine::of(&self.next_text())))).collect();
        self.engine.import(&self.space, "bench", lines).expect("they are imported");
    }
}

fn text(number: u64) -> String {
    format!("The user keeps item {number} on shelf {} and asked for it on weekdays", number % 97)
}

/// SQLite with the same promise, a write-ahead log flushed before it returns, and the same rows: every column of the
/// version of a memory, in one table without an index.
struct Bare {
    connection: Connection,
    row: Vec<Value>,
    number: u64,
    _folder: tempfile::TempDir,
}

impl Bare {
    /// A table like the one of versions in `room`, for rows like the first one there.
    fn like(room: &Room) -> Bare {
        let source = Connection::open(room.folder.path().join("data").join("cofio.db")).expect("it opens");
        let mut statement = source.prepare("SELECT * FROM memory_version LIMIT 1").expect("there are versions");
        let columns: Vec<String> = statement.column_names().map(str::to_owned).collect();
        let row: Vec<Value> = statement
            .query_row([], |row| (0..columns.len()).map(|column| row.get(column)).collect())
            .expect("a memory was saved");

        let folder = tempfile::tempdir().expect("a folder can be made");
        let connection = Connection::open(folder.path().join("bare.db")).expect("it opens");
        let columns = columns.join(", ");
        connection
            .execute_batch(&format!(
                "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
                 CREATE TABLE memory_version (number INTEGER PRIMARY KEY, words TEXT, {columns});"
            ))
            .expect("a table");
        Bare { connection, row, number: 0, _folder: folder }
    }

    fn insert(&mut self) {
        self.number += 1;
        let own = [Value::Integer(i64::try_from(self.number).expect("few rows")), Value::Text(text(self.number))];
        let marks = ", ?".repeat(self.row.len());
        self.connection
            .prepare_cached(&format!("INSERT INTO memory_version VALUES (?, ?{marks})"))
            .and_then(|mut statement| statement.execute(params_from_iter(own.iter().chain(&self.row))))
            .expect("it is inserted");
    }

    fn insert_many(&mut self, count: u64) {
        self.connection.execute_batch("BEGIN IMMEDIATE").expect("a transaction");
        for _ in 0..count {
            self.insert();
        }
        self.connection.execute_batch("COMMIT").expect("a commit");
    }

    fn select(&self, condition: &str) -> Vec<Vec<Value>> {
        self.connection
            .prepare_cached(&format!("SELECT * FROM memory_version WHERE {condition} ORDER BY number"))
            .and_then(|mut statement| {
                let columns = statement.column_count();
                statement.query_map([], |row| (0..columns).map(|column| row.get(column)).collect())?.collect()
            })
            .expect("they are read")
    }
}

const ROUNDS: usize = 300;

fn single_writes() {
    let mut room = Room::new();
    room.remember();
    let mut bare = Bare::like(&room);
    bare.insert();
    let (ours, theirs) = in_turns(&mut room, &mut bare);
    show("one durable remember", ours, theirs);
}

fn batches() {
    let mut room = Room::new();
    room.remember();
    let mut bare = Bare::like(&room);
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..7 {
        ours.push(time(|| room.import(1_000)));
        theirs.push(time(|| bare.insert_many(1_000)));
    }
    show("a batch of 1,000", median(ours), median(theirs));
}

fn reading() {
    let mut room = Room::new();
    room.import(10_000);
    let mut bare = Bare::like(&room);
    bare.insert_many(10_000);
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..15 {
        ours.push(time(|| room.engine.list(&room.space, &ListFilter::default()).expect("a list")));
        theirs.push(time(|| bare.select("true")));
    }
    show("list of a space with 10,000 memories", median(ours), median(theirs));

    let saved = room.engine.remember(&room.space, &Draft::said("the one with a history")).expect("it is saved");
    let id = saved.event.memory.expect("it is shown").id.to_string();
    for number in 0..5 {
        let draft = Draft::said(format!("the one with a history, told for the {number}th time"));
        room.engine.update(&room.space, &id, &draft).expect("it is updated");
    }
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        ours.push(time(|| room.engine.history(&room.space, &id).expect("a history")));
        theirs.push(time(|| bare.select("number BETWEEN 5001 AND 5011")));
    }
    show("history of six versions (eleven records)", median(ours), median(theirs));
}

/// One write of ours and one of theirs in turns, so that whatever else the machine does is as unfair to both.
fn in_turns(room: &mut Room, bare: &mut Bare) -> (Duration, Duration) {
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        ours.push(time(|| room.remember()));
        theirs.push(time(|| bare.insert()));
    }
    (median(ours), median(theirs))
}

fn growth_with_memories() {
    println!("\none durable remember, by how many memories the space has (bare: by how many rows)");
    let mut room = Room::new();
    room.remember();
    let mut bare = Bare::like(&room);
    let mut there = 1;
    for size in [100_u64, 1_000, 10_000, 100_000] {
        room.import(size - there);
        bare.insert_many(size - there);
        let (ours, theirs) = in_turns(&mut room, &mut bare);
        there = size + ROUNDS as u64;
        show(&format!("  {size} memories"), ours, theirs);
    }
}

fn growth_with_spaces() {
    println!("\none durable remember, by how many spaces the store has (bare: by how many rows)");
    let mut room = Room::new();
    room.remember();
    let mut bare = Bare::like(&room);
    let mut there = 1;
    for size in [1_u64, 100, 10_000] {
        for number in there..size {
            let user = room.engine.user(&format!("user {number}")).expect("a user can be added");
            let space = room.engine.personal_space(&user).expect("and has a space");
            let draft = Draft::said(format!("what user {number} keeps to themselves"));
            room.engine.remember(&space, &draft).expect("it is saved");
        }
        bare.insert_many(size - there);
        there = size;
        let (ours, theirs) = in_turns(&mut room, &mut bare);
        show(&format!("  {size} spaces"), ours, theirs);
    }
}
