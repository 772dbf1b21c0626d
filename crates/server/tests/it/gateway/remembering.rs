//! What is remembered goes into a request, and what is said is recorded.

use cofio_testkit::day;
use serde_json::json;

use super::*;

/// RB-04, R2-032, UX §4: memory is put in, the answer is told without handles, what was said is recorded, and the session,
/// the baseline and `why` hold over the conversation.
#[tokio::test]
async fn a_chat_is_given_what_is_remembered_and_is_remembered() {
    let log = calls();
    let kept = log.clone();
    let through = Through::with(Server::new(), |gateway| gateway.log = Some(kept)).await;
    let later = |minutes| through.server.clock.set(day(1).plus_minutes(minutes));
    later(0);
    let id = through.server.remember("I am vegetarian").await;
    later(1);
    through.upstream.says("You told me you are vegetarian [m1]. Try dal.");
    let first = json!([{"role": "system", "content": "Be kind."}, {"role": "user", "content": "what shall I cook tonight, something new?"}]);
    let answer = through.chat(first).await;
    assert_eq!(answer.status(), 200);
    let session = header(&answer, "x-cofio-session").to_owned();
    assert_eq!((header(&answer, "x-cofio-memories"), header(&answer, "x-cofio-degraded")), (id.as_str(), ""));
    assert!(header(&answer, "x-cofio-context-tokens").parse::<usize>().unwrap() > 10);
    assert_eq!((header(&answer, "x-ratelimit-left"), header(&answer, "set-cookie")), ("7", ""));
    let answer_id = header(&answer, "x-cofio-answer").to_owned();
    let body = answer.text().await.unwrap();
    assert!(body.contains("\"content\":\"You told me you are vegetarian. Try dal.\""), "{body}");

    let sent = through.upstream.last();
    let system = sent.body["messages"][0]["content"].as_str().unwrap().to_owned();
    assert!(
        system.starts_with("Be kind.\n\n<memory_context v=\"1\"")
            && system.contains("I am vegetarian · confirmed")
            && system.contains(" [m1]"),
        "{system}"
    );
    let recorded = through.recorded(&session, 2).await;
    let question = "user: what shall I cook tonight, something new?";
    assert_eq!(said(&recorded), [question, "assistant: You told me you are vegetarian. Try dal."]);
    assert_eq!(through.server.get(&format!("/api/v1/sessions/{session}")).await.text_at("/surface"), "gateway");
    let why = through.server.get(&format!("/api/v1/answers/{answer_id}/why")).await.expect(200);
    assert_eq!((why.text_at("/loaded/0/id"), &why.body["cited"]), (id.as_str(), &json!(["m1"])));

    // The client sends back what was said; a word that was saved meanwhile comes late, and changes nothing before it.
    later(2);
    through.server.remember("I am allergic to peanuts").await;
    through.upstream.says("Lentils.");
    let second = json!([{"role": "system", "content": "Be kind."}, {"role": "user", "content": "what shall I cook tonight, something new?"},
        {"role": "assistant", "content": "You told me you are vegetarian. Try dal."}, {"role": "user", "content": "which peanuts go with it, do you remember?"}]);
    let answer = through.chat(second.clone()).await;
    assert_eq!(header(&answer, "x-cofio-session"), session);
    let sent = through.upstream.last();
    assert_eq!(sent.body["messages"][0]["content"], system.as_str(), "the same to the byte");
    assert_eq!(sent.body["messages"][1], second[1], "what was said before stays as it was sent");
    let asked = sent.body["messages"][3]["content"].as_str().unwrap();
    assert!(
        asked.starts_with("<memory_context") && asked.contains("peanuts") && asked.ends_with("do you remember?"),
        "{asked}"
    );
    later(3);
    // Asked again: the question is there once, the other answer as well.
    through.upstream.says("Beans.");
    let again = through.chat(second).await;
    assert_eq!(header(&again, "x-cofio-session"), session);
    let recorded = through.recorded(&session, 5).await;
    assert_eq!(
        said(&recorded)[2..],
        ["user: which peanuts go with it, do you remember?", "assistant: Lentils.", "assistant: Beans."]
    );
    assert!(recorded.iter().all(|message| !message.text.as_deref().unwrap_or("").contains("memory_context")));

    let stats = through.server.get("/api/v1/stats").await.expect(200);
    assert_eq!(stats.body["models"]["some-model"], json!({"calls": 3, "read": 150, "written": 21}));
    assert_eq!(stats.body["citation_rate"], json!(1.0 / 3.0));
    let noted = log.0.lock().unwrap().clone();
    assert_eq!((noted.len(), noted[0].read, noted[0].written, noted[0].outcome), (3, 50, 7, "ok"));
    let metrics = through.server.get("/metrics").await.text;
    assert!(metrics.contains("cofio_model_tokens_total{model=\"some-model\",direction=\"read\"} 150"), "{metrics}");
}

/// RX-04, UX §4: off, read, write and incognito, what only some domains may see, and another time.
#[tokio::test]
async fn a_request_says_how_far_memory_goes() {
    let through = Through::new().await;
    through.server.remember("I am vegetarian").await;
    let body = json!({"model": "some-model", "messages": [{"role": "user", "content": "what shall I cook tonight?"}]});
    for (name, value, reads, writes) in [
        ("x-cofio-memory", "off", false, false),
        ("x-cofio-incognito", "1", false, false),
        ("x-cofio-memory", "read", true, false),
        ("x-cofio-domains", "travel", false, false),
        ("x-cofio-as-of", "2020-01-01", false, false),
    ] {
        let before = through.sessions().await;
        let mut request = through.post("/v1/chat/completions", &body).header(name, value);
        if !writes {
            request = request.header("x-cofio-session", format!("{name}-{value}"));
        }
        if name == "x-cofio-domains" || name == "x-cofio-as-of" {
            request = request.header("x-cofio-memory", "read");
        }
        through.upstream.says("Rice.");
        let answer = request.send().await.unwrap();
        assert_eq!((answer.status().as_u16(), header(&answer, "x-cofio-degraded")), (200, ""), "{name} {value}");
        let sent = String::from_utf8(through.upstream.last().bytes.to_vec()).unwrap();
        assert_eq!(sent.contains("vegetarian"), reads, "{name} {value}: {sent}");
        if !reads {
            assert_eq!(sent, body.to_string(), "nothing is changed where nothing is put in");
        }
        assert_eq!(through.sessions().await, before, "{name} {value}");
    }
    through.upstream.says("Rice.");
    let written =
        through.post("/v1/chat/completions", &body).header("x-cofio-memory", "write").header("x-cofio-session", "w");
    assert_eq!(header(&written.send().await.unwrap(), "x-cofio-memories"), "");
    through.recorded("w", 2).await;
    for (name, value) in [("x-cofio-memory", "maybe"), ("x-cofio-incognito", "yes"), ("x-cofio-domains", "no/where")] {
        let count = through.upstream.sent().len();
        let answer = through.post("/v1/chat/completions", &body).header(name, value).send().await.unwrap();
        assert_eq!(answer.status(), 400, "{name}");
        assert!(answer.text().await.unwrap().contains("\"type\":\"invalid_request_error\""));
        assert_eq!(through.upstream.sent().len(), count);
    }
}

/// RX-08, UX §4: after a restart a nameless chat goes on where it was, and `why` still answers.
#[tokio::test]
async fn a_restart_changes_nothing_for_a_chat() {
    let through = Through::new().await;
    through.server.clock.set(day(1));
    let id = through.server.remember("I am vegetarian").await;
    through.server.clock.set(day(1).plus_minutes(1));
    through.upstream.says("You are vegetarian [m1]: dal.");
    let question = json!({"role": "user", "content": "what shall I cook tonight, something new?"});
    let answer = through.chat(json!([question])).await;
    let (session, asked) =
        (header(&answer, "x-cofio-session").to_owned(), header(&answer, "x-cofio-answer").to_owned());
    through.recorded(&session, 2).await;
    // What nobody waits for is written a moment later.
    tokio::time::sleep(Duration::from_millis(300)).await;

    let through = Through::with(through.server.restarted(), |_| {}).await;
    through.upstream.says("Rice with it.");
    let answer = through
        .chat(json!([question, {"role": "assistant", "content": "You are vegetarian: dal."}, {"role": "user", "content": "and with it?"}]))
        .await;
    assert_eq!(header(&answer, "x-cofio-session"), session);
    assert_eq!(through.recorded(&session, 4).await.len(), 4);
    let why = through.server.get(&format!("/api/v1/answers/{asked}/why")).await.expect(200);
    assert_eq!((why.text_at("/loaded/0/id"), &why.body["cited"]), (id.as_str(), &json!(["m1"])));
    let erased = through.server.post(&format!("/api/v1/memories/{id}/erase"), json!({"confirm": id})).await;
    erased.expect(200);
    let gone = Through::with(through.server.restarted(), |_| {}).await;
    gone.server.get(&format!("/api/v1/answers/{asked}/why")).await.expect(404);
}
