//! `cofio completions`

use std::ffi::OsStr;

use clap::{CommandFactory, ValueEnum};
use clap_complete::engine::{ArgValueCompleter, CompletionCandidate};
use cofio_engine::{Item, ListFilter};

use crate::args::{Cli, Global, HELP};
use crate::exit::Failure;
use crate::output::{one_line, shortened};
use crate::wire::{Session, Setup};

/// Print what makes your shell complete commands, memories and domains
#[derive(Debug, clap::Args)]
#[command(help_template = HELP, before_help = "\
Examples:
  cofio completions bash >> ~/.bashrc
  cofio completions zsh  >> ~/.zshrc
  cofio completions fish > ~/.config/fish/completions/cofio.fish
")]
pub struct Completions {
    /// Which shell
    #[arg(value_enum)]
    shell: Shell,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Shell {
    Bash,
    Zsh,
    Fish,
    #[value(name = "powershell")]
    Pwsh,
    Elvish,
    Nushell,
}

impl Completions {
    pub fn run(&self, setup: &Setup) -> Result<(), Failure> {
        let name = match self.shell {
            Shell::Bash => "bash",
            Shell::Zsh => "zsh",
            Shell::Fish => "fish",
            Shell::Pwsh => "powershell",
            Shell::Elvish => "elvish",
            Shell::Nushell => {
                let mut script = Vec::new();
                clap_complete::generate(clap_complete_nushell::Nushell, &mut Cli::command(), "cofio", &mut script);
                setup.output.line(String::from_utf8_lossy(&script).trim_end());
                return Ok(());
            }
        };
        let shells = clap_complete::env::Shells::builtins();
        let shell = shells.completer(name).expect("each of these is built in");
        let mut script = Vec::new();
        shell.write_registration("COMPLETE", "cofio", "cofio", "cofio", &mut script)?;
        setup.output.line(String::from_utf8_lossy(&script).trim_end());
        Ok(())
    }
}

/// Completes the names of domains.
pub fn domains() -> ArgValueCompleter {
    ArgValueCompleter::new(|typed: &OsStr| {
        let typed = typed.to_string_lossy().into_owned();
        let Some(session) = quiet_session() else { return Vec::new() };
        let domains = session.engine.domains(&session.space).unwrap_or_default();
        domains
            .into_iter()
            .filter(|domain| domain.name.as_str().starts_with(&typed))
            .map(|domain| CompletionCandidate::new(domain.name.as_str()).help(Some(domain.display_name.into())))
            .collect::<Vec<_>>()
    })
}

/// Completes the ids of memories, with their words beside them.
pub fn memories() -> ArgValueCompleter {
    ArgValueCompleter::new(|typed: &OsStr| {
        const MANY: usize = 40;
        let typed = typed.to_string_lossy().to_ascii_uppercase();
        let Some(session) = quiet_session() else { return Vec::new() };
        let Ok(listed) = session.engine.list(&session.space, &ListFilter::default()) else { return Vec::new() };
        let mut found = Vec::new();
        for item in listed.items {
            let Item::Memory(view) = item else { continue };
            let Ok(short) = session.engine.short_id(&session.space, view.id) else { continue };
            if short.starts_with(&typed) && found.len() < MANY {
                let words = shortened(&one_line(&view.claim.content), 50);
                found.push(CompletionCandidate::new(short).help(Some(words.into())));
            }
        }
        found
    })
}

/// Opens the store for a shell that asks: never makes one, never says anything.
fn quiet_session() -> Option<Session> {
    let global = Global {
        data_dir: None,
        space: None,
        json: false,
        plain: true,
        quiet: true,
        verbose: false,
        no_color: true,
        no_input: true,
        dry_run: false,
        yes: false,
    };
    let setup = Setup::new(global).ok()?;
    let folder = setup.config().ok()?.data_dir()?;
    folder.join("cofio.db").exists().then_some(())?;
    setup.open().ok()
}
