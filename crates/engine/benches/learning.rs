//! What learning costs: closing a conversation without a language model, and a night of consolidation; and how both grow.
//!
//! `make bench` prints time on the wall and of the processor (all threads of this process). Texts are read by an embedder
//! that costs nothing, and what the built-in one takes for what was added is told beside it. Words pick parts: `close`,
//! `night`.

use std::sync::Arc;
use std::time::{Duration, Instant};

use cofio_domain::event::MessageRole;
use cofio_domain::ports::{Cancel, Embedder, Mode, ModelError, ModelId, Vector};
use cofio_domain::session::Surface;
use cofio_domain::space::SpaceHandle;
use cofio_engine::{ConsolidationDepth, Engine, ImportLine, MessageLine, Models, Recording, Settings};
use cofio_models::local::builtin::BuiltInEmbedder;
use cofio_store_sqlite::{Options, SqliteStore};
use cofio_testkit::{FixedClock, Numbers, SequentialIds, day, text_of};
use rustix::time::{ClockId, clock_gettime};

const DIMENSIONS: usize = 256;

fn main() {
    let asked: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let parts: [(&str, fn()); 2] = [("close", closing), ("night", nights)];
    for (name, part) in parts {
        if asked.is_empty() || asked.iter().any(|word| word == name) {
            part();
        }
    }
}

/// Closing a conversation of so many messages, in a new space and in one where much is known.
fn closing() {
    println!("closing a conversation without a language model; 200 messages should take 200 ms of the processor");
    for known in [0, 10_000] {
        for messages in [50, 100, 200, 400, 800] {
            let mut costs: Vec<Cost> = (0..5).map(|draw| close(messages, known, draw)).collect();
            costs.sort_unstable_by_key(|cost| cost.processor);
            costs[2].show(&format!("close {messages} messages, {known} known"));
        }
    }
    let (room, _) = talked(200, 0, built_in());
    let worked = processor_time();
    room.engine.close_session(&room.space, TALK).expect("it is closed");
    room.engine.embed_missing(&room.space, usize::MAX, &Cancel::new()).expect("they are embedded");
    println!("  {:<44} {:>10} {:>10}", "200 messages with the built-in embedder", "", text(processor_time() - worked));
}

const TALK: &str = "talk";

fn close(messages: usize, known: usize, draw: usize) -> Cost {
    let (room, _) = talked(messages, known, looked_up());
    Cost::of(|| {
        let closed = room.engine.close_session(&room.space, TALK).expect("it is closed");
        let learned = closed.learned.expect("something was said");
        assert!(learned.told.len() * 20 > messages && learned.episode.is_some(), "{draw}: {learned:?}");
    })
}

/// A room in which something is known and a conversation was recorded, all of it with vectors.
fn talked(messages: usize, known: usize, models: Models) -> (Room, usize) {
    let room = Room::new(models);
    room.import(known);
    room.say(TALK, 0, messages);
    room.engine.embed_missing(&room.space, usize::MAX, &Cancel::new()).expect("they are embedded");
    (room, known)
}

/// A night in spaces of several sizes: the first one, to which everything is new, and one after a usual day.
fn nights() {
    println!("a night of consolidation; 10,000 memories and 1,000 episodes should take 10 s");
    for count in [1_000, 3_000, 10_000] {
        let room = Room::new(looked_up());
        room.import(count);
        for number in 0..count / 10 {
            let name = format!("talk {number}");
            room.say(&name, number * 6, 6);
            room.engine.close_session(&room.space, &name).expect("it is closed");
        }
        room.engine.embed_missing(&room.space, usize::MAX, &Cancel::new()).expect("they are embedded");
        room.clock.set(day(40));
        let night = |job: &str| {
            let ran = room.engine.run_job(&room.space, job, None).expect("the job runs");
            assert_eq!(ran.outcome, "done", "{:?}", ran.error);
        };
        Cost::of(|| night("consolidate.daily")).show(&format!("first night, {count} memories"));
        room.say("one more talk", 900_000, 40);
        room.engine.close_session(&room.space, "one more talk").expect("it is closed");
        room.clock.set(day(41));
        Cost::of(|| night("consolidate.daily")).show(&format!("a usual night, {count} memories"));
        Cost::of(|| night("consolidate.deep")).show(&format!("everything against everything, {count} memories"));
        Cost::of(|| drop(room.engine.consolidate(&room.space, ConsolidationDepth::Deep).expect("it is consolidated")))
            .show(&format!("the same once more, {count} memories"));
    }
}

/// What one thing costs.
#[derive(Clone, Copy)]
struct Cost {
    wall: Duration,
    processor: Duration,
}

impl Cost {
    fn of(action: impl FnOnce()) -> Cost {
        let (began, worked) = (Instant::now(), processor_time());
        action();
        Cost { processor: processor_time() - worked, wall: began.elapsed() }
    }

    fn show(self, what: &str) {
        println!("  {what:<44} {:>10} {:>10}", text(self.wall), text(self.processor));
    }
}

fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).expect("less than a second"))
}

fn text(time: Duration) -> String {
    match time.as_millis() {
        0..=9_999 => format!("{:.1} ms", time.as_secs_f64() * 1e3),
        _ => format!("{:.1} s", time.as_secs_f64()),
    }
}

/// An engine on a store of its own, in a folder that goes with it.
struct Room {
    engine: Engine,
    space: SpaceHandle,
    clock: Arc<FixedClock>,
    _folder: tempfile::TempDir,
}

impl Room {
    fn new(models: Models) -> Room {
        let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder can be made");
        let options = Options { ballast_bytes: 0, ..Options::new(folder.path().join("data")) };
        let store = Arc::new(SqliteStore::open(options).expect("the store opens"));
        let clock = Arc::new(FixedClock::at(day(1)));
        let ids = Arc::new(SequentialIds::default());
        let engine = Engine::new(store, Arc::clone(&clock) as _, ids, Settings::default()).with_models(models);
        let user = engine.user("owner").expect("a user can be added");
        let space = engine.personal_space(&user).expect("and has a space");
        Room { engine, space, clock, _folder: folder }
    }

    /// Brings memories in, one in twenty of which says what another says.
    fn import(&self, count: usize) {
        let line = |number: usize| {
            let words = if number % 20 == 19 { text_of(number - 1).to_uppercase() } else { text_of(number) };
            let domain = Some("general".parse().expect("a domain"));
            Ok(ImportLine { domain, ..ImportLine::of(&words) })
        };
        let lines = (0..count).map(|number| (number as u64 + 1, line(number)));
        if count > 0 {
            self.engine.import(&self.space, "bench", lines).expect("they are imported");
        }
    }

    fn say(&self, session: &str, first: usize, count: usize) {
        let at = day(2).plus_minutes(first as i64 / 10);
        let lines = (0..count).map(|place| {
            let is_own = place.is_multiple_of(2);
            let role = if is_own { MessageRole::User } else { MessageRole::Assistant };
            let text = if is_own { own_words(first + place) } else { answer(first + place) };
            let at = Some(at.plus_minutes(place as i64));
            (place as u64 + 1, Ok(MessageLine { role, at, text, name: None }))
        });
        let recording = Recording { session: Some(session.to_owned()), surface: Surface::Cli, project: None };
        self.engine.record(&self.space, &recording, lines).expect("it is recorded");
    }
}

/// What a person says: requests, questions, and now and then something about themselves.
fn own_words(number: usize) -> String {
    let words = text_of(number);
    let thing: Vec<&str> = words.split_whitespace().filter(|word| word.len() > 5).take(2).collect();
    let thing = thing.join(" ");
    match number / 2 % 8 {
        0 => format!("Can you help me with the {thing}? I tried it twice and it did not come out right."),
        1 => format!("I bought a {thing} last Friday. It was more expensive than I thought, but I like it a lot."),
        2 => format!("What would you suggest for {thing}? Something that does not take the whole weekend, please."),
        3 => format!("My sister loves {thing}, so we go there every summer. She moved to Lisbon in May."),
        4 => "That makes sense, thanks! Let me think about it and come back tomorrow.".to_owned(),
        5 => format!("I usually work on {thing} in the evening because I have a meeting every morning at nine."),
        6 => format!("Here is what I have so far:\n```\nfn main() {{ println!(\"{thing}\"); }}\n```\nIt says E0425."),
        _ => format!("I'm planning to visit {thing} in two weeks. Should I book a table, or is that not needed?"),
    }
}

/// What an assistant answers: long, and nothing about the person.
fn answer(number: usize) -> String {
    let parts: Vec<String> = (0..8).map(|part| format!("{}. {}", part + 1, text_of(number * 8 + part))).collect();
    format!("Here are some things you could try:\n{}\nLet me know how it goes!", parts.join("\n"))
}

fn built_in() -> Models {
    Models { embedder: Some(Arc::new(BuiltInEmbedder)), reranker: None }
}

/// An embedder that costs nothing to speak of: what is measured is everything else.
struct LookUp(ModelId);

fn looked_up() -> Models {
    Models { embedder: Some(Arc::new(LookUp(ModelId::new("bench")))), reranker: None }
}

impl Embedder for LookUp {
    fn model(&self) -> &ModelId {
        &self.0
    }

    fn dimensions(&self) -> usize {
        DIMENSIONS
    }

    fn embed(&self, _: Mode, texts: &[&str], _: &Cancel) -> Result<Vec<Vector>, ModelError> {
        Ok(texts.iter().map(|text| Vector::new(self.0.clone(), vector_of(&text.to_lowercase()))).collect())
    }
}

/// A vector that belongs to a text.
fn vector_of(text: &str) -> Vec<f32> {
    let seed = text.bytes().fold(11, |seed: u64, byte| seed.wrapping_mul(0x0100_0000_01b3) ^ u64::from(byte));
    let mut numbers = Numbers(seed);
    let values: Vec<f32> = (0..DIMENSIONS).map(|_| (numbers.next() % 2001) as f32 / 1000.0 - 1.0).collect();
    let length = values.iter().map(|value| value * value).sum::<f32>().sqrt();
    values.into_iter().map(|value| value / length).collect()
}
