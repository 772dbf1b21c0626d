//! Clusters and their members.

use cofio_domain::cluster::{Cluster, ClusterSet};
use cofio_domain::id::{ClusterId, Id, MemoryId, UserId};
use cofio_domain::ports::StoreError;
use cofio_domain::space::SpaceKey;
use rusqlite::Connection;
use rusqlite::types::ValueRef;

use super::sets::{self, Kept, Owner};
use crate::checksum::{Hash, RowHasher};
use crate::error::store_error;

pub(super) fn read(connection: &Connection, owner: Owner) -> Result<Option<ClusterSet>, StoreError> {
    let Some(kept) = sets::kept(connection, owner, "clusters")? else { return Ok(None) };
    let whose = (owner.space.0, owner.user);
    let rows: Vec<(i64, Vec<u8>, String)> = connection
        .prepare_cached("SELECT place, id, name FROM cluster WHERE space = ?1 AND user = ?2 ORDER BY place")
        .and_then(|mut statement| {
            statement.query_map(whose, |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?.collect()
        })
        .map_err(store_error)?;
    let members: Vec<(i64, Vec<u8>)> = connection
        .prepare_cached(
            "SELECT place, memory FROM cluster_member WHERE space = ?1 AND user = ?2 ORDER BY place, memory",
        )
        .and_then(|mut statement| statement.query_map(whose, |row| Ok((row.get(0)?, row.get(1)?)))?.collect())
        .map_err(store_error)?;
    let bits = |bytes: &[u8]| bytes.try_into().ok().map(u128::from_be_bytes);
    let cluster = |(place, id, name): (i64, Vec<u8>, String)| {
        let own = members.iter().filter(|(of, _)| *of == place);
        Some(Cluster {
            id: ClusterId::from_bits(bits(&id)?),
            name,
            memories: own.map(|(_, memory)| bits(memory).map(MemoryId::from_bits)).collect::<Option<_>>()?,
        })
    };
    let Some(clusters) = rows.into_iter().map(cluster).collect::<Option<Vec<_>>>() else { return Ok(None) };
    let user = UserId::from_bits(u128::from_be_bytes(owner.user));
    let set = ClusterSet { user, through: kept.through, clusters };
    Ok((checksum_of(owner.space, &set) == kept.checksum).then_some(set))
}

pub(super) fn keep(connection: &Connection, owner: Owner, set: &ClusterSet) -> Result<(), StoreError> {
    let kept = Kept { through: set.through, checksum: checksum_of(owner.space, set) };
    sets::replace(connection, owner, "clusters", &kept, &["cluster", "cluster_member"])?;
    for (place, cluster) in (0_i64..).zip(&set.clusters) {
        connection
            .prepare_cached("INSERT INTO cluster (space, user, place, id, name) VALUES (?1, ?2, ?3, ?4, ?5)")
            .and_then(|mut statement| {
                let id = cluster.id.bits().to_be_bytes();
                statement.execute((owner.space.0, owner.user, place, id, &cluster.name))
            })
            .map_err(store_error)?;
        for memory in &cluster.memories {
            connection
                .prepare_cached("INSERT INTO cluster_member (space, user, place, memory) VALUES (?1, ?2, ?3, ?4)")
                .and_then(|mut statement| {
                    statement.execute((owner.space.0, owner.user, place, memory.bits().to_be_bytes()))
                })
                .map_err(store_error)?;
        }
    }
    Ok(())
}

/// Lets go of the clusters that a memory belongs to: their names are made of its words. Returns how many.
pub(crate) fn let_go_of_clusters(
    connection: &Connection,
    space: SpaceKey,
    memory: MemoryId,
) -> Result<usize, StoreError> {
    let places: Vec<(Vec<u8>, i64)> = connection
        .prepare_cached(
            "SELECT user, place FROM cluster_member INDEXED BY cluster_member_memory WHERE space = ?1 AND memory = ?2",
        )
        .and_then(|mut statement| {
            statement.query_map((space.0, memory.bits().to_be_bytes()), |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
        })
        .map_err(store_error)?;
    for (user, place) in &places {
        for table in ["cluster", "cluster_member"] {
            let sql = format!("DELETE FROM {table} WHERE space = ?1 AND user = ?2 AND place = ?3");
            connection.execute(&sql, (space.0, user, place)).map_err(store_error)?;
        }
    }
    Ok(places.len())
}

fn checksum_of(space: SpaceKey, set: &ClusterSet) -> Hash {
    let mut hasher = RowHasher::bare("cluster");
    hasher.add(ValueRef::Integer(space.0));
    hasher.add(ValueRef::Blob(&set.user.bits().to_be_bytes()));
    hasher.add(ValueRef::Integer(set.through.0));
    for cluster in &set.clusters {
        hasher.add(ValueRef::Blob(&cluster.id.bits().to_be_bytes()));
        hasher.add(ValueRef::Text(cluster.name.as_bytes()));
        for memory in &cluster.memories {
            hasher.add(ValueRef::Blob(&memory.bits().to_be_bytes()));
        }
    }
    hasher.finish()
}
