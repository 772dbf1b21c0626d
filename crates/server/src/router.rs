//! Every route, and the document that describes them. A route is here once, and is in both.

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::{from_fn, from_fn_with_state};
use utoipa::OpenApi;
use utoipa::openapi::{Content, OpenApi as Document, Ref, RefOr, ResponseBuilder};
use utoipa_axum::router::OpenApiRouter;

use crate::app::App;
use crate::{api, auth, facade, gateway, mcp, once, pages, request};

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
        (name = "gateway", description = "What a client would send to a provider, with memory"),
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
        .merge(gateway::routes())
        .merge(pages::routes())
}

/// Returns the document that describes every route.
pub fn document() -> Document {
    let mut document = routes().split_for_parts().1;
    document.info.version = env!("CARGO_PKG_VERSION").to_owned();
    name_operations(&mut document);
    tell_problems_by_their_type(&mut document);
    document
}

/// Problems are JSON of a type of their own, whichever route tells one.
fn tell_problems_by_their_type(document: &mut Document) {
    let is_problem = |content: &RefOr<Content>| {
        let RefOr::T(content) = content else { return false };
        matches!(&content.schema, Some(RefOr::Ref(reference)) if reference.ref_location.ends_with("/ProblemBody"))
    };
    for item in document.paths.paths.values_mut() {
        let operations = [&mut item.get, &mut item.put, &mut item.post, &mut item.delete, &mut item.patch];
        for operation in operations.into_iter().flatten() {
            // A wrong key, or too many requests, wherever they are sent.
            operation.responses.responses.entry("4XX".to_owned()).or_insert_with(|| {
                let told = Content::new(Some(Ref::from_schema_name("ProblemBody")));
                let content = ResponseBuilder::new().content("application/json", told);
                RefOr::T(content.description("Not answered").build())
            });
            for response in operation.responses.responses.values_mut() {
                let RefOr::T(response) = response else { continue };
                if response.content.get("application/json").is_some_and(is_problem)
                    && let Some(content) = response.content.shift_remove("application/json")
                {
                    response.content.insert("application/problem+json".to_owned(), content);
                }
            }
        }
    }
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
        .layer(from_fn(request::tell_rejections))
        .layer(from_fn(request::refuse_unknown_parameters))
        .layer(from_fn_with_state(app.clone(), once::once))
        .layer(from_fn_with_state(app.clone(), auth::identify))
        .layer(from_fn_with_state(app.clone(), auth::check_origin))
        .layer(from_fn(facade::in_its_own_shape))
        .layer(DefaultBodyLimit::max(app.limits.body))
        .layer(from_fn_with_state(app.clone(), request::attend))
        .with_state(app)
}
