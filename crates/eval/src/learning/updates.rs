//! `cofio-eval updates`: is what was said last about something ranked above what it replaced?
//!
//! BEAM's and LongMemEval's questions about what has changed, on chats that were recorded and closed through the engine.
//! Counted twice: among the messages alone, and among everything that is found, where a memory stands for the messages
//! its present version was learned from.

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Context;
use clap::Args;
use cofio_domain::event::MessageRole;
use cofio_domain::evidence::Cited;
use cofio_domain::ports::{Embedder, Reranker};
use cofio_domain::time::Timestamp;
use cofio_engine::{Depth, Found, Item, Models, RecallQuery};
use serde_json::json;

use super::life::Life;
use super::share::Share;
use super::talks::{Spoken, Talk};
use crate::Place;
use crate::asked::{Kept, in_parallel};
use crate::data::{self, Collection, Question, Set, Sides};
use crate::roster;

/// What is to be measured.
#[derive(Args)]
pub struct Wanted {
    #[command(flatten)]
    place: Place,
    /// Only these sets; without it BEAM and LongMemEval.
    #[arg(long, value_delimiter = ',')]
    set: Vec<Set>,
    /// Show so many of those that failed, with what was found.
    #[arg(long, default_value_t = 0)]
    failures: usize,
    /// Write every question with its hits here.
    #[arg(long)]
    json: Option<PathBuf>,
}

/// How deep is looked at each question.
const DEPTHS: [(&str, Depth); 2] = [("fast", Depth::Fast), ("thorough", Depth::Thorough)];

/// How many hits are looked at.
const LIMIT: usize = 100;

/// Among what the newest is to be first.
const AMONG: [&str; 2] = ["messages", "memories and messages"];

/// What was found for a question.
struct Hit {
    /// The messages it stands for.
    units: Vec<usize>,
    is_message: bool,
    /// Whether the person said it.
    is_own: bool,
    /// Whether it says itself that something newer is known.
    flagged: bool,
    score: f64,
    text: String,
}

/// A question about what has changed, and what each depth found.
struct Asked {
    set: Set,
    text: String,
    stale: Vec<usize>,
    fresh: Vec<usize>,
    hits: Vec<Vec<Hit>>,
    said: BTreeMap<usize, (Timestamp, String)>,
}

impl Asked {
    /// The best place of each side. What says itself that it was replaced stands against nothing.
    fn places(&self, depth: usize, among: &str) -> (usize, usize) {
        let counted = |hit: &&Hit| hit.is_message || among == AMONG[1];
        let has = |hit: &Hit, wanted: &[usize]| hit.units.iter().any(|unit| wanted.contains(unit));
        let place = |wanted: &dyn Fn(&Hit) -> bool| {
            self.hits[depth].iter().filter(counted).position(wanted).unwrap_or(usize::MAX)
        };
        // A memory that has learned the newer value is not the older one, though it was learned from it too.
        let is_stale = |hit: &Hit| !hit.flagged && has(hit, &self.stale) && !has(hit, &self.fresh);
        (place(&is_stale), place(&|hit| has(hit, &self.fresh)))
    }

    fn is_newest_first(&self, depth: usize, among: &str) -> bool {
        let (stale, fresh) = self.places(depth, among);
        fresh < stale
    }
}

pub fn run(wanted: &Wanted) -> anyhow::Result<()> {
    data::require(&wanted.place.data)?;
    let means = wanted.place.means();
    let embedder: Arc<dyn Embedder> = Arc::new(Kept::embedder(roster::built_in_embedder()?, &means)?);
    let reranker: Arc<dyn Reranker> = Arc::new(Kept::reranker(roster::built_in_reranker()?, &means)?);
    let models = Models { embedder: Some(embedder), reranker: Some(reranker) };
    let sets = if wanted.set.is_empty() { vec![Set::Beam, Set::LongMemEval] } else { wanted.set.clone() };
    let (mut chats, mut unusable) = (Vec::new(), 0);
    for set in sets {
        for mut collection in data::collections(&wanted.place.data, set)? {
            collection.questions.retain(|question| matches!(question.sides, Some(Sides::Update { .. })));
            let before = collection.questions.len();
            collection.questions.retain(|question| !is_one_sided(question));
            unusable += before - collection.questions.len();
            if !collection.questions.is_empty() {
                chats.push((set, collection));
            }
        }
    }
    let mut done: BTreeMap<usize, Vec<Asked>> = BTreeMap::new();
    let work = |at: usize| Ok((at, ask(&chats[at], &models)?));
    in_parallel(wanted.place.threads, (0..chats.len()).collect(), work, |(at, asked)| {
        done.insert(at, asked);
        eprintln!("  {} of {} chats", done.len(), chats.len());
        Ok(())
    })?;
    let asked: Vec<Asked> = done.into_values().flatten().collect();
    print!("{}", table(&asked));
    if unusable > 0 {
        println!("{unusable} questions cite the same message as the older and the newer one, and are left out.");
    }
    let failed = asked.iter().filter(|asked| !asked.is_newest_first(1, AMONG[1]));
    failed.take(wanted.failures).for_each(|asked| print!("\n{}", told(asked)));
    if let Some(path) = &wanted.json {
        let text = serde_json::to_string_pretty(&asked.iter().map(as_json).collect::<Vec<_>>())? + "\n";
        std::fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

/// Whether the set cites the same message for both.
fn is_one_sided(question: &Question) -> bool {
    matches!(&question.sides, Some(Sides::Update { stale, fresh }) if stale.iter().any(|unit| fresh.contains(unit)))
}

/// Holds a chat session by session, and asks what has changed.
fn ask((set, collection): &(Set, Collection), models: &Models) -> anyhow::Result<Vec<Asked>> {
    let first = collection.units.first().context("a chat without a message")?.at;
    let life = Life::begin(first, models)?.with_every_domain()?;
    let mut units: HashMap<(String, u64), usize> = HashMap::new();
    let placed: Vec<_> = collection.units.iter().enumerate().collect();
    for said in placed.chunk_by(|(_, one), (_, other)| one.session == other.session) {
        let talk = Talk {
            name: format!("session-{}", said[0].1.session + 1),
            messages: said
                .iter()
                .map(|(_, unit)| Spoken { role: unit.role, name: None, text: unit.text.clone(), at: unit.at })
                .collect(),
        };
        let (recorded, _) = life.hold(&talk)?;
        for ((place, _), outcome) in said.iter().zip(&recorded.lines) {
            units.extend(outcome.index.map(|index| ((talk.name.clone(), index), *place)));
        }
    }
    let asked_at = collection.questions.iter().filter_map(|question| question.asked_at).max();
    life.clock.set(asked_at.unwrap_or(Timestamp::MIN).max(life.clock.get()));
    life.read_everything()?;
    collection.questions.iter().map(|question| answered(*set, collection, question, &life, &units)).collect()
}

fn answered(
    set: Set,
    collection: &Collection,
    question: &Question,
    life: &Life,
    units: &HashMap<(String, u64), usize>,
) -> anyhow::Result<Asked> {
    let Some(Sides::Update { stale, fresh }) = question.sides.clone() else { anyhow::bail!("no question of a change") };
    let mut hits = Vec::new();
    for (_, depth) in DEPTHS {
        let query = RecallQuery { limit: LIMIT, depth, ..RecallQuery::new(question.text.as_str()) };
        let found = life.engine.recall(&life.space, &query)?.hits;
        hits.push(found.into_iter().map(|found| hit(found, life, units)).collect::<anyhow::Result<Vec<_>>>()?);
    }
    let cited = stale.iter().chain(&fresh).filter(|_| stale.len() + fresh.len() < 20);
    let said = cited.map(|unit| (*unit, (collection.units[*unit].at, collection.units[*unit].text.clone()))).collect();
    Ok(Asked { set, text: question.text.clone(), stale, fresh, hits, said })
}

fn hit(found: Found, life: &Life, units: &HashMap<(String, u64), usize>) -> anyhow::Result<Hit> {
    let at = |session: &str, index: u64| units.get(&(session.to_owned(), index)).copied();
    let score = found.score;
    Ok(match found.item {
        Item::Message(hit) => Hit {
            units: at(&hit.session_name, hit.index).into_iter().collect(),
            is_message: true,
            is_own: hit.role == MessageRole::User,
            flagged: hit.newer.is_some(),
            score,
            text: hit.text,
        },
        Item::Memory(view) => {
            let evidence = life.engine.show(&life.space, &view.id.to_string())?.memory.evidence;
            let cited = evidence.iter().filter_map(|item| match &item.cites {
                Cited::Message { session, index } => at(session, *index),
                _ => None,
            });
            Hit {
                units: cited.collect(),
                is_message: false,
                is_own: true,
                flagged: false,
                score,
                text: view.claim.content,
            }
        }
        // What a conversation came to stands for none of its messages.
        Item::Episode(hit) => {
            Hit { units: Vec::new(), is_message: false, is_own: true, flagged: false, score, text: hit.text }
        }
        Item::Candidate(view) => {
            Hit { units: Vec::new(), is_message: false, is_own: true, flagged: false, score, text: view.claim.content }
        }
        Item::Proposal(_) | Item::Conflict(_) => {
            Hit { units: Vec::new(), is_message: false, is_own: true, flagged: false, score, text: String::new() }
        }
    })
}

fn table(asked: &[Asked]) -> String {
    let mut text =
        String::from("| set | among | depth | the newest is first (aim 90 %) |\n| --- | --- | --- | --- |\n");
    let mut line = |title: &str, of: &dyn Fn(&&Asked) -> bool| {
        for among in AMONG {
            for (depth, (name, _)) in DEPTHS.iter().enumerate() {
                let mut share = Share::default();
                asked.iter().filter(of).for_each(|asked| share.add(asked.is_newest_first(depth, among)));
                text.push_str(&format!("| {title} | {among} | {name} | {share} |\n"));
            }
        }
    };
    for set in [Set::Beam, Set::LongMemEval] {
        if asked.iter().any(|asked| asked.set == set) {
            line(set.title(), &|asked| asked.set == set);
        }
    }
    line("both", &|_| true);
    text
}

/// A question that failed, with the best that was found and whose side it is on.
fn told(asked: &Asked) -> String {
    let shown = |text: &str| text.chars().take(160).collect::<String>().replace('\n', " ");
    let place = |place: usize| if place == usize::MAX { "not found".into() } else { format!("place {}", place + 1) };
    let (stale, fresh) = asked.places(1, AMONG[1]);
    let mut text =
        format!("{}: {}\n  newer: {}, older: {}\n", asked.set.title(), asked.text, place(fresh), place(stale));
    for (unit, (at, said)) in &asked.said {
        let side = if asked.fresh.contains(unit) { "newer" } else { "older" };
        text.push_str(&format!("    {side} {at}: {}\n", shown(said)));
    }
    for (number, hit) in asked.hits[1].iter().enumerate().take(8) {
        let side = match () {
            () if hit.units.iter().any(|unit| asked.fresh.contains(unit)) => "newer",
            () if hit.units.iter().any(|unit| asked.stale.contains(unit)) => "older",
            () => "     ",
        };
        let what = if hit.is_message { "message" } else { "memory " };
        text.push_str(&format!("  {:>3} {:.3} {side} {what} {}\n", number + 1, hit.score, shown(&hit.text)));
    }
    text
}

fn as_json(asked: &Asked) -> serde_json::Value {
    let hits = |hits: &Vec<Hit>| {
        let hit = |hit: &Hit| json!({"units": hit.units, "message": hit.is_message, "own": hit.is_own, "flagged": hit.flagged, "score": hit.score, "text": hit.text});
        hits.iter().take(40).map(hit).collect::<Vec<_>>()
    };
    json!({
        "set": asked.set.key(), "question": asked.text, "stale": asked.stale, "fresh": asked.fresh,
        "fast": hits(&asked.hits[0]), "thorough": hits(&asked.hits[1]),
    })
}
