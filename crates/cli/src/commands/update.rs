//! `cofio update`

use crate::args::HELP;
use crate::commands::claim::ClaimArgs;
use crate::commands::telling::tell;
use crate::commands::text_of;
use crate::exit::Failure;
use crate::wire::Setup;

/// Correct a memory; the old version stays in its history
#[derive(Debug, clap::Args)]
#[command(help_template = HELP, before_help = "\
Examples:
  cofio update retirement \"I'm targeting retirement at 55\"
  cofio update …7Q4K \"We moved to Lisbon\" --from 2026-03-01
")]
pub struct Update {
    /// Which: an id, part of one, or words from it
    #[arg(value_name = "MEMORY", add = crate::commands::completions::memories())]
    which: String,
    /// What it says from now on; - reads standard input
    #[arg(required = true, value_name = "TEXT")]
    text: Vec<String>,
    #[command(flatten)]
    claim: ClaimArgs,
}

impl Update {
    pub fn run(&self, setup: &Setup) -> Result<(), Failure> {
        let content = text_of(&self.text)?;
        let session = setup.open()?;
        let mut draft = self.claim.draft(&session, content)?;
        // The project one stands in is for new memories; an old one stays where it is.
        draft.project = self.claim.project.clone();
        let written = session.engine.update(&session.space, &self.which, &draft)?;
        tell(setup, &session, &written)
    }
}
