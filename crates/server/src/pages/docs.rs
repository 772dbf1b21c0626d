//! The documentation: the document itself, and a page made from it, without a script.

use std::fmt::Write as _;
use std::sync::OnceLock;

use axum::http::header;
use axum::response::{Html, IntoResponse};
use serde_json::Value;

use crate::pages::{escaped, page};
use crate::router;

/// The document, written once.
fn written() -> &'static str {
    static WRITTEN: OnceLock<String> = OnceLock::new();
    WRITTEN.get_or_init(|| router::document().to_pretty_json().unwrap_or_default())
}

/// This document
#[utoipa::path(get, path = "/openapi.json", tag = "server", responses((status = 200, description = "OpenAPI 3.1", content_type = "application/json", body = Object)))]
pub(crate) async fn document() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], written())
}

/// The same, beside what it describes
#[utoipa::path(get, path = "/api/v1/openapi.json", tag = "server", responses((status = 200, description = "OpenAPI 3.1", content_type = "application/json", body = Object)))]
pub(crate) async fn document_in_its_place() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], written())
}

/// The documentation as a page
#[utoipa::path(get, path = "/docs", tag = "server", responses((status = 200, description = "The page", content_type = "text/html", body = String)))]
pub(crate) async fn docs() -> impl IntoResponse {
    static PAGE: OnceLock<String> = OnceLock::new();
    Html(PAGE.get_or_init(|| rendered(&serde_json::from_str(written()).unwrap_or_default())).as_str())
}

fn rendered(document: &Value) -> String {
    let mut body = format!(
        "<h1>Cofio {}</h1>\n<p>{}</p>\n<p><a href=\"/openapi.json\">/openapi.json</a></p>\n",
        told(&document["info"]["version"]),
        told(&document["info"]["description"])
    );
    for tag in document["tags"].as_array().into_iter().flatten() {
        let _ = writeln!(body, "<h2>{}</h2>\n<p>{}</p>", told(&tag["name"]), told(&tag["description"]));
        for (path, methods) in document["paths"].as_object().into_iter().flatten() {
            for (method, operation) in methods.as_object().into_iter().flatten() {
                let tags = operation["tags"].as_array();
                if tags.is_some_and(|tags| tags.contains(&tag["name"])) {
                    operation_into(&mut body, method, path, operation);
                }
            }
        }
    }
    let _ = writeln!(body, "<h2>schemas</h2>");
    for (name, schema) in document["components"]["schemas"].as_object().into_iter().flatten() {
        let pretty = serde_json::to_string_pretty(schema).unwrap_or_default();
        let _ = writeln!(body, "<h3 id=\"{0}\">{0}</h3>\n<pre>{1}</pre>", escaped(name), escaped(&pretty));
    }
    page("Cofio: API", &body)
}

fn operation_into(body: &mut String, method: &str, path: &str, operation: &Value) {
    let summary = told(&operation["summary"]);
    let _ = writeln!(body, "<h3>{} {}</h3>\n<p>{summary}</p>", method.to_ascii_uppercase(), escaped(path));
    let parameters: Vec<String> = operation["parameters"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|parameter| {
            let name = escaped(parameter["name"].as_str().unwrap_or_default());
            let about = told(&parameter["description"]);
            format!("<dt><code>{name}</code></dt><dd>{about}</dd>")
        })
        .collect();
    if !parameters.is_empty() {
        let _ = writeln!(body, "<dl>{}</dl>", parameters.concat());
    }
    if let Some(schema) = operation.pointer("/requestBody/content/application~1json/schema") {
        let _ = writeln!(body, "<p class=\"faint\">body: {}</p>", reference(schema));
    }
    for (status, response) in operation["responses"].as_object().into_iter().flatten() {
        let about = told(&response["description"]);
        let contents = ["/content/application~1json/schema", "/content/application~1problem+json/schema"];
        let shape = contents.iter().find_map(|content| response.pointer(content)).map_or(String::new(), reference);
        let _ = writeln!(body, "<p class=\"faint\">{}: {about} {shape}</p>", escaped(status));
    }
}

/// Prose of the document as it is shown: what stands between backticks is code.
fn told(prose: &Value) -> String {
    let parts = prose.as_str().unwrap_or_default().split('`').enumerate();
    parts
        .map(|(place, part)| if place % 2 == 1 { format!("<code>{}</code>", escaped(part)) } else { escaped(part) })
        .collect()
}

fn reference(schema: &Value) -> String {
    let name = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()).map(escaped);
    name.map_or_else(|| "<code>object</code>".into(), |name| format!("<a href=\"#{name}\"><code>{name}</code></a>"))
}
