//! `cofio conflicts`

use cofio_domain::conflict::Resolution;

use crate::args::HELP;
use crate::commands::telling::tell;
use crate::exit::Failure;
use crate::output::{Manner, Style, day, one_line};
use crate::wire::Setup;

/// Claims that cannot both hold: list them, say which does
#[derive(Debug, clap::Args)]
#[command(help_template = HELP, args_conflicts_with_subcommands = true, before_help = "\
Examples:
  cofio conflicts
  cofio conflicts resolve …7Q4K left       what was known stands
  cofio conflicts resolve …7Q4K right      the other is true now
  cofio conflicts resolve …7Q4K both       used to be the one, now the other
  cofio conflicts resolve …7Q4K neither
")]
pub struct Conflicts {
    #[command(subcommand)]
    action: Option<ConflictsAction>,
    /// Those that are settled, too
    #[arg(long)]
    all: bool,
}

#[derive(Debug, clap::Subcommand)]
enum ConflictsAction {
    /// List them
    #[command(help_template = HELP, before_help = "\
Examples:
  cofio conflicts list
  cofio conflicts list --all
")]
    List {
        /// Those that are settled, too
        #[arg(long)]
        all: bool,
    },
    /// Say which holds
    #[command(help_template = HELP, before_help = "\
Examples:
  cofio conflicts resolve …7Q4K right
")]
    Resolve {
        /// Which: an id, part of one, or words from the claim
        which: String,
        /// left, right, both or neither
        resolution: String,
    },
}

impl Conflicts {
    pub fn run(&self, setup: &Setup) -> Result<(), Failure> {
        match &self.action {
            None => list(setup, self.all),
            Some(ConflictsAction::List { all }) => list(setup, *all),
            Some(ConflictsAction::Resolve { which, resolution }) => {
                let resolution: Resolution = resolution
                    .parse()
                    .map_err(|error: cofio_domain::axes::UnknownWord| Failure::usage(error.to_string()))?;
                let session = setup.open()?;
                let written = session.engine.resolve(&session.space, which, resolution)?;
                tell(setup, &session, &written)
            }
        }
    }
}

fn list(setup: &Setup, all: bool) -> Result<(), Failure> {
    let session = setup.open()?;
    let conflicts = session.engine.conflicts(&session.space, all)?;
    let output = &setup.output;
    if output.is_json() {
        output.json(&conflicts);
        return Ok(());
    }
    for view in &conflicts {
        let left = view.left.as_ref().map_or_else(|| "(gone)".into(), |left| one_line(&left.claim.content));
        let right = one_line(&view.right.content);
        if output.manner == Manner::Plain {
            output.line(&format!("{}\t{}\t{left}\t{right}", view.id, view.status));
            continue;
        }
        output.line(&format!(
            "{} {}",
            output.paint.paint(Style::Warning, "?"),
            output.paint.paint(Style::Faint, &view.id.to_string())
        ));
        let told = |at| day(at, &session.zone);
        let since = view.left.as_ref().map_or(String::new(), |left| told(left.recorded_at));
        output.line(&format!("  left   {left}  {}", output.paint.paint(Style::Faint, &since)));
        output.line(&format!("  right  {right}  {}", output.paint.paint(Style::Faint, &told(view.detected_at))));
        if let Some(resolution) = view.resolution {
            output.line(&format!("  settled: {resolution}"));
        }
    }
    if conflicts.is_empty() {
        output.human("No conflicts.");
    } else if conflicts.iter().any(|view| view.resolution.is_none()) {
        output.human("settle: cofio conflicts resolve ID left|right|both|neither");
    }
    Ok(())
}
