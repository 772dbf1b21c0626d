//! `cofio open`

use crate::args::HELP;
use crate::commands::serve;
use crate::daemon::{self, Daemon};
use crate::exit::Failure;
use crate::wire::Setup;

/// Open the running server in a browser
#[derive(Debug, clap::Args)]
#[command(help_template = HELP, before_help = "\
Examples:
  cofio open
  cofio open --print        only say where: the link works once
")]
pub struct Open {
    /// Only say where
    #[arg(long)]
    print: bool,
}

impl Open {
    pub fn run(&self, setup: &Setup) -> Result<(), Failure> {
        let daemon = running(setup)?;
        if !self.print {
            return open_browser(setup, &daemon);
        }
        let link = link(&daemon)?;
        if setup.output.is_json() {
            setup.output.json(&serde_json::json!({ "url": link }));
        } else {
            setup.output.line(&link);
        }
        Ok(())
    }
}

/// Returns the server that runs, or says that none does.
pub(super) fn running(setup: &Setup) -> Result<Daemon, Failure> {
    let folder = setup.config()?.data_dir();
    daemon::find(folder.as_deref()).ok_or_else(|| Failure::Unreachable("no server is running here: cofio serve".into()))
}

fn link(daemon: &Daemon) -> Result<String, Failure> {
    let answer = daemon.ask("POST", "/api/v1/browser-links")?;
    let answer: serde_json::Value = serde_json::from_str(&answer).unwrap_or_default();
    Ok(format!("{}{}", daemon.url, answer["path"].as_str().unwrap_or("/")))
}

/// Opens a browser that is let in; where there is none, says where it could go.
pub(super) fn open_browser(setup: &Setup, daemon: &Daemon) -> Result<(), Failure> {
    let link = link(daemon)?;
    if serve::open(&link) {
        setup.output.message(&format!("opened {} in your browser", daemon.url));
    } else {
        setup.output.line(&link);
    }
    Ok(())
}
