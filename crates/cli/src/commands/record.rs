//! `cofio record`

use std::collections::BTreeMap;
use std::io::Read;

use cofio_domain::session::Surface;
use cofio_engine::{MessageLine, NumberedLine, Recorded, Recording};

use crate::args::HELP;
use crate::exit::{Code, Failure};
use crate::output::{Manner, Style, one_line};
use crate::wire::Setup;

/// Record what was said in a conversation
#[derive(Debug, clap::Args)]
#[command(help_template = HELP, before_help = "\
Examples:
  cofio record monday.jsonl                    the session is called monday
  cofio record chat.jsonl --session \"trip to Oslo\"
  cofio record - --session live < chat.jsonl   a message without a time was said just now
  cofio record chat.jsonl --dry-run            what would be kept, and what not
A line is {\"role\": \"user|assistant|tool|system\", \"at\": \"2026-11-14T09:30:00Z\", \"text\": \"…\"} with, if you like, \"name\".
Recording a file twice adds nothing: a message with the same time, role, name and words is the same message.
Secrets, and what belongs to a domain that is off, are left out and counted.
")]
pub struct Record {
    /// The file; - reads standard input
    #[arg(value_name = "FILE")]
    file: String,
    /// The session, made if there is none of that name; without it, the file's name, or a new one for standard input
    #[arg(long, value_name = "NAME")]
    session: Option<String>,
    /// The project a new session belongs to
    #[arg(long, value_name = "NAME")]
    project: Option<String>,
    /// Keep nothing of it at all
    #[arg(long)]
    incognito: bool,
}

impl Record {
    pub fn run(&self, setup: &Setup) -> Result<(), Failure> {
        let lines = self.lines()?;
        if self.incognito {
            // Not even the store is opened.
            return tell(setup, &Recorded::incognito(lines), None);
        }
        let session = setup.open()?;
        let recording = Recording {
            session: self.session.clone().or_else(|| self.file_name()),
            surface: Surface::Cli,
            project: self.project.clone(),
        };
        let recorded = session.engine.record(&session.space, &recording, lines)?;
        let show = recorded.session.as_ref().map(|it| {
            let name = crate::output::shell_word(&it.name);
            session.command(&format!("sessions show {name}"))
        });
        tell(setup, &recorded, show)
    }

    /// The name of the file, without its folder and ending.
    fn file_name(&self) -> Option<String> {
        if self.file == "-" {
            return None;
        }
        std::path::Path::new(&self.file).file_stem().map(|name| name.to_string_lossy().into_owned())
    }

    fn lines(&self) -> Result<Vec<NumberedLine>, Failure> {
        let mut bytes = Vec::new();
        if self.file == "-" {
            std::io::stdin().read_to_end(&mut bytes)?;
        } else {
            bytes = std::fs::read(&self.file)
                .map_err(|error| Failure::Other(anyhow::anyhow!("{} cannot be read: {error}", self.file)))?;
        }
        let timed = self.file != "-";
        let read = super::json_lines(&bytes).into_iter();
        Ok(read.map(|(number, line)| (number, line.and_then(|line| read_line(line, timed)))).collect())
    }
}

/// Reads a line. What is piped in may be happening now; a file is about another time, and has to say which.
fn read_line(value: serde_json::Value, timed: bool) -> Result<MessageLine, String> {
    let line = MessageLine::read(value)?;
    if timed && line.at.is_none() {
        return Err("it does not say when it was said: \"at\": \"2026-11-14T09:30:00Z\"".into());
    }
    Ok(line)
}

/// How many lines are named one by one.
const MANY: usize = 20;

fn tell(setup: &Setup, recorded: &Recorded, show: Option<String>) -> Result<(), Failure> {
    let output = &setup.output;
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for line in &recorded.lines {
        *counts.entry(line.action).or_default() += 1;
    }
    match output.manner {
        Manner::Json => output.json(recorded),
        Manner::Plain => {
            for line in &recorded.lines {
                let id = line.id.map_or(String::new(), |id| id.to_string());
                let reason = one_line(line.reason.as_deref().unwrap_or_default());
                output.line(&format!("{}\t{}\t{id}\t{reason}", line.line, line.action));
            }
        }
        Manner::Human => tell_people(setup, recorded, &counts, show),
    }
    let failed = counts.get("failed").copied().unwrap_or(0);
    if failed == 0 {
        return Ok(());
    }
    let lines = if failed == 1 { "1 line".to_owned() } else { format!("{failed} lines") };
    let rest = if recorded.incognito { "nothing was kept" } else { "the rest was recorded" };
    output.complain(&format!("{lines} could not be read; {rest}. Mend them and record the file again"));
    Err(Failure::Quiet(Code::Failure))
}

fn tell_people(setup: &Setup, recorded: &Recorded, counts: &BTreeMap<&str, usize>, show: Option<String>) {
    let output = &setup.output;
    let troubled = recorded.lines.iter().filter(|line| line.reason.is_some());
    for line in troubled.clone().take(MANY) {
        let reason = one_line(line.reason.as_deref().unwrap_or_default());
        output.message(&format!("line {}: {} {reason}", line.line, line.action));
    }
    if troubled.count() > MANY {
        output.message("… and more: --json or --plain name every line");
    }
    let count = |action: &str| counts.get(action).copied().unwrap_or(0);
    let mut said = vec![match count("recorded") {
        1 => "1 message".to_owned(),
        many => format!("{many} messages"),
    }];
    let known = count("known");
    if known > 0 {
        said.push(format!("{known} there already"));
    }
    if count("skipped") > 0 {
        said.push(format!("{} skipped", count("skipped")));
    }
    if recorded.secrets_removed > 0 {
        said.push(format!("{} secrets left out", recorded.secrets_removed));
    }
    for (domain, clauses) in &recorded.not_kept {
        said.push(format!("{clauses} about {domain} not kept"));
    }
    let tried = if recorded.dry_run { " (dry run: nothing was changed)" } else { "" };
    if recorded.incognito {
        let mark = output.paint.paint(Style::Faint, "·");
        output.line(&format!("{mark} Incognito: {} heard, nothing kept", count("dropped")));
        return;
    }
    let place = recorded.session.as_ref().map_or(String::new(), |it| format!(" in {}", one_line(&it.name)));
    let mark = output.paint.paint(Style::Good, "✓");
    output.line(&format!("{mark} Recorded{place}: {}{tried}", said.join(", ")));
    if let Some(show) = show {
        output.human(&format!("  {}", output.paint.paint(Style::Command, &show)));
    }
    for domain in recorded.not_kept.keys() {
        output.human(&format!("  to keep what is said about {domain}: cofio domains enable {domain}"));
    }
}
