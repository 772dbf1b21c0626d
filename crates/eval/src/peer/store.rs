//! Cofio in a folder, driven through its public face.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, bail, ensure};
use cofio_domain::event::MessageRole;
use cofio_domain::id::{IdSource, uuid_v7};
use cofio_domain::ports::{Cancel, Clock};
use cofio_domain::session::Surface;
use cofio_domain::space::SpaceHandle;
use cofio_domain::time::Timestamp;
use cofio_engine::{Depth, Draft, Engine, Item, MessageLine, Models, RecallQuery, Recording, Settings};
use cofio_store_sqlite::{Options, SqliteStore};

use super::given::Given;
use super::plan::{Question, Turn};

/// A store with a space for each conversation.
pub struct Cofio {
    engine: Engine,
    spaces: HashMap<String, SpaceHandle>,
}

/// Where a message was said.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Hit {
    pub space: String,
    pub session: String,
    pub index: u64,
}

impl Cofio {
    pub fn open(folder: &Path, now: Timestamp, given: Given) -> anyhow::Result<Cofio> {
        let store = SqliteStore::open(Options::new(folder))?;
        let models = Models { embedder: Some(Arc::new(given)), reranker: None };
        let engine = Engine::new(Arc::new(store), Arc::new(Standing(now)), Arc::new(Chance), Settings::default());
        Ok(Cofio { engine: engine.with_models(models), spaces: HashMap::new() })
    }

    /// Returns the space of a conversation. A new one keeps everything, as the others do.
    pub fn enter(&mut self, name: &str) -> anyhow::Result<SpaceHandle> {
        if let Some(space) = self.spaces.get(name) {
            return Ok(space.clone());
        }
        let space = self.engine.personal_space(&self.engine.user(name)?)?;
        for domain in self.engine.domains(&space)?.iter().filter(|domain| !domain.enabled) {
            self.engine.enable_domain(&space, &domain.name)?;
        }
        self.spaces.insert(name.into(), space.clone());
        Ok(space)
    }

    /// Records a turn; it is on disk when this returns.
    pub fn add(&mut self, turn: &Turn) -> anyhow::Result<()> {
        let space = self.enter(&turn.space)?;
        let recording = Recording { session: Some(turn.session.clone()), surface: Surface::Import, project: None };
        let line = MessageLine {
            role: MessageRole::User,
            at: Some(turn.at),
            text: turn.text.clone(),
            name: Some(turn.speaker.clone()),
        };
        let recorded = self.engine.record(&space, &recording, [(1, Ok(line))])?;
        match recorded.lines[0].action {
            "recorded" | "skipped" => Ok(()),
            other => bail!("{other}: {}", recorded.lines[0].reason.as_deref().unwrap_or_default()),
        }
    }

    /// Gives everything in a space its vector, as the job in the background does.
    pub fn give_vectors(&mut self, space: &str) -> anyhow::Result<()> {
        let space = self.enter(space)?;
        let embedded = self.engine.embed_missing(&space, usize::MAX, &Cancel::new())?;
        ensure!(embedded.left == 0, "{} texts were given no vector", embedded.left);
        Ok(())
    }

    pub fn ask(&mut self, question: &Question, limit: usize) -> anyhow::Result<Vec<Hit>> {
        let space = self.enter(&question.space)?;
        let query = RecallQuery { limit, depth: Depth::Fast, ..RecallQuery::new(question.text.as_str()) };
        let hits = self.engine.recall(&space, &query)?.hits.into_iter();
        Ok(hits
            .filter_map(|hit| match hit.item {
                Item::Message(message) => {
                    Some(Hit { space: question.space.clone(), session: message.session_name, index: message.index })
                }
                _ => None,
            })
            .collect())
    }

    /// Returns how many of these turns are there.
    pub fn count(&mut self, turns: &[Turn]) -> anyhow::Result<usize> {
        let mut count = 0;
        for turn in turns {
            let space = self.enter(&turn.space)?;
            let said = self.engine.transcript(&space, &turn.session, 0, usize::MAX)?.transcript;
            let is_it = |text: Option<&str>, at: Timestamp| text == Some(turn.text.as_str()) && at == turn.at;
            count += usize::from(said.iter().any(|message| is_it(message.text.as_deref(), message.at)));
        }
        Ok(count)
    }

    /// Erases what a turn says, wherever it stands. Messages are erased with the memory that says the same, so there is
    /// one first; returns what was removed from where.
    pub fn erase(&mut self, turn: &Turn) -> anyhow::Result<serde_json::Value> {
        let space = self.enter(&turn.space)?;
        let remembered = self.engine.remember(&space, &Draft::said(turn.text.as_str()))?;
        let memory = remembered.event.memory.context("the words were not remembered")?.id;
        self.give_vectors(&turn.space)?;
        let erased = self.engine.erase(&space, &memory.to_string(), true)?;
        Ok(serde_json::to_value(erased.event.receipt)?)
    }
}

/// A clock that stands where the questions are asked.
struct Standing(Timestamp);

impl Clock for Standing {
    fn now(&self) -> Timestamp {
        self.0
    }
}

/// Ids that several processes can make at once.
struct Chance;

impl IdSource for Chance {
    fn next_bits(&self, at: Timestamp) -> u128 {
        uuid_v7(at, u128::from_le_bytes(random()))
    }

    fn secret(&self) -> [u8; 32] {
        random()
    }
}

fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the machine has randomness");
    bytes
}

#[cfg(test)]
mod tests {
    use cofio_domain::ports::Embedder;
    use cofio_models::local::builtin::BuiltInEmbedder;

    use super::*;

    fn turn(text: &str, minute: i64) -> Turn {
        let at: Timestamp = "2026-01-01T09:00:00Z".parse().unwrap();
        Turn {
            space: "locomo-1".into(),
            session: "session-1".into(),
            at: at.plus_minutes(minute),
            speaker: "Ann".into(),
            text: text.into(),
            spoken: format!("Ann: {text}"),
            vector: 0,
        }
    }

    fn open(folder: &Path) -> Cofio {
        let built_in = BuiltInEmbedder;
        Cofio::open(folder, turn("", 60).at, Given::nothing(built_in.model().clone(), built_in.dimensions())).unwrap()
    }

    #[test]
    fn what_was_added_is_found_by_another_process_and_gone_once_erased() {
        let folder = tempfile::tempdir().unwrap();
        let turns = [turn("I planted a walnut tree behind the shed", 0), turn("It rained all day", 1)];
        let mut cofio = open(folder.path());
        turns.iter().for_each(|turn| cofio.add(turn).unwrap());
        cofio.give_vectors("locomo-1").unwrap();
        drop(cofio);

        let mut cofio = open(folder.path());
        assert_eq!(cofio.count(&turns).unwrap(), 2);
        let question = Question {
            set: "locomo".into(),
            space: "locomo-1".into(),
            text: "Who planted a tree?".into(),
            gold: vec![0],
        };
        let first = Hit { space: "locomo-1".into(), session: "session-1".into(), index: 0 };
        assert_eq!(cofio.ask(&question, 10).unwrap()[0], first);

        cofio.erase(&turns[0]).unwrap();
        assert_eq!(cofio.count(&turns).unwrap(), 1);
        assert!(!cofio.ask(&question, 10).unwrap().contains(&first));
    }
}
