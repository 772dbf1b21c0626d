//! `cofio-eval peer`: what does Cofio cost beside what a person would use instead?
//!
//! Here is our side: the plan that everybody works off, and Cofio driven with the same words as the others. Who the
//! others are, how they are driven and what becomes of the figures is in `tools/bench-peers`.

mod given;
mod plan;
mod store;

use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::Context;
use clap::{Args, Subcommand};
use serde::Serialize;

use crate::Place;
use given::Given;
use plan::Plan;
use store::Cofio;

#[derive(Subcommand)]
pub enum Task {
    /// Writes the turns, the questions and the vectors of both into a folder, for everybody to work off.
    Plan {
        #[command(flatten)]
        place: Place,
        #[command(flatten)]
        wanted: plan::Wanted,
        /// Where to write them.
        #[arg(long)]
        out: PathBuf,
    },
    /// Adds every turn, one by one, each on disk before the next.
    Add {
        #[command(flatten)]
        on: On,
        /// Only the first so many.
        #[arg(long)]
        first: Option<usize>,
        /// Give each turn its vector before the next one, in place of a session at a time.
        #[arg(long)]
        vector_with_each: bool,
    },
    /// Asks every question, and says when the first one was answered.
    Ask {
        #[command(flatten)]
        on: On,
        /// How often each is asked; the best time counts.
        #[arg(long, default_value_t = 3)]
        rounds: usize,
        /// Only the first so many.
        #[arg(long)]
        questions: Option<usize>,
    },
    /// Adds some turns while others add theirs.
    Write {
        #[command(flatten)]
        on: On,
        from: usize,
        count: usize,
    },
    /// Counts how many of some turns are there.
    Find {
        #[command(flatten)]
        on: On,
        from: usize,
        count: usize,
    },
    /// Erases a turn for good.
    Forget {
        #[command(flatten)]
        on: On,
        turn: usize,
    },
}

/// What is worked off, and where.
#[derive(Args)]
pub struct On {
    /// The folder with the plan.
    plan: PathBuf,
    /// The folder of the store.
    store: PathBuf,
}

/// What adding took.
#[derive(Serialize)]
struct Added {
    /// Each turn, until it was on disk.
    add_ms: Vec<f64>,
    /// The vectors, and closing.
    rest_ms: f64,
    /// How many texts the plan had no vector of, because something was taken out of them.
    embedded_anew: usize,
    peak_kb: u64,
}

/// What asking took, and what was found.
#[derive(Serialize)]
struct Asked {
    ms: Vec<f64>,
    first_round_ms: Vec<f64>,
    /// The numbers of the turns found for each question, best first.
    hits: Vec<Vec<usize>>,
    peak_kb: u64,
}

/// How many hits are asked for.
const TOP: usize = 10;

pub fn run(task: Task) -> anyhow::Result<()> {
    match task {
        Task::Plan { place, wanted, out } => {
            let plan = Plan::make(&place, &wanted)?;
            plan.write(&out)?;
            println!("{} turns and {} questions in {}", plan.turns.len(), plan.questions.len(), out.display());
            Ok(())
        }
        Task::Add { on, first, vector_with_each } => tell(&add(&on, first, vector_with_each)?),
        Task::Ask { on, rounds, questions } => tell(&ask(&on, rounds, questions)?),
        Task::Write { on, from, count } => write(&on, from, count),
        Task::Find { on, from, count } => {
            let turns = plan::turns(&on.plan)?.skip(from).take(count).collect::<anyhow::Result<Vec<_>>>()?;
            tell(&serde_json::json!({ "found": open(&on, nothing(&on)?)?.count(&turns)? }))
        }
        Task::Forget { on, turn } => forget(&on, turn),
    }
}

fn open(on: &On, given: Given) -> anyhow::Result<Cofio> {
    Cofio::open(&on.store, plan::now(&on.plan)?, given)
}

/// No vectors, where nothing is to be embedded.
fn nothing(on: &On) -> anyhow::Result<Given> {
    Given::questions(&on.plan, &[])
}

fn add(on: &On, first: Option<usize>, vector_with_each: bool) -> anyhow::Result<Added> {
    let given = Given::turns(&on.plan)?;
    let misses = given.misses();
    let mut cofio = open(on, given)?;
    let mut add_ms = Vec::new();
    let mut rest_ms = 0.0;
    let mut last: Option<(String, String)> = None;
    for turn in plan::turns(&on.plan)?.take(first.unwrap_or(usize::MAX)) {
        let turn = turn?;
        let session = (turn.space.clone(), turn.session.clone());
        if let Some((space, _)) = last.as_ref().filter(|last| **last != session) {
            rest_ms += timed(|| cofio.give_vectors(space))?.1;
        }
        let ((), mut took) = timed(|| cofio.add(&turn))?;
        if vector_with_each {
            took += timed(|| cofio.give_vectors(&turn.space))?.1;
        }
        add_ms.push(took);
        last = Some(session);
    }
    if let Some((space, _)) = &last {
        rest_ms += timed(|| cofio.give_vectors(space))?.1;
    }
    rest_ms += timed(move || {
        drop(cofio);
        Ok(())
    })?
    .1;
    Ok(Added { add_ms, rest_ms, embedded_anew: misses.count(), peak_kb: peak_kb()? })
}

fn ask(on: &On, rounds: usize, most: Option<usize>) -> anyhow::Result<Asked> {
    let mut questions = plan::questions(&on.plan)?;
    questions.truncate(most.unwrap_or(usize::MAX));
    let mut cofio = open(on, Given::questions(&on.plan, &questions)?)?;
    let mut best = vec![f64::INFINITY; questions.len()];
    let mut first_round_ms = Vec::new();
    let mut found = Vec::new();
    for round in 0..rounds {
        for (place, question) in questions.iter().enumerate() {
            let (hits, took) = timed(|| cofio.ask(question, TOP))?;
            best[place] = best[place].min(took);
            if round > 0 {
                continue;
            }
            if place == 0 {
                say("answered")?;
            }
            first_round_ms.push(took);
            found.push(hits);
        }
    }
    let peak_kb = peak_kb()?;
    let numbers = plan::numbers(&on.plan)?;
    let number = |hit: &store::Hit| numbers.get(hit).copied().context("something was found that was never said");
    let hits = found.iter().map(|hits| hits.iter().map(number).collect()).collect::<anyhow::Result<_>>()?;
    Ok(Asked { ms: best, first_round_ms, hits, peak_kb })
}

/// Opens the store, waits until everybody has, and adds.
fn write(on: &On, from: usize, count: usize) -> anyhow::Result<()> {
    let turns = plan::turns(&on.plan)?.skip(from).take(count).collect::<anyhow::Result<Vec<_>>>()?;
    let mut cofio = open(on, nothing(on)?)?;
    cofio.enter(&turns[0].space)?;
    say("ready")?;
    std::io::stdin().lock().read_line(&mut String::new())?;
    let refused: Vec<String> =
        turns.iter().filter_map(|turn| cofio.add(turn).err()).map(|error| error.to_string()).collect();
    let accepted = turns.len() - refused.len();
    tell(&serde_json::json!({ "accepted": accepted, "refused": refused.len(), "why": refused.first() }))
}

fn forget(on: &On, number: usize) -> anyhow::Result<()> {
    let turn = plan::turns(&on.plan)?.nth(number).context("there is no such turn")??;
    let forms = Given::turns(&on.plan)?.forms(&turn)?;
    let mut cofio = open(on, Given::turns(&on.plan)?)?;
    let receipt = cofio.erase(&turn)?;
    tell(&serde_json::json!({ "receipt": receipt, "forms": forms }))
}

/// Does something and says how many milliseconds it took.
fn timed<T>(work: impl FnOnce() -> anyhow::Result<T>) -> anyhow::Result<(T, f64)> {
    let began = Instant::now();
    let done = work()?;
    Ok((done, began.elapsed().as_secs_f64() * 1e3))
}

fn tell(figures: &impl Serialize) -> anyhow::Result<()> {
    say(&serde_json::to_string(figures)?)
}

/// Writes a line for whoever waits for it.
fn say(line: &str) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{line}")?;
    Ok(out.flush()?)
}

/// The most memory this process ever had, as Linux counts it; nothing elsewhere.
fn peak_kb() -> anyhow::Result<u64> {
    let Ok(status) = std::fs::read_to_string(Path::new("/proc/self/status")) else { return Ok(0) };
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).context("no VmHWM")?;
    Ok(line.trim().trim_end_matches(" kB").parse()?)
}
