//! What a tool comes to: words for the model, the same as data, or why not.

use cofio_domain::ports::StoreError;
use cofio_engine::{Error, MemoryView, Written};
use rmcp::model::{CallToolResult, ContentBlock};
use serde_json::{Value, json};

/// What a tool comes to.
#[derive(Debug)]
pub(crate) struct Outcome {
    /// For the model to read.
    pub(crate) text: String,
    /// For programs to read.
    pub(crate) data: Value,
}

impl Outcome {
    pub(crate) fn new(text: impl Into<String>, data: Value) -> Outcome {
        Outcome { text: text.into(), data }
    }

    /// What a write came to.
    pub(crate) fn of(written: &Written) -> Outcome {
        Outcome::told(written, written.message.clone())
    }

    /// The same in other words.
    pub(crate) fn told(written: &Written, message: String) -> Outcome {
        let event = &written.event;
        let mut told = json!({
            "op_id": event.op_id,
            "action": event.action,
            "memory": event.memory.as_ref().map(compact),
            "reason": event.reason,
            "takes_effect": event.takes_effect,
            "undo_until": event.undo_until,
        });
        if let Some(before) = &event.before {
            told["before"] = compact(before);
        }
        if let Some(domain) = &event.ask_domain {
            told["ask_domain"] = json!(domain);
        }
        if !event.made.is_empty() {
            told["made"] = json!(event.made);
        }
        let id = event.memory.as_ref().map(|memory| format!(" [{}]", memory.id)).unwrap_or_default();
        let text = format!("{message}{id}");
        Outcome { text, data: json!({ "message": message, "event": told }) }
    }
}

impl From<Outcome> for CallToolResult {
    fn from(outcome: Outcome) -> CallToolResult {
        let mut result = CallToolResult::success(vec![ContentBlock::text(outcome.text)]);
        result.structured_content = Some(outcome.data);
        result
    }
}

/// A memory in the few words an assistant needs: every one of them costs tokens.
pub(crate) fn compact(view: &MemoryView) -> Value {
    let claim = &view.claim;
    let mut told = json!({
        "id": view.id,
        "version": view.version,
        "content": claim.content,
        "kind": claim.kind,
        "domain": claim.domain,
        "authority": claim.authority,
        "sure": sure(view),
        "status": view.status,
        "since": view.valid_from,
    });
    let mut add = |name: &str, value: Option<Value>| {
        if let Some(value) = value {
            told[name] = value;
        }
    };
    add("detail", claim.body.as_ref().map(|body| json!(body)));
    add("key", claim.key.as_ref().map(|key| json!(key)));
    add("value", claim.value.clone());
    add("project", claim.project.as_ref().map(|project| json!(project)));
    add("state", claim.state.map(|state| json!(state)));
    add("due_at", claim.due_at.map(|at| json!(at)));
    add("next_step", claim.next_step.as_ref().map(|step| json!(step)));
    add("until", view.valid_until.or(claim.expires_at).map(|at| json!(at)));
    told
}

/// How sure a memory is, in words for an assistant.
pub(crate) fn sure(view: &MemoryView) -> &'static str {
    use cofio_domain::axes::Tier;
    match view.claim.tier {
        _ if view.claim.explicit => "the user said",
        Tier::Confirmed => "sure",
        Tier::Strong => "fairly sure",
        Tier::Tentative => "maybe",
    }
}

/// Why something was not done. Nothing was changed.
#[derive(Debug)]
pub enum Refusal {
    /// The engine said no.
    Engine(Error),
    /// The call makes no sense.
    Invalid(String),
    /// They may not.
    Forbidden(String),
    /// There is no such thing.
    NotFound(String),
    /// It took too long. What was begun may still be finished.
    TooSlow,
    /// Something is broken that the caller cannot mend.
    Broken(String),
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Refusal {
        Refusal::Engine(error)
    }
}

impl Refusal {
    /// Says what happened and what to do, for a model to read.
    pub(crate) fn told(&self) -> String {
        match self {
            Refusal::Engine(Error::Ambiguous { what, text, candidates }) => {
                let lines: Vec<String> = candidates
                    .iter()
                    .map(|candidate| {
                        let domain = candidate.domain.as_ref().map(|domain| format!(" ({domain})")).unwrap_or_default();
                        format!("- {}  {}{domain}", candidate.id, candidate.content)
                    })
                    .collect();
                format!(
                    "{} {what} match \"{text}\":\n{}\nCall again with the id of the one that is meant; if that is not clear, ask the user.",
                    candidates.len(),
                    lines.join("\n")
                )
            }
            Refusal::Engine(error @ Error::NotFound { what: "memory", .. }) => {
                format!("{error}. Look for it with recall or list_memories and use its id.")
            }
            Refusal::Engine(Error::DomainOff { domain, .. }) => domain_off(domain.as_str()),
            Refusal::Engine(Error::Store(StoreError::Full)) => {
                "The disk is full: nothing was saved. Tell the user.".into()
            }
            Refusal::Engine(Error::Store(error)) => {
                tracing::error!("the store failed: {error}");
                "The memory store cannot be read or written just now: nothing was changed. Tell the user to run: cofio doctor".into()
            }
            Refusal::Engine(error) => format!("{error}."),
            Refusal::Invalid(text) | Refusal::NotFound(text) => text.clone(),
            Refusal::Forbidden(text) => format!("Not allowed: {text}."),
            Refusal::TooSlow => {
                "It took too long; go on without memory and tell the user. What was begun may still be finished.".into()
            }
            Refusal::Broken(text) => {
                tracing::error!("a tool broke: {text}");
                "Something in the memory server is broken; go on without memory.".into()
            }
        }
    }
}

/// What is said where a domain is off: nothing of the words is kept, and only the person can turn it on.
pub(crate) fn domain_off(domain: &str) -> String {
    format!(
        "Not saved, and nothing of it was kept: {domain} memory is off. Only the user can turn it on: cofio domains enable {domain}"
    )
}

impl From<Refusal> for CallToolResult {
    fn from(refusal: Refusal) -> CallToolResult {
        CallToolResult::error(vec![ContentBlock::text(refusal.told())])
    }
}
