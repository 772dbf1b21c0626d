//! What a server bears: requests a second with the times they take, memory after many requests, a thousand open streams.
//!
//! The server is the real program on a real folder, asked over loopback from another process. `COFIO_LOAD_SECONDS`,
//! `COFIO_LOAD_REQUESTS` and `COFIO_LOAD_MEMORIES` make it longer or shorter.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How many connections ask at once.
const CONNECTIONS: u64 = 16;

/// How many streams are open at once.
const STREAMS: usize = 1_000;

fn setting(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

fn main() {
    allow_many_connections();
    let memories = setting("COFIO_LOAD_MEMORIES", 10_000);
    let for_long = Duration::from_secs(setting("COFIO_LOAD_SECONDS", 10));
    let requests = setting("COFIO_LOAD_REQUESTS", 36_000);
    let folder = tempfile::tempdir().expect("a folder can be made");
    fill(folder.path(), memories);
    let server = Server::start(folder.path());
    println!("{memories} memories, {CONNECTIONS} connections, on {} cores", cores());
    println!("{:<34} {:>9} {:>9} {:>9} {:>9}", "", "a second", "p50", "p95", "p99");
    let context = |number: u64| ("/api/v1/context".to_owned(), question(number));
    let remember = |number: u64| {
        let words = format!("{{\"content\": \"{}, run {}\"}}", sentence(number), std::process::id());
        ("/api/v1/memories".to_owned(), words)
    };
    // The first question reads the index.
    Connection::to(server.port).post("/api/v1/context", &question(0));
    show("context", &server.asked(for_long, u64::MAX, &context));
    show("remember", &server.asked(for_long, u64::MAX, &remember));
    let mixed = |number: u64| if number.is_multiple_of(10) { remember(number + (1 << 40)) } else { context(number) };
    show("nine context, one remember", &server.asked(for_long, u64::MAX, &mixed));

    // As many as somebody with ten requests a second sends in an hour.
    let mut grown = vec![server.resident_mib()];
    for _ in 0..4 {
        server.asked(Duration::MAX, requests / 4, &context);
        grown.push(server.resident_mib());
    }
    let told: Vec<String> = grown.iter().map(|mib| format!("{mib:.0}")).collect();
    println!("resident memory, MiB, at each quarter of {requests} context requests: {}", told.join(" → "));
    streams(&server);
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// A sentence that nobody wrote before.
fn sentence(number: u64) -> String {
    const WHO: [&str; 8] =
        ["my sister", "the neighbour", "our dog", "Ines", "the baker", "my boss", "Tom", "the choir"];
    const WHAT: [&str; 8] = ["likes", "sold", "painted", "lost", "visits", "repaired", "forgot", "wants"];
    const WHICH: [&str; 8] =
        ["the blue boat", "a piano", "the old garden", "a train ticket", "the lamp", "a recipe", "the bike", "a map"];
    let of = |words: [&'static str; 8], shift: u32| words[(number.rotate_right(shift) % 8) as usize];
    format!("{} {} {} number {number}", of(WHO, 0), of(WHAT, 3), of(WHICH, 6))
}

fn question(number: u64) -> String {
    format!("{{\"query\": \"what did we say about this: {}?\"}}", sentence(number * 7919))
}

/// Puts memories into the folder.
fn fill(folder: &std::path::Path, memories: u64) {
    let file = folder.join("memories.jsonl");
    let lines: String = (0..memories).map(|number| format!("{{\"content\": \"{}\"}}\n", sentence(number))).collect();
    std::fs::write(&file, lines).expect("the folder can be written to");
    let done = cofio(folder).arg("import").arg(&file).arg("--yes").output().expect("the program runs");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
}

fn cofio(folder: &std::path::Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cofio"));
    command.arg("--data-dir").arg(folder.join("data")).env("XDG_CONFIG_HOME", folder.join("config"));
    command
}

struct Server {
    child: Child,
    port: u16,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// How requests went.
struct Times {
    each: Vec<Duration>,
    elapsed: Duration,
}

impl Server {
    fn start(folder: &std::path::Path) -> Server {
        let mut command = cofio(folder);
        command.args(["--json", "serve", "--no-open", "--port", "0"]).stdout(Stdio::piped());
        let mut child = command.spawn().expect("the server starts");
        let mut output = BufReader::new(child.stdout.take().expect("its output is ours"));
        let mut text = String::new();
        let banner = loop {
            assert!(output.read_line(&mut text).expect("it talks") > 0, "it did not start: {text}");
            if let Ok(banner) = serde_json::from_str::<serde_json::Value>(&text) {
                break banner;
            }
        };
        let url = banner["url"].as_str().unwrap_or_default();
        let port = url.rsplit(':').next().and_then(|port| port.parse().ok()).expect("an address has a port");
        Server { child, port }
    }

    /// Asks over many connections for so long, or so often.
    fn asked(&self, for_long: Duration, at_most: u64, what: &(dyn Fn(u64) -> (String, String) + Sync)) -> Times {
        let (began, next) = (Instant::now(), AtomicU64::new(0));
        let ask = || {
            let mut connection = Connection::to(self.port);
            let mut each = Vec::new();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= at_most || began.elapsed() >= for_long {
                    return each;
                }
                let (path, body) = what(number);
                let since = Instant::now();
                connection.post(&path, &body);
                each.push(since.elapsed());
            }
        };
        let each = std::thread::scope(|scope| {
            let asking: Vec<_> = (0..CONNECTIONS).map(|_| scope.spawn(ask)).collect();
            asking.into_iter().flat_map(|one| one.join().expect("no client breaks")).collect()
        });
        Times { each, elapsed: began.elapsed() }
    }

    /// Returns what it holds of the machine's memory.
    fn resident_mib(&self) -> f64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kib = line.and_then(|line| line.trim().split(' ').next()?.parse::<f64>().ok());
        kib.map_or(f64::NAN, |kib| kib / 1024.0)
    }
}

fn show(what: &str, times: &Times) {
    let mut each = times.each.clone();
    each.sort_unstable();
    let at = |share: f64| {
        let place = (each.len() as f64 * share) as usize;
        format!("{:.1} ms", each[place.min(each.len() - 1)].as_secs_f64() * 1e3)
    };
    let rate = each.len() as f64 / times.elapsed.as_secs_f64();
    println!("{what:<34} {rate:>9.0} {:>9} {:>9} {:>9}", at(0.5), at(0.95), at(0.99));
}

/// A connection that is kept.
struct Connection {
    stream: BufReader<TcpStream>,
}

impl Connection {
    fn to(port: u16) -> Connection {
        let stream = TcpStream::connect(("127.0.0.1", port)).expect("the server listens");
        stream.set_nodelay(true).expect("a connection can be set");
        Connection { stream: BufReader::new(stream) }
    }

    /// Asks, and reads the answer to its end.
    fn post(&mut self, path: &str, body: &str) {
        let request = format!(
            "POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        self.stream.get_mut().write_all(request.as_bytes()).expect("the server takes it");
        let (mut line, mut length, mut status) = (String::new(), 0, String::new());
        loop {
            line.clear();
            self.stream.read_line(&mut line).expect("the server answers");
            if status.is_empty() {
                status = line.trim().to_owned();
            }
            if let Some(text) = line.to_ascii_lowercase().strip_prefix("content-length:") {
                length = text.trim().parse().expect("a length is a number");
            }
            if line.trim().is_empty() {
                break;
            }
        }
        let mut answer = vec![0; length];
        self.stream.read_exact(&mut answer).expect("the answer is whole");
        assert!(status.starts_with("HTTP/1.1 2"), "{status}: {}", String::from_utf8_lossy(&answer));
    }
}

/// Opens a thousand streams, and measures how long a change takes to reach all of them.
fn streams(server: &Server) {
    let before = server.resident_mib();
    let mut open: Vec<BufReader<TcpStream>> = (0..STREAMS)
        .map(|_| {
            let mut stream = TcpStream::connect(("127.0.0.1", server.port)).expect("the server listens");
            let request = "GET /api/v1/stream HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n";
            stream.write_all(request.as_bytes()).expect("the server takes it");
            BufReader::new(stream)
        })
        .collect();
    for stream in &mut open {
        let mut line = String::new();
        while line != "\r\n" {
            line.clear();
            assert!(stream.read_line(&mut line).expect("a stream begins") > 0, "a stream was cut off");
        }
    }
    let held = server.resident_mib();
    let mut latest = Vec::new();
    for number in 0..10 {
        let since = Instant::now();
        let words = format!("{{\"content\": \"the streams are told {number} of {}\"}}", std::process::id());
        Connection::to(server.port).post("/api/v1/memories", &words);
        for stream in &mut open {
            let mut line = String::new();
            while !line.starts_with("data:") {
                line.clear();
                assert!(stream.read_line(&mut line).expect("a change comes") > 0, "a stream was cut off");
            }
        }
        latest.push(since.elapsed());
    }
    latest.sort_unstable();
    println!(
        "{STREAMS} open streams: {:.0} KiB each; a change has reached the last of them after {:.0} ms (median of ten)",
        (held - before) * 1024.0 / STREAMS as f64,
        latest[latest.len() / 2].as_secs_f64() * 1e3
    );
}

fn allow_many_connections() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    let most = limit.maximum.map_or(8_192, |most| most.min(8_192));
    let _ = setrlimit(Resource::Nofile, Rlimit { current: Some(most), maximum: limit.maximum });
}
