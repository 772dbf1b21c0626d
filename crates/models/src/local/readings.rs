//! Readings kept in memory: the same turns are among the best of one question after another, and reading them is nearly
//! all that reranking costs.

use std::collections::HashMap;
use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::mem;
use std::sync::{Arc, Mutex, PoisonError};

use cofio_domain::ports::{Cancel, ModelError, Passage};

use crate::local::late::{LateReranker, ReadPassage, Reading};

/// The last readings of one reranker, as many as there is room for. No words are kept, only what became of them.
#[derive(Debug)]
pub struct Readings {
    /// Two hashes with keys of this process: nobody finds two texts that are taken for one.
    keys: [RandomState; 2],
    kept: Mutex<Generations>,
    /// How many bytes a generation may have.
    room: usize,
}

type Key = [u64; 2];

/// What was used lately, and what was used before that. When the first is full it takes the place of the second: what
/// was not used in a whole generation is gone.
#[derive(Debug, Default)]
struct Generations {
    young: HashMap<Key, Arc<Reading>>,
    old: HashMap<Key, Arc<Reading>>,
    bytes: usize,
}

impl Generations {
    fn get(&mut self, key: Key, room: usize) -> Option<Arc<Reading>> {
        if let Some(reading) = self.young.get(&key) {
            return Some(Arc::clone(reading));
        }
        let reading = self.old.remove(&key)?;
        self.put(key, Arc::clone(&reading), room);
        Some(reading)
    }

    fn put(&mut self, key: Key, reading: Arc<Reading>, room: usize) {
        if self.bytes + reading.bytes() > room {
            self.old = mem::take(&mut self.young);
            self.bytes = 0;
        }
        self.bytes += reading.bytes();
        self.young.insert(key, reading);
    }
}

impl Readings {
    /// Makes room for so many bytes of readings.
    pub fn new(bytes: usize) -> Readings {
        Readings { keys: [RandomState::new(), RandomState::new()], kept: Mutex::default(), room: bytes / 2 }
    }

    /// Scores passages as the reranker does, and reads only what it has not read lately. The scores are the same.
    pub fn score(
        &self,
        reranker: &LateReranker,
        question: &str,
        passages: &[Passage<'_>],
        cancel: &Cancel,
    ) -> Result<Vec<f32>, ModelError> {
        let texts = passages.iter().flat_map(|passage| [Some(passage.text), passage.before]).flatten();
        let mut readings: HashMap<&str, Arc<Reading>> = HashMap::new();
        let mut unread = Vec::new();
        for text in texts {
            if readings.contains_key(text) || unread.contains(&text) {
                continue;
            }
            match self.get(text) {
                Some(reading) => drop(readings.insert(text, reading)),
                None => unread.push(text),
            }
        }
        // Nobody waits for a model that reads for somebody else.
        for (text, reading) in unread.iter().zip(reranker.read(&unread, cancel)?) {
            readings.insert(text, self.put(text, reading));
        }
        let read = |passage: &Passage<'_>| ReadPassage {
            reading: &readings[passage.text],
            before: passage.before.map(|before| &*readings[before]),
        };
        reranker.score_readings(question, &passages.iter().map(read).collect::<Vec<_>>(), cancel)
    }

    fn key(&self, text: &str) -> Key {
        [self.keys[0].hash_one(text), self.keys[1].hash_one(text)]
    }

    fn get(&self, text: &str) -> Option<Arc<Reading>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).get(self.key(text), self.room)
    }

    fn put(&self, text: &str, reading: Reading) -> Arc<Reading> {
        let reading = Arc::new(reading);
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.put(self.key(text), Arc::clone(&reading), self.room);
        reading
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::local::builtin::reranker;
    use cofio_domain::ports::Reranker;

    const TURNS: [&str; 4] =
        ["Ann: I moved to Lisbon", "Bob: how is it there?", "Ann: the light is wonderful", "Bob: lucky you"];

    fn passages() -> Vec<Passage<'static>> {
        let before = |at: usize| at.checked_sub(1).map(|before| TURNS[before]);
        (0..TURNS.len()).map(|at| Passage { text: TURNS[at], before: before(at) }).collect()
    }

    fn kept(readings: &Readings) -> (usize, usize) {
        let kept = readings.kept.lock().unwrap();
        (kept.young.len(), kept.old.len())
    }

    #[test]
    fn scores_are_those_of_the_reranker_whether_it_has_read_before_or_not() {
        let (readings, question) = (Readings::new(1 << 20), "where does Ann live?");
        let expected = reranker().score(question, &passages(), &Cancel::new()).unwrap();
        for _ in 0..2 {
            let scores = readings.score(reranker(), question, &passages(), &Cancel::new()).unwrap();
            assert_eq!(scores, expected);
            assert_eq!(kept(&readings), (4, 0), "each is read once");
        }
    }

    #[test]
    fn what_is_not_used_any_more_makes_room() {
        let one = reranker().read(&TURNS[..1], &Cancel::new()).unwrap()[0].bytes();
        let readings = Readings::new(one * 8);
        for number in 0..40 {
            let text = format!("Ann: I moved to {number}");
            let passage = [Passage { text: &text, before: Some(TURNS[0]) }];
            readings.score(reranker(), "where?", &passage, &Cancel::new()).unwrap();
        }
        let (young, old) = kept(&readings);
        assert!((2..=10).contains(&(young + old)), "{young} + {old}");
        assert!(readings.get(TURNS[0]).is_some(), "what is used stays");
    }
}
