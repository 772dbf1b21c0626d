//! `cofio mcp` as an assistant starts it, and as a person installs it.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout};

use serde_json::{Value, json};

use crate::serving::Served;
use crate::support::{Cofio, mode_of};

/// An assistant of the handshake era, with the program it started.
struct Assistant {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Assistant {
    fn of(cofio: &Cofio, flags: &[&str]) -> Assistant {
        let mut child = cofio.call(["mcp"].iter().chain(flags)).start();
        let (input, output) = (child.stdin.take(), BufReader::new(child.stdout.take().unwrap()));
        let mut assistant = Assistant { child, input, output };
        let hello =
            json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "raw", "version": "1"}});
        let known = assistant.ask(0, "initialize", hello);
        assert_eq!(known["result"]["serverInfo"]["name"], "cofio", "{known}");
        assert_eq!(known["result"]["capabilities"]["resources"], json!({}), "no promise that is not kept: {known}");
        assistant.say(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        assistant
    }

    fn say(&mut self, message: &Value) {
        writeln!(self.input.as_mut().unwrap(), "{message}").unwrap();
    }

    fn hear(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap_or_else(|_| panic!("not the protocol: {line}"))
    }

    fn ask(&mut self, id: u32, method: &str, params: Value) -> Value {
        self.say(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        let answer = self.hear();
        assert_eq!(answer["id"], id, "{answer}");
        answer
    }

    fn call(&mut self, tool: &str, arguments: Value) -> Value {
        let answer = self.ask(7, "tools/call", json!({"name": tool, "arguments": arguments}));
        assert_ne!(answer["result"]["isError"], true, "{answer}");
        answer["result"]["structuredContent"].clone()
    }

    /// Closes the input; the program ends by itself.
    fn leave(mut self) {
        drop(self.input.take());
        assert!(self.child.wait().unwrap().success());
    }
}

/// UX §3: the protocol on standard input and output, alone, several at once, beside a server and after it has ended.
#[test]
fn an_assistant_talks_to_the_program_it_started() {
    let cofio = Cofio::fresh();
    let (mut one, mut other) = (Assistant::of(&cofio, &[]), Assistant::of(&cofio, &["--profile", "full"]));
    assert_eq!(one.ask(1, "tools/list", json!({}))["result"]["tools"].as_array().unwrap().len(), 8);
    assert_eq!(other.ask(1, "tools/list", json!({}))["result"]["tools"].as_array().unwrap().len(), 18);
    let saved = one.call("remember", json!({"content": "is vegetarian"}));
    assert_eq!(saved["event"]["action"], "saved", "{saved}");
    assert_eq!(other.call("recall", json!({"query": "vegetarian"}))["results"][0]["content"], "is vegetarian");
    let told = cofio.json(["show", "vegetarian"]);
    assert_eq!(told["app"], "raw", "what it wrote carries its name: {told}");
    one.say(&json!("no message"));
    one.say(&json!({"jsonrpc": "2.0", "id": 3, "method": "nothing/like/this"}));
    let answers = [one.hear(), one.hear()];
    assert!(answers.iter().all(|answer| answer["error"].is_object()), "{answers:?}");
    writeln!(one.input.as_mut().unwrap(), "{{not json").unwrap();
    assert_eq!(one.hear()["error"]["code"], -32700);
    one.leave();
    other.leave();

    cofio.ok(["config", "set", "tools.profile", "chatgpt"]);
    let mut set = Assistant::of(&cofio, &[]);
    assert_eq!(set.ask(1, "tools/list", json!({}))["result"]["tools"].as_array().unwrap().len(), 2);
    set.leave();
    cofio.ok(["config", "set", "tools.profile", "core"]);
    let served = Served::by(&cofio, &["--port", "0"]);
    let mut beside = Assistant::of(&cofio, &[]);
    beside.call("remember", json!({"content": "cooks on Sundays"}));
    let counted = served.ask("GET", "/metrics", "", "");
    assert!(counted.contains("cofio_writes_total{action=\"saved\"} 1"), "it went through the server: {counted}");
    cofio.ok(["stop"]);
    served.ended();
    assert_eq!(beside.call("list_memories", json!({}))["items"].as_array().unwrap().len(), 2, "it goes on alone");
    beside.leave();
}

/// UX §3: `mcp install` shows the change, asks, keeps a copy; what it cannot read it leaves alone.
#[test]
fn it_is_installed_in_assistants_without_breaking_their_settings() {
    let cofio = Cofio::fresh();
    let files = [
        ("claude-desktop", "config/Claude/claude_desktop_config.json"),
        ("claude-code", ".claude.json"),
        ("codex", ".codex/config.toml"),
        ("cursor", ".cursor/mcp.json"),
        ("vscode", "config/Code/User/mcp.json"),
        ("windsurf", ".codeium/windsurf/mcp_config.json"),
        ("zed", "config/zed/settings.json"),
        ("goose", "config/goose/config.yaml"),
    ];
    for (client, file) in files {
        assert!(cofio.ok(["mcp", "install", client, "--print"]).contains("cofio"), "{client}");
        cofio.fails(2, ["mcp", "install", client]);
        assert!(!cofio.home().join(file).exists(), "nobody said yes: {client}");
        cofio.ok(["mcp", "install", client, "--yes"]);
        let text = std::fs::read_to_string(cofio.home().join(file)).unwrap();
        assert!(text.contains("cofio") && text.contains("mcp"), "{client}: {text}");
        assert_eq!(mode_of(&cofio.home().join(file)), 0o600, "{client}");
        let again = cofio.run(["mcp", "install", client, "--yes"]).expect(0);
        assert!(again.stderr.contains("it is there already"), "{client}: {}", again.stderr);
    }
    let zed = cofio.write("config/zed/settings.json", "{\n  // my theme\n  \"theme\": \"One\"\n}\n");
    let shown = cofio.run(["mcp", "install", "zed", "--yes", "--data-dir", "elsewhere"]).expect(0);
    assert!(shown.stdout.contains("+") && shown.stdout.contains("context_servers"), "{}", shown.stdout);
    let text = std::fs::read_to_string(&zed).unwrap();
    assert!(text.contains("// my theme") && text.contains("--data-dir") && text.contains("/elsewhere"), "{text}");
    let kept = std::fs::read_to_string(zed.with_file_name("settings.json.before-cofio")).unwrap();
    assert_eq!(kept, "{\n  // my theme\n  \"theme\": \"One\"\n}\n");

    let broken = "{\"mcpServers\": [oops";
    let cursor = cofio.write(".cursor/mcp.json", broken);
    let told = cofio.fails(2, ["mcp", "install", "cursor", "--yes"]);
    assert!(told.stderr.contains("was not changed"), "{}", told.stderr);
    assert_eq!(std::fs::read_to_string(cursor).unwrap(), broken);
    cofio.fails(2, ["mcp", "install", "netscape"]);
}
