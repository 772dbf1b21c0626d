//! Memories on their way in from files: as they are, after the gates of the write policy.

mod claim;
mod import;
mod known;
mod line;

pub use import::{ImportOutcome, Imported};
pub use line::ImportLine;
