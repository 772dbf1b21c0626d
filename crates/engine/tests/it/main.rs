//! The engine's steps, on the store in memory, with a clock that stands still until it is moved.

#![allow(missing_docs)]
#![allow(clippy::unwrap_used, reason = "everything here is a test")]

mod curation;
mod properties;
mod world;
