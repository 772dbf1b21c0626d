//! `GET /search`: everything that matters to a few words, as an address that can be kept.

use axum::Json;
use cofio_engine::Recalled;
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::Params;
use crate::api::recall::{Question, RecalledBody, recalled};
use crate::app::App;
use crate::caller::{Caller, Read};
use crate::problem::{Problem, ProblemBody};

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(search))
}

/// What is looked for.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Sought {
    /// What is asked, in a few words or a sentence.
    q: String,
    /// How many answers, 1 to 200, 10 unless said otherwise.
    limit: Option<usize>,
    domain: Option<String>,
    kind: Option<String>,
    project: Option<String>,
    /// What held then: a moment or a day.
    as_of: Option<String>,
    /// What was believed then.
    known_at: Option<String>,
    /// Whether what was said is looked through, too: yes unless said otherwise.
    messages: Option<bool>,
}

/// Search memories, conversations and what they came to
#[utoipa::path(get, path = "/api/v1/search", tag = "recall", params(Sought),
    responses((status = 200, description = "What was found", body = RecalledBody), (status = "4XX", description = "Not done", body = ProblemBody)))]
pub(crate) async fn search(caller: Caller<Read>, Params(sought): Params<Sought>) -> Result<Json<Recalled>, Problem> {
    let question = Question {
        query: sought.q,
        limit: sought.limit,
        domain: sought.domain,
        kind: sought.kind,
        project: sought.project,
        as_of: sought.as_of,
        known_at: sought.known_at,
        messages: sought.messages,
        ..Question::default()
    };
    recalled(&caller, question).await.map(Json)
}
