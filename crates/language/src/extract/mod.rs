//! Reads from a message what it claims about the person who wrote it, without a language model.
//!
//! A message is freed of what was pasted or quoted and divided into sentences and clauses. Of each clause the subject and
//! the verbs are found by word classes, endings and place, so that no verb need be in a list. What asks, imagines, reports,
//! speaks of the listener or of everybody is left out. The rest is put into the third person with its dates resolved, and
//! weighed: the signs that speak for and against keeping it are counted with weights fitted on the development sets.
//!
//! Everything that is a word or a phrase is a line in a file beside this one (`words/`, `phrases/`, `worth.txt`); what the
//! files mean is in `docs/extraction.md`.
//!
//! ```
//! use cofio_language::extract::{Extractor, Message, Role, Speaker};
//!
//! let at = "2023-05-08T13:56:00[UTC]".parse()?;
//! let speaker = Speaker { name: None, role: Role::Person };
//! let message = Message { text: "Hi! My wife is called Jane.", speaker, at: &at };
//! let claims = Extractor::standard().extract(&message, &[]);
//! assert_eq!(claims[0].content, "User's wife is named Jane");
//! # Ok::<(), jiff::Error>(())
//! ```

mod changes;
mod claim;
mod commands;
mod corrections;
mod ellipsis;
mod extractor;
mod fragments;
mod group;
mod instructions;
mod keys;
mod lasting;
mod lead;
mod manner;
mod objects;
mod ordinals;
mod pasted;
mod people;
mod possessions;
mod reading;
mod rephrase;
mod roles;
mod sentence;
mod session;
mod signs;
mod split;
mod subject;
mod times;
mod topic;
mod words;

#[cfg(test)]
mod safety;
#[cfg(test)]
mod spoken;
#[cfg(test)]
mod tests;

pub use changes::{left_behind, put_right, takes_the_place};
pub use claim::{Act, Clause, Extracted, Message, Modality, Polarity, Role, Speaker, Subject, Tense};
pub use corrections::ELLIPTIC;
pub use extractor::{Extractor, Frame, WORTH_KEEPING};
pub use keys::{changes, holds_many};
pub use lasting::Lasting;
pub use roles::{role_of, with_role};
pub use topic::Topic;
