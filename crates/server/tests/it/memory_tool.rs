//! Anthropic's memory tool, command by command, in the words of its reference helper.

use serde_json::{Value, json};

use crate::support::Server;

async fn told(server: &Server, command: Value) -> (String, bool) {
    let answer = server.post("/api/v1/memory-tool", command).await.expect(200);
    (answer.text_at("/content").to_owned(), answer.body["is_error"] == true)
}

async fn done(server: &Server, command: Value) -> String {
    let (text, wrong) = told(server, command.clone()).await;
    assert!(!wrong, "{command}: {text}");
    text
}

async fn wrong(server: &Server, command: Value) -> String {
    let (text, wrong) = told(server, command.clone()).await;
    assert!(wrong, "{command}: {text}");
    text
}

/// UX §5: notes are files, what is compiled is read-only, no path leads out, and the policy holds for files, too.
#[tokio::test]
async fn memory_is_a_folder_of_files() {
    let server = Server::new();
    server.remember("I'm vegetarian").await;
    server.post("/api/v1/memories", json!({"content": "never book flights on Fridays", "authority": "hard"})).await;
    let create = json!({"command": "create", "path": "/memories/notes/trip.md", "file_text": "# Trip\nfly\npack\n"});
    assert_eq!(done(&server, create.clone()).await, "File created successfully at: /memories/notes/trip.md");
    assert_eq!(wrong(&server, create).await, "File /memories/notes/trip.md already exists");

    let root = done(&server, json!({"command": "view", "path": "/memories"})).await;
    assert!(
        root.starts_with(
            "Here're the files and directories up to 2 levels deep in /memories, excluding hidden items:\n"
        )
    );
    for line in [
        "\t/memories/domains/",
        "\t/memories/notes/\n16B\t/memories/notes/trip.md",
        "\t/memories/profile.md",
        "\t/memories/rules.md",
    ] {
        assert!(root.contains(line), "{line} in {root}");
    }
    let rules = done(&server, json!({"command": "view", "path": "/memories/rules.md"})).await;
    assert!(rules.contains("never book flights on Fridays"), "{rules}");
    let view = json!({"command": "view", "path": "/memories/notes/trip.md", "view_range": [2, 3]});
    let expected = "Here's the content of /memories/notes/trip.md with line numbers:\n     2\tfly\n     3\tpack";
    assert_eq!(done(&server, view).await, expected);

    let replace = |old: &str, new: &str| json!({"command": "str_replace", "path": "/memories/notes/trip.md", "old_str": old, "new_str": new});
    let edited = done(&server, replace("fly", "take the train")).await;
    let snippet = "     1\t# Trip\n     2\ttake the train\n     3\tpack\n     4\t";
    assert_eq!(
        edited,
        format!(
            "The memory file has been edited. Here is the snippet showing the change (with line numbers):\n{snippet}"
        )
    );
    assert!(wrong(&server, replace("sail", "x")).await.contains("did not appear verbatim"));
    assert!(wrong(&server, replace("a", "x")).await.contains("in lines: 2, 2, 3. Please ensure it is unique"));
    let insert = |line: i64| json!({"command": "insert", "path": "/memories/notes/trip.md", "insert_line": line, "insert_text": "in May\n"});
    assert_eq!(done(&server, insert(1)).await, "The file /memories/notes/trip.md has been edited.");
    assert!(wrong(&server, insert(9)).await.contains("within the range [0, 4]"));
    let whole = done(&server, json!({"command": "view", "path": "/memories/notes/trip.md"})).await;
    assert!(
        whole.ends_with("     1\t# Trip\n     2\tin May\n     3\ttake the train\n     4\tpack\n     5\t"),
        "{whole}"
    );

    let rename =
        json!({"command": "rename", "old_path": "/memories/notes/trip.md", "new_path": "/memories/journeys/may.md"});
    assert_eq!(
        done(&server, rename.clone()).await,
        "Successfully renamed /memories/notes/trip.md to /memories/journeys/may.md"
    );
    assert!(wrong(&server, rename).await.contains("already exists"));
    let moved = done(&server, json!({"command": "view", "path": "/memories/journeys/may.md"})).await;
    assert!(moved.contains("take the train"));

    for (command, says) in [
        (json!({"command": "delete", "path": "/memories"}), "Cannot delete the /memories directory itself"),
        (json!({"command": "delete", "path": "/memories/profile.md"}), "read-only"),
        (json!({"command": "create", "path": "/memories/domains/x.md", "file_text": "x"}), "read-only"),
        (json!({"command": "rename", "old_path": "/memories/journeys", "new_path": "/memories/episodes"}), "read-only"),
        (json!({"command": "view", "path": "/memories/../../etc/passwd"}), "would escape"),
        (json!({"command": "create", "path": "/memories/%2e%2e/x", "file_text": "x"}), "would escape"),
        (json!({"command": "view", "path": "/etc/passwd"}), "must start with /memories"),
        (json!({"command": "view", "path": "/memories/none.md"}), "does not exist. Please provide a valid path."),
        (
            json!({"command": "create", "path": "/memories/notes/k.md", "file_text": "my password is hunter2secret!"}),
            "Not saved",
        ),
        (
            json!({"command": "create", "path": "/memories/notes/h.md", "file_text": "she was diagnosed with diabetes"}),
            "health memory is off",
        ),
    ] {
        let text = wrong(&server, command.clone()).await;
        assert!(text.contains(says), "{command}: {text}");
    }
    server.post("/api/v1/memory-tool", json!({"command": "burn", "path": "/memories"})).await.expect(400);

    assert_eq!(
        done(&server, json!({"command": "delete", "path": "/memories/journeys"})).await,
        "Successfully deleted /memories/journeys"
    );
    assert!(
        wrong(&server, json!({"command": "view", "path": "/memories/journeys/may.md"}))
            .await
            .contains("does not exist")
    );
    server.post("/api/v1/operations/last/undo", json!({})).await.expect(200);
    done(&server, json!({"command": "view", "path": "/memories/journeys/may.md"})).await;
}
