//! What a stretch of a conversation came to.

use std::collections::BTreeSet;

use cofio_domain::domains::DomainName;
use cofio_domain::episode::{Episode, EpisodeLine, LineRole, Summarized};
use cofio_domain::event::MessageRole;
use cofio_domain::id::{EpisodeId, JobId};
use cofio_domain::operation::OperationKind;
use cofio_domain::ports::SessionRef;
use cofio_domain::record::{Belief, Noun, Record, Row};
use cofio_domain::session::{Learned, Session};
use cofio_domain::space::{Actor, SpaceHandle, SpaceKind};
use cofio_domain::time::Timestamp;
use cofio_language::summary::{Sentence, sentences, summarize};
use serde::Serialize;

use super::Line;
use crate::admit::LEARNING;
use crate::record::Closed;
use crate::rulebook::Rulebook;
use crate::{Engine, Error, reading};

/// How many sentences say what a stretch was about.
const ABOUT: usize = 6;

/// The most areas of life an episode is filed under.
const DOMAINS: usize = 3;

/// An episode as it is shown.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[allow(missing_docs, reason = "the fields are those of the episode")]
pub struct EpisodeView {
    pub id: EpisodeId,
    pub session: String,
    pub from: u64,
    pub to: u64,
    pub started_at: Timestamp,
    pub ended_at: Timestamp,
    /// How it was summed up: `extractive` is in the conversation's own sentences.
    pub summarized: Summarized,
    pub summary: String,
    pub decisions: Vec<String>,
    pub questions: Vec<String>,
    pub domains: BTreeSet<DomainName>,
    pub participants: Vec<String>,
}

impl EpisodeView {
    pub(crate) fn of(episode: &Episode) -> EpisodeView {
        let texts = |role| episode.lines_of(role).map(|line| line.text.clone()).collect();
        EpisodeView {
            id: episode.id,
            session: episode.session.clone(),
            from: episode.from,
            to: episode.to,
            started_at: episode.started_at,
            ended_at: episode.ended_at,
            summarized: episode.summarized,
            summary: episode.summary(),
            decisions: texts(LineRole::Decision),
            questions: texts(LineRole::Question),
            domains: episode.domains.clone(),
            participants: episode.participants.clone(),
        }
    }
}

impl Engine {
    /// Returns the episodes of this person that are believed now, in the order they were written.
    pub(crate) fn episodes_believed(&self, space: &SpaceHandle) -> Result<Vec<Record<Episode>>, Error> {
        let rows = self.store.rows(space, Noun::Episode, Belief::Now)?.records.into_iter();
        let own = |episode: &Episode| space.kind() != SpaceKind::Shared || episode.user == space.user();
        Ok(rows
            .filter_map(|record| match record.body.clone() {
                Row::Episode(episode) if own(&episode) => Some(record.map(|_| *episode)),
                _ => None,
            })
            .collect())
    }

    /// Writes down what was said since the last episode of a session, and takes the step that says so.
    pub(super) fn write_episode(
        &self,
        space: &SpaceHandle,
        session: &Session,
        lines: &[Line],
        step: Learned,
        run: JobId,
    ) -> Result<Option<EpisodeView>, Error> {
        let ended = self.episodes_believed(space)?.into_iter().filter(|record| record.body.session == session.name);
        let from = ended.map(|record| record.body.to).max().unwrap_or(0);
        let missing = lines.first().is_none_or(|line| line.event.index > from);
        let earlier = if missing { self.lines_of(space, session, from)? } else { Vec::new() };
        let lines = if missing { &earlier } else { lines };
        let stretch: Vec<&Line> = lines.iter().filter(|line| line.event.index >= from).collect();
        let episode = self.episode_of(space, session, &stretch, from)?;
        let mut commit = self.commit_of(space, OperationKind::Learn);
        commit.operation.actor = Actor::Automation(LEARNING.into());
        commit.operation.job = Some(run);
        commit.learned = Some(step);
        let view = episode.as_ref().map(EpisodeView::of);
        commit.record.extend(episode.map(Into::into));
        self.commit(space, commit)?;
        Ok(view)
    }

    /// Sums up a stretch of a conversation again, from what is left of its words, and writes that down.
    pub(crate) fn summarize_again(&self, space: &SpaceHandle, old: &Episode) -> Result<(), Error> {
        let Some(session) = self.store.session(space, SessionRef::Name(&old.session))? else { return Ok(()) };
        if !session.is_visible() {
            return Ok(());
        }
        let lines = self.lines_of(space, &session, old.from)?;
        let stretch: Vec<&Line> = lines.iter().filter(|line| line.event.index < old.to).collect();
        let Some(episode) = self.episode_of(space, &session, &stretch, old.from)? else { return Ok(()) };
        let mut commit = self.commit_of(space, OperationKind::Learn);
        commit.record.push(Episode { to: old.to, absorbed_at: old.absorbed_at, ..episode }.into());
        self.commit(space, commit)?;
        Ok(())
    }

    /// Sums up a stretch, without what may not be kept; nothing where it came to nothing.
    fn episode_of(
        &self,
        space: &SpaceHandle,
        session: &Session,
        stretch: &[&Line],
        from: u64,
    ) -> Result<Option<Episode>, Error> {
        let (Some(first), Some(last)) = (stretch.first(), stretch.last()) else { return Ok(None) };
        let book = Rulebook::read(&*self.store, space)?;
        let closed = Closed::of(&book);
        let said: Vec<Sentence<'_>> = stretch
            .iter()
            .enumerate()
            .filter(|(_, line)| line.event.role.is_said())
            .flat_map(|(turn, line)| {
                let by_person = line.event.role == MessageRole::User;
                sentences(&line.text).map(move |text| Sentence { turn, text, by_person })
            })
            .filter(|sentence| closed.clauses(sentence.text).is_empty())
            .collect();
        let summary = summarize(&said, ABOUT);
        let line = |role: LineRole, place: &usize| {
            let sentence = &said[*place];
            let told = stretch[sentence.turn];
            EpisodeLine { role, text: dated(sentence.text, told), messages: vec![told.event.index] }
        };
        let of = |role: LineRole, places: &[usize]| places.iter().map(|place| line(role, place)).collect::<Vec<_>>();
        let lines = [
            of(LineRole::Summary, &summary.about),
            of(LineRole::Decision, &summary.decided),
            of(LineRole::Question, &summary.open),
        ]
        .concat();
        if lines.is_empty() {
            return Ok(None);
        }
        let mut domains = BTreeSet::new();
        for line in &lines {
            let open = |name: &DomainName| book.is_on(name) && domains.len() < DOMAINS;
            domains.extend(reading::domain_of(&line.text, &book.domains).filter(open));
        }
        Ok(Some(Episode {
            id: self.mint(),
            user: space.user(),
            session: session.name.clone(),
            from,
            to: session.messages,
            started_at: first.event.at,
            ended_at: last.event.at,
            summarized: Summarized::Extractive,
            lines,
            domains,
            participants: participants(stretch),
            absorbed_at: None,
        }))
    }
}

/// A sentence with the days it names, so that "tomorrow" says when that was.
fn dated(text: &str, line: &Line) -> String {
    let mut told = String::with_capacity(text.len());
    let mut from = 0;
    for mention in cofio_language::dates::find(text, &line.at) {
        let day = mention.start.date().to_string();
        if mention.span.start < from || mention.text.contains(&mention.start.year().to_string()) {
            continue;
        }
        told.push_str(&text[from..mention.span.end]);
        told.push_str(&format!(" ({day})"));
        from = mention.span.end;
    }
    told.push_str(&text[from..]);
    told.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Who spoke, by name, the first to speak first.
fn participants(stretch: &[&Line]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for name in stretch.iter().filter_map(|line| line.event.said()?.name.clone()) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}
