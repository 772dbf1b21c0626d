//! `cofio-eval hygiene`: how much of what is kept is worth keeping?
//!
//! A hundred sessions of real people (fifty chats with an assistant, fifty talks with another person) are recorded and
//! closed. A sample of what is known afterwards was judged by the rubric in `crates/eval/labels/README.md`. Then every
//! answer is fed back with the block that was put before it, in all the shapes it comes back in, and nothing may grow.

mod looped;
mod same;

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use cofio_domain::event::MessageRole;
use cofio_domain::ports::Embedder;
use cofio_engine::Models;

use super::labels::{Labels, Subject, sample};
use super::life::{Life, first_message, tokens};
use super::share::Share;
use super::talks::{self, Talk, Written};
use crate::Place;
use crate::asked::Kept;
use crate::data::{self, Set};
use crate::roster;

/// What is to be measured.
#[derive(Args)]
pub struct Wanted {
    #[command(flatten)]
    place: Place,
    /// The verdicts.
    #[arg(long, default_value = "crates/eval/labels/hygiene.tsv")]
    labels: PathBuf,
    /// Print the claims of the sample that nobody has judged, with their words, to be judged.
    #[arg(long)]
    unlabelled: bool,
    /// Print what was judged to be junk.
    #[arg(long)]
    junk: bool,
    /// Print what is taken for the same.
    #[arg(long)]
    duplicates: bool,
    /// Leave out what feeds answers back, which takes the longest.
    #[arg(long)]
    without_loop: bool,
}

/// How many sessions of each sort are held.
pub const SESSIONS: usize = 50;

/// How many claims are judged.
const SAMPLE: usize = 200;

/// What a claim must be judged as to be worth keeping.
const WORTH_KEEPING: &str = "fact";

/// Something that is known after the sessions.
struct Claim {
    subject: Subject,
    content: String,
    kind: String,
}

/// A space, and the conversations that were held in it.
struct Held {
    life: Life,
    talks: Vec<Talk>,
}

pub fn run(wanted: &Wanted) -> anyhow::Result<()> {
    data::require(&wanted.place.data)?;
    let embedder: Arc<dyn Embedder> = Arc::new(Kept::embedder(roster::built_in_embedder()?, &wanted.place.means())?);
    let models = Models { embedder: Some(embedder.clone()), reranker: None };
    let root = &wanted.place.data;
    // Each chat with an assistant is another person's, and gets a space of its own.
    let chats: Vec<Vec<Talk>> =
        talks::chats(root, Written::ByPeople)?.into_iter().take(SESSIONS).map(|talk| vec![talk]).collect();
    let each = SESSIONS / talks::people(root, Set::RealTalk)?.len().max(1);
    let people: Vec<Vec<Talk>> = talks::people(root, Set::RealTalk)?
        .into_iter()
        .map(|person| person.talks.into_iter().take(each).collect())
        .collect();
    let played: Vec<Vec<Talk>> =
        talks::chats(root, Written::ByAMachine)?.into_iter().take(SESSIONS).map(|talk| vec![talk]).collect();
    let chats = held(chats, &models)?;
    let people = held(people, &models)?;
    let played = held(played, &models)?;

    let sessions: usize = chats.iter().chain(&people).map(|held| held.talks.len()).sum();
    let mut claims = Vec::new();
    for held in chats.iter().chain(&people) {
        claims.extend(claims_of(&held.life)?);
    }
    println!("{sessions} sessions of real people, {} claims known afterwards\n", claims.len());
    judged(wanted, claims)?;

    let mut same = Share::default();
    for held in chats.iter().chain(&people) {
        let contents: Vec<String> = held.life.known()?.into_iter().map(|view| view.claim.content).collect();
        let found = same::repeated(&contents, &*embedder)?;
        if wanted.duplicates {
            found.iter().for_each(|(one, other)| println!("  same: {one}\n        {other}"));
        }
        same.good += found.len();
        same.all += contents.len();
    }
    println!("say what another says:          {same}");
    for (title, held) in [("real chats", &chats), ("played chats", &played)] {
        let (mut memory, mut said) = (0, 0);
        for held in held {
            memory += held.life.known()?.iter().map(|view| tokens(&view.claim.content)).sum::<usize>();
            said +=
                held.talks.iter().flat_map(|talk| &talk.messages).map(|message| tokens(&message.text)).sum::<usize>();
        }
        let rate = 10_000.0 * memory as f64 / said.max(1) as f64;
        println!("memory per 10,000 tokens of {title:<13} {rate:.0} tokens ({memory} of {said}; aim 200 to 500)");
    }
    if !wanted.without_loop {
        let mut fed = looped::Fed::default();
        for held in chats.iter().chain(&people) {
            fed.feed_back(held)?;
        }
        println!("{fed}");
    }
    Ok(())
}

/// Holds conversations, each list of them in a space of its own.
fn held(all: Vec<Vec<Talk>>, models: &Models) -> anyhow::Result<Vec<Held>> {
    let mut held = Vec::new();
    for talks in all {
        let Some(first) = talks.first() else { continue };
        let life = Life::begin(first.begins(), models)?;
        for talk in &talks {
            life.hold(talk)?;
        }
        held.push(Held { life, talks });
    }
    Ok(held)
}

fn claims_of(life: &Life) -> anyhow::Result<Vec<Claim>> {
    let known = life.known()?.into_iter().filter_map(|view| {
        let message = first_message(&view.evidence)?;
        let subject = Subject::of(&message, &view.claim.content);
        Some(Claim { subject, kind: view.claim.kind.to_string(), content: view.claim.content })
    });
    Ok(known.collect())
}

fn judged(wanted: &Wanted, claims: Vec<Claim>) -> anyhow::Result<()> {
    let labels = Labels::read(&wanted.labels)?;
    let sample = sample(claims, |claim| claim.subject.clone(), SAMPLE);
    let (mut labelled, mut junk) = (Share::default(), Share::default());
    let mut by_verdict: std::collections::BTreeMap<&str, usize> = std::collections::BTreeMap::new();
    for claim in &sample {
        let verdict = labels.of(&claim.subject);
        labelled.add(verdict.is_some());
        let Some(verdict) = verdict else {
            if wanted.unlabelled {
                println!("{}\t?\t[{}] {}", claim.subject, claim.kind, claim.content);
            }
            continue;
        };
        junk.add(verdict != WORTH_KEEPING);
        *by_verdict.entry(verdict).or_default() += 1;
        if wanted.junk && verdict != WORTH_KEEPING {
            println!("  {verdict}: [{}] {} ({})", claim.kind, claim.content, claim.subject.message);
        }
    }
    println!("of the sample are judged:       {labelled}");
    println!("of those are junk:              {junk}");
    let verdicts: Vec<String> = by_verdict.iter().map(|(verdict, count)| format!("{verdict} {count}")).collect();
    println!("                                {}", verdicts.join(", "));
    Ok(())
}

/// The messages of the person themselves.
fn own(talk: &Talk) -> impl Iterator<Item = &str> {
    talk.messages.iter().filter(|message| message.role == MessageRole::User).map(|message| message.text.as_str())
}
