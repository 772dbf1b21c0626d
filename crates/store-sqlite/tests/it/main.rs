//! The store on SQLite, with real files.

mod conformance;
