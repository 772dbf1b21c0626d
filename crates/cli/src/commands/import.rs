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
        let bytes = self.read()?;
        let session = setup.open()?;
        let name =
            std::path::Path::new(&self.file).file_name().map_or("standard input".into(), |name| name.to_string_lossy());
        let imported = session.engine.import(&session.space, &name, lines(&bytes))?;
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
                let command = session.command(&format!("undo {}", imported.job));
                output.human(&format!("  undo: {}", output.paint.paint(Style::Command, &command)));
            }
        }
        let failed = counts.get("failed").copied().unwrap_or(0);
        if failed > 0 {
            let lines = if failed == 1 { "1 line".to_owned() } else { format!("{failed} lines") };
            output.complain(&format!("{lines} could not be read; the rest was taken"));
            return Err(Failure::Quiet(crate::exit::Code::Failure));
        }
        Ok(())
    }

    fn read(&self) -> Result<Vec<u8>, Failure> {
        let mut bytes = Vec::new();
        if self.file == "-" {
            std::io::stdin().read_to_end(&mut bytes)?;
        } else {
            bytes = std::fs::read(&self.file)
                .map_err(|error| Failure::Other(anyhow::anyhow!("{} cannot be read: {error}", self.file)))?;
        }
        Ok(bytes)
    }
}

/// Cuts a file into lines, each read or with why it could not be. What `list --json` writes is taken, too.
fn lines(bytes: &[u8]) -> Vec<(u64, Result<ImportLine, String>)> {
    let read = super::json_lines(bytes).into_iter();
    read.map(|(number, value)| (number, value.and_then(read_value))).collect()
}

fn read_value(value: serde_json::Value) -> Result<ImportLine, String> {
    if !value.is_object() {
        return Err("a line is an object such as {\"content\": \"…\"}".into());
    }
    serde_json::from_value(value).map_err(|error| error.to_string())
}
