//! `tasks`: what is to be done.

use axum::Json;
use axum::extract::Path;
use axum::response::Response;
use cofio_domain::axes::{Kind, Status, TaskState};
use cofio_domain::domains::DomainName;
use cofio_engine::{Change, Draft, Error, Expiry, Item, ListFilter, ListStatus, MemoryView};
use serde::{Deserialize, Deserializer};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::memories::{told, word};
use crate::api::{Body, Params, moment};
use crate::app::App;
use crate::caller::{Caller, Read, Write};
use crate::cursor::{self, Order, Page};
use crate::problem::{Problem, ProblemBody};
use crate::schema;

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list, add)).routes(routes!(change))
}

/// Which tasks are asked for.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Asked {
    /// Whether also those that are finished.
    #[serde(default)]
    all: bool,
    limit: Option<usize>,
    cursor: Option<String>,
}

/// List what is to be done, what is due first first
#[utoipa::path(get, path = "/api/v1/tasks", tag = "memories", params(Asked),
    responses((status = 200, description = "A part of the list", body = schema::Tasks), (status = "4XX", description = "Not shown", body = ProblemBody)))]
pub(crate) async fn list(
    caller: Caller<Read>,
    Params(asked): Params<Asked>,
) -> Result<Json<Page<MemoryView>>, Problem> {
    let most = cursor::limit(asked.limit)?;
    let mut tasks: Vec<MemoryView> = caller
        .ask(move |engine, space| {
            let of = |status| ListFilter { status, kind: Some(Kind::Task), ..ListFilter::default() };
            let mut items = engine.list(space, &of(ListStatus::InForce))?.items;
            if asked.all {
                items.extend(engine.list(space, &of(ListStatus::Is(Status::Archived)))?.items);
            }
            let tasks = items.into_iter().filter_map(|item| match item {
                Item::Memory(view) => Some(*view),
                _ => None,
            });
            Ok(tasks.collect())
        })
        .await?;
    tasks.sort_by_key(place);
    cursor::page(&caller.space, tasks, asked.cursor.as_deref(), most, Order::Rising, place).map(Json)
}

fn place(task: &MemoryView) -> String {
    let due = task.claim.due_at.map_or("never".into(), |due| format!("{:020}", due.as_micros()));
    format!("{due} {}", task.id)
}

/// Something to be done.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"content": "Renew the passport", "due_at": "2027-05-01", "next_step": "find the old one"}))]
pub(crate) struct NewTask {
    content: String,
    /// When it is due; otherwise its words decide.
    due_at: Option<String>,
    /// What comes next.
    next_step: Option<String>,
    /// The name of a project.
    project: Option<String>,
    domain: Option<String>,
}

/// Put something on the list
///
/// It stays there until it is done, however late that is.
#[utoipa::path(post, path = "/api/v1/tasks", tag = "memories", request_body = NewTask,
    responses((status = 200, description = "What became of it", body = schema::Written), (status = "4XX", description = "Not done", body = ProblemBody)))]
pub(crate) async fn add(caller: Caller<Write>, Body(new): Body<NewTask>) -> Result<Response, Problem> {
    let draft = Draft {
        kind: Some(Kind::Task),
        due_at: moment("due_at", new.due_at.as_deref(), caller.reading())?,
        next_step: new.next_step,
        expires: Expiry::Never,
        project: new.project,
        domain: word::<DomainName>("domain", new.domain.as_deref())?,
        app: caller.principal.app.clone(),
        ..Draft::said(new.content)
    };
    let written = caller.change(move |engine, space| engine.remember(space, &draft)).await?;
    Ok(told(&caller.app, written))
}

/// What to change about a task. What is not named stays; `null` takes something away.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
#[schema(example = json!({"state": "done"}))]
pub(crate) struct ChangedTask {
    /// `open`, `waiting`, `done` or `dropped`.
    state: Option<String>,
    #[serde(deserialize_with = "said")]
    #[schema(value_type = Option<String>)]
    due_at: Option<Option<String>>,
    #[serde(deserialize_with = "said")]
    #[schema(value_type = Option<String>)]
    next_step: Option<Option<String>>,
}

/// Tells `null` from what was not said.
fn said<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Option<Option<T>>, D::Error> {
    Option::<T>::deserialize(deserializer).map(Some)
}

/// Say how a task stands, when it is due, or what comes next
#[utoipa::path(patch, path = "/api/v1/tasks/{id}", tag = "memories", request_body = ChangedTask, params(("id" = String, Path, description = "The task")),
    responses((status = 200, description = "What became of it", body = schema::Written), (status = "4XX", description = "Not done", body = ProblemBody)))]
pub(crate) async fn change(
    caller: Caller<Write>,
    Path(id): Path<String>,
    Body(change): Body<ChangedTask>,
) -> Result<Response, Problem> {
    let state = word::<TaskState>("state", change.state.as_deref())?;
    let mut changes = Vec::new();
    if let Some(due) = change.due_at {
        changes.push(Change::Due(moment("due_at", due.as_deref(), caller.reading())?));
    }
    changes.extend(change.next_step.map(Change::NextStep));
    changes.extend(state.map(Change::State));
    if changes.is_empty() {
        return Err(Problem::field("body", "say what to change"));
    }
    let written = caller
        .change(move |engine, space| match engine.set(space, &id, &changes) {
            // A finished task is set aside; bringing it back opens it.
            Err(Error::NotFound { .. } | Error::Conflict { .. }) if state == Some(TaskState::Open) => {
                engine.restore(space, &id)
            }
            done => done,
        })
        .await?;
    Ok(told(&caller.app, written))
}
