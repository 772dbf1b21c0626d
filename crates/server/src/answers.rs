//! What was given to which answer: for every context block, which lines were in it, what was considered and left out.
//!
//! Ids and reasons are kept, not words: what was forgotten or erased since is not told here either. Nothing outlives the
//! process.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use cofio_domain::id::{SpaceId, UserId};
use cofio_domain::time::Timestamp;
use cofio_engine::compose::Context;

/// How many answers can be asked about.
const MANY: usize = 1_000;

/// How much of what was left out is kept of each.
const LEFT_OUT: usize = 200;

/// What was given to the last answers.
#[derive(Default)]
pub(crate) struct Answers {
    kept: Mutex<VecDeque<Arc<Answer>>>,
}

/// What was given to an answer.
pub(crate) struct Answer {
    pub(crate) id: String,
    pub(crate) space: SpaceId,
    pub(crate) user: UserId,
    pub(crate) at: Timestamp,
    pub(crate) session: Option<String>,
    pub(crate) loaded: Vec<Given>,
    pub(crate) left_out: Vec<Without>,
    pub(crate) tokens: usize,
    /// The handles that the answer named, where it came through the gateway and has come.
    pub(crate) cited: OnceLock<Vec<String>>,
}

/// A line that was given.
pub(crate) struct Given {
    pub(crate) handle: String,
    pub(crate) id: String,
    pub(crate) version: Option<u32>,
    pub(crate) lane: String,
    pub(crate) why: String,
}

/// Something that was not.
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
    pub(crate) fn of(id: String, space: SpaceId, user: UserId, at: Timestamp, context: &Context) -> Answer {
        Answer {
            id,
            space,
            user,
            at,
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
            cited: OnceLock::new(),
        }
    }
}

impl Answers {
    pub(crate) fn keep(&self, answer: Answer) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.push_back(Arc::new(answer));
        if kept.len() > MANY {
            kept.pop_front();
        }
    }

    /// Notes what an answer named.
    pub(crate) fn cite(&self, id: &str, handles: &[String]) {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(answer) = kept.iter().rev().find(|answer| answer.id == id) {
            let _ = answer.cited.set(handles.to_vec());
        }
    }

    /// Returns an answer of somebody in a space. Nobody is told of another's.
    pub(crate) fn find(&self, space: SpaceId, user: UserId, id: &str) -> Option<Arc<Answer>> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let own = |answer: &&Arc<Answer>| answer.space == space && answer.user == user;
        kept.iter().rev().filter(own).find(|answer| id == "last" || answer.id == id).cloned()
    }
}
