//! The server that runs in the background, if one does: found by its lock file, and asked over loopback.
//!
//! The lock is held as long as the process lives, whatever becomes of it; so a file that nobody holds is a leftover.
//! Commands open the store themselves, also beside a running server, because several processes may; what only the server
//! knows is asked of it here.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::exit::Failure;

/// What the lock file is called.
const FILE: &str = "serve.lock";

/// What the lock file says.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Daemon {
    /// Where it is, for people and browsers.
    pub url: String,
    /// Where it listens.
    pub address: String,
    /// Its process.
    pub pid: u32,
    /// The word by which programs of the same person come in.
    pub token: String,
    /// Its version.
    pub version: String,
}

/// The lock, held until it is dropped.
pub struct Lock {
    file: File,
    path: PathBuf,
}

/// How long the server may take to answer.
const PATIENCE: Duration = Duration::from_secs(30);

impl Lock {
    /// Takes the lock of a folder, or returns who has it.
    pub fn take(folder: &Path) -> Result<Result<Lock, Daemon>, Failure> {
        let path = folder.join(FILE);
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let file = options.open(&path).map_err(|error| other(error, "the lock file cannot be made"))?;
        match file.try_lock() {
            Ok(()) => Ok(Ok(Lock { file, path })),
            Err(TryLockError::WouldBlock) => match read(file) {
                Some(daemon) => Ok(Err(daemon)),
                None => Err(Failure::Other(anyhow::anyhow!("another server is just starting here; try again"))),
            },
            Err(TryLockError::Error(error)) => Err(other(error, "the lock file cannot be locked")),
        }
    }

    /// Says where the server is.
    pub fn tell(&mut self, daemon: &Daemon) -> Result<(), Failure> {
        let text = serde_json::to_vec_pretty(daemon).unwrap_or_default();
        let write = || -> std::io::Result<()> {
            self.file.set_len(0)?;
            (&self.file).seek(SeekFrom::Start(0))?;
            (&self.file).write_all(&text)?;
            self.file.sync_all()
        };
        write().map_err(|error| other(error, "the lock file cannot be written"))
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // The word in it is of no use any more. Where it stays, nobody holds it.
        let _ = std::fs::remove_file(&self.path);
    }
}

/// Returns the server that runs over a folder, if one does.
pub fn find(folder: Option<&Path>) -> Option<Daemon> {
    let file = File::open(folder?.join(FILE)).ok()?;
    match file.try_lock_shared() {
        Err(TryLockError::WouldBlock) => read(file),
        _ => None,
    }
}

fn read(mut file: File) -> Option<Daemon> {
    let mut text = String::new();
    file.read_to_string(&mut text).ok()?;
    serde_json::from_str(&text).ok()
}

fn other(error: std::io::Error, what: &str) -> Failure {
    Failure::Other(anyhow::Error::new(error).context(what.to_owned()))
}

impl Daemon {
    /// Asks the server, and returns what it says.
    pub fn ask(&self, method: &str, path: &str) -> Result<String, Failure> {
        let unreachable = |error: std::io::Error| {
            Failure::Unreachable(format!(
                "the server at {} does not answer ({error}): cofio stop, then cofio serve",
                self.url
            ))
        };
        let key = format!("Bearer {}", self.token);
        let headers = [("Host", "localhost"), ("Authorization", key.as_str())];
        let (status, body) = self.request(method, path, &headers, "").map_err(unreachable)?;
        if (200..300).contains(&status) {
            return Ok(body);
        }
        let detail = serde_json::from_str::<serde_json::Value>(&body).ok();
        let detail = detail.and_then(|problem| problem["detail"].as_str().map(str::to_owned));
        Err(Failure::Other(anyhow::anyhow!("the server said {status}: {}", detail.unwrap_or_default())))
    }

    /// Sends a request with these headers, and returns the status and what was said.
    pub fn request(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> std::io::Result<(u16, String)> {
        let mut stream = TcpStream::connect(&self.address)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        let headers: String = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
        let length = body.len();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\n{headers}Content-Length: {length}\r\nConnection: close\r\n\r\n{body}"
        )?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or_default();
        Ok((status, body.to_owned()))
    }
}
