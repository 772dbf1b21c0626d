//! The providers against a server nobody here wrote: llama.cpp's, with real weights. `make test-llm` starts it and runs
//! these; without it they cannot run, so that nothing else waits for a download.

use std::time::Duration;

use cofio_domain::ports::{
    AnswerSchema, Cancel, Completion, Embedder, Llm, Mode, ModelError, Prompt, PromptMessage, PromptRole, Vector,
};
use cofio_models::http::{EmbedderSettings, Endpoint, HttpEmbedder, HttpLlm, KeySource, LlmSettings, ProcessMeter};
use serde_json::{Value, json};

fn endpoint(variable: &str) -> Endpoint {
    let base = std::env::var(variable).unwrap_or_else(|_| panic!("{variable} says where the server is: make test-llm"));
    Endpoint::new(base.parse().unwrap(), KeySource::None)
}

fn llm() -> HttpLlm {
    let settings = LlmSettings { model: "any".into(), timeout: Duration::from_secs(240), daily_tokens: None };
    HttpLlm::new(endpoint("COFIO_TEST_LLM_URL"), settings, Box::new(ProcessMeter::default()))
}

fn embedder(dimensions: usize) -> HttpEmbedder {
    let settings = EmbedderSettings {
        query_prefix: "search_query:".into(),
        document_prefix: "search_document:".into(),
        timeout: Duration::from_secs(240),
        ..EmbedderSettings::new("any", dimensions)
    };
    HttpEmbedder::new(endpoint("COFIO_TEST_EMBEDDER_URL"), settings)
}

fn ask(text: &str, schema: Option<Value>, max_tokens: u32) -> Completion {
    let messages = vec![PromptMessage::new(PromptRole::User, text)];
    let schema = schema.map(|schema| AnswerSchema { name: "answer", schema });
    llm().complete(&Prompt { messages, schema, max_tokens }, &Cancel::new()).unwrap()
}

fn embed(mode: Mode, texts: &[&str]) -> Vec<Vector> {
    embedder(768).embed(mode, texts, &Cancel::new()).unwrap()
}

#[test]
#[ignore = "needs a server: make test-llm"]
fn a_real_model_keeps_to_a_schema() {
    let schema = json!({
        "type": "object",
        "additionalProperties": false,
        "required": ["city", "sure"],
        "properties": { "city": { "type": ["string", "null"], "maxLength": 30 }, "sure": { "type": "boolean" } },
    });
    let answer = ask("I live in Lisbon. Where do I live? Answer in JSON.", Some(schema), 100);
    let value: Value = serde_json::from_str(&answer.text).unwrap_or_else(|error| panic!("{error}: {}", answer.text));
    assert!(value["sure"].is_boolean() && value.get("city").is_some(), "{value}");
    assert!(answer.is_complete && answer.tokens.read > 10 && answer.tokens.written > 3, "{answer:?}");
}

#[test]
#[ignore = "needs a server: make test-llm"]
fn a_real_model_is_cut_off_where_it_was_told_to_stop() {
    let answer = ask("Tell me a long story about a ship.", None, 5);
    assert!(!answer.is_complete && answer.tokens.written <= 5 && !answer.text.is_empty(), "{answer:?}");
}

#[test]
#[ignore = "needs a server: make test-llm"]
fn a_real_embedder_puts_near_what_is_meant_alike() {
    let texts = ["My sister is a nurse at the hospital", "The car needs new tyres", ""];
    let documents = embed(Mode::Document, &texts);
    let question = embed(Mode::Query, &["Who works in medicine?"]).remove(0);
    let near: Vec<f32> = documents.iter().map(|document| question.dot(document).unwrap()).collect();
    assert!(near[0] > near[1] + 0.05, "{near:?}");
    let long = "a very long text about nothing at all ".repeat(2_000);
    assert_eq!(embed(Mode::Document, &[&long, "short"]).len(), 2, "what is too long is cut");
}

#[test]
#[ignore = "needs a server: make test-llm"]
fn a_real_embedder_with_other_dimensions_is_told_apart() {
    let wrong = embedder(384).embed(Mode::Query, &["tea"], &Cancel::new()).unwrap_err();
    let ModelError::Unavailable { source, .. } = wrong else { panic!("{wrong:?}") };
    assert_eq!(source.to_string(), "the answer cannot be read: its vectors have 768 dimensions, and 384 are set");
}
