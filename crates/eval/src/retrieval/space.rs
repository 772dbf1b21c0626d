//! A conversation in a space of its own, recorded through the engine's public face and asked through it.

use std::collections::HashMap;
use std::sync::Arc;

use anyhow::{Context, ensure};
use cofio_domain::event::MessageRole;
use cofio_domain::ports::{Cancel, Clock, Store};
use cofio_domain::session::Surface;
use cofio_domain::space::SpaceHandle;
use cofio_domain::time::Timestamp;
use cofio_engine::{Depth, Engine, Item, MessageLine, Models, RecallQuery, Recording, Settings, Weights};
use cofio_store_sqlite::SqliteStore;

use crate::clock::Numbered;
use crate::data::{Collection, Question, Unit};

/// How many hits are looked at: enough to fill the largest budget of tokens.
pub const DEEP: usize = 200;
/// Enough to fill a thousand tokens, in half the time.
pub const SHALLOW: usize = 100;

/// What may be kept in a space.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Domains {
    /// Everything.
    On,
    /// What a new space keeps: nothing about health, money or belief.
    Defaults,
}

/// A space that holds a conversation.
pub struct Recorded {
    store: Arc<dyn Store>,
    clock: Arc<Standing>,
    ids: Arc<Numbered>,
    models: Models,
    space: SpaceHandle,
    /// Where each unit is: the name of its session and its place there.
    units: HashMap<(String, u64), usize>,
}

impl Recorded {
    /// Records a conversation session by session, and gives everything its vector.
    pub fn new(collection: &Collection, models: &Models, domains: Domains) -> anyhow::Result<Recorded> {
        let store: Arc<dyn Store> = Arc::new(SqliteStore::in_memory()?);
        let (clock, ids) = (Arc::new(Standing::after(collection)), Arc::new(Numbered::default()));
        let engine = engine(&store, &clock, &ids, models, Weights::default());
        let space = engine.personal_space(&engine.user("eval")?)?;
        if domains == Domains::On {
            for domain in engine.domains(&space)?.iter().filter(|domain| !domain.enabled) {
                engine.enable_domain(&space, &domain.name)?;
            }
        }
        let mut units = HashMap::new();
        let placed: Vec<(usize, &Unit)> = collection.units.iter().enumerate().collect();
        for said in placed.chunk_by(|(_, one), (_, other)| one.session == other.session) {
            let name = format!("session-{}", said[0].1.session + 1);
            let recording = Recording { session: Some(name.clone()), surface: Surface::Import, project: None };
            let lines = (1..).zip(said.iter().map(|(_, unit)| Ok(line(unit))));
            let recorded = engine.record(&space, &recording, lines)?;
            for ((place, _), outcome) in said.iter().zip(&recorded.lines) {
                // A turn without words, a picture say, is not kept and cannot be found.
                units.extend(outcome.index.map(|index| ((name.clone(), index), *place)));
            }
        }
        let mut left = usize::MAX;
        while left > 0 {
            let embedded = engine.embed_missing(&space, usize::MAX, &Cancel::new())?;
            ensure!(embedded.left < left, "{} texts were given no vector", embedded.left);
            left = embedded.left;
        }
        Ok(Recorded { store, clock, ids, models: models.clone(), space, units })
    }

    /// Returns an engine that counts things in its own way.
    pub fn engine(&self, weights: Weights) -> Engine {
        engine(&self.store, &self.clock, &self.ids, &self.models, weights)
    }

    /// Asks a question, and returns the units that were found, best first, at most so many.
    pub fn ask(&self, engine: &Engine, question: &Question, depth: Depth, limit: usize) -> anyhow::Result<Vec<usize>> {
        let query = RecallQuery { limit, depth, ..RecallQuery::new(question.text.as_str()) };
        let recalled = engine.recall(&self.space, &query)?;
        let places = recalled.hits.into_iter().filter_map(|hit| match hit.item {
            Item::Message(message) => Some((message.session_name, message.index)),
            _ => None,
        });
        let unit = |place| self.units.get(&place).copied().context("something was found that was never said");
        places.map(unit).collect()
    }
}

fn engine(
    store: &Arc<dyn Store>,
    clock: &Arc<Standing>,
    ids: &Arc<Numbered>,
    models: &Models,
    weights: Weights,
) -> Engine {
    let settings = Settings { weights, ..Settings::default() };
    Engine::new(store.clone(), clock.clone(), ids.clone(), settings).with_models(models.clone())
}

/// People have names; a user and an assistant are what they are.
fn line(unit: &Unit) -> MessageLine {
    let is_named = !MessageRole::ALL.iter().any(|role| role.word() == unit.speaker);
    MessageLine {
        role: unit.role,
        at: Some(unit.at),
        text: unit.text.clone(),
        name: is_named.then(|| unit.speaker.clone()),
    }
}

/// A clock that stands where the questions are asked.
struct Standing(Timestamp);

impl Standing {
    /// Just after the last message, or when the set says that it is asked.
    fn after(collection: &Collection) -> Standing {
        let said = collection.units.iter().map(|unit| unit.at.plus_minutes(1));
        let asked = collection.questions.iter().filter_map(|question| question.asked_at);
        Standing(said.chain(asked).max().unwrap_or(Timestamp::MIN))
    }
}

impl Clock for Standing {
    fn now(&self) -> Timestamp {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fakes::{Letters, talk};

    fn models() -> Models {
        Models { embedder: Some(Arc::new(Letters::new())), reranker: None }
    }

    #[test]
    fn what_was_said_is_found_where_it_was_said() {
        let mut said = talk(&[("Ann", "I have a cat"), ("Bob", " "), ("Bob", "My dog barks"), ("Ann", "Oh")], "", &[]);
        said.units[3].session = 1;
        let recorded = Recorded::new(&said, &models(), Domains::On).unwrap();
        let question = Question { text: "Whose dog barks?".into(), ..Question::default() };
        let found = recorded.ask(&recorded.engine(Weights::default()), &question, Depth::Fast, 10).unwrap();
        // The turn without words is not there.
        assert_eq!((found[0], found.contains(&1)), (2, false));
    }

    #[test]
    fn what_the_defaults_do_not_keep_is_not_found() {
        let said = talk(&[("Ann", "I was diagnosed with asthma"), ("Bob", "My dog barks")], "", &[]);
        let question = Question { text: "asthma".into(), ..Question::default() };
        let best = |domains| {
            let recorded = Recorded::new(&said, &Models::default(), domains).unwrap();
            recorded.ask(&recorded.engine(Weights::default()), &question, Depth::Fast, 10).unwrap().first().copied()
        };
        assert_eq!(best(Domains::On), Some(0));
        assert_eq!(best(Domains::Defaults), None);
    }
}
