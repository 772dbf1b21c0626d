//! Every route, and the document that describes them. A route is here once, and is in both.

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::{from_fn, from_fn_with_state};
use utoipa::OpenApi;
use utoipa::openapi::OpenApi as Document;
use utoipa_axum::router::OpenApiRouter;

use crate::app::App;
use crate::{api, auth, facade, mcp, once, pages, request};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Cofio",
        description = "The long-term memory of AI assistants. Every write returns an `operation_id`, by which it can be \
                       undone; `?dry_run=true` shows what a write would do; `Idempotency-Key` makes a POST safe to send \
                       again. Act in a shared space with `X-Cofio-Space`.",
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0"),
    ),
    tags(
        (name = "memories", description = "What is known"),
        (name = "recall", description = "Finding it, and what goes into a prompt"),
        (name = "sessions", description = "What was said"),
        (name = "review", description = "What waits for the person"),
        (name = "operations", description = "What was done, and taking it back"),
        (name = "rules", description = "What may be kept, and where it belongs"),
        (name = "spaces", description = "Who sees what"),
        (name = "server", description = "How it is"),
        (name = "mem0", description = "The dialect of mem0's clients"),
        (name = "theo", description = "The dialect of the Theo document"),
    ),
    components(schemas(crate::problem::ProblemBody)),
)]
struct Described;

fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::with_openapi(Described::openapi())
        .merge(api::routes())
        .merge(facade::routes())
        .merge(pages::routes())
}

/// Returns the document that describes every route.
pub fn document() -> Document {
    let mut document = routes().split_for_parts().1;
    document.info.version = env!("CARGO_PKG_VERSION").to_owned();
    name_operations(&mut document);
    document
}

/// Names every operation by its method and its place, so that no two have the same name and none changes it.
fn name_operations(document: &mut Document) {
    for (path, item) in &mut document.paths.paths {
        let place: Vec<&str> = path.split(|letter: char| !letter.is_ascii_alphanumeric()).collect();
        let place: Vec<&str> = place.into_iter().filter(|part| !part.is_empty()).collect();
        let methods = [
            ("get", &mut item.get),
            ("put", &mut item.put),
            ("post", &mut item.post),
            ("delete", &mut item.delete),
            ("patch", &mut item.patch),
        ];
        for (method, operation) in methods {
            if let Some(operation) = operation {
                let trailing = if path.len() > 1 && path.ends_with('/') { "_" } else { "" };
                operation.operation_id = Some(format!("{method}_{}{trailing}", place.join("_")));
            }
        }
    }
}

/// Returns everything that is served.
pub fn router(app: App) -> Router {
    let (router, _) = routes().split_for_parts();
    router
        .merge(mcp::routes(&app))
        .fallback(request::no_such_place)
        .method_not_allowed_fallback(request::wrong_method)
        .layer(from_fn_with_state(app.clone(), once::once))
        .layer(from_fn_with_state(app.clone(), auth::identify))
        .layer(from_fn_with_state(app.clone(), auth::check_origin))
        .layer(from_fn(facade::in_its_own_shape))
        .layer(DefaultBodyLimit::max(app.limits.body))
        .layer(from_fn_with_state(app.clone(), request::attend))
        .with_state(app)
}
