//! HTTP: what the engine can do, for programs and browsers.
//!
//! Handlers translate and do not decide. Whatever touches memories goes through a [`Caller`](caller::Caller), which is
//! only made for somebody who may, in a space that is theirs; nothing else reaches the engine. The engine waits for the
//! disk, so it is called on threads that may wait ([`blocking`]).

mod answers;
pub mod api;
mod app;
mod auth;
mod blocking;
mod caller;
mod cursor;
mod etag;
mod facade;
mod gateway;
mod host;
mod inside;
mod jobs;
mod limits;
mod mcp;
mod metrics;
mod once;
mod pages;
mod problem;
mod request;
mod router;
mod schema;
mod serve;
mod telemetry;
mod tls;
mod webhooks;

pub use app::{App, Setup};
pub use auth::{Exposure, NotExposed};
pub use gateway::{CallLog, Gateway, ModelCall};
pub use host::{Finding, Host, NotSet, SettingView};
pub use inside::{Inside, inside};
pub use limits::Limits;
pub use router::{document, router};
pub use serve::{Bound, Serving, bind};
pub use tls::{Tls, TlsError};
