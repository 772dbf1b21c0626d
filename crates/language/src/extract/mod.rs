//! Reads from a message what it claims about the person who wrote it, without a language model.

mod claim;
mod commands;
mod corrections;
mod ellipsis;
mod extractor;
mod group;
mod instructions;
mod keys;
mod manner;
mod objects;
mod pasted;
mod people;
mod possessions;
mod reading;
mod rephrase;
mod sentence;
mod session;
mod signs;
mod split;
mod subject;
mod times;
mod words;

#[cfg(test)]
mod tests;

pub use claim::{Act, Clause, Extracted, Message, Modality, Polarity, Role, Speaker, Subject, Tense};
pub use extractor::{Extractor, WORTH_KEEPING};
