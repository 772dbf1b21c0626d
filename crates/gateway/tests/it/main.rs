//! Streams as real servers send them and as providers document them, cut in every way.

#![allow(clippy::unwrap_used, reason = "everything here is a test")]

mod streams;
