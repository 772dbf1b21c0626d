//! Vectors for what has none yet. Every text is embedded once; what was said twice has one vector.

use cofio_domain::policy::fingerprint::Salt;
use cofio_domain::ports::{Cancel, Embedder, Mode, Segment};
use cofio_domain::record::{Noun, Row, RowRef, Seq};
use cofio_domain::space::SpaceHandle;
use cofio_domain::vector::{StoredVector, TextHash};
use cofio_index::{Layer, Quantized, Sealed, Whereabouts};

use crate::recall::shelf::{Shelf, keeps_segments};
use crate::recall::texts::Searched;
use crate::{Engine, Error};

/// How many texts are embedded at once: enough to be quick, few enough to be called off.
const BATCH: usize = 64;

/// No space has more segments than this: each holds thousands of texts.
const MOST_SEGMENTS: u32 = 4096;

/// What was done about vectors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Embedded {
    /// How many things were given a vector.
    pub given: usize,
    /// How many have none yet.
    pub left: usize,
}

impl Engine {
    /// Gives vectors to things that have none, at most so many, and keeps what is ready of the index.
    ///
    /// Nothing is held while the model reads, so that whoever asks meanwhile is answered. What was read before something
    /// goes wrong is kept.
    pub fn embed_missing(&self, space: &SpaceHandle, most: usize, cancel: &Cancel) -> Result<Embedded, Error> {
        let Some(embedder) = self.embedder_of(space) else { return Ok(Embedded::default()) };
        let (lacking, salt) = self.on_shelf(space, |shelf| {
            let columns = shelf.index.columns();
            let layer = |key: i64| Some((key, columns.layers[columns.number_of(key)? as usize]));
            Ok((shelf.index.without_vector().filter_map(layer).collect::<Vec<_>>(), shelf.salt()))
        })?;
        let mut touched = Vec::new();
        let (mut given, mut left) = (0, lacking.len());
        let mut failed = None;
        for some in lacking[..lacking.len().min(most)].chunks(BATCH) {
            let texts = self.texts_of(space, some)?;
            let vectors = match self.vectors_of(space, salt, embedder, &texts, cancel) {
                Ok(vectors) => vectors,
                Err(error) => {
                    failed = Some(error);
                    break;
                }
            };
            self.change_shelf(space, |shelf| {
                for ((key, _), vector) in texts.iter().zip(&vectors) {
                    if let Some(Whereabouts::Segment(number)) = shelf.index.attach_vector(*key, vector) {
                        touched.push(number);
                    }
                }
                Ok(())
            })?;
            given += texts.len();
            left -= some.len();
        }
        touched.sort_unstable();
        touched.dedup();
        self.change_shelf(space, |shelf| self.keep_segments(space, shelf, &touched))?;
        failed.map_or(Ok(Embedded { given, left }), Err)
    }

    /// The same as far as it goes: what cannot be done now is done later, and whoever asked is answered either way.
    pub(crate) fn embed_what_can_be(&self, space: &SpaceHandle, most: usize) {
        if let Err(error) = self.embed_missing(space, most, &Cancel::new()) {
            tracing::warn!("some texts have no vectors yet: {error}");
        }
    }

    fn change_shelf<T>(
        &self,
        space: &SpaceHandle,
        change: impl FnOnce(&mut Shelf) -> Result<T, Error>,
    ) -> Result<T, Error> {
        self.recollection.library.change(&*self.store, space, self.embedder_of(space), change)
    }

    /// Returns vectors of texts: those that are kept, and new ones, which are kept now.
    fn vectors_of(
        &self,
        space: &SpaceHandle,
        salt: Salt,
        embedder: &dyn Embedder,
        texts: &[(i64, String)],
        cancel: &Cancel,
    ) -> Result<Vec<Quantized>, Error> {
        let hashes: Vec<TextHash> = texts.iter().map(|(_, text)| TextHash::of(salt, text)).collect();
        let mut known = self.store.vectors(space, embedder.model(), &hashes)?;
        let missing: Vec<usize> = (0..texts.len()).filter(|at| known[*at].is_none()).collect();
        let asked: Vec<&str> = missing.iter().map(|at| texts[*at].1.as_str()).collect();
        let made = embedder.embed(Mode::Document, &asked, cancel)?;
        let made: Vec<StoredVector> = made.iter().map(|vector| StoredVector::of(vector.values())).collect();
        if !made.is_empty() && !self.settings.dry_run && space.role().may_write() {
            let kept = missing.iter().zip(&made).map(|(at, vector)| (hashes[*at], vector.clone())).collect();
            // Where nothing can be kept (a full disk, a folder that cannot be written), they serve this process.
            if let Err(error) = self.store.keep_vectors(space, embedder.model(), kept) {
                tracing::warn!("vectors are not kept: {error}");
            }
        }
        for (at, vector) in missing.into_iter().zip(made) {
            known[at] = Some(vector);
        }
        Ok(known.into_iter().flatten().map(|vector| Quantized::new(&vector.to_f32())).collect())
    }

    /// Returns the texts behind keys, each with its key. What is gone meanwhile is left out.
    fn texts_of(&self, space: &SpaceHandle, keys: &[(i64, Layer)]) -> Result<Vec<(i64, String)>, Error> {
        let rows: Vec<RowRef> = keys
            .iter()
            .filter_map(|(key, layer)| match layer {
                Layer::Memory => Some(RowRef::version(Seq(*key))),
                Layer::Candidate => Some(RowRef { noun: Noun::Candidate, seq: Seq(*key) }),
                Layer::Episode => Some(RowRef { noun: Noun::Episode, seq: Seq(*key) }),
                Layer::Message => None,
            })
            .collect();
        let said: Vec<Seq> =
            keys.iter().filter(|(_, layer)| *layer == Layer::Message).map(|(key, _)| Seq(*key)).collect();
        let mut texts = Vec::with_capacity(keys.len());
        for record in self.store.rows_at(space, &rows)? {
            let searched = match &record.body {
                Row::Version(version) => Searched::claim(&version.claim),
                Row::Candidate(candidate) => Searched::claim(&candidate.claim),
                Row::Episode(episode) => Searched::episode(episode),
                _ => continue,
            };
            texts.push((record.seq.0, searched.meaning));
        }
        for event in self.store.events_at(space, &said)?.events {
            texts.extend(Searched::message(&event).map(|searched| (event.seq.0, searched.meaning)));
        }
        Ok(texts)
    }

    /// Returns how many texts have no vector yet; none where there is no embedder to make them.
    pub fn texts_without_meaning(&self, space: &SpaceHandle) -> Result<usize, Error> {
        if self.embedder_of(space).is_none() {
            return Ok(0);
        }
        self.on_shelf(space, |shelf| Ok(shelf.index.without_vector().count()))
    }

    /// Returns whether some of the index should be kept that is not: it has grown, or what was kept is damaged.
    pub(super) fn should_keep(&self, space: &SpaceHandle, shelf: &Shelf) -> bool {
        let may = keeps_segments(space) && !self.settings.dry_run && space.role().may_write();
        may && (shelf.spoiled || shelf.index.can_seal())
    }

    /// Keeps the parts of the index that are full and will not change, so that the next process need not build them, and
    /// those again that have changed since they were kept.
    fn keep_segments(&self, space: &SpaceHandle, shelf: &mut Shelf, changed: &[u32]) -> Result<(), Error> {
        if !keeps_segments(space) || self.settings.dry_run || !space.role().may_write() {
            return Ok(());
        }
        let model = self.embedder_of(space).map(|embedder| embedder.model().clone());
        let segment = |number, first, last, bytes| Segment {
            number,
            model: model.clone(),
            from: Seq(first),
            to: Seq(last),
            bytes,
        };
        let of_changed = shelf.index.segments().filter(|(number, ..)| changed.contains(number));
        let again: Vec<Segment> = of_changed
            .filter_map(|(number, first, last)| Some(segment(number, first, last, shelf.index.segment_bytes(number)?)))
            .collect();
        if !again.is_empty() {
            self.store.keep_segments(space, again, &[])?;
        }
        if shelf.spoiled {
            let all: Vec<u32> = (0..MOST_SEGMENTS).collect();
            self.store.keep_segments(space, Vec::new(), &all)?;
            shelf.spoiled = false;
        }
        // One by one: each is some megabytes.
        while let Some(Sealed { number, first_key, last_key, bytes }) = shelf.index.seal() {
            self.store.keep_segments(space, vec![segment(number, first_key, last_key, bytes)], &[])?;
        }
        Ok(())
    }
}
