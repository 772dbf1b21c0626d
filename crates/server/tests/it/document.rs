//! The document that describes every route.

use serde_json::Value;

use crate::support::Server;

fn document() -> Value {
    serde_json::to_value(cofio_server::document()).unwrap()
}

fn operations(document: &Value) -> Vec<(String, String, &Value)> {
    let paths = document["paths"].as_object().unwrap();
    let of = |(path, methods): (&String, &Value)| -> Vec<(String, String)> {
        methods.as_object().unwrap().keys().map(|method| (method.clone(), path.clone())).collect()
    };
    let all: Vec<(String, String)> = paths.iter().flat_map(of).collect();
    all.into_iter()
        .map(|(method, path)| {
            let operation = &document["paths"][&path][&method];
            (method, path, operation)
        })
        .collect()
}

/// UX §6: generated from code. The copy in the docs is the one that programs are written against, so it does not change
/// unseen. To take a change over: COFIO_WRITE_DOCUMENT=1 cargo test -p cofio-server document
#[test]
fn the_checked_in_copy_is_current() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/openapi.json");
    let written = format!("{}\n", cofio_server::document().to_pretty_json().unwrap());
    if std::env::var_os("COFIO_WRITE_DOCUMENT").is_some() {
        std::fs::write(&path, &written).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        kept == written,
        "docs/openapi.json is not current: COFIO_WRITE_DOCUMENT=1 cargo test -p cofio-server document"
    );
}

#[test]
fn every_route_says_what_it_does_what_it_answers_and_has_a_name_of_its_own() {
    let document = document();
    assert!(document["openapi"].as_str().unwrap().starts_with("3.1"));
    let all = operations(&document);
    assert!(all.len() > 80, "{}", all.len());
    let mut names = std::collections::BTreeSet::new();
    for (method, path, operation) in &all {
        let what = format!("{method} {path}");
        assert!(operation["summary"].as_str().is_some_and(|summary| !summary.is_empty()), "{what} has no summary");
        for (status, response) in operation["responses"].as_object().unwrap() {
            assert!(response["description"].as_str().is_some_and(|text| !text.is_empty()), "{what} {status}");
        }
        let declared = operation["parameters"].as_array().cloned().unwrap_or_default();
        for name in path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}')) {
            let is_it = |parameter: &Value| parameter["name"] == name && parameter["in"] == "path";
            assert!(declared.iter().any(is_it), "{what} does not describe {name}");
        }
        assert!(
            names.insert(operation["operationId"].as_str().unwrap().to_owned()),
            "{what}: {}",
            operation["operationId"]
        );
    }
}

/// What is not there yet is not in the document either.
#[test]
fn nothing_is_promised_that_is_not_there() {
    let document = document();
    for absent in ["import", "export", "backup", "markdown", "graph", "timeline"] {
        let found = operations(&document).into_iter().find(|(_, path, _)| path.contains(absent));
        assert!(found.is_none(), "{found:?}");
    }
}

#[tokio::test]
async fn the_document_is_served_and_shown_to_everybody() {
    let server = Server::asking_for_keys();
    let served = server.get("/openapi.json").await.expect(200);
    assert_eq!(served.body, document());
    assert_eq!(server.get("/api/v1/openapi.json").await.expect(200).body, document());
    let page = server.get("/docs").await.expect(200);
    assert!(page.text.contains("POST /api/v1/memories:recall"));
    assert!(!page.text.contains("<script"));
}
