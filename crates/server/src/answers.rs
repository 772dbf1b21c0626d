//! What was given to which answer: for every context block, which lines were in it, what was considered and left out.
//!
//! Ids and reasons are kept, not words: what was forgotten or erased since is not told here either. The last ones are at
//! hand; all of the last month are in the store.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use cofio_domain::keepsake::{Keepsake, KeepsakeKind};
use cofio_domain::space::SpaceHandle;
use cofio_domain::time::Timestamp;
use cofio_engine::compose::Context;
use cofio_engine::{Engine, Error};
use serde::{Deserialize, Serialize};

/// How many answers are at hand.
const MANY: usize = 1_000;

/// How much of what was left out is kept of each.
pub(crate) const LEFT_OUT: usize = 200;

/// What was given to the last answers.
#[derive(Default)]
pub(crate) struct Answers {
    kept: Mutex<VecDeque<Arc<Answer>>>,
}

/// What was given to an answer.
pub(crate) struct Answer {
    pub(crate) id: String,
    /// Whose it is: somebody's in a space.
    whose: SpaceHandle,
    pub(crate) at: Timestamp,
    pub(crate) given: Gift,
    /// The handles that the answer named, where it came through the gateway and has come.
    pub(crate) cited: OnceLock<Vec<String>>,
}

/// What was given, considered and left out.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Gift {
    pub(crate) session: Option<String>,
    pub(crate) loaded: Vec<Given>,
    pub(crate) left_out: Vec<Without>,
    pub(crate) tokens: usize,
}

/// An answer as the store keeps it.
#[derive(Serialize, Deserialize)]
struct Kept {
    given: Gift,
    cited: Option<Vec<String>>,
}

/// A line that was given.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Given {
    pub(crate) handle: String,
    pub(crate) id: String,
    pub(crate) version: Option<u32>,
    pub(crate) lane: String,
    pub(crate) why: String,
}

/// Something that was not.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Without {
    pub(crate) id: String,
    pub(crate) lane: String,
    pub(crate) why: String,
}

fn word(value: impl serde::Serialize) -> String {
    serde_json::to_value(value).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}

impl Answer {
    /// What a context block gave.
    pub(crate) fn of(id: String, whose: &SpaceHandle, at: Timestamp, context: &Context) -> Answer {
        let given = Gift {
            session: context.session.clone(),
            loaded: context
                .loaded
                .iter()
                .map(|line| Given {
                    handle: line.handle.clone(),
                    id: line.id.clone(),
                    version: line.version,
                    lane: word(line.lane),
                    why: line.why.to_string(),
                })
                .collect(),
            left_out: context
                .left_out
                .iter()
                .take(LEFT_OUT)
                .map(|left| Without { id: left.id.to_string(), lane: word(left.lane), why: left.why.to_string() })
                .collect(),
            tokens: context.tokens.total,
        };
        Answer { id, whose: whose.clone(), at, given, cited: OnceLock::new() }
    }

    fn from_store(whose: &SpaceHandle, one: Keepsake) -> Option<Answer> {
        let kept: Kept = serde_json::from_slice(&one.body).ok()?;
        let cited = kept.cited.map_or_else(OnceLock::new, OnceLock::from);
        let id = String::from_utf8(one.key).ok()?;
        Some(Answer { id, whose: whose.clone(), at: one.at, given: kept.given, cited })
    }

    fn store(&self, engine: &Engine) {
        let kept = Kept { given: self.given.clone(), cited: self.cited.get().cloned() };
        if let Ok(body) = serde_json::to_vec(&kept) {
            let one = Keepsake { key: self.id.clone().into_bytes(), at: self.at, body };
            engine.keep_awhile(&self.whose, KeepsakeKind::Answer, one);
        }
    }
}

impl Answers {
    pub(crate) fn keep(&self, engine: &Engine, answer: Answer) {
        answer.store(engine);
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.push_back(Arc::new(answer));
        if kept.len() > MANY {
            kept.pop_front();
        }
    }

    /// Notes what an answer named.
    pub(crate) fn cite(&self, engine: &Engine, id: &str, handles: &[String]) {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(answer) = kept.iter().rev().find(|answer| answer.id == id).cloned() else { return };
        drop(kept);
        if answer.cited.set(handles.to_vec()).is_ok() {
            answer.store(engine);
        }
    }

    /// Returns an answer of somebody in a space; `last` is the last one. Nobody is told of another's.
    pub(crate) fn find(&self, engine: &Engine, whose: &SpaceHandle, id: &str) -> Result<Option<Arc<Answer>>, Error> {
        let at_hand = {
            let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
            let own = |answer: &&Arc<Answer>| (answer.whose.id(), answer.whose.user()) == (whose.id(), whose.user());
            kept.iter().rev().filter(own).find(|answer| id == "last" || answer.id == id).cloned()
        };
        if at_hand.is_some() {
            return Ok(at_hand);
        }
        let stored = match id {
            "last" => engine.kept_last(whose, KeepsakeKind::Answer)?,
            _ => engine.kept(whose, KeepsakeKind::Answer, &[id.as_bytes().to_vec()])?.pop(),
        };
        Ok(stored.and_then(|one| Answer::from_store(whose, one)).map(Arc::new))
    }
}
