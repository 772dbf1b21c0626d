//! The store in memory keeps the promises of the ports.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use cofio_testkit::MemoryStore;

cofio_testkit::conformance_tests!((MemoryStore::default(), ()));
