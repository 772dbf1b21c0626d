//! A memory as the document has it, on its way out and in.

use cofio_domain::aliases;
use cofio_domain::axes::{Authority, Kind, Source, Status};
use cofio_domain::domains::DomainName;
use cofio_domain::id::ProposalId;
use cofio_domain::space::SpaceHandle;
use cofio_engine::{ClaimView, Draft, Engine, Error, MemoryView, ProposalView};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::problem::Problem;

/// A memory, as the document has it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MemoryItem {
    #[schema(example = "mem_abc123")]
    pub(super) id: String,
    pub(super) user_id: String,
    /// `HARD` or `SOFT`.
    #[serde(rename = "type")]
    #[schema(example = "HARD")]
    pub(super) sort: &'static str,
    pub(super) domain: String,
    pub(super) key: Option<String>,
    #[schema(value_type = Value)]
    pub(super) content: Value,
    pub(super) content_text: String,
    pub(super) confidence: f64,
    /// `USER_EXPLICIT`, `USER_INFERRED`, `AGENT_PROPOSED` or `SYSTEM_DERIVED`.
    pub(super) source: &'static str,
    #[schema(value_type = Vec<Object>)]
    pub(super) evidence: Vec<Value>,
    /// `PROPOSED`, `ACTIVE`, `INACTIVE`, `EXPIRED` or `SUPERSEDED`.
    pub(super) status: &'static str,
    pub(super) requires_opt_in: bool,
    pub(super) expires_at: Option<String>,
    pub(super) created_at: String,
    pub(super) confirmed_at: Option<String>,
    pub(super) last_confirmed_at: Option<String>,
}

fn source_word(source: Source) -> &'static str {
    match source {
        Source::Extracted => "USER_INFERRED",
        Source::AgentProposed => "AGENT_PROPOSED",
        Source::Derived | Source::UntrustedContent => "SYSTEM_DERIVED",
        _ => "USER_EXPLICIT",
    }
}

fn status_word(status: Status) -> &'static str {
    match status {
        Status::Active => "ACTIVE",
        Status::Superseded => "SUPERSEDED",
        Status::Expired => "EXPIRED",
        _ => "INACTIVE",
    }
}

impl MemoryItem {
    pub(super) fn of_claim(
        id: String,
        user: String,
        claim: &ClaimView,
        status: &'static str,
        at: String,
    ) -> MemoryItem {
        MemoryItem {
            id,
            user_id: user,
            sort: if claim.authority == Authority::Hard { "HARD" } else { "SOFT" },
            domain: claim.domain.to_string(),
            key: claim.key.clone(),
            content: claim.value.clone().unwrap_or_else(|| Value::String(claim.content.clone())),
            content_text: claim.content.clone(),
            confidence: claim.confidence,
            source: source_word(claim.source),
            evidence: Vec::new(),
            status,
            requires_opt_in: matches!(claim.domain.as_str(), "health" | "finance" | "religion"),
            expires_at: claim.expires_at.map(|at| at.to_string()),
            created_at: at,
            confirmed_at: None,
            last_confirmed_at: None,
        }
    }

    pub(super) fn of(view: &MemoryView, user: &str) -> MemoryItem {
        let at = view.recorded_at.to_string();
        let evidence = view.evidence.iter().filter_map(|evidence| serde_json::to_value(evidence).ok()).collect();
        MemoryItem {
            evidence,
            confirmed_at: view.confirmed_at.map(|at| at.to_string()),
            last_confirmed_at: view.last_confirmed_at.map(|at| at.to_string()),
            ..MemoryItem::of_claim(view.id.to_string(), user.to_owned(), &view.claim, status_word(view.status), at)
        }
    }

    pub(super) fn of_proposal(view: &ProposalView, user: &str) -> Option<MemoryItem> {
        let claim = view.claim.as_ref()?;
        let status = if view.status == "proposed" { "PROPOSED" } else { "INACTIVE" };
        let at = view.proposed_at.to_string();
        Some(MemoryItem::of_claim(view.id.to_string(), user.to_owned(), claim, status, at))
    }
}

pub(super) fn authority(sort: Option<&str>) -> Result<Option<Authority>, Problem> {
    match sort.map(str::to_ascii_uppercase).as_deref() {
        None => Ok(None),
        Some("HARD") => Ok(Some(Authority::Hard)),
        Some("SOFT") => Ok(Some(Authority::Soft)),
        Some(_) => Err(Problem::field("type", "HARD or SOFT")),
    }
}

pub(super) fn domain(name: Option<&str>) -> Result<Option<DomainName>, Problem> {
    crate::api::word("domain", name)
}

/// Something to be remembered.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(example = json!({"type": "HARD", "domain": "food", "key": "exclude", "content": ["shellfish"]}))]
pub(crate) struct NewItem {
    #[serde(rename = "type")]
    pub(super) sort: Option<String>,
    pub(super) domain: Option<String>,
    pub(super) key: Option<String>,
    /// A text, a list or an object.
    #[schema(value_type = Value)]
    pub(super) content: Value,
    pub(super) content_text: Option<String>,
    pub(super) confidence: Option<f64>,
    pub(super) source: Option<String>,
    #[serde(default)]
    #[schema(value_type = Vec<Object>)]
    pub(super) evidence: Vec<Value>,
    pub(super) reasoning: Option<String>,
    pub(super) expires_at: Option<String>,
}

/// Returns a value as words.
pub(super) fn words_of(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(words_of).collect::<Vec<_>>().join(", "),
        Value::Object(fields) => {
            fields.iter().map(|(name, value)| format!("{name} {}", words_of(value))).collect::<Vec<_>>().join(", ")
        }
        other => other.to_string(),
    }
}

impl NewItem {
    pub(super) fn draft(self, engine: &Engine, source: Source) -> Result<Draft, Problem> {
        let words = words_of(&self.content);
        let content = match (&self.content_text, &self.key) {
            (Some(text), _) => text.clone(),
            (None, Some(key)) => format!("{}: {words}", key.replace('_', " ")),
            (None, None) => words,
        };
        let described = self.evidence.iter().filter_map(|item| item["description"].as_str());
        let reasons: Vec<&str> = self.reasoning.as_deref().into_iter().chain(described).collect();
        let source = match self.source.as_deref() {
            Some(word) => aliases::source(word).map_err(|error| Problem::field("source", error.to_string()))?,
            None => source,
        };
        let expires = crate::api::moment("expiresAt", self.expires_at.as_deref(), engine)?;
        let authority = authority(self.sort.as_deref())?;
        // What an assistant proposes as a rule is one once it is confirmed.
        let is_rule = authority == Some(Authority::Hard) && !source.is_explicit();
        Ok(Draft {
            kind: is_rule.then_some(Kind::Constraint),
            authority,
            domain: domain(self.domain.as_deref())?,
            value: self.key.is_some().then_some(self.content),
            key: self.key,
            confidence: self.confidence.filter(|_| !source.is_explicit()),
            source,
            expires: expires.map_or(cofio_engine::Expiry::Unsaid, cofio_engine::Expiry::At),
            reason: (!reasons.is_empty()).then(|| reasons.join("; ")),
            app: engine.settings().app.clone(),
            ..Draft::said(content)
        })
    }
}

/// Returns a memory or a proposal by its id.
pub(super) fn item(engine: &Engine, space: &SpaceHandle, id: &str) -> Result<MemoryItem, Error> {
    let user = space.user().to_string();
    if id.parse::<ProposalId>().is_ok() {
        let found = engine.proposals(space, true)?.into_iter().find(|view| view.id.to_string() == id);
        let found = found.and_then(|view| MemoryItem::of_proposal(&view, &user));
        return found.ok_or_else(|| Error::NotFound { what: "memory", text: id.to_owned() });
    }
    Ok(MemoryItem::of(&engine.show(space, id)?.memory, &user))
}
