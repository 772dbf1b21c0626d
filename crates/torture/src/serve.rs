//! Kill -9 of the server in the middle of writes from many clients, which send again what was not acknowledged.
//!
//! Half of the writes are memories, which are known by their words; the others are messages without a time of their own,
//! which nothing but the key they are sent under tells from one that is said again.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};

use crate::chance::Chance;
use crate::room::{Room, must_be_sound};

/// How many write at once.
const CLIENTS: u32 = 16;

/// A client whose write is not acknowledged for this long gives up, and so does the scenario.
const PATIENCE: Duration = Duration::from_secs(120);

/// What the clients count.
#[derive(Default)]
struct Count {
    acknowledged: AtomicU32,
    sent: AtomicU64,
    replayed: AtomicU64,
    port: AtomicU32,
    over: AtomicBool,
}

/// Writes so much, while the server is killed about twenty times.
pub fn run(writes: u32) -> anyhow::Result<()> {
    let binary = binary()?;
    let folder = tempfile::tempdir()?;
    let data = folder.path().join("data");
    let each = writes.div_ceil(CLIENTS);
    let count = Arc::new(Count::default());
    let mut server = start(&binary, &data, &count)?;
    let clients: Vec<_> = (0..CLIENTS)
        .map(|client| {
            let count = Arc::clone(&count);
            std::thread::spawn(move || write_all(client, each, &count))
        })
        .collect();
    let mut chance = Chance::new(u64::from(std::process::id()));
    let (mut kills, mut slowest) = (0, Duration::ZERO);
    let total = each * CLIENTS;
    let mut next = total / 21;
    while clients.iter().any(|client| !client.is_finished()) {
        std::thread::sleep(Duration::from_micros(500 + chance.below(5_000)));
        if count.acknowledged.load(Ordering::Relaxed) < next.max(1) || next >= total {
            continue;
        }
        server.kill()?;
        server.wait()?;
        kills += 1;
        next += (total / 21).max(1);
        let since = Instant::now();
        server = start(&binary, &data, &count)?;
        slowest = slowest.max(since.elapsed());
    }
    for client in clients {
        client.join().map_err(|_| anyhow::anyhow!("a client broke"))??;
    }
    server.kill()?;
    server.wait()?;
    settle(&data, each)?;
    println!(
        "serve: {kills} kills under {CLIENTS} clients; {total} writes acknowledged, each there once ({} requests, {} of \
         them answered from what was kept); slowest restart {:.0} ms",
        count.sent.load(Ordering::Relaxed),
        count.replayed.load(Ordering::Relaxed),
        slowest.as_secs_f64() * 1e3,
    );
    Ok(())
}

/// The program, which is built beside this one.
fn binary() -> anyhow::Result<PathBuf> {
    let named = std::env::var_os("COFIO_BINARY").map(PathBuf::from);
    let beside = || Some(std::env::current_exe().ok()?.with_file_name("cofio"));
    let path = named.or_else(beside).context("this program is somewhere")?;
    ensure!(path.exists(), "{} is not built; name one with COFIO_BINARY", path.display());
    Ok(path)
}

/// Starts the server, and says where it is.
fn start(binary: &Path, data: &Path, count: &Count) -> anyhow::Result<Child> {
    let mut server = Command::new(binary)
        .arg("--data-dir")
        .arg(data)
        .args(["--json", "serve", "--no-open", "--port", "0"])
        .env("COFIO_USER_NAME", "owner")
        .env("COFIO_STORE_BALLAST_MIB", "1")
        .env("XDG_CONFIG_HOME", data.with_file_name("config"))
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .context("the server starts")?;
    let mut output = BufReader::new(server.stdout.take().context("a server talks")?);
    let mut line = String::new();
    let port = loop {
        line.clear();
        ensure!(output.read_line(&mut line)? > 0, "the server ended before it said where it is");
        // "url": "http://localhost:PORT",
        if let Some((_, rest)) = line.split_once("\"url\": \"http://localhost:") {
            break rest.chars().take_while(char::is_ascii_digit).collect::<String>().parse()?;
        }
    };
    // Whatever else it says is of no interest, and must not fill the pipe.
    std::thread::spawn(move || std::io::copy(&mut output, &mut std::io::sink()));
    count.port.store(port, Ordering::Relaxed);
    Ok(server)
}

fn text_of(client: u32, number: u32) -> String {
    format!("client {client} wrote number {number} down")
}

/// Writes, and sends everything again that is not acknowledged.
fn write_all(client: u32, each: u32, count: &Count) -> anyhow::Result<()> {
    for number in 0..each {
        let text = text_of(client, number);
        let (path, body) = if number % 2 == 0 {
            ("/api/v1/memories".to_owned(), format!("{{\"content\": \"{text}\"}}"))
        } else {
            let body = format!("{{\"messages\": [{{\"role\": \"user\", \"text\": \"{text}\"}}]}}");
            (format!("/api/v1/sessions/client-{client}/messages"), body)
        };
        let since = Instant::now();
        loop {
            ensure!(!count.over.load(Ordering::Relaxed), "another client gave up");
            count.sent.fetch_add(1, Ordering::Relaxed);
            let port = count.port.load(Ordering::Relaxed);
            match post(port, &path, &format!("{client}-{number}"), &body) {
                Ok(answer) if answer.starts_with("HTTP/1.1 2") => {
                    let replayed = answer.to_lowercase().contains("idempotency-replayed: true");
                    count.replayed.fetch_add(u64::from(replayed), Ordering::Relaxed);
                    count.acknowledged.fetch_add(1, Ordering::Relaxed);
                    break;
                }
                // Somebody is at it, or the server is busy or closing.
                Ok(answer) if answer.starts_with("HTTP/1.1 409") || answer.starts_with("HTTP/1.1 503") => {}
                Ok(answer) if !answer.is_empty() && answer.contains("\r\n\r\n") => {
                    count.over.store(true, Ordering::Relaxed);
                    anyhow::bail!("{text}: {answer}");
                }
                // Cut off, or nobody listens just now.
                Ok(_) | Err(_) => {}
            }
            if since.elapsed() > PATIENCE {
                count.over.store(true, Ordering::Relaxed);
                anyhow::bail!("{text} was not acknowledged in time");
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }
    Ok(())
}

fn post(port: u32, path: &str, key: &str, body: &str) -> std::io::Result<String> {
    let mut stream = TcpStream::connect(("127.0.0.1", u16::try_from(port).unwrap_or(0)))?;
    stream.set_read_timeout(Some(PATIENCE))?;
    let request = format!(
        "POST {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n\
         Idempotency-Key: {key}\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes())?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    Ok(answer)
}

/// Looks whether everything is there, and once.
fn settle(data: &Path, each: u32) -> anyhow::Result<()> {
    let room = Room::open(data)?;
    let mut there: BTreeMap<String, u32> = BTreeMap::new();
    for text in room.contents()? {
        *there.entry(text).or_default() += 1;
    }
    for client in 0..CLIENTS {
        for number in 0..each {
            let text = text_of(client, number);
            let times = there.get(&text).copied().unwrap_or(0);
            ensure!(times == 1, "acknowledged, and there {times} times: {text}");
        }
    }
    drop(room);
    must_be_sound(data)
}
