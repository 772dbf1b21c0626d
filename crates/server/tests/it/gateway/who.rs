//! Who asks, and for whom: closed where it matters.

use cofio_gateway::UpstreamKey;
use cofio_models::http::KeySource;
use serde_json::json;

use super::*;

fn body(text: &str) -> Value {
    json!({"model": "m", "user": "carol", "messages": [{"role": "user", "content": text}]})
}

/// RX-08, PRODUCT §1.17 15, UX §4: a wrong key is turned away and nothing is relayed; nobody is given another's memories;
/// who may act for others names them in one of several ways.
#[tokio::test]
async fn nobody_is_taken_for_somebody_else() {
    let through = Through::with(Server::asking_for_keys(), |_| {}).await;
    let (alice, bob) = (through.server.key("alice", |_| {}), through.server.key("bob", |_| {}));
    let front = through.server.key("front", |key| key.may_impersonate = true);
    let reader = through.server.key("alice", |key| key.scopes = [cofio_domain::key::Scope::Forget].into());
    let save = |key: String, text: &'static str| {
        through.server.ask("POST", "/api/v1/memories").key(&key).json(json!({ "content": text })).send()
    };
    save(alice.clone(), "alice sails").await.expect(201);
    save(bob.clone(), "bob collects zanzibar stamps").await.expect(201);
    let ask = |key: &str, more: &[(&'static str, &str)]| {
        let mut request = through.post("/v1/chat/completions", &body("what do you know about me, tell me?"));
        request = request.header("authorization", format!("Bearer {key}"));
        for (name, value) in more {
            request = request.header(*name, *value);
        }
        request.send()
    };
    for (key, more, status) in [
        ("sk-of-somebody", &[][..], 401),
        ("cofio_wrong", &[], 401),
        (reader.as_str(), &[], 403),
        (alice.as_str(), &[("x-cofio-key", "cofio_wrong")], 401),
        (alice.as_str(), &[("x-cofio-user", "bob")], 403),
        (alice.as_str(), &[("x-cofio-space", "bob")], 404),
    ] {
        let answer = ask(key, more).await.unwrap();
        assert_eq!(answer.status().as_u16(), status, "{key} {more:?}");
        assert!(answer.text().await.unwrap().starts_with("{\"error\":{"));
    }
    let nobody = through.post("/v1/messages", &body("hello")).send().await.unwrap();
    assert_eq!(nobody.status(), 401);
    assert!(nobody.text().await.unwrap().starts_with("{\"error\":{\"message\""));
    assert_eq!(through.upstream.sent().len(), 0, "nothing was relayed");

    through.upstream.says("You sail.");
    let answer = ask(&alice, &[("x-openwebui-user-id", "bob"), ("x-cofio-session", "talk")]).await.unwrap();
    assert_eq!(answer.status(), 200, "what a key may not say is not believed");
    let sent = through.upstream.last();
    assert!(String::from_utf8_lossy(&sent.bytes).contains("alice sails"));
    assert!(!String::from_utf8_lossy(&sent.bytes).contains("zanzibar"));
    assert!(!format!("{:?}", sent.headers).contains("cofio_"), "our key stays here");
    // A session of another is none, by its id.
    let mut id = String::new();
    for _ in 0..100 {
        let listed = through.server.ask("GET", "/api/v1/sessions").key(&alice).send().await;
        id = listed.text_at("/items/0/id").to_owned();
        if !id.is_empty() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(ask(&bob, &[("x-cofio-session", &id)]).await.unwrap().status(), 404);

    for (more, user) in [
        (&[("x-cofio-user", "dora"), ("x-openwebui-user-id", "eve")][..], "dora"),
        (&[("x-openwebui-user-id", "eve")], "eve"),
        (&[], "carol"),
    ] {
        through.upstream.says("Hello.");
        let session = format!("of {user}");
        let mut named = more.to_vec();
        named.push(("x-cofio-session", &session));
        assert_eq!(ask(&front, &named).await.unwrap().status(), 200);
        let user = through.server.engine.known_user(user).unwrap();
        let space = through.server.engine.personal_space(&user).unwrap();
        for attempt in 0.. {
            if through.server.engine.transcript(&space, &session, 0, 9).is_ok() {
                break;
            }
            assert!(attempt < 200, "{session} is not there");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

/// UX §4: the upstream's key from the settings, or the client's own; ours goes to nobody.
#[tokio::test]
async fn keys_go_where_they_belong() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("key");
    std::fs::write(&file, "sk-ours\n").unwrap();
    let ours = Through::with(Server::new(), |_| {}).await;
    let upstream = ours.upstream.clone();
    let with = |key: UpstreamKey| {
        let mut asked = asking(&upstream);
        asked.key = key;
        Through::with(Server::new(), |gateway| gateway.upstreams = Upstreams::new(vec![asked]))
    };
    let kept = with(UpstreamKey::Ours(KeySource::File(file))).await;
    for (path, name, wanted) in
        [("/v1/chat/completions", "authorization", "Bearer sk-ours"), ("/v1/messages", "x-api-key", "sk-ours")]
    {
        // On this machine any word will do that a client insists on.
        kept.post(path, &body("hello")).header("authorization", "Bearer unused").send().await.unwrap();
        assert_eq!(upstream.last().headers[name], wanted);
    }
    let missing = with(UpstreamKey::Ours(KeySource::File("/no/such/key".into()))).await;
    assert_eq!(missing.post("/v1/messages", &body("hello")).send().await.unwrap().status(), 502);

    let passed = with(UpstreamKey::PassedOn).await;
    let count = upstream.sent().len();
    let key = passed.server.key("alice", |_| {});
    for (name, value, status) in [
        ("authorization", format!("Bearer {key}"), 401),
        ("x-cofio-key", key.clone(), 401),
        ("x-api-key", "sk-ant-oat01-subscription".to_owned(), 403),
    ] {
        let answer = passed.post("/v1/messages", &body("hello")).header(name, value).send().await.unwrap();
        assert_eq!(answer.status(), status, "{name}");
    }
    assert_eq!(upstream.sent().len(), count, "nothing was relayed");
    upstream.says("Hello.");
    let both = passed.post("/v1/chat/completions", &body("hello")).header("x-cofio-key", &key);
    assert_eq!(both.header("authorization", "Bearer sk-client").send().await.unwrap().status(), 200);
    assert_eq!(upstream.last().headers["authorization"], "Bearer sk-client");
    assert!(!upstream.last().headers.contains_key("x-cofio-key"));
}
