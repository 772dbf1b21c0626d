//! `cofio import`

use std::collections::BTreeMap;
use std::io::Read;

use cofio_engine::ImportLine;

use crate::args::HELP;
use crate::exit::Failure;
use crate::output::{Manner, Style, one_line};
use crate::wire::Setup;

/// Bring memories in from a file, as they are
#[derive(Debug, clap::Args)]
#[command(help_template = HELP, before_help = "\
Examples:
  cofio import memories.jsonl --from jsonl
  cofio list --all --json | cofio import - --from jsonl --space family
  cofio import memories.jsonl --from jsonl --dry-run
A line is {\"content\": \"…\"} with, if you like, kind, domain, tier, status, valid_from, valid_until, recorded_at, key, value, …
")]
pub struct Import {
    /// The file; - reads standard input
    #[arg(value_name = "FILE")]
    file: String,
    /// What it holds
    #[arg(long, value_name = "FORMAT", default_value = "jsonl", value_parser = ["jsonl"])]
    from: String,
}

impl Import {
    pub fn run(&self, setup: &Setup) -> Result<(), Failure> {
        let text = self.read()?;
        let session = setup.open()?;
        let name =
            std::path::Path::new(&self.file).file_name().map_or("standard input".into(), |name| name.to_string_lossy());
        let imported = session.engine.import(&session.space, &name, lines(&text))?;
        let output = &setup.output;
        if output.is_json() {
            output.json(&imported);
        }
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for line in &imported.lines {
            *counts.entry(line.action).or_default() += 1;
            let reason = line.reason.as_deref().unwrap_or_default();
            let id = line.id.as_deref().unwrap_or_default();
            match output.manner {
                Manner::Plain => output.line(&format!("{}\t{}\t{id}\t{}", line.line, line.action, one_line(reason))),
                Manner::Human if line.action != "saved" => {
                    output.message(&format!("line {}: {} {}", line.line, line.action, one_line(reason)));
                }
                _ => {}
            }
        }
        let summary: Vec<String> = counts.iter().map(|(action, count)| format!("{count} {action}")).collect();
        if output.manner == Manner::Human {
            let mark = output.paint.paint(Style::Good, "✓");
            let tried = if imported.dry_run { " (dry run: nothing was changed)" } else { "" };
            output.line(&format!("{mark} Imported: {}{tried}", summary.join(", ")));
            let changed = imported.lines.iter().any(|line| matches!(line.action, "saved" | "proposed" | "staged"));
            if changed && !imported.dry_run {
                let command = output.paint.paint(Style::Command, &format!("cofio undo {}", imported.job));
                output.human(&format!("  undo: {command}"));
            }
        }
        let failed = counts.get("failed").copied().unwrap_or(0);
        if failed > 0 {
            output.complain(&format!("{failed} lines could not be read; the rest were taken"));
            return Err(Failure::Quiet(crate::exit::Code::Failure));
        }
        Ok(())
    }

    fn read(&self) -> Result<String, Failure> {
        let mut bytes = Vec::new();
        if self.file == "-" {
            std::io::stdin().read_to_end(&mut bytes)?;
        } else {
            bytes = std::fs::read(&self.file)
                .map_err(|error| Failure::usage(format!("{} cannot be read: {error}", self.file)))?;
        }
        String::from_utf8(bytes).map_err(|_| Failure::usage(format!("{} is not UTF-8 text", self.file)))
    }
}

/// Cuts a file into lines, each read or with why it could not be. What `list --json` writes is taken, too.
fn lines(text: &str) -> Vec<(u64, Result<ImportLine, String>)> {
    let text = text.trim_start_matches('\u{feff}');
    if text.trim_start().starts_with('[') {
        return match serde_json::from_str::<Vec<serde_json::Value>>(text) {
            Err(error) => vec![(1, Err(error.to_string()))],
            Ok(values) => (1..).zip(values.into_iter().map(read_value)).collect(),
        };
    }
    (1..)
        .zip(text.lines())
        .filter(|(_, line)| !line.trim().is_empty())
        .map(|(number, line)| {
            let value = serde_json::from_str::<serde_json::Value>(line).map_err(|error| format!("not JSON: {error}"));
            (number, value.and_then(read_value))
        })
        .collect()
}

fn read_value(value: serde_json::Value) -> Result<ImportLine, String> {
    if !value.is_object() {
        return Err("a line is an object such as {\"content\": \"…\"}".into());
    }
    serde_json::from_value(value).map_err(|error| error.to_string())
}
