//! `cofio history`

use cofio_engine::{HistoryEntry, HistoryView};
use serde_json::Value;
use similar::{ChangeTag, TextDiff};

use crate::args::HELP;
use crate::exit::Failure;
use crate::output::{Manner, Output, Style, clean, long_day, one_line};
use crate::wire::{Session, Setup};

/// Tell a memory's history: every version, and what was done
#[derive(Debug, clap::Args)]
#[command(help_template = HELP, before_help = "\
Examples:
  cofio history retirement
  cofio restore retirement --version 1      bring an earlier one back
")]
pub struct History {
    /// Which: an id, part of one, or words from it
    #[arg(value_name = "MEMORY", add = crate::commands::completions::memories())]
    which: String,
}

impl History {
    pub fn run(&self, setup: &Setup) -> Result<(), Failure> {
        let session = setup.open()?;
        let history = session.engine.history(&session.space, &self.which)?;
        let _pager = setup.output.page();
        match setup.output.manner {
            Manner::Json => setup.output.json(&history),
            Manner::Plain => {
                for entry in &history.entries {
                    setup.output.line(&format!(
                        "{}\t{}\t{}\t{}\t{}",
                        entry.version,
                        entry.action,
                        entry.recorded_at,
                        entry.status,
                        one_line(&entry.content)
                    ));
                }
            }
            Manner::Human => tell(&setup.output, &session, &history),
        }
        Ok(())
    }
}

fn tell(output: &Output, session: &Session, history: &HistoryView) {
    let mut before: Option<&HistoryEntry> = None;
    for entry in &history.entries {
        // Where a version is ended, its words are those just shown; what matters is that it ended.
        let words = match before {
            Some(before) if before.content == entry.content => standing(entry),
            Some(before) => diff(output, &before.content, &entry.content),
            None => clean(&entry.content),
        };
        let when = output.paint.paint(Style::Faint, &long_day(entry.recorded_at, &session.zone));
        let until = entry.valid_until.map_or(String::new(), |until| {
            output.paint.paint(Style::Faint, &format!(" · held until {}", long_day(until, &session.zone)))
        });
        let reason = entry.reason.as_deref().map_or(String::new(), |reason| format!(" · \"{}\"", one_line(reason)));
        let over = if entry.retired_at.is_some() { " " } else { "●" };
        output.line(&format!(
            "{over} v{}  {when}  {:<8}  {}  {words}{until}{reason}",
            entry.version,
            entry.action,
            one_line(&entry.by)
        ));
        before = Some(entry);
    }
    output.human(&output.paint.paint(Style::Faint, "● believed now"));
}

/// How a version stands, or what was changed about how it is kept.
fn standing(entry: &HistoryEntry) -> String {
    if entry.changed.is_empty() {
        return entry.status.to_string();
    }
    let shown = entry.changed.iter().map(|it| format!("{}: {} → {}", it.field, brief(&it.before), brief(&it.after)));
    shown.collect::<Vec<_>>().join(" · ")
}

fn brief(value: &Value) -> String {
    match value {
        Value::Null => "none".to_owned(),
        Value::String(text) => one_line(text),
        Value::Array(items) if items.is_empty() => "none".to_owned(),
        Value::Array(items) => items.iter().map(brief).collect::<Vec<_>>().join(", "),
        other => one_line(&other.to_string()),
    }
}

/// What changed between two texts, word by word: [-out-] {+in+}.
fn diff(output: &Output, old: &str, new: &str) -> String {
    let (old, new) = (clean(old), clean(new));
    let mut text = String::new();
    let (mut out, mut into) = (String::new(), String::new());
    let flush = |text: &mut String, out: &mut String, into: &mut String| {
        for (words, style, [open, close]) in [(out, Style::Bad, ["[-", "-]"]), (into, Style::Good, ["{+", "+}"])] {
            if !words.is_empty() {
                text.push_str(&output.paint.paint(style, &format!("{open}{words}{close}")));
                words.clear();
            }
        }
    };
    for change in TextDiff::from_words(&old, &new).iter_all_changes() {
        match change.tag() {
            ChangeTag::Delete => out.push_str(change.value()),
            ChangeTag::Insert => into.push_str(change.value()),
            ChangeTag::Equal => {
                flush(&mut text, &mut out, &mut into);
                text.push_str(change.value());
            }
        }
    }
    flush(&mut text, &mut out, &mut into);
    text
}
