//! `sessions`: what was said. Recording it, and closing a session, which learns from it.

use axum::Json;
use axum::extract::Path;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use cofio_domain::session::{SessionStatus, Surface};
use cofio_engine::{MessageLine, MessageView, Recorded, Recording, SessionChanged, SessionQuery, SessionView};
use serde::Deserialize;
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::memories::word;
use crate::api::{Body, Params};
use crate::app::App;
use crate::caller::{Caller, Forget, Needs, Read, Talk};
use crate::cursor::{self, Order, Page};
use crate::problem::{Problem, ProblemBody};
use crate::schema;

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list, record_new))
        .routes(routes!(record_event))
        .routes(routes!(show, delete))
        .routes(routes!(messages, record_in))
        .routes(routes!(close))
        .routes(routes!(archive))
        .routes(routes!(restore))
}

/// Which sessions are asked for.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Asked {
    /// `active`, `idle` or `archived`.
    status: Option<String>,
    /// Those in the trash instead.
    #[serde(default)]
    in_trash: bool,
    limit: Option<usize>,
    cursor: Option<String>,
}

/// List sessions, the last touched first
#[utoipa::path(get, path = "/api/v1/sessions", tag = "sessions", params(Asked),
    responses((status = 200, description = "A part of the list", body = schema::Sessions), (status = "4XX", description = "Not shown", body = ProblemBody)))]
pub(crate) async fn list(
    caller: Caller<Read>,
    Params(asked): Params<Asked>,
) -> Result<Json<Page<SessionView>>, Problem> {
    caller.sees_everything()?;
    let most = cursor::limit(asked.limit)?;
    let status = word::<SessionStatus>("status", asked.status.as_deref())?;
    let query = SessionQuery { status, in_trash: asked.in_trash, limit: None };
    let (mut sessions, _) = caller.ask(move |engine, space| engine.sessions(space, query)).await?;
    let place = |view: &SessionView| format!("{:020} {}", view.touched_at.as_micros(), view.id);
    sessions.sort_by_key(|view| std::cmp::Reverse(place(view)));
    cursor::page(&caller.space, sessions, asked.cursor.as_deref(), most, Order::Falling, place).map(Json)
}

/// Show a session
#[utoipa::path(get, path = "/api/v1/sessions/{id}", tag = "sessions", params(("id" = String, Path, description = "Its id or name")),
    responses((status = 200, description = "The session", body = schema::Session), (status = "4XX", description = "Not shown", body = ProblemBody)))]
pub(crate) async fn show(caller: Caller<Read>, Path(id): Path<String>) -> Result<Json<SessionView>, Problem> {
    caller.sees_everything()?;
    let transcript = caller.ask(move |engine, space| engine.transcript(space, &id, 0, 0)).await?;
    Ok(Json(transcript.session))
}

/// Which messages are asked for.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Part {
    limit: Option<usize>,
    cursor: Option<String>,
}

/// Show what was said in a session
#[utoipa::path(get, path = "/api/v1/sessions/{id}/messages", tag = "sessions", params(("id" = String, Path, description = "Its id or name"), Part),
    responses((status = 200, description = "A part of it, in order", body = schema::Messages), (status = "4XX", description = "Not shown", body = ProblemBody)))]
pub(crate) async fn messages(
    caller: Caller<Read>,
    Path(id): Path<String>,
    Params(part): Params<Part>,
) -> Result<Json<Page<MessageView>>, Problem> {
    caller.sees_everything()?;
    let most = cursor::limit(part.limit)?;
    let from = match part.cursor.as_deref() {
        None => 0,
        Some(text) => cursor::read(&caller.space, text)?.parse().map_err(|_| Problem::not_found("cursor", text))?,
    };
    let transcript = caller.ask(move |engine, space| engine.transcript(space, &id, from, most)).await?;
    let next = transcript.transcript.last().map(|message| message.index + 1);
    let next = next.filter(|next| *next < transcript.session.messages);
    let next_cursor = next.map(|next| cursor::write(&caller.space, &next.to_string()));
    Ok(Json(Page { items: transcript.transcript, next_cursor }))
}

/// Messages to be recorded.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"session": "trip", "messages": [{"role": "user", "text": "I'm off to Lisbon on Friday", "at": "2026-11-14T09:30:00Z"}]}))]
pub(crate) struct Talked {
    /// The session, by name; without one, a new one is begun.
    session: Option<String>,
    /// In the order they were said. A message that is there already, at the same time in the same words, is not added
    /// again.
    messages: Vec<NewMessage>,
    /// The project a new session belongs to.
    project: Option<String>,
    /// Whether nothing is left behind.
    #[serde(default)]
    incognito: bool,
    /// Where it takes place: `api` unless said otherwise.
    surface: Option<String>,
}

/// A message.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub(crate) struct NewMessage {
    /// `user`, `assistant`, `tool` or `system`.
    #[schema(example = "user")]
    pub(crate) role: String,
    /// What was said; `content` is understood, too.
    #[serde(alias = "content")]
    pub(crate) text: String,
    /// When it was said; now, unless said otherwise.
    pub(crate) at: Option<String>,
    /// What the speaker is called.
    pub(crate) name: Option<String>,
}

/// The most messages in one request.
const MOST: usize = 1_000;

/// Record what was said in a new session, or one named in the body
#[utoipa::path(post, path = "/api/v1/sessions", tag = "sessions", request_body = Talked,
    responses((status = 200, description = "What became of each message", body = schema::Recorded), (status = "4XX", description = "Not recorded", body = ProblemBody)))]
pub(crate) async fn record_new(caller: Caller<Talk>, Body(talked): Body<Talked>) -> Result<Json<Recorded>, Problem> {
    recorded(&caller, talked).await.map(Json)
}

/// Record what was said
#[utoipa::path(post, path = "/api/v1/events", tag = "sessions", request_body = Talked,
    responses((status = 200, description = "What became of each message", body = schema::Recorded), (status = "4XX", description = "Not recorded", body = ProblemBody)))]
pub(crate) async fn record_event(caller: Caller<Talk>, Body(talked): Body<Talked>) -> Result<Json<Recorded>, Problem> {
    recorded(&caller, talked).await.map(Json)
}

/// Record what was said in a session
///
/// The session is named in the address, and is made if there is none of that name.
#[utoipa::path(post, path = "/api/v1/sessions/{id}/messages", tag = "sessions", request_body = Talked, params(("id" = String, Path, description = "Its id or name")),
    responses((status = 200, description = "What became of each message", body = schema::Recorded), (status = "4XX", description = "Not recorded", body = ProblemBody)))]
pub(crate) async fn record_in(
    caller: Caller<Talk>,
    Path(id): Path<String>,
    Body(talked): Body<Talked>,
) -> Result<Response, Problem> {
    if talked.session.as_ref().is_some_and(|session| *session != id) {
        return Err(Problem::field("session", "it is named in the address already"));
    }
    let name = if id.starts_with("ses_") {
        let which = id.clone();
        let known = caller.ask(move |engine, space| engine.transcript(space, &which, 0, 0)).await?;
        known.session.name
    } else {
        id
    };
    let recorded = recorded(&caller, Talked { session: Some(name), ..talked }).await?;
    Ok((StatusCode::OK, Json(recorded)).into_response())
}

/// Records what was said for a caller.
pub(crate) async fn recorded(caller: &Caller<Talk>, talked: Talked) -> Result<Recorded, Problem> {
    if talked.messages.is_empty() || talked.messages.len() > MOST {
        return Err(Problem::field("messages", format!("1 to {MOST} at once")));
    }
    // Sent again after its process was killed, a message has the time it first came with, by which it is known.
    let came_at = caller.came_at.map(|at| at.to_string());
    let timed = talked.messages.into_iter().map(|message| NewMessage { at: message.at.or(came_at.clone()), ..message });
    let lines: Vec<_> = (1..).zip(timed.map(line_of)).collect();
    if talked.incognito {
        return Ok(Recorded::incognito(lines));
    }
    let surface = word::<Surface>("surface", talked.surface.as_deref())?.unwrap_or(Surface::Api);
    let recording = Recording { session: talked.session, surface, project: talked.project };
    caller.change(move |engine, space| engine.record(space, &recording, lines)).await
}

fn line_of(message: NewMessage) -> Result<MessageLine, String> {
    let NewMessage { role, text, at, name } = message;
    let field = |text: Option<String>| text.map_or(Value::Null, Value::String);
    let value = serde_json::json!({"role": role, "text": text, "at": field(at), "name": field(name)});
    MessageLine::read(value)
}

/// What is done to a session.
enum Doing {
    Close,
    Archive,
    Delete,
    Forget,
    Restore,
}

async fn done<N: Needs>(caller: &Caller<N>, id: String, doing: Doing) -> Result<Json<SessionChanged>, Problem> {
    let changed = caller
        .change(move |engine, space| match doing {
            Doing::Close => engine.close_session(space, &id),
            Doing::Archive => engine.archive_session(space, &id),
            Doing::Delete => engine.delete_session(space, &id),
            Doing::Forget => engine.forget_session(space, &id),
            Doing::Restore => engine.restore_session(space, &id),
        })
        .await?;
    if let Some(lesson) = &changed.learned {
        for told in &lesson.told {
            caller.app.metrics.count("cofio_learned_total", &[("action", told.action.word())]);
        }
        let (told, passed_over) = (lesson.told.len(), lesson.passed_over);
        tracing::info!(told, passed_over, "closed a session: {told} things learned, {passed_over} passed over");
    }
    Ok(Json(changed))
}

/// Close a session: learn from what was said since the last time
#[utoipa::path(post, path = "/api/v1/sessions/{id}/close", tag = "sessions", params(("id" = String, Path, description = "Its id or name")),
    responses((status = 200, description = "What was learned", body = schema::SessionChanged), (status = "4XX", description = "Not done", body = ProblemBody)))]
pub(crate) async fn close(caller: Caller<Talk>, Path(id): Path<String>) -> Result<Json<SessionChanged>, Problem> {
    done(&caller, id, Doing::Close).await
}

/// Put a session away
#[utoipa::path(post, path = "/api/v1/sessions/{id}/archive", tag = "sessions", params(("id" = String, Path, description = "Its id or name")),
    responses((status = 200, description = "The session as it is now", body = schema::SessionChanged), (status = "4XX", description = "Not done", body = ProblemBody)))]
pub(crate) async fn archive(caller: Caller<Talk>, Path(id): Path<String>) -> Result<Json<SessionChanged>, Problem> {
    done(&caller, id, Doing::Archive).await
}

/// Bring a session back from the trash
#[utoipa::path(post, path = "/api/v1/sessions/{id}/restore", tag = "sessions", params(("id" = String, Path, description = "Its id or name")),
    responses((status = 200, description = "The session as it is now", body = schema::SessionChanged), (status = "4XX", description = "Not done", body = ProblemBody)))]
pub(crate) async fn restore(caller: Caller<Talk>, Path(id): Path<String>) -> Result<Json<SessionChanged>, Problem> {
    done(&caller, id, Doing::Restore).await
}

/// What becomes of what was learned from it.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Ending {
    /// Forget, too, what was learned from it in passing and nowhere else.
    #[serde(default)]
    forget: bool,
}

/// Put a session in the trash; what was learned from it stays, unless said otherwise
#[utoipa::path(delete, path = "/api/v1/sessions/{id}", tag = "sessions", params(("id" = String, Path, description = "Its id or name"), Ending),
    responses((status = 200, description = "The session as it is now", body = schema::SessionChanged), (status = "4XX", description = "Not done", body = ProblemBody)))]
pub(crate) async fn delete(
    caller: Caller<Forget>,
    Path(id): Path<String>,
    Params(ending): Params<Ending>,
) -> Result<Json<SessionChanged>, Problem> {
    caller.sees_everything()?;
    done(&caller, id, if ending.forget { Doing::Forget } else { Doing::Delete }).await
}
