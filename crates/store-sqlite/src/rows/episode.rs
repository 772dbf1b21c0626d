//! Episodes.

use cofio_domain::episode::Episode;
use cofio_domain::ports::StoreError;
use cofio_domain::record::Noun;

use crate::columns::{Columns, Fields};
use crate::table::Table;

impl Table for Episode {
    type Body = Episode;
    const NOUN: Noun = Noun::Episode;
    const COLUMNS: &'static [&'static str] = &[
        "id",
        "user",
        "session",
        "from_message",
        "to_message",
        "started_at",
        "ended_at",
        "summarized",
        "lines",
        "domains",
        "participants",
        "absorbed_at",
    ];

    fn write(episode: &Episode, columns: &mut Columns) {
        columns
            .id(episode.id)
            .id(episode.user)
            .text(episode.session.as_str())
            .integer(i64::try_from(episode.from).unwrap_or(i64::MAX))
            .integer(i64::try_from(episode.to).unwrap_or(i64::MAX))
            .time(episode.started_at)
            .time(episode.ended_at)
            .text(episode.summarized.word())
            .json(&episode.lines)
            .json(&episode.domains)
            .json(&episode.participants)
            .optional_time(episode.absorbed_at);
    }

    fn read(fields: &mut Fields<'_>) -> Result<Episode, StoreError> {
        Ok(Episode {
            id: fields.id("id")?,
            user: fields.id("user")?,
            session: fields.text("session")?,
            from: fields.number("from_message")?,
            to: fields.number("to_message")?,
            started_at: fields.time("started_at")?,
            ended_at: fields.time("ended_at")?,
            summarized: fields.word("summarized")?,
            lines: fields.json("lines")?,
            domains: fields.json("domains")?,
            participants: fields.json("participants")?,
            absorbed_at: fields.optional_time("absorbed_at")?,
        })
    }
}
