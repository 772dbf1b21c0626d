//! What is told to those who watch over the server: spans of requests and of calls of models, as OpenTelemetry has them, by
//! its conventions for HTTP and for generative models. Nobody is told anything unless the program around the server has
//! it sent somewhere. There is nothing of anybody's words in it, no address with a query, and no name of a person.

use std::sync::LazyLock;
use std::time::Duration;

use axum::http::{HeaderMap, Method, StatusCode};
use opentelemetry::metrics::Histogram;
use opentelemetry::propagation::Extractor;
use opentelemetry::trace::{SpanKind, Status, TraceContextExt as _, Tracer as _};
use opentelemetry::{Context, KeyValue, global};

/// By whom it is told.
const SCOPE: &str = "cofio";

/// Methods that are told by their name.
const KNOWN_METHODS: [&str; 7] = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];

/// A request that is being answered, for what happens inside it.
#[derive(Clone)]
pub(crate) struct Trace(Context);

impl Trace {
    /// Begins with a request. Where its sender is watched too, it is part of what they do.
    pub(crate) fn of_request(method: &Method, route: &str, headers: &HeaderMap) -> Trace {
        let parent = global::get_text_map_propagator(|propagator| propagator.extract(&Headers(headers)));
        // Anybody can make up a method.
        let method = if KNOWN_METHODS.contains(&method.as_str()) { method.as_str() } else { "_OTHER" };
        let attributes =
            [KeyValue::new("http.request.method", method.to_owned()), KeyValue::new("http.route", route.to_owned())];
        let operation = memory_operation(method, route).map(|name| KeyValue::new("gen_ai.operation.name", name));
        let attributes = attributes.into_iter().chain(operation);
        Trace::begun(&parent, format!("{method} {route}"), SpanKind::Server, attributes)
    }

    fn begun(parent: &Context, name: String, kind: SpanKind, attributes: impl IntoIterator<Item = KeyValue>) -> Trace {
        let tracer = global::tracer(SCOPE);
        let span = tracer.span_builder(name).with_kind(kind).with_attributes(attributes);
        Trace(parent.with_span(span.start_with_context(&tracer, parent)))
    }

    /// Ends with an answer.
    pub(crate) fn answered(&self, status: StatusCode, request_id: &str) {
        let span = self.0.span();
        span.set_attribute(KeyValue::new("http.response.status_code", i64::from(status.as_u16())));
        span.set_attribute(KeyValue::new("cofio.request_id", request_id.to_owned()));
        if status.is_server_error() {
            span.set_attribute(KeyValue::new("error.type", status.as_u16().to_string()));
            span.set_status(Status::error(""));
        }
        span.end();
    }

    /// Tells how a context block came about, in numbers: what took so long, inside the request.
    pub(crate) fn composed(&self, told: &Composed, took: Duration) {
        let tracer = global::tracer(SCOPE);
        let began = opentelemetry::time::now() - took;
        let attributes = [
            KeyValue::new("cofio.context.loaded", whole(told.loaded)),
            KeyValue::new("cofio.context.left_out", whole(told.left_out)),
            KeyValue::new("cofio.context.tokens", whole(told.tokens)),
            KeyValue::new("cofio.context.looked_up", whole(told.looked_up)),
            KeyValue::new("cofio.context.cache", told.cache),
        ];
        let span = tracer.span_builder("compose context").with_start_time(began).with_attributes(attributes);
        drop(span.start_with_context(&tracer, &self.0));
    }

    /// Begins with a call of a model, inside the request.
    pub(crate) fn call(&self, call: &Called<'_>) -> CallTrace {
        let attributes = call.attributes();
        let name = format!("{} {}", call.operation, call.model.unwrap_or("unnamed"));
        let trace = Trace::begun(&self.0, name, SpanKind::Client, attributes.clone());
        CallTrace { trace, attributes }
    }
}

/// Tells that a tool was called.
pub(crate) fn tool_called(tool: &'static str, took: Duration, went: &'static str) {
    let tracer = global::tracer(SCOPE);
    let mut attributes =
        vec![KeyValue::new("gen_ai.operation.name", "execute_tool"), KeyValue::new("gen_ai.tool.name", tool)];
    if went == "failed" || went == "refused" {
        attributes.push(KeyValue::new("error.type", went));
    }
    let began = opentelemetry::time::now() - took;
    drop(
        tracer
            .span_builder(format!("execute_tool {tool}"))
            .with_start_time(began)
            .with_attributes(attributes)
            .start(&tracer),
    );
}

/// What a request does to memory, by the convention's words.
fn memory_operation(method: &str, route: &str) -> Option<&'static str> {
    Some(match (method, route) {
        ("POST", "/api/v1/memories" | "/api/v1/memories:batch" | "/memories") => "create_memory",
        ("GET" | "POST", "/api/v1/memories:recall" | "/api/v1/search" | "/api/v1/context" | "/search") => {
            "search_memory"
        }
        ("PATCH" | "PUT", "/api/v1/memories/{id}" | "/memories/{id}") => "update_memory",
        ("DELETE", "/api/v1/memories/{id}" | "/memories/{id}") => "delete_memory",
        ("POST", "/api/v1/memories/{id}/forget" | "/api/v1/memories/{id}/erase") => "delete_memory",
        _ => return None,
    })
}

/// How a context block came about.
pub(crate) struct Composed {
    pub(crate) loaded: usize,
    pub(crate) left_out: usize,
    pub(crate) tokens: usize,
    pub(crate) looked_up: usize,
    pub(crate) cache: &'static str,
}

/// A model that is called.
pub(crate) struct Called<'a> {
    /// `chat` or `embeddings`.
    pub(crate) operation: &'static str,
    /// Whoever is asked, by its name in the settings.
    pub(crate) provider: &'a str,
    /// The model that is asked for.
    pub(crate) model: Option<&'a str>,
}

impl Called<'_> {
    fn attributes(&self) -> Vec<KeyValue> {
        let mut all = vec![
            KeyValue::new("gen_ai.operation.name", self.operation),
            KeyValue::new("gen_ai.provider.name", self.provider.to_owned()),
        ];
        all.extend(self.model.map(|model| KeyValue::new("gen_ai.request.model", model.to_owned())));
        all
    }
}

/// A call of a model that is being answered.
pub(crate) struct CallTrace {
    trace: Trace,
    attributes: Vec<KeyValue>,
}

/// What a call came to.
pub(crate) struct CallEnd<'a> {
    pub(crate) model: &'a str,
    pub(crate) read: u64,
    pub(crate) written: u64,
    /// What memory took of what was read.
    pub(crate) memory_tokens: u64,
    pub(crate) took: Duration,
    /// `ok`, or what sort of end it had.
    pub(crate) outcome: &'static str,
}

struct Measures {
    duration: Histogram<f64>,
    tokens: Histogram<u64>,
}

static MEASURES: LazyLock<Measures> = LazyLock::new(|| {
    let meter = global::meter(SCOPE);
    let duration = meter.f64_histogram("gen_ai.client.operation.duration").with_unit("s");
    let tokens = meter.u64_histogram("gen_ai.client.token.usage").with_unit("{token}");
    Measures {
        duration: duration.with_boundaries((0..14).map(|power| 0.01 * f64::from(1 << power)).collect()).build(),
        tokens: tokens.with_boundaries((0..14).map(|power| f64::from(1 << (2 * power))).collect()).build(),
    }
});

impl CallTrace {
    /// Ends with what the call came to.
    pub(crate) fn ended(mut self, end: &CallEnd<'_>) {
        let span = self.trace.0.span();
        span.set_attribute(KeyValue::new("gen_ai.response.model", end.model.to_owned()));
        span.set_attribute(KeyValue::new("gen_ai.usage.input_tokens", long(end.read)));
        span.set_attribute(KeyValue::new("gen_ai.usage.output_tokens", long(end.written)));
        span.set_attribute(KeyValue::new("cofio.memory_tokens", long(end.memory_tokens)));
        if end.outcome != "ok" {
            self.attributes.push(KeyValue::new("error.type", end.outcome));
            span.set_attribute(KeyValue::new("error.type", end.outcome));
            span.set_status(Status::error(end.outcome));
        }
        span.end();
        self.attributes.push(KeyValue::new("gen_ai.response.model", end.model.to_owned()));
        MEASURES.duration.record(end.took.as_secs_f64(), &self.attributes);
        for (kind, count) in [("input", end.read), ("output", end.written)] {
            let kind = KeyValue::new("gen_ai.token.type", kind);
            let attributes: Vec<KeyValue> = self.attributes.iter().cloned().chain([kind]).collect();
            MEASURES.tokens.record(count, &attributes);
        }
    }
}

fn whole(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

fn long(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

struct Headers<'a>(&'a HeaderMap);

impl Extractor for Headers<'_> {
    fn get(&self, key: &str) -> Option<&str> {
        self.0.get(key).and_then(|value| value.to_str().ok())
    }

    fn keys(&self) -> Vec<&str> {
        self.0.keys().map(axum::http::HeaderName::as_str).collect()
    }
}
