//! `cofio-eval forgetting`: what was forgotten, deleted or erased is nowhere any more.
//!
//! Spaces are filled from the development chats and lived in; then memories are forgotten, deleted and erased, and
//! conversations deleted, forgotten and learned from again, at random. After each, and again after the next night, every
//! place that shows or loads anything is looked through for what should be gone.

mod act;
mod gone;

use std::collections::BTreeMap;
use std::sync::Arc;

use anyhow::ensure;
use clap::Args;
use cofio_domain::ports::{Embedder, Store};
use cofio_engine::Models;
use cofio_engine::compose::{Context, ContextQuery, SessionStart};
use cofio_store_sqlite::{Options, SqliteStore};

use super::life::Life;
use super::talks::{self, Person};
use crate::Place;
use crate::asked::Kept;
use crate::data::{self, Set};
use crate::roster;
use act::{Act, Chance};
use gone::Gone;

/// What is to be measured.
#[derive(Args)]
pub struct Wanted {
    #[command(flatten)]
    place: Place,
    /// How many acts of forgetting.
    #[arg(long, default_value_t = 500)]
    acts: usize,
    /// Another draw.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// So many findings are shown.
const SHOWN: usize = 30;

/// So many acts pass between two nights.
const A_DAY: usize = 10;

/// What was done, and what was found that should not have been.
#[derive(Debug, Default)]
struct Tally {
    acts: BTreeMap<&'static str, usize>,
    looks: usize,
    found: Vec<String>,
}

pub fn run(wanted: &Wanted) -> anyhow::Result<()> {
    data::require(&wanted.place.data)?;
    let embedder: Arc<dyn Embedder> = Arc::new(Kept::embedder(roster::built_in_embedder()?, &wanted.place.means())?);
    let models = Models { embedder: Some(embedder), reranker: None };
    let mut people = talks::halumem(&wanted.place.data)?;
    for set in [Set::LoCoMo, Set::RealTalk] {
        people.extend(talks::people(&wanted.place.data, set)?);
    }
    let mut chance = Chance::new(wanted.seed);
    let mut tally = Tally::default();
    let each = wanted.acts.div_ceil(people.len());
    for person in &people {
        let left = wanted.acts - tally.acts.values().sum::<usize>();
        let told = tally.found.len();
        forget(person, &models, each.min(left), &mut chance, &mut tally)?;
        let acts = tally.acts.values().sum::<usize>();
        eprintln!("  {acts} of {} acts, {} found that should be gone", wanted.acts, tally.found.len());
        tally.found.iter().skip(told).take(SHOWN).for_each(|found| eprintln!("    {found}"));
    }
    let acts: Vec<String> = tally.acts.iter().map(|(act, count)| format!("{act} {count}")).collect();
    println!("{} acts: {}", tally.acts.values().sum::<usize>(), acts.join(", "));
    println!("looked for what is gone {} times: found {} (must be 0)", tally.looks, tally.found.len());
    tally.found.iter().take(SHOWN).for_each(|found| println!("  {found}"));
    ensure!(tally.found.is_empty(), "something that should be gone is there");
    Ok(())
}

/// Lives a person's conversations in a folder, and forgets.
fn forget(person: &Person, models: &Models, acts: usize, chance: &mut Chance, tally: &mut Tally) -> anyhow::Result<()> {
    let Some(first) = person.talks.first() else { return Ok(()) };
    let folder = tempfile::tempdir()?;
    let options = Options { ballast_bytes: 0, ..Options::new(folder.path()) };
    let store: Arc<dyn Store> = Arc::new(SqliteStore::open(options)?);
    let life = Life::begin_on(store, first.begins(), models)?;
    for talk in &person.talks {
        life.hold(talk)?;
    }
    life.read_everything()?;
    life.sleep()?;
    let mut gone: Vec<Gone> = Vec::new();
    for number in 0..acts {
        life.clock.set(life.clock.get().plus_minutes(7));
        let running = Running::begin(&life, number)?;
        life.clock.set(life.clock.get().plus_minutes(7));
        let Some((act, new)) = Act::at_random(&life, chance)? else { continue };
        *tally.acts.entry(act.word()).or_default() += 1;
        let told = |found: String| format!("{} {}: {found}", person.name, act.word());
        tally.found.extend(running.changed(&life, act, &new)?.into_iter().map(told));
        for gone in &new {
            tally.looks += 1;
            tally.found.extend(gone.found(&life, folder.path())?.into_iter().map(told));
        }
        gone.extend(new);
        if (number + 1) % A_DAY == 0 || number + 1 == acts {
            life.clock.set(life.clock.get().plus_days(1));
            life.sleep()?;
            life.engine.run_job(&life.space, "consolidate.deep", None)?;
            for gone in &gone {
                tally.looks += 1;
                let told = |found: String| format!("{} after the night: {found}", person.name);
                tally.found.extend(gone.found(&life, folder.path())?.into_iter().map(told));
            }
        }
    }
    Ok(())
}

/// A conversation that is going on while things are forgotten.
struct Running {
    session: SessionStart,
    began: Context,
}

impl Running {
    fn begin(life: &Life, number: usize) -> anyhow::Result<Running> {
        let session = SessionStart { name: format!("running {number}"), began: life.clock.get() };
        let began = context(life, &session)?;
        Ok(Running { session, began })
    }

    /// Returns what is wrong with its block now: the baseline may only change by erasing, and the tail says what no longer
    /// holds by its handle and never in its words.
    fn changed(&self, life: &Life, act: Act, gone: &[Gone]) -> anyhow::Result<Vec<String>> {
        let now = context(life, &self.session)?;
        let mut wrong = Vec::new();
        if act != Act::Erase && now.baseline != self.began.baseline {
            wrong.push("the baseline of a running session has changed".to_owned());
        }
        for gone in gone.iter().filter(|gone| gone.is_told_by_its_words_alone(life)) {
            if act == Act::Erase && gone.is_in(&now.baseline) {
                wrong.push(format!("erased words stay in the baseline: {}", gone.words()));
            }
            if gone.is_in(&now.tail) {
                wrong.push(format!("the tail says it in its words: {}", gone.words()));
            }
            let line = self.began.loaded.iter().find(|line| gone.is_memory(&line.id));
            let named = |handle: &str| now.delta.contains(handle);
            if let Some(line) = line.filter(|line| act != Act::Erase && !named(&line.handle)) {
                wrong.push(format!("the tail does not name {}: {}", line.handle, gone.words()));
            }
        }
        Ok(wrong)
    }
}

fn context(life: &Life, session: &SessionStart) -> anyhow::Result<Context> {
    let query = ContextQuery { session: Some(session.clone()), ..ContextQuery::default() };
    Ok(life.engine.context(&life.space, &query)?)
}
