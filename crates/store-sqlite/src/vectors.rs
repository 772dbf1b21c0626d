//! Vectors, under the hash of the text they were made from.

use std::collections::BTreeSet;

use cofio_domain::ports::{ModelId, StoreError, Vectors};
use cofio_domain::space::{SpaceHandle, SpaceKey};
use cofio_domain::vector::{StoredVector, TextHash};
use rusqlite::types::ValueRef;
use rusqlite::{Connection, OptionalExtension};

use crate::SqliteStore;
use crate::checksum::RowHasher;
use crate::error::store_error;

impl Vectors for SqliteStore {
    fn vectors(
        &self,
        space: &SpaceHandle,
        model: &ModelId,
        texts: &[TextHash],
    ) -> Result<Vec<Option<StoredVector>>, StoreError> {
        self.read(|connection| {
            let Some(number) = model_number(connection, space.key(), model)? else {
                return Ok(vec![None; texts.len()]);
            };
            let mut statement = connection
                .prepare_cached("SELECT vector, hash FROM embedding WHERE space = ?1 AND model = ?2 AND text_hash = ?3")
                .map_err(store_error)?;
            let mut found = Vec::with_capacity(texts.len());
            for text in texts {
                let row: Option<(Vec<u8>, Vec<u8>)> = statement
                    .query_row((space.key().0, number, text.0), |row| Ok((row.get(0)?, row.get(1)?)))
                    .optional()
                    .map_err(store_error)?;
                found.push(row.and_then(|(bytes, hash)| {
                    let sound = hash == hash_of(space.key(), number, *text, &bytes);
                    StoredVector::from_bytes(&bytes).filter(|_| sound)
                }));
            }
            Ok(found)
        })
    }

    fn keep_vectors(
        &self,
        space: &SpaceHandle,
        model: &ModelId,
        vectors: Vec<(TextHash, StoredVector)>,
    ) -> Result<(), StoreError> {
        let (key, model) = (space.key(), model.clone());
        self.write(move |connection| {
            let number = match model_number(connection, key, &model)? {
                Some(number) => number,
                None => add_model(connection, key, &model)?,
            };
            let mut statement = connection
                .prepare_cached(
                    "INSERT INTO embedding (space, model, text_hash, vector, hash) VALUES (?1, ?2, ?3, ?4, ?5)
                         ON CONFLICT DO UPDATE SET vector = excluded.vector, hash = excluded.hash",
                )
                .map_err(store_error)?;
            for (text, vector) in &vectors {
                let bytes = vector.to_bytes();
                let hash = hash_of(key, number, *text, &bytes);
                statement.execute((key.0, number, text.0, bytes, hash)).map_err(store_error)?;
            }
            Ok(())
        })
    }

    fn lacking_vectors(
        &self,
        space: &SpaceHandle,
        model: &ModelId,
        texts: &[TextHash],
    ) -> Result<Vec<TextHash>, StoreError> {
        let found = self.vectors(space, model, texts)?;
        let mut seen = BTreeSet::new();
        let lacking = texts.iter().zip(found).filter(|(_, vector)| vector.is_none()).map(|(text, _)| *text);
        Ok(lacking.filter(|text| seen.insert(*text)).collect())
    }

    fn vector_models(&self, space: &SpaceHandle) -> Result<Vec<(ModelId, u64)>, StoreError> {
        self.read(|connection| {
            connection
                .prepare_cached(
                    "SELECT name, (SELECT count(*) FROM embedding
                                    WHERE embedding.space = embedding_model.space
                                      AND embedding.model = embedding_model.number)
                       FROM embedding_model
                      WHERE space = ?1
                      ORDER BY number",
                )
                .and_then(|mut statement| {
                    statement
                        .query_map([space.key().0], |row| {
                            let (name, count): (String, i64) = (row.get(0)?, row.get(1)?);
                            Ok((ModelId::new(name), count.unsigned_abs()))
                        })?
                        .collect()
                })
                .map_err(store_error)
        })
    }

    fn drop_vectors(&self, space: &SpaceHandle, model: &ModelId) -> Result<(), StoreError> {
        self.may_change(space)?;
        let (key, model) = (space.key(), model.clone());
        self.write(move |connection| {
            let Some(number) = model_number(connection, key, &model)? else { return Ok(()) };
            for sql in [
                "DELETE FROM embedding WHERE space = ?1 AND model = ?2",
                "DELETE FROM embedding_model WHERE space = ?1 AND number = ?2",
            ] {
                connection.execute(sql, (key.0, number)).map_err(store_error)?;
            }
            Ok(())
        })
    }
}

fn model_number(connection: &Connection, space: SpaceKey, model: &ModelId) -> Result<Option<i64>, StoreError> {
    connection
        .prepare_cached("SELECT number FROM embedding_model WHERE space = ?1 AND name = ?2")
        .and_then(|mut statement| statement.query_row((space.0, model.as_str()), |row| row.get(0)).optional())
        .map_err(store_error)
}

fn add_model(connection: &Connection, space: SpaceKey, model: &ModelId) -> Result<i64, StoreError> {
    connection
        .query_row(
            "INSERT INTO embedding_model (space, number, name)
             SELECT ?1, coalesce(max(number), 0) + 1, ?2 FROM embedding_model WHERE space = ?1
             RETURNING number",
            (space.0, model.as_str()),
            |row| row.get(0),
        )
        .map_err(store_error)
}

fn hash_of(space: SpaceKey, model: i64, text: TextHash, bytes: &[u8]) -> [u8; 16] {
    let mut hasher = RowHasher::bare("embedding");
    hasher.add(ValueRef::Integer(space.0));
    hasher.add(ValueRef::Integer(model));
    hasher.add(ValueRef::Blob(&text.0));
    hasher.add(ValueRef::Blob(bytes));
    hasher.finish()
}
