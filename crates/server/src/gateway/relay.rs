//! `/v1/chat/completions`, `/v1/responses`, `/v1/messages`: a request with what is remembered put into it, and the
//! upstream's answer.

use std::time::Instant;

use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method};
use axum::response::Response;
use cofio_gateway::{Answer, Asked, Block, CallError, Handles, Protocol, Relay, Upstream, place, whole};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::after::After;
use super::controls::Controls;
use super::memory::Memory;
use super::pass;
use crate::api;
use crate::app::App;
use crate::auth::Principal;
use crate::once::read_all;
use crate::problem::Problem;
use crate::telemetry::{Called, Trace};

/// So much larger than any other request may one be that has images in it.
const LARGER: usize = 8;

/// How many bytes of ids are told in a header.
const MOST_IDS: usize = 4_000;

/// An error as OpenAI's clients expect it.
#[derive(Serialize, ToSchema)]
#[allow(dead_code, reason = "a shape")]
pub(crate) struct ErrorBody {
    #[schema(value_type = Object)]
    error: Value,
}

/// An error as Anthropic's clients expect it.
#[derive(Serialize, ToSchema)]
#[allow(dead_code, reason = "a shape")]
pub(crate) struct ErrorMessage {
    #[serde(rename = "type")]
    kind: String,
    #[schema(value_type = Object)]
    error: Value,
}

/// Answer a chat, with what is remembered
///
/// OpenAI's chat completions, relayed to the upstream of the model. Everything that is sent along is passed on.
#[utoipa::path(post, path = "/v1/chat/completions", tag = "gateway", request_body = Object,
    responses((status = 200, description = "The upstream's answer", content((Object = "application/json"), (String = "text/event-stream"))),
              (status = "4XX", description = "Not answered", body = ErrorBody), (status = "5XX", description = "Not answered", body = ErrorBody)))]
pub(crate) async fn chat(State(app): State<App>, request: Request) -> Result<Response, Problem> {
    relayed(app, Protocol::Chat, request).await
}

/// Answer, with what is remembered
///
/// OpenAI's responses, relayed to the upstream of the model.
#[utoipa::path(post, path = "/v1/responses", tag = "gateway", request_body = Object,
    responses((status = 200, description = "The upstream's answer", content((Object = "application/json"), (String = "text/event-stream"))),
              (status = "4XX", description = "Not answered", body = ErrorBody), (status = "5XX", description = "Not answered", body = ErrorBody)))]
pub(crate) async fn responses(State(app): State<App>, request: Request) -> Result<Response, Problem> {
    relayed(app, Protocol::Responses, request).await
}

/// Answer messages, with what is remembered
///
/// Anthropic's messages, relayed to the upstream of the model.
#[utoipa::path(post, path = "/v1/messages", tag = "gateway", request_body = Object,
    responses((status = 200, description = "The upstream's answer", content((Object = "application/json"), (String = "text/event-stream"))),
              (status = "4XX", description = "Not answered", body = ErrorMessage), (status = "5XX", description = "Not answered", body = ErrorMessage)))]
pub(crate) async fn messages(State(app): State<App>, request: Request) -> Result<Response, Problem> {
    relayed(app, Protocol::Messages, request).await
}

/// What was asked, by whom.
pub(super) struct Coming {
    pub(super) by: Principal,
    pub(super) trace: Option<Trace>,
    pub(super) headers: HeaderMap,
    pub(super) query: String,
    pub(super) body: Bytes,
}

impl Coming {
    /// Takes a request apart. Nothing is relayed for somebody who is not known.
    pub(super) async fn of(app: &App, request: Request) -> Result<Coming, Problem> {
        let (parts, body) = request.into_parts();
        let Some(by) = parts.extensions.get::<Principal>().cloned() else {
            return Err(Problem::unauthenticated("nobody is known to be asking"));
        };
        let trace = parts.extensions.get::<Trace>().cloned();
        let body = read_all(body, app.limits.body.saturating_mul(LARGER)).await?;
        let query = parts.uri.query().map_or(String::new(), |query| format!("?{query}"));
        Ok(Coming { by, trace, headers: parts.headers, query, body })
    }
}

async fn relayed(app: App, protocol: Protocol, request: Request) -> Result<Response, Problem> {
    let since = Instant::now();
    let gateway = app.gateway();
    let Coming { by, trace, headers, query, body } = Coming::of(&app, request).await?;
    let asked = Asked::read(protocol, &body);
    let controls = Controls::read(&headers, asked.as_ref(), &by, gateway)?;
    let asked_for = asked.as_ref().and_then(|asked| asked.model.as_deref());
    let upstream = gateway.upstreams.of(asked_for, protocol)?;
    let asked_at = app.engine.now();
    let mut memory = Memory::gathered(&app, gateway, &by, &controls, asked.as_ref()).await?;
    if let (Some(trace), Some(context)) = (&trace, &memory.context) {
        trace.composed(&api::told_of(context), memory.took);
    }
    let placed = memory.context.as_ref().and_then(|context| {
        let block = Block { baseline: &context.baseline, tail: &context.tail };
        place(protocol, &body, block)
    });
    let path = format!("{}{query}", protocol.path());
    let called = Called { operation: "chat", provider: &upstream.name, model: asked_for };
    let call = trace.as_ref().map(|trace| trace.call(&called));
    let asking = Asking { upstream, path: &path, headers: &headers };
    let (answer, given) = match placed {
        None => (asking.send(body.clone()).await?, false),
        Some(placed) => asking.send_or_without(placed.body.into(), &body, &mut memory).await?,
    };
    let memory_tokens = memory.context.as_ref().filter(|_| given).map_or(0, |context| context.tokens.total);
    let by_handle = if given { memory.by_handle() } else { Default::default() };
    for reason in &memory.degraded {
        app.metrics.count("cofio_gateway_degraded_total", &[("reason", reason)]);
    }
    let mut told = HeaderMap::new();
    tell(&mut told, &memory, given, memory_tokens);
    let after = After {
        app: app.clone(),
        upstream: upstream.name.clone(),
        model: asked_for.map(str::to_owned),
        since,
        call,
        talk: memory.talk,
        recorder: memory.recorder,
        project: controls.project,
        news: asked.iter().flat_map(Asked::news).map(str::to_owned).collect(),
        asked_at,
        answer: memory.answer.filter(|_| given),
        by_handle,
        memory_tokens,
        request_chars: body.len(),
    };
    passed_on(protocol, answer, after, told).await
}

/// Whoever is asked, and how.
struct Asking<'a> {
    upstream: &'a Upstream,
    path: &'a str,
    headers: &'a HeaderMap,
}

impl Asking<'_> {
    async fn send(&self, body: Bytes) -> Result<Answer, CallError> {
        self.upstream.ask(Method::POST, self.path, self.headers, body).await
    }

    /// Sends a request with a block in it; where the upstream takes exception to it, the one that the client sent.
    async fn send_or_without(
        &self,
        with: Bytes,
        without: &Bytes,
        memory: &mut Memory,
    ) -> Result<(Answer, bool), CallError> {
        let answer = self.send(with).await?;
        if !matches!(answer.status.as_u16(), 400 | 413 | 422) {
            return Ok((answer, true));
        }
        memory.degraded.push("refused_by_upstream");
        Ok((self.send(without.clone()).await?, false))
    }
}

/// Passes an answer on: events as they come, a whole answer as a whole, anything else unread.
async fn passed_on(protocol: Protocol, answer: Answer, after: After, told: HeaderMap) -> Result<Response, Problem> {
    let status = answer.status;
    let mut headers = answer.headers.clone();
    let handles = Handles::new(after.by_handle.keys().cloned());
    let body = if !status.is_success() {
        after.conclude(&Default::default(), &[], "refused");
        pass::unread(answer)
    } else if answer.is_events() {
        pass::events(answer, Relay::new(protocol, handles), after)
    } else if answer.is_json() {
        let bytes = answer.all().await?;
        let (bytes, heard, cited) = whole(protocol, handles, &bytes);
        after.conclude(&heard, &cited, "ok");
        Body::from(bytes)
    } else {
        pass::unread(answer)
    };
    headers.extend(told);
    let mut response = Response::new(body);
    *response.status_mut() = status;
    *response.headers_mut() = headers;
    Ok(response)
}

/// Says what memory had to do with an answer.
fn tell(headers: &mut HeaderMap, memory: &Memory, given: bool, tokens: usize) {
    let mut say = |name: &'static str, value: &str| {
        if let Ok(value) = HeaderValue::from_str(value) {
            headers.insert(HeaderName::from_static(name), value);
        }
    };
    // Something in front may otherwise wait for more before it passes anything on.
    say("x-accel-buffering", "no");
    if let Some((talk, _)) = &memory.talk {
        say("x-cofio-session", &talk.session);
    }
    if let (Some(context), true) = (&memory.context, given) {
        let mut ids = String::new();
        for line in context.loaded.iter().filter(|line| line.id.starts_with("mem_")) {
            if ids.len() + line.id.len() < MOST_IDS && !ids.contains(&line.id) {
                ids.push_str(if ids.is_empty() { "" } else { "," });
                ids.push_str(&line.id);
            }
        }
        say("x-cofio-memories", &ids);
        say("x-cofio-context-tokens", &tokens.to_string());
        if let Some(answer) = &memory.answer {
            say("x-cofio-answer", answer);
        }
    }
    if !memory.degraded.is_empty() {
        say("x-cofio-degraded", &memory.degraded.join(", "));
    }
}
