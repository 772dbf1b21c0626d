//! A memory as somebody sends it.

use std::collections::BTreeSet;

use cofio_domain::axes::Source;
use cofio_domain::domains::DomainName;
use cofio_engine::{Draft, Engine, Expiry};
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;

use crate::api::when::moment;
use crate::problem::Problem;

/// Something to be remembered. Whatever is left out is read off the words.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"content": "I'm allergic to peanuts", "domain": "food"}))]
pub(crate) struct NewMemory {
    /// What is to be remembered, in a sentence.
    pub(crate) content: String,
    pub(crate) summary: Option<String>,
    pub(crate) body: Option<String>,
    /// What sort of claim: identity, preference, constraint, style, procedure, …
    pub(crate) kind: Option<String>,
    /// `hard` for a rule.
    pub(crate) authority: Option<String>,
    pub(crate) domain: Option<String>,
    pub(crate) key: Option<String>,
    #[schema(value_type = Option<Value>)]
    pub(crate) value: Option<Value>,
    #[serde(default)]
    pub(crate) tags: BTreeSet<String>,
    /// 0 to 1.
    pub(crate) importance: Option<f64>,
    /// 0 to 1.
    pub(crate) confidence: Option<f64>,
    /// Whose word it is: `user_direct` unless said otherwise.
    pub(crate) source: Option<String>,
    /// `inform`, `suggest`, `act`, …: what it may be used for.
    pub(crate) grounding: Option<String>,
    pub(crate) valid_from: Option<String>,
    pub(crate) valid_until: Option<String>,
    pub(crate) expires_at: Option<String>,
    /// The name of a project.
    pub(crate) project: Option<String>,
    pub(crate) visibility: Option<String>,
    #[serde(default)]
    pub(crate) pinned: bool,
    /// Of a task: open, waiting, done, dropped.
    pub(crate) state: Option<String>,
    pub(crate) due_at: Option<String>,
    pub(crate) next_step: Option<String>,
    /// Why.
    pub(crate) reason: Option<String>,
}

/// Reads a word of an axis.
pub(crate) fn word<T>(field: &str, text: Option<&str>) -> Result<Option<T>, Problem>
where
    T: std::str::FromStr,
    T::Err: std::fmt::Display,
{
    text.map(|text| text.parse().map_err(|error: T::Err| Problem::field(field, error.to_string()))).transpose()
}

impl NewMemory {
    /// Makes a draft of it.
    pub(crate) fn draft(self, engine: &Engine) -> Result<Draft, Problem> {
        let source = word::<Source>("source", self.source.as_deref())?.unwrap_or(Source::UserDirect);
        Ok(Draft {
            summary: self.summary,
            body: self.body,
            kind: word("kind", self.kind.as_deref())?,
            authority: word("authority", self.authority.as_deref())?,
            domain: word::<DomainName>("domain", self.domain.as_deref())?,
            key: self.key,
            value: self.value,
            tags: self.tags,
            importance: self.importance,
            confidence: self.confidence,
            grounding: word("grounding", self.grounding.as_deref())?,
            valid_from: moment("valid_from", self.valid_from.as_deref(), engine)?,
            valid_until: moment("valid_until", self.valid_until.as_deref(), engine)?,
            expires: moment("expires_at", self.expires_at.as_deref(), engine)?.map_or(Expiry::Unsaid, Expiry::At),
            project: self.project,
            visibility: word("visibility", self.visibility.as_deref())?,
            app: engine.settings().app.clone(),
            pinned: self.pinned,
            state: word("state", self.state.as_deref())?,
            due_at: moment("due_at", self.due_at.as_deref(), engine)?,
            next_step: self.next_step,
            reason: self.reason,
            authored_by_person: source != Source::UntrustedContent,
            source,
            ..Draft::said(self.content)
        })
    }
}
