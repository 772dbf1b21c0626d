//! Scores of passages under questions, each asked for once.

use cofio_domain::ports::{Cancel, ModelId, Passage, Reranker};

use super::cache::{Cache, Key, key};
use super::parallel::in_parallel;
use super::{Means, still_true};

/// A question and the passages to be put in order under it.
#[derive(Debug, Clone)]
pub struct Rerank<'a> {
    pub question: &'a str,
    pub passages: Vec<Passage<'a>>,
}

impl Rerank<'_> {
    fn keys(&self) -> Vec<Key> {
        self.passages.iter().map(|passage| passage_key(self.question, passage)).collect()
    }
}

pub fn passage_key(question: &str, passage: &Passage<'_>) -> Key {
    match passage.before {
        Some(before) => key(&[question, passage.text, before]),
        None => key(&[question, passage.text]),
    }
}

/// A reranker with a memory.
pub struct Ratings {
    model: Box<dyn Reranker>,
    cache: Cache,
    threads: usize,
    checked: bool,
}

impl Ratings {
    pub fn new(model: Box<dyn Reranker>, means: &Means) -> anyhow::Result<Ratings> {
        let cache = Cache::open(&means.folder, model.model(), 1)?;
        Ok(Ratings { model, cache, threads: means.threads, checked: false })
    }

    pub fn model(&self) -> &ModelId {
        self.model.model()
    }

    /// Returns the scores of every question's passages, in the order given.
    pub fn of(
        &mut self,
        asked: &[Rerank<'_>],
        mut progress: impl FnMut(usize, usize),
    ) -> anyhow::Result<Vec<Vec<f32>>> {
        let keys: Vec<Vec<Key>> = asked.iter().map(Rerank::keys).collect();
        self.check(asked, &keys)?;
        let missing = |at: usize| {
            let unknown = |passage: &usize| self.cache.get(&keys[at][*passage]).is_none();
            let passages: Vec<usize> = (0..keys[at].len()).filter(unknown).collect();
            Some((at, passages)).filter(|(_, passages)| !passages.is_empty())
        };
        let jobs: Vec<(usize, Vec<usize>)> = (0..asked.len()).filter_map(missing).collect();
        let (all, mut done) = (jobs.len(), 0);
        let (model, cache) = (&*self.model, &mut self.cache);
        let score = |(at, chosen): (usize, Vec<usize>)| {
            let passages: Vec<Passage<'_>> = chosen.iter().map(|passage| asked[at].passages[*passage]).collect();
            let scores = model.score(asked[at].question, &passages, &Cancel::new())?;
            Ok((at, chosen, scores))
        };
        let keep = |(at, chosen, scores): (usize, Vec<usize>, Vec<f32>)| {
            done += 1;
            progress(done, all);
            chosen.iter().zip(scores).try_for_each(|(passage, score)| cache.insert(keys[at][*passage], &[score]))
        };
        in_parallel(self.threads, jobs, score, keep)?;
        let score = |key: &Key| self.cache.get(key).expect("asked for above")[0];
        Ok(keys.iter().map(|keys| keys.iter().map(score).collect()).collect())
    }

    /// Asks for one pair again, to see whether what was kept still holds.
    fn check(&mut self, asked: &[Rerank<'_>], keys: &[Vec<Key>]) -> anyhow::Result<()> {
        let places = keys.iter().enumerate().flat_map(|(at, keys)| (0..keys.len()).map(move |passage| (at, passage)));
        let known = { places }.find(|(at, passage)| self.cache.get(&keys[*at][*passage]).is_some());
        let Some((at, passage)) = known.filter(|_| !self.checked) else { return Ok(()) };
        self.checked = true;
        let anew = self.model.score(asked[at].question, &asked[at].passages[passage..=passage], &Cancel::new())?;
        if !self.cache.get(&keys[at][passage]).is_some_and(|kept| still_true(kept, &anew)) {
            eprintln!("{}: what was kept is out of date and is made anew", self.model.model());
            self.cache.clear()?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use cofio_domain::ports::ModelError;

    use super::*;

    /// Likes long passages, and those that follow something.
    struct Long(ModelId);

    impl Reranker for Long {
        fn model(&self) -> &ModelId {
            &self.0
        }

        fn score(&self, _: &str, passages: &[Passage<'_>], _: &Cancel) -> Result<Vec<f32>, ModelError> {
            let score = |passage: &Passage<'_>| passage.text.len() as f32 + passage.before.map_or(0.0, |_| 0.5);
            Ok(passages.iter().map(score).collect())
        }
    }

    #[test]
    fn scores_come_in_the_order_of_the_passages_whether_kept_or_not() {
        let folder = tempfile::tempdir().unwrap();
        let means = Means { folder: folder.path().into(), threads: 2 };
        let mut ratings = Ratings::new(Box::new(Long(ModelId::new("long@1"))), &means).unwrap();
        let first = [Rerank { question: "q", passages: vec![Passage::alone("abc"), Passage::alone("a")] }];
        assert_eq!(ratings.of(&first, |_, _| ()).unwrap(), [[3.0, 1.0]]);
        let passages = vec![Passage::after("x", "abc"), Passage::alone("abc"), Passage::alone("abcd")];
        let second = [Rerank { question: "q", passages }, Rerank { question: "r", passages: vec![] }];
        assert_eq!(ratings.of(&second, |_, _| ()).unwrap(), [vec![3.5, 3.0, 4.0], vec![]]);
    }
}
