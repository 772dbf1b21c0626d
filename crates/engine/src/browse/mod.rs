//! Looking: lists, one memory in full, its history, where it comes from, and what was done.

mod activity;
mod episodes;
mod history;
mod list;
mod show;

pub use activity::{ActivityItem, ActivityQuery, ActivityView};
pub use history::{Changed, HistoryEntry, HistoryView};
pub use list::{Item, ListFilter, ListStatus, Listed};
pub use show::{LinkView, ShareView, ShowView, WhyView};

use cofio_domain::id::{Id, LETTERS, MemoryId, OperationId, suffix};
use cofio_domain::ports::IdLookup;
use cofio_domain::space::{Actor, SpaceHandle};

use crate::{Engine, Error};

/// People read four letters at a glance and mistake them less than two.
const SHORTEST: usize = 4;

impl Engine {
    /// Returns the shortest end of a memory's id that tells it from all others, at least four letters.
    pub fn short_id(&self, space: &SpaceHandle, id: MemoryId) -> Result<String, Error> {
        let letters = self.store.telling_letters(space, IdLookup::Memory, id.bits())?;
        Ok(suffix(id, letters.clamp(SHORTEST, LETTERS)))
    }

    /// The same for an operation.
    pub fn short_operation_id(&self, space: &SpaceHandle, id: OperationId) -> Result<String, Error> {
        let letters = self.store.telling_letters(space, IdLookup::Operation, id.bits())?;
        Ok(suffix(id, letters.clamp(SHORTEST, LETTERS)))
    }

    /// Returns what people call whoever did something.
    pub(crate) fn name_of(&self, actor: &Actor) -> Result<String, Error> {
        Ok(match actor {
            Actor::User(id) => self.store.user(*id)?.map_or_else(|| id.to_string(), |user| user.name),
            Actor::Automation(job) => job.clone(),
        })
    }
}
