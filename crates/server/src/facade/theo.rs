//! The dialect of the Theo document: `/api/memory*`, in camelCase, with its own words for what is hard and soft.

use axum::Json;
use axum::extract::Path;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use cofio_domain::aliases;
use cofio_domain::axes::{Authority, Source, Status};
use cofio_domain::domains::DomainName;
use cofio_domain::id::{MemoryId, ProposalId};
use cofio_engine::{
    Change, ClaimView, Draft, Engine, Error, Item, ListFilter, ListStatus, MemoryView, ProposalView, RecallQuery,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::{Body, Params};
use crate::app::App;
use crate::caller::{Caller, Forget, Read, Write};
use crate::cursor::{self, Order};
use crate::problem::{Problem, ProblemBody};
use cofio_domain::space::SpaceHandle;

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list, create))
        .routes(routes!(propose))
        .routes(routes!(retrieve))
        .routes(routes!(get, update, delete))
        .routes(routes!(confirm))
}

/// A memory, as the document has it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MemoryItem {
    #[schema(example = "mem_abc123")]
    id: String,
    user_id: String,
    /// `HARD` or `SOFT`.
    #[serde(rename = "type")]
    #[schema(example = "HARD")]
    sort: &'static str,
    domain: String,
    key: Option<String>,
    #[schema(value_type = Object)]
    content: Value,
    content_text: String,
    confidence: f64,
    /// `USER_EXPLICIT`, `USER_INFERRED`, `AGENT_PROPOSED` or `SYSTEM_DERIVED`.
    source: &'static str,
    #[schema(value_type = Vec<Object>)]
    evidence: Vec<Value>,
    /// `PROPOSED`, `ACTIVE`, `INACTIVE`, `EXPIRED` or `SUPERSEDED`.
    status: &'static str,
    requires_opt_in: bool,
    expires_at: Option<String>,
    created_at: String,
    confirmed_at: Option<String>,
    last_confirmed_at: Option<String>,
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
    fn of_claim(id: String, user: String, claim: &ClaimView, status: &'static str, at: String) -> MemoryItem {
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

    fn of(view: &MemoryView, user: &str) -> MemoryItem {
        let at = view.recorded_at.to_string();
        let evidence = view.evidence.iter().filter_map(|evidence| serde_json::to_value(evidence).ok()).collect();
        MemoryItem {
            evidence,
            confirmed_at: view.confirmed_at.map(|at| at.to_string()),
            last_confirmed_at: view.last_confirmed_at.map(|at| at.to_string()),
            ..MemoryItem::of_claim(view.id.to_string(), user.to_owned(), &view.claim, status_word(view.status), at)
        }
    }

    fn of_proposal(view: &ProposalView, user: &str) -> Option<MemoryItem> {
        let claim = view.claim.as_ref()?;
        let status = if view.status == "proposed" { "PROPOSED" } else { "INACTIVE" };
        let at = view.proposed_at.to_string();
        Some(MemoryItem::of_claim(view.id.to_string(), user.to_owned(), claim, status, at))
    }
}

/// Which memories are asked for.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Asked {
    /// `HARD` or `SOFT`.
    #[serde(rename = "type")]
    sort: Option<String>,
    domain: Option<String>,
    /// `PROPOSED`, `ACTIVE`, `INACTIVE`, `EXPIRED` or `SUPERSEDED`.
    status: Option<String>,
    /// Words that must stand in it.
    search: Option<String>,
    limit: Option<usize>,
    cursor: Option<String>,
}

/// A part of a list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Memories {
    memories: Vec<MemoryItem>,
    next_cursor: Option<String>,
}

fn authority(sort: Option<&str>) -> Result<Option<Authority>, Problem> {
    match sort.map(str::to_ascii_uppercase).as_deref() {
        None => Ok(None),
        Some("HARD") => Ok(Some(Authority::Hard)),
        Some("SOFT") => Ok(Some(Authority::Soft)),
        Some(_) => Err(Problem::field("type", "HARD or SOFT")),
    }
}

fn domain(name: Option<&str>) -> Result<Option<DomainName>, Problem> {
    crate::api::word("domain", name)
}

/// List memories
#[utoipa::path(get, path = "/api/memory", tag = "theo", params(Asked),
    responses((status = 200, description = "A part of the list", body = Memories), (status = "4XX", description = "Not shown", body = ProblemBody)))]
pub(crate) async fn list(caller: Caller<Read>, Params(asked): Params<Asked>) -> Result<Json<Memories>, Problem> {
    let most = cursor::limit(asked.limit)?;
    let status = match asked.status.as_deref().map(str::to_ascii_uppercase).as_deref() {
        None | Some("ACTIVE") => ListStatus::InForce,
        Some("PROPOSED") => ListStatus::Proposals,
        Some(other) => {
            ListStatus::Is(aliases::status(other).map_err(|error| Problem::field("status", error.to_string()))?)
        }
    };
    let filter = ListFilter {
        status,
        authority: authority(asked.sort.as_deref())?,
        domain: domain(asked.domain.as_deref())?,
        with_evidence: true,
        ..ListFilter::default()
    };
    let user = caller.user.id.to_string();
    let found = caller.ask(move |engine, space| engine.list(space, &filter)).await?.items;
    let items = found.iter().filter_map(|item| match item {
        Item::Memory(view) => Some(MemoryItem::of(view, &user)),
        Item::Proposal(view) => MemoryItem::of_proposal(view, &user),
        _ => None,
    });
    let words = asked.search.as_deref().map(str::to_lowercase);
    let fits =
        |item: &MemoryItem| words.as_deref().is_none_or(|words| item.content_text.to_lowercase().contains(words));
    let fitting = items.filter(fits).collect();
    let page =
        cursor::page(&caller.space, fitting, asked.cursor.as_deref(), most, Order::Rising, |item| item.id.clone())?;
    Ok(Json(Memories { memories: page.items, next_cursor: page.next_cursor }))
}

/// Something to be remembered.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(example = json!({"type": "HARD", "domain": "food", "key": "exclude", "content": ["shellfish"]}))]
pub(crate) struct NewItem {
    #[serde(rename = "type")]
    sort: Option<String>,
    domain: Option<String>,
    key: Option<String>,
    /// A text, a list or an object.
    #[schema(value_type = Object)]
    content: Value,
    content_text: Option<String>,
    confidence: Option<f64>,
    source: Option<String>,
    #[serde(default)]
    #[schema(value_type = Vec<Object>)]
    evidence: Vec<Value>,
    reasoning: Option<String>,
    expires_at: Option<String>,
}

/// Returns a value as words.
fn words_of(value: &Value) -> String {
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
    fn draft(self, engine: &Engine, source: Source) -> Result<Draft, Problem> {
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
        Ok(Draft {
            authority: authority(self.sort.as_deref())?,
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
fn item(engine: &Engine, space: &SpaceHandle, id: &str) -> Result<MemoryItem, Error> {
    let user = space.user().to_string();
    if id.parse::<ProposalId>().is_ok() {
        let found = engine.proposals(space, true)?.into_iter().find(|view| view.id.to_string() == id);
        let found = found.and_then(|view| MemoryItem::of_proposal(&view, &user));
        return found.ok_or_else(|| Error::NotFound { what: "memory", text: id.to_owned() });
    }
    Ok(MemoryItem::of(&engine.show(space, id)?.memory, &user))
}

async fn admitted(caller: &Caller<Write>, new: NewItem, source: Source) -> Result<Response, Problem> {
    let draft = new.draft(caller.reading(), source)?;
    let item = caller
        .change(move |engine, space| {
            let written = engine.remember(space, &draft)?;
            let made = written.event.made.iter().find(|id| id.parse::<ProposalId>().is_ok());
            let id = written.event.memory.as_ref().map(|view| view.id.to_string()).or(made.cloned());
            match id {
                Some(id) => item(engine, space, &id),
                None => Err(Error::Refused(written.message)),
            }
        })
        .await?;
    Ok((StatusCode::CREATED, Json(item)).into_response())
}

/// Create a memory
#[utoipa::path(post, path = "/api/memory", tag = "theo", request_body = NewItem,
    responses((status = 201, description = "The memory, or the proposal it became", body = MemoryItem), (status = "4XX", description = "Not done", body = ProblemBody)))]
pub(crate) async fn create(caller: Caller<Write>, Body(new): Body<NewItem>) -> Result<Response, Problem> {
    admitted(&caller, new, Source::UserStated).await
}

/// Propose a memory, as an assistant
#[utoipa::path(post, path = "/api/memory/propose", tag = "theo", request_body = NewItem,
    responses((status = 201, description = "The proposal", body = MemoryItem), (status = "4XX", description = "Not done", body = ProblemBody)))]
pub(crate) async fn propose(caller: Caller<Write>, Body(new): Body<NewItem>) -> Result<Response, Problem> {
    admitted(&caller, NewItem { source: None, ..new }, Source::AgentProposed).await
}

/// Get a memory
#[utoipa::path(get, path = "/api/memory/{id}", tag = "theo", params(("id" = String, Path, description = "The memory or proposal")),
    responses((status = 200, description = "The memory", body = MemoryItem), (status = "4XX", description = "Not shown", body = ProblemBody)))]
pub(crate) async fn get(caller: Caller<Read>, Path(id): Path<String>) -> Result<Json<MemoryItem>, Problem> {
    Ok(Json(caller.ask(move |engine, space| item(engine, space, &id)).await?))
}

/// What to change.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ChangedItem {
    #[serde(rename = "type")]
    sort: Option<String>,
    domain: Option<String>,
    key: Option<String>,
    #[schema(value_type = Option<Object>)]
    content: Option<Value>,
    content_text: Option<String>,
    expires_at: Option<String>,
}

/// Update a memory
#[utoipa::path(patch, path = "/api/memory/{id}", tag = "theo", request_body = ChangedItem, params(("id" = String, Path, description = "The memory")),
    responses((status = 200, description = "The memory as it is now", body = MemoryItem), (status = "4XX", description = "Not done", body = ProblemBody)))]
pub(crate) async fn update(
    caller: Caller<Write>,
    Path(id): Path<String>,
    Body(changed): Body<ChangedItem>,
) -> Result<Json<MemoryItem>, Problem> {
    let mut set = Vec::new();
    set.extend(authority(changed.sort.as_deref())?.map(Change::Authority));
    set.extend(domain(changed.domain.as_deref())?.map(Change::Domain));
    set.extend(changed.key.clone().map(|key| Change::Key(Some(key))));
    let expires = crate::api::moment("expiresAt", changed.expires_at.as_deref(), caller.reading())?;
    set.extend(expires.map(|at| Change::Expires(cofio_engine::Expiry::At(at))));
    let item = caller
        .change(move |engine, space| {
            if !set.is_empty() {
                engine.set(space, &id, &set)?;
            }
            if changed.content.is_some() || changed.content_text.is_some() {
                let shown = engine.show(space, &id)?.memory.claim;
                let key = changed.key.or(shown.key);
                let words = changed.content.as_ref().map(words_of);
                let keyed = |words: String| match &key {
                    Some(key) => format!("{}: {words}", key.replace('_', " ")),
                    None => words,
                };
                let content = changed.content_text.or(words.map(keyed)).unwrap_or(shown.content);
                let value = changed.content.filter(|_| key.is_some());
                engine.update(space, &id, &Draft { value, source: Source::UserStated, ..Draft::said(content) })?;
            }
            item(engine, space, &id)
        })
        .await?;
    Ok(Json(item))
}

/// What became of it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Deleted {
    success: bool,
}

/// Delete a memory
#[utoipa::path(delete, path = "/api/memory/{id}", tag = "theo", params(("id" = String, Path, description = "The memory")),
    responses((status = 200, description = "It is gone", body = Deleted), (status = "4XX", description = "Not done", body = ProblemBody)))]
pub(crate) async fn delete(caller: Caller<Forget>, Path(id): Path<String>) -> Result<Json<Deleted>, Problem> {
    caller
        .change(move |engine, space| {
            if id.parse::<ProposalId>().is_ok() {
                return engine.reject(space, &id, None);
            }
            engine.delete(space, &id, None)
        })
        .await?;
    Ok(Json(Deleted { success: true }))
}

/// What the person says.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(example = json!({"confirm": true}))]
pub(crate) struct Confirming {
    confirm: bool,
    /// Other words.
    #[schema(value_type = Option<Object>)]
    content: Option<Value>,
    content_text: Option<String>,
}

/// Confirm or reject a proposal
#[utoipa::path(post, path = "/api/memory/{id}/confirm", tag = "theo", request_body = Confirming, params(("id" = String, Path, description = "The proposal, or a memory that still holds")),
    responses((status = 200, description = "What it is now", body = MemoryItem), (status = "4XX", description = "Not done", body = ProblemBody)))]
pub(crate) async fn confirm(
    caller: Caller<Write>,
    Path(id): Path<String>,
    Body(said): Body<Confirming>,
) -> Result<Json<MemoryItem>, Problem> {
    let item = caller
        .change(move |engine, space| {
            let words = said.content_text.or(said.content.as_ref().map(words_of));
            let written = match (id.parse::<MemoryId>().is_ok(), said.confirm) {
                (true, true) => engine.confirm(space, &id)?,
                (true, false) => engine.forget(space, &id, None)?,
                (false, true) => engine.accept(space, &id, words.as_deref())?,
                (false, false) => engine.reject(space, &id, None)?,
            };
            let now = written.event.memory.map_or(id, |view| view.id.to_string());
            item(engine, space, &now)
        })
        .await?;
    Ok(Json(item))
}

/// What is wanted for a prompt.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(example = json!({"domains": ["food", "schedule"], "query": "plan meals for next week"}))]
pub(crate) struct Wanted {
    #[serde(default)]
    domains: Vec<String>,
    query: String,
    limit: Option<usize>,
}

/// What goes into a prompt.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Retrieved {
    /// Every rule of the domains.
    hard_memories: Vec<MemoryItem>,
    /// What else fits, best first.
    soft_memories: Vec<SoftMemory>,
    /// The domains that were looked at.
    domains: Vec<String>,
    /// The same as a block for a prompt.
    formatted: String,
}

/// A memory with how well it fits.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SoftMemory {
    #[serde(flatten)]
    memory: MemoryItem,
    relevance: f64,
}

/// Retrieve memories for a prompt
#[utoipa::path(post, path = "/api/memory/retrieve", tag = "theo", request_body = Wanted,
    responses((status = 200, description = "What goes into a prompt", body = Retrieved), (status = "4XX", description = "Not done", body = ProblemBody)))]
pub(crate) async fn retrieve(caller: Caller<Read>, Body(wanted): Body<Wanted>) -> Result<Json<Retrieved>, Problem> {
    let domains: Vec<DomainName> =
        wanted.domains.iter().filter_map(|name| domain(Some(name)).transpose()).collect::<Result<_, _>>()?;
    let most = cursor::limit(wanted.limit.or(Some(10)))?;
    let mut knobs = caller.app.context.clone();
    knobs.template = cofio_engine::compose::Template::Theo;
    let told = caller
        .ask(move |engine, space| {
            let user = space.user().to_string();
            let wants = |name: &DomainName| domains.is_empty() || domains.contains(name);
            let hard = ListFilter { authority: Some(Authority::Hard), ..ListFilter::default() };
            let hard = engine.list(space, &hard)?.items.into_iter().filter_map(|item| match item {
                Item::Memory(view) if wants(&view.claim.domain) => Some(MemoryItem::of(&view, &user)),
                _ => None,
            });
            let query = RecallQuery { messages: false, limit: most * 2, ..RecallQuery::new(wanted.query.clone()) };
            let found = engine.recall(space, &query)?.hits;
            let soft = found.iter().filter_map(|hit| match &hit.item {
                Item::Memory(view) if view.claim.authority == Authority::Soft && wants(&view.claim.domain) => {
                    Some(SoftMemory { memory: MemoryItem::of(view, &user), relevance: hit.score.clamp(0.0, 1.0) })
                }
                _ => None,
            });
            let block = engine.context(
                space,
                &cofio_engine::compose::ContextQuery {
                    message: Some(wanted.query),
                    knobs,
                    ..cofio_engine::compose::ContextQuery::default()
                },
            )?;
            Ok(Retrieved {
                hard_memories: hard.collect(),
                soft_memories: soft.take(most).collect(),
                domains: block.domains.iter().map(|routed| routed.domain.to_string()).collect(),
                formatted: block.text,
            })
        })
        .await?;
    Ok(Json(told))
}
