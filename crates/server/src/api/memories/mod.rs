//! `memories`: what is known.

mod change;
mod draft;
mod end;
mod link;
mod list;
mod remember;
mod show;

use axum::Json;
use axum::response::{IntoResponse, Response};
use cofio_domain::id::OperationId;
use cofio_engine::Written;
use serde::Serialize;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::caller::{Caller, Write};
use crate::problem::Problem;

pub(crate) use change::changed;
pub(crate) use draft::{NewMemory, word};

/// Every route of memories.
pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list::list, remember::remember))
        .routes(routes!(remember::remember_many))
        .routes(routes!(show::show, change::change, end::delete))
        .routes(routes!(show::versions))
        .routes(routes!(show::evidence))
        .routes(routes!(link::links, link::link, link::unlink))
        .routes(routes!(link::share, link::unshare))
        .routes(routes!(end::confirm))
        .routes(routes!(end::forget))
        .routes(routes!(end::restore))
        .routes(routes!(end::erase))
}

/// What a write did, with the operation where every client looks for it.
#[derive(Debug, Serialize)]
pub(crate) struct WrittenBody {
    #[serde(flatten)]
    written: Written,
    operation_id: Option<OperationId>,
}

impl From<Written> for WrittenBody {
    fn from(written: Written) -> WrittenBody {
        WrittenBody { operation_id: written.event.op_id, written }
    }
}

/// Counts a write, and answers with it.
pub(crate) fn told(app: &App, written: Written) -> Response {
    app.metrics.count("cofio_writes_total", &[("action", written.event.action.word())]);
    Json(WrittenBody::from(written)).into_response()
}

/// Remembers something for a caller.
pub(crate) async fn new_memory(caller: &Caller<Write>, new: NewMemory) -> Result<Written, Problem> {
    let draft = new.draft(caller.reading())?;
    caller.change(move |engine, space| engine.remember(space, &draft)).await
}
