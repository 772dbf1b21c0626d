//! The store in memory keeps the promises of the ports.

use cofio_testkit::MemoryStore;

cofio_testkit::conformance_tests!((MemoryStore::default(), ()));
