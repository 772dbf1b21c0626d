//! Sessions and messages as they are shown.

use cofio_domain::event::{Event, MessageRole, Payload};
use cofio_domain::id::{EventId, SessionId};
use cofio_domain::session::{Session, SessionStatus, Surface};
use cofio_domain::time::Timestamp;
use serde::Serialize;

use crate::record::Closed;
use crate::rulebook::Rulebook;

/// A session as it is shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[allow(missing_docs, reason = "the fields are those of the session")]
pub struct SessionView {
    pub id: SessionId,
    pub name: String,
    pub title: Option<String>,
    pub status: SessionStatus,
    pub surface: Surface,
    pub project: Option<String>,
    pub messages: u64,
    /// When its first and last messages were said.
    pub first_at: Timestamp,
    pub last_at: Timestamp,
    /// When its first and last messages were recorded.
    pub opened_at: Timestamp,
    pub touched_at: Timestamp,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub archived_at: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deleted_at: Option<Timestamp>,
    /// When its words went for good.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shredded_at: Option<Timestamp>,
}

impl SessionView {
    pub(crate) fn of(session: &Session, book: &Rulebook) -> SessionView {
        SessionView {
            id: session.id,
            name: session.name.clone(),
            // Of a domain that was turned off since, nothing is told.
            title: session.title.clone().filter(|title| Closed::of(book).clauses(title).is_empty()),
            status: session.status,
            surface: session.surface,
            project: book.project_name(session.project),
            messages: session.messages,
            first_at: session.first_at,
            last_at: session.last_at,
            opened_at: session.opened_at,
            touched_at: session.touched_at,
            archived_at: session.archived_at,
            deleted_at: session.deleted_at,
            shredded_at: session.shredded_at,
        }
    }
}

/// A message as it is shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MessageView {
    /// Its id.
    pub id: EventId,
    /// Its place in the session.
    pub index: u64,
    /// Who speaks.
    pub role: MessageRole,
    /// What they are called.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// When it was said.
    pub at: Timestamp,
    /// When it was recorded.
    pub recorded_at: Timestamp,
    /// What was said; nothing where it was erased.
    pub text: Option<String>,
    /// Whether words of it were erased.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub erased: bool,
}

impl From<Event> for MessageView {
    fn from(event: Event) -> MessageView {
        let erased = !matches!(event.payload, Payload::Kept(_));
        let said = match event.payload {
            Payload::Kept(said) | Payload::Cut(said) => Some(said),
            Payload::Shredded => None,
        };
        let (name, text) = said.map_or((None, None), |said| (said.name, Some(said.text)));
        MessageView {
            id: event.id,
            index: event.index,
            role: event.role,
            name,
            at: event.at,
            recorded_at: event.recorded_at,
            text,
            erased,
        }
    }
}

/// A session with what was said in it.
#[derive(Debug, Clone, Serialize)]
pub struct Transcript {
    /// The session.
    #[serde(flatten)]
    pub session: SessionView,
    /// What was said, in order.
    pub transcript: Vec<MessageView>,
    /// How many messages are damaged and not shown.
    #[serde(skip_serializing_if = "is_zero")]
    pub damaged: usize,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(count: &usize) -> bool {
    *count == 0
}
