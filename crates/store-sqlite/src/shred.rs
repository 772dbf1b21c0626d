//! Shredding: taking words out of the raw log and out of what was derived from them. Headers stay, and the chain holds.

use std::ops::Range;

use cofio_domain::event::{ERASED, PayloadSalt, Said, sound_spans, without};
use cofio_domain::evidence::{Cited, Evidence};
use cofio_domain::id::{Id, MemoryId, VersionId};
use cofio_domain::ports::StoreError;
use cofio_domain::record::Seq;
use cofio_domain::session::{Session, SessionNumber};
use cofio_domain::space::SpaceKey;
use cofio_domain::time::Timestamp;
use cofio_domain::vector::TextHash;
use rusqlite::Connection;

use crate::commit::evidence_hash;
use crate::error::store_error;
use crate::events::place_of;
use crate::log::words_of;

/// Takes words out of a message: these spans, or all of them. Returns the words that went, nothing where there were none.
pub(crate) fn message(
    connection: &Connection,
    space: SpaceKey,
    seq: Seq,
    spans: &[Range<usize>],
    at: Timestamp,
) -> Result<Vec<String>, StoreError> {
    let Some((name, text)) = words_of(connection, space, seq)? else { return Ok(Vec::new()) };
    let spans = sound_spans(&text, spans);
    let gone = if spans.is_empty() {
        remove(connection, space, seq)?;
        name.into_iter().chain([text]).collect()
    } else {
        let left = Said { text: without(&text, &spans, ERASED), name };
        keep_rest(connection, space, seq, &left)?;
        spans.iter().map(|span| text[span.clone()].to_owned()).collect()
    };
    untitle(connection, space, seq)?;
    connection
        .prepare_cached("INSERT INTO erased_message (space, seq, at) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING")
        .and_then(|mut statement| statement.execute((space.0, seq.0, at.as_micros())))
        .map_err(store_error)?;
    Ok(gone)
}

/// Takes the title off the session of a message: it may be made of the words that went, and is made again.
fn untitle(connection: &Connection, space: SpaceKey, seq: Seq) -> Result<(), StoreError> {
    let condition = "space = ?1 AND title IS NOT NULL
                     AND number = (SELECT session FROM event WHERE space = ?1 AND seq = ?2)";
    for session in crate::sessions::select(connection, space, condition, (space.0, seq.0))?.sessions {
        crate::sessions::update(connection, space, &Session { title: None, ..session })?;
    }
    Ok(())
}

/// Keeps what is left under a salt of its own. With the old one, a guess at the words that went could be checked against
/// the hash in the header.
fn keep_rest(connection: &Connection, space: SpaceKey, seq: Seq, left: &Said) -> Result<(), StoreError> {
    let salt: [u8; 16] = connection.query_row("SELECT randomblob(16)", [], |row| row.get(0)).map_err(store_error)?;
    let hash = left.hash(&PayloadSalt(salt));
    connection
        .prepare_cached("UPDATE event_payload SET salt = ?2, body = ?3, cut_hash = ?4 WHERE place = ?1")
        .and_then(|mut statement| statement.execute((place_of(space, seq), salt, &left.text, hash.0)))
        .map_err(store_error)?;
    Ok(())
}

fn remove(connection: &Connection, space: SpaceKey, seq: Seq) -> Result<(), StoreError> {
    connection
        .prepare_cached("DELETE FROM event_payload WHERE place = ?1")
        .and_then(|mut statement| statement.execute([place_of(space, seq)]))
        .map_err(store_error)?;
    Ok(())
}

/// Takes all words out of a session. Returns the words that went and the places of its messages.
pub(crate) fn session(
    connection: &Connection,
    space: SpaceKey,
    number: SessionNumber,
    (moved, at): (Seq, Timestamp),
) -> Result<(Vec<String>, Vec<Seq>), StoreError> {
    let found = crate::sessions::select(
        connection,
        space,
        "space = ?1 AND number = ?2 AND shredded_at IS NULL",
        (space.0, number.0),
    )?;
    let Some(mut session) = found.sessions.into_iter().next() else { return Ok((Vec::new(), Vec::new())) };
    let places: Vec<i64> = connection
        .prepare_cached("SELECT seq FROM event WHERE space = ?1 AND session = ?2 ORDER BY idx")
        .and_then(|mut statement| statement.query_map((space.0, number.0), |row| row.get(0))?.collect())
        .map_err(store_error)?;
    let mut gone = Vec::new();
    for seq in places.iter().copied().map(Seq) {
        if let Some((name, text)) = words_of(connection, space, seq)? {
            remove(connection, space, seq)?;
            gone.extend(name);
            gone.push(text);
        }
    }
    gone.extend(session.title.take());
    session.deleted_at = session.deleted_at.or(Some(at));
    session.shredded_at = Some(at);
    session.moved = moved;
    crate::sessions::update(connection, space, &session)?;
    Ok((gone, places.into_iter().map(Seq).collect()))
}

/// Takes words out of the quotes that a memory rests on. Returns how many quotes had them.
pub(crate) fn quotes(
    connection: &Connection,
    space: SpaceKey,
    memory: MemoryId,
    words: &[String],
) -> Result<usize, StoreError> {
    let id = memory.bits().to_be_bytes();
    let rows: Vec<(i64, [u8; 16], String, String, f64)> = connection
        .prepare_cached(
            "SELECT seq, version, cites, quote, weight FROM evidence
              WHERE space = ?1 AND memory = ?2 AND quote IS NOT NULL",
        )
        .and_then(|mut statement| {
            statement
                .query_map((space.0, id), |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?)))?
                .collect()
        })
        .map_err(store_error)?;
    let mut count = 0;
    for (seq, version, cites, quote, weight) in rows {
        let Ok(cited) = serde_json::from_str::<Cited>(&cites) else { continue };
        let evidence = Evidence { cites: cited, quote: Some(quote), weight };
        let Some(cut) = evidence.without_words(words) else { continue };
        let version = VersionId::from_bits(u128::from_be_bytes(version));
        let hash = evidence_hash(space, Seq(seq), memory, version, &cites, &cut);
        count += connection
            .prepare_cached("UPDATE evidence SET quote = ?4, hash = ?5 WHERE space = ?1 AND memory = ?2 AND seq = ?3")
            .and_then(|mut statement| statement.execute((space.0, id, seq, cut.quote.as_deref(), hash)))
            .map_err(store_error)?;
    }
    Ok(count)
}

/// Removes the vectors of these texts, of every model.
pub(crate) fn vectors(connection: &Connection, space: SpaceKey, texts: &[TextHash]) -> Result<usize, StoreError> {
    let models: Vec<i64> = connection
        .prepare_cached("SELECT number FROM embedding_model WHERE space = ?1")
        .and_then(|mut statement| statement.query_map([space.0], |row| row.get(0))?.collect())
        .map_err(store_error)?;
    let mut count = 0;
    for model in models {
        let mut statement = connection
            .prepare_cached("DELETE FROM embedding WHERE space = ?1 AND model = ?2 AND text_hash = ?3")
            .map_err(store_error)?;
        for text in texts {
            count += statement.execute((space.0, model, text.0)).map_err(store_error)?;
        }
    }
    Ok(count)
}

/// Drops the segments that cover any of these places.
pub(crate) fn segments(connection: &Connection, space: SpaceKey, places: &[Seq]) -> Result<usize, StoreError> {
    let (Some(first), Some(last)) = (places.iter().min(), places.iter().max()) else { return Ok(0) };
    let stretches: Vec<(i64, i64, i64)> = connection
        .prepare_cached(
            "SELECT number, from_seq, to_seq FROM segment WHERE space = ?1 AND from_seq <= ?3 AND to_seq >= ?2",
        )
        .and_then(|mut statement| {
            statement
                .query_map((space.0, first.0, last.0), |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?
                .collect()
        })
        .map_err(store_error)?;
    let mut count = 0;
    for (number, from, to) in stretches {
        if places.iter().any(|seq| (from..=to).contains(&seq.0)) {
            count += connection
                .execute("DELETE FROM segment WHERE space = ?1 AND number = ?2", (space.0, number))
                .map_err(store_error)?;
        }
    }
    Ok(count)
}
