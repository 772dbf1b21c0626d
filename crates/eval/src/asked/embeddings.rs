//! Vectors of texts, each asked for once.

use std::collections::HashSet;

use cofio_domain::ports::{Cancel, Embedder, Mode, ModelId, Vector};

use super::cache::{Cache, Key, key};
use super::parallel::in_parallel;
use super::{Means, still_true};

/// Texts given to the model in one call: enough for it to sort by length, little enough to lose when interrupted.
const AT_A_TIME: usize = 32;

/// An embedder with a memory.
pub struct Embeddings {
    model: Box<dyn Embedder>,
    cache: Cache,
    threads: usize,
    checked: bool,
}

impl Embeddings {
    pub fn new(model: Box<dyn Embedder>, means: &Means) -> anyhow::Result<Embeddings> {
        let cache = Cache::open(&means.folder, model.model(), model.dimensions())?;
        Ok(Embeddings { model, cache, threads: means.threads, checked: false })
    }

    pub fn model(&self) -> &ModelId {
        self.model.model()
    }

    /// Returns the vector of every text, in the order given.
    pub fn of(&mut self, mode: Mode, texts: &[&str]) -> anyhow::Result<Vec<Vector>> {
        let keys: Vec<Key> = texts.iter().map(|text| text_key(mode, text)).collect();
        self.check(mode, texts, &keys)?;
        let mut seen = HashSet::new();
        let is_missing = |at: &usize| self.cache.get(&keys[*at]).is_none() && seen.insert(keys[*at]);
        let mut missing: Vec<usize> = (0..texts.len()).filter(is_missing).collect();
        // Texts of one length go together, the longest first, so that no thread is left with them at the end.
        missing.sort_by_key(|at| std::cmp::Reverse(texts[*at].len()));
        let jobs: Vec<Vec<usize>> = missing.chunks(AT_A_TIME).map(<[usize]>::to_vec).collect();
        let (model, cache) = (&*self.model, &mut self.cache);
        let embed = |job: Vec<usize>| {
            let chosen: Vec<&str> = job.iter().map(|at| texts[*at]).collect();
            let vectors = model.embed(mode, &chosen, &Cancel::new())?;
            Ok((job, vectors))
        };
        let keep = |(job, vectors): (Vec<usize>, Vec<Vector>)| {
            job.iter().zip(vectors).try_for_each(|(at, vector)| cache.insert(keys[*at], vector.values()))
        };
        in_parallel(self.threads, jobs, embed, keep)?;
        let vector = |key| Vector::new(self.model.model().clone(), self.cache.get(key).expect("asked for above"));
        Ok(keys.iter().map(vector).collect())
    }

    /// Asks for one text again: if the model now says otherwise, what was kept is from before a change of the arithmetic.
    fn check(&mut self, mode: Mode, texts: &[&str], keys: &[Key]) -> anyhow::Result<()> {
        let known = (0..texts.len()).find(|at| self.cache.get(&keys[*at]).is_some());
        let Some(at) = known.filter(|_| !self.checked) else { return Ok(()) };
        self.checked = true;
        let anew = self.model.embed(mode, &[texts[at]], &Cancel::new())?;
        if !self.cache.get(&keys[at]).is_some_and(|kept| still_true(kept, anew[0].values())) {
            eprintln!("{}: what was kept is out of date and is made anew", self.model.model());
            self.cache.clear()?;
        }
        Ok(())
    }
}

pub fn text_key(mode: Mode, text: &str) -> Key {
    let mode = match mode {
        Mode::Query => "query",
        Mode::Document => "document",
    };
    key(&[mode, text])
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use cofio_domain::ports::ModelError;

    use super::*;

    /// Says how long a text is, and counts what it is asked.
    struct Length {
        id: ModelId,
        step: f32,
        asked: Arc<AtomicUsize>,
    }

    impl Embedder for Length {
        fn model(&self) -> &ModelId {
            &self.id
        }

        fn dimensions(&self) -> usize {
            1
        }

        fn embed(&self, _: Mode, texts: &[&str], _: &Cancel) -> Result<Vec<Vector>, ModelError> {
            self.asked.fetch_add(texts.len(), Ordering::SeqCst);
            let vector = |text: &&str| Vector::new(self.id.clone(), [self.step * text.len() as f32]);
            Ok(texts.iter().map(vector).collect())
        }
    }

    fn lengths(embeddings: &mut Embeddings, texts: &[&str]) -> Vec<f32> {
        embeddings.of(Mode::Document, texts).unwrap().iter().map(|vector| vector.values()[0]).collect()
    }

    #[test]
    fn a_text_is_asked_for_once_and_a_changed_model_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let means = Means { folder: folder.path().into(), threads: 2 };
        let asked = Arc::new(AtomicUsize::new(0));
        let open = |step| {
            let model = Length { id: ModelId::new("length@1"), step, asked: asked.clone() };
            Embeddings::new(Box::new(model), &means).unwrap()
        };
        let mut first = open(1.0);
        assert_eq!(lengths(&mut first, &["a", "abc", "a"]), [1.0, 3.0, 1.0]);
        assert_eq!(asked.load(Ordering::SeqCst), 2);
        // One is asked again to see whether it still holds.
        assert_eq!(lengths(&mut open(1.0), &["abc", "ab"]), [3.0, 2.0]);
        assert_eq!(asked.load(Ordering::SeqCst), 4);
        assert_eq!(lengths(&mut open(2.0), &["abc", "ab"]), [6.0, 4.0]);
    }
}
