//! `cofio-eval extraction`: how much of what people wrote down as known is extracted, and how much else.

mod floors;
mod lexicon;
mod matching;
mod report;
pub mod sets;

use std::collections::BTreeSet;
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use cofio_domain::ports::{Mode, Vector};
use cofio_language::extract::{Act, Extracted, Extractor, Message, Role, Speaker};

use crate::Place;
use crate::asked::Embeddings;
use crate::roster;

use floors::Floor;
use matching::{LEXICAL, Tally, greedy, stem_f1, telling};
use sets::{Annotated, Said, Wording};

/// Two texts say the same when the cosine of their vectors under the built-in embedder is at least this.
///
/// The protocol says 0.60 under all-MiniLM-L6-v2. Our embedder's cosines lie elsewhere; this is where it accepts as many
/// of the pairs of facts and sentences as MiniLM does at 0.60 (`--calibrate`).
pub const SEMANTIC: f64 = 0.727;

/// How many of the messages before are given with each.
const BEFORE: usize = 6;

/// What is to be measured.
#[derive(Args)]
pub struct Wanted {
    #[command(flatten)]
    place: Place,
    /// Write the figures here as well.
    #[arg(long)]
    json: Option<PathBuf>,
    /// Print this many examples of each sort: missed, made up, matched.
    #[arg(long, default_value_t = 0)]
    examples: usize,
    /// Only these sets.
    #[arg(long, value_delimiter = ',')]
    only: Vec<String>,
    /// Find the cosine of the built-in embedder that stands for MiniLM's 0.60.
    #[arg(long)]
    calibrate: bool,
    /// Only our extractor, and nothing taken from its lists.
    #[arg(long)]
    quick: bool,
    /// Write the signs of every possible claim and whether a fact matches it, a line each, for tools/extraction/fit.
    #[arg(long)]
    signs: Option<PathBuf>,
}

/// What one extractor reached on one set.
#[derive(Debug, Clone)]
pub struct Row {
    pub set: &'static str,
    pub extractor: String,
    pub lexical: Tally,
    pub semantic: Tally,
    /// Of the planted points: how many there are; how many some claim is alike; how many are nearer to such a claim than
    /// any fact is; and how many of those it says what no fact says, so that it was stored.
    pub planted: [usize; 4],
}

pub fn run(wanted: &Wanted) -> anyhow::Result<()> {
    let mut sets = sets::read(&wanted.place.data)?;
    sets.retain(|set| wanted.only.is_empty() || wanted.only.iter().any(|only| only == set.key));
    let mut embeddings = Embeddings::new(roster::built_in_embedder()?, &wanted.place.means())?;
    if wanted.calibrate {
        return report::calibrate(&sets, &mut embeddings, &wanted.place);
    }
    let mut rows = Vec::new();
    let mut took = Vec::new();
    for set in &sets {
        eprintln!("{}: {} facts in {} units", set.title, set.count(), set.facts.len());
        if !wanted.quick {
            for floor in Floor::ALL.into_iter().filter(|floor| floor.is_for(set)) {
                let claims = floor.extract(set);
                rows.push(Judged::new(set, &claims, &mut embeddings)?.row(floor.title()));
            }
        }
        let standard = Extractor::standard();
        if let Some(path) = &wanted.signs {
            report::signs(path, set, standard, &mut embeddings)?;
        }
        let began = std::time::Instant::now();
        let claims = wordings(set, &extracted(standard, set));
        took.push((set.title, began.elapsed(), set.sessions.iter().map(Vec::len).sum::<usize>()));
        let judged = Judged::new(set, &claims, &mut embeddings)?;
        rows.push(judged.row("cofio"));
        if wanted.examples > 0 {
            report::examples(set, &claims, &judged, wanted.examples);
        }
        if !wanted.quick {
            rows.extend(lexicon::rows(set, &claims, &mut embeddings)?);
        }
    }
    print!("{}{}", report::table(&rows), report::speed(&took));
    if let Some(path) = &wanted.json {
        let text = serde_json::to_string_pretty(&report::json(&rows))? + "\n";
        std::fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

/// Runs an extractor over every session of a set, and returns what it found by unit.
fn extracted(extractor: &Extractor, set: &Annotated) -> Vec<Vec<Extracted>> {
    let mut found = vec![Vec::new(); set.facts.len()];
    for session in &set.sessions {
        let messages: Vec<Message<'_>> = session.iter().map(message).collect();
        for (at, claim) in extractor.session(&messages) {
            found[session[at].unit].push(claim);
        }
    }
    found
}

pub fn message(said: &Said) -> Message<'_> {
    let role = if said.by_assistant { Role::Assistant } else { Role::Person };
    Message { text: &said.text, speaker: Speaker { name: Some(&said.speaker), role }, at: &said.at }
}

/// The claims as the set words its facts; what takes something back is none.
fn wordings(set: &Annotated, found: &[Vec<Extracted>]) -> Vec<Vec<String>> {
    let is_claim = |claim: &&Extracted| !matches!(claim.act, Act::Forget | Act::Affirm);
    found.iter().map(|unit| unit.iter().filter(is_claim).map(|claim| wording(set, claim)).collect()).collect()
}

pub fn wording(set: &Annotated, claim: &Extracted) -> String {
    match set.wording {
        Wording::OwnWords => claim.said.clone(),
        Wording::ThirdPerson => claim.content.clone(),
    }
}

/// How alike the claims of every unit are to its facts.
pub struct Judged<'j> {
    set: &'j Annotated,
    claim_stems: Vec<Vec<BTreeSet<String>>>,
    pub lexical: Vec<matching::Likeness>,
    pub semantic: Vec<matching::Likeness>,
    pub planted: Vec<matching::Likeness>,
}

impl<'j> Judged<'j> {
    pub fn new(set: &'j Annotated, claims: &[Vec<String>], embeddings: &mut Embeddings) -> anyhow::Result<Judged<'j>> {
        let claim_stems = stems_of(claims);
        let fact_stems = stems_of(&set.facts);
        let claim_vectors = vectors_of(claims, embeddings)?;
        let fact_vectors = vectors_of(&set.facts, embeddings)?;
        let planted_vectors = vectors_of(&set.planted, embeddings)?;
        let cosine = |one: &Vector, other: &Vector| one.dot(other).map_or(0.0, f64::from);
        let table = |one: &Vec<Vec<Vector>>, other: &Vec<Vec<Vector>>| {
            one.iter().zip(other).map(|(one, other)| likeness(one, other, cosine)).collect()
        };
        Ok(Judged {
            set,
            lexical: claim_stems.iter().zip(&fact_stems).map(|(one, other)| likeness(one, other, stem_f1)).collect(),
            semantic: table(&claim_vectors, &fact_vectors),
            planted: table(&claim_vectors, &planted_vectors),
            claim_stems,
        })
    }

    pub fn row(&self, extractor: &str) -> Row {
        self.row_of(extractor, |_| true)
    }

    /// The same over some of the units.
    pub fn row_of(&self, extractor: &str, counts: impl Fn(usize) -> bool) -> Row {
        let mut row = Row {
            set: self.set.title,
            extractor: extractor.to_owned(),
            lexical: Tally::default(),
            semantic: Tally::default(),
            planted: [0; 4],
        };
        for unit in (0..self.set.facts.len()).filter(|unit| counts(*unit)) {
            let (claims, facts) = (self.semantic[unit].len(), self.set.facts[unit].len());
            row.lexical.add(claims, facts, greedy(&self.lexical[unit], LEXICAL).len());
            row.semantic.add(claims, facts, greedy(&self.semantic[unit], SEMANTIC).len());
            self.count_planted(unit, &mut row.planted);
        }
        row
    }

    fn count_planted(&self, unit: usize, counts: &mut [usize; 4]) {
        for planted in 0..self.set.planted[unit].len() {
            let (alike, nearest) = self.near_planted(unit, planted);
            let stored = self.stores(unit, planted).is_some();
            let counted = [true, alike, !nearest.is_empty(), stored];
            counts.iter_mut().zip(counted).for_each(|(count, holds)| *count += usize::from(holds));
        }
    }

    /// Whether a claim is alike a planted point, and the claims that are more like it than like any fact.
    fn near_planted(&self, unit: usize, planted: usize) -> (bool, Vec<usize>) {
        let like = |claim: usize| self.planted[unit][claim][planted];
        let best_fact = |claim: usize| self.semantic[unit][claim].iter().copied().fold(0.0, f64::max);
        let alike: Vec<usize> = (0..self.planted[unit].len()).filter(|claim| like(*claim) >= SEMANTIC).collect();
        (!alike.is_empty(), alike.into_iter().filter(|claim| like(*claim) > best_fact(*claim)).collect())
    }

    /// The claim that stores a planted point: more like it than like any fact, and saying what no fact says.
    pub fn stores(&self, unit: usize, planted: usize) -> Option<usize> {
        self.near_planted(unit, planted).1.into_iter().find(|claim| self.says(unit, *claim, planted))
    }

    /// Whether a claim has at least half of the words by which a planted point differs from every fact of its session
    /// (of all its words, where none is its own), and does not deny it.
    fn says(&self, unit: usize, claim: usize, planted: usize) -> bool {
        let told: BTreeSet<String> = self.set.facts[unit].iter().flat_map(|fact| telling(fact)).collect();
        let all = telling(&self.set.planted[unit][planted]);
        let own: BTreeSet<String> = all.difference(&told).cloned().collect();
        let wanted = if own.is_empty() { &all } else { &own };
        let claim = &self.claim_stems[unit][claim];
        let denies = |stems: &BTreeSet<String>| ["not", "never", "no"].iter().any(|word| stems.contains(*word));
        wanted.intersection(claim).count() * 2 >= wanted.len() && denies(claim) == denies(&all)
    }
}

fn likeness<T>(claims: &[T], facts: &[T], alike: impl Fn(&T, &T) -> f64) -> matching::Likeness {
    claims.iter().map(|claim| facts.iter().map(|fact| alike(claim, fact)).collect()).collect()
}

fn stems_of(texts: &[Vec<String>]) -> Vec<Vec<BTreeSet<String>>> {
    texts.iter().map(|unit| unit.iter().map(|text| telling(text)).collect()).collect()
}

pub fn vectors_of(texts: &[Vec<String>], embeddings: &mut Embeddings) -> anyhow::Result<Vec<Vec<Vector>>> {
    let flat: Vec<&str> = texts.iter().flatten().map(String::as_str).collect();
    let mut vectors = embeddings.of(Mode::Document, &flat)?.into_iter();
    Ok(texts.iter().map(|unit| vectors.by_ref().take(unit.len()).collect()).collect())
}
