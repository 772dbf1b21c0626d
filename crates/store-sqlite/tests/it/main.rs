//! The store on SQLite, with real files.

mod conformance;
mod damage;
mod erasing;
mod folder;
mod opening;
