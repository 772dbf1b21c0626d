//! `/mcp`: the same memory as tools for assistants, behind the same doors as everything else.

use std::collections::{HashMap, VecDeque};
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{Method, StatusCode};
use axum::response::Response;
use axum::routing::any;
use cofio_domain::id::{SpaceId, UserId};
use cofio_engine::compose::Context;
use cofio_mcp::{Caller, Http, SESSION_HEADER};
use serde_json::Value;

use crate::answers::Answer;
use crate::api::context;
use crate::app::App;
use crate::auth::Via;
use crate::caller::{Known, known};
use crate::limits::is_shallow;
use crate::problem::Problem;
use crate::telemetry;

/// What every request has at hand.
struct Mcp {
    http: Http,
    sessions: Sessions,
    around: Arc<Around>,
    /// Set once somebody watches for the end.
    watched: OnceLock<()>,
}

pub(crate) fn routes(app: &App) -> Router<App> {
    let mcp = Arc::new(Mcp {
        http: cofio_mcp::http(app.engine.chance(), app.limits.body),
        sessions: Sessions::default(),
        around: Arc::new(Around { app: app.clone() }),
        watched: OnceLock::new(),
    });
    let answer = move |State(app): State<App>, request: Request| {
        let mcp = Arc::clone(&mcp);
        async move { mcp.answer(app, request).await }
    };
    Router::new().route("/mcp", any(answer))
}

impl Mcp {
    async fn answer(&self, app: App, request: Request) -> Result<Response, Problem> {
        self.watch(&app);
        let (mut parts, body) = request.into_parts();
        let Known { principal, user, space, engine } = known(&parts, &app).await?;
        let owner = Owner { user: user.id, space: space.id(), via: principal.via };
        let session = parts.headers.get(SESSION_HEADER).and_then(|id| id.to_str().ok()).map(str::to_owned);
        if let Some(id) = &session
            && !self.sessions.is_of(id, owner)
        {
            return Err(Problem::not_found("session", id));
        }
        let bytes = axum::body::to_bytes(body, app.limits.body).await;
        let bytes = bytes.map_err(|_| Problem::too_large(app.limits.body))?;
        if !is_shallow(&bytes, app.limits.depth) {
            return Err(Problem::invalid(format!("the JSON is nested deeper than {}", app.limits.depth)));
        }
        parts.extensions.insert(Caller {
            engine,
            user,
            space,
            scopes: principal.scopes,
            app: principal.app,
            context: app.context.clone(),
            around: Arc::clone(&self.around) as Arc<dyn cofio_mcp::Around>,
        });
        let ends = parts.method == Method::DELETE;
        let mut response = self.http.handle(Request::from_parts(parts, Body::from(bytes))).await;
        // A session that was let go is gone at once; some clients take "accepted" for a failure.
        if ends && response.status() == StatusCode::ACCEPTED {
            *response.status_mut() = StatusCode::NO_CONTENT;
        }
        if let Some(id) = response.headers().get(SESSION_HEADER).and_then(|id| id.to_str().ok())
            && session.is_none()
        {
            self.sessions.keep(id, owner);
        }
        Ok(response.map(Body::new))
    }

    /// Ends streams and sessions with the server.
    fn watch(&self, app: &App) {
        if self.watched.set(()).is_ok() {
            let (http, mut closing) = (self.http.clone(), app.closing.subscribe());
            tokio::spawn(async move {
                // The sender is gone only with the server itself.
                let _ = closing.wait_for(|closed| *closed).await;
                http.close();
            });
        }
    }
}

/// Whose a session of the handshake era is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Owner {
    user: UserId,
    space: SpaceId,
    via: Via,
}

/// The sessions that were opened, each for whom. The id of another's session is the id of none.
#[derive(Default)]
struct Sessions {
    kept: Mutex<(HashMap<String, Owner>, VecDeque<String>)>,
}

/// How many sessions are known; the oldest go first, and their clients open another.
const MANY: usize = 10_000;

impl Sessions {
    fn is_of(&self, id: &str, owner: Owner) -> bool {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).0.get(id) == Some(&owner)
    }

    fn keep(&self, id: &str, owner: Owner) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let (known, order) = &mut *kept;
        if known.insert(id.to_owned(), owner).is_none() {
            order.push_back(id.to_owned());
        }
        if order.len() > MANY
            && let Some(oldest) = order.pop_front()
        {
            known.remove(&oldest);
        }
    }
}

/// What tools tell the server, and ask of it.
struct Around {
    app: App,
}

impl cofio_mcp::Around for Around {
    fn wrote(&self, action: &'static str) {
        self.app.metrics.count("cofio_writes_total", &[("action", action)]);
        self.app.written.notify_waiters();
    }

    fn called(&self, tool: &'static str, took: Duration, went: &'static str) {
        self.app.metrics.count("cofio_tool_calls_total", &[("tool", tool), ("outcome", went)]);
        self.app.metrics.time("cofio_tool_seconds", &[("tool", tool)], took);
        telemetry::tool_called(tool, took, went);
        let ms = took.as_secs_f64() * 1_000.0;
        tracing::info!(tool, outcome = went, ms, "tool {tool}: {went} in {ms:.1} ms");
    }

    fn answered(&self, caller: &Caller, given: &Context) -> String {
        let (id, at) = (context::answer_id(&caller.engine), caller.engine.now());
        self.app.answers.keep(&caller.engine, Answer::of(id.clone(), &caller.space, at, given));
        id
    }

    fn account(&self, caller: &Caller, id: &str) -> Option<Value> {
        let answer = self.app.answers.find(&caller.engine, &caller.space, id).ok()??;
        self.app.metrics.count("cofio_why_total", &[("of", "answer")]);
        serde_json::to_value(context::account_of(&caller.engine, &caller.space, &answer)).ok()
    }

    fn written(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(self.app.written.notified())
    }
}
