//! `cofio stop`

use std::time::{Duration, Instant};

use crate::args::HELP;
use crate::commands::open::running;
use crate::daemon;
use crate::exit::Failure;
use crate::wire::Setup;

/// Stop the running server; what was begun is finished
#[derive(Debug, clap::Args)]
#[command(help_template = HELP, before_help = "\
Examples:
  cofio stop
")]
pub struct Stop {}

/// How long it may take.
const PATIENCE: Duration = Duration::from_secs(30);

impl Stop {
    pub fn run(&self, setup: &Setup) -> Result<(), Failure> {
        let daemon = running(setup)?;
        if setup.global.dry_run {
            setup.output.message(&format!("would stop {} (process {})", daemon.url, daemon.pid));
            return Ok(());
        }
        end(daemon.pid)?;
        let folder = setup.config()?.data_dir();
        let since = Instant::now();
        while daemon::find(folder.as_deref()).is_some() {
            if since.elapsed() > PATIENCE {
                return Err(Failure::Other(anyhow::anyhow!("process {} does not end", daemon.pid)));
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        setup.output.message(&format!("Stopped {}", daemon.url));
        Ok(())
    }
}

/// Asks a process to end. That it is the server we know: it holds the lock that says so.
#[cfg(unix)]
fn end(pid: u32) -> Result<(), Failure> {
    let gone = || Failure::Unreachable(format!("process {pid} is not there any more"));
    let pid = i32::try_from(pid).ok().and_then(rustix::process::Pid::from_raw).ok_or_else(gone)?;
    rustix::process::kill_process(pid, rustix::process::Signal::TERM).map_err(|_| gone())
}

#[cfg(not(unix))]
fn end(pid: u32) -> Result<(), Failure> {
    Err(Failure::usage(format!("end process {pid} with Ctrl-C where it runs")))
}
