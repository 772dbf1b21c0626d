//! Drives memrust through the tasks of `driver.py`: a folder for each conversation, as its server keeps namespaces.

use std::collections::{BTreeSet, HashMap};
use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, bail};
use memrust::{MemoryEngine, MemoryKind, RecallRequest, RememberRequest};
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize)]
struct Turn {
    space: String,
    spoken: String,
    vector: usize,
}

#[derive(Deserialize)]
struct Question {
    space: String,
    text: String,
}

/// How many hits are asked for.
const TOP: usize = 10;

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [task, plan, store, rest @ ..] = arguments.as_slice() else { bail!("usage: TASK PLAN STORE …") };
    let (plan, mut peer) = (Path::new(plan), Peer { folder: store.into(), engines: HashMap::new() });
    let figures = match (task.as_str(), rest) {
        ("add", rest) => add(plan, &mut peer, option(rest, "--first")?)?,
        ("ask", rest) => ask(plan, &mut peer, option(rest, "--rounds")?.unwrap_or(3), option(rest, "--questions")?)?,
        ("write", [from, count]) => write(plan, &mut peer, from.parse()?, count.parse()?)?,
        ("find", [from, count]) => find(plan, &mut peer, from.parse()?, count.parse()?)?,
        ("forget", [number]) => forget(plan, &mut peer, number.parse()?)?,
        _ => bail!("there is no such task"),
    };
    println!("{figures}");
    Ok(())
}

fn option(arguments: &[String], name: &str) -> Result<Option<usize>> {
    let place = arguments.iter().position(|argument| argument == name);
    place.map(|place| Ok(arguments.get(place + 1).context("a number is missing")?.parse()?)).transpose()
}

/// An engine for each conversation.
struct Peer {
    folder: PathBuf,
    engines: HashMap<String, MemoryEngine>,
}

impl Peer {
    fn engine(&mut self, space: &str) -> Result<&mut MemoryEngine> {
        if !self.engines.contains_key(space) {
            self.engines.insert(space.into(), MemoryEngine::open(&self.folder.join(space))?);
        }
        Ok(self.engines.get_mut(space).expect("it was just opened"))
    }

    fn add(&mut self, number: usize, turn: &Turn, vector: &[f32]) -> Result<()> {
        let request = RememberRequest {
            text: turn.spoken.clone(),
            kind: MemoryKind::Episodic,
            metadata: Some(json!({ "number": number })),
            embedding: Some(vector.to_vec()),
            ..RememberRequest::default()
        };
        self.engine(&turn.space)?.remember(request)?;
        Ok(())
    }

    fn search(&mut self, question: &Question, vector: &[f32]) -> Result<Vec<u64>> {
        let request = RecallRequest {
            query: question.text.clone(),
            top_k: Some(TOP),
            query_embedding: Some(vector.to_vec()),
            ..RecallRequest::default()
        };
        let hits = self.engine(&question.space)?.recall(&request);
        Ok(hits.iter().filter_map(|hit| number_of(hit.record.metadata.as_ref())).collect())
    }
}

fn number_of(metadata: Option<&Value>) -> Option<u64> {
    metadata?.get("number")?.as_u64()
}

fn add(plan: &Path, peer: &mut Peer, first: Option<usize>) -> Result<Value> {
    let vectors = Vectors::read(&plan.join("turns.npy"))?;
    let mut add_ms = Vec::new();
    for (number, turn) in lines::<Turn>(&plan.join("turns.jsonl"))?.iter().enumerate().take(first.unwrap_or(usize::MAX)) {
        let began = Instant::now();
        peer.add(number, turn, vectors.row(turn.vector))?;
        add_ms.push(began.elapsed().as_secs_f64() * 1e3);
    }
    let began = Instant::now();
    // What its server does from time to time.
    for engine in peer.engines.values_mut() {
        engine.run_lifecycle()?;
    }
    Ok(json!({ "add_ms": add_ms, "rest_ms": began.elapsed().as_secs_f64() * 1e3, "peak_kb": peak_kb()? }))
}

fn ask(plan: &Path, peer: &mut Peer, rounds: usize, most: Option<usize>) -> Result<Value> {
    let questions: Vec<Question> = lines(&plan.join("questions.jsonl"))?;
    let questions = &questions[..most.unwrap_or(usize::MAX).min(questions.len())];
    let vectors = Vectors::read(&plan.join("questions.npy"))?;
    let mut best = vec![f64::INFINITY; questions.len()];
    let (mut first_round_ms, mut hits) = (Vec::new(), Vec::new());
    for round in 0..rounds {
        for (place, question) in questions.iter().enumerate() {
            let began = Instant::now();
            let found = peer.search(question, vectors.row(place))?;
            let took = began.elapsed().as_secs_f64() * 1e3;
            best[place] = best[place].min(took);
            if round > 0 {
                continue;
            }
            if place == 0 {
                say("answered")?;
            }
            first_round_ms.push(took);
            hits.push(found);
        }
    }
    Ok(json!({ "ms": best, "first_round_ms": first_round_ms, "hits": hits, "peak_kb": peak_kb()? }))
}

fn write(plan: &Path, peer: &mut Peer, from: usize, count: usize) -> Result<Value> {
    let turns: Vec<Turn> = lines(&plan.join("turns.jsonl"))?;
    let vectors = Vectors::read(&plan.join("turns.npy"))?;
    let opened = peer.engine(&turns[from].space).map(|_| ());
    say("ready")?;
    std::io::stdin().lock().read_line(&mut String::new())?;
    let mut why = opened.err();
    let mut accepted = 0;
    if why.is_none() {
        for (number, turn) in turns.iter().enumerate().skip(from).take(count) {
            match peer.add(number, turn, vectors.row(turn.vector)) {
                Ok(()) => accepted += 1,
                Err(error) => why = Some(error),
            }
        }
    }
    let why = why.map(|error| error.to_string());
    Ok(json!({ "accepted": accepted, "refused": count - accepted, "why": why }))
}

fn find(plan: &Path, peer: &mut Peer, from: usize, count: usize) -> Result<Value> {
    let turns: Vec<Turn> = lines(&plan.join("turns.jsonl"))?;
    let mut found = 0;
    for (number, turn) in turns.iter().enumerate().skip(from).take(count) {
        let (_, records) = peer.engine(&turn.space)?.list_memories(0, usize::MAX);
        let numbers: BTreeSet<u64> = records.iter().filter_map(|record| number_of(record.metadata.as_ref())).collect();
        found += usize::from(numbers.contains(&(number as u64)));
    }
    Ok(json!({ "found": found }))
}

fn forget(plan: &Path, peer: &mut Peer, number: usize) -> Result<Value> {
    let turns: Vec<Turn> = lines(&plan.join("turns.jsonl"))?;
    let engine = peer.engine(&turns[number].space)?;
    let (_, records) = engine.list_memories(0, usize::MAX);
    let is_it = |metadata: Option<&Value>| number_of(metadata) == Some(number as u64);
    let record = records.iter().find(|record| is_it(record.metadata.as_ref())).context("it is not there")?;
    engine.forget(record.id)?;
    Ok(json!({}))
}

/// A matrix as numpy saves it.
struct Vectors {
    columns: usize,
    values: Vec<f32>,
}

impl Vectors {
    fn read(path: &Path) -> Result<Vectors> {
        let bytes = std::fs::read(path)?;
        let header = 10 + usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
        let shape = std::str::from_utf8(&bytes[10..header])?.split("'shape': (").nth(1).context("it has no shape")?;
        let columns = shape.split([',', ')']).nth(1).context("it is no matrix")?.trim().parse()?;
        let number = |bytes: &[u8]| f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
        Ok(Vectors { columns, values: bytes[header..].chunks_exact(4).map(number).collect() })
    }

    fn row(&self, number: usize) -> &[f32] {
        &self.values[number * self.columns..][..self.columns]
    }
}

fn lines<T: serde::de::DeserializeOwned>(path: &Path) -> Result<Vec<T>> {
    let text = std::fs::read_to_string(path)?;
    text.lines().map(|line| Ok(serde_json::from_str(line)?)).collect()
}

fn say(line: &str) -> Result<()> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{line}")?;
    Ok(out.flush()?)
}

/// The most memory this process ever had, as Linux counts it; nothing elsewhere.
fn peak_kb() -> Result<u64> {
    let Ok(status) = std::fs::read_to_string("/proc/self/status") else { return Ok(0) };
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).context("no VmHWM")?;
    Ok(line.trim().trim_end_matches(" kB").parse()?)
}
