//! Episodes among what is found: what a conversation came to, without the lines that may not be shown any more.

use cofio_domain::episode::{Episode, EpisodeLine, Summarized};
use cofio_domain::event::Event;
use cofio_domain::id::{EpisodeId, MemoryId, SpaceId};
use cofio_domain::policy::fingerprint::normalized;
use cofio_domain::ports::SessionRef;
use cofio_domain::session::Session;
use cofio_domain::space::SpaceHandle;
use cofio_domain::time::Timestamp;
use cofio_index::Question;
use cofio_language::summary::sentences;
use serde::Serialize;

use crate::raw::{MessageRef, RawMarks};
use crate::recall::shelf::Shelf;
use crate::{Engine, Error};

/// The most episodes an answer has: what was said says it better.
pub(super) const MOST_EPISODES: usize = 5;

/// An episode as it is found.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct EpisodeHit {
    /// What it is: `episode`.
    #[serde(rename = "type")]
    pub noun: &'static str,
    /// Its id.
    pub id: EpisodeId,
    /// The conversation it is of, by its name.
    pub session: String,
    /// When that stretch of it began.
    pub started_at: Timestamp,
    /// When it ended.
    pub ended_at: Timestamp,
    /// How it was summed up.
    pub summarized: Summarized,
    /// What it came to, in one text.
    pub text: String,
    /// The same line by line, each with the messages it rests on.
    pub lines: Vec<EpisodeLine>,
    /// What a reader should know about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// The memory that has the newer value, where one was replaced.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub newer: Option<MemoryId>,
    /// The space it is in.
    pub space: SpaceId,
}

impl EpisodeHit {
    pub(super) fn of(episode: Episode, space: SpaceId) -> EpisodeHit {
        EpisodeHit {
            noun: "episode",
            id: episode.id,
            started_at: episode.started_at,
            ended_at: episode.ended_at,
            summarized: episode.summarized,
            text: text_of(&episode.lines),
            session: episode.session,
            lines: episode.lines,
            label: None,
            newer: None,
            space,
        }
    }
}

/// What lines say together.
pub(super) fn text_of(lines: &[EpisodeLine]) -> String {
    let mut told: Vec<&str> = Vec::with_capacity(lines.len());
    for line in lines {
        // A decision may be what the conversation was about.
        if !told.contains(&line.text.as_str()) {
            told.push(&line.text);
        }
    }
    told.join(" ")
}

impl Engine {
    /// Takes out the lines that rest on what is forgotten or out of sight, and says where one has a newer value. Returns
    /// whether anything is left to show: it is found by what is left of it, or not at all.
    pub(super) fn mark_episode(
        &self,
        space: &SpaceHandle,
        shelf: &Shelf,
        hit: &mut EpisodeHit,
        words: &Question<'_>,
    ) -> Result<bool, Error> {
        let all = hit.lines.len();
        let session = self.store.session(space, SessionRef::Name(&hit.session))?;
        let Some(session) = session.filter(Session::is_visible) else { return Ok(false) };
        let cited: Vec<(&str, u64)> =
            hit.lines.iter().flat_map(|line| &line.messages).map(|index| (hit.session.as_str(), *index)).collect();
        let marks = self.marks_of(space, &cited, &shelf.book)?;
        let (first, last) = (cited.iter().map(|cited| cited.1).min(), cited.iter().map(|cited| cited.1).max());
        let span = first.zip(last).map_or(0, |(first, last)| (last - first + 1) as usize);
        let events = self.store.events_of(space, session.number, first.unwrap_or(0), span)?.events;
        let resting = Resting { session: hit.session.clone(), marks: &marks, events: &events };
        hit.lines.retain(|line| {
            let hidden =
                !shelf.hidden.clauses(&line.text).is_empty() || shelf.forgotten_in(&line.text).next().is_some();
            !hidden && !resting.is_withheld(line)
        });
        hit.newer = hit.lines.iter().find_map(|line| resting.newer(line));
        if let Some(newer) = hit.newer {
            let head = self.head_of(space, newer)?;
            hit.label = head.map(|head| format!("now: {}", head.body.claim.content));
        }
        hit.text = text_of(&hit.lines);
        if hit.lines.len() == all {
            return Ok(true);
        }
        let left = cofio_index::words(&hit.text);
        Ok(words.words().iter().any(|asked| left.contains(&asked.word)))
    }
}

/// What lines rest on.
struct Resting<'a> {
    session: String,
    marks: &'a RawMarks,
    events: &'a [Event],
}

impl Resting<'_> {
    /// Whether any of the messages behind a line may not be shown where the line says it. Where the words of a message are
    /// gone, nothing of it is shown.
    fn is_withheld(&self, line: &EpisodeLine) -> bool {
        line.messages.iter().any(|index| match self.said(*index) {
            Some(text) => {
                let withheld = self.marks.withheld(&self.message(*index), text);
                let place = place_of(line, text);
                withheld.iter().any(|span| span.start < place.end && place.start < span.end)
            }
            None => true,
        })
    }

    /// The memory that knows better than a line.
    fn newer(&self, line: &EpisodeLine) -> Option<MemoryId> {
        line.messages.iter().find_map(|index| {
            let text = self.said(*index)?;
            let place = place_of(line, text);
            let superseded = self.marks.superseded(&self.message(*index), text);
            superseded
                .into_iter()
                .find(|(span, _)| span.start < place.end && place.start < span.end)
                .map(|found| found.1)
        })
    }

    fn said(&self, index: u64) -> Option<&str> {
        self.events.iter().find(|event| event.index == index)?.text()
    }

    fn message(&self, index: u64) -> MessageRef {
        MessageRef { session: self.session.clone(), index }
    }
}

/// Where in a message a line says it: in its own sentence, or, put in other words, anywhere.
fn place_of(line: &EpisodeLine, text: &str) -> std::ops::Range<usize> {
    let wanted = normalized(&without_days(&line.text));
    let start = |sentence: &str| sentence.as_ptr() as usize - text.as_ptr() as usize;
    let sentence = sentences(text).find(|sentence| normalized(sentence) == wanted);
    sentence.map_or(0..text.len(), |sentence| start(sentence)..start(sentence) + sentence.len())
}

/// A line as it was said: without the days that were written behind "tomorrow".
fn without_days(text: &str) -> String {
    const DAY: usize = " (2026-11-14)".len();
    let is_day = |piece: &str| {
        piece.starts_with(" (") && piece.ends_with(')') && piece[2..DAY - 1].parse::<jiff::civil::Date>().is_ok()
    };
    let mut said = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(" (") {
        said.push_str(&rest[..at]);
        rest = &rest[at..];
        let skipped = if rest.get(..DAY).is_some_and(is_day) { DAY } else { 2 };
        if skipped == 2 {
            said.push_str(" (");
        }
        rest = &rest[skipped..];
    }
    said.push_str(rest);
    said
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_taken_out_and_other_brackets_stay() {
        assert_eq!(without_days("I leave tomorrow (2026-11-15), (maybe)"), "I leave tomorrow, (maybe)");
        assert_eq!(without_days("naïve (2026-11-1é) x"), "naïve (2026-11-1é) x");
    }
}
