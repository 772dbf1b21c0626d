//! How memories look in a terminal.

use cofio_domain::axes::{Authority, Source, Status, Tier};
use cofio_domain::id::UserId;
use cofio_domain::time::Timestamp;
use cofio_engine::MemoryView;
use jiff::tz::TimeZone;

use super::style::{Paint, Style};
use super::text::{one_line, shortened, width};

/// A row of a table: cells and what each means.
pub type Row = Vec<(String, Option<Style>)>;

/// Lays rows out so that their cells stand below each other.
pub fn table(rows: &[Row], paint: &Paint) -> Vec<String> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns)
        .map(|column| rows.iter().filter_map(|row| row.get(column)).map(|(cell, _)| width(cell)).max().unwrap_or(0))
        .collect();
    rows.iter()
        .map(|row| {
            let mut line = String::new();
            for (column, (cell, style)) in row.iter().enumerate() {
                let last = column + 1 == row.len();
                let style = style.filter(|_| !cell.is_empty());
                line.push_str(&style.map_or_else(|| cell.clone(), |style| paint.paint(style, cell)));
                if !last {
                    line.push_str(&" ".repeat(widths[column] - width(cell) + 2));
                }
            }
            line.trim_end().to_owned()
        })
        .collect()
}

/// Where the domain stands in the row of a memory.
pub const DOMAIN_COLUMN: usize = 3;

/// A memory as a row: glyph, id, words, how sure, when, marks.
pub fn memory_row(view: &MemoryView, short_id: &str, reader: &Reader<'_>, words: usize) -> Row {
    let claim = &view.claim;
    let glyph = if claim.authority == Authority::Hard { "▣" } else { "≈" };
    let mut text = one_line(claim.summary.as_deref().unwrap_or(&claim.content));
    if let Some(key) = &claim.key {
        text = format!("{}: {text}", one_line(key));
    }
    let standing = match view.status {
        Status::Active => (reader.tier_words(view).to_owned(), tier_style(claim.tier)),
        other => (other.to_string(), Some(Style::Faint)),
    };
    let zone = reader.zone;
    let since = day(view.last_confirmed_at.unwrap_or(view.recorded_at), zone);
    vec![
        (glyph.to_owned(), None),
        (format!("…{short_id}"), Some(Style::Faint)),
        (shortened(&text, words), None),
        (claim.domain.to_string(), Some(Style::Faint)),
        (claim.kind.to_string(), Some(Style::Faint)),
        standing,
        (since, Some(Style::Faint)),
        (marks(view, zone), Some(Style::Faint)),
    ]
}

fn marks(view: &MemoryView, zone: &TimeZone) -> String {
    let claim = &view.claim;
    let mut marks = Vec::new();
    if claim.flags.contains(&cofio_domain::axes::Flag::Pinned) {
        marks.push("pinned".to_owned());
    }
    if view.hidden {
        marks.push("hidden".to_owned());
    }
    if let Some(project) = &claim.project {
        marks.push(format!("in {}", one_line(project)));
    }
    if let Some(until) = view.valid_until {
        marks.push(format!("until {}", day(until, zone)));
    } else if let Some(expiry) = claim.expires_at {
        marks.push(format!("expires {}", day(expiry, zone)));
    }
    if let Some(due) = claim.due_at {
        marks.push(format!("due {}", day(due, zone)));
    }
    marks.extend(claim.tags.iter().map(|tag| format!("#{}", one_line(tag))));
    marks.join(" · ")
}

fn tier_style(tier: Tier) -> Option<Style> {
    match tier {
        Tier::Confirmed => Some(Style::Good),
        Tier::Strong => None,
        Tier::Tentative => Some(Style::Warning),
    }
}

/// Who reads, and where they are.
pub struct Reader<'a> {
    pub user: UserId,
    pub zone: &'a TimeZone,
}

impl Reader<'_> {
    /// How sure we are, in the words people see. In a shared space it is not always the reader who said it.
    pub fn tier_words(&self, view: &MemoryView) -> &'static str {
        match view.claim.tier {
            Tier::Confirmed if view.claim.source.is_explicit() && self.is_own(view) => "● you said",
            Tier::Confirmed if view.claim.source.is_explicit() => "● they said",
            Tier::Confirmed => "● confirmed",
            Tier::Strong => "● sure",
            Tier::Tentative => "◐ maybe",
        }
    }

    /// Where a memory comes from, in the words people see.
    pub fn source_words(&self, view: &MemoryView) -> &'static str {
        match view.claim.source {
            source if self.is_own(view) => source_words(source),
            Source::UserDirect => "another member wrote it",
            Source::UserStated => "another member said it",
            Source::UserConfirmed => "another member accepted it",
            Source::Imported => "another member imported it",
            Source::Extracted => "learned from what another member said",
            other => source_words(other),
        }
    }

    /// Whether the reader stands behind it, or nobody does.
    fn is_own(&self, view: &MemoryView) -> bool {
        view.by.is_none_or(|by| by == self.user)
    }
}

/// Where something comes from, in the words people see.
fn source_words(source: Source) -> &'static str {
    match source {
        Source::UserDirect => "you wrote it",
        Source::UserStated => "you said it",
        Source::UserConfirmed => "you accepted it",
        Source::Imported => "you imported it",
        Source::Extracted => "learned from what you said",
        Source::AgentProposed => "suggested by an assistant",
        Source::Derived => "concluded from other memories",
        Source::UntrustedContent => "from something that was read",
    }
}

/// A date where the person is.
pub fn day(at: Timestamp, zone: &TimeZone) -> String {
    at.to_jiff().to_zoned(zone.clone()).strftime("%-d %b %Y").to_string()
}

/// A date with the time where the person is.
pub fn long_day(at: Timestamp, zone: &TimeZone) -> String {
    at.to_jiff().to_zoned(zone.clone()).strftime("%-d %b %Y %H:%M").to_string()
}
