//! Sessions: conversations. A session is active while something is said in it, idle when it is closed or nothing was
//! said for a while, and archived after a month of that; one more message wakes it. Being deleted is another axis.

use serde::{Deserialize, Serialize};

use crate::axes::axis;
use crate::id::{ProjectId, SessionId, UserId};
use crate::record::Seq;
use crate::time::Timestamp;

/// The number of a session inside its space: what its events carry instead of its id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SessionNumber(pub i64);

axis! {
    /// How far a session has come.
    SessionStatus {
        /// Something was said lately.
        Active = "active",
        /// It was closed, or nothing was said for a while.
        Idle = "idle",
        /// Nothing was said for a long time, or it was put away.
        Archived = "archived",
    }
}

axis! {
    /// Where a session takes place.
    Surface {
        /// The web app.
        Web = "web",
        /// The chat in the terminal.
        Tui = "tui",
        /// The command line.
        Cli = "cli",
        /// The API.
        Api = "api",
        /// An assistant that uses Cofio as a tool.
        Mcp = "mcp",
        /// The gateway.
        Gateway = "gateway",
        /// A conversation that was brought in.
        Import = "import",
    }
}

/// How far a session was learned from. Several claims may come from one message, and each is a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
pub struct Progress {
    /// How many messages are done with.
    pub messages: u64,
    /// How many claims of the next one are.
    pub claims: u32,
}

/// A step of learning from a session. It is taken along with what was learned, in one commit: a step that was taken is
/// not taken again, whoever is killed and whoever else learns from the session at the same time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Learned {
    /// The session.
    pub session: SessionNumber,
    /// How far it was learned from before.
    pub from: Progress,
    /// And after.
    pub to: Progress,
}

/// One conversation. Its row is changed in place; what was said in it is not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    /// Its number in the space.
    pub number: SessionNumber,
    /// Its public id.
    pub id: SessionId,
    /// What it is known by; unique in a space, for ever: evidence cites messages by it.
    pub name: String,
    /// Whose conversation it is.
    pub user: UserId,
    /// The project it belongs to.
    pub project: Option<ProjectId>,
    /// Where it takes place.
    pub surface: Surface,
    /// What it is about, in a few words.
    pub title: Option<String>,
    /// How far it has come.
    pub status: SessionStatus,
    /// When its first message was recorded.
    pub opened_at: Timestamp,
    /// When its last message was recorded, or somebody took it up again.
    pub touched_at: Timestamp,
    /// The earliest time at which something in it was said.
    pub first_at: Timestamp,
    /// The latest time at which something in it was said.
    pub last_at: Timestamp,
    /// When it was put away.
    pub archived_at: Option<Timestamp>,
    /// When it was put in the trash.
    pub deleted_at: Option<Timestamp>,
    /// When its words were shredded: from then on it cannot come back.
    pub shredded_at: Option<Timestamp>,
    /// How many messages it has.
    pub messages: u64,
    /// How far it was learned from.
    pub learned: Progress,
    /// The place in the order of the space at which it was last put in the trash or taken out.
    pub moved: Seq,
}

impl Progress {
    /// As many claims as a message can have: all of it was read, and it is not done with. So a conversation that goes on
    /// was learned from to its end, and the end of it is still to be summed up.
    pub const WHOLE: u32 = u32::MAX;

    /// Returns whether a message was read to its end.
    pub fn covers(self, message: u64) -> bool {
        message < self.messages || (message == self.messages && self.claims == Progress::WHOLE)
    }
}

impl Session {
    /// Returns whether what was said in it is there for anybody to find.
    pub fn is_visible(&self) -> bool {
        self.deleted_at.is_none()
    }

    /// Returns the session after messages were added: awake, and touched.
    pub fn with_messages(mut self, said_at: &[Timestamp], recorded_at: Timestamp) -> Session {
        let first = said_at.iter().copied().min().unwrap_or(recorded_at);
        let last = said_at.iter().copied().max().unwrap_or(recorded_at);
        let was_empty = self.messages == 0;
        self.first_at = if was_empty { first } else { self.first_at.min(first) };
        self.last_at = if was_empty { last } else { self.last_at.max(last) };
        self.messages += said_at.len() as u64;
        self.touched_at = recorded_at;
        self.status = SessionStatus::Active;
        self.archived_at = None;
        self
    }
}

/// A session that is made when something is first said in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewSession {
    /// The id it gets.
    pub id: SessionId,
    /// What it is known by.
    pub name: String,
    /// The project it belongs to.
    pub project: Option<ProjectId>,
    /// Where it takes place.
    pub surface: Surface,
}

impl NewSession {
    /// Returns the session as it begins: without a message.
    pub fn opened(self, number: SessionNumber, user: UserId, at: Timestamp) -> Session {
        Session {
            number,
            id: self.id,
            name: self.name,
            user,
            project: self.project,
            surface: self.surface,
            title: None,
            status: SessionStatus::Active,
            opened_at: at,
            touched_at: at,
            first_at: at,
            last_at: at,
            archived_at: None,
            deleted_at: None,
            shredded_at: None,
            messages: 0,
            learned: Progress::default(),
            moved: Seq(0),
        }
    }
}

/// A change to a session's row. Each says what must be so before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SessionChange {
    /// It is closed: an active one becomes idle.
    Close,
    /// It is put away.
    Archive,
    /// It goes to the trash: its messages are out of sight at once.
    Delete,
    /// It comes back from the trash.
    Restore,
}

impl Session {
    /// Returns the session as it is after a change, or nothing where that would change nothing.
    pub fn changed(&self, change: SessionChange, at: Timestamp) -> Option<Session> {
        let mut next = self.clone();
        match change {
            SessionChange::Close if self.status == SessionStatus::Active => next.status = SessionStatus::Idle,
            SessionChange::Archive if self.status != SessionStatus::Archived => {
                next.status = SessionStatus::Archived;
                next.archived_at = Some(at);
            }
            SessionChange::Delete if self.deleted_at.is_none() => next.deleted_at = Some(at),
            SessionChange::Restore if self.deleted_at.is_some() && self.shredded_at.is_none() => {
                next.deleted_at = None;
            }
            _ => return None,
        }
        Some(next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn t(micros: i64) -> Timestamp {
        Timestamp::from_micros(micros)
    }

    fn session() -> Session {
        NewSession { id: SessionId::new(1), name: "one".into(), project: None, surface: Surface::Cli }.opened(
            SessionNumber(1),
            UserId::new(1),
            t(100),
        )
    }

    #[test]
    fn a_session_spans_the_times_of_its_messages_and_not_those_of_their_recording() {
        let filled = session().with_messages(&[t(7), t(3)], t(100));
        assert_eq!((filled.first_at, filled.last_at, filled.touched_at), (t(3), t(7), t(100)));
        let more = filled.with_messages(&[t(5)], t(200));
        assert_eq!((more.first_at, more.last_at, more.messages), (t(3), t(7), 3));
    }

    /// PRODUCT §1.12: a message wakes what was idle or put away.
    #[test]
    fn a_message_wakes_an_archived_session() {
        let away = session().changed(SessionChange::Archive, t(5)).unwrap();
        let awake = away.with_messages(&[t(9)], t(10));
        assert_eq!((awake.status, awake.archived_at), (SessionStatus::Active, None));
    }

    #[test]
    fn a_change_that_changes_nothing_is_none() {
        let idle = session().changed(SessionChange::Close, t(5)).unwrap();
        assert_eq!(idle.changed(SessionChange::Close, t(6)), None, "closing twice closes once");
        assert_eq!(idle.changed(SessionChange::Restore, t(6)), None);
        let mut shredded = idle.changed(SessionChange::Delete, t(6)).unwrap();
        shredded.shredded_at = Some(t(7));
        assert_eq!(shredded.changed(SessionChange::Restore, t(8)), None);
    }
}
