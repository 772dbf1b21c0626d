//! Briefs: what is known, compiled for reading. They are made from memories and episodes and never edited: an edit
//! changes what they are made from.

use serde::{Deserialize, Serialize};

use crate::axes::axis;
use crate::domains::DomainName;
use crate::id::{BriefId, EpisodeId, MemoryId, UserId};

axis! {
    /// What a brief is about.
    BriefKind {
        /// Who the person is, in a few lines.
        SoulCard = "soul_card",
        /// What is known about them.
        Profile = "profile",
        /// How things are to be done.
        Procedures = "procedures",
        /// What is going on.
        Now = "now",
        /// What is known in one area of life.
        Domain = "domain",
        /// How sure something must be, as far as the person's answers have moved that.
        Thresholds = "thresholds",
    }
}

/// What a line of a brief rests on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BriefSource {
    /// A memory.
    Memory(MemoryId),
    /// An episode.
    Episode(EpisodeId),
}

/// One line of a brief.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BriefLine {
    /// The heading it stands under; empty where there is none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub section: String,
    /// What it says.
    pub text: String,
    /// What it rests on. No line about the person is without something.
    pub cites: Vec<BriefSource>,
}

/// A brief as it was compiled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Brief {
    /// Its public id, which stays when it is compiled again.
    pub id: BriefId,
    /// Whom it is about.
    pub user: UserId,
    /// What it is about.
    pub kind: BriefKind,
    /// The area of life, for those that are about one.
    pub domain: Option<DomainName>,
    /// How often it was compiled.
    pub version: u32,
    /// What it says.
    pub lines: Vec<BriefLine>,
    /// Who wrote it: `rules`, or a model.
    pub compiler: String,
    /// A hash of everything it was made from: the same goes in, the same comes out.
    pub input: [u8; 16],
}

impl Brief {
    /// Returns whether any line rests on something.
    pub fn cites(&self, source: BriefSource) -> bool {
        self.lines.iter().any(|line| line.cites.contains(&source))
    }
}
