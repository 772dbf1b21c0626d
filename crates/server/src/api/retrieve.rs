//! `POST /memories:retrieve`: what goes into a prompt as memories, not as text: every rule, and what else fits.

use axum::Json;
use cofio_domain::axes::Authority;
use cofio_domain::domains::DomainName;
use cofio_engine::{Item, ListFilter, MemoryView, RecallQuery};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::Body;
use crate::api::memories::word;
use crate::app::App;
use crate::caller::{Caller, Read};
use crate::cursor;
use crate::problem::{Problem, ProblemBody};
use crate::schema;

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(retrieve))
}

/// What is wanted.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"query": "plan meals for next week", "domains": ["food", "schedule"]}))]
pub(crate) struct Wanted {
    /// The message that is about to be answered.
    query: String,
    /// Only these; all of them where none is named.
    #[serde(default)]
    domains: Vec<String>,
    /// How many beside the rules, 1 to 200, 10 unless said otherwise.
    limit: Option<usize>,
}

/// What goes into a prompt.
#[derive(Debug, Serialize)]
pub(crate) struct Retrieved {
    rules: Vec<MemoryView>,
    memories: Vec<Fitting>,
}

/// A memory with how well it fits.
#[derive(Debug, Serialize)]
pub(crate) struct Fitting {
    #[serde(flatten)]
    memory: MemoryView,
    score: f64,
}

/// What goes into a prompt.
#[derive(Serialize, ToSchema)]
#[allow(dead_code, reason = "a shape")]
pub(crate) struct RetrievedBody {
    /// Every rule of the domains.
    rules: Vec<schema::Memory>,
    /// What else fits, best first.
    memories: Vec<FittingBody>,
}

/// A memory with how well it fits.
#[derive(Serialize, ToSchema)]
#[allow(dead_code, reason = "a shape")]
pub(crate) struct FittingBody {
    #[serde(flatten)]
    memory: schema::Memory,
    /// 0 to 1.
    score: f64,
}

/// Retrieve memories for a prompt
#[utoipa::path(post, path = "/api/v1/memories:retrieve", tag = "recall", request_body = Wanted,
    responses((status = 200, description = "Rules, and what else fits", body = RetrievedBody), (status = "4XX", description = "Not done", body = ProblemBody)))]
pub(crate) async fn retrieve(caller: Caller<Read>, Body(wanted): Body<Wanted>) -> Result<Json<Retrieved>, Problem> {
    if wanted.query.trim().is_empty() {
        return Err(Problem::field("query", "say what is asked"));
    }
    let domains: Vec<DomainName> = wanted
        .domains
        .iter()
        .filter_map(|name| word::<DomainName>("domains", Some(name)).transpose())
        .collect::<Result<_, _>>()?;
    let most = cursor::limit(wanted.limit.or(Some(10)))?;
    let retrieved = caller
        .ask(move |engine, space| {
            let wants = |name: &DomainName| domains.is_empty() || domains.contains(name);
            let hard = ListFilter { authority: Some(Authority::Hard), ..ListFilter::default() };
            let rules = engine.list(space, &hard)?.items.into_iter().filter_map(|item| match item {
                Item::Memory(view) if wants(&view.claim.domain) => Some(*view),
                _ => None,
            });
            let query = RecallQuery { messages: false, limit: most * 2, ..RecallQuery::new(wanted.query) };
            let fitting = engine.recall(space, &query)?.hits.into_iter().filter_map(|hit| match hit.item {
                Item::Memory(view) if view.claim.authority == Authority::Soft && wants(&view.claim.domain) => {
                    Some(Fitting { memory: *view, score: hit.score.clamp(0.0, 1.0) })
                }
                _ => None,
            });
            Ok(Retrieved { rules: rules.collect(), memories: fitting.take(most).collect() })
        })
        .await?;
    Ok(Json(retrieved))
}
