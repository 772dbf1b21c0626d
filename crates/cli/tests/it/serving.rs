//! `cofio serve` and what belongs to it, as a person types it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::Child;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::support::{Cofio, mode_of, text_of};

/// A server that was started, and ends with the test.
pub struct Served {
    child: Option<Child>,
    pub banner: Value,
}

impl Served {
    pub fn by(cofio: &Cofio, flags: &[&str]) -> Served {
        let arguments = ["serve", "--no-open", "--json"].into_iter().chain(flags.iter().copied());
        let mut child = cofio.call(arguments).start();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut text = String::new();
        // The banner is one object.
        while serde_json::from_str::<Value>(&text).is_err() {
            if output.read_line(&mut text).unwrap() == 0 {
                let mut told = String::new();
                child.stderr.take().unwrap().read_to_string(&mut told).unwrap();
                panic!("it did not start: {text} {told}");
            }
        }
        Served { child: Some(child), banner: serde_json::from_str(&text).unwrap() }
    }

    fn port(&self) -> u16 {
        self.banner["url"].as_str().unwrap().rsplit(':').next().unwrap().parse().unwrap()
    }

    pub fn ask(&self, method: &str, path: &str, more: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port())).unwrap();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\n{more}\r\n{body}",
            body.len()
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    /// Waits until it has ended by itself; returns what it said.
    pub fn ended(mut self) -> String {
        let mut child = self.child.take().unwrap();
        let since = Instant::now();
        while child.try_wait().unwrap().is_none() {
            assert!(since.elapsed() < Duration::from_secs(30), "it does not end");
            std::thread::sleep(Duration::from_millis(20));
        }
        assert!(child.wait().unwrap().success());
        let mut told = String::new();
        child.stderr.take().unwrap().read_to_string(&mut told).unwrap();
        told
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// UX §8, UX §7: served, found by its lock file, asked by the same person's commands, stopped; and the command line works
/// beside it.
#[test]
fn a_server_is_started_found_asked_and_stopped() {
    let cofio = Cofio::fresh();
    let served = Served::by(&cofio, &["--port", "0"]);
    let saved = served.ask("POST", "/api/v1/memories", "", r#"{"content": "I like tea"}"#);
    assert!(saved.starts_with("HTTP/1.1 201"), "{saved}");
    assert_eq!(cofio.knows(), ["I like tea"], "the command line sees it at once");
    cofio.ok(["remember", "I play the cello"]);
    assert!(served.ask("GET", "/api/v1/memories", "", "").contains("I play the cello"));

    assert_eq!(mode_of(&cofio.data().join("serve.lock")), 0o600);
    let again = cofio.run(["serve", "--no-open"]).expect(0);
    assert!(again.stderr.contains("already running: http://localhost:"), "{again:?}");
    let link = cofio.ok(["open", "--print"]);
    let path = link.trim().split_once("/?").map(|(_, rest)| format!("/?{rest}")).unwrap();
    let let_in = served.ask("GET", &path, "Sec-Fetch-Mode: navigate\r\n", "");
    assert!(let_in.starts_with("HTTP/1.1 303") && let_in.contains("set-cookie: cofio="), "{let_in}");
    assert_eq!(cofio.json(["stats"])["writes"]["saved"], 1);
    assert!(cofio.ok(["metrics"]).contains("cofio_memories 2"));

    // Settings are changed in the owner's file, as far as they are harmless, and count from the next start on.
    let set = |body: &str| served.ask("PATCH", "/api/v1/config", "", body);
    let changed = set(r#"{"settings": {"policy.profile": "manual", "budget.max": 9000}}"#);
    assert!(changed.starts_with("HTTP/1.1 200") && changed.contains(r#""next":"manual""#), "{changed}");
    assert_eq!(cofio.ok(["config", "get", "policy.profile"]).trim(), "manual");
    let refused = set(r#"{"settings": {"policy.profile": null, "llm.base_url": "http://elsewhere"}}"#);
    assert!(refused.starts_with("HTTP/1.1 403"), "{refused}");
    assert_eq!(cofio.ok(["config", "get", "policy.profile"]).trim(), "manual", "all of them or none");
    assert!(set(r#"{"settings": {"policy.profile": "never"}}"#).starts_with("HTTP/1.1 400"));
    assert!(set(r#"{"settings": {"policy.profile": null, "budget.max": null}}"#).starts_with("HTTP/1.1 200"));

    let stopped = cofio.run(["stop"]).expect(0);
    assert!(stopped.stderr.contains("Stopped"), "{stopped:?}");
    assert!(served.ended().contains("Stopped."));
    assert!(!cofio.data().join("serve.lock").exists());
    cofio.fails(8, ["stop"]);
    cofio.fails(8, ["open"]);
    cofio.fails(8, ["stats"]);
}

/// A lock file that nobody holds is a leftover.
#[test]
fn a_server_that_was_killed_is_not_in_the_way() {
    let cofio = Cofio::fresh();
    let mut served = Served::by(&cofio, &["--port", "0"]);
    let mut child = served.child.take().unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(cofio.data().join("serve.lock").exists());
    cofio.fails(8, ["open", "--print"]);
    let next = Served::by(&cofio, &["--port", "0"]);
    assert!(next.ask("GET", "/healthz", "", "").starts_with("HTTP/1.1 200"));
}

/// UX §8: taken by another program, the next free port, said aloud.
#[test]
fn a_port_that_is_taken_means_the_next_one() {
    let cofio = Cofio::fresh();
    let (taken, port) = (0..)
        .find_map(|_| {
            let taken = TcpListener::bind("127.0.0.1:0").ok()?;
            let port = taken.local_addr().ok()?.port();
            (port < u16::MAX - 100).then_some((taken, port))
        })
        .unwrap();
    let served = Served::by(&cofio, &["--port", &port.to_string()]);
    assert!(served.port() > port);
    cofio.ok(["stop"]);
    let told = served.ended();
    assert!(told.contains(&format!("port {port} is taken by another program")), "{told}");
    drop(taken);
}

/// Anything but loopback needs keys and TLS, or somebody who says where TLS is.
#[test]
fn nothing_is_shown_to_other_machines_by_accident() {
    let cofio = Cofio::fresh();
    let open = ["serve", "--no-open", "--host", "0.0.0.0", "--port", "0"];
    let refused = cofio.fails(2, open);
    assert!(refused.stderr.contains("there is no key yet"), "{refused:?}");
    cofio.ok(["key", "create", "phone"]);
    let refused = cofio.fails(2, open);
    assert!(refused.stderr.contains("--tls-elsewhere"), "{refused:?}");
    cofio.fails(2, ["serve", "--dry-run"]);
    let nothing = cofio.write("nothing.pem", "");
    let nothing = nothing.to_str().unwrap();
    cofio.fails(2, ["serve", "--no-open", "--tls-cert", nothing]);
    let refused = cofio.fails(2, ["serve", "--no-open", "--tls-cert", nothing, "--tls-key", nothing]);
    assert!(refused.stderr.contains("holds no certificate in PEM form"), "{refused:?}");
    let served = Served::by(&cofio, &["--host", "0.0.0.0", "--port", "0", "--tls-elsewhere"]);
    assert!(served.ask("GET", "/api/v1/memories", "", "").starts_with("HTTP/1.1 401"), "not even from here");
}

/// UX §7: a service of the person's own, shown before it is written.
#[test]
#[cfg(target_os = "linux")]
fn a_service_is_shown_written_and_removed() {
    let cofio = Cofio::fresh();
    let file = cofio.home().join("config/systemd/user/cofio.service");
    let shown = cofio.ok(["service", "install", "--print", "--", "--port", "8080"]);
    let data = cofio.data();
    assert!(shown.contains(&format!("\"--data-dir\" \"{}\" \"serve\"", data.display())), "{shown}");
    assert!(shown.contains("\"--no-open\" \"--port\" \"8080\"") && shown.contains("ProtectSystem=strict"), "{shown}");
    assert!(!file.exists());
    let told = cofio.run(["service", "install", "--no-start"]).expect(0);
    assert!(told.stderr.contains("systemctl --user enable --now cofio"), "{told:?}");
    assert!(std::fs::read_to_string(&file).unwrap().contains("WantedBy=default.target"));
    cofio.ok(["service", "uninstall"]);
    assert!(!file.exists());
    cofio.fails(3, ["service", "uninstall"]);
}

/// Keys are shown once, listed without their secret, narrowed, and revoked.
#[test]
fn a_key_lets_a_program_in_until_it_is_revoked() {
    let cofio = Cofio::fresh();
    cofio.ok(["user", "add", "sam"]);
    cofio.fails(5, ["user", "add", "sam"]);
    cofio.fails(3, ["key", "create", "x", "--user", "nobody"]);
    cofio.fails(2, ["key", "create", "x", "--scope", "everything"]);
    let made = cofio.json(["key", "create", "my assistant", "--user", "sam", "--scope", "memory:read"]);
    let secret = text_of(&made["secret"]);
    assert_eq!(cofio.files_with(&secret), Vec::<std::path::PathBuf>::new(), "the secret is kept nowhere");
    let listed = cofio.json(["key", "list"]);
    assert_eq!((text_of(&listed[0]["name"]), text_of(&listed[0]["user"])), ("my assistant".into(), "sam".into()));
    assert!(cofio.ok(["user", "list"]).contains("sam"));

    let served = Served::by(&cofio, &["--port", "0", "--require-key"]);
    assert!(served.ask("GET", "/api/v1/whoami", "", "").starts_with("HTTP/1.1 401"));
    let shown = format!("Authorization: Bearer {secret}\r\n");
    assert!(served.ask("GET", "/api/v1/whoami", &shown, "").contains("\"user\":\"sam\""));
    assert!(served.ask("POST", "/api/v1/memories", &shown, r#"{"content": "x"}"#).starts_with("HTTP/1.1 403"));
    cofio.ok(["key", "revoke", "my assistant"]);
    assert!(served.ask("GET", "/api/v1/whoami", &shown, "").starts_with("HTTP/1.1 401"), "at once");
    assert!(cofio.ok(["key"]).contains("revoked"));
}

/// Logs have the route and the request's id, and nobody's words.
#[test]
fn the_log_says_what_was_asked_and_not_what_was_said() {
    let cofio = Cofio::fresh();
    let served = Served::by(&cofio, &["--port", "0", "--log", "debug", "--log-json"]);
    served.ask("POST", "/api/v1/memories", "", r#"{"content": "I sail to zanzibar"}"#);
    served.ask("GET", "/api/v1/memories?q=zanzibar", "", "");
    served.ask("GET", "/api/v1/memories/zanzibar", "", "");
    served.ask("POST", "/api/v1/context", "", r#"{"query": "what about zanzibar, is it far?"}"#);
    let said = r#"{"messages": [{"role": "user", "text": "zanzibar again"}]}"#;
    served.ask("POST", "/api/v1/sessions/zanzibar/messages", "", said);
    served.ask("POST", "/api/v1/sessions/zanzibar/close", "", "");
    cofio.ok(["stop"]);
    let log = served.ended();
    assert!(log.contains("\"route\":\"/api/v1/memories/{id}\"") && log.contains("req_"), "{log}");
    assert!(log.contains("\"cache\":\"MISS\""), "{log}");
    assert!(!log.contains("zanzibar"), "{log}");
}

/// UX §7, doctor: the port, the doors, the handshake in both eras, every assistant that was told of us; and a report without
/// anybody's folders and addresses.
#[test]
fn doctor_looks_the_server_and_the_assistants_over() {
    let cofio = Cofio::fresh();
    assert!(cofio.ok(["doctor", "--plain"]).contains("server\tnot running; port 26346 is "));
    let served = Served::by(&cofio, &["--port", "0"]);
    let url = text_of(&served.banner["url"]);
    cofio.ok(["mcp", "install", "cursor", "--yes"]);
    cofio.write(".codex/config.toml", "[mcp_servers.cofio]\ncommand = \"/gone/cofio\"\nargs = [\"mcp\"]\n");
    let seen = cofio.ok(["doctor", "--plain"]);
    for said in [
        format!("ok\tserver\trunning at {url}"),
        "ok\tdoors\t".to_owned(),
        "ok\tmcp\tanswers revisions 2025-06-18 and 2026-07-28".to_owned(),
        "ok\tassistant\tCursor starts ".to_owned(),
        "warning\tassistant\tCodex starts /gone/cofio, which is not there\tcofio mcp install codex".to_owned(),
    ] {
        assert!(seen.contains(&said), "{said} in {seen}");
    }
    let report = cofio.ok(["doctor", "report"]);
    assert!(report.contains("\"check\": \"mcp\"") && report.contains("http://…"), "{report}");
    for secret in [cofio.home().to_str().unwrap(), url.as_str()] {
        assert!(!report.contains(secret), "{report}");
    }
}
