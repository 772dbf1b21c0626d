//! What the engine asks of the world outside. Adapters implement these; nothing here does anything.

mod cancel;
mod embedder;
mod reranker;
mod store;

pub use cancel::{Cancel, Cancelled};
pub use embedder::{Embedder, Incomparable, Mode, ModelError, ModelId, Vector};
pub use reranker::{Passage, Reranker};
pub use store::{
    Directory, IdLookup, Listing, Memories, NewSpace, OperationFilter, Operations, Records, SpaceState, Store,
    StoreError, Writer,
};

pub use crate::id::IdSource;
pub use crate::time::Clock;
