//! What a search costs on one thread, beside a bare scan of the same bytes in the same run.
//!
//! `make bench` prints a table: the middle and the 95th of many runs, in time of the processor rather than on the wall, as
//! a shared machine is rarely quiet. The ratios are what to compare.

use std::hint::black_box;
use std::time::{Duration, Instant};

use cofio_index::{
    Asked, Attributes, Document, Filter, LINE, Layer, Line, Path, Quantized, Segment, Selection, SpaceIndex, words,
};
use cofio_testkit::{Numbers, text_of};
use rustix::time::{ClockId, clock_gettime};

const MODEL: &str = "bench";
const DIMENSIONS: usize = 256;

fn main() {
    // `cargo bench` passes flags that are of no use here; a word picks one size.
    let asked: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    println!("{:<44} {:>12} {:>12} {:>8}", "", "middle", "95th", "ratio");
    for documents in [1_000, 10_000, 100_000] {
        if asked.is_empty() || asked.contains(&documents.to_string()) {
            println!("{documents} documents of {DIMENSIONS} dimensions");
            searching(documents);
        }
    }
}

/// How long a measurement goes on.
const PATIENCE: Duration = Duration::from_millis(1000);
/// How often it is done at least.
const TIMES: usize = 5;

fn measure(mut action: impl FnMut()) -> (Duration, Duration) {
    action();
    let began = Instant::now();
    let mut times = Vec::new();
    while times.len() < TIMES || (began.elapsed() < PATIENCE && times.len() < 5000) {
        let began = processor_time();
        action();
        times.push(processor_time() - began);
    }
    times.sort_unstable();
    (times[times.len() / 2], times[times.len() * 95 / 100])
}

/// Prints a measurement and how it compares with the bare scan.
fn show(what: &str, (middle, late): (Duration, Duration), bare: Duration) {
    let ratio = middle.as_secs_f64() / bare.as_secs_f64().max(1e-9);
    println!("  {what:<42} {:>12} {:>12} {ratio:>7.2}x", text(middle), text(late));
}

fn text(time: Duration) -> String {
    match time.as_micros() {
        0..=9_999 => format!("{:.1} µs", time.as_secs_f64() * 1e6),
        _ => format!("{:.1} ms", time.as_secs_f64() * 1e3),
    }
}

/// How long this process has been worked on.
fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).expect("less than a second"))
}

fn searching(count: usize) {
    let texts: Vec<String> = (0..count).map(text_of).collect();
    let mut numbers = Numbers(7);
    let vectors: Vec<Quantized> = (0..count).map(|_| Quantized::new(&vector_of(&mut numbers))).collect();
    let index = opened(&segments(filled(&texts, &vectors)));
    let query = vector_of(&mut numbers);
    let question = "which green tea did my sister drink in Lisbon last summer";

    let bare = bare_scan(&query, count);
    show("bare scan", bare, bare.0);
    let bare = bare.0;
    for path in Path::available() {
        let (selection, mut scores) = (index.select(&Filter::default()), Vec::new());
        let time = measure(|| index.similar_on(path, 200, &query, &selection, &mut scores).expect("of one length"));
        show(&format!("similar, {path}"), time, bare);
    }
    let (mut selection, mut scores) = (Selection::default(), Vec::new());
    let filter = Filter {
        layers: Filter::of_layers(&[Layer::Memory, Layer::Message]),
        as_of: Some(5),
        withheld: &[3, 17],
        ..Filter::default()
    };
    show("select", measure(|| index.select_into(&filter, &mut selection)), bare);
    show("look up the words", measure(|| drop(black_box(index.question(question)))), bare);
    show("keyword", measure(|| index.question(question).scores(&selection, &mut scores)), bare);
    let mut others = Vec::new();
    let all = measure(|| {
        index.select_into(&filter, &mut selection);
        index.question(question).scores(&selection, &mut scores);
        index.similar(&query, &selection, &mut others).expect("of one length");
    });
    show("select, keyword and similar", all, bare);

    show("cut all texts into words", measure(|| texts.iter().for_each(|text| drop(black_box(words(text))))), bare);
    show("build from texts and vectors", measure(|| drop(black_box(filled(&texts, &vectors)))), bare);
    let unsealed = filled(&texts, &vectors);
    show("seal all of it", measure(|| drop(black_box(segments(unsealed.clone())))), bare);
    let segments = segments(unsealed);
    show("open from segments", measure(|| drop(black_box(opened(&segments)))), bare);
    let kept: usize = segments.iter().map(Vec::len).sum();
    let (memory, kept) = (opened(&segments).bytes() as f64 / 1e6, kept as f64 / 1e6);
    println!("  {:<42} {memory:>9.2} MB {kept:>9.2} MB", "in memory; as segments");
}

/// A scan of as many bytes that lie one after the other, with the same arithmetic and nothing else.
fn bare_scan(query: &[f32], count: usize) -> (Duration, Duration) {
    let asked = Asked::new(query);
    let mut numbers = Numbers(9);
    let mut line = || Line(std::array::from_fn(|_| numbers.next() as u8));
    let rows: Vec<Line> = (0..count * DIMENSIONS / LINE).map(|_| line()).collect();
    let mut products = vec![0; count];
    measure(|| Path::fastest().products(asked.lines(), &rows, black_box(&mut products)))
}

fn filled(texts: &[String], vectors: &[Quantized]) -> SpaceIndex {
    let mut index = SpaceIndex::new(MODEL, DIMENSIONS);
    index.reserve(texts.len());
    for (key, (text, vector)) in (1..).zip(texts.iter().zip(vectors)) {
        let attributes = Attributes {
            layer: Layer::ALL[key as usize % 4],
            domain: ["", "health", "work"][key as usize % 3],
            session: ["a", "b", "c", "d"][key as usize / 50 % 4],
            recorded_at: key * 1_000_000,
            valid_from: 0,
            at: key * 1_000_000,
            previous: Some(key - 1),
            ..Attributes::default()
        };
        index.add(&Document { key, text, vector: Some(vector), attributes }).expect("in order");
    }
    index
}

fn segments(mut index: SpaceIndex) -> Vec<Vec<u8>> {
    std::iter::from_fn(|| index.seal_anyway()).map(|sealed| sealed.bytes).collect()
}

fn opened(segments: &[Vec<u8>]) -> SpaceIndex {
    let read = segments.iter().map(|bytes| Segment::from_bytes(bytes).expect("just written"));
    SpaceIndex::from_segments(MODEL, DIMENSIONS, (0..).zip(read)).expect("in order")
}

fn vector_of(numbers: &mut Numbers) -> Vec<f32> {
    let values: Vec<f32> = (0..DIMENSIONS).map(|_| (numbers.next() % 2001) as f32 / 1000.0 - 1.0).collect();
    let length = values.iter().map(|value| value * value).sum::<f32>().sqrt();
    values.into_iter().map(|value| value / length).collect()
}
