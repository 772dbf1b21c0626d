//! What is counted, and that there is nothing of anybody's words in it.

use serde_json::json;

use crate::support::Server;

/// R1-063, R1-064, R2-043: cache, latencies, what became of writes and proposals.
#[tokio::test]
async fn what_happens_is_counted_without_a_word_of_it() {
    let server = Server::new();
    server.remember("I'm allergic to zanzibar nuts").await;
    server.post("/api/v1/memories:recall", json!({"query": "zanzibar"})).await.expect(200);
    for _ in 0..2 {
        let wanted = json!({"query": "what about zanzibar nuts for dinner?", "session": "dinner"});
        server.post("/api/v1/context", wanted).await.expect(200);
    }
    server.post("/api/v1/operations/last/undo", json!({})).await.expect(200);
    let metrics = server.get("/metrics").await.expect(200);
    for line in [
        "cofio_writes_total{action=\"saved\"} 1",
        "cofio_undos_total 1",
        "cofio_search_seconds_count 1",
        "cofio_context_lookups_total{looked_up=\"yes\"} 2",
        "cofio_context_baseline_total{present=\"yes\"} 2",
        "cofio_cache_hits 1",
        "cofio_http_requests_total{method=\"POST\",route=\"/api/v1/memories\",status=\"201\"} 1",
    ] {
        assert!(metrics.text.contains(line), "{line} is missing from\n{}", metrics.text);
    }
    assert!(!metrics.text.contains("zanzibar"));
    let stats = server.get("/api/v1/stats").await.expect(200);
    assert_eq!(stats.body["cache_hit_rate"], 0.5);
    assert_eq!(stats.body["writes"]["saved"], 1);
    assert!(!stats.text.contains("zanzibar"));
    let status = server.get("/api/v1/status").await.expect(200);
    assert_eq!(status.body["memories"], 0);
    assert_eq!(server.get("/api/v1/health").await.expect(200).body["sound"], true);
    server.get("/healthz").await.expect(200);
    assert_eq!(server.get("/readyz").await.expect(200).body["ready"], true);
    assert!(server.get("/style.css").await.expect(200).text.contains("main"));
}

#[tokio::test]
async fn counts_are_for_those_who_are_let_in() {
    let server = Server::asking_for_keys();
    server.get("/metrics").await.problem(401, "unauthenticated");
    server.get("/api/v1/stats").await.problem(401, "unauthenticated");
    server.get("/healthz").await.expect(200);
    server.get("/readyz").await.expect(200);
}

#[tokio::test]
async fn a_request_keeps_the_id_it_came_with() {
    let server = Server::new();
    let named = server.ask("GET", "/healthz").header("x-request-id", "mine-1").send().await;
    assert_eq!(named.header("x-request-id"), "mine-1");
    let odd = server.ask("GET", "/healthz").header("x-request-id", "a b{}").send().await;
    assert!(odd.header("x-request-id").starts_with("req_"));
}
