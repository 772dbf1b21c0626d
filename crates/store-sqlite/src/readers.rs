//! Readers: connections that only read, beside the writer. Each read is one short look at one consistent state.

use std::sync::Mutex;

use cofio_domain::ports::StoreError;
use rusqlite::Connection;

use crate::connection::Location;

/// The connections that are free to read with.
#[derive(Debug)]
pub(crate) struct Readers {
    location: Location,
    idle: Mutex<Vec<Connection>>,
}

impl Readers {
    pub(crate) fn new(location: Location) -> Readers {
        Readers { location, idle: Mutex::new(Vec::new()) }
    }

    /// Runs a read with a connection of its own.
    pub(crate) fn read<T>(&self, read: impl FnOnce(&Connection) -> Result<T, StoreError>) -> Result<T, StoreError> {
        let idle = self.idle.lock().expect("no reader panics while it holds the list").pop();
        let connection = match idle {
            Some(connection) => connection,
            None => self.location.open_reader()?,
        };
        let result = read(&connection);
        self.keep(connection);
        result
    }

    /// Adds a connection that is free to read with.
    pub(crate) fn keep(&self, connection: Connection) {
        self.idle.lock().expect("no reader panics while it holds the list").push(connection);
    }

    /// Closes the connections that nobody is reading with.
    pub(crate) fn close_idle(&self) {
        if matches!(self.location, Location::Memory(_)) {
            return; // what is in memory is gone with its last connection
        }
        self.idle.lock().expect("no reader panics while it holds the list").clear();
    }
}
