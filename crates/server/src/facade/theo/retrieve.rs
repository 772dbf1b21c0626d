//! What goes into a prompt: every rule of the domains, and what else fits.

use axum::Json;
use cofio_domain::axes::Authority;
use cofio_domain::domains::DomainName;
use cofio_engine::{Item, ListFilter, RecallQuery};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::item::{MemoryItem, domain};
use crate::api::Body;
use crate::caller::{Caller, Read};
use crate::cursor;
use crate::problem::{Problem, ProblemBody};

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
