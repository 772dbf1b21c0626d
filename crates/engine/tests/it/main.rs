//! The engine's steps, on the store in memory, with a clock that stands still until it is moved.

#![allow(missing_docs)]

mod admission;
mod curation;
mod importing;
mod properties;
mod scopes;
mod world;
