//! Acts of forgetting, at random.

use std::collections::BTreeMap;

use cofio_engine::{MemoryView, SessionQuery};

use super::gone::Gone;
use crate::learning::life::Life;

/// Numbers that look random and are the same in every run.
pub struct Chance {
    seed: u64,
    drawn: u64,
}

impl Chance {
    pub fn new(seed: u64) -> Chance {
        Chance { seed, drawn: 0 }
    }

    /// A number below another.
    fn below(&mut self, most: usize) -> usize {
        self.drawn += 1;
        let hash = blake3::hash(format!("{} {}", self.seed, self.drawn).as_bytes());
        let bytes: [u8; 8] = hash.as_bytes()[..8].try_into().expect("a hash has more than eight bytes");
        (u64::from_le_bytes(bytes) % most.max(1) as u64) as usize
    }
}

/// A way to let go of something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Act {
    Forget,
    Delete,
    Erase,
    /// A conversation goes into the trash, and what was learned from it stays.
    DeleteSession,
    /// A conversation and what was learned from it.
    ForgetSession,
    /// An episode is put away and made again: what was forgotten before is not learned again.
    Relearn,
}

/// Memories go more often than conversations, or there would soon be none.
const WEIGHED: [Act; 12] = [
    Act::Forget,
    Act::Forget,
    Act::Forget,
    Act::Delete,
    Act::Delete,
    Act::Delete,
    Act::Erase,
    Act::Erase,
    Act::Erase,
    Act::DeleteSession,
    Act::ForgetSession,
    Act::Relearn,
];

impl Act {
    pub fn word(self) -> &'static str {
        match self {
            Act::Forget => "forget",
            Act::Delete => "delete",
            Act::Erase => "erase",
            Act::DeleteSession => "delete session",
            Act::ForgetSession => "forget session",
            Act::Relearn => "relearn episode",
        }
    }

    /// Does something at random, and returns what should be gone by it; nothing where there is nothing left.
    pub fn at_random(life: &Life, chance: &mut Chance) -> anyhow::Result<Option<(Act, Vec<Gone>)>> {
        let act = WEIGHED[chance.below(WEIGHED.len())];
        let (engine, space) = (&life.engine, &life.space);
        let before: BTreeMap<_, MemoryView> = life.known()?.into_iter().map(|view| (view.id, view)).collect();
        let (sessions, _) = engine.sessions(space, SessionQuery::default())?;
        let session = (!sessions.is_empty()).then(|| sessions[chance.below(sessions.len())].name.clone());
        let memory = before.values().nth(chance.below(before.len())).cloned();
        match (act, memory, session) {
            (Act::Forget, Some(memory), _) => drop(engine.forget(space, &memory.id.to_string(), None)?),
            (Act::Delete, Some(memory), _) => drop(engine.delete(space, &memory.id.to_string(), None)?),
            (Act::Erase, Some(memory), _) => {
                let written = engine.erase(space, &memory.id.to_string(), false)?;
                let elsewhere = written.event.receipt.is_some_and(|receipt| !receipt.elsewhere.is_empty());
                return Ok(Some((act, vec![Gone::erased(memory, elsewhere)])));
            }
            (Act::DeleteSession, _, Some(session)) => {
                engine.delete_session(space, &session)?;
                return Ok(Some((act, vec![Gone::session(session)])));
            }
            (Act::ForgetSession, _, Some(session)) => {
                engine.forget_session(space, &session)?;
                let mut gone = vec![Gone::session(session)];
                gone.extend(missing(life, &before)?);
                return Ok(Some((act, gone)));
            }
            (Act::Relearn, _, Some(session)) => {
                engine.relearn_session(space, &session)?;
                return Ok(Some((act, Vec::new())));
            }
            _ => return Ok(None),
        }
        Ok(Some((act, missing(life, &before)?)))
    }
}

/// What was known and is not any more.
fn missing(life: &Life, before: &BTreeMap<cofio_domain::id::MemoryId, MemoryView>) -> anyhow::Result<Vec<Gone>> {
    let now: Vec<_> = life.known()?.into_iter().map(|view| view.id).collect();
    Ok(before.values().filter(|view| !now.contains(&view.id)).cloned().map(Gone::memory).collect())
}
