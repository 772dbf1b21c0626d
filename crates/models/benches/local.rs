//! What the built-in models cost on one thread, on each set of instructions this processor has.
//!
//! `make bench` prints a table: the best and the middle of many runs, in time of the processor rather than on the wall, as
//! a shared machine is rarely quiet. How they compare with other programs is measured by `make bench-models`.

use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use cofio_domain::ports::{Cancel, Embedder, Mode, Passage, Reranker};
use cofio_models::local::{LateReranker, LocalEmbedder, Path, ReadPassage, WeightFile, builtin};
use rustix::time::{ClockId, clock_gettime};

fn main() {
    // `cargo bench` passes flags that are of no use here; a word picks one path.
    let asked: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    println!("{:<44} {:>12} {:>12} {:>12}", "", "best", "middle", "a text");
    loading();
    program();
    for path in Path::available() {
        if asked.is_empty() || asked.contains(&path.to_string()) {
            println!("{path}");
            embedding(path);
            reranking(path);
        }
    }
}

/// How long a measurement goes on.
const PATIENCE: Duration = Duration::from_millis(1500);
/// How often it is done at least.
const TIMES: usize = 3;

fn show(what: &str, texts: usize, mut action: impl FnMut()) {
    action();
    let began = Instant::now();
    let mut times = Vec::new();
    while times.len() < TIMES || (began.elapsed() < PATIENCE && times.len() < 2000) {
        let began = processor_time();
        action();
        times.push(processor_time() - began);
    }
    times.sort_unstable();
    let text = |time: Duration| match time.as_micros() {
        0..=9_999 => format!("{:.0} µs", time.as_secs_f64() * 1e6),
        _ => format!("{:.1} ms", time.as_secs_f64() * 1e3),
    };
    let (best, middle) = (times[0], times[times.len() / 2]);
    println!("  {what:<42} {:>12} {:>12} {:>12}", text(best), text(middle), text(best / texts as u32));
}

/// How long this process has been worked on.
fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).expect("less than a second"))
}

/// A text of so many tokens, the two special ones included.
fn text_of(tokens: usize) -> String {
    let words = ["my", "sister", "lives", "in", "lisbon", "and", "works", "as", "a", "nurse", "on", "night", "shifts"];
    words.iter().cycle().take(tokens - 2).copied().collect::<Vec<_>>().join(" ")
}

fn file(index: usize) -> WeightFile {
    builtin::files()[index].clone()
}

/// How big the program is, with the weights and without, if it was built.
fn program() {
    let weights: usize = builtin::files().iter().map(WeightFile::size).sum();
    let here = std::env::current_exe().ok();
    let beside = here.as_deref().and_then(|here| here.parent()?.parent().map(|folder| folder.join("cofio")));
    let Some(size) = beside.and_then(|program| Some(program.metadata().ok()?.len())) else {
        return println!("  {:<42} {:>9.1} MB", "weights; the program is not built", weights as f64 / 1e6);
    };
    println!("  {:<42} {:>9.1} MB", "the program", size as f64 / 1e6);
    println!("  {:<42} {:>9.1} MB", "without the weights", (size as f64 - weights as f64) / 1e6);
}

fn loading() {
    let before = resident();
    show("load the embedder", 1, || drop(black_box(LocalEmbedder::new(file(0)).expect("it is sound"))));
    let tower = Arc::new(LocalEmbedder::new(file(0)).expect("it is sound"));
    show("load the reranker", 1, || {
        drop(black_box(LateReranker::new(file(1), Arc::clone(&tower)).expect("it belongs to the embedder")));
    });
    drop(tower);
    let ready = (builtin::embedder(), builtin::reranker());
    let text = text_of(128);
    ready.0.embed(Mode::Document, &[text.as_str(); 64], &Cancel::new()).expect("nobody calls it off");
    if let (Some(before), Some(after)) = (before, resident()) {
        println!("  {:<42} {:>9.1} MB", "resident, both loaded and used", after.saturating_sub(before) as f64 / 1e3);
    }
}

/// How many kilobytes of this process are in memory, where the system says so.
fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    status.lines().find_map(|line| line.strip_prefix("VmRSS:")?.split_whitespace().next()?.parse().ok())
}

fn embedding(path: Path) {
    let model = LocalEmbedder::new(file(0)).expect("it is sound").on(path);
    let cancel = Cancel::new();
    for tokens in [16, 32, 128] {
        let text = text_of(tokens);
        show(&format!("embed one text of {tokens} tokens"), 1, || {
            black_box(model.embed(Mode::Query, &[&text], &cancel).expect("nobody calls it off"));
        });
    }
    for tokens in [16, 32, 128] {
        let text = text_of(tokens);
        let texts = vec![text.as_str(); 1024 / tokens];
        show(&format!("embed {} texts of {tokens} tokens", texts.len()), texts.len(), || {
            black_box(model.embed(Mode::Document, &texts, &cancel).expect("nobody calls it off"));
        });
    }
}

fn reranking(path: Path) {
    let tower = Arc::new(LocalEmbedder::new(file(0)).expect("it is sound").on(path));
    let model = LateReranker::new(file(1), tower).expect("it belongs to the embedder");
    let (question, cancel) = (text_of(16), Cancel::new());
    for tokens in [28, 45] {
        let text = text_of(tokens - 1);
        // Each behind another, and all different: what is the same is read once.
        let texts: Vec<String> = (0..51).map(|number| format!("{number} {text}")).collect();
        let passages: Vec<Passage<'_>> = texts.windows(2).map(|pair| Passage::after(&pair[0], &pair[1])).collect();
        show(&format!("rerank 50 passages of {tokens} tokens, unread"), 50, || {
            black_box(model.score(&question, &passages, &cancel).expect("nobody calls it off"));
        });
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let readings = model.read(&texts, &cancel).expect("nobody calls it off");
        let behind = readings.windows(2).map(|pair| ReadPassage { reading: &pair[1], before: Some(&pair[0]) });
        let behind: Vec<ReadPassage<'_>> = behind.collect();
        show(&format!("rerank 50 passages of {tokens} tokens, kept readings"), 50, || {
            black_box(model.score_readings(&question, &behind, &cancel).expect("nobody calls it off"));
        });
    }
}
