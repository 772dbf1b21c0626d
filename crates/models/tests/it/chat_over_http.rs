//! The language model behind an address, against a real server on loopback.

use std::sync::Arc;
use std::time::Duration;

use cofio_domain::ports::{
    AnswerSchema, Cancel, Completion, Llm, ModelError, Prompt, PromptMessage, PromptRole, Tokens,
};
use cofio_models::http::{Endpoint, FileMeter, HttpLlm, KeySource, LlmSettings, Meter, ProcessMeter};
use cofio_testkit::provider::{Provider, Reply, nobody};
use cofio_testkit::{FixedClock, day};
use serde_json::json;

fn settings() -> LlmSettings {
    LlmSettings { model: "small".into(), timeout: Duration::from_secs(5), daily_tokens: None }
}

fn endpoint(base: &str) -> Endpoint {
    Endpoint::new(base.parse().unwrap(), KeySource::None).leaving_alone_for(Duration::ZERO)
}

fn llm(provider: &Provider) -> HttpLlm {
    HttpLlm::new(endpoint(&provider.base_url()), settings(), Box::new(ProcessMeter::default()))
}

fn prompt() -> Prompt {
    Prompt {
        messages: vec![
            PromptMessage::new(PromptRole::System, "You answer in JSON."),
            PromptMessage::new(PromptRole::User, "What is known?"),
        ],
        schema: Some(AnswerSchema { name: "answer", schema: json!({ "type": "object" }) }),
        max_tokens: 50,
    }
}

fn ask(llm: &HttpLlm) -> Result<Completion, ModelError> {
    llm.complete(&prompt(), &Cancel::new())
}

#[test]
fn a_prompt_is_asked_and_answered_with_what_it_took() {
    let provider = Provider::answering(|_, _| Reply::chat("{\"known\":[]}"));
    let answer = ask(&llm(&provider)).unwrap();
    let tokens = Tokens { read: 100, written: 10 };
    assert_eq!(answer, Completion { text: "{\"known\":[]}".into(), tokens, is_complete: true });
    let asked = provider.asked().remove(0);
    assert_eq!(asked.path, "/v1/chat/completions");
    assert_eq!(
        asked.body,
        json!({
            "model": "small",
            "messages": [
                { "role": "system", "content": "You answer in JSON." },
                { "role": "user", "content": "What is known?" },
            ],
            "max_tokens": 50,
            "temperature": 0,
            "stream": false,
            "response_format": {
                "type": "json_schema",
                "json_schema": { "name": "answer", "strict": true, "schema": { "type": "object" } },
            },
        })
    );
}

#[test]
fn what_a_provider_does_not_understand_is_left_out_and_stays_out() {
    let provider = Provider::answering(|asked, _| {
        let format = asked.body["response_format"]["type"].as_str();
        if asked.body.get("max_tokens").is_some() {
            return Reply::error(400, "Unsupported parameter: use 'max_completion_tokens' instead.");
        }
        if asked.body.get("temperature").is_some() {
            return Reply::error(400, "'temperature' does not support 0");
        }
        match format {
            Some("json_schema") => Reply::error(422, "unknown response_format"),
            _ => Reply::chat("{}"),
        }
    });
    let llm = llm(&provider);
    assert_eq!(ask(&llm).unwrap().text, "{}");
    assert_eq!(provider.asked().len(), 4);
    ask(&llm).unwrap();
    let last = provider.asked().pop().unwrap().body;
    assert_eq!(provider.asked().len(), 5, "what was learned about a provider is not learned again");
    assert_eq!((&last["max_completion_tokens"], &last["response_format"]["type"]), (&json!(50), &json!("json_object")));
    assert!(last.get("temperature").is_none() && last.get("max_tokens").is_none());
}

#[test]
fn an_answer_that_was_cut_off_is_known_as_such() {
    let provider = Provider::answering(|_, _| {
        Reply::json(&json!({ "choices": [{ "message": { "content": "{\"kno" }, "finish_reason": "length" }] }))
    });
    let answer = ask(&llm(&provider)).unwrap();
    assert!(!answer.is_complete);
    assert!(answer.tokens.read > 0, "where nothing is said about tokens, they are estimated");
}

#[test]
fn what_cannot_be_an_answer_is_an_error() {
    for reply in [
        Reply::text(200, "[]"),
        Reply::json(&json!({ "choices": [] })),
        Reply::error(404, "no such model"),
        Reply::error(400, "always wrong"),
        Reply::chat("{}").cut_after(10),
    ] {
        let provider = Provider::answering(move |_, _| reply.clone());
        assert!(matches!(ask(&llm(&provider)), Err(ModelError::Unavailable { .. })));
    }
    let nobody = HttpLlm::new(endpoint(&nobody()), settings(), Box::new(ProcessMeter::default()));
    assert!(matches!(ask(&nobody), Err(ModelError::Unavailable { .. })));
}

#[test]
fn a_silent_model_costs_no_more_than_its_time_and_is_charged_for() {
    let provider = Provider::answering(|_, _| Reply::chat("{}").after(Duration::from_secs(20)));
    let folder = tempfile::tempdir().unwrap();
    let meter = || FileMeter::new(folder.path(), Arc::new(FixedClock::at(day(1))), 90);
    let settings = LlmSettings { timeout: Duration::from_millis(100), ..settings() };
    let llm = HttpLlm::new(endpoint(&provider.base_url()), settings, Box::new(meter()));
    assert!(matches!(ask(&llm), Err(ModelError::Unavailable { .. })));
    assert!(meter().spent_today().unwrap() > 0);
}

#[test]
fn what_may_be_spent_in_a_day_is_not_overstepped() {
    let folder = tempfile::tempdir().unwrap();
    let clock = Arc::new(FixedClock::at(day(1)));
    let provider = Provider::answering(|_, _| Reply::chat("{}"));
    // As another process would see it.
    let again = || {
        let settings = LlmSettings { daily_tokens: Some(160), ..settings() };
        let meter = FileMeter::new(folder.path(), clock.clone(), 90);
        HttpLlm::new(endpoint(&provider.base_url()), settings, Box::new(meter))
    };
    ask(&again()).unwrap();
    let refused = ask(&again()).unwrap_err();
    let host = "127.0.0.1";
    assert_eq!(refused.to_string(), format!("the model small@{host} is not asked: its 160 tokens of today are spent"));
    assert_eq!(provider.asked().len(), 1);
    clock.set(day(2));
    ask(&again()).unwrap();
}

#[test]
fn the_log_of_what_was_spent_has_nobodys_words() {
    let folder = tempfile::tempdir().unwrap();
    let provider = Provider::answering(|_, before| match before {
        0 => Reply::chat("hunter2"),
        _ => Reply::error(400, "you said hunter2"),
    });
    let meter = FileMeter::new(folder.path(), Arc::new(FixedClock::at(day(1))), 90);
    let llm = HttpLlm::new(endpoint(&provider.base_url()), settings(), Box::new(meter));
    let messages = vec![PromptMessage::new(PromptRole::User, "hunter2")];
    let prompt = Prompt { messages, schema: None, max_tokens: 5 };
    llm.complete(&prompt, &Cancel::new()).unwrap();
    llm.complete(&prompt, &Cancel::new()).unwrap_err();
    let log: Vec<_> = std::fs::read_dir(folder.path()).unwrap().flatten().map(|entry| entry.path()).collect();
    let text = std::fs::read_to_string(&log[0]).unwrap();
    assert!(!text.contains("hunter2"), "{text}");
    assert_eq!(text.lines().count(), 2, "{text}");
    assert!(text.contains("\"read\":100") && text.contains("\"outcome\":\"refused\""), "{text}");
}
