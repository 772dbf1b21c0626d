//! The isolation matrix: every route there is, asked by somebody of one space with everything that belongs to another.
//!
//! The list of routes is the document's own. A route without an entry here fails the test.

use std::collections::BTreeMap;

use cofio_engine::{Draft, ListFilter, ListStatus, MessageLine, Recording, SessionQuery};
use cofio_server::Limits;
use serde_json::{Value, json};

use crate::support::Server;

/// Stands in everything that is the other's.
pub const MARK: &str = "zanzibar";

/// What is expected of a route that is given what belongs to somebody else.
enum Expect {
    /// It says that there is no such thing, or that one may not.
    Refused,
    /// It answers from one's own, and nothing of the other's is in it.
    Own,
    /// It knows nobody's words.
    Open,
}

struct Entry {
    expect: Expect,
    /// What stands for the open parts of the path.
    parts: Vec<(&'static str, String)>,
    /// What follows the question mark.
    query: String,
    body: Option<Value>,
}

/// Everything that belongs to the other.
pub struct Theirs {
    pub memory: String,
    pub second: String,
    pub session: String,
    pub operation: String,
    pub proposal: String,
    pub candidate: String,
    pub episode: String,
    pub webhook: String,
    pub space: String,
    pub key: String,
    pub answer: String,
    pub cursor: String,
    pub stream_cursor: String,
}

/// Fills somebody's space with what nobody else may see.
pub async fn theirs(server: &Server, key: &str) -> Theirs {
    let ask = |method: &str, path: &str| server.ask(method, path).key(key);
    let mut ids = Vec::new();
    let mut operation = String::new();
    for text in ["sails to zanzibar every year", "owns a zanzibar map", "collects zanzibar stamps"] {
        let saved = ask("POST", "/api/v1/memories").json(json!({ "content": text })).send().await.expect(201);
        ids.push(saved.text_at("/event/memory/id").to_owned());
        operation = saved.text_at("/operation_id").to_owned();
    }
    let said = json!({"messages": [{"role": "user", "text": "zanzibar again, I might go there"}]});
    let session = ask("POST", "/api/v1/sessions/zanzibar-talk/messages").json(said).send().await.expect(200);
    ask("POST", "/api/v1/sessions/zanzibar-talk/close").send().await.expect(200);
    let episodes = ask("GET", "/api/v1/episodes").send().await.expect(200);
    ask("POST", "/api/v1/briefs:compile").send().await.expect(200);
    let hook = json!({"url": "https://example.org/zanzibar"});
    let hook = ask("POST", "/api/v1/webhooks").json(hook).send().await.expect(201);
    let proposed = json!({"content": "prefers zanzibar cloves", "source": "agent_proposed"});
    let proposed = ask("POST", "/api/v1/memories").json(proposed).send().await.expect(200);
    let maybe =
        json!({"content": "may like zanzibar coffee", "source": "extracted", "confidence": 0.3, "importance": 0.2});
    let maybe = ask("POST", "/api/v1/memories").json(maybe).send().await.expect(200);
    let note = json!({"command": "create", "path": "/memories/notes/theirs.md", "file_text": "a zanzibar diary"});
    ask("POST", "/api/v1/memory-tool").json(note).send().await.expect(200);
    ask("POST", "/api/v1/projects").json(json!({"name": "zanzibar"})).send().await.expect(200);
    ask("POST", "/api/v1/domains").json(json!({"name": "zanzibar"})).send().await.expect(200);
    let space = ask("POST", "/api/v1/spaces").json(json!({"name": "zanzibar club"})).send().await.expect(201);
    let block = ask("POST", "/api/v1/context").json(json!({"query": "tell me about zanzibar, please"})).send().await;
    let page = ask("GET", "/api/v1/memories?limit=1").send().await.expect(200);
    let keys = server.engine.keys().unwrap();
    let key_id = keys.iter().find(|known| known.user == "bob").unwrap().id.to_string();
    Theirs {
        memory: ids[0].clone(),
        second: ids[1].clone(),
        session: session.text_at("/session/id").to_owned(),
        operation,
        proposal: proposed.text_at("/event/made/0").to_owned(),
        candidate: maybe.text_at("/event/made/0").to_owned(),
        episode: episodes.text_at("/items/0/id").to_owned(),
        webhook: hook.text_at("/id").to_owned(),
        space: space.text_at("/id").to_owned(),
        key: key_id,
        answer: block.text_at("/answer_id").to_owned(),
        cursor: page.text_at("/next_cursor").to_owned(),
        stream_cursor: page.text_at("/next_cursor").to_owned(),
    }
}

/// How every route is asked.
fn entries(theirs: &Theirs) -> BTreeMap<String, Vec<Entry>> {
    let mut entries: BTreeMap<String, Vec<Entry>> = BTreeMap::new();
    let mut add = |route: &str, expect: Expect, parts: &[(&'static str, &str)], query: &str, body: Option<Value>| {
        let parts = parts.iter().map(|(name, value)| (*name, (*value).to_owned())).collect();
        entries.entry(route.to_owned()).or_default().push(Entry { expect, parts, query: query.to_owned(), body });
    };
    use Expect::{Open, Own, Refused};
    let memory = [("id", theirs.memory.as_str())];
    let words = [("id", "sails to zanzibar")];
    let session = [("id", theirs.session.as_str())];
    let session_name = [("id", "zanzibar-talk")];
    let in_space = format!("space={}", theirs.space);

    for open in ["/", "/docs", "/healthz", "/readyz", "/openapi.json", "/api/v1/openapi.json", "/style.css"] {
        add(&format!("GET {open}"), Open, &[], "", None);
    }
    for own in [
        "/metrics",
        "/api/v1/whoami",
        "/api/v1/memories",
        "/api/v1/context",
        "/api/v1/sessions",
        "/api/v1/proposals",
        "/api/v1/candidates",
        "/api/v1/conflicts",
        "/api/v1/review",
        "/api/v1/episodes",
        "/api/v1/briefs",
        "/api/v1/tasks",
        "/api/v1/apps",
        "/api/v1/webhooks",
        "/api/v1/operations",
        "/api/v1/domains",
        "/api/v1/projects",
        "/api/v1/spaces",
        "/api/v1/jobs",
        "/api/v1/status",
        "/api/v1/stats",
        "/api/memory",
        "/api/memory/preferences",
        "/memories",
        "/v1/ping/",
        "/v1/entities/",
    ] {
        add(&format!("GET {own}"), Own, &[], "", None);
        // And in a space where one has no seat.
        add(&format!("GET {own}"), Refused, &[], &in_space, None);
    }
    add("GET /api/v1/memories", Own, &[], "q=zanzibar&status=all&evidence=true", None);
    add("GET /api/v1/memories", Refused, &[], "project=zanzibar", None);
    add("GET /api/v1/memories", Refused, &[], "domain=zanzibar", None);
    for list in ["memories", "sessions", "episodes", "tasks", "proposals", "candidates", "conflicts", "operations"] {
        add(&format!("GET /api/v1/{list}"), Refused, &[], &format!("cursor={}", theirs.cursor), None);
    }
    add("GET /api/memory", Refused, &[], &format!("cursor={}", theirs.cursor), None);
    add("GET /api/v1/stream", Refused, &[], &format!("cursor={}", theirs.stream_cursor), None);
    let session_query = format!("query=cloves%20and%20stamps%20and%20maps&session={}", theirs.session);
    add("GET /api/v1/context", Own, &[], &session_query, None);
    for keys in ["GET /api/v1/keys", "GET /api/v1/users", "GET /api/v1/config", "GET /api/v1/health"] {
        add(keys, Refused, &[], "", None);
    }
    add("PATCH /api/v1/config", Refused, &[], "", Some(json!({"settings": {"policy.profile": "manual"}})));
    add("POST /api/v1/keys", Refused, &[], "", Some(json!({"name": "x", "user": "bob"})));
    add("DELETE /api/v1/keys/{id}", Refused, &[("id", &theirs.key)], "", None);
    add("POST /api/v1/browser-links", Refused, &[], "", None);

    add("POST /api/v1/memories", Own, &[], "", Some(json!({"content": "drinks tea"})));
    add("POST /api/v1/memories", Refused, &[], &in_space, Some(json!({"content": "drinks tea"})));
    add("POST /api/v1/memories", Refused, &[], "", Some(json!({"content": "drinks milk", "project": "zanzibar"})));
    add("POST /api/v1/memories:batch", Own, &[], "", Some(json!({"items": [{"content": "drinks water"}]})));
    add("POST /api/v1/memories:recall", Own, &[], "", Some(json!({"query": "cloves and stamps and maps"})));
    add("POST /api/v1/context", Own, &[], "", Some(json!({"query": "cloves and stamps and maps, anything?"})));
    add("GET /api/v1/search", Own, &[], "q=cloves%20and%20stamps%20and%20maps", None);
    add("GET /api/v1/search", Refused, &[], "q=stamps&domain=zanzibar", None);
    add("POST /api/v1/memories:retrieve", Own, &[], "", Some(json!({"query": "cloves and stamps and maps"})));
    add("GET /api/v1/episodes", Own, &[], "session=zanzibar-talk", None);
    add("GET /api/v1/episodes/{id}", Refused, &[("id", &theirs.episode)], "", None);
    add("GET /api/v1/briefs/{about}", Refused, &[("about", "zanzibar")], "", None);
    add("POST /api/v1/briefs:compile", Own, &[], "", None);
    add("POST /api/v1/briefs:compile", Refused, &[], &in_space, None);
    add("POST /api/v1/tasks", Own, &[], "", Some(json!({"content": "Buy tea"})));
    add("POST /api/v1/tasks", Refused, &[], "", Some(json!({"content": "Buy milk", "project": "zanzibar"})));
    add("POST /api/v1/review:end", Own, &[], "", None);
    for route in ["POST /api/v1/memories:consolidate", "POST /api/v1/memories:rebuild"] {
        let body = route.ends_with("rebuild").then(|| json!({"from": "memories"}));
        add(route, Own, &[], "", body.clone());
        add(route, Refused, &[], &in_space, body);
    }
    for card in [&theirs.memory, &theirs.proposal, &theirs.candidate] {
        add("POST /api/v1/review/{card}", Refused, &[("card", card)], "", Some(json!({"answer": "wrong"})));
    }
    for command in [
        json!({"command": "view", "path": "/memories"}),
        json!({"command": "view", "path": "/memories/notes/theirs.md"}),
        json!({"command": "str_replace", "path": "/memories/notes/theirs.md", "old_str": "a", "new_str": "b"}),
        json!({"command": "rename", "old_path": "/memories/notes/theirs.md", "new_path": "/memories/notes/mine.md"}),
        json!({"command": "delete", "path": "/memories/notes"}),
    ] {
        add("POST /api/v1/memory-tool", Own, &[], "", Some(command));
    }
    add("POST /api/v1/memory-tool", Refused, &[], &in_space, Some(json!({"command": "view", "path": "/memories"})));
    for which in [&memory, &words] {
        let outcome = json!({"outcome": "contradicted", "memories": [which[0].1]});
        add("POST /api/v1/outcomes", Refused, &[], "", Some(outcome));
        for (route, body) in [
            ("GET /api/v1/memories/{id}", None),
            ("PATCH /api/v1/memories/{id}", Some(json!({"content": "is nobody's"}))),
            ("DELETE /api/v1/memories/{id}", None),
            ("GET /api/v1/memories/{id}/versions", None),
            ("GET /api/v1/memories/{id}/evidence", None),
            ("GET /api/v1/memories/{id}/links", None),
            ("POST /api/v1/memories/{id}/links", Some(json!({"to": theirs.second, "relation": "supports"}))),
            ("POST /api/v1/memories/{id}/share", Some(json!({"space": theirs.space}))),
            ("POST /api/v1/memories/{id}/confirm", Some(json!({}))),
            ("POST /api/v1/memories/{id}/forget", Some(json!({}))),
            ("POST /api/v1/memories/{id}/restore", Some(json!({}))),
            ("POST /api/v1/memories/{id}/erase", Some(json!({"confirm": which[0].1, "everywhere": true}))),
            ("PATCH /api/v1/tasks/{id}", Some(json!({"state": "done"}))),
            ("GET /api/memory/{id}", None),
            ("PATCH /api/memory/{id}", Some(json!({"content": "is nobody's"}))),
            ("DELETE /api/memory/{id}", None),
            ("POST /api/memory/{id}/confirm", Some(json!({"confirm": true}))),
            ("GET /memories/{id}", None),
            ("PUT /memories/{id}", Some(json!({"text": "is nobody's"}))),
            ("DELETE /memories/{id}", None),
            ("GET /memories/{id}/history", None),
            ("GET /v1/memories/{id}/", None),
            ("PUT /v1/memories/{id}/", Some(json!({"text": "is nobody's"}))),
            ("DELETE /v1/memories/{id}/", None),
            ("GET /v1/memories/{id}/history/", None),
            ("PUT /v1/batch/", Some(json!({"memories": [{"memory_id": which[0].1, "text": "is nobody's"}]}))),
            ("DELETE /v1/batch/", Some(json!({"memories": [{"memory_id": which[0].1}]}))),
            ("POST /v1/feedback/", Some(json!({"memory_id": which[0].1, "feedback": "NEGATIVE"}))),
        ] {
            add(route, Refused, which, "", body);
        }
        add("DELETE /api/v1/memories/{id}/links", Refused, which, &format!("to={}", theirs.second), None);
        add("DELETE /api/v1/memories/{id}/share", Refused, which, &format!("from={}", theirs.space), None);
    }
    let hook = [("id", theirs.webhook.as_str())];
    add("POST /api/v1/webhooks", Own, &[], "", Some(json!({"url": "https://example.org/tea"})));
    add("POST /api/v1/webhooks", Refused, &[], &in_space, Some(json!({"url": "https://example.org/tea"})));
    for route in ["GET /api/v1/webhooks/{id}", "GET /api/v1/webhooks/{id}/undelivered", "DELETE /api/v1/webhooks/{id}"]
    {
        add(route, Refused, &hook, "", None);
    }
    add("POST /api/v1/webhooks/{id}/resume", Refused, &hook, "", Some(json!({"from": "0"})));
    add("GET /api/v1/answers/{id}/why", Refused, &[("id", &theirs.answer)], "", None);
    add("GET /api/v1/answers/{id}/why", Refused, &[("id", "last")], "", None);
    for which in [&session, &session_name] {
        for route in [
            "GET /api/v1/sessions/{id}",
            "GET /api/v1/sessions/{id}/messages",
            "DELETE /api/v1/sessions/{id}",
            "POST /api/v1/sessions/{id}/close",
            "POST /api/v1/sessions/{id}/archive",
            "POST /api/v1/sessions/{id}/restore",
            "POST /api/v1/sessions/{id}/relearn",
            "POST /api/chat/threads/{id}/close",
        ] {
            add(route, Refused, which, "", None);
        }
    }
    let message = json!({"messages": [{"role": "user", "text": "hello"}]});
    add("POST /api/v1/sessions/{id}/messages", Refused, &session, "", Some(message.clone()));
    // The same name is another session in another space.
    add("POST /api/v1/sessions/{id}/messages", Own, &[("id", "own-talk")], "", Some(message.clone()));
    add("POST /api/v1/sessions", Own, &[], "", Some(message.clone()));
    add("POST /api/v1/events", Own, &[], "", Some(message));
    let decision = json!({"decision": "accept"});
    add("GET /api/v1/proposals/{id}", Refused, &[("id", &theirs.proposal)], "", None);
    for which in [&theirs.proposal, &theirs.candidate] {
        add("POST /api/v1/proposals/{id}/decide", Refused, &[("id", which)], "", Some(decision.clone()));
    }
    let left = Some(json!({"resolution": "left"}));
    add("POST /api/v1/conflicts/{id}/resolve", Refused, &[("id", "conf_00000000000000000000000000")], "", left);
    add("GET /api/v1/operations/{id}", Refused, &[("id", &theirs.operation)], "", None);
    add("POST /api/v1/operations/{id}/undo", Refused, &[("id", &theirs.operation)], "", Some(json!({"cascade": true})));
    add("POST /api/v1/domains", Refused, &[], &in_space, Some(json!({"name": "mine"})));
    for route in ["POST /api/v1/domains/{name}/enable", "POST /api/v1/domains/{name}/disable"] {
        add(route, Refused, &[("name", "zanzibar")], "", Some(json!({})));
    }
    add("POST /api/v1/projects", Own, &[], "", Some(json!({"name": "tea"})));
    add("PATCH /api/v1/projects/{name}", Refused, &[("name", "zanzibar")], "", Some(json!({"archived": true})));
    add("POST /api/v1/spaces", Own, &[], "", Some(json!({"name": "tea room"})));
    let seat = Some(json!({"role": "owner"}));
    for which in [theirs.space.as_str(), "zanzibar%20club"] {
        add("GET /api/v1/spaces/{id}", Refused, &[("id", which)], "", None);
        add("PATCH /api/v1/spaces/{id}", Refused, &[("id", which)], "", Some(json!({"recalled": true})));
        let parts = [("id", which), ("user", "alice")];
        add("PUT /api/v1/spaces/{id}/members/{user}", Refused, &parts, "", seat.clone());
        add("DELETE /api/v1/spaces/{id}/members/{user}", Refused, &[("id", which), ("user", "bob")], "", None);
    }
    for route in ["GET /api/v1/jobs/{name}", "POST /api/v1/jobs/{name}/run", "GET /api/v1/jobs/{name}/events"] {
        add(route, Refused, &[("name", "sweep.expire")], &in_space, None);
    }
    add("POST /api/memory", Own, &[], "", Some(json!({"type": "SOFT", "content": "likes jazz"})));
    add("POST /api/memory/propose", Own, &[], "", Some(json!({"type": "SOFT", "content": "likes blues"})));
    add("POST /api/memory/retrieve", Own, &[], "", Some(json!({"query": "cloves and stamps", "domains": []})));
    let add_body = |user: Option<&str>| Some(json!({"messages": "likes soul", "infer": false, "user_id": user}));
    for route in ["POST /memories", "POST /v3/memories/add/"] {
        add(route, Own, &[], "", add_body(None));
        add(route, Refused, &[], "", add_body(Some("bob")));
    }
    for route in ["POST /search", "POST /v3/memories/search/", "POST /v3/memories/"] {
        let query = (!route.ends_with("/v3/memories/")).then_some("cloves and stamps");
        add(route, Own, &[], "", Some(json!({"query": query.unwrap_or(""), "filters": {}})));
        add(route, Refused, &[], "", Some(json!({"query": query.unwrap_or(""), "filters": {"user_id": "bob"}})));
    }
    for route in ["DELETE /memories", "DELETE /v1/memories/"] {
        add(route, Refused, &[], "user_id=bob", None);
    }
    add("GET /memories", Refused, &[], "user_id=bob", None);
    // Nobody answers here; with somebody who does, see `gateway::who`.
    let chat = json!({"model": "m", "input": "x", "messages": [{"role": "user", "content": "cloves and stamps"}]});
    for route in ["chat/completions", "responses", "messages", "embeddings"] {
        add(&format!("POST /v1/{route}"), Refused, &[], "", Some(chat.clone()));
    }
    add("GET /v1/models", Own, &[], "", None);
    add("GET /v1/models/{model}", Refused, &[("model", "zanzibar")], "", None);
    add("DELETE /v2/entities/{kind}/{name}/", Refused, &[("kind", "user"), ("name", "bob")], "", None);
    add("DELETE /v2/entities/{kind}/{name}/", Own, &[("kind", "agent"), ("name", "zanzibar")], "", None);
    entries
}

/// What somebody has, all of it.
pub fn everything_of(server: &Server, name: &str) -> String {
    let user = server.engine.known_user(name).unwrap();
    let mut all = String::new();
    for space in server.engine.spaces(&user).unwrap() {
        let handle = server.engine.enter(&user, &space.id.to_string()).unwrap();
        let filter = ListFilter { status: ListStatus::All, ..ListFilter::default() };
        let (sessions, _) = server.engine.sessions(&handle, SessionQuery::default()).unwrap();
        let items = server.engine.list(&handle, &filter).unwrap().items;
        let place = server.engine.place(&handle).unwrap();
        all += &format!("{space:?} {} {sessions:?} {place}\n", serde_json::to_string(&items).unwrap());
    }
    all
}

/// R0-049, R0-089, PRODUCT §1.17 15: no endpoint, cursor, idempotency key or session id crosses.
#[tokio::test]
async fn nobody_reaches_what_belongs_to_another_by_any_route() {
    // A fast machine asks for more at once than anybody may.
    let server = Server::with(false, Limits { burst: 10_000, ..Limits::default() });
    let alice = server.key("alice", |_| {});
    let bob = server.key("bob", |_| {});
    let other = theirs(&server, &bob).await;
    // Bob's own idempotency key, which Alice will use, too.
    let kept = server.ask("POST", "/api/v1/memories").key(&bob).header("idempotency-key", "shared");
    kept.json(json!({"content": "writes about zanzibar"})).send().await.expect(201);
    let before = everything_of(&server, "bob");

    let document = serde_json::to_value(cofio_server::document()).unwrap();
    let mut entries = entries(&other);
    let mut asked = 0;
    for (path, methods) in document["paths"].as_object().unwrap() {
        for method in methods.as_object().unwrap().keys() {
            let route = format!("{} {path}", method.to_ascii_uppercase());
            let tries =
                entries.remove(&route).unwrap_or_else(|| panic!("{route} has no entry in the isolation matrix"));
            for entry in tries {
                let mut address = path.clone();
                for (name, value) in &entry.parts {
                    address = address.replace(&format!("{{{name}}}"), &value.replace(' ', "%20"));
                }
                if !entry.query.is_empty() {
                    address = format!("{address}?{}", entry.query);
                }
                let sent = format!("{address} {:?}", entry.body).to_lowercase();
                let mut ask = server.ask(&method.to_ascii_uppercase(), &address).key(&alice);
                if let Some(body) = entry.body {
                    ask = ask.json(body);
                }
                let answer = ask.send().await;
                asked += 1;
                let status = answer.status.as_u16();
                let told = format!("{route} as {address}: {status} {}", answer.text);
                match entry.expect {
                    Expect::Refused => assert!(matches!(status, 403 | 404), "{told}"),
                    Expect::Own => assert!((200..300).contains(&status), "{told}"),
                    Expect::Open => {
                        assert!((200..300).contains(&status), "{told}");
                        continue;
                    }
                }
                // What was asked for may be said back where it is not found.
                let echoed = sent.contains(MARK);
                let words = answer.text.to_lowercase();
                assert!(!words.contains(MARK) || (echoed && status >= 400), "{told}");
                for id in [&other.second, &other.answer] {
                    assert!(
                        !words.contains(&id.to_lowercase()) || address.contains(id.as_str()) || status >= 400,
                        "{told}"
                    );
                }
            }
        }
    }
    assert!(asked > 150, "{asked}");
    assert!(entries.is_empty(), "entries without a route: {:?}", entries.keys());
    let own = server.ask("POST", "/api/v1/memories").key(&alice).header("idempotency-key", "shared");
    let own = own.json(json!({"content": "reads about tea"})).send().await.expect(201);
    assert!(!own.text.contains(MARK));
    assert_eq!(everything_of(&server, "bob"), before, "nothing of Bob's has changed");
}

/// A name that two have is two sessions.
#[tokio::test]
async fn sessions_of_the_same_name_are_each_their_own() {
    let server = Server::asking_for_keys();
    let (alice, bob) = (server.key("alice", |_| {}), server.key("bob", |_| {}));
    for (key, text) in [(&alice, "alice was here"), (&bob, "bob was here")] {
        let body = json!({"messages": [{"role": "user", "text": text}]});
        server.ask("POST", "/api/v1/sessions/talk/messages").key(key).json(body).send().await.expect(200);
    }
    let mine = server.ask("GET", "/api/v1/sessions/talk/messages").key(&alice).send().await.expect(200);
    assert!(mine.text.contains("alice was here") && !mine.text.contains("bob"), "{}", mine.text);
    // The engine says the same.
    let user = server.engine.known_user("bob").unwrap();
    let space = server.engine.personal_space(&user).unwrap();
    let line = MessageLine::read(json!({"role": "user", "text": "bob again"}));
    let recording =
        Recording { session: Some("talk".into()), surface: cofio_domain::session::Surface::Api, project: None };
    server.engine.record(&space, &recording, [(1, line)]).unwrap();
    server.engine.remember(&space, &Draft::said("bob likes tea")).unwrap();
    let mine = server.ask("GET", "/api/v1/sessions/talk/messages").key(&alice).send().await.expect(200);
    assert_eq!(mine.body["items"].as_array().unwrap().len(), 1);
}
