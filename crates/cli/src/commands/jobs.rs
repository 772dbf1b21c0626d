//! `cofio jobs`

use cofio_engine::{JobView, Ran};

use crate::args::HELP;
use crate::exit::{Code, Failure};
use crate::output::{Manner, Row, Style, long_day, one_line, table};
use crate::when::{Edge, Toward};
use crate::wire::{Session, Setup};

/// What is done again and again: list, run now
#[derive(Debug, clap::Args)]
#[command(help_template = HELP, before_help = "\
Examples:
  cofio jobs
  cofio jobs run --due
  cofio jobs run sweep.trash
Other commands run what is due and short by themselves, after their answer.
")]
pub struct Jobs {
    #[command(subcommand)]
    action: Option<JobsAction>,
}

#[derive(Debug, clap::Subcommand)]
enum JobsAction {
    /// List them, with when they are due and how the last run went
    #[command(help_template = HELP, before_help = "\
Examples:
  cofio jobs list
")]
    List,
    /// Run one now, or all that are due
    #[command(help_template = HELP, before_help = "\
Examples:
  cofio jobs run --due
  cofio jobs run sweep.stale_sessions
  cofio jobs run sweep.trash --at 2027-01-01      as if it were that day
")]
    Run {
        /// Which
        #[arg(value_name = "NAME", required_unless_present = "due", conflicts_with = "due")]
        name: Option<String>,
        /// All that are due
        #[arg(long)]
        due: bool,
        /// As if it were this time
        #[arg(long, value_name = "WHEN")]
        at: Option<String>,
    },
}

impl Jobs {
    pub fn run(&self, setup: &Setup) -> Result<(), Failure> {
        let session = setup.open()?;
        match &self.action {
            None | Some(JobsAction::List) => list(setup, &session),
            Some(JobsAction::Run { name, at, .. }) => {
                let as_of = session.time(at.as_deref(), Edge::Start, Toward::Future)?;
                let ran = match name {
                    Some(name) => vec![session.engine.run_job(&session.space, name, as_of)?],
                    None => session.engine.run_due_jobs(&session.space, as_of)?,
                };
                tell(setup, &ran)
            }
        }
    }
}

fn list(setup: &Setup, session: &Session) -> Result<(), Failure> {
    let jobs = session.engine.jobs(&session.space)?;
    let output = &setup.output;
    match output.manner {
        Manner::Json => output.json(&jobs),
        Manner::Plain => {
            for job in &jobs {
                let ended = job.ended_at.map_or(String::new(), |at| at.to_string());
                let error = one_line(job.error.as_deref().unwrap_or_default());
                output.line(&format!("{}\t{}\t{}\t{ended}\t{error}", job.kind, job.state, job.due_at));
            }
        }
        Manner::Human => {
            let rows: Vec<Row> = jobs.iter().map(|job| row(session, job)).collect();
            table(&rows, &output.paint).iter().for_each(|line| output.line(line));
        }
    }
    Ok(())
}

fn row(session: &Session, job: &JobView) -> Row {
    let style = match job.state.word() {
        "failed" => Style::Bad,
        "due" => Style::Warning,
        _ => Style::Faint,
    };
    let last = job.ended_at.map_or("never".to_owned(), |at| long_day(at, &session.zone));
    let error = job.error.as_deref().map_or(job.about.to_owned(), |error| format!("went wrong: {}", one_line(error)));
    vec![
        (job.kind.to_owned(), Some(Style::Strong)),
        (job.state.to_string(), Some(style)),
        (format!("due {}", long_day(job.due_at, &session.zone)), None),
        (format!("last {last}{}", numbers(&job.stats)), Some(Style::Faint)),
        (error, Some(Style::Faint)),
    ]
}

/// What a run did, as people read it.
fn numbers(stats: &serde_json::Value) -> String {
    let Some(fields) = stats.as_object().filter(|fields| !fields.is_empty()) else { return String::new() };
    let parts: Vec<String> = fields.iter().map(|(name, value)| format!("{value} {name}")).collect();
    format!(": {}", parts.join(", "))
}

fn tell(setup: &Setup, ran: &[Ran]) -> Result<(), Failure> {
    let output = &setup.output;
    match output.manner {
        Manner::Json => output.json(&ran),
        Manner::Plain => {
            for run in ran {
                let error = one_line(run.error.as_deref().unwrap_or_default());
                output.line(&format!("{}\t{}\t{}\t{error}", run.kind, run.outcome, run.stats));
            }
        }
        Manner::Human => {
            for run in ran {
                let (mark, style) = match run.outcome {
                    "done" => ("✓", Style::Good),
                    "busy" => ("·", Style::Faint),
                    _ => ("✗", Style::Bad),
                };
                let told = match run.outcome {
                    "busy" => ": somebody else is at it".to_owned(),
                    "failed" => format!(": {}", one_line(run.error.as_deref().unwrap_or_default())),
                    _ => numbers(&run.stats),
                };
                output.line(&format!("{} {}{told}", output.paint.paint(style, mark), run.kind));
            }
            if ran.is_empty() {
                output.human("Nothing is due.");
            }
        }
    }
    if ran.iter().any(|run| run.outcome == "failed") {
        output.complain("a job failed; it is tried again later: cofio jobs");
        return Err(Failure::Quiet(Code::Failure));
    }
    Ok(())
}
