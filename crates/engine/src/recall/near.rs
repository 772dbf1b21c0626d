//! The memory nearest in meaning to some words: what they may be about, or say again.

use cofio_domain::id::MemoryId;
use cofio_domain::ports::{Cancel, Embedder, Mode};
use cofio_domain::record::{Row, RowRef, Seq};
use cofio_domain::space::SpaceHandle;
use cofio_domain::vector::TextHash;
use cofio_index::Layer;

use crate::recall::query::RecallQuery;
use crate::{Engine, Error};

/// How many texts without a vector are given one first.
const EMBEDDED_FIRST: usize = 64;

impl Engine {
    /// Returns the memory in force that is nearest in meaning, and how near; none where meaning cannot be read, or not
    /// now: a model that does not answer keeps nothing from being learned.
    pub(crate) fn nearest_memory(
        &self,
        space: &SpaceHandle,
        words: &str,
        mode: Mode,
    ) -> Result<Option<(MemoryId, f32)>, Error> {
        let near = self.near_memories(space, words, mode, f32::NEG_INFINITY, 1)?;
        Ok(near.into_iter().next())
    }

    /// Returns up to `most` memories in force at least so near in meaning, the nearest first.
    pub(crate) fn near_memories(
        &self,
        space: &SpaceHandle,
        words: &str,
        mode: Mode,
        least: f32,
        most: usize,
    ) -> Result<Vec<(MemoryId, f32)>, Error> {
        let Some(vector) = self.meaning_of(space, words, mode)? else { return Ok(Vec::new()) };
        if self.on_shelf(space, |shelf| Ok(shelf.lacks_vectors()))? {
            self.embed_what_can_be(space, EMBEDDED_FIRST);
        }
        let query = RecallQuery { messages: false, ..RecallQuery::new(words) };
        let nearest = self.on_shelf(space, |shelf| {
            self.recollection.with_scratch(|scratch| {
                self.select(space, shelf, &query, &mut scratch.selection)?;
                if shelf.index.similar(&vector, &scratch.selection, &mut scratch.cosine).is_err() {
                    return Ok(Vec::new());
                }
                let columns = shelf.index.columns();
                let memories =
                    scratch.selection.iter().filter(|document| columns.layers[*document as usize] == Layer::Memory);
                let near =
                    memories.map(|document| (columns.keys[document as usize], scratch.cosine[document as usize]));
                let mut near: Vec<(i64, f32)> =
                    near.filter(|(_, cosine)| cosine.is_finite() && *cosine >= least).collect();
                near.sort_by(|one, other| other.1.total_cmp(&one.1));
                near.truncate(most);
                Ok(near)
            })
        })?;
        let rows: Vec<RowRef> = nearest.iter().map(|(key, _)| RowRef::version(Seq(*key))).collect();
        let found = self.store.rows_at(space, &rows)?;
        let memory_of = |key: i64| {
            found.iter().find(|record| record.seq == Seq(key)).and_then(|record| match &record.body {
                Row::Version(version) => Some(version.memory),
                _ => None,
            })
        };
        Ok(nearest.into_iter().filter_map(|(key, cosine)| Some((memory_of(key)?, cosine))).collect())
    }

    /// Returns the vector of some words; none where meaning cannot be read, or not now.
    pub(crate) fn meaning_of(&self, space: &SpaceHandle, words: &str, mode: Mode) -> Result<Option<Box<[f32]>>, Error> {
        let Some(embedder) = self.embedder_of(space) else { return Ok(None) };
        if mode == Mode::Document
            && let Some(kept) = self.kept_vector(space, embedder, words)?
        {
            return Ok(Some(kept));
        }
        match embedder.embed(mode, &[words], &Cancel::new()) {
            Ok(mut vectors) => Ok(vectors.pop().map(|vector| vector.values().into())),
            Err(error) => {
                tracing::warn!("what says the same is looked for by words alone: {error}");
                Ok(None)
            }
        }
    }

    /// Returns the vector of words that were read before: whoever holds everything against everything need not read all of
    /// it again.
    fn kept_vector(
        &self,
        space: &SpaceHandle,
        embedder: &dyn Embedder,
        words: &str,
    ) -> Result<Option<Box<[f32]>>, Error> {
        let hash = TextHash::of(self.store.state(space)?.salt, words);
        let kept = self.store.vectors(space, embedder.model(), &[hash])?.into_iter().next().flatten();
        Ok(kept.map(|vector| vector.to_f32()))
    }
}
