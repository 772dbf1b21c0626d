//! The isolation matrix of tools, resources and prompts: each there is, used by somebody of one space with everything that
//! belongs to another. A tool, resource or prompt without an entry here fails the test.

use std::collections::BTreeMap;

use cofio_mcp::{PROMPTS, RESOURCES, TOOLS};
use serde_json::{Value, json};

use crate::isolation::{MARK, Theirs, everything_of, theirs};
use crate::mcp::Client;
use crate::support::Server;

/// What is expected of a call that is given what belongs to somebody else.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Expect {
    /// It says no.
    Refused,
    /// It answers from one's own.
    Own,
}

type Entries = BTreeMap<String, Vec<(Expect, Value)>>;

/// How every tool is called, by its set and its name.
fn tools(theirs: &Theirs, cursor: &str, answer: &str) -> Entries {
    use Expect::{Own, Refused};
    let mut entries = Entries::new();
    let mut add = |tool: &str, expect: Expect, arguments: Value| {
        entries.entry(tool.to_owned()).or_default().push((expect, arguments));
    };
    let memory = theirs.memory.as_str();
    add("core get_context", Own, json!({"query": "cloves and stamps and maps, anything?"}));
    add("core get_context", Own, json!({"query": "cloves and stamps", "session_id": theirs.session}));
    add("core recall", Own, json!({"query": "cloves and stamps and maps", "include_low_confidence": true}));
    add("core recall", Refused, json!({"query": "cloves", "domain": MARK}));
    add("core remember", Own, json!({"content": "drinks tea", "session_id": theirs.session}));
    add("core remember", Refused, json!({"content": "drinks milk", "domain": MARK}));
    for which in [memory, "sails to zanzibar"] {
        add("core update_memory", Refused, json!({"id_or_substring": which, "new_content": "is nobody's"}));
        add("core forget", Refused, json!({"id_or_substring": which}));
        add("core confirm_memory", Refused, json!({"id_or_substring": which}));
        add("core confirm_memory", Refused, json!({"id_or_substring": which, "still_true": false}));
        add("full explain", Refused, json!({"id": which}));
        add("full history", Refused, json!({"id": which}));
        add("full record_outcome", Refused, json!({"memory_ids": [which], "outcome": "contradicted"}));
        add("full set_task", Refused, json!({"id_or_substring": which, "state": "done"}));
        add("full link_memories", Refused, json!({"from": which, "to": theirs.second}));
    }
    add("core propose_memory", Own, json!({"content": "may drink mate"}));
    add("core list_memories", Own, json!({"status": "all"}));
    add("core list_memories", Refused, json!({"domain": MARK}));
    for theirs in [cursor, &theirs.cursor] {
        add("core list_memories", Refused, json!({"cursor": theirs}));
    }
    add("full explain", Refused, json!({"id": theirs.answer}));
    add("full explain", Refused, json!({"id": answer}));
    add("full undo", Refused, json!({"operation_id": theirs.operation}));
    add("full resolve_conflict", Refused, json!({"conflict_id": "conf_00000000000000000000000000", "choice": "right"}));
    let messages = json!([{"role": "user", "content": "hello"}]);
    add("full log_turn", Refused, json!({"session_id": theirs.session, "messages": messages}));
    add("full log_turn", Own, json!({"session_id": "own-talk", "messages": messages}));
    for session in [theirs.session.as_str(), "zanzibar-talk"] {
        add("full end_session", Refused, json!({"session_id": session}));
    }
    add("full list_tasks", Own, json!({}));
    add("chatgpt search", Own, json!({"query": "cloves and stamps and maps"}));
    add("chatgpt fetch", Refused, json!({"id": memory}));
    add("anthropic memory", Own, json!({"command": "view", "path": "/memories"}));
    for command in [
        json!({"command": "view", "path": "/memories/notes/theirs.md"}),
        json!({"command": "insert", "path": "/memories/notes/theirs.md", "insert_line": 0, "insert_text": "x"}),
        json!({"command": "str_replace", "path": "/memories/notes/theirs.md", "old_str": "a", "new_str": "b"}),
        json!({"command": "delete", "path": "/memories/notes/theirs.md"}),
        json!({"command": "rename", "old_path": "/memories/notes/theirs.md", "new_path": "/memories/x.md"}),
        json!({"command": "view", "path": "/memories/../bob/notes/theirs.md"}),
    ] {
        add("anthropic memory", Refused, command);
    }
    add("openmemory add_memories", Own, json!({"text": "drinks water"}));
    add("openmemory search_memory", Own, json!({"query": "cloves and stamps"}));
    add("openmemory list_memories", Own, json!({}));
    add("openmemory delete_memories", Refused, json!({"memory_ids": [memory]}));
    add("openmemory delete_all_memories", Refused, json!({}));
    entries
}

/// How every resource is read.
fn resources(theirs: &Theirs, episode: &str) -> Entries {
    use Expect::{Own, Refused};
    let mut entries = Entries::new();
    for own in ["context", "profile", "procedures", "now", "review"] {
        entries.insert(format!("cofio://{own}"), vec![(Own, json!({"uri": format!("cofio://{own}")}))]);
    }
    let refused = |uri: String| vec![(Refused, json!({ "uri": uri }))];
    entries.insert("cofio://domains/{domain}".into(), refused(format!("cofio://domains/{MARK}")));
    entries.insert("cofio://memories/{id}".into(), refused(format!("cofio://memories/{}", theirs.memory)));
    entries.insert("cofio://episodes/{id}".into(), refused(format!("cofio://episodes/{episode}")));
    entries
}

/// Checks an answer: refused or one's own, and nothing of the other's in it.
fn check(what: &str, expect: Expect, sent: &Value, answer: &Value) {
    let refused = answer["error"].is_object() || answer["result"]["isError"] == true;
    let told = format!("{what} with {sent}: {answer}");
    assert_eq!(refused, expect == Expect::Refused, "{told}");
    let words = answer.to_string().to_lowercase();
    let echoed = refused && sent.to_string().to_lowercase().contains(MARK);
    assert!(!words.contains(MARK) || echoed, "{told}");
}

/// R0-049, R0-089, PRODUCT §1.17 15: no tool, resource or prompt crosses, by id, words, cursor, answer, session or state.
#[tokio::test]
async fn nobody_reaches_what_belongs_to_another_by_any_tool() {
    let server = Server::asking_for_keys();
    let (alice, bob) = (server.key("alice", |_| {}), server.key("bob", |_| {}));
    let other = theirs(&server, &bob).await;
    let his = Client { can: json!({"elicitation": {"form": {}}}), ..Client::new(&server, &bob, "full") };
    let cursor = his.call("list_memories", json!({"limit": 1})).await["next_cursor"].as_str().unwrap().to_owned();
    let answer = his.call("get_context", json!({"query": "zanzibar"})).await["answer_id"].as_str().unwrap().to_owned();
    let talk =
        json!([{"role": "user", "content": "In zanzibar I decided to learn sailing with my cousin next spring."}]);
    his.call("log_turn", json!({"session_id": "zanzibar-two", "messages": talk})).await;
    his.call("end_session", json!({"session_id": "zanzibar-two"})).await;
    let ill = json!({"content": "was diagnosed with diabetes"});
    let asked = his.result("tools/call", json!({"name": "remember", "arguments": ill})).await;
    let bobs = server.engine.personal_space(&server.engine.known_user("bob").unwrap()).unwrap();
    let episode = server.engine.episodes(&bobs).unwrap().first().map(|episode| episode.id.to_string());
    let before = everything_of(&server, "bob");

    let mut entries = tools(&other, &cursor, &answer);
    for tool in TOOLS {
        let (profile, name) = (tool.profiles[0].word(), tool.name);
        let tries = entries.remove(&format!("{profile} {name}"));
        let tries = tries.unwrap_or_else(|| panic!("{profile} {name} has no entry in the isolation matrix"));
        let client = Client::new(&server, &alice, profile);
        for (expect, arguments) in tries {
            let answer = client.ask("tools/call", json!({"name": name, "arguments": arguments})).await;
            check(name, expect, &arguments, &answer);
        }
    }
    assert!(entries.is_empty(), "entries without a tool: {:?}", entries.keys());

    let client = Client { can: json!({"elicitation": {"form": {}}}), ..Client::new(&server, &alice, "full") };
    let mut entries = resources(&other, &episode.expect("Bob's conversation came to something"));
    for resource in RESOURCES {
        let tries = entries.remove(resource.uri);
        for (expect, params) in tries.unwrap_or_else(|| panic!("{} has no entry", resource.uri)) {
            check(resource.uri, expect, &params, &client.ask("resources/read", params.clone()).await);
        }
    }
    for list in ["resources/list", "resources/templates/list", "tools/list", "prompts/list"] {
        check(list, Expect::Own, &json!({}), &client.ask(list, json!({})).await);
    }
    for prompt in PROMPTS {
        let given: serde_json::Map<String, Value> =
            prompt.arguments.iter().map(|(name, ..)| ((*name).to_owned(), json!("cloves and stamps"))).collect();
        let params = json!({"name": prompt.name, "arguments": given});
        check(prompt.name, Expect::Own, &params, &client.ask("prompts/get", params.clone()).await);
    }
    // What Bob was asked, Alice cannot answer; nor can she in a space where she has no seat.
    let yes = json!({"confirm": {"action": "accept", "content": {"decision": "turn_on"}}});
    let taken =
        json!({"name": "remember", "arguments": ill, "requestState": asked["requestState"], "inputResponses": yes});
    check("remember", Expect::Refused, &taken, &client.ask("tools/call", taken.clone()).await);
    let elsewhere = server.ask("POST", &format!("/mcp?space={}", other.space)).key(&alice);
    elsewhere.json(json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"})).unchecked().await.expect(404);

    // A session of the handshake era is its client's alone.
    let hello = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "old", "version": "1"},
    }});
    let accepts = "application/json, text/event-stream";
    let opened =
        server.ask("POST", "/mcp").key(&bob).header("accept", accepts).json(hello).unchecked().await.expect(200);
    let session = opened.header("mcp-session-id").to_owned();
    assert!(!session.is_empty());
    let list = json!({"jsonrpc": "2.0", "id": 2, "method": "tools/list"});
    for (key, status) in [(&alice, 404), (&bob, 200)] {
        for method in ["POST", "DELETE"] {
            let ask = server.ask(method, "/mcp").key(key).header("accept", accepts).header("mcp-session-id", &session);
            if method == "POST" {
                ask.json(list.clone()).unchecked().await.expect(status);
            } else if status == 404 {
                ask.unchecked().await.expect(404);
            }
        }
    }
    assert_eq!(everything_of(&server, "bob"), before, "nothing of Bob's has changed");
}
