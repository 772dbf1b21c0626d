//! The axes along which every memory is described: what sort of claim it is, how binding, how sure, for how long.
//!
//! Each is a closed set. The words are the ones users see, in the database, in JSON and on the command line alike.

/// Declares an axis: an enum whose values have one spelling everywhere, and lists of itself.
#[macro_export]
macro_rules! axis {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $word:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
        pub enum $name {
            $($(#[$vdoc])* #[serde(rename = $word)] $variant,)+
        }

        impl $name {
            /// Every value, in declaration order.
            pub const ALL: &'static [$name] = &[$($name::$variant),+];

            /// Returns the word this value is stored and shown as.
            pub const fn word(self) -> &'static str {
                match self { $($name::$variant => $word,)+ }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.word())
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::axes::UnknownWord;

            fn from_str(word: &str) -> Result<Self, Self::Err> {
                Self::ALL
                    .iter()
                    .copied()
                    .find(|value| value.word().eq_ignore_ascii_case(word))
                    .ok_or_else(|| $crate::axes::UnknownWord {
                        axis: stringify!($name),
                        word: word.to_owned(),
                        known: Self::ALL.iter().map(|value| value.word()).collect(),
                    })
            }
        }
    };
}
pub use axis;

/// A word that names no value of an axis.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{word}` is no {}; one of: {}", .axis.to_lowercase(), .known.join(", "))]
pub struct UnknownWord {
    /// The axis that was asked.
    pub axis: &'static str,
    /// The word that was given.
    pub word: String,
    /// The words that would have done.
    pub known: Vec<&'static str>,
}

axis! {
    /// What sort of claim a memory makes.
    Kind {
        /// Who the person is: name, origin, profession, family status.
        Identity = "identity",
        /// How answers should be written.
        Style = "style",
        /// How to help: what to do when.
        Procedure = "procedure",
        /// What the person likes or would rather have.
        Preference = "preference",
        /// What must or must not be.
        Constraint = "constraint",
        /// Any other durable claim.
        Fact = "fact",
        /// Who somebody is to the person.
        Relationship = "relationship",
        /// What the person does regularly.
        Habit = "habit",
        /// What the person can do or is learning.
        Skill = "skill",
        /// Something the person is working on.
        Project = "project",
        /// Something to be done.
        Task = "task",
        /// What is going on just now.
        Context = "context",
        /// A note, a bookmark, a document: kept as it is.
        Artifact = "artifact",
    }
}

axis! {
    /// Whether a memory is a rule or something to consider.
    Authority {
        /// A rule: must be respected.
        Hard = "hard",
        /// Context: informs judgment.
        Soft = "soft",
    }
}

axis! {
    /// Whether a claim only informs, or permits something to be done for the person.
    Grounding {
        /// Informs an answer.
        Inform = "inform",
        /// Authorizes an action: spending, sending, booking, deleting, sharing, signing.
        Act = "act",
    }
}

axis! {
    /// How sure we are that a memory holds.
    Tier {
        /// The person said or accepted it.
        Confirmed = "confirmed",
        /// Clearly stated, or seen often enough.
        Strong = "strong",
        /// Seen once or twice: a maybe.
        Tentative = "tentative",
    }
}

axis! {
    /// How we know.
    EvidenceType {
        /// Somebody said it.
        Stated = "stated",
        /// It was seen to happen.
        Observed = "observed",
        /// It follows from other things.
        Inferred = "inferred",
    }
}

axis! {
    /// For how long a memory is meant to be kept.
    Retention {
        /// Until it is changed or forgotten.
        Permanent = "permanent",
        /// Seven days.
        Contextual = "contextual",
        /// One day.
        Temporary = "temporary",
        /// Until a date in its own words, and a week of grace.
        Deadline = "deadline",
        /// As long as its domain says.
        Domain = "domain",
    }
}

axis! {
    /// Who in a space may see a memory.
    Visibility {
        /// Its owner alone.
        Private = "private",
        /// Every member of the space.
        Space = "space",
    }
}

axis! {
    /// Where a version stands in its life. `expired` is never stored: it is what an active version becomes by itself.
    Status {
        /// In force.
        Active = "active",
        /// Set aside; found on request.
        Archived = "archived",
        /// Replaced by a newer version.
        Superseded = "superseded",
        /// Past its end.
        Expired = "expired",
        /// The person said stop; can be restored.
        Forgotten = "forgotten",
        /// In the trash.
        Trashed = "trashed",
    }
}

axis! {
    /// Who a claim comes from. The order of trust settles which may replace which.
    Source {
        /// Edited by the owner's own hand.
        UserDirect = "user_direct",
        /// Said by the person, passed on by a tool.
        UserStated = "user_stated",
        /// Proposed, then accepted by the person.
        UserConfirmed = "user_confirmed",
        /// Brought along by the person from elsewhere.
        Imported = "imported",
        /// Learned from what the person said in passing.
        Extracted = "extracted",
        /// Thought of by an assistant.
        AgentProposed = "agent_proposed",
        /// Concluded by consolidation.
        Derived = "derived",
        /// Read in a tool's output, a file or a page.
        UntrustedContent = "untrusted_content",
    }
}

impl Source {
    /// Returns how far this source is trusted: a claim may replace another of lower or equal trust by itself.
    pub const fn trust(self) -> u8 {
        match self {
            Source::UserDirect => 5,
            Source::UserStated | Source::UserConfirmed => 4,
            Source::Imported => 3,
            Source::Extracted => 2,
            Source::AgentProposed | Source::Derived => 1,
            Source::UntrustedContent => 0,
        }
    }

    /// Returns whether the person stands behind the claim, so that nothing about it is a guess.
    pub const fn is_explicit(self) -> bool {
        matches!(self, Source::UserDirect | Source::UserStated | Source::UserConfirmed | Source::Imported)
    }

    /// Returns whether the person's own hand is on the write: the only sources that may ground an action.
    pub const fn may_ground_action(self) -> bool {
        matches!(self, Source::UserDirect | Source::UserConfirmed)
    }
}

axis! {
    /// What a view should say about a memory beside its words.
    Flag {
        /// Kept always on, whatever is asked.
        Pinned = "pinned",
        /// Found by recall, never loaded by itself.
        RecallOnly = "recall_only",
        /// Rests on thin evidence.
        Tentative = "tentative",
        /// Comes from something the assistant read, not from the person.
        FromReading = "from_something_you_read",
        /// Reads like an order to the assistant.
        InstructionShaped = "instruction_shaped",
    }
}

axis! {
    /// How far a task has come.
    TaskState {
        /// To be done.
        Open = "open",
        /// Waiting for somebody or something.
        Waiting = "waiting",
        /// Done.
        Done = "done",
        /// Given up.
        Dropped = "dropped",
    }
}

impl TaskState {
    /// Returns whether nothing more is to be done.
    pub const fn is_finished(self) -> bool {
        matches!(self, TaskState::Done | TaskState::Dropped)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// R2-012, PRODUCT §1.5: the table of sources, trust and explicitness.
    #[test]
    fn trust_follows_the_table() {
        let table = [
            (Source::UserDirect, 5, true),
            (Source::UserStated, 4, true),
            (Source::UserConfirmed, 4, true),
            (Source::Imported, 3, true),
            (Source::Extracted, 2, false),
            (Source::AgentProposed, 1, false),
            (Source::Derived, 1, false),
            (Source::UntrustedContent, 0, false),
        ];
        assert_eq!(table.len(), Source::ALL.len());
        for (source, trust, explicit) in table {
            assert_eq!((source.trust(), source.is_explicit()), (trust, explicit), "{source}");
        }
    }

    #[test]
    fn a_word_reads_back_as_its_value_and_an_unknown_one_says_what_would_do() {
        assert_eq!("Constraint".parse::<Kind>(), Ok(Kind::Constraint));
        let error = "rule".parse::<Authority>().unwrap_err();
        assert_eq!(error.to_string(), "`rule` is no authority; one of: hard, soft");
    }

    #[test]
    fn json_uses_the_same_words() {
        for kind in Kind::ALL {
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.word());
        }
        assert_eq!(serde_json::to_value(Flag::FromReading).unwrap(), "from_something_you_read");
    }
}
