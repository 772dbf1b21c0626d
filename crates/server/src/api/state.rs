//! How it is: what there is, what was looked over, what was counted.

use std::collections::BTreeMap;

use axum::Json;
use cofio_domain::axes::{Authority, Status};
use cofio_engine::{Item, ListFilter, ListStatus, SessionQuery};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::rules::must_be_owner;
use crate::app::App;
use crate::caller::{Admin, Caller, Read};
use crate::host::Finding;
use crate::metrics::{Latency, Metrics};
use crate::problem::{Problem, ProblemBody};

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(status)).routes(routes!(doctor)).routes(routes!(stats))
}

/// What there is in a space.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct StatusBody {
    version: String,
    user: String,
    space: String,
    #[schema(example = "personal")]
    space_kind: String,
    time_zone: Option<String>,
    #[schema(example = "balanced")]
    profile: String,
    learning_paused: bool,
    read_only: bool,
    pending_erasure: bool,
    memories: usize,
    rules: usize,
    candidates: usize,
    proposals: usize,
    conflicts: usize,
    recently_forgotten: usize,
    sessions: usize,
    messages: u64,
    jobs_due: Vec<String>,
    jobs_failed: Vec<String>,
    damaged: usize,
}

/// Say what there is
#[utoipa::path(get, path = "/api/v1/status", tag = "server",
    responses((status = 200, description = "What there is", body = StatusBody), (status = "4XX", description = "Not shown", body = ProblemBody)))]
pub(crate) async fn status(caller: Caller<Read>) -> Result<Json<StatusBody>, Problem> {
    let user = caller.user.name.clone();
    let host = std::sync::Arc::clone(&caller.app.host);
    let told = caller
        .ask(move |engine, space| {
            let in_force = engine.list(space, &ListFilter::default())?;
            let forgotten = ListFilter { status: ListStatus::Is(Status::Forgotten), ..ListFilter::default() };
            let (sessions, _) = engine.sessions(space, SessionQuery::default())?;
            let jobs = engine.jobs(space)?;
            let named = |state: &str| {
                jobs.iter().filter(|job| job.state.word() == state).map(|job| job.kind.to_owned()).collect()
            };
            let settings = engine.settings();
            let is_rule = |item: &&Item| matches!(item, Item::Memory(view) if view.claim.authority == Authority::Hard);
            Ok(StatusBody {
                version: host.version().to_owned(),
                user,
                space: space.id().to_string(),
                space_kind: space.kind().to_string(),
                time_zone: settings.zone.iana_name().map(str::to_owned),
                profile: settings.knobs.profile.to_string(),
                learning_paused: settings.knobs.learning_paused,
                read_only: host.is_read_only(),
                pending_erasure: host.has_pending_erasure(),
                memories: in_force.items.len(),
                rules: in_force.items.iter().filter(is_rule).count(),
                candidates: engine.candidates(space, false)?.len(),
                proposals: engine.proposals(space, false)?.len(),
                conflicts: engine.conflicts(space, false)?.len(),
                recently_forgotten: engine.list(space, &forgotten)?.items.len(),
                sessions: sessions.len(),
                messages: sessions.iter().map(|view| view.messages).sum(),
                jobs_due: named("due"),
                jobs_failed: named("failed"),
                damaged: in_force.damaged.len(),
            })
        })
        .await?;
    Ok(Json(told))
}

/// What was looked over.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Looked {
    /// Whether nothing is broken.
    sound: bool,
    findings: Vec<Finding>,
}

/// Look everything over
#[utoipa::path(get, path = "/api/v1/health", tag = "server",
    responses((status = 200, description = "What was seen", body = Looked), (status = "4XX", description = "Not shown", body = ProblemBody)))]
pub(crate) async fn doctor(caller: Caller<Admin>) -> Result<Json<Looked>, Problem> {
    must_be_owner(&caller)?;
    let host = std::sync::Arc::clone(&caller.app.host);
    let findings = caller.ask(move |_, _| Ok(host.findings())).await?;
    let sound = findings.iter().all(|finding| finding.verdict != "broken");
    Ok(Json(Looked { sound, findings }))
}

/// What was counted since the server began.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Stats {
    /// How many requests were answered.
    requests: u64,
    /// How long they took.
    requests_latency: Latency,
    /// How long recall took.
    search: Latency,
    /// How long context blocks took.
    context: Latency,
    /// The share of messages for which what was found was at hand; over 0.7 is good.
    cache_hit_rate: Option<f64>,
    /// The share of messages for which nothing was looked up; 0.6 to 0.7 is usual.
    lookups_skipped: Option<f64>,
    /// Writes by what became of them.
    writes: BTreeMap<String, u64>,
    /// Undone operations per 100 writes; under 5 is good.
    undos_per_100_writes: Option<f64>,
    /// The share of decided proposals that were accepted; over 0.7 is good.
    proposals_accepted: Option<f64>,
    /// What was learned from conversations by what became of it.
    learned: BTreeMap<String, u64>,
    /// What models took that were asked through the gateway.
    models: BTreeMap<String, ModelUse>,
    /// Tokens of memory per 10,000 tokens that models read and wrote through the gateway; 200 to 500 is usual.
    memory_per_10k_tokens: Option<f64>,
    /// The share of answers given memories that named one; over 0.8 is good.
    citation_rate: Option<f64>,
    /// Requests through the gateway that went on without memory.
    degraded: u64,
    /// What was learned on each of the last 30 days, in the caller's space.
    extractions_per_day: BTreeMap<String, usize>,
}

/// What a model took.
#[derive(Debug, Default, Serialize, ToSchema)]
pub(crate) struct ModelUse {
    /// How often it was asked.
    calls: u64,
    /// Tokens it read.
    read: u64,
    /// Tokens it wrote.
    written: u64,
}

/// How many days of learning are shown.
const DAYS: i64 = 30;

/// Say what was counted
#[utoipa::path(get, path = "/api/v1/stats", tag = "server",
    responses((status = 200, description = "What was counted", body = Stats), (status = "4XX", description = "Not shown", body = ProblemBody)))]
pub(crate) async fn stats(caller: Caller<Admin>) -> Result<Json<Stats>, Problem> {
    caller.sees_everything()?;
    let extractions_per_day = caller
        .ask(|engine, space| {
            let since = Some(engine.now().plus_days(-DAYS));
            let learned = cofio_engine::ActivityQuery {
                since,
                actor: Some("session.close".into()),
                ..cofio_engine::ActivityQuery::default()
            };
            let mut days: BTreeMap<String, usize> = BTreeMap::new();
            for done in engine.activity(space, &learned)? {
                let day = done.at.to_jiff().to_zoned(engine.settings().zone.clone()).date();
                *days.entry(day.to_string()).or_default() += 1;
            }
            Ok(days)
        })
        .await?;
    let metrics = &caller.app.metrics;
    let share = |name: &str, label: &str| {
        let all = metrics.total(name);
        let some: u64 =
            metrics.by_labels(name).iter().filter(|(labels, _)| labels.contains(label)).map(|(_, count)| count).sum();
        (all > 0).then(|| some as f64 / all as f64)
    };
    let writes = metrics.total("cofio_writes_total");
    Ok(Json(Stats {
        requests: metrics.total("cofio_http_requests_total"),
        requests_latency: metrics.latency("cofio_http_request_seconds"),
        search: metrics.latency("cofio_search_seconds"),
        context: metrics.latency("cofio_context_seconds"),
        cache_hit_rate: caller.reading().cache_counts().hit_rate(),
        lookups_skipped: share("cofio_context_lookups_total", "looked_up=\"no\""),
        writes: by_action(metrics.by_labels("cofio_writes_total")),
        undos_per_100_writes: (writes > 0).then(|| metrics.total("cofio_undos_total") as f64 * 100.0 / writes as f64),
        proposals_accepted: share("cofio_proposals_decided_total", "decision=\"accepted\""),
        learned: by_action(metrics.by_labels("cofio_learned_total")),
        memory_per_10k_tokens: {
            let all = metrics.total("cofio_model_tokens_total");
            (all > 0).then(|| metrics.total("cofio_gateway_memory_tokens_total") as f64 * 10_000.0 / all as f64)
        },
        citation_rate: share("cofio_gateway_answers_total", "cited=\"yes\""),
        degraded: metrics.total("cofio_gateway_degraded_total"),
        models: by_model(metrics),
        extractions_per_day,
    }))
}

fn by_model(metrics: &Metrics) -> BTreeMap<String, ModelUse> {
    let mut models: BTreeMap<String, ModelUse> = BTreeMap::new();
    for name in ["cofio_model_calls_total", "cofio_model_tokens_total"] {
        for (labels, count) in metrics.by_labels(name) {
            // A quotation mark in a name was written otherwise, so the next one ends it.
            let part = |label: &str| labels.split_once(&format!("{label}=\""))?.1.split('"').next().map(str::to_owned);
            let Some(model) = part("model") else { continue };
            let model = models.entry(model).or_default();
            match part("direction").as_deref() {
                Some("read") => model.read += count,
                Some(_) => model.written += count,
                None => model.calls += count,
            }
        }
    }
    models
}

fn by_action(counts: BTreeMap<String, u64>) -> BTreeMap<String, u64> {
    counts.into_iter().map(|(labels, count)| (labels.replace("action=", "").replace('"', ""), count)).collect()
}
