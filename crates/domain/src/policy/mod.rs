//! The rules: what a write becomes, which of two claims stands, how long things last and how they fade.
//!
//! All of it is pure functions of their arguments. The engine gathers the arguments and carries out the answer.

pub mod decay;
pub mod fingerprint;
pub mod importance;
pub mod knobs;
pub mod ladder;
pub mod retention;
pub mod trust;
pub mod write;

pub use knobs::{Knobs, Profile};
