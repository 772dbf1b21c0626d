//! `cofio activity`

use cofio_domain::id::JobId;
use cofio_engine::{ActivityItem, ActivityQuery, ActivityView};

use crate::args::HELP;
use crate::exit::Failure;
use crate::output::{Manner, Row, Style, long_day, one_line, shortened, table};
use crate::when::{Edge, Toward};
use crate::wire::{Session, Setup};

/// List what was done, with its undo
#[derive(Debug, clap::Args)]
#[command(help_template = HELP, before_help = "\
Examples:
  cofio activity
  cofio activity --since yesterday --actor owner
  cofio activity --job job_…           one run; cofio undo job_… takes it back
")]
pub struct Activity {
    /// Not before this
    #[arg(long, value_name = "WHEN")]
    since: Option<String>,
    /// By this user, or this job
    #[arg(long, value_name = "NAME")]
    actor: Option<String>,
    /// Of this job or import
    #[arg(long, value_name = "JOB")]
    job: Option<String>,
    /// At most this many
    #[arg(long, value_name = "N", default_value_t = 30)]
    limit: usize,
}

impl Activity {
    pub fn run(&self, setup: &Setup) -> Result<(), Failure> {
        let session = setup.open()?;
        let job = self.job.as_deref().map(str::parse::<JobId>).transpose();
        let query = ActivityQuery {
            since: session.time(self.since.as_deref(), Edge::Start, Toward::Past)?,
            actor: self.actor.clone(),
            job: job.map_err(|error| Failure::usage(error.to_string()))?,
            limit: Some(self.limit),
        };
        let activity = session.engine.activity(&session.space, &query)?;
        let output = &setup.output;
        let _pager = output.page();
        match output.manner {
            Manner::Json => output.json(&activity),
            Manner::Plain => {
                for view in &activity {
                    output.line(&format!(
                        "{}\t{}\t{}\t{}\t{}",
                        view.op_id,
                        view.at,
                        one_line(&view.by),
                        view.kind,
                        words(view)
                    ));
                }
            }
            Manner::Human => {
                let rows = activity.iter().map(|view| row(&session, view)).collect::<Result<Vec<_>, _>>()?;
                for line in table(&rows, &output.paint) {
                    output.line(&line);
                }
                if rows.is_empty() {
                    output.human("Nothing was done yet.");
                }
            }
        }
        Ok(())
    }
}

fn row(session: &Session, view: &ActivityView) -> Result<Row, Failure> {
    let undo = match (view.undone, view.can_undo) {
        (true, _) => ("undone".to_owned(), Some(Style::Faint)),
        (_, true) => (session.undo_command(view.op_id)?, Some(Style::Command)),
        _ if view.erased => ("erased".to_owned(), Some(Style::Faint)),
        _ => ("for good".to_owned(), Some(Style::Faint)),
    };
    Ok(vec![
        (long_day(view.at, &session.zone), Some(Style::Faint)),
        (one_line(&view.by), None),
        (view.kind.to_string().replace('_', " "), Some(Style::Strong)),
        (shortened(&words(view), 60), None),
        undo,
    ])
}

fn words(view: &ActivityView) -> String {
    let shown: Vec<String> = view.items.iter().filter(|item| item.noun == "memory").take(1).map(describe).collect();
    let shown = if shown.is_empty() { view.items.iter().take(1).map(describe).collect() } else { shown };
    let memories = view.items.iter().filter(|item| item.noun == "memory").count();
    let more = if memories > 1 { format!(" and {} more", memories - 1) } else { String::new() };
    let reason = view.reason.as_deref().map_or(String::new(), |reason| format!(" (\"{}\")", one_line(reason)));
    format!("{}{more}{reason}", shown.join(", "))
}

fn describe(item: &ActivityItem) -> String {
    match (&item.before, &item.after) {
        (Some(before), Some(after)) if before != after => format!("{} (was {})", one_line(after), one_line(before)),
        (_, Some(words)) | (Some(words), None) => one_line(words),
        (None, None) => item.noun.to_owned(),
    }
}
