//! `set_task` and `list_tasks`: what is to be done.

use cofio_domain::axes::{Kind, TaskState};
use cofio_domain::key::Scope;
use cofio_engine::{Change, Draft, Item, ListFilter, MemoryView};
use rmcp::model::JsonObject;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::words::{moment, word};
use super::{Done, FULL, Hints, ToolSpec, read, remember};
use crate::caller::Caller;
use crate::confirm::Need;
use crate::outcome::{Outcome, Refusal, compact};
use crate::schema;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Setting {
    /// What is to be done, for a new task.
    content: Option<String>,
    /// The id of a task that is known (mem_…), or words that only it has, to change it.
    id_or_substring: Option<String>,
    /// open, waiting, done or dropped.
    #[schemars(schema_with = "states")]
    state: Option<String>,
    /// By when: a time or a day.
    due_at: Option<String>,
    /// What comes next.
    next_step: Option<String>,
}

fn states(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    schema::one_of(TaskState::ALL.iter().map(|state| state.word()))
}

pub(super) const SET: ToolSpec = ToolSpec {
    name: "set_task",
    title: "Set task",
    description: "Call this when the user takes on something to do, finishes it, puts it off or drops it, so that other \
                  conversations know. Give content for a new task, id_or_substring to change one.",
    scope: Scope::Write,
    hints: Hints::Idempotent,
    profiles: FULL,
    input: schema::of::<Setting>,
    output: schema::write,
    run: |caller, arguments| Box::pin(set(caller, arguments)),
};

async fn set(caller: Caller, arguments: JsonObject) -> Result<Done, Refusal> {
    let setting: Setting = read(arguments)?;
    let state = word::<TaskState>("state", setting.state.as_deref())?;
    let due_at = moment("due_at", setting.due_at.as_deref(), &caller.engine)?;
    let next_step = setting.next_step.filter(|step| !step.trim().is_empty());
    match (setting.content, setting.id_or_substring) {
        (Some(content), None) => {
            let told = content.clone();
            let draft = Draft { kind: Some(Kind::Task), state, due_at, next_step, ..Draft::said(content) };
            Ok(Need::of(remember::keep(&caller, draft, None).await?, &told))
        }
        (None, Some(which)) => {
            let changes: Vec<Change> = [
                state.map(Change::State),
                due_at.map(|at| Change::Due(Some(at))),
                next_step.map(|step| Change::NextStep(Some(step))),
            ]
            .into_iter()
            .flatten()
            .collect();
            if changes.is_empty() {
                return Err(Refusal::Invalid("Say what changes: state, due_at or next_step.".into()));
            }
            let written = caller.ask(move |caller| caller.engine.set(&caller.space, &which, &changes)).await?;
            caller.around.wrote(written.event.action.word());
            Ok(Done::Outcome(Outcome::of(&written)))
        }
        _ => Err(Refusal::Invalid("Give content for a new task, or id_or_substring to change one.".into())),
    }
}

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Listing {
    /// Only tasks in this state; what is open or waits unless you say otherwise.
    #[schemars(schema_with = "states")]
    state: Option<String>,
}

pub(super) const LIST: ToolSpec = ToolSpec {
    name: "list_tasks",
    title: "List tasks",
    description: "Call this when the user asks what is open, what is next or what they were working on.",
    scope: Scope::Read,
    hints: Hints::Reads,
    profiles: FULL,
    input: schema::of::<Listing>,
    output: || {
        schema::written(json!({
            "type": "object",
            "properties": {"tasks": {"type": "array", "items": schema::memory()}},
            "required": ["tasks"],
        }))
    },
    run: |caller, arguments| Box::pin(list(caller, arguments)),
};

async fn list(caller: Caller, arguments: JsonObject) -> Result<Done, Refusal> {
    let listing: Listing = read(arguments)?;
    let state = word::<TaskState>("state", listing.state.as_deref())?;
    let filter = ListFilter { kind: Some(Kind::Task), ..ListFilter::default() };
    let all = caller.ask(move |caller| caller.engine.list(&caller.space, &filter)).await?.items;
    let tasks: Vec<&MemoryView> = all
        .iter()
        .filter_map(|item| match item {
            Item::Memory(view) => Some(&**view),
            _ => None,
        })
        .filter(|view| match (state, view.claim.state) {
            (Some(wanted), found) => found == Some(wanted),
            (None, found) => matches!(found, Some(TaskState::Open | TaskState::Waiting)),
        })
        .collect();
    let mut lines: Vec<String> = tasks.iter().map(|view| line(view)).collect();
    if lines.is_empty() {
        lines.push("Nothing is open.".into());
    }
    let tasks: Vec<Value> = tasks.into_iter().map(compact).collect();
    Ok(Done::Outcome(Outcome::new(lines.join("\n"), json!({ "tasks": tasks }))))
}

fn line(view: &MemoryView) -> String {
    let claim = &view.claim;
    let state = claim.state.map(TaskState::word).unwrap_or_default();
    let due = claim.due_at.map(|at| format!(", due {at}")).unwrap_or_default();
    let next = claim.next_step.as_ref().map(|step| format!(", next: {step}")).unwrap_or_default();
    format!("- {} ({state}{due}{next}) [{}]", claim.content, view.id)
}
