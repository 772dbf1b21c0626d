//! The memory nearest in meaning to some words: what they may be about, or say again.

use cofio_domain::id::MemoryId;
use cofio_domain::ports::{Cancel, Mode};
use cofio_domain::record::{Row, RowRef, Seq};
use cofio_domain::space::SpaceHandle;
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
        let Some(embedder) = self.embedder_of(space) else { return Ok(Vec::new()) };
        let vector = match embedder.embed(mode, &[words], &Cancel::new()) {
            Ok(mut vectors) => vectors.pop(),
            Err(error) => {
                tracing::warn!("what says the same is looked for by words alone: {error}");
                None
            }
        };
        let Some(vector) = vector else { return Ok(Vec::new()) };
        if self.on_shelf(space, |shelf| Ok(shelf.lacks_vectors()))? {
            self.embed_what_can_be(space, EMBEDDED_FIRST);
        }
        let query = RecallQuery { messages: false, ..RecallQuery::new(words) };
        let nearest = self.on_shelf(space, |shelf| {
            self.recollection.with_scratch(|scratch| {
                self.select(space, shelf, &query, &mut scratch.selection)?;
                if shelf.index.similar(vector.values(), &scratch.selection, &mut scratch.cosine).is_err() {
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
}
