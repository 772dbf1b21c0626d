//! `cofio compile`

use crate::args::HELP;
use crate::commands::briefs::{tell, title};
use crate::exit::Failure;
use crate::output::{Manner, Style};
use crate::wire::Setup;

/// Compile the briefs now
#[derive(Debug, clap::Args)]
#[command(help_template = HELP, before_help = "\
Examples:
  cofio compile
  cofio compile --dry-run              show what they would say
  cofio compile --reset-thresholds     how sure things must be is as usual again
")]
pub struct Compile {
    /// Take back how far your answers have moved how sure things must be
    #[arg(long)]
    reset_thresholds: bool,
}

impl Compile {
    pub fn run(&self, setup: &Setup) -> Result<(), Failure> {
        let session = setup.open()?;
        if self.reset_thresholds {
            session.engine.reset_thresholds(&session.space)?;
        }
        let compiled = session.engine.compile(&session.space)?;
        let output = &setup.output;
        match output.manner {
            Manner::Json => output.json(&compiled),
            Manner::Plain => {
                for brief in &compiled.written {
                    output.line(&format!("{}\t{}\t{}\t{}", brief.id, title(brief), brief.version, brief.lines.len()));
                }
            }
            Manner::Human => {
                for brief in compiled.written.iter().filter(|_| compiled.dry_run) {
                    tell(output, &session, brief);
                }
                let names: Vec<String> = compiled.written.iter().map(title).collect();
                let mark = output.paint.paint(Style::Good, "✓");
                let tried = if compiled.dry_run { " (dry run: nothing was changed)" } else { "" };
                if names.is_empty() && compiled.dropped == 0 {
                    output.line(&format!("{mark} Up to date: {} briefs", compiled.unchanged));
                } else {
                    output.line(&format!("{mark} Compiled: {}{tried}", names.join(", ")));
                }
                output.human("read them: cofio briefs");
            }
        }
        Ok(())
    }
}
