//! Recording: what was said becomes part of the raw log, without what may not be kept.
//!
//! Gather the rules and the session, take out secrets and the clauses of what is off, append. All messages of a call
//! are appended at once. What is there already is not added again, so a call can be repeated.

mod line;
mod redact;
mod replies;

use std::collections::{BTreeMap, BTreeSet};

use cofio_domain::domains::DomainName;
use cofio_domain::event::{EventKind, MessageRole, NewMessage, PayloadSalt, Said, already_there};
use cofio_domain::id::EventId;
use cofio_domain::ports::{Append, SessionRef};
use cofio_domain::session::{NewSession, Session, Surface};
use cofio_domain::space::SpaceHandle;
use serde::Serialize;

use crate::rulebook::Rulebook;
use crate::session::SessionView;
use crate::{Engine, Error};

pub use line::MessageLine;
pub(crate) use redact::{Closed, Removed};

/// Where messages are recorded.
#[derive(Debug, Clone)]
pub struct Recording {
    /// The name of the session, which is made if there is none of that name. Without one, a session is begun that is
    /// named by its id.
    pub session: Option<String>,
    /// Where it takes place.
    pub surface: Surface,
    /// The project it belongs to, where it is new.
    pub project: Option<String>,
}

/// What became of messages.
#[derive(Debug, Clone, Serialize)]
pub struct Recorded {
    /// The session, as it is now; nothing where nothing was left behind.
    pub session: Option<SessionView>,
    /// What became of each line.
    pub lines: Vec<RecordOutcome>,
    /// How many secrets were taken out.
    pub secrets_removed: u64,
    /// How many clauses of domains that are off were taken out.
    pub not_kept: BTreeMap<DomainName, u64>,
    /// Whether this leaves nothing, because the session is incognito.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub incognito: bool,
    /// Whether this only shows what would happen.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub dry_run: bool,
}

/// What became of a line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RecordOutcome {
    /// Which line, from 1.
    pub line: u64,
    /// `recorded`, `known`, `skipped`, `dropped` or `failed`.
    pub action: &'static str,
    /// The id it was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<EventId>,
    /// Its place in the session.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index: Option<u64>,
    /// Why, where it was not simply recorded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl RecordOutcome {
    fn new(line: u64, action: &'static str) -> RecordOutcome {
        RecordOutcome { line, action, id: None, index: None, reason: None }
    }

    fn because(self, reason: impl Into<String>) -> RecordOutcome {
        RecordOutcome { reason: Some(reason.into()), ..self }
    }
}

/// A line with its number, as it was read or why it could not be.
pub type NumberedLine = (u64, Result<MessageLine, String>);

/// The longest name a session may have.
const LONGEST_NAME: usize = 200;

impl Recorded {
    /// What an incognito session leaves: nothing. Lines that make no sense are still said to.
    pub fn incognito(lines: impl IntoIterator<Item = NumberedLine>) -> Recorded {
        let outcome = |(number, line): NumberedLine| match line {
            Ok(_) => RecordOutcome::new(number, "dropped"),
            Err(error) => RecordOutcome::new(number, "failed").because(error),
        };
        Recorded {
            session: None,
            lines: lines.into_iter().map(outcome).collect(),
            secrets_removed: 0,
            not_kept: BTreeMap::new(),
            incognito: true,
            dry_run: false,
        }
    }
}

impl Engine {
    /// Records messages in a session. A line that cannot be taken is reported and the rest go on.
    pub fn record(
        &self,
        space: &SpaceHandle,
        recording: &Recording,
        lines: impl IntoIterator<Item = NumberedLine>,
    ) -> Result<Recorded, Error> {
        self.may_write(space)?;
        let lines: Vec<NumberedLine> = lines.into_iter().collect();
        let secret = self.ids.secret();
        self.until_settled(|| {
            let book = Rulebook::read(&*self.store, space)?;
            let closed = Closed::of(&book);
            let (session, there) = self.session_to_record(space, recording, &book, &closed)?;
            let before = self.said_before(space, there.as_ref(), &lines)?;
            let (messages, mut outcomes, removed) = self.messages_of(&lines, before, &closed, secret);
            let places: Vec<usize> = outcomes
                .iter()
                .enumerate()
                .filter(|(_, outcome)| outcome.action == "recorded")
                .map(|(place, _)| place)
                .collect();
            let recorded = |session, outcomes| Recorded {
                session,
                lines: outcomes,
                secrets_removed: removed.secrets,
                not_kept: removed.clauses.clone(),
                incognito: false,
                dry_run: self.settings.dry_run,
            };
            if messages.is_empty() {
                return Ok(recorded(None, outcomes));
            }
            if self.settings.dry_run {
                for place in self.known_already(space, there.as_ref(), &messages)? {
                    outcomes[places[place]].action = "known";
                }
                return Ok(recorded(None, outcomes));
            }
            let appended =
                self.store.append(space, Append { session, at: self.now(), rules: book.state.rules, messages })?;
            self.note_replies(space, &appended);
            let known: BTreeSet<usize> = appended.known.iter().copied().collect();
            let mut events = appended.events.iter();
            for (number, place) in places.into_iter().enumerate() {
                let outcome = &mut outcomes[place];
                if known.contains(&number) {
                    outcome.action = "known";
                } else if let Some(event) = events.next() {
                    (outcome.id, outcome.index) = (Some(event.id), Some(event.index));
                }
            }
            let mut view = SessionView::of(&appended.session, &book);
            view.title = view.title.or_else(|| self.give_title_by_the_way(space, &appended.session));
            Ok(recorded(Some(view), outcomes))
        })
    }

    /// Settles which session is recorded in, and returns it as it is if it is there; or says why it cannot be.
    fn session_to_record(
        &self,
        space: &SpaceHandle,
        recording: &Recording,
        book: &Rulebook,
        closed: &Closed,
    ) -> Result<(NewSession, Option<Session>), Error> {
        let id = self.mint();
        let name = match &recording.session {
            None => format!("{id}"),
            Some(name) => checked_name(name)?,
        };
        let there = self.store.session(space, SessionRef::Name(&name))?;
        if recording.session.is_some() {
            // A name that is there already was looked at when it was new.
            if there.is_none() {
                self.refuse_secrets([name.as_str()])?;
            }
            if let Some(domain) = closed.domain_in(&name) {
                let display_name =
                    book.domain(&domain).map_or_else(|_| domain.to_string(), |it| it.display_name.clone());
                return Err(Error::DomainOff { domain, display_name });
            }
        }
        if let Some(there) = &there {
            must_be_open(there)?;
        }
        let project = recording.project.as_deref().map(|name| book.project(name)).transpose()?.map(|it| it.id);
        Ok((NewSession { id, name, project, surface: recording.surface }, there))
    }

    /// Makes messages of the lines, without what may not be kept.
    fn messages_of(
        &self,
        lines: &[NumberedLine],
        before: Option<String>,
        closed: &Closed,
        secret: [u8; 32],
    ) -> (Vec<NewMessage>, Vec<RecordOutcome>, Removed) {
        let now = self.now();
        let mut messages = Vec::with_capacity(lines.len());
        let mut outcomes = Vec::with_capacity(lines.len());
        let mut removed = Removed::default();
        let mut before = before.as_deref();
        for (number, line) in lines {
            let outcome = |action| RecordOutcome::new(*number, action);
            outcomes.push(match line {
                Err(error) => outcome("failed").because(error),
                Ok(line) if line.text.trim().is_empty() => outcome("skipped").because("it has no words"),
                Ok(line) => {
                    let (text, taken) = closed.redact_answer(before, &line.text);
                    removed.add(&taken);
                    before = Some(&line.text);
                    let name = line.name.as_deref().map(|name| {
                        let (name, taken) = closed.redact(name);
                        removed.add(&taken);
                        name
                    });
                    messages.push(NewMessage {
                        id: self.mint(),
                        kind: if self.settings.knobs.learning_paused { EventKind::Passing } else { EventKind::Message },
                        role: line.role,
                        at: line.at.unwrap_or(now),
                        said: Said { name, text },
                        salt: PayloadSalt::derived(&secret, messages.len() as u64),
                    });
                    outcome("recorded")
                }
            });
        }
        (messages, outcomes, removed)
    }

    /// Returns what was said last in a session before the first of these messages.
    fn said_before(
        &self,
        space: &SpaceHandle,
        session: Option<&Session>,
        lines: &[NumberedLine],
    ) -> Result<Option<String>, Error> {
        const LOOK_BACK: u64 = 3;
        let Some(first) = lines.iter().find_map(|(_, line)| line.as_ref().ok()) else { return Ok(None) };
        let Some(there) = session else { return Ok(None) };
        let from = there.messages.saturating_sub(LOOK_BACK);
        let events = self.store.events_of(space, there.number, from, usize::MAX)?.events;
        let at = first.at.unwrap_or_else(|| self.now());
        // A message that is sent again is not what was said before it.
        let last = events.iter().rev().find(|event| event.at < at);
        Ok(last.and_then(|event| event.text()).map(str::to_owned))
    }

    /// Returns which messages a session has already.
    fn known_already(
        &self,
        space: &SpaceHandle,
        session: Option<&Session>,
        messages: &[NewMessage],
    ) -> Result<Vec<usize>, Error> {
        let Some(there) = session else { return Ok(Vec::new()) };
        let events = self.store.events_of(space, there.number, 0, usize::MAX)?.events;
        Ok(already_there(messages, &events))
    }
}

/// Returns a name as it is kept, or says why it cannot be.
pub(crate) fn checked_name(name: &str) -> Result<String, Error> {
    let name = name.trim();
    if name.is_empty() {
        return Err(Error::Invalid("a session needs a name".into()));
    }
    if name.chars().any(char::is_control) {
        return Err(Error::Invalid("a session's name is one line of plain text".into()));
    }
    if name.chars().count() > LONGEST_NAME {
        return Err(Error::Invalid(format!("a session's name has at most {LONGEST_NAME} letters")));
    }
    Ok(name.to_owned())
}

fn must_be_open(session: &Session) -> Result<(), Error> {
    let name = &session.name;
    if session.shredded_at.is_some() {
        return Err(Error::conflict(format!("the session \"{name}\" was deleted for good; use another name")));
    }
    if session.deleted_at.is_some() {
        return Err(Error::conflict(format!(
            "the session \"{name}\" is in the trash; bring it back (cofio sessions restore) or use another name"
        )));
    }
    Ok(())
}

/// Returns a message as it is embedded and compared: who speaks, then what they say.
pub(crate) fn spoken(role: MessageRole, said: &Said) -> String {
    format!("{}: {}", said.name.as_deref().unwrap_or(role.word()), said.text)
}
