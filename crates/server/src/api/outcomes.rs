//! `outcomes`: how what rested on memories turned out.

use axum::response::Response;
use cofio_domain::domains::DomainName;
use cofio_domain::policy::decay::Outcome;
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::Body;
use crate::api::memories::{told, word};
use crate::app::App;
use crate::caller::{Caller, Write};
use crate::problem::{Problem, ProblemBody};
use crate::schema;

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(outcome))
}

/// How it turned out.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"outcome": "confirmed", "memories": ["window seat"]}))]
pub(crate) struct Turned {
    /// `confirmed`, `contradicted` or `not_relevant`.
    outcome: String,
    /// Which memories: ids, parts of them, or words from them.
    memories: Vec<String>,
    /// Where it is not relevant: the domain that was spoken of.
    domain: Option<String>,
}

/// The most memories of one outcome.
const MOST: usize = 100;

/// Say how what rested on memories turned out
///
/// Guesses become more or less sure by it; what the person said does not.
#[utoipa::path(post, path = "/api/v1/outcomes", tag = "memories", request_body = Turned,
    responses((status = 200, description = "What became of them", body = schema::Written), (status = "4XX", description = "Not done", body = ProblemBody)))]
pub(crate) async fn outcome(caller: Caller<Write>, Body(turned): Body<Turned>) -> Result<Response, Problem> {
    if turned.memories.is_empty() || turned.memories.len() > MOST {
        return Err(Problem::field("memories", format!("1 to {MOST} at once")));
    }
    let proved = match turned.outcome.as_str() {
        "confirmed" => Some(Outcome::Confirmed),
        "contradicted" => Some(Outcome::Contradicted),
        "not_relevant" => None,
        _ => return Err(Problem::field("outcome", "confirmed, contradicted or not_relevant")),
    };
    let domain = word::<DomainName>("domain", turned.domain.as_deref())?;
    let written = match (proved, domain, turned.memories) {
        (Some(outcome), None, which) => {
            let proved = move |engine: &cofio_engine::Engine, space: &_| {
                let which: Vec<&str> = which.iter().map(String::as_str).collect();
                engine.record_outcome(space, &which, outcome)
            };
            caller.change(proved).await?
        }
        (None, Some(domain), which) if which.len() == 1 => {
            caller.change(move |engine, space| engine.not_relevant(space, &which[0], &domain)).await?
        }
        (None, Some(_), _) => return Err(Problem::field("memories", "one at a time where it is not relevant")),
        (None, None, _) => return Err(Problem::field("domain", "say where it is not relevant")),
        (Some(_), Some(_), _) => return Err(Problem::field("domain", "only where it is not relevant")),
    };
    Ok(told(&caller.app, written))
}
