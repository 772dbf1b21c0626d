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
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    if bytes.trim_ascii_start().starts_with(b"[") {
        return match serde_json::from_slice::<Vec<serde_json::Value>>(bytes) {
            Err(error) => vec![(error.line() as u64, Err(format!("not JSON: {error}")))],
            Ok(values) => (1..).zip(values.into_iter().map(read_value)).collect(),
        };
    }
    (1..)
        .zip(bytes.split(|byte| *byte == b'\n'))
        .filter(|(_, line)| !line.trim_ascii().is_empty())
        .map(|(number, line)| {
            let text = std::str::from_utf8(line).map_err(|_| "not UTF-8 text".to_owned());
            let value =
                text.and_then(|text| serde_json::from_str::<serde_json::Value>(text).map_err(|error| not_json(&error)));
            (number, value.and_then(read_value))
        })
        .collect()
}

/// Says what is wrong with a line. Which line it is, is said beside it; here it is always the first.
fn not_json(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let what = text.split(" at line ").next().unwrap_or(&text);
    format!("not JSON: {what} (at letter {})", error.column())
}

fn read_value(value: serde_json::Value) -> Result<ImportLine, String> {
    if !value.is_object() {
        return Err("a line is an object such as {\"content\": \"…\"}".into());
    }
    serde_json::from_value(value).map_err(|error| error.to_string())
}
