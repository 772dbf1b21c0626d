//! Both ways of keeping a store, in a folder and in memory, keep the promises of the ports.

mod in_memory {
    use cofio_store_sqlite::SqliteStore;

    cofio_testkit::conformance_tests!((SqliteStore::in_memory().unwrap(), ()));
}

mod in_a_folder {
    use cofio_store_sqlite::{Options, SqliteStore};
    use tempfile::TempDir;

    fn open() -> (SqliteStore, TempDir) {
        let folder = tempfile::tempdir().unwrap();
        let options = Options { ballast_bytes: 0, ..Options::new(folder.path()) };
        (SqliteStore::open(options).unwrap(), folder)
    }

    cofio_testkit::conformance_tests!(open());
}
