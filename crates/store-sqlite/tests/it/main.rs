//! The store on SQLite, with real files.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod conformance;
mod damage;
mod erasing;
mod folder;
mod opening;
mod raw_log;
