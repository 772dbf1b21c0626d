//! The gateway: what a client would send to a provider goes through here, gets what is remembered put into it, and is
//! learned from once it is answered. Memory that fails or is slow is left out; whoever may not come in is turned away.
//!
//! The protocols themselves are in `cofio-gateway`; here they meet a caller, a session and the engine.

mod after;
mod controls;
mod embeddings;
mod memory;
mod models;
mod pass;
mod relay;
mod talks;
mod told;

use std::sync::Arc;
use std::time::Duration;

use cofio_domain::ports::Embedder;
use cofio_engine::Settings;
use cofio_engine::compose::ContextQuery;
use cofio_gateway::Upstreams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;

pub(crate) use talks::Talks;
pub(crate) use told::{speaks, told};

/// How a gateway is set up.
pub struct Gateway {
    /// Who answers.
    pub upstreams: Upstreams,
    /// Whether what is remembered is put into requests.
    pub inject: bool,
    /// Whether what is said is recorded and learned from.
    pub learn: bool,
    /// How long memory may take before a request goes on without it.
    pub patience: Duration,
    /// Headers in which a front end that may act for others names whom it asks for, the surest first.
    pub user_headers: Vec<String>,
    /// What reads texts where no upstream does.
    pub embedder: Option<Arc<dyn Embedder>>,
    /// Where calls are logged.
    pub log: Option<Arc<dyn CallLog>>,
}

/// Keeps a log of calls of models, without a word of anybody's.
pub trait CallLog: Send + Sync {
    /// Notes a call.
    fn note(&self, call: &ModelCall);
}

/// A call of a model: what it took, and how it went.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelCall {
    /// Whoever was asked, by its name in the settings.
    pub upstream: String,
    /// The model that answered.
    pub model: String,
    /// Tokens of the prompt.
    pub read: u64,
    /// Tokens of the answer.
    pub written: u64,
    /// How long it took.
    pub milliseconds: u64,
    /// `ok`, or what sort of end it had.
    pub outcome: &'static str,
}

/// How long memory may take, unless it is said otherwise.
const PATIENCE: Duration = Duration::from_millis(300);

impl Default for Gateway {
    fn default() -> Gateway {
        let user_headers = ["x-openwebui-user-id", "x-litellm-end-user-id"].map(str::to_owned).to_vec();
        Gateway {
            upstreams: Upstreams::default(),
            inject: true,
            learn: true,
            patience: PATIENCE,
            user_headers,
            embedder: None,
            log: None,
        }
    }
}

/// Every route of the gateway.
pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(relay::chat))
        .routes(routes!(relay::responses))
        .routes(routes!(relay::messages))
        .routes(routes!(embeddings::embeddings))
        .routes(routes!(models::list))
        .routes(routes!(models::show))
}

/// Has what the owner remembers looked through once, so that the first who asks need not wait for it, or go without.
pub(crate) fn warm_up(app: &App) {
    if app.gateway().upstreams.all().is_empty() {
        return;
    }
    let (owner, knobs) = (app.owner.clone(), app.context.clone());
    // Nothing is used by this, so nothing is noted.
    let engine = app.engine.set_up(Settings { dry_run: true, ..app.engine.settings().clone() });
    tokio::task::spawn_blocking(move || {
        let message = Some("what do you know about me so far?".to_owned());
        let query = ContextQuery { message, knobs, ..ContextQuery::default() };
        let looked = engine.personal_space(&owner).and_then(|space| engine.context(&space, &query));
        if let Err(error) = looked {
            tracing::warn!("what is remembered cannot be looked through: {error}");
        }
    });
}

/// Returns the key that is meant for us where a client may also show one that is meant for an upstream: in a header of
/// its own, or one that is plainly ours. `None` is that nothing was shown to us.
pub(crate) fn key_for_us(own: Option<&str>, shown: Option<String>) -> Option<String> {
    let is_ours = |secret: &String| secret.starts_with("cofio_") || secret.starts_with("local_");
    own.map(|own| own.trim().to_owned()).or_else(|| shown.filter(is_ours))
}
