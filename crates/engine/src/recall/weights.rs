//! How much each thing counts. Chosen once for all sets of `make eval`; decision 0016 says how and what each is worth.

/// Of words and meaning, the share of meaning.
pub(crate) const MEANING: f32 = 0.65;
/// What a turn inherits from the better of its two neighbours.
pub(crate) const NEIGHBOUR: f32 = 0.2;
/// And from the better of those one further.
pub(crate) const SECOND_NEIGHBOUR: f32 = 0.1;
/// What an answer inherits from the question before it, on top.
pub(crate) const AFTER_A_QUESTION: f32 = 0.15;
/// What a turn inherits from the best of its conversation.
pub(crate) const CONVERSATION: f32 = 0.4;
/// What the one speaker gets whom the question names.
pub(crate) const NAMED: f32 = 0.15;
/// And on top, where they speak of themselves.
pub(crate) const NAMED_FIRST_PERSON: f32 = 0.1;
/// What a text gets that speaks of its speaker.
pub(crate) const FIRST_PERSON: f32 = 0.08;
/// What a text gets that has a number in it.
pub(crate) const NUMBER: f32 = 0.08;
/// What a text gets that says when.
pub(crate) const TIME: f32 = 0.04;
/// And on top, where a time is asked for.
pub(crate) const ASKED_WHEN: f32 = 0.2;
/// What was said at the time that the question names gets this.
pub(crate) const TIME_NAMED: f32 = 0.45;
/// A question says little.
pub(crate) const QUESTION: f32 = -0.04;
/// What a person said, and no assistant.
pub(crate) const SAID_BY_A_PERSON: f32 = 0.25;
/// What a standing wish gets: it holds whatever is asked.
pub(crate) const STANDING: f32 = 0.2;
/// What a long text loses each time it is twice as long as [`LONG`].
pub(crate) const LENGTH: f32 = 0.05;
/// From this many tokens on a text is long.
pub(crate) const LONG: f32 = 64.0;

/// How many days after something it is still told about.
pub(crate) const TOLD_AFTER_DAYS: f32 = 7.0;
/// How many days before.
pub(crate) const TOLD_BEFORE_DAYS: f32 = 3.0;
/// A time named more loosely than this says too little to prefer anything.
pub(crate) const NARROW_DAYS: f32 = 41.0;

/// What shares no word with a question must be at least this near in meaning to be an answer at all.
pub(crate) const NEAR: f32 = 0.3;

/// What a message counts for beside memories, as importance.
pub(crate) const MESSAGE_IMPORTANCE: f64 = 0.5;
/// What a maybe is worth beside something sure.
pub(crate) const MAYBE: f64 = 0.6;
/// How many of the best are read again by the reranker.
pub(crate) const RERANKED: usize = 50;
/// Of the reranker's order and the fused one, the share of the reranker.
pub(crate) const RERANKER: f32 = 0.6;
/// What is looked up before the factors of single memories are known.
pub(crate) const LOOKED_UP: usize = 200;
/// The constant of reciprocal rank fusion, as everybody uses it.
pub(crate) const RRF: f32 = 60.0;
