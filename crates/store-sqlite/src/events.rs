//! Events as rows: headers in one table, words in another, and the walk along the chain.

use cofio_domain::event::{
    Break, ChainReport, Digest, Event, EventKind, Fault, MessageRole, Payload, PayloadSalt, Said,
};
use cofio_domain::id::Id;
use cofio_domain::ports::{EventListing, StoreError};
use cofio_domain::record::Seq;
use cofio_domain::session::SessionNumber;
use cofio_domain::space::SpaceKey;
use rusqlite::{Connection, Params, Row};

use crate::columns::{Fields, Place};
use crate::error::store_error;

/// The columns of an event and its words, as they are read.
pub(crate) const COLUMNS: &str = "event.seq, event.id, event.session, event.idx, event.type, event.role, event.at, \
                                  event.recorded_at, event.payload_hash, event.prev_hash, event.hash, \
                                  event_payload.salt, event_payload.name, event_payload.body, event_payload.cut_hash";

/// Where events lie with their words.
pub(crate) const TABLES: &str =
    "event LEFT JOIN event_payload ON event_payload.place = (event.space << 40 | event.seq)";

/// Returns the key of an event's words.
pub(crate) fn place_of(space: SpaceKey, seq: Seq) -> i64 {
    space.0 << 40 | seq.0
}

/// Returns the numbers that stand for a kind and a role.
fn numbers(event: &Event) -> (i64, i64) {
    let kind = match event.kind {
        EventKind::Message => 0,
        EventKind::Passing => 1,
    };
    let role = match event.role {
        MessageRole::User => 0,
        MessageRole::Assistant => 1,
        MessageRole::Tool => 2,
        MessageRole::System => 3,
    };
    (kind, role)
}

fn kind_of(number: i64) -> Option<EventKind> {
    match number {
        0 => Some(EventKind::Message),
        1 => Some(EventKind::Passing),
        _ => None,
    }
}

fn role_of(number: i64) -> Option<MessageRole> {
    match number {
        0 => Some(MessageRole::User),
        1 => Some(MessageRole::Assistant),
        2 => Some(MessageRole::Tool),
        3 => Some(MessageRole::System),
        _ => None,
    }
}

/// Writes an event and its words.
pub(crate) fn insert(
    connection: &Connection,
    space: SpaceKey,
    event: &Event,
    salt: &PayloadSalt,
) -> Result<(), StoreError> {
    let (kind, role) = numbers(event);
    connection
        .prepare_cached(
            "INSERT INTO event
                    (space, seq, id, session, idx, type, role, at, recorded_at, payload_hash, prev_hash, hash)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
        )
        .and_then(|mut statement| {
            statement.execute((
                space.0,
                event.seq.0,
                event.id.bits().to_be_bytes(),
                event.session.0,
                i64::try_from(event.index).unwrap_or(i64::MAX),
                kind,
                role,
                event.at.as_micros(),
                event.recorded_at.as_micros(),
                event.payload_hash.0,
                event.prev_hash.0,
                event.hash.0,
            ))
        })
        .map_err(store_error)?;
    let Some(said) = event.said() else { return Ok(()) };
    connection
        .prepare_cached("INSERT INTO event_payload (place, salt, name, body) VALUES (?1, ?2, ?3, ?4)")
        .and_then(|mut statement| {
            statement.execute((place_of(space, event.seq), salt.0, said.name.as_deref(), said.text.as_str()))
        })
        .map_err(store_error)?;
    Ok(())
}

/// Reads events by the end of a statement that begins with [`COLUMNS`] and [`TABLES`]. A damaged one is set apart.
pub(crate) fn select(
    connection: &Connection,
    space: SpaceKey,
    condition: &str,
    parameters: impl Params,
) -> Result<EventListing, StoreError> {
    let sql = format!("SELECT {COLUMNS} FROM {TABLES} WHERE {condition}");
    let mut statement = connection.prepare_cached(&sql).map_err(store_error)?;
    let mut rows = statement.query(parameters).map_err(store_error)?;
    let mut listing = EventListing::default();
    while let Some(row) = rows.next().map_err(store_error)? {
        let seq = Seq(row.get(0).map_err(store_error)?);
        match read(row, space) {
            Ok(read) if read.fault(space).is_none() => listing.events.push(read.event),
            Ok(_) | Err(StoreError::Unreadable { .. }) => listing.damaged.push(seq),
            Err(error) => return Err(error),
        }
    }
    Ok(listing)
}

/// An event as it was read, with what proves it.
struct ReadEvent {
    event: Event,
    salt: Option<PayloadSalt>,
    cut_hash: Option<Digest>,
}

impl ReadEvent {
    /// Returns what is wrong with the event by itself.
    fn fault(&self, space: SpaceKey) -> Option<Fault> {
        if self.event.chain_hash(space) != self.event.hash {
            return Some(Fault::Header);
        }
        let said = self.event.said()?;
        let wanted = self.cut_hash.unwrap_or(self.event.payload_hash);
        let sound = self.salt.is_some_and(|salt| said.hash(&salt) == wanted);
        (!sound).then_some(Fault::Payload)
    }
}

fn read(row: &Row<'_>, space: SpaceKey) -> Result<ReadEvent, StoreError> {
    let seq: i64 = row.get(0).map_err(store_error)?;
    let mut fields = Fields::starting_at(row, 1, "event", Place { space, seq });
    let id = fields.id("id")?;
    let session = SessionNumber(fields.integer("session")?);
    let index = fields.number("idx")?;
    let kind = kind_of(fields.integer("type")?).ok_or_else(|| fields.unreadable("type"))?;
    let role = role_of(fields.integer("role")?).ok_or_else(|| fields.unreadable("role"))?;
    let (at, recorded_at) = (fields.time("at")?, fields.time("recorded_at")?);
    let payload_hash = Digest(fields.bytes("payload_hash")?);
    let (prev_hash, hash) = (Digest(fields.bytes("prev_hash")?), Digest(fields.bytes("hash")?));
    let salt = fields.optional_bytes("salt")?.map(PayloadSalt);
    let (name, body) = (fields.optional_text("name")?, fields.optional_text("body")?);
    let cut_hash = fields.optional_bytes("cut_hash")?.map(Digest);
    let payload = match body.map(|text| Said { name, text }) {
        None => Payload::Shredded,
        Some(said) if cut_hash.is_some() => Payload::Cut(said),
        Some(said) => Payload::Kept(said),
    };
    let seq = Seq(seq);
    let event = Event { seq, id, session, index, kind, role, at, recorded_at, payload_hash, prev_hash, hash, payload };
    Ok(ReadEvent { event, salt, cut_hash })
}

/// Walks the chain of a space from its first event to its last.
pub(crate) fn walk(connection: &Connection, space: SpaceKey) -> Result<ChainReport, StoreError> {
    // One state of the database: somebody may be writing.
    let snapshot = connection.unchecked_transaction().map_err(store_error)?;
    let (length, head): (i64, [u8; 16]) = snapshot
        .query_row("SELECT events, chain FROM space WHERE space = ?1", [space.0], |row| Ok((row.get(0)?, row.get(1)?)))
        .map_err(store_error)?;
    let mut report = ChainReport::default();
    let mut last_seq = Seq(0);
    let sql = format!(
        "SELECT {COLUMNS},
                EXISTS (SELECT 1 FROM erased_message
                         WHERE erased_message.space = event.space AND erased_message.seq = event.seq)
                OR EXISTS (SELECT 1 FROM session
                            WHERE session.space = event.space AND session.number = event.session
                              AND session.shredded_at IS NOT NULL)
           FROM {TABLES}
          WHERE event.space = ?1
          ORDER BY event.seq"
    );
    {
        let mut statement = snapshot.prepare(&sql).map_err(store_error)?;
        let mut rows = statement.query([space.0]).map_err(store_error)?;
        while let Some(row) = rows.next().map_err(store_error)? {
            last_seq = Seq(row.get(0).map_err(store_error)?);
            report.events += 1;
            let erased: bool = row.get(15).map_err(store_error)?;
            match read(row, space) {
                Ok(read) => report.follow(&read, erased, space),
                Err(StoreError::Unreadable { column, .. }) => {
                    let words = matches!(column, "salt" | "name" | "body" | "cut_hash");
                    let fault = if words { Fault::Payload } else { Fault::Header };
                    report.breaks.push(Break { seq: last_seq, fault });
                }
                Err(error) => return Err(error),
            }
        }
    }
    let ended_early = report.events < u64::try_from(length).unwrap_or(0);
    if ended_early || report.head != Digest(head) {
        report.breaks.push(Break { seq: last_seq, fault: Fault::End });
    }
    snapshot.finish().map_err(store_error)?;
    Ok(report)
}

/// The walk, one event at a time.
trait Follow {
    fn follow(&mut self, read: &ReadEvent, erased: bool, space: SpaceKey);
}

impl Follow for ChainReport {
    fn follow(&mut self, read: &ReadEvent, erased: bool, space: SpaceKey) {
        let event = &read.event;
        let mut broken = |fault| self.breaks.push(Break { seq: event.seq, fault });
        if event.prev_hash != self.head {
            broken(Fault::Order);
        }
        if let Some(fault) = read.fault(space) {
            broken(fault);
        }
        match event.payload {
            Payload::Kept(_) => {}
            // Words that are gone, wholly or in part, without anybody having erased them.
            Payload::Cut(_) | Payload::Shredded if !erased => broken(Fault::Lost),
            Payload::Cut(_) => self.cut += 1,
            Payload::Shredded => self.shredded += 1,
        }
        self.head = event.hash;
    }
}
