//! What recall, the context block and taking texts in cost, through the engine and on a real store.
//!
//! `make bench` prints a table: the middle and the 95th of many runs on the wall, the middle in time of the processor
//! (all threads of this process), and how that compares with a bare scan of as many vectors in the same run. A shared
//! machine is rarely quiet: the ratios are what to compare. What embedding costs is measured with the models.

use std::hint::black_box;
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use cofio_domain::event::MessageRole;
use cofio_domain::ports::{Cancel, Embedder, Mode, ModelError, ModelId, Vector};
use cofio_domain::session::Surface;
use cofio_domain::space::SpaceHandle;
use cofio_domain::time::Timestamp;
use cofio_engine::compose::{ContextQuery, SessionStart};
use cofio_engine::{
    Depth, Draft, Engine, ImportLine, MessageLine, Models, NumberedLine, RecallQuery, Recording, Settings,
};
use cofio_index::{Asked, LINE, Line, Path};
use cofio_models::local::builtin::BuiltInEmbedder;
use cofio_store_sqlite::{Options, SqliteStore};
use cofio_testkit::{FixedClock, Numbers, SequentialIds, day, text_of};
use rustix::time::{ClockId, clock_gettime};

const DIMENSIONS: usize = 256;

fn main() {
    // `cargo bench` passes flags that are of no use here; words pick parts.
    let asked: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    if let [cold, folder] = asked.as_slice()
        && cold == COLD
    {
        return answer_cold(folder);
    }
    let parts: [(&str, fn()); 6] = [
        ("1000", || recalling(1_000)),
        ("5000", || recalling(5_000)),
        ("10000", || recalling(10_000)),
        ("100000", || recalling(100_000)),
        ("spaces", many_spaces),
        ("ingest", taking_in),
    ];
    println!("{:<46} {:>10} {:>10} {:>10} {:>8}", "", "middle", "95th", "processor", "ratio");
    for (name, part) in parts {
        if asked.is_empty() || asked.iter().any(|word| word == name) {
            part();
        }
    }
}

/// What one thing costs.
#[derive(Clone, Copy)]
struct Cost {
    middle: Duration,
    late: Duration,
    processor: Duration,
}

/// How long a measurement goes on.
const PATIENCE: Duration = Duration::from_millis(2_000);
/// How often it is done at least, and at most.
const TIMES: (usize, usize) = (64, 5_000);

/// Measures something that is a little different each time.
fn measure(mut action: impl FnMut(usize)) -> Cost {
    for number in 0..QUESTIONS {
        action(number);
    }
    let began = Instant::now();
    let mut costs = Costs::default();
    while costs.wall.len() < TIMES.0 || (began.elapsed() < PATIENCE && costs.wall.len() < TIMES.1) {
        let number = costs.wall.len() % QUESTIONS;
        costs.take(|| action(number));
    }
    costs.summed_up()
}

/// Measurements, one by one.
#[derive(Default)]
struct Costs {
    wall: Vec<Duration>,
    processor: Vec<Duration>,
}

impl Costs {
    fn take<T>(&mut self, action: impl FnOnce() -> T) {
        let (began, worked) = (Instant::now(), processor_time());
        let result = action();
        self.processor.push(processor_time() - worked);
        self.wall.push(began.elapsed());
        drop(result);
    }

    fn summed_up(mut self) -> Cost {
        self.wall.sort_unstable();
        self.processor.sort_unstable();
        Cost {
            middle: self.wall[self.wall.len() / 2],
            late: self.wall[self.wall.len() * 95 / 100],
            processor: self.processor[self.processor.len() / 2],
        }
    }
}

/// How long this process has been worked on.
fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).expect("less than a second"))
}

fn show(what: &str, cost: Cost, beside: Option<Cost>) {
    let ratio = beside.map(|beside| cost.processor.as_secs_f64() / beside.processor.as_secs_f64().max(1e-9));
    let ratio = ratio.map_or(String::new(), |ratio| format!("{ratio:.2}x"));
    let (middle, late, processor) = (text(cost.middle), text(cost.late), text(cost.processor));
    println!("  {what:<44} {middle:>10} {late:>10} {processor:>10} {ratio:>8}");
}

fn text(time: Duration) -> String {
    match time.as_micros() {
        0..=9_999 => format!("{:.1} µs", time.as_secs_f64() * 1e6),
        10_000..=9_999_999 => format!("{:.1} ms", time.as_secs_f64() * 1e3),
        _ => format!("{:.1} s", time.as_secs_f64()),
    }
}

/// An engine on a store of its own, in a folder that goes with it.
struct Room {
    engine: Engine,
    space: SpaceHandle,
    clock: Arc<FixedClock>,
    folder: tempfile::TempDir,
}

impl Room {
    fn new(models: Models) -> Room {
        let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder can be made");
        let clock = Arc::new(FixedClock::at(day(1)));
        let (engine, space) = opened(folder.path(), &clock, models);
        Room { engine, space, clock, folder }
    }

    /// A room with memories in it, most of them facts and some of every other sort, and with their vectors.
    fn of_memories(count: usize) -> Room {
        let room = Room::new(looked_up());
        let sorts = ["identity", "preference", "style", "procedure", "task", "habit", "relationship"];
        let line = |number: usize| {
            let domain = Some("general".parse().expect("a domain"));
            let mut line = ImportLine { domain, ..ImportLine::of(&text_of(number)) };
            if number.is_multiple_of(50) {
                line.kind = Some(sorts[number / 50 % sorts.len()].parse().expect("a kind"));
            }
            Ok(line)
        };
        for from in (0..count).step_by(10_000) {
            let lines = (from..count.min(from + 10_000)).map(|number| (number as u64 + 1, line(number)));
            room.engine.import(&room.space, "bench", lines).expect("they are imported");
        }
        room.settled(count)
    }

    /// A room in which as much was said, in conversations of fifty turns.
    fn of_messages(count: usize) -> Room {
        let room = Room::new(looked_up());
        for first in (0..count).step_by(TURNS) {
            let lines = (first..count.min(first + TURNS)).map(said);
            room.engine.record(&room.space, &conversation(first / TURNS), lines).expect("they are recorded");
        }
        room.settled(count)
    }

    fn settled(self, count: usize) -> Room {
        let done = self.engine.embed_missing(&self.space, usize::MAX, &Cancel::new()).expect("they are embedded");
        self.clock.set(day(400));
        let searched = self.engine.recall(&self.space, &question(0)).expect("an answer").searched;
        // A few of the made-up texts read like something that is not kept.
        assert!(done.left == 0 && searched * 100 >= count * 99, "all but {} are there", count - searched);
        self
    }

    fn recall(&self, number: usize) {
        black_box(self.engine.recall(&self.space, &question(number)).expect("an answer"));
    }
}

fn opened(folder: &std::path::Path, clock: &Arc<FixedClock>, models: Models) -> (Engine, SpaceHandle) {
    let options = Options { ballast_bytes: 0, ..Options::new(folder.join("data")) };
    let store = Arc::new(SqliteStore::open(options).expect("the store opens"));
    let ids = Arc::new(SequentialIds::default());
    let engine = Engine::new(store, Arc::clone(clock) as _, ids, Settings::default()).with_models(models);
    let user = engine.user("owner").expect("a user can be added");
    let space = engine.personal_space(&user).expect("and has a space");
    (engine, space)
}

const TURNS: usize = 50;

fn conversation(number: usize) -> Recording {
    Recording { session: Some(format!("talk {number}")), surface: Surface::Cli, project: None }
}

fn said(number: usize) -> NumberedLine {
    let role = if number.is_multiple_of(2) { MessageRole::User } else { MessageRole::Assistant };
    let at = Some(at(number));
    (number as u64 + 1, Ok(MessageLine { role, at, text: text_of(number), name: None }))
}

/// When something was said: conversations are a few hours apart.
fn at(number: usize) -> Timestamp {
    day(1).plus_minutes(number as i64 * 5)
}

fn recalling(count: usize) {
    println!("{count} memories or messages, {DIMENSIONS} dimensions; the ratio is to the bare scan");
    let room = Room::of_messages(count);
    beside_a_bare_scan("recall among messages", &room, count);
    cold(&room, "messages");
    drop(room);
    let room = Room::of_memories(count);
    let bare = beside_a_bare_scan("recall among memories", &room, count);
    cold(&room, "memories");
    if count == 10_000 {
        composing(&room, bare);
    }
}

/// Questions and scans in turns, so that whatever else the machine does is as unfair to both, and neither has the
/// caches to itself.
fn beside_a_bare_scan(what: &str, room: &Room, count: usize) -> Cost {
    let mut scan = bare_scan(count);
    (0..QUESTIONS).for_each(|number| room.recall(number));
    let (began, mut ours, mut bare) = (Instant::now(), Costs::default(), Costs::default());
    while ours.wall.len() < TIMES.0 || (began.elapsed() < PATIENCE && ours.wall.len() < TIMES.1) {
        let number = ours.wall.len() % QUESTIONS;
        bare.take(&mut scan);
        ours.take(|| room.recall(number));
    }
    let bare = bare.summed_up();
    show("bare scan", bare, Some(bare));
    show(what, ours.summed_up(), Some(bare));
    bare
}

/// A scan of as many bytes that lie one after the other, with the same arithmetic and nothing else.
fn bare_scan(count: usize) -> impl FnMut() {
    let mut numbers = Numbers(9);
    let mut line = || Line(std::array::from_fn(|_| numbers.next() as u8));
    let rows: Vec<Line> = (0..count * DIMENSIONS / LINE).map(|_| line()).collect();
    let asked = Asked::new(&vector_of("a question"));
    let mut products = vec![0; count];
    move || Path::fastest().products(asked.lines(), &rows, black_box(&mut products))
}

/// The context block of a message, from its embedding to its text, at the start of a session and later in one.
fn composing(room: &Room, bare: Cost) {
    let (engine, space) = opened(room.folder.path(), &room.clock, Models { reranker: None, ..built_in() });
    engine.embed_missing(&space, usize::MAX, &Cancel::new()).expect("they are embedded");
    let session = SessionStart { name: "talk".into(), began: day(399) };
    let asking = |number: usize, session: Option<&SessionStart>| ContextQuery {
        message: Some(words_of(number)),
        session: session.cloned(),
        ..ContextQuery::default()
    };
    // Every message is another, so that each is embedded.
    let mut asked = 0;
    let mut next = |session: Option<&SessionStart>| {
        asked += 1;
        let context = engine.context(&space, &asking(asked, session)).expect("a block");
        assert_eq!(context.trouble, None);
        black_box(context);
    };
    show("context of a new message", measure(|_| next(None)), Some(bare));
    show("context in a session", measure(|_| next(Some(&session))), Some(bare));
    let short = ContextQuery { message: Some("go on".into()), ..asking(0, Some(&session)) };
    show("context of a short message", measure(|_| drop(black_box(engine.context(&space, &short)))), Some(bare));
}

fn built_in() -> Models {
    Models { embedder: Some(Arc::new(BuiltInEmbedder)), reranker: None }
}

const COLD: &str = "cold";

/// The first answer of another process, and how much memory it takes for it.
fn cold(room: &Room, of: &str) {
    let mut costs = Costs::default();
    let mut said = Vec::new();
    for _ in 0..7 {
        let here = std::env::current_exe().expect("a program knows where it is");
        let output = Command::new(here).arg(COLD).arg(room.folder.path()).output().expect("it starts");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let numbers: Vec<u64> = String::from_utf8_lossy(&output.stdout)
            .split_whitespace()
            .map(|number| number.parse().expect("a number"))
            .collect();
        costs.wall.push(Duration::from_micros(numbers[0]));
        costs.processor.push(Duration::from_micros(numbers[1]));
        said.push(numbers[2]);
    }
    show(&format!("open the store and answer first, {of}"), costs.summed_up(), None);
    said.sort_unstable();
    println!("  {:<44} {:>7.1} MB", format!("memory that takes, {of}"), said[said.len() / 2] as f64 / 1e3);
}

/// What the other process does.
fn answer_cold(folder: &str) {
    let clock = Arc::new(FixedClock::at(day(400)));
    let before = resident();
    let (began, worked) = (Instant::now(), processor_time());
    let (engine, space) = opened(std::path::Path::new(folder), &clock, looked_up());
    let hits = engine.recall(&space, &question(1)).expect("an answer").hits;
    let (took, worked) = (began.elapsed(), processor_time() - worked);
    assert!(!hits.is_empty(), "something is found");
    println!("{} {} {}", took.as_micros(), worked.as_micros(), resident().saturating_sub(before));
}

/// How many kilobytes of this process are in memory, where the system says so.
fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let size = status.lines().find_map(|line| line.strip_prefix("VmRSS:")?.split_whitespace().next()?.parse().ok());
    size.unwrap_or(0)
}

/// The same question in a store of one space and in one of many, in turns.
fn many_spaces() {
    const SPACES: usize = 10_000;
    println!("a space of 1,000 memories; the ratio is to a store with one space");
    let (alone, crowded) = (Room::of_memories(1_000), Room::of_memories(1_000));
    for number in 1..SPACES {
        let user = crowded.engine.user(&format!("user {number}")).expect("a user can be added");
        let space = crowded.engine.personal_space(&user).expect("and has a space");
        let draft = Draft::said(format!("what user {number} keeps to themselves"));
        crowded.engine.remember(&space, &draft).expect("it is saved");
    }
    let (mut one, mut many) = (Costs::default(), Costs::default());
    for number in 0..40 * QUESTIONS {
        one.take(|| alone.recall(number % QUESTIONS));
        many.take(|| crowded.recall(number % QUESTIONS));
    }
    let one = one.summed_up();
    show("recall, 1 space", one, Some(one));
    show(&format!("recall, {SPACES} spaces"), many.summed_up(), Some(one));
}

/// Ten thousand texts, one durable call each; and their vectors.
fn taking_in() {
    const TEXTS: usize = 10_000;
    println!("{TEXTS} texts, each by a call of its own that returns when it is on the disk");
    let room = Room::new(built_in());
    let (began, mut each) = (Instant::now(), Costs::default());
    for number in 0..TEXTS {
        let line = said(number);
        each.take(|| room.engine.record(&room.space, &conversation(number / TURNS), [line]).expect("recorded"));
    }
    taken("record", began.elapsed(), each);
    vectors(&room);

    let room = Room::new(built_in());
    let (began, mut each) = (Instant::now(), Costs::default());
    for number in 0..TEXTS {
        let draft = Draft { domain: Some("general".parse().expect("a domain")), ..Draft::said(text_of(number)) };
        each.take(|| room.engine.remember(&room.space, &draft).expect("it is saved"));
    }
    taken("remember", began.elapsed(), each);
    vectors(&room);
}

fn taken(what: &str, whole: Duration, each: Costs) {
    show(&format!("{what}, each"), each.summed_up(), None);
    println!("  {:<44} {:>10}", format!("{what}, all"), text(whole));
}

/// Gives everything its vector, and keeps what is ready of the index.
fn vectors(room: &Room) {
    let (began, worked) = (Instant::now(), processor_time());
    let done = room.engine.embed_missing(&room.space, usize::MAX, &Cancel::new()).expect("they are embedded");
    let (took, worked) = (text(began.elapsed()), text(processor_time() - worked));
    println!("  {:<44} {took:>10} {:>10} {worked:>10}", format!("vectors of {}", done.given), "");
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
        Ok(texts.iter().map(|text| Vector::new(self.0.clone(), vector_of(text))).collect())
    }
}

/// A vector that belongs to a text. Like those of a model, all lean one way: half of all pairs are nearer than what
/// counts as near.
fn vector_of(text: &str) -> Vec<f32> {
    let seed = text.bytes().fold(11, |seed: u64, byte| seed.wrapping_mul(0x0100_0000_01b3) ^ u64::from(byte));
    let (mut own, mut common) = (Numbers(seed), Numbers(5));
    let length = |values: &[f32]| values.iter().map(|value| value * value).sum::<f32>().sqrt();
    let vector = |numbers: &mut Numbers| -> Vec<f32> {
        let values: Vec<f32> = (0..DIMENSIONS).map(|_| (numbers.next() % 2001) as f32 / 1000.0 - 1.0).collect();
        let length = length(&values);
        values.into_iter().map(|value| value / length).collect()
    };
    let (own, common) = (vector(&mut own), vector(&mut common));
    let mixed: Vec<f32> = own.iter().zip(&common).map(|(own, common)| 0.76 * own + 0.65 * common).collect();
    let length = length(&mixed);
    mixed.into_iter().map(|value| value / length).collect()
}

/// How many different questions are asked.
const QUESTIONS: usize = 64;

fn question(number: usize) -> RecallQuery {
    RecallQuery { depth: Depth::Fast, ..RecallQuery::new(words_of(number)) }
}

/// A question of ten words, common and rare ones.
fn words_of(number: usize) -> String {
    let text = text_of(1_000_000 + number);
    let words: Vec<&str> = text.split_whitespace().take(8).collect();
    format!("what about {}?", words.join(" "))
}
