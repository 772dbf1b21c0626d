//! Episodes: what a stretch of a conversation came to, dated, line by line, each line citing what was said.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::axes::axis;
use crate::domains::DomainName;
use crate::id::{EpisodeId, UserId};
use crate::time::Timestamp;

axis! {
    /// How the lines of an episode came about.
    Summarized {
        /// They are sentences of the conversation itself, the ones that say most of it.
        Extractive = "extractive",
        /// A language model wrote them.
        Model = "model",
    }
}

axis! {
    /// What a line of an episode is for.
    LineRole {
        /// What it was about.
        Summary = "summary",
        /// Something that was decided or found out.
        Decision = "decision",
        /// Something that was left open.
        Question = "question",
    }
}

/// One line of an episode.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EpisodeLine {
    /// What it is for.
    pub role: LineRole,
    /// What it says.
    pub text: String,
    /// The messages it rests on, by their places in the session. No line is without one.
    pub messages: Vec<u64>,
}

/// A stretch of a conversation.
#[derive(Debug, Clone, PartialEq)]
pub struct Episode {
    /// Its public id.
    pub id: EpisodeId,
    /// Whose conversation it was.
    pub user: UserId,
    /// The session, by the name it is known under.
    pub session: String,
    /// Its first message.
    pub from: u64,
    /// The message after its last.
    pub to: u64,
    /// When its first message was said.
    pub started_at: Timestamp,
    /// When its last was.
    pub ended_at: Timestamp,
    /// How its lines came about.
    pub summarized: Summarized,
    /// What it says.
    pub lines: Vec<EpisodeLine>,
    /// The areas of life it touches.
    pub domains: BTreeSet<DomainName>,
    /// Who took part, by name, the person first.
    pub participants: Vec<String>,
    /// When a brief took it in: from then on it is found, and not put before a model unasked.
    pub absorbed_at: Option<Timestamp>,
}

impl Episode {
    /// Returns the lines of a role.
    pub fn lines_of(&self, role: LineRole) -> impl Iterator<Item = &EpisodeLine> {
        self.lines.iter().filter(move |line| line.role == role)
    }

    /// Returns what it was about, as one text.
    pub fn summary(&self) -> String {
        self.lines_of(LineRole::Summary).map(|line| line.text.as_str()).collect::<Vec<_>>().join(" ")
    }

    /// Returns whether a message belongs to it.
    pub fn covers(&self, session: &str, message: u64) -> bool {
        self.session == session && (self.from..self.to).contains(&message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::Id;

    #[test]
    fn it_covers_its_stretch_and_says_what_it_was_about() {
        let line = |role, text: &str| EpisodeLine { role, text: text.into(), messages: vec![3] };
        let episode = Episode {
            id: EpisodeId::from_bits(1),
            user: UserId::from_bits(1),
            session: "trip".into(),
            from: 2,
            to: 5,
            started_at: Timestamp::from_micros(1),
            ended_at: Timestamp::from_micros(2),
            summarized: Summarized::Extractive,
            lines: vec![
                line(LineRole::Summary, "We looked for flights."),
                line(LineRole::Decision, "Lisbon it is."),
                line(LineRole::Summary, "Trains were too slow."),
            ],
            domains: BTreeSet::new(),
            participants: Vec::new(),
            absorbed_at: None,
        };
        assert_eq!(episode.summary(), "We looked for flights. Trains were too slow.");
        assert_eq!(episode.lines_of(LineRole::Question).count(), 0);
        let covered: Vec<u64> = (0..7).filter(|message| episode.covers("trip", *message)).collect();
        assert_eq!(covered, [2, 3, 4]);
        assert!(!episode.covers("other", 3));
    }
}
