//! `list_memories`: what is known, one after the other.

use cofio_domain::axes::Status;
use cofio_domain::key::Scope;
use cofio_engine::{Item, ListFilter, ListStatus};
use rmcp::model::JsonObject;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::words::{domain, word};
use super::{CORE, Done, Hints, ToolSpec, read, recall};
use crate::caller::Caller;
use crate::outcome::{Outcome, Refusal};
use crate::schema;

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    /// Only this sort of fact.
    #[schemars(schema_with = "schema::kinds")]
    kind: Option<String>,
    /// Only this area of life.
    domain: Option<String>,
    /// What is in force unless you say otherwise; candidate, proposed, conflict, archived, superseded, expired,
    /// forgotten or all.
    status: Option<String>,
    /// How many, 1 to 100; 50 unless you say otherwise.
    limit: Option<usize>,
    /// next_cursor of the part before.
    cursor: Option<String>,
}

pub(super) const SPEC: ToolSpec = ToolSpec {
    name: "list_memories",
    title: "List memories",
    description: "Call this when the user asks to see what is remembered, all of it or of one kind or area, and to find the \
                  id of a memory. To find what matters to a question, call recall.",
    scope: Scope::Read,
    hints: Hints::Reads,
    profiles: CORE,
    input: schema::of::<Arguments>,
    output: || {
        schema::written(json!({
            "type": "object",
            "properties": {
                "items": {"type": "array", "items": {"type": "object", "properties": {
                    "id": {"type": "string"}, "type": {"type": "string"}, "content": {"type": "string"},
                }, "required": ["id", "type", "content"]}},
                "next_cursor": {"type": ["string", "null"]},
            },
            "required": ["items", "next_cursor"],
        }))
    },
    run: |caller, arguments| Box::pin(run(caller, arguments)),
};

/// How many there are in a part, and at most.
const USUAL: usize = 50;
const MOST: usize = 100;

async fn run(caller: Caller, arguments: JsonObject) -> Result<Done, Refusal> {
    let arguments: Arguments = read(arguments)?;
    let filter = ListFilter {
        status: status(arguments.status.as_deref())?,
        domain: domain(arguments.domain.as_deref())?,
        kind: word("kind", arguments.kind.as_deref())?,
        ..ListFilter::default()
    };
    let after = arguments.cursor.as_deref().map(|cursor| after(&caller, cursor)).transpose()?;
    let all = caller.ask(move |caller| caller.engine.list(&caller.space, &filter)).await?.items;
    let start = match &after {
        None => 0,
        Some(id) => all.iter().position(|item| id_of(item) == *id).ok_or_else(begin_again)? + 1,
    };
    let most = arguments.limit.unwrap_or(USUAL).clamp(1, MOST);
    let part: Vec<&Item> = all.iter().skip(start).take(most).collect();
    let more = start + part.len() < all.len();
    let next = part.last().filter(|_| more).map(|item| cursor(&caller, &id_of(item)));
    let mut lines: Vec<String> = part.iter().map(|item| recall::line(item)).collect();
    if lines.is_empty() {
        lines.push("Nothing fits.".into());
    }
    if let Some(next) = &next {
        lines.push(format!("There is more; next_cursor: {next}"));
    }
    let items: Vec<Value> = part.iter().map(|item| recall::item(item)).collect();
    Ok(Done::Outcome(Outcome::new(lines.join("\n"), json!({ "items": items, "next_cursor": next }))))
}

fn status(text: Option<&str>) -> Result<ListStatus, Refusal> {
    Ok(match text.map(str::trim) {
        None | Some("" | "active" | "in_force") => ListStatus::InForce,
        Some("candidate" | "candidates") => ListStatus::Candidates,
        Some("proposed" | "proposals") => ListStatus::Proposals,
        Some("conflict" | "conflicts") => ListStatus::Conflicts,
        Some("all") => ListStatus::All,
        Some(other) => ListStatus::Is(word::<Status>("status", Some(other))?.unwrap_or(Status::Active)),
    })
}

fn id_of(item: &Item) -> String {
    match item {
        Item::Memory(view) => view.version_id.to_string(),
        Item::Candidate(view) => view.id.to_string(),
        Item::Proposal(view) => view.id.to_string(),
        Item::Conflict(view) => view.id.to_string(),
        Item::Message(hit) => hit.id.to_string(),
        Item::Episode(hit) => hit.id.to_string(),
    }
}

/// Writes where a list goes on: good for this person in this space alone.
fn cursor(caller: &Caller, id: &str) -> String {
    format!("{id}.{}", mark(caller, id))
}

fn after(caller: &Caller, cursor: &str) -> Result<String, Refusal> {
    let known = cursor.split_once('.').filter(|(id, marked)| *marked == mark(caller, id));
    known.map(|(id, _)| id.to_owned()).ok_or_else(begin_again)
}

/// What stood there has gone, or it is no place of this list.
fn begin_again() -> Refusal {
    Refusal::NotFound("This cursor is not known here any more; begin the list again without one.".into())
}

fn mark(caller: &Caller, id: &str) -> String {
    let mut hasher = blake3::Hasher::new_derive_key("cofio list_memories");
    for part in [caller.space.id().to_string(), caller.user.id.to_string(), id.to_owned()] {
        hasher.update(part.as_bytes());
    }
    hasher.finalize().to_hex()[..12].to_owned()
}
