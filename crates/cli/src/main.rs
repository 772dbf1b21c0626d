//! The command line: `cofio`.

mod args;
mod clock;
mod commands;
mod config;
mod daemon;
mod exit;
mod ids;
mod output;
mod when;
mod wire;

use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use crate::args::Cli;
use crate::exit::{Code, Failure};
use crate::output::{Manner, Output};
use crate::wire::Setup;

fn main() -> ExitCode {
    // A shell that asks for completions is answered here and nothing else is done.
    clap_complete::CompleteEnv::with_factory(Cli::command).complete();
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return misunderstood(&error),
    };
    let output = cli.global.output();
    let done = Setup::new(cli.global).and_then(|setup| {
        let done = cli.command.run(&setup);
        setup.afterwards();
        done
    });
    match done {
        Ok(()) => ExitCode::from(Code::Ok as u8),
        Err(failure) => {
            failure.report(&output);
            ExitCode::from(failure.code() as u8)
        }
    }
}

/// Tells that a command makes no sense as typed, or shows the help that was asked for.
fn misunderstood(error: &clap::Error) -> ExitCode {
    // The flags could not be read, so whether a program asked is looked up in the words themselves.
    if error.use_stderr() && std::env::args_os().any(|word| word == "--json") {
        let text = error.render().to_string();
        let message = text.trim().trim_start_matches("error: ").lines().next().unwrap_or_default().to_owned();
        Output::new(Manner::Json, false, false, true).json(&Failure::Usage(message).to_json());
    }
    let _ = error.print();
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(Code::Usage as u8))
}
