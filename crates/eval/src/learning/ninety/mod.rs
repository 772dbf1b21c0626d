//! `cofio-eval ninety`: ninety days of three people, with what memory did by itself each night and why.
//!
//! Conversations of the development chats are spread over ninety days; every night the jobs run, and on Sundays the deep
//! ones. What learning and the nights did to what was known is printed, and a sample of it was judged by the rubric in
//! `crates/eval/labels/README.md`. What a person asked to be remembered must be what it was, to the letter.

mod decision;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, ensure};
use clap::Args;
use cofio_domain::ports::Embedder;
use cofio_domain::time::Timestamp;
use cofio_engine::{Draft, Models};

use super::labels::{Labels, sample};
use super::life::Life;
use super::share::Share;
use super::talks::{self, Person};
use crate::Place;
use crate::asked::Kept;
use crate::data::{self, Set};
use crate::roster;
use decision::{Decision, Kind};

/// What is to be simulated.
#[derive(Args)]
pub struct Wanted {
    #[command(flatten)]
    place: Place,
    /// The verdicts.
    #[arg(long, default_value = "crates/eval/labels/ninety.tsv")]
    labels: PathBuf,
    /// Print every night with what was done, and not only how often.
    #[arg(long)]
    nights: bool,
    /// Print the decisions of the sample that nobody has judged, with their words, to be judged.
    #[arg(long)]
    unlabelled: bool,
    /// Print the decisions that were judged to be wrong.
    #[arg(long)]
    wrong: bool,
}

const DAYS: i64 = 90;

/// How many decisions are judged.
const SAMPLE: usize = 100;

/// What a decision must be judged as to count.
const RIGHT: &str = "right";

/// The day the simulation begins on: a Monday.
const BEGIN: &str = "2026-06-01T00:00:00Z";

/// What each person asks to be remembered at the beginning. Some of it their chats say otherwise.
const EXPLICIT: [&str; 6] = [
    "I prefer short answers",
    "I live in Reykjavik",
    "My favorite color is teal",
    "I have two cats",
    "I work as a beekeeper",
    "I love hiking",
];

pub fn run(wanted: &Wanted) -> anyhow::Result<()> {
    data::require(&wanted.place.data)?;
    let embedder: Arc<dyn Embedder> = Arc::new(Kept::embedder(roster::built_in_embedder()?, &wanted.place.means())?);
    let models = Models { embedder: Some(embedder), reranker: None };
    let mut people = talks::halumem(&wanted.place.data)?;
    people.truncate(2);
    people.extend(talks::people(&wanted.place.data, Set::LoCoMo)?.into_iter().next());
    ensure!(people.len() == 3, "there are conversations of {} people, not of three", people.len());

    let (mut decisions, mut explicit) = (Vec::new(), Share::default());
    for (number, person) in people.into_iter().enumerate() {
        println!("person {}: {} conversations", number + 1, person.talks.len());
        let lived = live(person, &models, wanted.nights)?;
        explicit.good += lived.explicit.good;
        explicit.all += lived.explicit.all;
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        lived.decisions.iter().for_each(|decision| *counts.entry(decision.kind.word()).or_default() += 1);
        let counts: Vec<String> = counts.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
        println!("  {} known after ninety days; {}", lived.known, counts.join(", "));
        decisions.extend(lived.decisions);
    }
    judged(wanted, decisions)?;
    println!("explicit memories unchanged:    {explicit}");
    ensure!(explicit.good == explicit.all, "something the person asked to be remembered was changed");
    Ok(())
}

/// What ninety days came to.
struct Lived {
    decisions: Vec<Decision>,
    known: usize,
    explicit: Share,
}

fn live(person: Person, models: &Models, show_nights: bool) -> anyhow::Result<Lived> {
    let begin: Timestamp = BEGIN.parse().context("it is a time")?;
    let life = Life::begin(begin, models)?;
    let mut asked = Vec::new();
    for words in EXPLICIT {
        let written = life.engine.remember(&life.space, &Draft::said(words))?;
        asked.extend(written.event.memory.map(|memory| (memory.id.to_string(), memory)));
    }
    let mut talks: Vec<(i64, _)> = Vec::new();
    let count = person.talks.len() as i64;
    for (place, talk) in person.talks.into_iter().enumerate() {
        let day = place as i64 * DAYS / count.max(1);
        let nth = talks.iter().filter(|(other, _)| *other == day).count() as i64;
        talks.push((day, talk.moved_to(begin.plus_days(day).plus_minutes(9 * 60 + nth * 120))));
    }
    let mut decisions = Vec::new();
    for day in 0..DAYS {
        let before = life.engine.place(&life.space)?;
        let mut place = String::new();
        for (_, talk) in talks.iter().filter(|(on, _)| *on == day) {
            life.hold(talk)?;
            place = talk.name.clone();
        }
        life.clock.set(begin.plus_days(day + 1).plus_minutes(3 * 60));
        life.sleep()?;
        if (day + 1) % 7 == 0 {
            life.clock.set(begin.plus_days(day + 1).plus_minutes(4 * 60));
            let ran = life.engine.run_job(&life.space, "consolidate.deep", None)?;
            ensure!(ran.outcome == "done", "consolidate.deep: {}", ran.error.unwrap_or_default());
        }
        let session = if place.is_empty() { format!("night/{}", day + 1) } else { place };
        let tonight = decision::since(&life, before, &session)?;
        if show_nights && !tonight.is_empty() {
            println!("  night {}:", day + 1);
            tonight.iter().for_each(|decision| println!("    {decision}"));
        }
        decisions.extend(tonight);
    }
    let mut explicit = Share::default();
    for (id, before) in asked {
        let now = life.engine.show(&life.space, &id)?.memory;
        explicit.add(now.claim == before.claim && now.status == before.status && now.version == before.version);
    }
    Ok(Lived { decisions, known: life.known()?.len(), explicit })
}

fn judged(wanted: &Wanted, mut decisions: Vec<Decision>) -> anyhow::Result<()> {
    let labels = Labels::read(&wanted.labels)?;
    // The same sentence said twice in a session is decided on twice, and judged once.
    decisions.sort_by(|one, other| one.subject.cmp(&other.subject));
    decisions.dedup_by(|one, other| one.subject == other.subject);
    // Maybes that nothing more came for go by the calendar: there is little to judge, and they would be most of it.
    let (dropped, decided): (Vec<Decision>, Vec<Decision>) =
        decisions.into_iter().partition(|decision| decision.kind == Kind::Dropped);
    let mut chosen = sample(decided, |decision| decision.subject.clone(), SAMPLE);
    let room = SAMPLE - chosen.len();
    chosen.extend(sample(dropped, |decision| decision.subject.clone(), room));
    let (mut labelled, mut right) = (Share::default(), Share::default());
    let mut by_kind: BTreeMap<&str, Share> = BTreeMap::new();
    for decision in &chosen {
        let verdict = labels.of(&decision.subject);
        labelled.add(verdict.is_some());
        let Some(verdict) = verdict else {
            if wanted.unlabelled {
                println!("{}\t?\t{decision}", decision.subject);
            }
            continue;
        };
        right.add(verdict == RIGHT);
        by_kind.entry(decision.kind.word()).or_default().add(verdict == RIGHT);
        if wanted.wrong && verdict != RIGHT {
            println!("  {verdict}: {decision}");
        }
    }
    println!("of the sample are judged:       {labelled}");
    println!("of those are right (aim 95 %):  {right}");
    by_kind.iter().for_each(|(kind, share)| println!("    {kind:<11} {share}"));
    Ok(())
}
