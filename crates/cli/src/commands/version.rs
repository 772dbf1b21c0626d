//! `cofio version`

use serde_json::json;

use crate::args::HELP;
use crate::exit::Failure;
use crate::wire::Setup;

/// Say which version this is
#[derive(Debug, clap::Args)]
#[command(help_template = HELP, before_help = "\
Examples:
  cofio version
  cofio version --json
")]
pub struct Version {}

impl Version {
    pub fn run(&self, setup: &Setup) -> Result<(), Failure> {
        let version = env!("CARGO_PKG_VERSION");
        if setup.output.is_json() {
            setup.output.json(&json!({ "name": "cofio", "version": version }));
        } else {
            setup.output.line(&format!("cofio {version}"));
        }
        Ok(())
    }
}
