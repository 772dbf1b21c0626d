//! `cofio undo`

use crate::args::HELP;
use crate::commands::telling::tell;
use crate::exit::Failure;
use crate::wire::Setup;

/// Take back the last step, or any other
#[derive(Debug, clap::Args)]
#[command(help_template = HELP, before_help = "\
Examples:
  cofio undo                     the last step; again, the one before
  cofio undo K2P9                that one (see: cofio activity)
  cofio undo K2P9 --cascade      that one and what rests on it
  cofio undo job_…               everything an import or a job did
")]
pub struct Undo {
    /// An operation or a job; the last operation if left out
    #[arg(value_name = "OPERATION")]
    which: Option<String>,
    /// Take back, too, what rests on it
    #[arg(long)]
    cascade: bool,
}

impl Undo {
    pub fn run(&self, setup: &Setup) -> Result<(), Failure> {
        let session = setup.open()?;
        let undo = cofio_engine::Undo { which: self.which.as_deref(), cascade: self.cascade };
        let written = session.engine.undo(&session.space, undo)?;
        tell(setup, &session, &written)
    }
}
