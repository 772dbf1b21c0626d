//! `cofio stats`

use serde_json::Value;

use crate::args::HELP;
use crate::commands::open::running;
use crate::exit::Failure;
use crate::output::Style;
use crate::wire::Setup;

/// Say what the running server has counted
#[derive(Debug, clap::Args)]
#[command(help_template = HELP, before_help = "\
Examples:
  cofio stats
  cofio stats --json
")]
pub struct Stats {}

impl Stats {
    pub fn run(&self, setup: &Setup) -> Result<(), Failure> {
        let answer = running(setup)?.ask("GET", "/api/v1/stats")?;
        let stats: Value = serde_json::from_str(&answer).map_err(|error| Failure::Other(error.into()))?;
        let output = &setup.output;
        if output.is_json() {
            output.json(&stats);
            return Ok(());
        }
        for (name, value) in stats.as_object().into_iter().flatten() {
            let shown = match value {
                Value::Null => "nothing yet".to_owned(),
                Value::Object(parts) if parts.is_empty() => "nothing yet".to_owned(),
                Value::Object(parts) => {
                    let counted: Vec<String> = parts
                        .iter()
                        .filter(|(_, value)| !value.is_null())
                        .map(|(name, value)| format!("{name} {}", shown(value)))
                        .collect();
                    if counted.is_empty() { "nothing yet".to_owned() } else { counted.join(", ") }
                }
                Value::Number(number) if number.is_f64() => format!("{:.2}", number.as_f64().unwrap_or_default()),
                other => other.to_string(),
            };
            let name = output.paint.paint(Style::Faint, &format!("{:<22}", name.replace('_', " ")));
            output.line(&format!("{name} {shown}"));
        }
        Ok(())
    }
}

/// A part of something counted, which may have parts of its own.
fn shown(value: &Value) -> String {
    match value {
        Value::Object(parts) => {
            let parts: Vec<String> = parts.iter().map(|(name, value)| format!("{name} {value}")).collect();
            format!("({})", parts.join(" "))
        }
        other => other.to_string(),
    }
}
