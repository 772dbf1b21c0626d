//! What was done, what waits, what is due.

use serde_json::json;

use crate::support::Server;

#[tokio::test]
async fn operations_are_listed_newest_first_and_taken_back() {
    let server = Server::new();
    for text in ["I like tea", "I play the cello", "I live in Lisbon"] {
        server.remember(text).await;
    }
    let page = server.get("/api/v1/operations?limit=2").await.expect(200);
    assert_eq!(page.text_at("/items/0/items/0/after"), "I live in Lisbon");
    let next = page.text_at("/next_cursor").to_owned();
    let page = server.get(&format!("/api/v1/operations?limit=2&cursor={next}")).await.expect(200);
    assert_eq!(page.text_at("/items/0/items/0/after"), "I like tea");
    let id = page.text_at("/items/0/op_id").to_owned();
    assert_eq!(server.get(&format!("/api/v1/operations/{id}")).await.expect(200).body["can_undo"], true);
    server.post("/api/v1/operations/last/undo", json!({})).await.expect(200);
    let left = server.get("/api/v1/memories").await;
    assert_eq!(left.body["items"].as_array().unwrap().len(), 2);
    server.post("/api/v1/operations/op_00000000000000000000000000/undo", json!({})).await.problem(404, "not_found");
}

/// R2-018: propose, confirm or reject, getPendingProposals.
#[tokio::test]
async fn what_an_assistant_suggests_waits_for_the_person() {
    let server = Server::new();
    let proposed = json!({"content": "prefers Kroger for groceries", "source": "agent_proposed"});
    let proposed = server.post("/api/v1/memories", proposed).await.expect(200);
    assert_eq!(proposed.text_at("/event/action"), "proposed");
    let id = server.get("/api/v1/proposals").await.expect(200).text_at("/items/0/id").to_owned();
    server.get(&format!("/api/v1/proposals/{id}")).await.expect(200);
    let decide = format!("/api/v1/proposals/{id}/decide");
    server.post(&decide, json!({"decision": "perhaps"})).await.problem(400, "invalid");
    server.post(&decide, json!({"decision": "edit", "content": "prefers Kroger"})).await.expect(200);
    let accepted = server.post(&decide, json!({"decision": "accept"})).await.expect(200);
    assert_eq!(accepted.text_at("/event/memory/source"), "user_confirmed");
    assert_eq!(server.get("/api/v1/proposals").await.body["items"], json!([]));
    assert_eq!(server.get("/api/v1/candidates").await.expect(200).body["items"], json!([]));
    assert_eq!(server.get("/api/v1/conflicts").await.expect(200).body["items"], json!([]));
    server.post("/api/v1/conflicts/conf_1/resolve", json!({"resolution": "left"})).await.problem(404, "not_found");
}

#[tokio::test]
async fn a_job_is_done_now_in_the_background() {
    let server = Server::new();
    let jobs = server.get("/api/v1/jobs").await.expect(200);
    let name = jobs.text_at("/items/0/kind").to_owned();
    let begun = server.post(&format!("/api/v1/jobs/{name}/run"), json!({})).await.expect(202);
    assert_eq!(begun.header("location"), format!("/api/v1/jobs/{name}"));
    let mut ended = false;
    for _ in 0..200 {
        let job = server.get(&format!("/api/v1/jobs/{name}")).await.expect(200);
        ended = job.body["ended_at"].is_string();
        if ended {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    assert!(ended);
    server.post("/api/v1/jobs/none.such/run", json!({})).await.problem(404, "not_found");
    server.post(&format!("/api/v1/jobs/{name}/run?dry_run=true"), json!({})).await.problem(400, "invalid");
}
