//! `/`: one plain page that says how it is. A browser that comes by a link which works once is let in here.

use axum::extract::{Query, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Redirect, Response};
use cofio_engine::ListFilter;
use serde::Deserialize;

use crate::app::App;
use crate::auth::{COOKIE, Principal};
use crate::pages::{escaped, page};
use crate::problem::Problem;

/// What the link carries.
#[derive(Debug, Deserialize)]
pub(crate) struct Link {
    t: Option<String>,
}

/// How it is, as a page
#[utoipa::path(get, path = "/", tag = "server", params(("t" = Option<String>, Query, description = "The word of a link that works once")),
    responses((status = 200, description = "The page", content_type = "text/html", body = String),
              (status = 303, description = "Let in: to the page itself"),
              (status = 401, description = "A browser that came by no link", content_type = "text/html", body = String)))]
pub(crate) async fn home(
    State(app): State<App>,
    Query(link): Query<Link>,
    request: Request,
) -> Result<Response, Problem> {
    if let Some(cookie) = link.t.as_deref().and_then(|word| app.browsers.admit(word)) {
        let mut response = Redirect::to("/").into_response();
        let secure = if app.exposure.encrypted { "; Secure" } else { "" };
        let cookie = format!("{COOKIE}={cookie}; HttpOnly; SameSite=Strict; Path=/; Max-Age=2592000{secure}");
        if let Ok(cookie) = HeaderValue::from_str(&cookie) {
            response.headers_mut().insert(header::SET_COOKIE, cookie);
        }
        return Ok(response);
    }
    let Some(principal) = request.extensions().get::<Principal>().cloned() else {
        let told = "<h1>Cofio</h1><p>This browser is not let in yet. Run <code>cofio open</code>, or follow the link that \
                    <code>cofio serve</code> printed; each link works once.</p>";
        return Ok((StatusCode::UNAUTHORIZED, Html(page("Cofio", told))).into_response());
    };
    let engine = app.engine.clone();
    let user = principal.user.clone();
    let domains = principal.domains.clone();
    let counts = app.threads.run(move || {
        let space = engine.personal_space(&user)?;
        let space = domains.map_or(space.clone(), |domains| space.narrowed_to(domains));
        let memories = engine.list(&space, &ListFilter::default())?.items.len();
        let waiting = engine.proposals(&space, false)?.len() + engine.conflicts(&space, false)?.len();
        Ok::<_, cofio_engine::Error>((memories, waiting))
    });
    let (memories, waiting) = counts.await?;
    let place = app.host.data_dir().unwrap_or_else(|| "in memory; gone when this ends".into());
    let body = format!(
        "<h1>Cofio {}</h1>\n<p>Your assistants' memory, on this machine.</p>\n<dl>\
         <dt>who</dt><dd>{}</dd><dt>memories</dt><dd>{memories}</dd><dt>waiting for you</dt><dd>{waiting}</dd>\
         <dt>data</dt><dd>{}</dd><dt>API</dt><dd><a href=\"/docs\">/docs</a>, \
         <a href=\"/openapi.json\">/openapi.json</a></dd><dt>health</dt><dd><a href=\"/readyz\">/readyz</a></dd></dl>\n\
         <p class=\"faint\">The web app comes later; until then <code>cofio --help</code> does everything.</p>",
        escaped(app.host.version()),
        escaped(&principal.user.name),
        escaped(&place),
    );
    Ok(Html(page("Cofio", &body)).into_response())
}

/// How the pages look
#[utoipa::path(get, path = "/style.css", tag = "server", responses((status = 200, description = "A style sheet", content_type = "text/css", body = String)))]
pub(crate) async fn style() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "text/css"), (header::CACHE_CONTROL, "public, max-age=3600")], include_str!("style.css"))
}
