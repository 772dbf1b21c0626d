//! What the engine asks of the world outside. Adapters implement these; nothing here does anything.

mod access;
mod cancel;
mod embedder;
mod entities;
mod llm;
mod log;
mod reranker;
mod store;
mod vectors;
mod work;

pub use access::{Keepsakes, Keys, Retries};
pub use cancel::{Cancel, Cancelled};
pub use embedder::{Embedder, Incomparable, Mode, ModelError, ModelId, Vector};
pub use entities::Entities;
pub use llm::{AnswerSchema, Completion, Llm, Prompt, PromptMessage, PromptRole, Tokens};
pub use log::{
    Append, Appended, Citation, EventListing, Feed, Log, SessionFilter, SessionListing, SessionRef, Sessions, Sweeps,
};
pub use reranker::{Passage, Reranker};
pub use store::{
    Directory, IdLookup, Listing, Memories, NewSpace, OperationFilter, Operations, Records, SpaceState, Store,
    StoreError, Writer,
};
pub use vectors::{Segment, Segments, Vectors};
pub use work::{Jobs, UsageLog};

pub use crate::id::IdSource;
pub use crate::time::Clock;
