//! What `cofio doctor` says about the server that runs here, if one does, and about the assistants that were told of us.

use std::net::TcpListener;
use std::path::Path;

use cofio_store_sqlite::{Finding, Verdict};
use serde_json::json;

use crate::commands::mcp::{Client, Home, command_in};
use crate::daemon::{self, Daemon};

/// The port that `cofio serve` takes.
const PORT: u16 = 26_346;

/// Revisions of the tools' protocol: the last with a handshake, and the current one.
const HANDSHAKE: &str = "2025-06-18";
const CURRENT: &str = "2026-07-28";

/// Says whether a server runs over a folder, whether it lets in whom it should, and speaks what it should.
pub fn serving(folder: Option<&Path>) -> Vec<Finding> {
    let Some(daemon) = daemon::find(folder) else {
        let free = TcpListener::bind(("127.0.0.1", PORT)).is_ok();
        let detail = match free {
            true => format!("not running; port {PORT} is free"),
            false => {
                format!("not running; port {PORT} is taken by another program, so the next free one would be used")
            }
        };
        return vec![finding("server", Verdict::Sound, &detail, None)];
    };
    let healthy = daemon.request("GET", "/healthz", &[("Host", "localhost")], "").is_ok_and(|answer| answer.0 == 200);
    if !healthy {
        let detail = format!("process {} holds the folder, and does not answer at {}", daemon.pid, daemon.url);
        return vec![finding("server", Verdict::Broken, &detail, Some("cofio stop"))];
    }
    let ours = env!("CARGO_PKG_VERSION");
    let server = if daemon.version == ours {
        finding("server", Verdict::Sound, &format!("running at {}, process {}", daemon.url, daemon.pid), None)
    } else {
        let detail = format!("running at {}, as version {}; this is {ours}", daemon.url, daemon.version);
        finding("server", Verdict::Warning, &detail, Some("cofio stop; cofio serve"))
    };
    vec![server, doors(&daemon), handshakes(&daemon)]
}

/// Whether another site could speak through somebody's browser.
fn doors(daemon: &Daemon) -> Finding {
    let foreign = [("Host", "elsewhere.example")];
    let origin = [("Host", "localhost"), ("Origin", "http://elsewhere.example")];
    let refused = |headers: &[(&str, &str)]| {
        daemon.request("GET", "/api/v1/whoami", headers, "").is_ok_and(|(status, _)| status == 403)
    };
    match refused(&foreign) && refused(&origin) {
        true => finding("doors", Verdict::Sound, "other sites' names and pages are turned away", None),
        false => finding("doors", Verdict::Broken, "another site's page could speak to it", Some("cofio stop")),
    }
}

/// Whether assistants of both eras are understood.
fn handshakes(daemon: &Daemon) -> Finding {
    let ask = |version: &str, method: &str, params: serde_json::Value| {
        let body = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).to_string();
        let key = format!("Bearer {}", daemon.token);
        let headers = [
            ("Host", "localhost"),
            ("Authorization", key.as_str()),
            ("Content-Type", "application/json"),
            ("Accept", "application/json, text/event-stream"),
            ("MCP-Protocol-Version", version),
            ("Mcp-Method", method),
        ];
        daemon
            .request("POST", "/mcp", &headers, &body)
            .is_ok_and(|(status, told)| status == 200 && told.contains("cofio"))
    };
    let who = json!({"name": "cofio doctor", "version": env!("CARGO_PKG_VERSION")});
    let handshake = json!({"protocolVersion": HANDSHAKE, "capabilities": {}, "clientInfo": who});
    let current = json!({"_meta": {
        "io.modelcontextprotocol/protocolVersion": CURRENT,
        "io.modelcontextprotocol/clientInfo": who,
        "io.modelcontextprotocol/clientCapabilities": {},
    }});
    let both =
        [(HANDSHAKE, ask(HANDSHAKE, "initialize", handshake)), (CURRENT, ask(CURRENT, "server/discover", current))];
    let deaf: Vec<&str> = both.iter().filter(|(_, understood)| !understood).map(|(version, _)| *version).collect();
    if deaf.is_empty() {
        return finding("mcp", Verdict::Sound, &format!("answers revisions {HANDSHAKE} and {CURRENT}"), None);
    }
    let detail = format!("does not answer revision {}", deaf.join(" and "));
    finding("mcp", Verdict::Warning, &detail, Some("cofio stop; cofio serve"))
}

/// Says which assistants on this machine were told of us, and whether what they were told is still so.
pub fn assistants(home: &Home) -> Vec<Finding> {
    let told = Client::ALL.iter().filter_map(|client| {
        let file = client.file(home);
        let text = std::fs::read_to_string(&file).ok()?;
        let command = command_in(&text, client.format())?;
        let (name, title) = (client.word(), client.title());
        let again = format!("cofio mcp install {name}");
        Some(match Path::new(&command).is_file() || !command.contains('/') {
            true => finding("assistant", Verdict::Sound, &format!("{title} starts {command}"), None),
            false => {
                let detail = format!("{title} starts {command}, which is not there");
                finding("assistant", Verdict::Warning, &detail, Some(&again))
            }
        })
    });
    told.collect()
}

fn finding(check: &'static str, verdict: Verdict, detail: &str, advice: Option<&str>) -> Finding {
    Finding { check, verdict, detail: detail.to_owned(), advice: advice.map(str::to_owned) }
}
