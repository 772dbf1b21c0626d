//! Who is let in, and how far.

use std::collections::BTreeSet;

use cofio_domain::key::Scope;
use cofio_server::Limits;
use serde_json::json;

use crate::support::Server;

/// UX §4: without a key, the owner, on this machine only.
#[tokio::test]
async fn programs_on_this_machine_need_no_key_and_nobody_else_comes_in_without() {
    let server = Server::new();
    let who = server.get("/api/v1/whoami").await.expect(200);
    assert_eq!((who.text_at("/user"), who.text_at("/via")), ("owner", "this_machine"));
    server.ask("GET", "/api/v1/whoami").from("192.168.1.7").send().await.problem(401, "unauthenticated");
    let proxied = server.ask("GET", "/api/v1/whoami").header("x-forwarded-for", "10.0.0.1");
    proxied.send().await.problem(401, "unauthenticated");
    let browser = server.ask("GET", "/api/v1/whoami").header("sec-fetch-site", "same-origin");
    browser.send().await.problem(401, "unauthenticated");

    let strict = Server::asking_for_keys();
    let answer = strict.get("/api/v1/whoami").await.problem(401, "unauthenticated");
    assert!(answer.header("www-authenticate").starts_with("Bearer"));
    assert!(answer.text_at("/fix").contains("cofio key create"));
    assert_eq!(answer.text_at("/request_id"), answer.header("x-request-id"));
}

/// RX-08: missing identity never falls back to another user.
#[tokio::test]
async fn a_wrong_or_revoked_key_is_nobody_even_where_no_key_is_needed() {
    let server = Server::new();
    let secret = server.key("sam", |_| {});
    let who = server.ask("GET", "/api/v1/whoami").key(&secret).send().await.expect(200);
    assert_eq!((who.text_at("/user"), who.text_at("/app")), ("sam", "app of sam"));
    let mem0s_way = server.ask("GET", "/api/v1/whoami").header("authorization", &format!("Token {secret}"));
    assert_eq!(mem0s_way.send().await.expect(200).text_at("/user"), "sam");
    let own_header = server.ask("GET", "/api/v1/whoami").header("x-api-key", &secret);
    assert_eq!(own_header.send().await.expect(200).text_at("/user"), "sam");

    server.engine.revoke_key("app of sam").unwrap();
    server.ask("GET", "/api/v1/whoami").key(&secret).send().await.problem(401, "unauthenticated");
    server.ask("GET", "/api/v1/whoami").key("cofio_0000").send().await.problem(401, "unauthenticated");
    server.ask("GET", "/api/v1/whoami").key("sk-something").send().await.problem(401, "unauthenticated");
}

/// UX §8: one-time token in the URL, then a cookie.
#[tokio::test]
async fn a_browser_comes_by_a_link_that_works_once() {
    let server = Server::new();
    let outside = server.ask("GET", "/").header("sec-fetch-mode", "navigate").send().await.expect(401);
    assert!(outside.text.contains("cofio open"), "{}", outside.text);
    let link = format!("/?t={}", server.app.browser_token());
    let let_in = server.ask("GET", &link).header("sec-fetch-mode", "navigate").send().await.expect(303);
    let cookie = let_in.header("set-cookie").to_owned();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
    server.ask("GET", &link).header("sec-fetch-mode", "navigate").send().await.expect(401);

    let cookie = cookie.split(';').next().unwrap();
    let who = server.ask("GET", "/api/v1/whoami").header("cookie", cookie).header("sec-fetch-site", "same-origin");
    assert_eq!(who.send().await.expect(200).text_at("/via"), "browser");
    let page = server.ask("GET", "/").header("cookie", cookie).send().await.expect(200);
    assert!(page.text.contains("memories"), "{}", page.text);
    let policy = page.header("content-security-policy");
    assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "{policy}");
}

/// DNS rebinding and requests that another site's page makes a browser send.
#[tokio::test]
async fn other_names_and_other_origins_are_turned_away_whoever_asks() {
    let server = Server::new();
    let secret = server.key("owner", |_| {});
    for (name, value) in
        [("host", "evil.example.org"), ("origin", "https://evil.example.org"), ("origin", "null"), ("host", "")]
    {
        let ask = server.ask("POST", "/api/v1/memories").key(&secret).json(json!({"content": "I like tea"}));
        ask.header(name, value).send().await.problem(403, "wrong_origin");
    }
    assert_eq!(server.get("/api/v1/memories").await.expect(200).body["items"], json!([]));
    // What a form could send is not read as JSON.
    let form = server.ask("POST", "/api/v1/memories").header("content-type", "text/plain").raw(br#"{"content": "x"}"#);
    form.send().await.problem(415, "not_json");
}

#[tokio::test]
async fn a_key_goes_as_far_as_its_scopes() {
    let server = Server::asking_for_keys();
    let reader = server.key("owner", |key| key.scopes = BTreeSet::from([Scope::Read]));
    server.ask("GET", "/api/v1/memories").key(&reader).send().await.expect(200);
    let answer =
        server.ask("POST", "/api/v1/memories").key(&reader).json(json!({"content": "I like tea"})).send().await;
    let answer = answer.problem(403, "missing_scope");
    assert!(answer.text_at("/detail").contains("memory:write"));
    server.ask("GET", "/api/v1/keys").key(&reader).send().await.problem(403, "missing_scope");
    let other_admin = server.key("sam", |_| {});
    server.ask("GET", "/api/v1/keys").key(&other_admin).send().await.problem(403, "forbidden");
}

#[tokio::test]
async fn a_key_for_some_domains_sees_and_fills_nothing_else() {
    let server = Server::new();
    let food = server.remember("I never eat olives").await;
    let work = server.post("/api/v1/memories", json!({"content": "I report to Dana", "domain": "work"})).await;
    let work = work.expect(201).text_at("/event/memory/id").to_owned();
    server
        .post("/api/v1/sessions/lunch/messages", json!({"messages": [{"role": "user", "text": "olives again"}]}))
        .await;
    let domain = server.get(&format!("/api/v1/memories/{food}")).await.text_at("/domain").to_owned();
    assert_ne!(domain, "work");

    let narrow = server.key("owner", |key| key.domains = Some(BTreeSet::from(["work".parse().unwrap()])));
    let ask = |method: &str, path: &str| server.ask(method, path).key(&narrow);
    let listed = ask("GET", "/api/v1/memories?status=all").send().await.expect(200);
    assert_eq!(listed.body["items"].as_array().unwrap().len(), 1, "{}", listed.text);
    ask("GET", &format!("/api/v1/memories/{work}")).send().await.expect(200);
    ask("GET", &format!("/api/v1/memories/{food}")).send().await.problem(404, "not_found");
    ask("POST", &format!("/api/v1/memories/{food}/forget")).send().await.problem(404, "not_found");
    let found = ask("POST", "/api/v1/memories:recall").json(json!({"query": "olives"})).send().await.expect(200);
    assert!(!found.text.contains("olives\""), "{}", found.text);
    let block = ask("POST", "/api/v1/context").json(json!({"query": "what about olives, do I eat them?"})).send().await;
    let block = block.expect(200);
    assert!(!block.text_at("/text").contains("olives") && block.text_at("/text").contains("Dana"), "{}", block.text);
    let refused =
        ask("POST", "/api/v1/memories").json(json!({"content": "I love figs", "domain": "food"})).send().await;
    assert_eq!(refused.expect(200).text_at("/event/action"), "refused");
    ask("GET", "/api/v1/sessions").send().await.problem(403, "forbidden");
    ask("GET", "/api/v1/operations").send().await.problem(403, "forbidden");
    // And the owner still sees everything.
    assert_eq!(server.get("/api/v1/memories").await.body["items"].as_array().unwrap().len(), 2);
    let block = server.post("/api/v1/context", json!({"query": "what about olives, do I eat them?"})).await;
    assert!(block.text_at("/text").contains("olives"), "{}", block.text);
}

/// UX §4: a key without `may_impersonate` is its user; with it, each named user gets a space of their own.
#[tokio::test]
async fn only_a_key_that_may_acts_for_others() {
    let server = Server::asking_for_keys();
    let plain = server.key("owner", |_| {});
    let ask = server.ask("GET", "/api/v1/memories").key(&plain).header("x-cofio-user", "alex");
    ask.send().await.problem(403, "forbidden");
    let own = server.ask("GET", "/api/v1/memories").key(&plain).header("x-cofio-user", "owner");
    own.send().await.expect(200);

    let front = server.key("owner", |key| key.may_impersonate = true);
    let long = server.ask("GET", "/api/v1/memories").key(&front).header("x-cofio-user", &"x".repeat(101));
    long.send().await.problem(400, "invalid");
    let saved = server.ask("POST", "/api/v1/memories").key(&front).header("x-cofio-user", "alex");
    saved.json(json!({"content": "I like tea"})).send().await.expect(201);
    let theirs = server.ask("GET", "/api/v1/memories").key(&front).header("x-cofio-user", "alex").send().await;
    assert_eq!(theirs.body["items"].as_array().unwrap().len(), 1);
    let own = server.ask("GET", "/api/v1/memories").key(&front).send().await;
    assert_eq!(own.body["items"], json!([]));

    // Whoever is named has their own and nobody else's, in mem0's dialect, too.
    let id = theirs.text_at("/items/0/id");
    let by_id = |user: &'static str| {
        server.ask("GET", &format!("/memories/{id}")).key(&front).header("x-cofio-user", user).send()
    };
    by_id("alex").await.expect(200);
    by_id("bea").await.expect(404);
    let two = server.ask("GET", "/memories?user_id=alex").key(&front).header("x-cofio-user", "bea").send().await;
    two.expect(403);
    // Each has idempotency keys of their own.
    for user in ["alex", "bea"] {
        let saved = server.ask("POST", "/api/v1/memories").key(&front).header("x-cofio-user", user);
        let saved = saved.header("idempotency-key", "one").json(json!({"content": format!("I am {user}")}));
        saved.send().await.expect(201);
    }
}

#[tokio::test]
async fn too_much_too_deep_and_too_often_are_turned_away() {
    let limits =
        Limits { body: 2_000, depth: 8, per_minute: 60, burst: 3, wrong_keys_per_minute: 2, ..Limits::default() };
    let server = Server::with(true, limits);
    let large = server.post("/api/v1/memories", json!({"content": "x".repeat(3_000)})).await;
    large.problem(413, "too_large");
    let deep = format!("{}1{}", "[".repeat(20), "]".repeat(20));
    let deep = server.ask("POST", "/api/v1/memories").header("content-type", "application/json").raw(deep.as_bytes());
    deep.send().await.problem(400, "invalid");

    let secret = server.key("owner", |_| {});
    for _ in 0..3 {
        server.ask("GET", "/api/v1/whoami").key(&secret).send().await.expect(200);
    }
    let answer = server.ask("GET", "/api/v1/whoami").key(&secret).send().await.problem(429, "too_many");
    assert_eq!(answer.header("retry-after"), "1");
    for expected in [401, 401, 429] {
        server.ask("GET", "/api/v1/whoami").key("cofio_wrong").send().await.expect(expected);
    }
}

#[tokio::test]
async fn keys_are_made_listed_and_revoked_without_ever_showing_a_secret_again() {
    let server = Server::new();
    let made =
        server.post("/api/v1/keys", json!({"name": "my assistant", "scopes": ["memory:read"]})).await.expect(201);
    let secret = made.text_at("/secret").to_owned();
    server.ask("GET", "/api/v1/memories").key(&secret).send().await.expect(200);
    let listed = server.get("/api/v1/keys").await.expect(200);
    assert!(!listed.text.contains(&secret));
    assert_eq!(listed.text_at("/items/0/name"), "my assistant");
    let id = made.text_at("/id").to_owned();
    server.ask("DELETE", &format!("/api/v1/keys/{id}")).send().await.expect(200);
    server.ask("GET", "/api/v1/memories").key(&secret).send().await.problem(401, "unauthenticated");
    server.ask("DELETE", &format!("/api/v1/keys/{id}")).send().await.problem(404, "not_found");
    server
        .ask("POST", "/api/v1/keys")
        .key(&server.key("owner", |_| {}))
        .json(json!({"name": ""}))
        .send()
        .await
        .problem(400, "invalid");
    assert_eq!(server.get("/api/v1/users").await.expect(200).text_at("/items/0/name"), "owner");
}
