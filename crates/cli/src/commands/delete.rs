//! `cofio delete`

use crate::args::HELP;
use crate::commands::erase;
use crate::commands::telling::tell;
use crate::exit::Failure;
use crate::wire::Setup;

/// Put a memory in the trash, where it is kept for 30 days
#[derive(Debug, clap::Args)]
#[command(help_template = HELP, before_help = "\
Examples:
  cofio delete \"retirement party\"
  cofio list --status trashed          what is in the trash
")]
pub struct Delete {
    /// Which: an id, part of one, or words from it
    #[arg(value_name = "MEMORY", add = crate::commands::completions::memories())]
    which: String,
    /// Why, for the log
    #[arg(long, value_name = "TEXT")]
    reason: Option<String>,
}

impl Delete {
    pub fn run(&self, setup: &Setup) -> Result<(), Failure> {
        let session = setup.open()?;
        if session.config.deletes_for_good() {
            return erase::erase(setup, &session, &self.which, false);
        }
        let written = session.engine.delete(&session.space, &self.which, self.reason.as_deref())?;
        tell(setup, &session, &written)
    }
}
