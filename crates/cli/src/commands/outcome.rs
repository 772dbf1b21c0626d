//! `cofio outcome`

use cofio_domain::domains::DomainName;
use cofio_domain::policy::decay::Outcome as Proved;

use crate::args::HELP;
use crate::commands::telling::tell;
use crate::exit::Failure;
use crate::wire::Setup;

/// Say how what rested on memories turned out: confirmed, contradicted, not-relevant
#[derive(Debug, clap::Args)]
#[command(help_template = HELP, before_help = "\
Examples:
  cofio outcome confirmed \"window seat\"
  cofio outcome contradicted …7Q4K …2KX9
  cofio outcome not-relevant \"green tea\" --for travel
Guesses become more or less sure by it; what you said yourself does not.
")]
pub struct Outcome {
    #[command(subcommand)]
    outcome: OutcomeOf,
}

#[derive(Debug, clap::Subcommand)]
enum OutcomeOf {
    /// What rested on them proved right
    #[command(help_template = HELP, before_help = "\
Examples:
  cofio outcome confirmed \"window seat\"
")]
    Confirmed {
        /// Which memories: ids, parts of them, or words from them
        #[arg(required = true)]
        which: Vec<String>,
    },
    /// What rested on them proved wrong
    #[command(help_template = HELP, before_help = "\
Examples:
  cofio outcome contradicted \"window seat\"
")]
    Contradicted {
        /// Which memories: ids, parts of them, or words from them
        #[arg(required = true)]
        which: Vec<String>,
    },
    /// It is right, and not wanted where a domain is spoken of
    #[command(help_template = HELP, before_help = "\
Examples:
  cofio outcome not-relevant \"green tea\" --for travel
")]
    NotRelevant {
        /// Which memory: an id, part of one, or words from it
        which: String,
        /// The domain
        #[arg(long = "for", value_name = "DOMAIN")]
        domain: DomainName,
    },
}

impl Outcome {
    pub fn run(&self, setup: &Setup) -> Result<(), Failure> {
        let session = setup.open()?;
        let (engine, space) = (&session.engine, &session.space);
        let proved = |which: &[String], outcome| {
            let which: Vec<&str> = which.iter().map(String::as_str).collect();
            engine.record_outcome(space, &which, outcome)
        };
        let written = match &self.outcome {
            OutcomeOf::Confirmed { which } => proved(which, Proved::Confirmed)?,
            OutcomeOf::Contradicted { which } => proved(which, Proved::Contradicted)?,
            OutcomeOf::NotRelevant { which, domain } => engine.not_relevant(space, which, domain)?,
        };
        tell(setup, &session, &written)
    }
}
