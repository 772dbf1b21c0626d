//! What is sent and answered in this dialect.

use cofio_engine::MemoryView;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Value, json};
use utoipa::{IntoParams, ToSchema};

use crate::problem::Problem;

/// A problem as this dialect tells it.
#[derive(Serialize, ToSchema)]
#[allow(dead_code, reason = "a shape")]
pub(crate) struct Detail {
    pub(super) detail: String,
}

/// A memory as this dialect has it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Mem0Memory {
    pub(super) id: String,
    pub(super) memory: String,
    /// Of its words.
    pub(super) hash: String,
    pub(super) user_id: String,
    pub(super) agent_id: Option<String>,
    pub(super) run_id: Option<String>,
    pub(super) app_id: Option<String>,
    #[schema(value_type = Object)]
    pub(super) metadata: Value,
    pub(super) categories: Vec<String>,
    pub(super) created_at: String,
    pub(super) updated_at: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) score: Option<f64>,
    /// What became of it: `ADD`, `UPDATE` or `NONE`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) event: Option<&'static str>,
}

impl Mem0Memory {
    pub(super) fn of(view: &MemoryView, user: &str) -> Mem0Memory {
        let tagged = |prefix: &str| view.claim.tags.iter().find_map(|tag| tag.strip_prefix(prefix)).map(str::to_owned);
        Mem0Memory {
            id: view.id.to_string(),
            memory: view.claim.content.clone(),
            hash: blake3::hash(view.claim.content.as_bytes()).to_hex()[..32].to_owned(),
            user_id: user.to_owned(),
            agent_id: tagged("agent:"),
            run_id: tagged("run:"),
            app_id: tagged("app:"),
            metadata: view.claim.value.clone().filter(Value::is_object).unwrap_or_else(|| json!({})),
            categories: vec![view.claim.domain.to_string()],
            created_at: view.valid_from.to_string(),
            updated_at: view.recorded_at.to_string(),
            score: None,
            event: None,
        }
    }
}

/// What every answer is wrapped in.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Results {
    pub(super) results: Vec<Mem0Memory>,
}

/// Whose.
#[derive(Debug, Clone, Default, Deserialize, ToSchema, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Whose {
    pub(super) user_id: Option<String>,
    pub(super) agent_id: Option<String>,
    pub(super) run_id: Option<String>,
    pub(super) app_id: Option<String>,
    /// How many.
    pub(super) top_k: Option<usize>,
}

impl Whose {
    /// The same, with whom the filters of an `add` name.
    pub(super) fn with_filters(mut self, filters: Option<Value>) -> Result<Whose, Problem> {
        for (name, value) in filters.as_ref().and_then(Value::as_object).into_iter().flatten() {
            let text = value.as_str().map(str::to_owned);
            let place = match name.as_str() {
                "user_id" => &mut self.user_id,
                "agent_id" => &mut self.agent_id,
                "run_id" => &mut self.run_id,
                "app_id" => &mut self.app_id,
                _ => return Err(Problem::field("filters", format!("`{name}` says not whose it is"))),
            };
            if place.is_some() && *place != text {
                return Err(Problem::field("filters", format!("another {name} is named elsewhere")));
            }
            *place = text;
        }
        Ok(self)
    }

    pub(super) fn tags(&self) -> Vec<String> {
        let agent = self.agent_id.as_ref().map(|agent| format!("agent:{agent}"));
        let run = self.run_id.as_ref().map(|run| format!("run:{run}"));
        let app = self.app_id.as_ref().map(|app| format!("app:{app}"));
        agent.into_iter().chain(run).chain(app).collect()
    }

    pub(super) fn fits(&self, view: &MemoryView) -> bool {
        self.tags().iter().all(|tag| view.claim.tags.contains(tag))
    }
}

/// Something that was said, to learn from; or, with `infer` off, to be kept as it is.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(example = json!({"messages": [{"role": "user", "content": "I'm vegetarian and allergic to nuts."}], "user_id": "alex"}))]
pub(crate) struct Add {
    /// A text, a message or a list of messages.
    #[schema(value_type = Value)]
    pub(super) messages: Value,
    pub(super) user_id: Option<String>,
    pub(super) agent_id: Option<String>,
    pub(super) run_id: Option<String>,
    pub(super) app_id: Option<String>,
    /// Whose, in another place.
    #[schema(value_type = Option<Object>)]
    pub(super) filters: Option<Value>,
    /// When it was said, in seconds since 1970.
    pub(super) timestamp: Option<i64>,
    /// The last day on which it holds.
    #[schema(example = "2027-05-01")]
    pub(super) expiration_date: Option<String>,
    /// Kept with what is taken as it is.
    #[schema(value_type = Option<Object>)]
    pub(super) metadata: Option<Value>,
    pub(super) infer: Option<bool>,
}

impl Add {
    pub(super) fn lines(&self) -> Result<Vec<(String, String)>, Problem> {
        let message = |value: &Value| match value {
            Value::String(text) => Ok(("user".to_owned(), text.clone())),
            Value::Object(fields) => {
                let text = |name: &str| fields.get(name).and_then(Value::as_str).map(str::to_owned);
                let content = text("content").ok_or_else(|| Problem::field("messages", "a message has no content"))?;
                Ok((text("role").unwrap_or_else(|| "user".into()), content))
            }
            _ => Err(Problem::field("messages", "a text, a message or a list of messages")),
        };
        match &self.messages {
            Value::Array(items) => items.iter().map(message).collect(),
            one => Ok(vec![message(one)?]),
        }
    }
}

/// A question.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(example = json!({"query": "what can I cook?", "filters": {"user_id": "alex"}}))]
pub(crate) struct Search {
    pub(super) query: String,
    pub(super) user_id: Option<String>,
    pub(super) agent_id: Option<String>,
    pub(super) run_id: Option<String>,
    pub(super) app_id: Option<String>,
    #[schema(value_type = Option<Object>)]
    pub(super) filters: Option<Value>,
    pub(super) top_k: Option<usize>,
    pub(super) limit: Option<usize>,
    /// The least score.
    pub(super) threshold: Option<f64>,
}

/// Other words.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub(crate) struct Update {
    pub(super) text: Option<String>,
    #[schema(value_type = Option<Object>)]
    pub(super) metadata: Option<Value>,
    /// The last day on which it holds; `null` is for good.
    #[serde(default, deserialize_with = "said")]
    #[schema(value_type = Option<String>, example = "2027-05-01")]
    pub(super) expiration_date: Option<Option<String>>,
}

/// Tells `null` from what was not said.
fn said<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Option<String>>, D::Error> {
    Option::<String>::deserialize(deserializer).map(Some)
}

/// What was done.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Done {
    pub(super) message: &'static str,
}

/// A change of a memory.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Mem0Change {
    pub(super) id: String,
    pub(super) memory_id: String,
    pub(super) old_memory: Option<String>,
    pub(super) new_memory: Option<String>,
    /// `ADD`, `UPDATE` or `DELETE`.
    pub(super) event: &'static str,
    pub(super) created_at: String,
    pub(super) updated_at: String,
    pub(super) is_deleted: bool,
}
