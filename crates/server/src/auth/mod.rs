//! Who is asking, and from where.
//!
//! A program shows a key. A browser comes by a link that works once and gets a cookie. A program of the owner on this
//! machine needs neither while the server listens on loopback alone, unless keys are asked for. What a browser sends on
//! behalf of another site is turned away before any of this is looked at.

mod browser;
mod exposure;
mod principal;

use std::net::{IpAddr, SocketAddr};
use std::time::Instant;

use axum::extract::{ConnectInfo, MatchedPath, Request, State};
use axum::http::{HeaderMap, header};
use axum::middleware::Next;
use axum::response::Response;

use crate::app::App;
use crate::problem::Problem;
use crate::{facade, gateway};

pub(crate) use browser::{Browsers, COOKIE};
pub use exposure::{Exposure, NotExposed};
pub(crate) use principal::{Principal, Via};

/// What keys of ours and the word of the lock file do not share with anybody's.
const OUR_KEYS: &str = "cofio_";

/// Turns away what comes from another site, by name or by origin.
pub(crate) async fn check_origin(State(app): State<App>, request: Request, next: Next) -> Result<Response, Problem> {
    if !app.exposure.is_for_us(request.method(), request.headers()) {
        return Err(Problem::wrong_host());
    }
    Ok(next.run(request).await)
}

/// Finds out who is asking, where they say so. Whoever needs to know fails where nobody is known.
pub(crate) async fn identify(State(app): State<App>, mut request: Request, next: Next) -> Result<Response, Problem> {
    let (headers, peer) = (request.headers().clone(), peer_of(&request));
    let route = request.extensions().get::<MatchedPath>().map_or("", MatchedPath::as_str).to_owned();
    let shown = shown_key(&headers);
    // A client of the gateway may show a key that is meant for whoever answers.
    let shown = match gateway::speaks(request.uri().path()) {
        true => gateway::key_for_us(headers.get("x-cofio-key").and_then(|key| key.to_str().ok()), shown),
        false => shown,
    };
    if let Some(principal) = principal_of(&app, &headers, shown, (peer, &route)).await? {
        if let Via::Key(key) = principal.via
            && let Err(seconds) = app.rates.count(&key.to_string(), Instant::now())
        {
            return Err(Problem::too_many(seconds));
        }
        request.extensions_mut().insert(principal);
    }
    Ok(next.run(request).await)
}

async fn principal_of(
    app: &App,
    headers: &HeaderMap,
    shown: Option<String>,
    (peer, route): (Option<IpAddr>, &str),
) -> Result<Option<Principal>, Problem> {
    let here = peer.is_some_and(|peer| peer.is_loopback()) && !is_forwarded(headers);
    let needs_no_key = app.exposure.keyless && here && !exposure::is_browser(headers);
    // A client that was made for another service shows the key it had there. Where none is needed, that is none.
    let is_foreign = |secret: &String| !secret.starts_with(OUR_KEYS) && facade::takes_foreign_keys(route);
    let shown = shown.filter(|secret| !(needs_no_key && is_foreign(secret)));
    if let Some(secret) = shown {
        if app.browsers.is_local_token(&secret) {
            return Ok(Some(Principal::owner(app, Via::Local)));
        }
        let engine = app.engine.clone();
        let known = app.threads.run(move || engine.key_of(&secret)).await?;
        let Some((key, user)) = known else {
            let from = peer.map_or_else(|| "nowhere".into(), |peer| peer.to_string());
            if let Err(seconds) = app.rates.count_wrong_key(&from, Instant::now()) {
                return Err(Problem::too_many(seconds));
            }
            return Err(Problem::unauthenticated("this key is not known, or was revoked"));
        };
        return Ok(Some(Principal::of_key(key, user)));
    }
    if browser::cookie_of(headers).is_some_and(|cookie| app.browsers.is_known(&cookie)) {
        return Ok(Some(Principal::owner(app, Via::Browser)));
    }
    if needs_no_key {
        return Ok(Some(Principal::owner(app, Via::ThisMachine)));
    }
    Ok(None)
}

fn peer_of(request: &Request) -> Option<IpAddr> {
    request.extensions().get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(address)| address.ip())
}

/// Something in front of us speaks for somebody we do not see.
fn is_forwarded(headers: &HeaderMap) -> bool {
    ["forwarded", "x-forwarded-for", "x-real-ip", "via"].into_iter().any(|name| headers.contains_key(name))
}

/// Returns the key that is shown: as a bearer, as mem0's clients do, or in a header of its own.
fn shown_key(headers: &HeaderMap) -> Option<String> {
    let text = |name: header::HeaderName| headers.get(name)?.to_str().ok().map(str::trim);
    if let Some(shown) = text(header::AUTHORIZATION) {
        let (scheme, secret) = shown.split_once(' ')?;
        let known = scheme.eq_ignore_ascii_case("bearer") || scheme.eq_ignore_ascii_case("token");
        return known.then(|| secret.trim().to_owned());
    }
    text(header::HeaderName::from_static("x-api-key")).map(str::to_owned)
}
