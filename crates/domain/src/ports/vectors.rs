//! Vectors and segments: what is derived from texts, kept so that it need not be made twice.

use crate::ports::{ModelId, StoreError};
use crate::record::Seq;
use crate::space::SpaceHandle;
use crate::vector::{StoredVector, TextHash};

/// One vector for each text and model.
pub trait Vectors {
    /// Returns the vectors of these texts, in their order; nothing for one that is not there or is damaged.
    fn vectors(
        &self,
        space: &SpaceHandle,
        model: &ModelId,
        texts: &[TextHash],
    ) -> Result<Vec<Option<StoredVector>>, StoreError>;

    /// Keeps vectors. One that is there is replaced.
    fn keep_vectors(
        &self,
        space: &SpaceHandle,
        model: &ModelId,
        vectors: Vec<(TextHash, StoredVector)>,
    ) -> Result<(), StoreError>;

    /// Returns which of these texts have no sound vector, each once, in their order.
    fn lacking_vectors(
        &self,
        space: &SpaceHandle,
        model: &ModelId,
        texts: &[TextHash],
    ) -> Result<Vec<TextHash>, StoreError>;

    /// Returns the models there are vectors of, and how many of each.
    fn vector_models(&self, space: &SpaceHandle) -> Result<Vec<(ModelId, u64)>, StoreError>;

    /// Removes every vector of a model.
    fn drop_vectors(&self, space: &SpaceHandle, model: &ModelId) -> Result<(), StoreError>;
}

/// A piece of an index over a stretch of a space's order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Segment {
    /// Its number in the space.
    pub number: u32,
    /// The model of its vectors, where it has any.
    pub model: Option<ModelId>,
    /// The first place it covers.
    pub from: Seq,
    /// The last place it covers.
    pub to: Seq,
    /// What it holds, in the index's own format, which carries its own checksum.
    pub bytes: Vec<u8>,
}

/// Pieces of an index. All of it can be made again.
pub trait Segments {
    /// Returns the segments of a space in the order of their numbers. A damaged one is left out.
    fn segments(&self, space: &SpaceHandle) -> Result<Vec<Segment>, StoreError>;

    /// Keeps segments in place of these others, all or nothing. One with the same number is replaced.
    fn keep_segments(&self, space: &SpaceHandle, keep: Vec<Segment>, drop: &[u32]) -> Result<(), StoreError>;
}
