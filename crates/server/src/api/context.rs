//! `context`: what goes into a prompt for a message, and afterwards why.

use std::time::Instant;

use axum::Json;
use axum::extract::Path;
use cofio_domain::space::SpaceHandle;
use cofio_engine::Engine;
use cofio_engine::compose::{Context, ContextQuery, Rules, SessionStart, Template};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::answers::{Answer, LEFT_OUT};
use crate::api::memories::word;
use crate::api::when::moment;
use crate::api::{Body, Params};
use crate::app::App;
use crate::caller::{Caller, Read};
use crate::problem::{Problem, ProblemBody};
use crate::telemetry::Composed;

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(context, context_of)).routes(routes!(why))
}

/// What a context block is asked for.
#[derive(Debug, Default, Deserialize, ToSchema, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
#[schema(example = json!({"query": "what should I cook tonight?"}))]
pub(crate) struct Wanted {
    /// The message that is about to be answered. Without one there is only what is always on.
    query: Option<String>,
    /// The session, whose baseline stays as it was when it began.
    session: Option<String>,
    /// When the session began, where nothing of it was recorded.
    began: Option<String>,
    /// The context window of the model, in tokens.
    window: Option<usize>,
    /// `unified`, `macrotide` or `theo`.
    template: Option<String>,
    /// Whether the block says how memory is to be used: `on` or `off`.
    rules: Option<String>,
    /// The project that is worked on.
    project: Option<String>,
    /// The space, by name or id; also `X-Cofio-Space`.
    #[schema(ignore)]
    #[param(ignore)]
    space: Option<String>,
    #[schema(ignore)]
    #[param(ignore)]
    dry_run: Option<String>,
}

/// A context block, and the id by which it can be asked about.
#[derive(Debug, Serialize)]
pub(crate) struct Given {
    #[serde(flatten)]
    context: Context,
    answer_id: String,
}

/// A context block.
#[derive(Serialize, ToSchema)]
#[allow(dead_code, reason = "a shape")]
pub(crate) struct ContextBody {
    /// By which `answers/{id}/why` knows it.
    #[schema(example = "ans_5f0c")]
    answer_id: String,
    /// The whole as one block.
    text: String,
    /// What stays the same for the whole session: for the end of the system message.
    baseline: String,
    /// The rest: for just before the last message.
    tail: String,
    routed: String,
    delta: String,
    dynamic: String,
    /// What each part takes.
    #[schema(value_type = Object)]
    tokens: Value,
    /// What each may take.
    #[schema(value_type = Object)]
    budget: Value,
    template: String,
    session: Option<String>,
    as_of: String,
    /// The domains that the message speaks of.
    #[schema(value_type = Vec<Object>)]
    domains: Vec<Value>,
    #[schema(value_type = Object)]
    lookup: Value,
    #[schema(value_type = Option<Value>)]
    cache: Option<Value>,
    /// Every line, in the order in which handles count.
    #[schema(value_type = Vec<Object>)]
    loaded: Vec<Value>,
    /// What was considered and is not in it, up to 200.
    #[schema(value_type = Vec<Object>)]
    left_out: Vec<Value>,
    /// What could not be done. The rest is as it would have been.
    trouble: Option<String>,
}

/// Compose what goes into a prompt
#[utoipa::path(post, path = "/api/v1/context", tag = "recall", request_body = Wanted,
    responses((status = 200, description = "A context block", body = ContextBody), (status = "4XX", description = "Not done", body = ProblemBody)))]
pub(crate) async fn context(caller: Caller<Read>, Body(wanted): Body<Wanted>) -> Result<Json<Given>, Problem> {
    composed(&caller, wanted).await.map(Json)
}

/// Compose what goes into a prompt
#[utoipa::path(get, path = "/api/v1/context", tag = "recall", params(Wanted),
    responses((status = 200, description = "A context block", body = ContextBody), (status = "4XX", description = "Not done", body = ProblemBody)))]
pub(crate) async fn context_of(caller: Caller<Read>, Params(wanted): Params<Wanted>) -> Result<Json<Given>, Problem> {
    composed(&caller, wanted).await.map(Json)
}

async fn composed(caller: &Caller<Read>, wanted: Wanted) -> Result<Given, Problem> {
    let mut knobs = caller.app.context.clone();
    if let Some(template) = word::<Template>("template", wanted.template.as_deref())? {
        knobs.template = template;
    }
    let rules = word::<Rules>("rules", wanted.rules.as_deref())?;
    let began = moment("began", wanted.began.as_deref(), caller.reading())?;
    let since = Instant::now();
    let context = caller
        .ask(move |engine, space| {
            let session = wanted.session.map(|name| {
                // A session that is known began with its first message.
                let known = engine.transcript(space, &name, 0, 1).ok().map(|known| known.session.opened_at);
                SessionStart { began: began.or(known).unwrap_or_else(|| engine.now()), name }
            });
            let (message, window, project) = (wanted.query, wanted.window, wanted.project);
            engine.context(space, &ContextQuery { message, session, window, rules, project, knobs })
        })
        .await?;
    observe(&caller.app, &context, since);
    let answer_id = answer_id(caller.reading());
    let at = caller.reading().now();
    caller.app.answers.keep(caller.reading(), Answer::of(answer_id.clone(), &caller.space, at, &context));
    // Of ten thousand memories nearly all are left out, and nobody reads why of each.
    let mut context = context;
    context.left_out.truncate(LEFT_OUT);
    Ok(Given { context, answer_id })
}

/// Makes an id for an answer.
pub(crate) fn answer_id(engine: &Engine) -> String {
    format!("ans_{}", &blake3::hash(&engine.chance()).to_hex()[..20])
}

/// Counts a context block, and says in the log how it came about: in numbers.
pub(crate) fn observe(app: &App, context: &Context, since: Instant) {
    let metrics = &app.metrics;
    metrics.time("cofio_context_seconds", &[], since.elapsed());
    metrics.share("cofio_context_window_share", context.tokens.total as f64 / context.budget.window.max(1) as f64);
    let looked_up = if context.lookup.limit > 0 { "yes" } else { "no" };
    metrics.count("cofio_context_lookups_total", &[("looked_up", looked_up)]);
    let present = if context.baseline.is_empty() { "no" } else { "yes" };
    metrics.count("cofio_context_baseline_total", &[("present", present)]);
    if context.trouble.is_some() {
        metrics.count("cofio_context_trouble_total", &[]);
    }
    let Composed { loaded, left_out, looked_up, cache, .. } = told_of(context);
    let age_seconds = match context.cache {
        Some(cofio_engine::CacheUse::Hit { age_seconds }) => age_seconds,
        _ => 0,
    };
    tracing::info!(
        loaded,
        left_out,
        looked_up,
        cache,
        age_seconds,
        tokens = context.tokens.total,
        budget = context.budget.total,
        "composed a context block: {loaded} lines of {} considered, cache {cache}",
        loaded + left_out
    );
}

/// What is told about a context block to those who watch.
pub(crate) fn told_of(context: &Context) -> Composed {
    Composed {
        loaded: context.loaded.len(),
        left_out: context.left_out.len(),
        tokens: context.tokens.total,
        looked_up: context.lookup.limit,
        cache: match context.cache {
            None => "none",
            Some(cofio_engine::CacheUse::Miss) => "MISS",
            Some(cofio_engine::CacheUse::Hit { .. }) => "HIT",
        },
    }
}

/// What was given to an answer.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Account {
    answer_id: String,
    at: String,
    session: Option<String>,
    /// What memory took of the prompt.
    tokens: usize,
    /// Everything that was given.
    loaded: Vec<AccountLine>,
    /// What was considered and left out, up to 200.
    left_out: Vec<AccountLeftOut>,
    /// What the answer named, by its handles; nothing where it did not come through the gateway.
    cited: Option<Vec<String>>,
}

/// A line that was given.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AccountLine {
    /// What it was called in the prompt.
    #[schema(example = "m1")]
    handle: String,
    id: String,
    version: Option<u32>,
    #[schema(example = "baseline")]
    lane: String,
    why: String,
    /// What it says now; nothing where it was forgotten or erased since, or is something that was said.
    content: Option<String>,
}

/// Something that was considered and left out.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AccountLeftOut {
    id: String,
    lane: String,
    why: String,
}

/// Say why: what was given to an answer, considered and left out
///
/// For the answers of the last 30 days; `last` is the last one. When something is erased, what is kept about earlier answers
/// goes with it.
#[utoipa::path(get, path = "/api/v1/answers/{id}/why", tag = "recall", params(("id" = String, Path, description = "The answer")),
    responses((status = 200, description = "What was given", body = Account), (status = "4XX", description = "Not known", body = ProblemBody)))]
pub(crate) async fn why(caller: Caller<Read>, Path(id): Path<String>) -> Result<Json<Account>, Problem> {
    let (app, wanted) = (caller.app.clone(), id.clone());
    let account = caller.ask(move |engine, space| {
        let answer = app.answers.find(engine, space, &wanted)?;
        Ok(answer.map(|answer| account_of(engine, space, &answer)))
    });
    let Some(account) = account.await? else { return Err(Problem::not_found("answer", &id)) };
    caller.app.metrics.count("cofio_why_total", &[("of", "answer")]);
    Ok(Json(account))
}

/// What an answer was given, as it may be told now.
pub(crate) fn account_of(engine: &Engine, space: &SpaceHandle, answer: &Answer) -> Account {
    let content = |id: &str| engine.show(space, id).ok().map(|shown| shown.memory.claim.content);
    let told = |id: &str| if id.starts_with("mem_") { content(id) } else { None };
    let may_see = |id: &str| space.domains().is_none() || (id.starts_with("mem_") && content(id).is_some());
    Account {
        answer_id: answer.id.clone(),
        at: answer.at.to_string(),
        session: answer.given.session.clone(),
        tokens: answer.given.tokens,
        loaded: answer
            .given
            .loaded
            .iter()
            .filter(|line| may_see(&line.id))
            .map(|line| AccountLine {
                handle: line.handle.clone(),
                id: line.id.clone(),
                version: line.version,
                lane: line.lane.clone(),
                why: line.why.clone(),
                content: told(&line.id),
            })
            .collect(),
        left_out: answer
            .given
            .left_out
            .iter()
            .filter(|left| may_see(&left.id))
            .map(|left| AccountLeftOut { id: left.id.clone(), lane: left.lane.clone(), why: left.why.clone() })
            .collect(),
        cited: answer.cited.get().cloned(),
    }
}
