//! What is made from what was said and what is known: episodes, briefs, cards to look at, and what keeping it in order did.

use serde::Serialize;
use utoipa::ToSchema;

/// What a stretch of a conversation came to.
#[derive(Serialize, ToSchema)]
pub(crate) struct Episode {
    id: String,
    /// The session, by name.
    session: String,
    /// Its first message.
    from: u64,
    /// The message after its last.
    to: u64,
    started_at: String,
    ended_at: String,
    /// How it was summed up: `extractive` is in the conversation's own sentences.
    #[schema(example = "extractive")]
    summarized: String,
    summary: String,
    decisions: Vec<String>,
    questions: Vec<String>,
    domains: Vec<String>,
    participants: Vec<String>,
}

/// What is known, compiled for reading.
#[derive(Serialize, ToSchema)]
pub(crate) struct Brief {
    /// Always `brief`.
    #[serde(rename = "type")]
    #[schema(pattern = "^brief$", example = "brief")]
    noun: String,
    id: String,
    #[schema(example = "profile")]
    kind: String,
    domain: Option<String>,
    version: u32,
    compiled_at: String,
    /// Who wrote it: rules, or a model.
    compiler: String,
    /// How many of its lines do not hold any more and are not shown.
    outdated: Option<usize>,
    lines: Vec<BriefLine>,
}

/// A line of a brief.
#[derive(Serialize, ToSchema)]
pub(crate) struct BriefLine {
    /// The heading it stands under.
    section: Option<String>,
    text: String,
    /// The memories and episodes it rests on.
    cites: Vec<String>,
}

/// What compiling came to.
#[derive(Serialize, ToSchema)]
pub(crate) struct Compiled {
    op_id: Option<String>,
    /// The same, where every client looks for it.
    operation_id: Option<String>,
    /// The briefs that say something else now.
    written: Vec<Brief>,
    unchanged: usize,
    dropped: usize,
    dry_run: Option<bool>,
}

/// The deck: what a person might want to look at.
#[derive(Serialize, ToSchema)]
pub(crate) struct Deck {
    cards: Vec<Card>,
    /// How many minutes it may take.
    minutes: usize,
    /// Whether it is time to offer it.
    offered: bool,
}

/// A card.
#[derive(Serialize, ToSchema)]
pub(crate) struct Card {
    /// What it is about: the id of a conflict, a proposal, a candidate or a memory.
    id: String,
    /// `conflict`, `proposal`, `sensitive`, `tentative`, `stale` or `recent`.
    #[schema(example = "tentative")]
    kind: String,
    content: String,
    /// For a conflict: what was said instead.
    against: Option<String>,
    #[schema(example = "maybe")]
    sure: String,
    domain: Option<String>,
    learned_at: String,
    /// The conversations it was learned from, by name.
    from: Option<Vec<String>>,
    because: String,
}

/// What consolidating did, or would do.
#[derive(Serialize, ToSchema)]
pub(crate) struct Consolidated {
    /// The run, by which all of it can be undone.
    run: Option<String>,
    /// The same, where every client looks for it.
    operation_id: Option<String>,
    steps: Vec<ConsolidationStep>,
    dry_run: Option<bool>,
}

/// One step of consolidating.
#[derive(Serialize, ToSchema)]
pub(crate) struct ConsolidationStep {
    /// `merged`, `superseded`, `disputed`, `promoted`, `dropped`, `noticed`, `learned`, `absorbed`, `related` or
    /// `archived`.
    #[schema(example = "merged")]
    action: String,
    content: String,
    /// What gave way.
    before: Option<String>,
    because: String,
    memories: Option<Vec<String>>,
    op_id: Option<String>,
}

/// What rebuilding did, or would do.
#[derive(Serialize, ToSchema)]
pub(crate) struct Rebuilt {
    #[schema(example = "events")]
    from: String,
    run: Option<String>,
    /// The same, where every client looks for it.
    operation_id: Option<String>,
    cleared: usize,
    sessions: usize,
    learned: usize,
    briefs: usize,
    entities: usize,
    dry_run: Option<bool>,
}
