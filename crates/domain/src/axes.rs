//! The axes along which every memory is described: what sort of claim it is, how binding, how sure, for how long.
//!
//! Each is a closed set. The words are the ones users see, in the database, in JSON and on the command line alike.

use serde::{Deserialize, Serialize};

/// Declares an axis: an enum whose values have one spelling everywhere, and lists of itself.
macro_rules! axis {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $word:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
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
            type Err = UnknownWord;

            fn from_str(word: &str) -> Result<Self, UnknownWord> {
                Self::ALL
                    .iter()
                    .copied()
                    .find(|value| value.word().eq_ignore_ascii_case(word))
                    .ok_or_else(|| UnknownWord {
                        axis: stringify!($name),
                        word: word.to_owned(),
                        known: Self::ALL.iter().map(|value| value.word()).collect(),
                    })
            }
        }
    };
}
pub(crate) use axis;

/// A word that names no value of an axis.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{word}` is not a {}; one of: {}", .axis.to_lowercase(), .known.join(", "))]
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
