//! `cofio lint`

use cofio_language::phrasing;
use serde_json::json;

use crate::args::HELP;
use crate::commands::text_of;
use crate::exit::{Code, Failure};
use crate::output::{Style, one_line};
use crate::wire::Setup;

/// Say whether a sentence speaks of the person as it should
#[derive(Debug, clap::Args)]
#[command(help_template = HELP, before_help = "\
Examples:
  cofio lint \"You believe that funds are safer\"      exits with 6: say what was told, not what is thought
  cofio lint \"You told me you prefer funds\"
")]
pub struct Lint {
    /// What an assistant would say; - reads standard input
    #[arg(required = true, value_name = "SENTENCE")]
    text: Vec<String>,
}

impl Lint {
    pub fn run(&self, setup: &Setup) -> Result<(), Failure> {
        let text = text_of(&self.text)?;
        let flags = phrasing::lint(&text);
        let letters = |byte: usize| text.get(..byte).map_or(0, |before| before.chars().count());
        let output = &setup.output;
        if output.is_json() {
            let shown: Vec<_> = flags
                .iter()
                .map(|flag| {
                    json!({
                        "text": &text[flag.span.clone()],
                        "span": [letters(flag.span.start), letters(flag.span.end)],
                        "rule": flag.rule,
                        "suggestion": flag.suggestion,
                    })
                })
                .collect();
            output.json(&json!({ "ok": flags.is_empty(), "flags": shown }));
        } else {
            for flag in &flags {
                let words = one_line(&text[flag.span.clone()]);
                output.line(&format!("{} \"{words}\": {}", output.paint.paint(Style::Bad, "✗"), flag.suggestion));
            }
            if flags.is_empty() {
                output.line(&format!("{} Fine.", output.paint.paint(Style::Good, "✓")));
            }
        }
        if flags.is_empty() { Ok(()) } else { Err(Failure::Quiet(Code::Refused)) }
    }
}
