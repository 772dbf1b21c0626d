//! `cofio consolidate`

use cofio_engine::{Consolidated, ConsolidationDepth, StepKind};

use crate::args::HELP;
use crate::exit::Failure;
use crate::output::{Manner, Style, one_line};
use crate::wire::{Session, Setup};

/// Merge what says the same, settle what contradicts, notice what keeps coming up
#[derive(Debug, clap::Args)]
#[command(help_template = HELP, before_help = "\
Examples:
  cofio consolidate --dry-run     show what would be done, and why
  cofio consolidate
  cofio consolidate --deep        hold everything against everything
Nothing is deleted, and what you said yourself is never touched.
")]
pub struct Consolidate {
    /// Look at everything, not only at what is new
    #[arg(long)]
    deep: bool,
}

impl Consolidate {
    pub fn run(&self, setup: &Setup) -> Result<(), Failure> {
        let session = setup.open()?;
        let depth = if self.deep { ConsolidationDepth::Deep } else { ConsolidationDepth::Daily };
        let consolidated = session.engine.consolidate(&session.space, depth)?;
        let output = &setup.output;
        match output.manner {
            Manner::Json => output.json(&consolidated),
            Manner::Plain => {
                for step in &consolidated.steps {
                    let before = step.before.as_deref().map(one_line).unwrap_or_default();
                    output.line(&format!("{}\t{}\t{before}\t{}", step.kind, one_line(&step.content), step.because));
                }
            }
            Manner::Human => tell(setup, &session, &consolidated),
        }
        Ok(())
    }
}

fn tell(setup: &Setup, session: &Session, consolidated: &Consolidated) {
    let output = &setup.output;
    for step in &consolidated.steps {
        let style = if step.kind == StepKind::Disputed { Style::Warning } else { Style::Good };
        let before = step.before.as_deref().map_or(String::new(), |before| format!("  ← {}", one_line(before)));
        output.line(&format!(
            "{} {}{before}",
            output.paint.paint(style, &format!("{:<10}", step.kind.word())),
            one_line(&step.content)
        ));
        output.human(&format!("           {}", output.paint.paint(Style::Faint, &step.because)));
    }
    if consolidated.steps.is_empty() {
        output.human("Nothing to consolidate.");
    } else if consolidated.dry_run {
        output.human("(dry run: nothing was changed)");
    }
    if let Some(run) = consolidated.run {
        let command = session.command(&format!("undo {run}"));
        output.human(&format!("undo all of it: {}", output.paint.paint(Style::Command, &command)));
    }
}
