//! `cofio metrics`

use crate::args::HELP;
use crate::commands::open::running;
use crate::exit::Failure;
use crate::wire::Setup;

/// Write what the running server has counted as Prometheus reads it
#[derive(Debug, clap::Args)]
#[command(help_template = HELP, before_help = "\
Examples:
  cofio metrics
")]
pub struct Metrics {}

impl Metrics {
    pub fn run(&self, setup: &Setup) -> Result<(), Failure> {
        let answer = running(setup)?.ask("GET", "/metrics")?;
        for line in answer.lines() {
            setup.output.line(line);
        }
        Ok(())
    }
}
