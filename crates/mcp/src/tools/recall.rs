//! `recall`: looking something up.

use cofio_domain::key::Scope;
use cofio_engine::{Found, Item, RecallQuery};
use rmcp::model::JsonObject;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::words::{domain, moment};
use super::{CORE, Done, Hints, ToolSpec, read};
use crate::caller::Caller;
use crate::outcome::{Outcome, Refusal, compact, sure};
use crate::schema;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    /// What you want to know, in a sentence: "what food does the user avoid?"
    query: String,
    /// How many results, 1 to 50; 10 unless you say otherwise.
    limit: Option<usize>,
    /// Only this area of life, such as food, work or travel.
    domain: Option<String>,
    /// What held then: a date such as 2026-06-01.
    as_of: Option<String>,
    /// Also what is only a maybe. Say so if you use it.
    include_low_confidence: Option<bool>,
}

pub(super) const SPEC: ToolSpec = ToolSpec {
    name: "recall",
    title: "Recall",
    description: "Call this before you answer whenever the answer may depend on who the user is, what they like, decided, \
                  planned or said before, and whenever they ask what you know or remember. Call it before remember, too, \
                  to see whether it is known already. Returns memories and earlier messages, best first. If nothing \
                  fits, say that you do not know; never invent a memory.",
    scope: Scope::Read,
    hints: Hints::Reads,
    profiles: CORE,
    input: schema::of::<Arguments>,
    output: || {
        schema::written(json!({
            "type": "object",
            "properties": {
                "results": {"type": "array", "items": {"type": "object", "properties": {
                    "id": {"type": "string"}, "type": {"type": "string"}, "content": {"type": "string"},
                    "score": {"type": "number"},
                }, "required": ["id", "type", "content", "score"]}},
                "degraded": {"type": ["string", "null"]},
            },
            "required": ["results"],
        }))
    },
    run: |caller, arguments| Box::pin(run(caller, arguments)),
};

/// The most results of one call.
const MOST: usize = 50;

async fn run(caller: Caller, arguments: JsonObject) -> Result<Done, Refusal> {
    let arguments: Arguments = read(arguments)?;
    let maybes = arguments.include_low_confidence.unwrap_or(false);
    let query = RecallQuery {
        limit: arguments.limit.unwrap_or(10).clamp(1, MOST),
        domain: domain(arguments.domain.as_deref())?,
        as_of: moment("as_of", arguments.as_of.as_deref(), &caller.engine)?,
        ..RecallQuery::new(asked(&arguments.query)?)
    };
    let found = caller.ask(move |caller| caller.engine.recall(&caller.space, &query)).await?;
    let hits: Vec<&Found> = found.hits.iter().filter(|hit| maybes || !is_maybe(&hit.item)).collect();
    let lines: Vec<String> = hits.iter().map(|hit| line(&hit.item)).collect();
    let text = if lines.is_empty() { "Nothing is known about that.".to_owned() } else { lines.join("\n") };
    let results: Vec<Value> = hits.iter().map(|hit| told(hit)).collect();
    Ok(Done::Outcome(Outcome::new(text, json!({ "results": results, "degraded": found.degraded }))))
}

/// Returns a question, or says that there is none.
pub(super) fn asked(query: &str) -> Result<String, Refusal> {
    match query.trim() {
        "" => Err(Refusal::Invalid("query: say what you want to know.".into())),
        query => Ok(query.to_owned()),
    }
}

fn is_maybe(item: &Item) -> bool {
    matches!(item, Item::Candidate(_) | Item::Proposal(_))
}

/// Something that was found, in a line for a model.
pub(super) fn line(item: &Item) -> String {
    match item {
        Item::Memory(view) => {
            let rule = if view.claim.authority == cofio_domain::axes::Authority::Hard { ", a rule" } else { "" };
            let content = &view.claim.content;
            format!("- {content} ({}{rule}, {}) [{}]", sure(view), view.claim.domain, view.id)
        }
        Item::Candidate(view) => format!("- {} (a maybe, {}) [{}]", view.claim.content, view.claim.domain, view.id),
        Item::Proposal(view) => {
            let content = view.claim.as_ref().map_or(view.action, |claim| &claim.content);
            format!("- {content} (waits for the user) [{}]", view.id)
        }
        Item::Conflict(view) => {
            let old = view.left.as_ref().map(|left| left.claim.content.as_str()).unwrap_or_default();
            format!("- \"{old}\" or \"{}\"? The user has not said. [{}]", view.right.content, view.id)
        }
        Item::Message(hit) => {
            let label = hit.label.as_ref().map(|label| format!(", {label}")).unwrap_or_default();
            format!("- said by {} on {}{label}: {} [{}]", hit.role, day(hit.at), hit.text, hit.id)
        }
        Item::Episode(hit) => format!("- from a conversation on {}: {} [{}]", day(hit.started_at), hit.text, hit.id),
    }
}

fn day(at: cofio_domain::time::Timestamp) -> String {
    at.to_string().chars().take(10).collect()
}

/// Something as data: what it is, its id, what it says.
pub(super) fn item(item: &Item) -> Value {
    match item {
        Item::Memory(view) => {
            let mut told = compact(view);
            told["type"] = json!("memory");
            told
        }
        Item::Candidate(view) => json!({
            "type": "candidate", "id": view.id, "content": view.claim.content, "kind": view.claim.kind,
            "domain": view.claim.domain, "sure": "maybe", "status": view.status,
        }),
        Item::Proposal(view) => json!({
            "type": "proposal", "id": view.id, "status": view.status, "action": view.action,
            "content": view.claim.as_ref().map_or(view.action, |claim| &claim.content),
        }),
        Item::Conflict(view) => json!({
            "type": "conflict", "id": view.id, "status": view.status, "content": view.right.content,
            "against": view.left.as_ref().map(|left| &left.claim.content),
        }),
        Item::Message(hit) => json!({
            "type": "message", "id": hit.id, "content": hit.text, "role": hit.role, "at": hit.at,
            "session": hit.session_name,
        }),
        Item::Episode(hit) => json!({
            "type": "episode", "id": hit.id, "content": hit.text, "at": hit.started_at, "session": hit.session,
        }),
    }
}

fn told(hit: &Found) -> Value {
    let mut told = item(&hit.item);
    told["score"] = json!(hit.score);
    told
}
