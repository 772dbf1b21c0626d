//! API keys, and requests that may come twice.

use std::collections::BTreeMap;

use cofio_domain::id::{KeyId, UserId};
use cofio_domain::key::ApiKey;
use cofio_domain::ports::{Keys, Retries, StoreError};
use cofio_domain::retry::{Attempt, Begun, Outcome};
use cofio_domain::time::Timestamp;

use super::MemoryStore;

/// What is kept about access.
#[derive(Debug, Default)]
pub(super) struct Access {
    keys: BTreeMap<KeyId, ApiKey>,
    attempts: BTreeMap<(UserId, String), (Attempt, Option<Outcome>)>,
}

impl Access {
    /// Takes the words out of every kept answer.
    pub(super) fn drop_answers(&mut self) {
        for (_, outcome) in self.attempts.values_mut() {
            if let Some(outcome) = outcome {
                outcome.answer = None;
            }
        }
    }
}

impl Keys for MemoryStore {
    fn add_key(&self, key: ApiKey) -> Result<(), StoreError> {
        self.lock().access.keys.insert(key.id, key);
        Ok(())
    }

    fn key_by_hash(&self, hash: [u8; 32]) -> Result<Option<ApiKey>, StoreError> {
        Ok(self.lock().access.keys.values().find(|key| key.hash == hash).cloned())
    }

    fn keys(&self) -> Result<Vec<ApiKey>, StoreError> {
        Ok(self.lock().access.keys.values().cloned().collect())
    }

    fn revoke_key(&self, id: KeyId, at: Timestamp) -> Result<bool, StoreError> {
        let mut state = self.lock();
        let working = state.access.keys.get_mut(&id).filter(|key| key.revoked_at.is_none());
        Ok(working.map(|key| key.revoked_at = Some(at)).is_some())
    }

    fn note_key_use(&self, id: KeyId, at: Timestamp) -> Result<(), StoreError> {
        if let Some(key) = self.lock().access.keys.get_mut(&id) {
            key.last_used_at = key.last_used_at.max(Some(at));
        }
        Ok(())
    }
}

impl Retries for MemoryStore {
    fn begin_once(&self, attempt: Attempt) -> Result<Begun, StoreError> {
        let mut state = self.lock();
        let place = (attempt.user, attempt.key.clone());
        let begun = match state.access.attempts.get(&place) {
            None => Begun::Fresh,
            Some((there, _)) if there.request != attempt.request => Begun::Other,
            Some((_, Some(outcome))) => Begun::Done(outcome.clone()),
            Some((there, None)) if there.process == attempt.process => Begun::InFlight,
            Some((there, None)) => Begun::Again(there.at),
        };
        match &begun {
            Begun::Fresh => drop(state.access.attempts.insert(place, (attempt, None))),
            Begun::Again(at) => drop(state.access.attempts.insert(place, (Attempt { at: *at, ..attempt }, None))),
            Begun::InFlight | Begun::Other | Begun::Done(_) => {}
        }
        Ok(begun)
    }

    fn finish_once(&self, user: UserId, key: &str, outcome: Outcome) -> Result<(), StoreError> {
        if let Some((_, there)) = self.lock().access.attempts.get_mut(&(user, key.to_owned())) {
            *there = Some(outcome);
        }
        Ok(())
    }

    fn abandon_once(&self, user: UserId, key: &str) -> Result<(), StoreError> {
        let place = (user, key.to_owned());
        let mut state = self.lock();
        if matches!(state.access.attempts.get(&place), Some((_, None))) {
            state.access.attempts.remove(&place);
        }
        Ok(())
    }

    fn drop_retries(&self, before: Timestamp) -> Result<u64, StoreError> {
        let mut state = self.lock();
        let count = state.access.attempts.len();
        state.access.attempts.retain(|_, (attempt, _)| attempt.at >= before);
        Ok((count - state.access.attempts.len()) as u64)
    }
}
