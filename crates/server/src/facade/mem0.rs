//! mem0's dialect: the routes of its open server and those its platform client calls, with `user_id`, `agent_id` and
//! `run_id`, and `{"results": […]}`.
//!
//! A user id is a user here: a key that may act for others gives each a space of their own. What an agent or a run wrote
//! carries it as a tag.

use axum::Json;
use axum::extract::Path;
use axum::response::Response;
use cofio_domain::session::Surface;
use cofio_domain::space::SpaceHandle;
use cofio_engine::{
    Action, ActivityQuery, Change, Draft, Engine, Error, HistoryView, Item, ListFilter, MemoryView, MessageLine,
    RecallQuery, Recording,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::{Body, Params};
use crate::app::App;
use crate::caller::{Caller, Forget, Needs, Read, Write};
use crate::problem::Problem;

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(add, get_all, delete_all))
        .routes(routes!(get, update, delete))
        .routes(routes!(history))
        .routes(routes!(search))
        .routes(routes!(ping))
        .routes(routes!(platform_add))
        .routes(routes!(platform_search))
        .routes(routes!(platform_list))
        .routes(routes!(platform_delete_all))
        .routes(routes!(platform_get, platform_update, platform_delete))
        .routes(routes!(platform_history))
}

/// Whether a route is spoken in this dialect.
pub(crate) fn speaks(route: &str) -> bool {
    ["/memories", "/search", "/v1/ping/", "/v1/memories/", "/v3/memories/"].iter().any(|begin| route.starts_with(begin))
}

/// A problem as this dialect tells it.
pub(crate) fn told(problem: &Problem) -> Response {
    let fix = problem.fix.as_ref().map_or(String::new(), |fix| format!("; {fix}"));
    let body = json!({"detail": format!("{}{fix}", problem.detail)});
    problem.answer("application/json", body.to_string().into_bytes())
}

/// A problem as this dialect tells it.
#[derive(Serialize, ToSchema)]
#[allow(dead_code, reason = "a shape")]
pub(crate) struct Detail {
    detail: String,
}

/// A memory as this dialect has it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Mem0Memory {
    id: String,
    memory: String,
    /// Of its words.
    hash: String,
    user_id: String,
    agent_id: Option<String>,
    run_id: Option<String>,
    #[schema(value_type = Object)]
    metadata: Value,
    categories: Vec<String>,
    created_at: String,
    updated_at: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<f64>,
    /// What became of it: `ADD`, `UPDATE` or `NONE`.
    #[serde(skip_serializing_if = "Option::is_none")]
    event: Option<&'static str>,
}

impl Mem0Memory {
    fn of(view: &MemoryView, user: &str) -> Mem0Memory {
        let tagged = |prefix: &str| view.claim.tags.iter().find_map(|tag| tag.strip_prefix(prefix)).map(str::to_owned);
        Mem0Memory {
            id: view.id.to_string(),
            memory: view.claim.content.clone(),
            hash: blake3::hash(view.claim.content.as_bytes()).to_hex()[..32].to_owned(),
            user_id: user.to_owned(),
            agent_id: tagged("agent:"),
            run_id: tagged("run:"),
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
    results: Vec<Mem0Memory>,
}

/// Whose.
#[derive(Debug, Clone, Default, Deserialize, ToSchema, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Whose {
    user_id: Option<String>,
    agent_id: Option<String>,
    run_id: Option<String>,
    /// How many.
    top_k: Option<usize>,
}

impl Whose {
    /// Reads whose out of filters, which may be nested.
    fn of_filters(filters: &Value, mut whose: Whose) -> Whose {
        match filters {
            Value::Object(fields) => {
                for (name, value) in fields {
                    let text = value.as_str().map(str::to_owned).filter(|text| text != "*");
                    match name.as_str() {
                        "user_id" => whose.user_id = whose.user_id.or(text),
                        "agent_id" => whose.agent_id = whose.agent_id.or(text),
                        "run_id" => whose.run_id = whose.run_id.or(text),
                        "AND" | "OR" => whose = Whose::of_filters(value, whose),
                        _ => {}
                    }
                }
                whose
            }
            Value::Array(items) => items.iter().fold(whose, |whose, item| Whose::of_filters(item, whose)),
            _ => whose,
        }
    }

    fn tags(&self) -> Vec<String> {
        let agent = self.agent_id.as_ref().map(|agent| format!("agent:{agent}"));
        let run = self.run_id.as_ref().map(|run| format!("run:{run}"));
        agent.into_iter().chain(run).collect()
    }

    fn fits(&self, view: &MemoryView) -> bool {
        self.tags().iter().all(|tag| view.claim.tags.contains(tag))
    }
}

async fn acting<N: Needs>(caller: Caller<N>, whose: &Whose) -> Result<Caller<N>, Problem> {
    match &whose.user_id {
        Some(user) => caller.acting_for(user).await,
        None => Ok(caller),
    }
}

/// Something that was said, to learn from; or, with `infer` off, to be kept as it is.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(example = json!({"messages": [{"role": "user", "content": "I'm vegetarian and allergic to nuts."}], "user_id": "alex"}))]
pub(crate) struct Add {
    /// A text, a message or a list of messages.
    #[schema(value_type = Object)]
    messages: Value,
    user_id: Option<String>,
    agent_id: Option<String>,
    run_id: Option<String>,
    /// Kept with what is taken as it is.
    #[schema(value_type = Option<Object>)]
    metadata: Option<Value>,
    infer: Option<bool>,
}

impl Add {
    fn lines(&self) -> Result<Vec<(String, String)>, Problem> {
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

async fn added(caller: Caller<Write>, add: Add) -> Result<Json<Results>, Problem> {
    let lines = add.lines()?;
    if lines.is_empty() {
        return Err(Problem::field("messages", "there are none"));
    }
    let whose = Whose { user_id: add.user_id, agent_id: add.agent_id, run_id: add.run_id, top_k: None };
    let caller = acting(caller, &whose).await?;
    let name = caller.user.name.clone();
    let (infer, metadata) = (add.infer.unwrap_or(true), add.metadata);
    let results = caller
        .change(move |engine, space| {
            if infer {
                learned(engine, space, lines, &whose, &name)
            } else {
                kept(engine, space, lines, &whose, metadata, &name)
            }
        })
        .await?;
    Ok(Json(Results { results }))
}

/// Keeps what was said as it is.
fn kept(
    engine: &Engine,
    space: &SpaceHandle,
    lines: Vec<(String, String)>,
    whose: &Whose,
    metadata: Option<Value>,
    user: &str,
) -> Result<Vec<Mem0Memory>, Error> {
    let mut results = Vec::new();
    for (_, text) in lines {
        let draft = Draft {
            tags: whose.tags().into_iter().collect(),
            value: metadata.clone(),
            source: cofio_domain::axes::Source::UserStated,
            app: engine.settings().app.clone(),
            ..Draft::said(text)
        };
        let written = engine.remember(space, &draft)?;
        let event = match written.event.action {
            Action::Saved => "ADD",
            Action::Updated => "UPDATE",
            Action::Refused => return Err(Error::Refused(written.message)),
            _ => "NONE",
        };
        if let Some(view) = &written.event.memory {
            results.push(Mem0Memory { event: Some(event), ..Mem0Memory::of(view, user) });
        }
    }
    Ok(results)
}

/// Records what was said, and learns from it.
fn learned(
    engine: &Engine,
    space: &SpaceHandle,
    lines: Vec<(String, String)>,
    whose: &Whose,
    user: &str,
) -> Result<Vec<Mem0Memory>, Error> {
    let lines = (1..).zip(lines.into_iter().map(|(role, text)| MessageLine::read(json!({"role": role, "text": text}))));
    let recording = Recording { session: whose.run_id.clone(), surface: Surface::Api, project: None };
    let recorded = engine.record(space, &recording, lines)?;
    if let Some(failed) = recorded.lines.iter().find(|line| line.action == "failed") {
        return Err(Error::Invalid(failed.reason.clone().unwrap_or_default()));
    }
    let Some(session) = recorded.session else { return Ok(Vec::new()) };
    let lesson = engine.close_session(space, &session.id.to_string())?.learned;
    let Some(run) = lesson.and_then(|lesson| lesson.run) else { return Ok(Vec::new()) };
    let mut results: Vec<Mem0Memory> = Vec::new();
    let done = engine.activity(space, &ActivityQuery { job: Some(run), ..ActivityQuery::default() })?;
    for item in done.into_iter().rev().flat_map(|operation| operation.items) {
        let Some(id) = item.memory.map(|id| id.to_string()) else { continue };
        if results.iter().any(|known| known.id == id) || item.after.is_none() {
            continue;
        }
        let tags: Vec<Change> = whose.tags().into_iter().map(Change::Tag).collect();
        if !tags.is_empty() {
            engine.set(space, &id, &tags)?;
        }
        let event = if item.before.is_some() { "UPDATE" } else { "ADD" };
        results.push(Mem0Memory { event: Some(event), ..Mem0Memory::of(&engine.show(space, &id)?.memory, user) });
    }
    Ok(results)
}

async fn listed(caller: Caller<Read>, whose: Whose) -> Result<Vec<Mem0Memory>, Problem> {
    let caller = acting(caller, &whose).await?;
    let name = caller.user.name.clone();
    let most = whose.top_k.unwrap_or(100).clamp(1, 1_000);
    caller
        .ask(move |engine, space| {
            let found = engine.list(space, &ListFilter::default())?.items.into_iter();
            let fitting = found.filter_map(|item| match item {
                Item::Memory(view) if whose.fits(&view) => Some(Mem0Memory::of(&view, &name)),
                _ => None,
            });
            Ok(fitting.take(most).collect())
        })
        .await
}

/// A question.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(example = json!({"query": "what can I cook?", "filters": {"user_id": "alex"}}))]
pub(crate) struct Search {
    query: String,
    user_id: Option<String>,
    agent_id: Option<String>,
    run_id: Option<String>,
    #[schema(value_type = Option<Object>)]
    filters: Option<Value>,
    top_k: Option<usize>,
    limit: Option<usize>,
    /// The least score.
    threshold: Option<f64>,
}

async fn searched(caller: Caller<Read>, search: Search) -> Result<Json<Results>, Problem> {
    let whose = Whose { user_id: search.user_id, agent_id: search.agent_id, run_id: search.run_id, top_k: None };
    let whose = Whose::of_filters(&search.filters.unwrap_or_default(), whose);
    let caller = acting(caller, &whose).await?;
    let name = caller.user.name.clone();
    let most = search.top_k.or(search.limit).unwrap_or(20).clamp(1, 200);
    let least = search.threshold.unwrap_or(0.0);
    let results = caller
        .ask(move |engine, space| {
            let limit = if whose.tags().is_empty() { most } else { most * 4 };
            let query = RecallQuery { messages: false, limit, ..RecallQuery::new(search.query) };
            let hits = engine.recall(space, &query)?.hits;
            let fitting = hits.iter().filter_map(|hit| match &hit.item {
                Item::Memory(view) if whose.fits(view) && hit.score >= least => {
                    Some(Mem0Memory { score: Some(hit.score), ..Mem0Memory::of(view, &name) })
                }
                _ => None,
            });
            Ok(fitting.take(most).collect())
        })
        .await?;
    Ok(Json(Results { results }))
}

async fn shown(caller: Caller<Read>, id: String) -> Result<Json<Mem0Memory>, Problem> {
    let name = caller.user.name.clone();
    let shown = caller.ask(move |engine, space| engine.show(space, &id)).await?;
    Ok(Json(Mem0Memory::of(&shown.memory, &name)))
}

/// Other words.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct Update {
    text: Option<String>,
    #[schema(value_type = Option<Object>)]
    metadata: Option<Value>,
}

/// What was done.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Done {
    message: &'static str,
}

async fn updated(caller: Caller<Write>, id: String, update: Update) -> Result<Json<Mem0Memory>, Problem> {
    let name = caller.user.name.clone();
    let view = caller
        .change(move |engine, space| {
            if let Some(metadata) = update.metadata {
                engine.set(space, &id, &[Change::Value(Some(metadata))])?;
            }
            if let Some(text) = update.text {
                let written = engine.update(space, &id, &Draft::said(text))?;
                if written.event.action == Action::Refused {
                    return Err(Error::Refused(written.message));
                }
            }
            engine.show(space, &id)
        })
        .await?;
    Ok(Json(Mem0Memory::of(&view.memory, &name)))
}

async fn deleted(caller: Caller<Forget>, id: String) -> Result<Json<Done>, Problem> {
    caller.change(move |engine, space| engine.delete(space, &id, None)).await?;
    Ok(Json(Done { message: "Memory deleted successfully!" }))
}

async fn deleted_all(caller: Caller<Forget>, whose: Whose) -> Result<Json<Done>, Problem> {
    if whose.user_id.is_none() && whose.tags().is_empty() {
        return Err(Problem::invalid("say whose: user_id, agent_id or run_id"));
    }
    let caller = acting(caller, &whose).await?;
    caller
        .change(move |engine, space| {
            for item in engine.list(space, &ListFilter::default())?.items {
                if let Item::Memory(view) = item
                    && whose.fits(&view)
                {
                    engine.delete(space, &view.id.to_string(), Some("everything was asked to be deleted"))?;
                }
            }
            Ok(())
        })
        .await?;
    Ok(Json(Done { message: "All relevant memories deleted" }))
}

/// A change of a memory.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Mem0Change {
    id: String,
    memory_id: String,
    old_memory: Option<String>,
    new_memory: Option<String>,
    /// `ADD`, `UPDATE` or `DELETE`.
    event: &'static str,
    created_at: String,
    updated_at: String,
    is_deleted: bool,
}

async fn told_history(caller: Caller<Read>, id: String) -> Result<Json<Vec<Mem0Change>>, Problem> {
    let history = caller.ask(move |engine, space| engine.history(space, &id)).await?;
    Ok(Json(changes(&history)))
}

fn changes(history: &HistoryView) -> Vec<Mem0Change> {
    let mut changes: Vec<Mem0Change> = Vec::new();
    let mut before: Option<String> = None;
    for entry in &history.entries {
        let ended = !matches!(entry.status.word(), "active" | "superseded");
        let event = match &before {
            None => "ADD",
            Some(_) if ended => "DELETE",
            Some(old) if *old != entry.content => "UPDATE",
            Some(_) => continue,
        };
        changes.push(Mem0Change {
            id: entry.operation.to_string(),
            memory_id: history.id.to_string(),
            old_memory: before.clone(),
            new_memory: (!ended).then(|| entry.content.clone()),
            event,
            created_at: history.entries.first().map_or(entry.recorded_at, |first| first.recorded_at).to_string(),
            updated_at: entry.recorded_at.to_string(),
            is_deleted: ended,
        });
        before = Some(entry.content.clone());
    }
    changes
}

/// Learn from messages, or keep them as they are
#[utoipa::path(post, path = "/memories", tag = "mem0", request_body = Add,
    responses((status = 200, description = "What was taken in", body = Results), (status = "4XX", description = "Not done", body = Detail)))]
pub(crate) async fn add(caller: Caller<Write>, Body(new): Body<Add>) -> Result<Json<Results>, Problem> {
    added(caller, new).await
}

/// Get all memories
#[utoipa::path(get, path = "/memories", tag = "mem0", params(Whose),
    responses((status = 200, description = "Every one", body = Results), (status = "4XX", description = "Not shown", body = Detail)))]
pub(crate) async fn get_all(caller: Caller<Read>, Params(whose): Params<Whose>) -> Result<Json<Results>, Problem> {
    Ok(Json(Results { results: listed(caller, whose).await? }))
}

/// Delete all memories of a user, an agent or a run
#[utoipa::path(delete, path = "/memories", tag = "mem0", params(Whose),
    responses((status = 200, description = "Done", body = Done), (status = "4XX", description = "Not done", body = Detail)))]
pub(crate) async fn delete_all(caller: Caller<Forget>, Params(whose): Params<Whose>) -> Result<Json<Done>, Problem> {
    deleted_all(caller, whose).await
}

/// Get a memory
#[utoipa::path(get, path = "/memories/{id}", tag = "mem0", params(("id" = String, Path, description = "The memory")),
    responses((status = 200, description = "The memory", body = Mem0Memory), (status = "4XX", description = "Not shown", body = Detail)))]
pub(crate) async fn get(caller: Caller<Read>, Path(id): Path<String>) -> Result<Json<Mem0Memory>, Problem> {
    shown(caller, id).await
}

/// Update a memory
#[utoipa::path(put, path = "/memories/{id}", tag = "mem0", request_body = Update, params(("id" = String, Path, description = "The memory")),
    responses((status = 200, description = "The memory as it is now", body = Mem0Memory), (status = "4XX", description = "Not done", body = Detail)))]
pub(crate) async fn update(
    caller: Caller<Write>,
    Path(id): Path<String>,
    Body(update): Body<Update>,
) -> Result<Json<Mem0Memory>, Problem> {
    updated(caller, id, update).await
}

/// Delete a memory
#[utoipa::path(delete, path = "/memories/{id}", tag = "mem0", params(("id" = String, Path, description = "The memory")),
    responses((status = 200, description = "Done", body = Done), (status = "4XX", description = "Not done", body = Detail)))]
pub(crate) async fn delete(caller: Caller<Forget>, Path(id): Path<String>) -> Result<Json<Done>, Problem> {
    deleted(caller, id).await
}

/// Get the history of a memory
#[utoipa::path(get, path = "/memories/{id}/history", tag = "mem0", params(("id" = String, Path, description = "The memory")),
    responses((status = 200, description = "Its changes", body = Vec<Mem0Change>), (status = "4XX", description = "Not shown", body = Detail)))]
pub(crate) async fn history(caller: Caller<Read>, Path(id): Path<String>) -> Result<Json<Vec<Mem0Change>>, Problem> {
    told_history(caller, id).await
}

/// Search memories
#[utoipa::path(post, path = "/search", tag = "mem0", request_body = Search,
    responses((status = 200, description = "What fits, best first", body = Results), (status = "4XX", description = "Not done", body = Detail)))]
pub(crate) async fn search(caller: Caller<Read>, Body(search): Body<Search>) -> Result<Json<Results>, Problem> {
    searched(caller, search).await
}

/// Who is asking, as the platform's client wants to know first.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Ping {
    status: &'static str,
    org_id: String,
    project_id: String,
    user_email: String,
}

/// Say that the key works
#[utoipa::path(get, path = "/v1/ping/", tag = "mem0",
    responses((status = 200, description = "It does", body = Ping), (status = "4XX", description = "It does not", body = Detail)))]
pub(crate) async fn ping(caller: Caller<Read>) -> Json<Ping> {
    Json(Ping {
        status: "ok",
        org_id: "cofio".into(),
        project_id: caller.space.id().to_string(),
        user_email: caller.user.name.clone(),
    })
}

/// Learn from messages, or keep them as they are
#[utoipa::path(post, path = "/v3/memories/add/", tag = "mem0", request_body = Add,
    responses((status = 200, description = "What was taken in", body = Results), (status = "4XX", description = "Not done", body = Detail)))]
pub(crate) async fn platform_add(caller: Caller<Write>, Body(new): Body<Add>) -> Result<Json<Results>, Problem> {
    added(caller, new).await
}

/// Search memories
#[utoipa::path(post, path = "/v3/memories/search/", tag = "mem0", request_body = Search,
    responses((status = 200, description = "What fits, best first", body = Results), (status = "4XX", description = "Not done", body = Detail)))]
pub(crate) async fn platform_search(
    caller: Caller<Read>,
    Body(search): Body<Search>,
) -> Result<Json<Results>, Problem> {
    searched(caller, search).await
}

/// Which memories.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct Filtered {
    #[schema(value_type = Option<Object>)]
    filters: Option<Value>,
}

/// A page of a list.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Counted {
    count: usize,
    next: Option<String>,
    previous: Option<String>,
    results: Vec<Mem0Memory>,
}

/// Which page.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct PageNumber {
    page: Option<usize>,
    page_size: Option<usize>,
}

/// List memories
#[utoipa::path(post, path = "/v3/memories/", tag = "mem0", request_body = Filtered, params(PageNumber),
    responses((status = 200, description = "A page", body = Counted), (status = "4XX", description = "Not shown", body = Detail)))]
pub(crate) async fn platform_list(
    caller: Caller<Read>,
    Params(page): Params<PageNumber>,
    Body(filtered): Body<Filtered>,
) -> Result<Json<Counted>, Problem> {
    let whose =
        Whose::of_filters(&filtered.filters.unwrap_or_default(), Whose { top_k: Some(1_000), ..Whose::default() });
    let all = listed(caller, whose).await?;
    let size = page.page_size.unwrap_or(100).clamp(1, 1_000);
    let number = page.page.unwrap_or(1).max(1);
    let address = |number: usize| format!("/v3/memories/?page={number}&page_size={size}");
    let (count, begin) = (all.len(), size.saturating_mul(number - 1));
    Ok(Json(Counted {
        count,
        next: (begin.saturating_add(size) < count).then(|| address(number + 1)),
        previous: (number > 1).then(|| address(number - 1)),
        results: all.into_iter().skip(begin).take(size).collect(),
    }))
}

/// Delete all memories of a user, an agent or a run
#[utoipa::path(delete, path = "/v1/memories/", tag = "mem0", params(Whose),
    responses((status = 200, description = "Done", body = Done), (status = "4XX", description = "Not done", body = Detail)))]
pub(crate) async fn platform_delete_all(
    caller: Caller<Forget>,
    Params(whose): Params<Whose>,
) -> Result<Json<Done>, Problem> {
    deleted_all(caller, whose).await
}

/// Get a memory
#[utoipa::path(get, path = "/v1/memories/{id}/", tag = "mem0", params(("id" = String, Path, description = "The memory")),
    responses((status = 200, description = "The memory", body = Mem0Memory), (status = "4XX", description = "Not shown", body = Detail)))]
pub(crate) async fn platform_get(caller: Caller<Read>, Path(id): Path<String>) -> Result<Json<Mem0Memory>, Problem> {
    shown(caller, id).await
}

/// Update a memory
#[utoipa::path(put, path = "/v1/memories/{id}/", tag = "mem0", request_body = Update, params(("id" = String, Path, description = "The memory")),
    responses((status = 200, description = "The memory as it is now", body = Mem0Memory), (status = "4XX", description = "Not done", body = Detail)))]
pub(crate) async fn platform_update(
    caller: Caller<Write>,
    Path(id): Path<String>,
    Body(update): Body<Update>,
) -> Result<Json<Mem0Memory>, Problem> {
    updated(caller, id, update).await
}

/// Delete a memory
#[utoipa::path(delete, path = "/v1/memories/{id}/", tag = "mem0", params(("id" = String, Path, description = "The memory")),
    responses((status = 200, description = "Done", body = Done), (status = "4XX", description = "Not done", body = Detail)))]
pub(crate) async fn platform_delete(caller: Caller<Forget>, Path(id): Path<String>) -> Result<Json<Done>, Problem> {
    deleted(caller, id).await
}

/// Get the history of a memory
#[utoipa::path(get, path = "/v1/memories/{id}/history/", tag = "mem0", params(("id" = String, Path, description = "The memory")),
    responses((status = 200, description = "Its changes", body = Vec<Mem0Change>), (status = "4XX", description = "Not shown", body = Detail)))]
pub(crate) async fn platform_history(
    caller: Caller<Read>,
    Path(id): Path<String>,
) -> Result<Json<Vec<Mem0Change>>, Problem> {
    told_history(caller, id).await
}
