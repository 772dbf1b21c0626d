//! mem0's dialect, as its clients speak it.

use serde_json::json;

use crate::support::Server;

#[tokio::test]
async fn what_is_said_is_learned_searched_changed_and_deleted() {
    let server = Server::asking_for_keys();
    let key = server.key("owner", |key| key.may_impersonate = true);
    let ask = |method: &str, path: &str| server.ask(method, path).header("x-api-key", &key);
    let messages = json!([{"role": "user", "content": "Remember that I'm vegetarian and allergic to nuts."}]);
    let added =
        ask("POST", "/memories").json(json!({"messages": messages, "user_id": "alex"})).send().await.expect(200);
    assert_eq!(added.text_at("/results/0/event"), "ADD", "{}", added.text);
    assert_eq!(added.text_at("/results/0/user_id"), "alex");
    let as_is = json!({"messages": "Plays the cello", "user_id": "alex", "run_id": "r1", "agent_id": "a1", "infer": false,
                       "metadata": {"topic": "music"}});
    let kept = ask("POST", "/memories").json(as_is).send().await.expect(200);
    let id = kept.text_at("/results/0/id").to_owned();
    assert_eq!((kept.text_at("/results/0/memory"), kept.text_at("/results/0/run_id")), ("Plays the cello", "r1"));
    assert_eq!(kept.body["results"][0]["metadata"], json!({"topic": "music"}));

    let all = ask("GET", "/memories?user_id=alex").send().await.expect(200);
    assert!(all.body["results"].as_array().unwrap().len() >= 2);
    let of_run = ask("GET", "/memories?user_id=alex&run_id=r1").send().await.expect(200);
    assert_eq!(of_run.body["results"].as_array().unwrap().len(), 1);
    let search = json!({"query": "cello", "filters": {"AND": [{"user_id": "alex"}, {"agent_id": "a1"}]}, "top_k": 3});
    let found = ask("POST", "/search").json(search).send().await.expect(200);
    assert_eq!(found.text_at("/results/0/id"), id);
    assert!(found.body["results"][0]["score"].as_f64().is_some());

    // An id belongs to the one who acts: the owner has no such memory.
    let missing = ask("GET", &format!("/memories/{id}")).send().await.expect(404);
    assert!(missing.text_at("/detail").contains("no memory matches"), "{}", missing.text);
    let theirs = |method: &str, path: &str| ask(method, path).header("x-cofio-user", "alex");
    theirs("GET", &format!("/memories/{id}")).send().await.expect(200);
    let changed = theirs("PUT", &format!("/memories/{id}")).json(json!({"text": "Plays the viola"})).send().await;
    assert_eq!(changed.expect(200).text_at("/memory"), "Plays the viola");
    let history = theirs("GET", &format!("/memories/{id}/history")).send().await.expect(200);
    assert_eq!((history.text_at("/0/event"), history.text_at("/1/event")), ("ADD", "UPDATE"));
    assert_eq!(history.text_at("/1/old_memory"), "Plays the cello");
    theirs("DELETE", &format!("/memories/{id}")).send().await.expect(200);
    ask("DELETE", "/memories?user_id=alex").send().await.expect(200);
    let left = ask("GET", "/memories?user_id=alex").send().await.expect(200);
    assert_eq!(left.body["results"], json!([]));
    ask("DELETE", "/memories").send().await.expect(400);
}

#[tokio::test]
async fn the_platforms_client_finds_the_routes_it_calls() {
    let server = Server::asking_for_keys();
    let key = server.key("owner", |key| key.may_impersonate = true);
    let ask = |method: &str, path: &str| server.ask(method, path).header("authorization", &format!("Token {key}"));
    assert_eq!(ask("GET", "/v1/ping/").send().await.expect(200).text_at("/status"), "ok");
    let add = json!({"messages": [{"role": "user", "content": "Plays the cello"}], "user_id": "alex", "infer": false});
    let added = ask("POST", "/v3/memories/add/").json(add).send().await.expect(200);
    let id = added.text_at("/results/0/id").to_owned();
    let listed = ask("POST", "/v3/memories/?page=1&page_size=1").json(json!({"filters": {"user_id": "alex"}}));
    assert_eq!(listed.send().await.expect(200).body["count"], 1);
    let found = ask("POST", "/v3/memories/search/").json(json!({"query": "cello", "filters": {"user_id": "alex"}}));
    assert_eq!(found.send().await.expect(200).text_at("/results/0/id"), id);
    let own = |method: &str, path: &str| ask(method, path).header("x-cofio-user", "alex");
    own("GET", &format!("/v1/memories/{id}/")).send().await.expect(200);
    own("PUT", &format!("/v1/memories/{id}/")).json(json!({"text": "Plays the viola"})).send().await.expect(200);
    own("GET", &format!("/v1/memories/{id}/history/")).send().await.expect(200);
    own("DELETE", &format!("/v1/memories/{id}/")).send().await.expect(200);
    ask("DELETE", "/v1/memories/?user_id=alex").send().await.expect(200);
    server.get("/v1/ping/").await.expect(401);
}

/// A key that is its user and nobody else does not become somebody by naming them.
#[tokio::test]
async fn naming_somebody_else_needs_a_key_that_may() {
    let server = Server::asking_for_keys();
    let key = server.key("owner", |_| {});
    let named = server.ask("GET", "/memories?user_id=alex").key(&key).send().await.expect(403);
    assert!(named.text_at("/detail").contains("--may-impersonate"), "{}", named.text);
    server.ask("GET", "/memories?user_id=owner").key(&key).send().await.expect(200);
}
