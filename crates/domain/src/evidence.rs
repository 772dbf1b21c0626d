//! Evidence: the pointer from a claim to what it was learned from. No version is without one.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::event::{ERASED, sound_spans, without};
use crate::id::{MemoryId, OperationId};

/// One reason to believe a claim.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Evidence {
    /// What it points to.
    #[serde(flatten)]
    pub cites: Cited,
    /// The words themselves, where they are kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quote: Option<String>,
    /// How much it weighs, 0 to 1.
    #[serde(default = "full_weight")]
    pub weight: f64,
}

fn full_weight() -> f64 {
    1.0
}

impl Evidence {
    /// Evidence of full weight without a quote.
    pub fn of(cites: Cited) -> Evidence {
        Evidence { cites, quote: None, weight: full_weight() }
    }

    /// Returns it without these words in its quote, or nothing where they are not in it.
    pub fn without_words(&self, words: &[String]) -> Option<Evidence> {
        let quote = self.quote.as_deref()?;
        let spans = spans_of_words(quote, words);
        let cut = || without(quote, &spans, ERASED);
        (!spans.is_empty()).then(|| Evidence { quote: Some(cut()), ..self.clone() })
    }
}

/// Returns where words stand in a text, whole and in any case, in order.
pub fn spans_of_words(text: &str, words: &[String]) -> Vec<Range<usize>> {
    let is_letter = |letter: char| letter.is_alphanumeric();
    let mut spans = Vec::new();
    let mut start = None;
    for (at, letter) in text.char_indices().chain([(text.len(), ' ')]) {
        match (start, is_letter(letter)) {
            (None, true) => start = Some(at),
            (Some(from), false) => {
                let word = text[from..at].to_lowercase();
                if words.contains(&word) {
                    spans.push(from..at);
                }
                start = None;
            }
            _ => {}
        }
    }
    sound_spans(text, &spans)
}

/// What evidence points to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "cites", rename_all = "snake_case")]
pub enum Cited {
    /// The write itself: the person typed it.
    Operation {
        /// The operation.
        operation: OperationId,
    },
    /// A message of a conversation.
    Message {
        /// The conversation, by the name it is known under.
        session: String,
        /// Which message, from 0.
        index: u64,
    },
    /// A line of an imported file.
    Import {
        /// The file's name, without its folder.
        file: String,
        /// Which line, from 1.
        line: u64,
    },
    /// Another memory, perhaps in another space.
    Memory {
        /// The memory.
        memory: MemoryId,
    },
}
