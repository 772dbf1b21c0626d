//! `cofio mcp`

mod clients;
mod edit;
mod install;
mod stdio;

pub use clients::{Client, Home};
pub use edit::command_in;

use crate::args::HELP;
use crate::exit::Failure;
use crate::wire::Setup;

/// Be the memory of an assistant that speaks MCP, or install it in one
#[derive(Debug, clap::Args)]
#[command(help_template = HELP, args_conflicts_with_subcommands = true, before_help = "\
Examples:
  cofio mcp install claude-code     add it to an assistant; shows the change and asks
  cofio mcp install codex --print   only show what to add
  cofio mcp                         what the assistant then starts
  cofio mcp --profile full          with every tool
It asks a server that runs (cofio serve), or opens the memories itself.
")]
pub struct Mcp {
    #[command(subcommand)]
    action: Option<Action>,
    #[command(flatten)]
    stdio: stdio::Stdio,
}

#[derive(Debug, clap::Subcommand)]
enum Action {
    /// Speak the protocol on standard input and output
    #[command(help_template = HELP, before_help = "\
Examples:
  cofio mcp stdio
  cofio mcp stdio --profile chatgpt
")]
    Stdio(stdio::Stdio),
    /// Add it to an assistant: shows the change, asks, keeps a copy
    #[command(help_template = HELP, before_help = "\
Examples:
  cofio mcp install claude-desktop
  cofio mcp install zed --yes
  cofio mcp install codex --print
Clients: claude-desktop, claude-code, codex, cursor, vscode, windsurf, zed, goose
")]
    Install(install::Install),
}

impl Mcp {
    pub fn run(&self, setup: &Setup) -> Result<(), Failure> {
        match &self.action {
            None => self.stdio.run(setup),
            Some(Action::Stdio(stdio)) => stdio.run(setup),
            Some(Action::Install(install)) => install.run(setup),
        }
    }
}
