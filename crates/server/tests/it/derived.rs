//! What is made from memories and conversations, and keeping it in order: episodes, briefs, tasks, outcomes, the deck.

use serde_json::{Value, json};

use crate::support::Server;

async fn talked(server: &Server, session: &str, text: &str) {
    let talk = json!({"messages": [{"role": "user", "text": text, "at": "2026-11-13T09:00:00Z"}]});
    server.post(&format!("/api/v1/sessions/{session}/messages"), talk).await.expect(200);
    server.post(&format!("/api/v1/sessions/{session}/close"), json!({})).await.expect(200);
}

fn items(answer: &Value) -> usize {
    answer["items"].as_array().map_or(0, Vec::len)
}

/// PRODUCT §1.14: `episodes`, `briefs` and compiling them. What is forgotten is in neither.
#[tokio::test]
async fn what_conversations_came_to_is_shown_until_it_is_forgotten() {
    let server = Server::new();
    talked(&server, "trip", "We decided to take the night train to Lisbon. Please remember that I love trains.").await;
    talked(&server, "pets", "Our dog is called Rufus and he is old.").await;
    let listed = server.get("/api/v1/episodes?limit=1").await.expect(200);
    assert_eq!(items(&listed.body), 1);
    let next = listed.text_at("/next_cursor").to_owned();
    assert_eq!(items(&server.get(&format!("/api/v1/episodes?cursor={next}")).await.expect(200).body), 1);
    let of_trip = server.get("/api/v1/episodes?session=trip").await.expect(200);
    assert!(of_trip.text_at("/items/0/decisions/0").contains("night train"), "{}", of_trip.text);
    let id = of_trip.text_at("/items/0/id").to_owned();
    assert_eq!(server.get(&format!("/api/v1/episodes/{id}")).await.expect(200).text_at("/session"), "trip");
    server.get("/api/v1/episodes/epi_00000000000000000000000000").await.problem(404, "not_found");

    server.remember("I am allergic to peanuts").await;
    let tried = server.post("/api/v1/briefs:compile?dry_run=true", json!({})).await.expect(200);
    assert!(tried.body["operation_id"].is_null() && tried.body["dry_run"] == true, "{}", tried.text);
    assert_eq!(items(&server.get("/api/v1/briefs").await.expect(200).body), 0);
    let compiled = server.post("/api/v1/briefs:compile", json!({})).await.expect(200);
    assert!(compiled.text_at("/operation_id").starts_with("op_"), "{}", compiled.text);
    let briefs = server.get("/api/v1/briefs").await.expect(200);
    assert!(briefs.text.contains("peanuts"), "{}", briefs.text);
    let about = briefs.text_at("/items/0/kind").to_owned();
    server.get(&format!("/api/v1/briefs/{about}")).await.expect(200);
    server.get("/api/v1/briefs/nothing").await.problem(404, "not_found");
    server.post("/api/v1/memories/peanuts/forget", json!({})).await.expect(200);
    assert!(!server.get("/api/v1/briefs").await.expect(200).text.contains("peanuts"));

    // A session that goes with what was learned from it.
    let gone = server.ask("DELETE", "/api/v1/sessions/pets?forget=true").send().await.expect(200);
    assert!(gone.text_at("/message").contains("In the trash"), "{}", gone.text);
    assert_eq!(items(&server.get("/api/v1/episodes").await.expect(200).body), 1);
    let again = server.post("/api/v1/sessions/trip/relearn", json!({})).await.expect(200);
    assert_eq!(again.body["sessions"], 1);
    server.post("/api/v1/sessions/nowhere/relearn", json!({})).await.problem(404, "not_found");
}

/// PRODUCT §1.14: `tasks`, `outcomes`.
#[tokio::test]
async fn tasks_are_kept_until_they_are_done_and_outcomes_are_noted() {
    let server = Server::new();
    let passport = json!({"content": "Renew the passport", "due_at": "2027-05-01", "next_step": "find the old one"});
    server.post("/api/v1/tasks", passport).await.expect(200);
    server.post("/api/v1/tasks", json!({"content": "Call the bank", "due_at": "2026-11-20"})).await.expect(200);
    let listed = server.get("/api/v1/tasks").await.expect(200);
    assert_eq!((listed.text_at("/items/0/content"), items(&listed.body)), ("Call the bank", 2));
    assert_eq!(listed.text_at("/items/1/next_step"), "find the old one");
    let change = |body: Value| server.ask("PATCH", "/api/v1/tasks/passport").json(body);
    change(json!({"next_step": null, "due_at": "2027-04-01"})).send().await.expect(200);
    change(json!({"state": "done"})).send().await.expect(200);
    assert_eq!(items(&server.get("/api/v1/tasks").await.expect(200).body), 1);
    assert_eq!(items(&server.get("/api/v1/tasks?all=true").await.expect(200).body), 2);
    change(json!({"state": "open"})).send().await.expect(200);
    assert_eq!(items(&server.get("/api/v1/tasks").await.expect(200).body), 2);
    change(json!({})).send().await.problem(400, "invalid");
    change(json!({"state": "lost"})).send().await.problem(400, "invalid");

    let guess =
        json!({"content": "prefers a window seat", "source": "extracted", "confidence": 0.9, "importance": 0.9});
    let id = server.post("/api/v1/memories", guess).await.expect(201).text_at("/event/memory/id").to_owned();
    let confidence =
        || async { server.get(&format!("/api/v1/memories/{id}")).await.body["confidence"].as_f64().unwrap() };
    let before = confidence().await;
    let outcome = |body: Value| server.ask("POST", "/api/v1/outcomes").json(body);
    outcome(json!({"outcome": "contradicted", "memories": [id]})).send().await.expect(200);
    assert!(confidence().await < before);
    outcome(json!({"outcome": "not_relevant", "memories": ["window seat"], "domain": "food"})).send().await.expect(200);
    for wrong in [
        json!({"outcome": "confirmed", "memories": []}),
        json!({"outcome": "maybe", "memories": ["window"]}),
        json!({"outcome": "not_relevant", "memories": ["window"]}),
        json!({"outcome": "confirmed", "memories": ["window"], "domain": "food"}),
    ] {
        outcome(wrong).send().await.problem(400, "invalid");
    }
}

/// PRODUCT §1.14: `review`; answering is an ordinary write.
#[tokio::test]
async fn a_deck_is_gone_through_card_by_card() {
    let server = Server::new();
    let proposed = json!({"content": "prefers green tea", "source": "agent_proposed"});
    server.post("/api/v1/memories", proposed).await.expect(200);
    let deck = server.get("/api/v1/review").await.expect(200);
    assert_eq!((deck.text_at("/cards/0/kind"), deck.body["offered"].clone()), ("proposal", json!(false)));
    let card = format!("/api/v1/review/{}", deck.text_at("/cards/0/id"));
    server.post(&card, json!({"answer": "edit"})).await.problem(400, "invalid");
    server.post(&card, json!({"answer": "keep", "content": "x"})).await.problem(400, "invalid");
    let kept = server.post(&card, json!({"answer": "edit", "content": "prefers white tea"})).await.expect(200);
    assert!(kept.text_at("/operation_id").starts_with("op_"), "{}", kept.text);
    assert_eq!(server.get("/api/v1/memories").await.text_at("/items/0/content"), "prefers white tea");
    server.post("/api/v1/review:end", json!({"seen": 1})).await.expect(204);
    server.post("/api/v1/review/prop_00000000000000000000000000", json!({"answer": "keep"})).await.expect(404);
}

/// UX §6: `dry_run` on consolidate shows the plan; a run is undone as one. `search` and `retrieve` are recall by other
/// names.
#[tokio::test]
async fn upkeep_can_be_seen_before_it_is_done_and_taken_back_after() {
    let server = Server::new();
    for text in ["drinks oat milk in coffee", "drinks oat milk in the coffee"] {
        let guess = json!({"content": text, "source": "extracted", "confidence": 0.9, "importance": 0.9});
        server.post("/api/v1/memories", guess).await;
    }
    server.post("/api/v1/memories", json!({"content": "Never book flights before noon", "authority": "hard"})).await;
    let tried = server.post("/api/v1/memories:consolidate?dry_run=true", json!({"depth": "deep"})).await.expect(200);
    assert!(tried.body["run"].is_null() && tried.body["dry_run"] == true, "{}", tried.text);
    let done = server.post("/api/v1/memories:consolidate", json!({"depth": "deep"})).await.expect(200);
    if let Some(run) = done.body["operation_id"].as_str() {
        server.post(&format!("/api/v1/operations/{run}/undo"), json!({})).await.expect(200);
    }
    server.post("/api/v1/memories:consolidate", json!({"depth": "shallow"})).await.problem(400, "invalid");
    let rebuilt = server.post("/api/v1/memories:rebuild", json!({"from": "memories"})).await.expect(200);
    assert!(rebuilt.body["briefs"].as_u64().unwrap() > 0, "{}", rebuilt.text);
    server.post("/api/v1/memories:rebuild", json!({"from": "thin air"})).await.problem(400, "invalid");

    let found = server.get("/api/v1/search?q=oat%20milk&limit=3").await.expect(200);
    assert!(found.text_at("/hits/0/content").contains("oat milk"), "{}", found.text);
    server.get("/api/v1/search?q=").await.problem(400, "invalid");
    server.get("/api/v1/search").await.problem(400, "invalid");
    let wanted = json!({"query": "what milk goes into my coffee?"});
    let retrieved = server.post("/api/v1/memories:retrieve", wanted).await.expect(200);
    assert_eq!(retrieved.text_at("/rules/0/content"), "Never book flights before noon");
    assert!(retrieved.text_at("/memories/0/content").contains("oat milk"), "{}", retrieved.text);
}

/// PRODUCT §1.14: `apps`, `config`: what may be changed from afar is, and nothing that says where words go.
#[tokio::test]
async fn applications_are_listed_and_settings_changed_by_the_owner_alone() {
    let server = Server::new();
    let key = server.key("owner", |key| key.name = "notes app".into());
    server.ask("POST", "/api/v1/memories").key(&key).json(json!({"content": "I like tea"})).send().await.expect(201);
    let apps = server.get("/api/v1/apps").await.expect(200);
    assert_eq!((apps.text_at("/items/0/name"), apps.body["items"][0]["memories"].clone()), ("notes app", json!(1)));
    assert!(!apps.text.contains(&key));

    let set = |body: Value| server.ask("PATCH", "/api/v1/config").json(body);
    set(json!({"settings": {"policy.profile": "manual"}})).send().await.expect(200);
    set(json!({"settings": {"policy.profile": null}})).send().await.expect(200);
    set(json!({"settings": {"policy.profile": 3}})).send().await.problem(400, "invalid");
    set(json!({"settings": {"data_dir": "/elsewhere"}})).send().await.problem(403, "forbidden");
    set(json!({"settings": {"nothing.such": 1}})).send().await.problem(404, "not_found");
    let other = server.key("sam", |_| {});
    let body = json!({"settings": {"policy.profile": "manual"}});
    server.ask("PATCH", "/api/v1/config").key(&other).json(body).send().await.problem(403, "forbidden");
}
