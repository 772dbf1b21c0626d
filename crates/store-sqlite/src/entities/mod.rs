//! Entities and clusters: rows that can be made again, each set under one checksum.

mod clusters;
mod sets;

use cofio_domain::brief::BriefSource;
use cofio_domain::cluster::ClusterSet;
use cofio_domain::entity::{Alias, Entity, EntitySet, Mention};
use cofio_domain::id::{EntityId, EpisodeId, Id, MemoryId};
use cofio_domain::ports::{Entities, StoreError};
use cofio_domain::record::Seq;
use cofio_domain::space::{SpaceHandle, SpaceKey};
use rusqlite::types::ValueRef;
use rusqlite::{Connection, OptionalExtension};

use crate::SqliteStore;
use crate::checksum::{Hash, RowHasher};
use crate::error::store_error;

pub(crate) use clusters::let_go_of_clusters;
use sets::{Kept, Owner};

impl Entities for SqliteStore {
    fn entities(&self, space: &SpaceHandle) -> Result<Option<EntitySet>, StoreError> {
        let owner = Owner::of(space);
        self.read(|connection| {
            let Some(kept) = sets::kept(connection, owner, "entities")? else { return Ok(None) };
            let entities = match read(connection, owner) {
                Ok(entities) => entities,
                // What cannot be read is made again.
                Err(rusqlite::Error::SqliteFailure(error, why)) => {
                    return Err(store_error(rusqlite::Error::SqliteFailure(error, why)));
                }
                Err(_) => return Ok(None),
            };
            let set = EntitySet { user: space.user(), through: kept.through, entities };
            Ok((checksum_of(space.key(), &set) == kept.checksum).then_some(set))
        })
    }

    fn keep_entities(&self, space: &SpaceHandle, set: EntitySet) -> Result<(), StoreError> {
        self.may_change(space)?;
        let owner = Owner::of(space);
        self.write(move |connection| {
            let kept = Kept { through: set.through, checksum: checksum_of(owner.space, &set) };
            sets::replace(connection, owner, "entities", &kept, &["entity", "entity_alias", "mention"])?;
            set.entities.iter().try_for_each(|entity| insert(connection, owner, entity)).map_err(store_error)
        })
    }

    fn clusters(&self, space: &SpaceHandle) -> Result<Option<ClusterSet>, StoreError> {
        self.read(|connection| clusters::read(connection, Owner::of(space)))
    }

    fn keep_clusters(&self, space: &SpaceHandle, set: ClusterSet) -> Result<(), StoreError> {
        self.may_change(space)?;
        let owner = Owner::of(space);
        self.write(move |connection| clusters::keep(connection, owner, &set))
    }
}

/// Lets go of what was read in records: their mentions, the aliases they gave, and every entity that is not spoken of any
/// more. Returns how many mentions that were.
pub(crate) fn let_go(connection: &Connection, space: SpaceKey, records: &[Seq]) -> Result<usize, StoreError> {
    let mut count = 0;
    for seq in records {
        let named: Vec<(Vec<u8>, Vec<u8>)> = connection
            .prepare_cached(
                "SELECT DISTINCT user, entity FROM mention INDEXED BY mention_seq WHERE space = ?1 AND seq = ?2",
            )
            .and_then(|mut statement| {
                statement.query_map((space.0, seq.0), |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
            })
            .map_err(store_error)?;
        for table in ["mention", "entity_alias"] {
            let sql = format!("DELETE FROM {table} WHERE space = ?1 AND seq = ?2");
            let gone = connection
                .prepare_cached(&sql)
                .and_then(|mut statement| statement.execute((space.0, seq.0)))
                .map_err(store_error)?;
            count += if table == "mention" { gone } else { 0 };
        }
        for (user, entity) in named {
            let left = connection
                .prepare_cached("SELECT 1 FROM mention WHERE space = ?1 AND user = ?2 AND entity = ?3")
                .and_then(|mut statement| statement.exists((space.0, &user, &entity)))
                .map_err(store_error)?;
            // Its name may be the one it had in what is gone.
            for (table, column) in [("entity", "id"), ("entity_alias", "entity")] {
                if left && table == "entity_alias" {
                    continue;
                }
                let sql = format!("DELETE FROM {table} WHERE space = ?1 AND user = ?2 AND {column} = ?3");
                connection
                    .prepare_cached(&sql)
                    .and_then(|mut statement| statement.execute((space.0, &user, &entity)))
                    .map_err(store_error)?;
            }
        }
    }
    Ok(count)
}

fn insert(connection: &Connection, owner: Owner, entity: &Entity) -> rusqlite::Result<()> {
    let id = entity.id.bits().to_be_bytes();
    connection
        .prepare_cached("INSERT INTO entity (space, user, id, name, kind) VALUES (?1, ?2, ?3, ?4, ?5)")?
        .execute((owner.space.0, owner.user, id, &entity.name, entity.kind.word()))?;
    for Alias { said, tie, by } in &entity.aliases {
        connection
            .prepare_cached(
                "INSERT INTO entity_alias (space, user, entity, said, tie, seq) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            )?
            .execute((owner.space.0, owner.user, id, said, tie.word(), by.0))?;
    }
    for Mention { at, of, said } in &entity.mentions {
        let (memory, episode) = match of {
            BriefSource::Memory(memory) => (Some(memory.bits().to_be_bytes()), None),
            BriefSource::Episode(episode) => (None, Some(episode.bits().to_be_bytes())),
        };
        connection
            .prepare_cached(
                "INSERT INTO mention (space, user, entity, seq, said, memory, episode)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            )?
            .execute((owner.space.0, owner.user, id, at.0, said, memory, episode))?;
    }
    Ok(())
}

fn read(connection: &Connection, owner: Owner) -> rusqlite::Result<Vec<Entity>> {
    let whose = (owner.space.0, owner.user);
    let mut entities: Vec<Entity> = connection
        .prepare_cached("SELECT id, name, kind FROM entity WHERE space = ?1 AND user = ?2")?
        .query_map(whose, |row| {
            Ok(Entity {
                id: EntityId::from_bits(u128::from_be_bytes(row.get(0)?)),
                name: row.get(1)?,
                kind: word(row, 2)?,
                aliases: Vec::new(),
                mentions: Vec::new(),
            })
        })?
        .collect::<rusqlite::Result<_>>()?;
    entities.sort_by_key(|entity| entity.id);
    let place = |entities: &[Entity], id: [u8; 16]| {
        let id = EntityId::from_bits(u128::from_be_bytes(id));
        entities.binary_search_by_key(&id, |entity| entity.id).map_err(|_| rusqlite::Error::QueryReturnedNoRows)
    };
    let mut statement =
        connection.prepare_cached("SELECT entity, said, tie, seq FROM entity_alias WHERE space = ?1 AND user = ?2")?;
    let mut rows = statement.query(whose)?;
    while let Some(row) = rows.next()? {
        let at = place(&entities, row.get(0)?)?;
        entities[at].aliases.push(Alias { said: row.get(1)?, tie: word(row, 2)?, by: Seq(row.get(3)?) });
    }
    let mut statement = connection
        .prepare_cached("SELECT entity, seq, said, memory, episode FROM mention WHERE space = ?1 AND user = ?2")?;
    let mut rows = statement.query(whose)?;
    while let Some(row) = rows.next()? {
        let at = place(&entities, row.get(0)?)?;
        let of = match (row.get::<_, Option<[u8; 16]>>(3)?, row.get::<_, Option<[u8; 16]>>(4)?) {
            (Some(memory), None) => BriefSource::Memory(MemoryId::from_bits(u128::from_be_bytes(memory))),
            (None, Some(episode)) => BriefSource::Episode(EpisodeId::from_bits(u128::from_be_bytes(episode))),
            _ => return Err(rusqlite::Error::QueryReturnedNoRows),
        };
        entities[at].mentions.push(Mention { at: Seq(row.get(1)?), of, said: row.get(2)? });
    }
    for entity in &mut entities {
        entity.aliases.sort();
        entity.mentions.sort();
    }
    entities.sort_by(|one, other| (&one.name, one.id).cmp(&(&other.name, other.id)));
    Ok(entities)
}

fn word<T: std::str::FromStr>(row: &rusqlite::Row<'_>, column: usize) -> rusqlite::Result<T> {
    row.get::<_, String>(column)?.parse().map_err(|_| rusqlite::Error::QueryReturnedNoRows)
}

/// Returns the checksum of a set, over every row in order.
fn checksum_of(space: SpaceKey, set: &EntitySet) -> Hash {
    let mut hasher = RowHasher::bare("entity");
    hasher.add(ValueRef::Integer(space.0));
    hasher.add(ValueRef::Blob(&set.user.bits().to_be_bytes()));
    hasher.add(ValueRef::Integer(set.through.0));
    for entity in &set.entities {
        hasher.add(ValueRef::Blob(&entity.id.bits().to_be_bytes()));
        hasher.add(ValueRef::Text(entity.name.as_bytes()));
        hasher.add(ValueRef::Text(entity.kind.word().as_bytes()));
        for Alias { said, tie, by } in &entity.aliases {
            hasher.add(ValueRef::Text(said.as_bytes()));
            hasher.add(ValueRef::Text(tie.word().as_bytes()));
            hasher.add(ValueRef::Integer(by.0));
        }
        for Mention { at, of, said } in &entity.mentions {
            let id = match of {
                BriefSource::Memory(memory) => memory.bits(),
                BriefSource::Episode(episode) => episode.bits(),
            };
            hasher.add(ValueRef::Integer(at.0));
            hasher.add(ValueRef::Blob(&id.to_be_bytes()));
            hasher.add(ValueRef::Text(said.as_bytes()));
        }
    }
    hasher.finish()
}

/// Returns how far the order of a space has come.
fn revision(connection: &Connection, space: SpaceKey) -> Result<Option<Seq>, StoreError> {
    connection
        .prepare_cached("SELECT seq FROM space WHERE space = ?1")
        .and_then(|mut statement| statement.query_row([space.0], |row| Ok(Seq(row.get(0)?))).optional())
        .map_err(store_error)
}
