//! Briefs as they are shown.

use cofio_domain::brief::{Brief, BriefKind, BriefLine, BriefSource};
use cofio_domain::domains::DomainName;
use cofio_domain::id::{BriefId, OperationId};
use cofio_domain::time::Timestamp;
use serde::Serialize;

/// A brief as it is shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[allow(missing_docs, reason = "the fields are those of the brief")]
pub struct BriefView {
    #[serde(rename = "type")]
    pub noun: &'static str,
    pub id: BriefId,
    pub kind: BriefKind,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub domain: Option<DomainName>,
    pub version: u32,
    pub compiled_at: Timestamp,
    /// Who wrote it: rules, or a model.
    pub compiler: String,
    /// How many of its lines do not hold any more and are not shown.
    #[serde(skip_serializing_if = "is_zero")]
    pub outdated: usize,
    pub lines: Vec<BriefLineView>,
}

/// A line of a brief as it is shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct BriefLineView {
    /// The heading it stands under.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub section: String,
    /// What it says.
    pub text: String,
    /// The memories and episodes it rests on.
    pub cites: Vec<String>,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(count: &usize) -> bool {
    *count == 0
}

impl BriefView {
    pub(super) fn of(brief: &Brief, compiled_at: Timestamp, lines: &[BriefLine]) -> BriefView {
        BriefView {
            noun: "brief",
            id: brief.id,
            kind: brief.kind,
            domain: brief.domain.clone(),
            version: brief.version,
            compiled_at,
            compiler: brief.compiler.clone(),
            outdated: brief.lines.len() - lines.len(),
            lines: lines.iter().map(BriefLineView::of).collect(),
        }
    }
}

impl BriefLineView {
    fn of(line: &BriefLine) -> BriefLineView {
        let id = |source: &BriefSource| match source {
            BriefSource::Memory(id) => id.to_string(),
            BriefSource::Episode(id) => id.to_string(),
        };
        BriefLineView {
            section: line.section.clone(),
            text: line.text.clone(),
            cites: line.cites.iter().map(id).collect(),
        }
    }
}

/// What compiling came to.
#[derive(Debug, Clone, Serialize)]
pub struct Compiled {
    /// The operation, for undoing; nothing where nothing was changed.
    pub op_id: Option<OperationId>,
    /// The briefs that say something else now.
    pub written: Vec<BriefView>,
    /// How many say what they said.
    pub unchanged: usize,
    /// How many have nothing to say any more.
    pub dropped: usize,
    /// Whether this only shows what would happen.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub dry_run: bool,
}
