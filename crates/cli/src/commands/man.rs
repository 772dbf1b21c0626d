//! `cofio man`

use std::path::PathBuf;

use clap::CommandFactory;

use crate::args::{Cli, HELP};
use crate::exit::Failure;
use crate::wire::Setup;

/// Print the manual page, or write all of them to a folder
#[derive(Debug, clap::Args)]
#[command(help_template = HELP, before_help = "\
Examples:
  cofio man | man -l -
  cofio man --out ~/.local/share/man/man1
")]
pub struct Man {
    /// Write a page for every command to this folder
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
}

impl Man {
    pub fn run(&self, setup: &Setup) -> Result<(), Failure> {
        match &self.out {
            Some(folder) => {
                std::fs::create_dir_all(folder)?;
                clap_mangen::generate_to(Cli::command(), folder)?;
                setup.output.human(&format!("written to {}", folder.display()));
            }
            None => {
                let mut page = Vec::new();
                clap_mangen::Man::new(Cli::command()).render(&mut page)?;
                setup.output.line(String::from_utf8_lossy(&page).trim_end());
            }
        }
        Ok(())
    }
}
