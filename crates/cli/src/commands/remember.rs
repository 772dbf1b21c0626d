//! `cofio remember`

use crate::args::HELP;
use crate::commands::claim::ClaimArgs;
use crate::commands::telling::tell;
use crate::commands::text_of;
use crate::exit::Failure;
use crate::output::clean;
use crate::wire::Setup;

/// Tell it something once
#[derive(Debug, clap::Args)]
#[command(help_template = HELP, before_help = "\
Examples:
  cofio remember \"I'm vegetarian\"
  cofio remember \"No meetings after 16:00\" -d schedule --rule --key no_meetings_after --value 16:00
  cofio remember \"Renew the passport by May 2027\" -k task
  pbpaste | cofio remember -
")]
pub struct Remember {
    /// What to remember; - reads standard input
    #[arg(required = true, value_name = "TEXT")]
    text: Vec<String>,
    #[command(flatten)]
    claim: ClaimArgs,
}

impl Remember {
    pub fn run(&self, setup: &Setup) -> Result<(), Failure> {
        let content = text_of(&self.text)?;
        let session = setup.open()?;
        let draft = self.claim.draft(&session, content)?;
        let mut written = session.engine.remember(&session.space, &draft)?;
        if let Some(domain) = written.event.ask_domain.clone()
            && setup.ask(&written.message)
        {
            let enabled = session.engine.enable_domain(&session.space, &domain)?;
            setup.output.human(&clean(&enabled.message));
            written = session.engine.remember(&session.space, &draft)?;
        }
        tell(setup, &session, &written)
    }
}
