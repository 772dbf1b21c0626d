//! The command line: `cofio`.

mod args;
mod clock;
mod commands;
mod config;
mod exit;
mod ids;
mod output;
mod when;
mod wire;

use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use crate::args::Cli;
use crate::exit::Code;
use crate::wire::Setup;

fn main() -> ExitCode {
    // A shell that asks for completions is answered here and nothing else is done.
    clap_complete::CompleteEnv::with_factory(Cli::command).complete();
    let cli = Cli::parse();
    let setup = match Setup::new(cli.global) {
        Ok(setup) => setup,
        Err(failure) => {
            failure.report(&output::Output::new(output::Manner::Human, false, false, false));
            return ExitCode::from(failure.code() as u8);
        }
    };
    match cli.command.run(&setup) {
        Ok(()) => ExitCode::from(Code::Ok as u8),
        Err(failure) => {
            failure.report(&setup.output);
            ExitCode::from(failure.code() as u8)
        }
    }
}
