//! What the engine asks of the world outside. Adapters implement these; nothing here does anything.

mod store;

pub use store::{
    Directory, IdLookup, Listing, Memories, NewSpace, OperationFilter, Operations, Records, SpaceState, Store,
    StoreError, Writer,
};

pub use crate::id::IdSource;
pub use crate::time::Clock;
