//! What waits for the person: proposals, maybes, conflicts.

use axum::Json;
use axum::extract::Path;
use axum::response::Response;
use cofio_domain::conflict::Resolution;
use cofio_engine::{CandidateView, ConflictView, ProposalView};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::memories::{told, word};
use crate::api::{Body, Params};
use crate::app::App;
use crate::caller::{Caller, Read, Write};
use crate::cursor::{self, Order, Page};
use crate::problem::{Problem, ProblemBody};
use crate::schema;

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(proposals))
        .routes(routes!(proposal))
        .routes(routes!(decide))
        .routes(routes!(candidates))
        .routes(routes!(conflicts))
        .routes(routes!(resolve))
}

/// Which of them.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Asked {
    /// Whether also those that wait no more.
    #[serde(default)]
    all: bool,
    limit: Option<usize>,
    cursor: Option<String>,
}

/// List proposals
#[utoipa::path(get, path = "/api/v1/proposals", tag = "review", params(Asked),
    responses((status = 200, description = "A part of the list", body = schema::Proposals), (status = "4XX", description = "Not shown", body = ProblemBody)))]
pub(crate) async fn proposals(
    caller: Caller<Read>,
    Params(asked): Params<Asked>,
) -> Result<Json<Page<ProposalView>>, Problem> {
    let most = cursor::limit(asked.limit)?;
    let mut all = caller.ask(move |engine, space| engine.proposals(space, asked.all)).await?;
    all.sort_by_key(|view| view.id);
    cursor::page(&caller.space, all, asked.cursor.as_deref(), most, Order::Rising, |view| view.id.to_string()).map(Json)
}

/// Show a proposal
#[utoipa::path(get, path = "/api/v1/proposals/{id}", tag = "review", params(("id" = String, Path, description = "The proposal")),
    responses((status = 200, description = "The proposal", body = schema::Proposal), (status = "4XX", description = "Not shown", body = ProblemBody)))]
pub(crate) async fn proposal(caller: Caller<Read>, Path(id): Path<String>) -> Result<Json<ProposalView>, Problem> {
    Ok(Json(caller.ask(move |engine, space| engine.proposal(space, &id)).await?))
}

/// What the person says about it.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Decision {
    /// `accept`, `reject` or `edit`, which changes its words and lets it wait.
    #[schema(example = "accept")]
    decision: String,
    /// Other words.
    content: Option<String>,
    /// Why.
    reason: Option<String>,
}

/// Decide a proposal or a maybe
#[utoipa::path(post, path = "/api/v1/proposals/{id}/decide", tag = "review", request_body = Decision, params(("id" = String, Path, description = "The proposal or candidate")),
    responses((status = 200, description = "What became of it", body = schema::Written), (status = "4XX", description = "Not done", body = ProblemBody)))]
pub(crate) async fn decide(
    caller: Caller<Write>,
    Path(id): Path<String>,
    Body(decision): Body<Decision>,
) -> Result<Response, Problem> {
    let edited = if decision.content.is_some() { "yes" } else { "no" };
    let decided = match decision.decision.as_str() {
        "accept" => "accepted",
        "reject" => "rejected",
        "edit" if decision.content.is_some() => "edited",
        "edit" => return Err(Problem::field("content", "say in which words")),
        _ => return Err(Problem::field("decision", "accept, reject or edit")),
    };
    let written = caller
        .change(move |engine, space| match decided {
            "accepted" => engine.accept(space, &id, decision.content.as_deref()),
            "rejected" => engine.reject(space, &id, decision.reason.as_deref()),
            _ => engine.edit_proposal(space, &id, decision.content.as_deref().unwrap_or_default()),
        })
        .await?;
    caller.app.metrics.count("cofio_proposals_decided_total", &[("decision", decided), ("edited", edited)]);
    Ok(told(&caller.app, written))
}

/// List maybes
#[utoipa::path(get, path = "/api/v1/candidates", tag = "review", params(Asked),
    responses((status = 200, description = "A part of the list", body = schema::Candidates), (status = "4XX", description = "Not shown", body = ProblemBody)))]
pub(crate) async fn candidates(
    caller: Caller<Read>,
    Params(asked): Params<Asked>,
) -> Result<Json<Page<CandidateView>>, Problem> {
    let most = cursor::limit(asked.limit)?;
    let mut all = caller.ask(move |engine, space| engine.candidates(space, asked.all)).await?;
    all.sort_by_key(|view| view.id);
    cursor::page(&caller.space, all, asked.cursor.as_deref(), most, Order::Rising, |view| view.id.to_string()).map(Json)
}

/// List conflicts
#[utoipa::path(get, path = "/api/v1/conflicts", tag = "review", params(Asked),
    responses((status = 200, description = "A part of the list", body = schema::Conflicts), (status = "4XX", description = "Not shown", body = ProblemBody)))]
pub(crate) async fn conflicts(
    caller: Caller<Read>,
    Params(asked): Params<Asked>,
) -> Result<Json<Page<ConflictView>>, Problem> {
    let most = cursor::limit(asked.limit)?;
    let mut all = caller.ask(move |engine, space| engine.conflicts(space, asked.all)).await?;
    all.sort_by_key(|view| view.id);
    cursor::page(&caller.space, all, asked.cursor.as_deref(), most, Order::Rising, |view| view.id.to_string()).map(Json)
}

/// What is true.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Settled {
    /// `left` (the memory stands), `right` (the other claim is true), `both` (one after the other) or `neither`.
    #[schema(example = "left")]
    resolution: String,
}

/// Settle a conflict
#[utoipa::path(post, path = "/api/v1/conflicts/{id}/resolve", tag = "review", request_body = Settled, params(("id" = String, Path, description = "The conflict")),
    responses((status = 200, description = "What became of it", body = schema::Written), (status = "4XX", description = "Not done", body = ProblemBody)))]
pub(crate) async fn resolve(
    caller: Caller<Write>,
    Path(id): Path<String>,
    Body(settled): Body<Settled>,
) -> Result<Response, Problem> {
    let resolution = word::<Resolution>("resolution", Some(&settled.resolution))?;
    let Some(resolution) = resolution else { return Err(Problem::field("resolution", "missing")) };
    let written = caller.change(move |engine, space| engine.resolve(space, &id, resolution)).await?;
    Ok(told(&caller.app, written))
}
