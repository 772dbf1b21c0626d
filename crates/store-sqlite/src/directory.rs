//! Users, spaces, and who belongs where.

use cofio_domain::axes::UnknownWord;
use cofio_domain::id::{Id, SpaceId, UserId};
use cofio_domain::operation::{Operation, OperationKind};
use cofio_domain::ports::{Directory, NewSpace, StoreError};
use cofio_domain::record::{Noun, Record, Row, RowRef, Seq};
use cofio_domain::space::{Actor, Membership, Role, Space, SpaceKey, SpaceKind, User};
use cofio_domain::time::Timestamp;
use rusqlite::{Connection, OptionalExtension};

use crate::SqliteStore;
use crate::error::store_error;
use crate::operations::insert_operation;
use crate::rows::insert_row;
use crate::table::{Where, select_sound};

impl Directory for SqliteStore {
    fn user_by_name(&self, name: &str) -> Result<Option<User>, StoreError> {
        self.read(|connection| user_where(connection, "name = ?1", name))
    }

    fn user(&self, id: UserId) -> Result<Option<User>, StoreError> {
        self.read(|connection| user_where(connection, "id = ?1", id.bits().to_be_bytes()))
    }

    fn users(&self) -> Result<Vec<User>, StoreError> {
        self.read(|connection| {
            let mut statement =
                connection.prepare_cached("SELECT id, name, created_at FROM user ORDER BY id").map_err(store_error)?;
            let rows = statement.query_map([], read_user).map_err(store_error)?;
            rows.map(|row| row.map_err(store_error)).collect()
        })
    }

    fn add_user(&self, user: User) -> Result<User, StoreError> {
        self.write(move |connection| {
            if let Some(there) = user_where(connection, "name = ?1", &user.name)? {
                return Ok(there);
            }
            connection
                .execute(
                    "INSERT INTO user (id, name, created_at) VALUES (?1, ?2, ?3)",
                    (user.id.bits().to_be_bytes(), &user.name, user.created_at.as_micros()),
                )
                .map_err(store_error)?;
            Ok(user)
        })
    }

    fn create_space(&self, new: NewSpace) -> Result<Space, StoreError> {
        self.write(move |connection| {
            let single = matches!(new.kind, SpaceKind::Personal | SpaceKind::Builtin | SpaceKind::Demo);
            if single && let Some(there) = only_space(connection, new.kind, new.owner)? {
                return Ok(there);
            }
            insert_space(connection, &new)
        })
    }

    fn spaces_of(&self, user: UserId) -> Result<Vec<(Space, Option<Membership>)>, StoreError> {
        self.read(|connection| {
            let mut found = Vec::new();
            for space in all_spaces_of(connection, user)? {
                let membership = membership_in(connection, space.key, user)?;
                if membership.is_some() || space.kind == SpaceKind::Builtin {
                    found.push((space, membership));
                }
            }
            Ok(found)
        })
    }
}

fn user_where(
    connection: &Connection,
    condition: &str,
    value: impl rusqlite::ToSql,
) -> Result<Option<User>, StoreError> {
    let sql = format!("SELECT id, name, created_at FROM user WHERE {condition}");
    connection
        .prepare_cached(&sql)
        .and_then(|mut statement| statement.query_row([value], read_user).optional())
        .map_err(store_error)
}

fn read_user(row: &rusqlite::Row<'_>) -> rusqlite::Result<User> {
    Ok(User {
        id: UserId::from_bits(u128::from_be_bytes(row.get(0)?)),
        name: row.get(1)?,
        created_at: Timestamp::from_micros(row.get(2)?),
    })
}

/// The spaces a user has a seat in, then the built-in ones.
fn all_spaces_of(connection: &Connection, user: UserId) -> Result<Vec<Space>, StoreError> {
    let mut found = spaces(
        connection,
        "SELECT space, id, kind, name, created_at
           FROM space
          WHERE space IN (SELECT space FROM membership WHERE user = ?1 AND retired_at IS NULL)
          ORDER BY space",
        [user.bits().to_be_bytes()],
    )?;
    found.extend(spaces(
        connection,
        "SELECT space, id, kind, name, created_at FROM space WHERE kind = 'builtin' ORDER BY space",
        [],
    )?);
    Ok(found)
}

fn only_space(connection: &Connection, kind: SpaceKind, owner: UserId) -> Result<Option<Space>, StoreError> {
    Ok(all_spaces_of(connection, owner)?.into_iter().find(|space| space.kind == kind))
}

fn spaces(connection: &Connection, sql: &str, parameters: impl rusqlite::Params) -> Result<Vec<Space>, StoreError> {
    connection
        .prepare_cached(sql)
        .and_then(|mut statement| {
            statement
                .query_map(parameters, |row| {
                    let kind: String = row.get(2)?;
                    let kind = kind.parse().map_err(|error: UnknownWord| {
                        rusqlite::Error::FromSqlConversionFailure(2, rusqlite::types::Type::Text, Box::new(error))
                    })?;
                    Ok(Space {
                        key: SpaceKey(row.get(0)?),
                        id: SpaceId::from_bits(u128::from_be_bytes(row.get(1)?)),
                        kind,
                        name: row.get(3)?,
                        created_at: Timestamp::from_micros(row.get(4)?),
                    })
                })?
                .collect()
        })
        .map_err(store_error)
}

fn membership_in(connection: &Connection, space: SpaceKey, user: UserId) -> Result<Option<Membership>, StoreError> {
    let found = select_sound::<Membership>(
        connection,
        space,
        Where::by("membership_user", "space = ?1 AND user = ?2 AND retired_at IS NULL"),
        (space.0, user.bits().to_be_bytes()),
    )?;
    Ok(found.into_iter().next().map(|record| record.body))
}

fn insert_space(connection: &Connection, new: &NewSpace) -> Result<Space, StoreError> {
    let membership = Membership { user: new.owner, role: Role::Owner, recalled: true };
    let seat = Record {
        seq: Seq(1),
        operation: new.operation,
        recorded_at: new.at,
        retired: None,
        body: Row::Membership(membership),
    };
    let operation = Operation {
        id: new.operation,
        seq: Seq(2),
        kind: OperationKind::CreateSpace,
        at: new.at,
        actor: Actor::User(new.owner),
        app: None,
        reason: None,
        undoes: Vec::new(),
        job: None,
        before: Vec::new(),
        after: vec![RowRef { noun: Noun::Membership, seq: seat.seq }],
        revived: Vec::new(),
    };
    let key: i64 = connection
        .query_row(
            "INSERT INTO space (id, kind, name, salt, created_at, seq, clock, rules)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?5, 0)
             RETURNING space",
            (new.id.bits().to_be_bytes(), new.kind.word(), &new.name, new.salt.0, new.at.as_micros(), operation.seq.0),
            |row| row.get(0),
        )
        .map_err(store_error)?;
    let key = SpaceKey(key);
    // Nobody owns what ships with Cofio, so nobody has a seat there.
    if new.kind != SpaceKind::Builtin {
        insert_operation(connection, key, &operation)?;
        insert_row(connection, key, new.salt, &seat)?;
    }
    Ok(Space { key, id: new.id, kind: new.kind, name: new.name.clone(), created_at: new.at })
}
