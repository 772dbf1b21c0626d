//! The engine's steps, on the store in memory, with a clock that stands still until it is moved.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]
#![allow(missing_docs)]

mod admission;
mod briefs;
mod candidates;
mod consolidating;
mod context;
mod conversations;
mod corners;
mod curation;
mod entities;
mod episodes;
mod finding;
mod importing;
mod kept_in_memory;
mod learning;
mod learning_asked;
mod models;
mod outcomes;
mod propagation;
mod properties;
mod providers;
mod raw_text;
mod rebuilding;
mod recording;
mod reviewing;
mod scopes;
mod working;
mod world;
