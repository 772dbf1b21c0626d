//! `cofio verify`

use serde_json::json;

use crate::args::HELP;
use crate::exit::{Code, Failure};
use crate::output::{Manner, Style};
use crate::wire::Setup;

/// Check that nothing that was said has been changed
#[derive(Debug, clap::Args)]
#[command(help_template = HELP, before_help = "\
Examples:
  cofio verify             walks the raw log; exits with 1 where it does not hold
  cofio verify --json      with the mark of its end, to compare later
")]
pub struct Verify {}

/// How many breaks are named.
const MANY: usize = 20;

impl Verify {
    pub fn run(&self, setup: &Setup) -> Result<(), Failure> {
        let session = setup.open()?;
        let report = session.engine.verify(&session.space)?;
        let sound = report.breaks.is_empty();
        let head: String = report.head.0.iter().map(|byte| format!("{byte:02x}")).collect();
        let output = &setup.output;
        match output.manner {
            Manner::Json => {
                let breaks: Vec<_> = report
                    .breaks
                    .iter()
                    .map(|it| json!({ "seq": it.seq, "fault": it.fault, "message": it.fault.said() }))
                    .collect();
                output.json(&json!({
                    "ok": sound,
                    "events": report.events,
                    "shredded": report.shredded,
                    "cut": report.cut,
                    "head": head,
                    "breaks": breaks,
                }));
            }
            Manner::Plain => {
                let verdict = if sound { "ok" } else { "broken" };
                output.line(&format!("{verdict}\t{}\t{}\t{}\t{head}", report.events, report.shredded, report.cut));
                for found in &report.breaks {
                    output.line(&format!("{}\t{}", found.seq.0, found.fault));
                }
            }
            Manner::Human if sound => {
                let mark = output.paint.paint(Style::Good, "✓");
                let erased = match report.shredded + report.cut {
                    0 => String::new(),
                    some => format!(", {some} of them erased wholly or in part"),
                };
                let messages =
                    if report.events == 1 { "1 message".into() } else { format!("{} messages", report.events) };
                output.line(&format!("{mark} The raw log holds: {messages}{erased}"));
                output.human(&format!("  {}", output.paint.paint(Style::Faint, &format!("its end: {head}"))));
            }
            Manner::Human => {
                for found in report.breaks.iter().take(MANY) {
                    output.line(&format!("at {}: {}", found.seq.0, found.fault.said()));
                }
            }
        }
        if sound {
            return Ok(());
        }
        let places =
            if report.breaks.len() == 1 { "1 place".into() } else { format!("{} places", report.breaks.len()) };
        output.complain(&format!("the raw log does not hold in {places}: what is told there must not be trusted"));
        output.message("  copy the whole data folder somewhere safe, then put back the newest copy you have of it");
        Err(Failure::Quiet(Code::Failure))
    }
}
