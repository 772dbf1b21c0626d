//! API keys, and requests that may come twice.

use std::collections::BTreeMap;

use cofio_domain::id::{KeyId, UserId};
use cofio_domain::keepsake::{Keepsake, KeepsakeKind};
use cofio_domain::key::ApiKey;
use cofio_domain::ports::{Keepsakes, Keys, Retries, StoreError};
use cofio_domain::retry::{Attempt, Begun, Outcome};
use cofio_domain::space::{SpaceHandle, SpaceKey};
use cofio_domain::time::Timestamp;

use super::MemoryStore;

/// What is kept about access.
#[derive(Debug, Default)]
pub(super) struct Access {
    keys: BTreeMap<KeyId, ApiKey>,
    attempts: BTreeMap<(UserId, String), (Attempt, Option<Outcome>)>,
    keepsakes: BTreeMap<(SpaceKey, UserId, KeepsakeKind, Vec<u8>), Keepsake>,
}

impl Access {
    /// Takes the words out of every kept answer, and everything out of what is kept of a space.
    pub(super) fn drop_answers(&mut self, space: SpaceKey) {
        self.keepsakes.retain(|(of, ..), _| *of != space);
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

impl Keepsakes for MemoryStore {
    fn keep(&self, space: &SpaceHandle, kind: KeepsakeKind, one: Keepsake) -> Result<(), StoreError> {
        self.lock().access.keepsakes.insert((space.key(), space.user(), kind, one.key.clone()), one);
        Ok(())
    }

    fn kept(&self, space: &SpaceHandle, kind: KeepsakeKind, keys: &[Vec<u8>]) -> Result<Vec<Keepsake>, StoreError> {
        let state = self.lock();
        let place = |key: &Vec<u8>| (space.key(), space.user(), kind, key.clone());
        let mut found: Vec<Keepsake> =
            keys.iter().filter_map(|key| state.access.keepsakes.get(&place(key)).cloned()).collect();
        found.sort_by_key(|one| std::cmp::Reverse(one.at));
        Ok(found)
    }

    fn kept_last(&self, space: &SpaceHandle, kind: KeepsakeKind) -> Result<Option<Keepsake>, StoreError> {
        let state = self.lock();
        let own = state
            .access
            .keepsakes
            .iter()
            .filter(|((key, user, of, _), _)| (*key, *user, *of) == (space.key(), space.user(), kind));
        Ok(own.map(|(_, one)| one.clone()).max_by_key(|one| one.at))
    }

    fn drop_kept(&self, kind: KeepsakeKind, before: Timestamp) -> Result<u64, StoreError> {
        let mut state = self.lock();
        let count = state.access.keepsakes.len();
        state.access.keepsakes.retain(|(_, _, of, _), one| *of != kind || one.at >= before);
        Ok((count - state.access.keepsakes.len()) as u64)
    }
}
