//! `cofio share` and `cofio unshare`

use crate::args::HELP;
use crate::commands::telling::tell;
use crate::exit::Failure;
use crate::wire::Setup;

/// Give a shared space a copy of a memory, with its evidence
#[derive(Debug, clap::Args)]
#[command(help_template = HELP, before_help = "\
Examples:
  cofio spaces create family
  cofio share peanuts family
")]
pub struct Share {
    /// Which: an id, part of one, or words from it
    #[arg(value_name = "MEMORY", add = crate::commands::completions::memories())]
    which: String,
    /// The shared space
    #[arg(value_name = "SPACE")]
    to: String,
}

/// Withdraw such a copy
#[derive(Debug, clap::Args)]
#[command(help_template = HELP, before_help = "\
Examples:
  cofio unshare peanuts family
")]
pub struct Unshare {
    /// Which: an id, part of one, or words from it
    #[arg(value_name = "MEMORY", add = crate::commands::completions::memories())]
    which: String,
    /// The shared space
    #[arg(value_name = "SPACE")]
    to: String,
}

impl Share {
    pub fn run(&self, setup: &Setup) -> Result<(), Failure> {
        let session = setup.open()?;
        let to = session.engine.enter(&session.user, &self.to)?;
        let written = session.engine.share(&session.space, &self.which, &to)?;
        tell(setup, &session, &written)
    }
}

impl Unshare {
    pub fn run(&self, setup: &Setup) -> Result<(), Failure> {
        let session = setup.open()?;
        let to = session.engine.enter(&session.user, &self.to)?;
        let written = session.engine.unshare(&session.space, &self.which, &to)?;
        tell(setup, &session, &written)
    }
}
