//! `cofio restore`

use crate::args::HELP;
use crate::commands::telling::tell;
use crate::exit::Failure;
use crate::wire::Setup;

/// Bring back a memory, or an earlier version of one
#[derive(Debug, clap::Args)]
#[command(help_template = HELP, before_help = "\
Examples:
  cofio restore \"retirement age\"
  cofio restore …7Q4K --version 1      what it said at first
")]
pub struct Restore {
    /// Which: an id, part of one, or words from it
    #[arg(value_name = "MEMORY")]
    which: String,
    /// Make this version of a memory in use the current one again
    #[arg(long, value_name = "N")]
    version: Option<u32>,
}

impl Restore {
    pub fn run(&self, setup: &Setup) -> Result<(), Failure> {
        let session = setup.open()?;
        let written = match self.version {
            Some(n) => session.engine.restore_version(&session.space, &self.which, n)?,
            None => session.engine.restore(&session.space, &self.which)?,
        };
        tell(setup, &session, &written)
    }
}
