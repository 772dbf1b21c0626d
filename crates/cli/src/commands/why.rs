//! `cofio why`

use cofio_domain::evidence::Cited;

use crate::args::HELP;
use crate::exit::Failure;
use crate::output::{Manner, Style, clean, long_day, one_line};
use crate::wire::Setup;

/// Tell where a memory comes from
#[derive(Debug, clap::Args)]
#[command(help_template = HELP, before_help = "\
Examples:
  cofio why vegetarian
")]
pub struct Why {
    /// Which: an id, part of one, or words from it
    #[arg(value_name = "MEMORY", add = crate::commands::completions::memories())]
    which: String,
}

impl Why {
    pub fn run(&self, setup: &Setup) -> Result<(), Failure> {
        let session = setup.open()?;
        let why = session.engine.why(&session.space, &self.which)?;
        let output = &setup.output;
        if output.is_json() {
            output.json(&why);
            return Ok(());
        }
        output.line(&output.paint.paint(Style::Strong, &clean(&why.memory.claim.content)));
        output.line(&format!("  {}, on {}", clean(&why.because), long_day(why.at, &session.zone)));
        if let Some(reason) = &why.reason {
            output.line(&format!("  because \"{}\"", one_line(reason)));
        }
        for evidence in &why.evidence {
            let place = match &evidence.cites {
                Cited::Operation { operation } => format!("typed in, operation {operation}"),
                Cited::Message { session, index } => format!("message {index} of \"{}\"", one_line(session)),
                Cited::Import { file, line } => format!("line {line} of {}", one_line(file)),
                Cited::Memory { memory } => format!("memory {memory}"),
            };
            let quote = evidence.quote.as_deref().map_or(String::new(), |quote| format!(": \"{}\"", one_line(quote)));
            output.line(&format!("  source: {place}{quote}"));
        }
        for memory in &why.rests_on {
            output.line(&format!("  rests on: {} ({})", one_line(&memory.claim.content), memory.id));
        }
        if output.manner == Manner::Human {
            let id = session.engine.short_id(&session.space, why.memory.id)?;
            let command = format!("  all that was done to it: cofio history {id}");
            output.human(&output.paint.paint(Style::Faint, &command));
        }
        Ok(())
    }
}
