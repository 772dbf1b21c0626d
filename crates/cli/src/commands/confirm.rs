//! `cofio confirm`

use crate::args::HELP;
use crate::commands::telling::tell;
use crate::exit::Failure;
use crate::wire::Setup;

/// Say that a memory still holds
#[derive(Debug, clap::Args)]
#[command(help_template = HELP, before_help = "\
Examples:
  cofio confirm \"funds only\"
")]
pub struct Confirm {
    /// Which: an id, part of one, or words from it
    #[arg(value_name = "MEMORY", add = crate::commands::completions::memories())]
    which: String,
}

impl Confirm {
    pub fn run(&self, setup: &Setup) -> Result<(), Failure> {
        let session = setup.open()?;
        let written = session.engine.confirm(&session.space, &self.which)?;
        tell(setup, &session, &written)
    }
}
