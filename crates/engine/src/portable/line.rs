//! One line of an import: a memory in the shape that lists show, where everything but the words may be missing.

use std::collections::BTreeSet;

use cofio_domain::aliases;
use cofio_domain::axes::{
    Authority, EvidenceType, Flag, Grounding, Kind, Retention, Source, Status, TaskState, Tier, Visibility,
};
use cofio_domain::domains::DomainName;
use cofio_domain::evidence::Evidence;
use cofio_domain::time::Timestamp;
use serde::{Deserialize, Deserializer};
use serde_json::Value;

/// A line as it is read. Unknown fields are passed over: files come from newer versions and other systems.
#[derive(Debug, Clone, Deserialize)]
#[allow(missing_docs, reason = "the fields are those that lists show")]
pub struct ImportLine {
    #[serde(rename = "type", default)]
    pub noun: Option<String>,
    /// Lines with the same id are versions of one memory.
    #[serde(default)]
    pub id: Option<String>,
    #[serde(default)]
    pub version: Option<u32>,
    #[serde(alias = "text", alias = "memory")]
    pub content: String,
    #[serde(default)]
    pub summary: Option<String>,
    #[serde(default, alias = "detail")]
    pub body: Option<String>,
    #[serde(default, alias = "category", deserialize_with = "kind")]
    pub kind: Option<Kind>,
    #[serde(default, deserialize_with = "authority")]
    pub authority: Option<Authority>,
    #[serde(default)]
    pub domain: Option<DomainName>,
    #[serde(default)]
    pub key: Option<String>,
    #[serde(default)]
    pub value: Option<Value>,
    #[serde(default)]
    pub tags: BTreeSet<String>,
    #[serde(default)]
    pub importance: Option<f64>,
    #[serde(default)]
    pub confidence: Option<f64>,
    #[serde(default)]
    pub tier: Option<Tier>,
    #[serde(default, deserialize_with = "source")]
    pub source: Option<Source>,
    #[serde(default)]
    pub evidence_type: Option<EvidenceType>,
    #[serde(default)]
    pub grounding: Option<Grounding>,
    #[serde(default)]
    pub retention: Option<Retention>,
    #[serde(default)]
    pub status: Option<String>,
    #[serde(default)]
    pub project: Option<String>,
    #[serde(default)]
    pub visibility: Option<Visibility>,
    #[serde(default)]
    pub app: Option<String>,
    #[serde(default)]
    pub state: Option<TaskState>,
    #[serde(default)]
    pub due_at: Option<Timestamp>,
    #[serde(default)]
    pub next_step: Option<String>,
    #[serde(default)]
    pub flags: BTreeSet<Flag>,
    #[serde(default, alias = "valid_at")]
    pub valid_from: Option<Timestamp>,
    #[serde(default, alias = "invalid_at")]
    pub valid_until: Option<Timestamp>,
    #[serde(default)]
    pub expires_at: Option<Timestamp>,
    #[serde(default, alias = "created_at")]
    pub recorded_at: Option<Timestamp>,
    #[serde(default)]
    pub confirmed_at: Option<Timestamp>,
    #[serde(default)]
    pub last_confirmed_at: Option<Timestamp>,
    #[serde(default)]
    pub evidence: Vec<Evidence>,
}

fn kind<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Kind>, D::Error> {
    word(deserializer, aliases::kind)
}

fn authority<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Authority>, D::Error> {
    word(deserializer, aliases::authority)
}

fn source<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Source>, D::Error> {
    word(deserializer, aliases::source)
}

fn word<'de, D: Deserializer<'de>, T, E: std::fmt::Display>(
    deserializer: D,
    read: impl Fn(&str) -> Result<T, E>,
) -> Result<Option<T>, D::Error> {
    let Some(text) = Option::<String>::deserialize(deserializer)? else { return Ok(None) };
    read(&text).map(Some).map_err(serde::de::Error::custom)
}

/// What a line would become.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Becomes {
    /// A memory that stands so.
    Memory(Status),
    /// A maybe.
    Candidate,
    /// Something that waits for the person.
    Proposal,
}

impl ImportLine {
    /// A line with nothing but its words.
    pub fn of(content: &str) -> ImportLine {
        serde_json::from_value(serde_json::json!({ "content": content })).expect("words are all a line needs")
    }

    /// Reads what a line would become: by its status first, then by its type.
    pub(crate) fn becomes(&self) -> Result<Becomes, String> {
        match (self.status.as_deref().map(str::to_ascii_lowercase).as_deref(), self.noun.as_deref()) {
            (Some("candidate"), _) | (None, Some("candidate")) => Ok(Becomes::Candidate),
            (Some("proposed"), _) | (None, Some("proposal")) => Ok(Becomes::Proposal),
            (Some("rejected" | "promoted" | "accepted" | "resolved"), _) | (_, Some("conflict")) => {
                Err("decided proposals and conflicts are history and are not imported".into())
            }
            (Some(status), _) => aliases::status(status).map(Becomes::Memory).map_err(|error| error.to_string()),
            (None, _) => Ok(Becomes::Memory(Status::Active)),
        }
    }
}
