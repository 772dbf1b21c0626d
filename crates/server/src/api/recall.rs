//! `POST /memories:recall`: finding what matters to a question.

use std::time::Instant;

use axum::Json;
use cofio_domain::domains::DomainName;
use cofio_engine::{Depth, RecallQuery, Recalled};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::Body;
use crate::api::memories::word;
use crate::api::when::moment;
use crate::app::App;
use crate::caller::{Caller, Read};
use crate::cursor;
use crate::problem::{Problem, ProblemBody};

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(recall))
}

/// A question.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"query": "what food do I avoid?"}))]
pub(crate) struct Question {
    /// What is asked, in a few words or a sentence.
    pub(crate) query: String,
    /// How many answers, 1 to 200, 10 unless said otherwise.
    pub(crate) limit: Option<usize>,
    pub(crate) domain: Option<String>,
    pub(crate) kind: Option<String>,
    pub(crate) project: Option<String>,
    /// What held then: a moment or a day.
    pub(crate) as_of: Option<String>,
    /// What was believed then.
    pub(crate) known_at: Option<String>,
    /// `fast` or `thorough`, which reads the best again.
    pub(crate) depth: Option<String>,
    /// Whether what was said is looked through, too: yes unless said otherwise.
    pub(crate) messages: Option<bool>,
    /// Whether every hit says which place each way of looking gave it.
    #[serde(default)]
    pub(crate) explain: bool,
}

/// An answer.
#[derive(Serialize, ToSchema)]
#[allow(dead_code, reason = "a shape")]
pub(crate) struct RecalledBody {
    /// What was found, best first: memories, candidates and messages by their `type`, with `score` and `factors`.
    #[schema(value_type = Vec<Object>)]
    hits: Vec<Value>,
    /// What came close and was left out, and why.
    cut: Vec<CutBody>,
    /// How the question was understood.
    #[schema(value_type = Object)]
    understood: Value,
    /// How many things were looked at.
    searched: usize,
    /// How many records are damaged and were not.
    damaged: usize,
    /// What was not done that usually is.
    degraded: Option<String>,
}

/// Something that came close.
#[derive(Serialize, ToSchema)]
#[allow(dead_code, reason = "a shape")]
pub(crate) struct CutBody {
    id: String,
    score: f64,
    why: String,
}

/// Find what matters to a question
#[utoipa::path(post, path = "/api/v1/memories:recall", tag = "recall", request_body = Question,
    responses((status = 200, description = "What was found", body = RecalledBody), (status = "4XX", description = "Not done", body = ProblemBody)))]
pub(crate) async fn recall(caller: Caller<Read>, Body(question): Body<Question>) -> Result<Json<Recalled>, Problem> {
    recalled(&caller, question).await.map(Json)
}

/// Answers a question for a caller.
pub(crate) async fn recalled(caller: &Caller<Read>, question: Question) -> Result<Recalled, Problem> {
    if question.query.trim().is_empty() {
        return Err(Problem::field("query", "say what is asked"));
    }
    let depth = match question.depth.as_deref() {
        None | Some("thorough") => Depth::Thorough,
        Some("fast") => Depth::Fast,
        Some(_) => return Err(Problem::field("depth", "fast or thorough")),
    };
    let engine = caller.reading();
    let query = RecallQuery {
        limit: question.limit.map_or(Ok(10), |limit| cursor::limit(Some(limit)))?,
        domain: word::<DomainName>("domain", question.domain.as_deref())?,
        kind: word("kind", question.kind.as_deref())?,
        project: question.project,
        as_of: moment("as_of", question.as_of.as_deref(), engine)?,
        known_at: moment("known_at", question.known_at.as_deref(), engine)?,
        depth,
        messages: question.messages.unwrap_or(true),
        explain: question.explain,
        ..RecallQuery::new(question.query)
    };
    let since = Instant::now();
    let recalled = caller.ask(move |engine, space| engine.recall(space, &query)).await?;
    caller.app.metrics.time("cofio_search_seconds", &[], since.elapsed());
    tracing::debug!(
        hits = recalled.hits.len(),
        searched = recalled.searched,
        "recalled {} things",
        recalled.hits.len()
    );
    Ok(recalled)
}
