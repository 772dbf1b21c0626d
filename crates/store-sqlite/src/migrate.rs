//! Migrations: numbered, forward only, never edited once landed.

use cofio_domain::ports::StoreError;
use rusqlite::{Connection, TransactionBehavior};

use crate::connection::APPLICATION_ID;
use crate::error::store_error;

/// A step from one schema to the next.
struct Migration {
    number: i64,
    name: &'static str,
    sql: &'static str,
}

const MIGRATIONS: &[Migration] = &[
    Migration { number: 1, name: "memory", sql: include_str!("migrations/0001_memory.sql") },
    Migration { number: 2, name: "raw_log", sql: include_str!("migrations/0002_raw_log.sql") },
    Migration { number: 3, name: "learning", sql: include_str!("migrations/0003_learning.sql") },
    Migration { number: 4, name: "access", sql: include_str!("migrations/0004_access.sql") },
    Migration { number: 5, name: "keepsakes", sql: include_str!("migrations/0005_keepsakes.sql") },
    Migration { number: 6, name: "entities", sql: include_str!("migrations/0006_entities.sql") },
];

/// The schema this Cofio knows.
pub(crate) const KNOWN: i64 = MIGRATIONS.len() as i64;

/// Returns the schema a database has, or what is wrong with it. An empty file has schema 0.
pub(crate) fn schema_of(connection: &Connection) -> Result<i64, StoreError> {
    let (found, application, tables) = header_of(connection).map_err(store_error)?;
    if tables > 0 && application != APPLICATION_ID {
        return Err(StoreError::Unavailable("the database file was not made by Cofio".into()));
    }
    if found > KNOWN {
        return Err(StoreError::TooNew { found, known: KNOWN });
    }
    Ok(found)
}

/// Returns the schema's number, the mark of whose it is, and how many tables and indexes there are, all of one moment:
/// another process may be making the database just now.
fn header_of(connection: &Connection) -> rusqlite::Result<(i64, i64, i64)> {
    let snapshot = connection.unchecked_transaction()?;
    let number = |sql: &str| snapshot.query_row(sql, [], |row| row.get(0));
    let header = (
        number("PRAGMA user_version")?,
        number("PRAGMA application_id")?,
        number("SELECT count(*) FROM sqlite_schema")?,
    );
    snapshot.finish()?;
    Ok(header)
}

/// Brings a database to the schema this Cofio knows, each step in a transaction of its own.
pub(crate) fn migrate(connection: &mut Connection) -> Result<(), StoreError> {
    let found = schema_of(connection)?;
    for migration in MIGRATIONS.iter().filter(|migration| migration.number > found) {
        apply(connection, migration).map_err(store_error)?;
    }
    Ok(())
}

fn apply(connection: &mut Connection, migration: &Migration) -> rusqlite::Result<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Exclusive)?;
    transaction.execute_batch(migration.sql)?;
    transaction.execute(
        "INSERT INTO migration (number, name, checksum) VALUES (?1, ?2, ?3)",
        (migration.number, migration.name, checksum(migration)),
    )?;
    transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
    transaction.pragma_update(None, "user_version", migration.number)?;
    transaction.commit()
}

/// Returns the migrations whose text is not the one that was applied here.
pub(crate) fn changed_since(connection: &Connection) -> Result<Vec<&'static str>, StoreError> {
    let mut changed = Vec::new();
    for migration in MIGRATIONS {
        let applied: Option<[u8; 32]> = rusqlite::OptionalExtension::optional(connection.query_row(
            "SELECT checksum FROM migration WHERE number = ?1",
            [migration.number],
            |row| row.get(0),
        ))
        .map_err(store_error)?;
        if applied.is_some_and(|applied| applied != checksum(migration)) {
            changed.push(migration.name);
        }
    }
    Ok(changed)
}

fn checksum(migration: &Migration) -> [u8; 32] {
    *blake3::hash(migration.sql.as_bytes()).as_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn migrations_are_numbered_without_a_gap() {
        for (place, migration) in MIGRATIONS.iter().enumerate() {
            assert_eq!(migration.number, place as i64 + 1, "{}", migration.name);
        }
    }

    #[test]
    fn a_database_of_a_newer_cofio_is_left_alone() {
        let mut connection = Connection::open_in_memory().unwrap();
        migrate(&mut connection).unwrap();
        connection.pragma_update(None, "user_version", KNOWN + 1).unwrap();
        let error = migrate(&mut connection).unwrap_err();
        assert!(matches!(error, StoreError::TooNew { found, .. } if found == KNOWN + 1));
    }

    #[test]
    fn a_database_of_another_program_is_left_alone() {
        let mut connection = Connection::open_in_memory().unwrap();
        connection.execute_batch("CREATE TABLE theirs (a)").unwrap();
        assert!(migrate(&mut connection).is_err());
    }
}
