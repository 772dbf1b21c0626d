//! `cofio man`

use std::io::Write;
use std::path::{Path, PathBuf};

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
                add_examples(&Cli::command(), "cofio", folder)?;
                setup.output.human(&format!("written to {}", folder.display()));
            }
            None => {
                let mut page = Vec::new();
                clap_mangen::Man::new(Cli::command()).render(&mut page)?;
                page.extend(examples(&Cli::command()).into_bytes());
                setup.output.line(String::from_utf8_lossy(&page).trim_end());
            }
        }
        Ok(())
    }
}

/// Adds to every page what help leads with.
fn add_examples(command: &clap::Command, name: &str, folder: &Path) -> std::io::Result<()> {
    let path = folder.join(format!("{name}.1"));
    if path.exists() {
        std::fs::OpenOptions::new().append(true).open(path)?.write_all(examples(command).as_bytes())?;
    }
    for inner in command.get_subcommands() {
        add_examples(inner, &format!("{name}-{}", inner.get_name()), folder)?;
    }
    Ok(())
}

/// The examples of a command as a section of its page.
fn examples(command: &clap::Command) -> String {
    let Some(text) = command.get_before_help() else { return String::new() };
    let text = text.to_string().replace('\\', "\\e").replace('-', "\\-");
    let lines: String = text.lines().skip(1).map(|line| format!("{}\n", line.trim_start())).collect();
    format!(".SH EXAMPLES\n.nf\n{lines}.fi\n")
}
