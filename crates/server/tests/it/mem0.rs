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

    // A memory is named without its user: it is found among those the key may act for.
    assert_eq!(ask("GET", &format!("/memories/{id}")).send().await.expect(200).text_at("/user_id"), "alex");
    let missing = ask("GET", "/memories/mem_00000000000000000000000000").send().await.expect(404);
    assert!(missing.text_at("/detail").contains("no memory matches"), "{}", missing.text);
    // Words are looked for among one's own alone.
    ask("GET", "/memories/cello").send().await.expect(404);
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

/// A program that is moved here comes with the key it had elsewhere, and names its users. On this machine, where no key is
/// needed, that is enough; and each user is kept apart from the others and from the owner.
#[tokio::test]
async fn on_this_machine_a_client_needs_no_key_of_ours() {
    let server = Server::new();
    let own = server.remember("I keep bees").await;
    let ask = |method: &str, path: &str| server.ask(method, path).header("authorization", "Token m0-somewhere-else");
    let add = |text: &str, user: &str| json!({"messages": text, "user_id": user, "agent_id": "a1", "infer": false});
    let cello = ask("POST", "/v3/memories/add/").json(add("Plays the cello", "alex")).send().await.expect(200);
    let id = cello.text_at("/results/0/id").to_owned();
    ask("POST", "/v3/memories/add/").json(add("Lives in Porto", "sam")).send().await.expect(200);
    for (user, text) in [("alex", "Plays the cello"), ("sam", "Lives in Porto")] {
        let listed = ask("POST", "/v3/memories/").json(json!({"filters": {"user_id": user}})).send().await.expect(200);
        assert_eq!((listed.body["count"].clone(), listed.text_at("/results/0/memory")), (json!(1), text));
    }
    let wide = json!({"filters": {"OR": [{"user_id": "alex"}, {"user_id": "sam"}]}});
    ask("POST", "/v3/memories/").json(wide).send().await.expect(400);
    let entities = ask("GET", "/v1/entities/").send().await.expect(200);
    let named: Vec<&str> = (0..3).map(|at| entities.body["results"][at]["name"].as_str().unwrap()).collect();
    assert_eq!(named, ["a1", "alex", "sam"], "and not the owner: {}", entities.text);
    let updates = json!({"memories": [{"memory_id": id, "text": "Plays the viola"}]});
    ask("PUT", "/v1/batch/").json(updates).send().await.expect(200);
    assert_eq!(
        ask("GET", &format!("/v1/memories/{id}/")).send().await.expect(200).text_at("/memory"),
        "Plays the viola"
    );
    let good = json!({"memory_id": id, "feedback": "POSITIVE"});
    ask("POST", "/v1/feedback/").json(good).send().await.expect(200);
    ask("DELETE", "/v1/batch/").json(json!({"memories": [{"memory_id": id}]})).send().await.expect(200);
    ask("DELETE", "/v2/entities/user/sam/").send().await.expect(200);
    ask("DELETE", "/v2/entities/planet/mars/").send().await.expect(400);
    assert_eq!(ask("GET", "/memories?user_id=sam").send().await.expect(200).body["results"], json!([]));
    server.get(&format!("/api/v1/memories/{own}")).await.expect(200);

    // Only here, only in this dialect, and never with a key of ours that does not work.
    ask("GET", "/memories?user_id=sam").from("192.168.1.7").send().await.expect(401);
    ask("GET", "/memories?user_id=sam").header("sec-fetch-site", "same-origin").send().await.expect(401);
    ask("GET", "/api/v1/memories").send().await.problem(401, "unauthenticated");
    server.ask("GET", "/memories").key("cofio_00").send().await.expect(401);
    let strict = Server::asking_for_keys();
    strict.ask("GET", "/memories").key("m0-somewhere-else").send().await.expect(401);
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
