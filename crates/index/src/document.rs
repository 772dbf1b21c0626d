//! What is indexed: a text, when it held, and whose it is.

use crate::quantized::Quantized;

/// The time that never comes: what is open has it as its end.
pub const OPEN: i64 = i64::MAX;

/// Which sort of thing a document is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Layer {
    /// A version of a memory.
    Memory,
    /// What may become a memory.
    Candidate,
    /// A stretch of a conversation.
    Episode,
    /// One message as it was said.
    Message,
}

impl Layer {
    /// All of them.
    pub const ALL: [Layer; 4] = [Layer::Memory, Layer::Candidate, Layer::Episode, Layer::Message];

    pub(crate) fn from_number(number: u8) -> Option<Layer> {
        Layer::ALL.get(usize::from(number)).copied()
    }
}

/// One thing to be found.
#[derive(Debug, Clone, Copy)]
pub struct Document<'a> {
    /// Its place in the space's one sequence. Later documents have greater ones.
    pub key: i64,
    /// What its words are taken from.
    pub text: &'a str,
    /// Its vector, if it is known yet.
    pub vector: Option<&'a Quantized>,
    /// What it can be filtered and ranked by.
    pub attributes: Attributes<'a>,
}

/// What a document can be filtered and ranked by. The index compares these and knows nothing of what they mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Attributes<'a> {
    /// Which sort of thing it is.
    pub layer: Layer,
    /// The kind of a memory.
    pub kind: u8,
    /// How lasting it is.
    pub tier: u8,
    /// Who vouches for it.
    pub authority: u8,
    /// Who spoke: a person, an assistant, a tool.
    pub role: u8,
    /// What was noticed about its text, a bit each.
    pub marks: u8,
    /// How long its text is, in a measure of the caller's.
    pub size: u32,
    /// Its domain; empty for none.
    pub domain: &'a str,
    /// Its project; empty for none.
    pub project: &'a str,
    /// Who said it; empty for nobody.
    pub speaker: &'a str,
    /// The session it is from; empty for none.
    pub session: &'a str,
    /// When it began to hold, in microseconds.
    pub valid_from: i64,
    /// When it ceased to hold, or [`OPEN`].
    pub valid_until: i64,
    /// When we began to believe it.
    pub recorded_at: i64,
    /// When we ceased to believe it, or [`OPEN`].
    pub retired_at: i64,
    /// When it happened.
    pub at: i64,
    /// The document just before it in the same session.
    pub previous: Option<i64>,
}

impl Default for Attributes<'_> {
    /// A memory that always held and is believed.
    fn default() -> Self {
        Attributes {
            layer: Layer::Memory,
            kind: 0,
            tier: 0,
            authority: 0,
            role: 0,
            marks: 0,
            size: 0,
            domain: "",
            project: "",
            speaker: "",
            session: "",
            valid_from: i64::MIN,
            valid_until: OPEN,
            recorded_at: i64::MIN,
            retired_at: OPEN,
            at: 0,
            previous: None,
        }
    }
}
