//! `/v1/embeddings`: by an upstream that has them, else by the model that is part of the program.

use std::sync::Arc;

use axum::Json;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{Method, StatusCode};
use axum::response::{IntoResponse, Response};
use cofio_domain::ports::{Cancel, Embedder, Mode};
use cofio_gateway::{Asked, Protocol, Upstream, whole};
use serde_json::{Value, json};

use super::after::After;
use super::relay::{Coming, ErrorBody};
use crate::app::App;
use crate::problem::Problem;
use crate::telemetry::Called;

/// The most texts at once, as OpenAI has it.
const MOST: usize = 2_048;

/// Turn texts into vectors
///
/// By the upstream of the model; without one, by the built-in embedder.
#[utoipa::path(post, path = "/v1/embeddings", tag = "gateway", request_body = Object,
    responses((status = 200, description = "The vectors", body = Object),
              (status = "4XX", description = "Not read", body = ErrorBody), (status = "5XX", description = "Not read", body = ErrorBody)))]
pub(crate) async fn embeddings(State(app): State<App>, request: Request) -> Result<Response, Problem> {
    let coming = Coming::of(&app, request).await?;
    let asked = Asked::read(Protocol::Embeddings, &coming.body);
    let model = asked.and_then(|asked| asked.model);
    let gateway = app.gateway();
    let own = gateway.embedder.as_ref();
    let means_own = own.is_some_and(|own| model.as_deref() == Some(own.model().as_str()));
    match gateway.upstreams.of(model.as_deref(), Protocol::Embeddings) {
        Ok(upstream) if !means_own => relayed(&app, upstream, model, coming).await,
        Err(nobody) if own.is_none() => Err(nobody.into()),
        _ => {
            let Some(own) = own.map(Arc::clone) else { return Err(Problem::invalid("there is no embedder")) };
            here(&app, own, &coming.body).await
        }
    }
}

async fn relayed(app: &App, upstream: &Upstream, model: Option<String>, coming: Coming) -> Result<Response, Problem> {
    let since = std::time::Instant::now();
    let request_chars = coming.body.len();
    let path = format!("{}{}", Protocol::Embeddings.path(), coming.query);
    let called = Called { operation: "embeddings", provider: &upstream.name, model: model.as_deref() };
    let call = coming.trace.as_ref().map(|trace| trace.call(&called));
    let answer = upstream.ask(Method::POST, &path, &coming.headers, coming.body).await?;
    let (status, headers) = (answer.status, answer.headers.clone());
    let bytes = answer.all().await?;
    let (bytes, heard, _) = whole(Protocol::Embeddings, Default::default(), &bytes);
    let after = After {
        app: app.clone(),
        upstream: upstream.name.clone(),
        model,
        since,
        call,
        talk: None,
        recorder: None,
        project: None,
        news: Vec::new(),
        asked_at: app.engine.now(),
        answer: None,
        by_handle: Default::default(),
        memory_tokens: 0,
        request_chars,
    };
    after.conclude(&heard, &[], if status.is_success() { "ok" } else { "refused" });
    let mut response = Response::new(Body::from(bytes));
    *response.status_mut() = status;
    *response.headers_mut() = headers;
    Ok(response)
}

async fn here(app: &App, embedder: Arc<dyn Embedder>, body: &[u8]) -> Result<Response, Problem> {
    let body: Value = serde_json::from_slice(body).map_err(|error| Problem::invalid(error.to_string()))?;
    let texts = texts(&body["input"])?;
    if let Some(wanted) = body["dimensions"].as_u64().filter(|wanted| *wanted != embedder.dimensions() as u64) {
        let has = embedder.dimensions();
        return Err(Problem::field("dimensions", format!("this model has {has}, not {wanted}")));
    }
    let in_base64 = match body["encoding_format"].as_str() {
        None | Some("float") => false,
        Some("base64") => true,
        Some(_) => return Err(Problem::field("encoding_format", "float or base64")),
    };
    let model = embedder.model().as_str().to_owned();
    let tokens: usize = texts.iter().map(|text| text.len().div_ceil(4)).sum();
    let unavailable = |error: cofio_domain::ports::ModelError| {
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, "model_unavailable", "a model does not answer", error.to_string())
    };
    let vectors = app
        .threads
        .run(move || {
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            embedder.embed(Mode::Document, &texts, &Cancel::new()).map_err(unavailable)
        })
        .await?;
    let items: Vec<Value> = vectors
        .iter()
        .enumerate()
        .map(|(index, vector)| {
            let embedding = if in_base64 { json!(base64(vector.values())) } else { json!(vector.values()) };
            json!({"object": "embedding", "index": index, "embedding": embedding})
        })
        .collect();
    let usage = json!({"prompt_tokens": tokens, "total_tokens": tokens});
    Ok(Json(json!({"object": "list", "data": items, "model": model, "usage": usage})).into_response())
}

fn texts(input: &Value) -> Result<Vec<String>, Problem> {
    let wrong =
        || Problem::field("input", "a text, or a list of texts; numbers of another model's tokens are not read");
    match input {
        Value::String(text) => Ok(vec![text.clone()]),
        Value::Array(items) if !items.is_empty() && items.len() <= MOST => {
            items.iter().map(|item| item.as_str().map(str::to_owned).ok_or_else(wrong)).collect()
        }
        _ => Err(wrong()),
    }
}

/// Numbers as OpenAI's clients ask for them: four bytes each, the lowest first, in base64.
fn base64(values: &[f32]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let number = three.iter().fold(0_u32, |sum, byte| sum << 8 | u32::from(*byte)) << (8 * (3 - three.len()));
        for place in 0..4 {
            let letter = LETTERS[(number >> (18 - 6 * place)) as usize & 63];
            text.push(if place <= three.len() { char::from(letter) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_clients_read_them() {
        assert_eq!(base64(&[1.0]), "AACAPw==");
        assert_eq!(base64(&[1.0, -0.5]), "AACAPwAAAL8=");
        assert_eq!(base64(&[1.0, -0.5, 2.0]), "AACAPwAAAL8AAABA");
    }
}
