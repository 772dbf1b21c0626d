//! `cofio rebuild`

use cofio_engine::RebuildLayer;

use crate::args::HELP;
use crate::exit::Failure;
use crate::output::{Manner, Style};
use crate::wire::Setup;

/// Make everything that is derived again
#[derive(Debug, clap::Args)]
#[command(help_template = HELP, before_help = "\
Examples:
  cofio rebuild --from memories     the briefs and the index
  cofio rebuild --from episodes     and what was noticed over conversations
  cofio rebuild --from events       and what was learned in passing
What you said, confirmed, changed or forgot stays as it is.
")]
pub struct Rebuild {
    /// From what: events, episodes or memories
    #[arg(long, value_name = "LAYER")]
    from: RebuildLayer,
}

impl Rebuild {
    pub fn run(&self, setup: &Setup) -> Result<(), Failure> {
        let session = setup.open()?;
        let rebuilt = session.engine.rebuild(&session.space, self.from)?;
        let output = &setup.output;
        let told = format!(
            "{} put away, {} sessions learned from, {} claims taken in, {} briefs compiled, {} entities",
            rebuilt.cleared, rebuilt.sessions, rebuilt.learned, rebuilt.briefs, rebuilt.entities
        );
        match output.manner {
            Manner::Json => output.json(&rebuilt),
            Manner::Plain => output.line(&format!(
                "{}\t{}\t{}\t{}\t{}",
                rebuilt.from, rebuilt.cleared, rebuilt.sessions, rebuilt.learned, rebuilt.briefs
            )),
            Manner::Human => {
                let tried = if rebuilt.dry_run { " (dry run: nothing was changed)" } else { "" };
                let mark = output.paint.paint(Style::Good, "✓");
                output.line(&format!("{mark} Rebuilt from {}: {told}{tried}", rebuilt.from));
                if let Some(run) = rebuilt.run {
                    let command = session.command(&format!("undo {run}"));
                    output.human(&format!("  undo: {}", output.paint.paint(Style::Command, &command)));
                }
            }
        }
        Ok(())
    }
}
