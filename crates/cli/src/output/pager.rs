//! A pager for what may be longer than the screen, where the person has chosen one (`PAGER`).

use std::io::{self, IsTerminal, Write};
use std::process::{Child, Command, Stdio};

use super::{Manner, Output};

/// While it lives, results go through the pager; when it goes, the pager is waited for.
#[derive(Debug)]
pub struct Pager(Option<Child>);

impl Output {
    /// Sends the results from here on through the person's pager, if there is one and there is a person.
    pub fn page(&self) -> Pager {
        let asked = std::env::var("PAGER").ok().filter(|command| !command.trim().is_empty());
        match asked {
            Some(command) if self.manner == Manner::Human && io::stdout().is_terminal() => Pager(start(&command)),
            _ => Pager(None),
        }
    }
}

/// Starts the pager and puts it in the place of standard output. Without it, results go where they would have gone.
fn start(command: &str) -> Option<Child> {
    let mut pager = Command::new("sh");
    pager.arg("-c").arg(command).stdin(Stdio::piped());
    if std::env::var_os("LESS").is_none() {
        // What fits on the screen is shown and done with; colours pass.
        pager.env("LESS", "FRX");
    }
    let mut child = pager.spawn().ok()?;
    let stdin = child.stdin.take()?;
    rustix::stdio::dup2_stdout(stdin).ok()?;
    Some(child)
}

impl Drop for Pager {
    fn drop(&mut self) {
        let Some(child) = &mut self.0 else { return };
        let _ = io::stdout().flush();
        // The pager ends when nobody writes to it any more.
        if let Ok(nowhere) = std::fs::File::options().write(true).open("/dev/null") {
            let _ = rustix::stdio::dup2_stdout(nowhere);
        }
        let _ = child.wait();
    }
}
