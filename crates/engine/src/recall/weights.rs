//! How much each thing counts. Chosen once for all sets of `make eval`; decision 0016 says how and what each is worth.

use serde::{Deserialize, Serialize};

/// How much each thing counts. The defaults are what is shipped; others are for measuring what each is worth.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Weights {
    /// Of words and meaning, the share of meaning.
    pub meaning: f32,
    /// What a turn inherits from the better of its two neighbours.
    pub neighbour: f32,
    /// And from the better of those one further.
    pub second_neighbour: f32,
    /// What an answer inherits from the question before it, on top.
    pub after_a_question: f32,
    /// What a turn inherits from the best of its conversation.
    pub conversation: f32,
    /// What the one speaker gets whom the question names.
    pub named: f32,
    /// And on top, where they speak of themselves.
    pub named_first_person: f32,
    /// What a text gets that speaks of its speaker.
    pub first_person: f32,
    /// What a text gets that says when.
    pub time: f32,
    /// And on top, where a time is asked for.
    pub asked_when: f32,
    /// What was said at the time that the question names gets this.
    pub time_named: f32,
    /// What has all the words that the question quotes, and its numbers and identifiers.
    pub exact: f32,
    /// What speaks of whom the question means by another name.
    pub entity: f32,
    /// A question says little.
    pub question: f32,
    /// What a person said, and no assistant.
    pub said_by_a_person: f32,
    /// What the assistant said gets this, where the question asks for it.
    pub asked_assistant: f32,
    /// What asks for something to be so from now on: it holds whatever is asked.
    pub instruction: f32,
    /// And on top, where the question does not look back.
    pub instruction_now: f32,
    /// What says what somebody would rather have, where the question does not look back.
    pub preference_now: f32,
    /// What a long text loses each time it is twice as long as 64 tokens, up to 1,024.
    pub length: f32,
    /// What a message counts for beside memories, as importance.
    pub message_importance: f64,
    /// What a maybe is worth beside something sure.
    pub maybe: f64,
    /// What the best in the eyes of the reranker gets on top.
    pub reranker: f32,
}

impl Default for Weights {
    fn default() -> Self {
        Weights {
            meaning: 0.7,
            neighbour: 0.2,
            second_neighbour: 0.05,
            after_a_question: 0.15,
            conversation: 0.6,
            named: 0.15,
            named_first_person: 0.1,
            first_person: 0.05,
            time: 0.05,
            asked_when: 0.2,
            time_named: 0.4,
            exact: 0.2,
            entity: 0.3,
            question: -0.05,
            said_by_a_person: 0.2,
            asked_assistant: 0.4,
            instruction: 0.25,
            instruction_now: 0.1,
            preference_now: 0.15,
            length: 0.05,
            message_importance: 0.5,
            maybe: 0.6,
            reranker: 0.35,
        }
    }
}

/// From this many tokens on a text is long.
pub(crate) const LONG: f32 = 64.0;
/// And at this many as long as any: what has the very words must be found in a book, too.
pub(crate) const LONGEST: f32 = 1024.0;

/// How many days after something it is still told about.
pub(crate) const TOLD_AFTER_DAYS: f32 = 7.0;
/// How many days before.
pub(crate) const TOLD_BEFORE_DAYS: f32 = 3.0;
/// A time named more loosely than this counts by how much it leaves out.
pub(crate) const NARROW_DAYS: f32 = 41.0;

/// What shares no word with a question must be at least this near in meaning to be an answer at all. Of pairs that have
/// nothing to do with each other half are nearer, of evidence all but one in fifty.
pub(crate) const NEAR: f32 = 0.42;

/// A standing wish answers nothing, and a reranker cannot judge it: it gets at least this much of its bonus.
pub(crate) const WISH_FLOOR: f32 = 0.7;

/// How many of the best are read again by the reranker.
pub(crate) const RERANKED: usize = 50;
/// How many times as many as are asked for are looked up, before it is known how much each matters.
pub(crate) const LOOKED_UP: usize = 3;
/// The constant of reciprocal rank fusion, as everybody uses it.
pub(crate) const RRF: f32 = 60.0;
