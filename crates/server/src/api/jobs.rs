//! `jobs`: work that nobody waits for, and having it done now.

use std::convert::Infallible;
use std::time::Duration;

use axum::Json;
use axum::extract::Path;
use axum::http::{StatusCode, header};
use axum::response::sse::{Event, Sse};
use axum::response::{IntoResponse, Response};
use cofio_engine::{Engine, Error, JobView};
use futures_util::{Stream, StreamExt, stream};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::caller::{Admin, Caller, Read};
use crate::cursor::Page;
use crate::problem::{Problem, ProblemBody};
use crate::schema;
use cofio_domain::space::SpaceHandle;

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list)).routes(routes!(show)).routes(routes!(run)).routes(routes!(progress))
}

/// List jobs
#[utoipa::path(get, path = "/api/v1/jobs", tag = "server",
    responses((status = 200, description = "Every job", body = schema::Jobs), (status = "4XX", description = "Not shown", body = ProblemBody)))]
pub(crate) async fn list(caller: Caller<Read>) -> Result<Json<Page<JobView>>, Problem> {
    Ok(Json(Page { items: caller.ask(cofio_engine::Engine::jobs).await?, next_cursor: None }))
}

fn job(engine: &Engine, space: &SpaceHandle, name: &str) -> Result<JobView, Error> {
    let found = engine.jobs(space)?.into_iter().find(|job| job.kind == name);
    found.ok_or_else(|| Error::NotFound { what: "job", text: name.to_owned() })
}

/// Show a job
#[utoipa::path(get, path = "/api/v1/jobs/{name}", tag = "server", params(("name" = String, Path, description = "The job")),
    responses((status = 200, description = "The job", body = schema::Job), (status = "4XX", description = "Not shown", body = ProblemBody)))]
pub(crate) async fn show(caller: Caller<Read>, Path(name): Path<String>) -> Result<Json<JobView>, Problem> {
    Ok(Json(caller.ask(move |engine, space| job(engine, space, &name)).await?))
}

/// Have a job done now
///
/// It is done in the background; `Location` says where to look how it goes.
#[utoipa::path(post, path = "/api/v1/jobs/{name}/run", tag = "server", params(("name" = String, Path, description = "The job")),
    responses((status = 202, description = "Somebody is at it", body = schema::Job), (status = "4XX", description = "Not done", body = ProblemBody)))]
pub(crate) async fn run(caller: Caller<Admin>, Path(name): Path<String>) -> Result<Response, Problem> {
    let which = name.clone();
    let known = caller
        .ask(move |engine, space| {
            if engine.settings().dry_run || !space.role().may_write() {
                return Err(Error::Invalid("a job cannot be tried without doing it".into()));
            }
            job(engine, space, &which)
        })
        .await?;
    let (app, engine, space, which) =
        (caller.app.clone(), caller.reading().clone(), caller.space.clone(), name.clone());
    // It goes on though nobody waits: whoever wants to know looks at the job.
    tokio::task::spawn_blocking(move || {
        match engine.run_job(&space, &which, None) {
            Ok(ran) => tracing::info!(job.kind = ran.kind, outcome = ran.outcome, "ran {}: {}", ran.kind, ran.outcome),
            Err(error) => tracing::warn!(job.kind = which, "a job cannot be run: {error}"),
        }
        app.written.notify_waiters();
    });
    // The run that was asked for is told where it has begun, and else the one before it.
    let mut told = known;
    let before = (told.run, told.started_at);
    for _ in 0..BEGINNING_LOOKS {
        if (told.run, told.started_at) != before {
            break;
        }
        tokio::time::sleep(BEGINNING).await;
        let which = name.clone();
        told = caller.ask(move |engine, space| job(engine, space, &which)).await?;
    }
    let location = format!("/api/v1/jobs/{name}");
    Ok((StatusCode::ACCEPTED, [(header::LOCATION, location)], Json(told)).into_response())
}

/// How often it is looked whether a job has begun, and how soon again.
const BEGINNING_LOOKS: usize = 20;
const BEGINNING: Duration = Duration::from_millis(10);

/// How often a job is looked at while somebody watches.
const LOOK: Duration = Duration::from_millis(250);

/// Watch a job until it is done
///
/// Server-sent events `job`, each with the job as it is then; the last one is the one that says how it ended.
#[utoipa::path(get, path = "/api/v1/jobs/{name}/events", tag = "server", params(("name" = String, Path, description = "The job")),
    responses((status = 200, description = "Events", content_type = "text/event-stream", body = String), (status = "4XX", description = "Not shown", body = ProblemBody)))]
pub(crate) async fn progress(
    caller: Caller<Read>,
    Path(name): Path<String>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Problem> {
    let which = name.clone();
    caller.ask(move |engine, space| job(engine, space, &which)).await?;
    let closing = caller.app.closing.subscribe();
    let seen = stream::unfold((caller, name, closing, false), |(caller, name, mut closing, ended)| async move {
        if ended || *closing.borrow_and_update() {
            return None;
        }
        let which = name.clone();
        let view = caller.ask(move |engine, space| job(engine, space, &which)).await.ok()?;
        let ended = view.state.word() != "running";
        if !ended {
            tokio::time::sleep(LOOK).await;
        }
        let event = Event::default().event("job").json_data(&view).unwrap_or_default();
        Some((Ok(event), (caller, name, closing, ended)))
    });
    Ok(Sse::new(seen.boxed()))
}
