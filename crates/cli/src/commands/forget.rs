//! `cofio forget`

use crate::args::HELP;
use crate::commands::telling::tell;
use crate::exit::Failure;
use crate::wire::Setup;

/// Stop using a memory; it stays in history and can be restored
#[derive(Debug, clap::Args)]
#[command(help_template = HELP, before_help = "\
Examples:
  cofio forget \"retirement age\"
  cofio forget …7Q4K --reason \"that was a joke\"
")]
pub struct Forget {
    /// Which: an id, part of one, or words from it
    #[arg(value_name = "MEMORY", add = crate::commands::completions::memories())]
    which: String,
    /// Why, for the log
    #[arg(long, value_name = "TEXT")]
    reason: Option<String>,
}

impl Forget {
    pub fn run(&self, setup: &Setup) -> Result<(), Failure> {
        let session = setup.open()?;
        let written = session.engine.forget(&session.space, &self.which, self.reason.as_deref())?;
        tell(setup, &session, &written)
    }
}
