//! The store on SQLite, with real files.

#![allow(clippy::unwrap_used, reason = "everything here is a test")]

mod conformance;
