//! `cofio tasks`

use cofio_domain::axes::{Kind, Status, TaskState};
use cofio_engine::{Change, Draft, Error, Expiry, Item, ListFilter, ListStatus};

use crate::args::HELP;
use crate::commands::telling::tell;
use crate::commands::text_of;
use crate::exit::Failure;
use crate::output::{Manner, Row, Style, day, one_line, shortened, table};
use crate::when::{Edge, Toward};
use crate::wire::{Session, Setup};

/// What is to be done: list, add, done, wait, drop, reopen, set
#[derive(Debug, clap::Args)]
#[command(help_template = HELP, args_conflicts_with_subcommands = true, before_help = "\
Examples:
  cofio tasks
  cofio tasks add \"Renew the passport by May 2027\" --next \"find the old one\"
  cofio tasks done passport
  cofio tasks set passport --due 2027-04-30
")]
pub struct Tasks {
    #[command(subcommand)]
    action: Option<TasksAction>,
    /// Finished ones, too
    #[arg(long)]
    all: bool,
}

#[derive(Debug, clap::Subcommand)]
enum TasksAction {
    /// List them
    #[command(help_template = HELP, before_help = "\
Examples:
  cofio tasks list
  cofio tasks list --all
")]
    List {
        /// Finished ones, too
        #[arg(long)]
        all: bool,
    },
    /// Add one
    #[command(help_template = HELP, before_help = "\
Examples:
  cofio tasks add \"Renew the passport by May 2027\"
  cofio tasks add \"Call the bank\" --due friday --next \"find the number\"
")]
    Add {
        /// What is to be done
        #[arg(required = true)]
        text: Vec<String>,
        /// When it is due; otherwise its words decide
        #[arg(long, value_name = "WHEN")]
        due: Option<String>,
        /// What comes next
        #[arg(long, value_name = "TEXT")]
        next: Option<String>,
        /// The project it belongs to
        #[arg(long, value_name = "NAME")]
        project: Option<String>,
        /// Its domain
        #[arg(short, long, value_name = "DOMAIN")]
        domain: Option<String>,
    },
    /// It is done
    #[command(help_template = HELP, before_help = "\
Examples:
  cofio tasks done passport
")]
    Done {
        /// Which
        which: String,
    },
    /// It waits for somebody or something
    #[command(help_template = HELP, before_help = "\
Examples:
  cofio tasks wait passport
")]
    Wait {
        /// Which
        which: String,
    },
    /// It is given up
    #[command(help_template = HELP, before_help = "\
Examples:
  cofio tasks drop passport
")]
    Drop {
        /// Which
        which: String,
    },
    /// It is to be done again
    #[command(help_template = HELP, before_help = "\
Examples:
  cofio tasks reopen passport
")]
    Reopen {
        /// Which
        which: String,
    },
    /// Change when it is due or what comes next
    #[command(help_template = HELP, before_help = "\
Examples:
  cofio tasks set passport --due 2027-04-30
  cofio tasks set passport --next \"find the old one\"
")]
    Set {
        /// Which
        which: String,
        /// When it is due; never takes it off
        #[arg(long, value_name = "WHEN")]
        due: Option<String>,
        /// What comes next; empty takes it off
        #[arg(long, value_name = "TEXT")]
        next: Option<String>,
    },
}

impl Tasks {
    pub fn run(&self, setup: &Setup) -> Result<(), Failure> {
        let session = setup.open()?;
        let (engine, space) = (&session.engine, &session.space);
        let state = |which: &str, state| engine.set(space, which, &[Change::State(state)]);
        let written = match &self.action {
            None => return list(setup, &session, self.all),
            Some(TasksAction::List { all }) => return list(setup, &session, *all),
            Some(TasksAction::Add { text, due, next, project, domain }) => {
                let draft = Draft {
                    kind: Some(Kind::Task),
                    due_at: session.time(due.as_deref(), Edge::End, Toward::Future)?,
                    next_step: next.clone(),
                    // A task that was put on the list stays there until it is done, however late that is.
                    expires: Expiry::Never,
                    project: project.clone().or_else(|| session.config.project()),
                    domain: crate::commands::claim::domain_of(domain.as_deref())?,
                    ..Draft::said(text_of(text)?)
                };
                engine.remember(space, &draft)?
            }
            Some(TasksAction::Done { which }) => state(which, TaskState::Done)?,
            Some(TasksAction::Wait { which }) => state(which, TaskState::Waiting)?,
            Some(TasksAction::Drop { which }) => state(which, TaskState::Dropped)?,
            Some(TasksAction::Reopen { which }) => match state(which, TaskState::Open) {
                Ok(written) => written,
                // A finished task is set aside; bringing it back opens it.
                Err(Error::NotFound { .. } | Error::Conflict { .. }) => engine.restore(space, which)?,
                Err(error) => return Err(error.into()),
            },
            Some(TasksAction::Set { which, due, next }) => {
                let mut changes = Vec::new();
                match due.as_deref() {
                    None => {}
                    Some("never") => changes.push(Change::Due(None)),
                    Some(text) => changes.push(Change::Due(session.time(Some(text), Edge::End, Toward::Future)?)),
                }
                let unless_empty = |text: &String| Some(text.clone()).filter(|text| !text.is_empty());
                changes.extend(next.as_ref().map(|text| Change::NextStep(unless_empty(text))));
                engine.set(space, which, &changes)?
            }
        };
        tell(setup, &session, &written)
    }
}

fn list(setup: &Setup, session: &Session, all: bool) -> Result<(), Failure> {
    let tasks = |status| ListFilter { status, kind: Some(Kind::Task), ..ListFilter::default() };
    let mut items = session.engine.list(&session.space, &tasks(ListStatus::InForce))?.items;
    if all {
        items.extend(session.engine.list(&session.space, &tasks(ListStatus::Is(Status::Archived)))?.items);
    }
    let output = &setup.output;
    if output.is_json() {
        output.json(&items);
        return Ok(());
    }
    let mut views: Vec<_> = items
        .into_iter()
        .filter_map(|item| match item {
            Item::Memory(view) => Some(view),
            _ => None,
        })
        .collect();
    views.sort_by_key(|view| (view.claim.due_at.is_none(), view.claim.due_at, view.id));
    let now = session.engine.now();
    let mut rows: Vec<Row> = Vec::new();
    for view in &views {
        let claim = &view.claim;
        let state = claim.state.unwrap_or(TaskState::Open);
        if output.manner == Manner::Plain {
            let due = claim.due_at.map_or(String::new(), |due| due.to_string());
            output.line(&format!("{}\t{state}\t{due}\t{}", view.id, one_line(&claim.content)));
            continue;
        }
        let glyph = match state {
            TaskState::Open => "□",
            TaskState::Waiting => "◷",
            TaskState::Done => "✓",
            TaskState::Dropped => "✗",
        };
        let overdue = !state.is_finished() && claim.due_at.is_some_and(|due| due < now);
        let due = claim.due_at.map_or(String::new(), |due| {
            format!("{} {}", if overdue { "overdue since" } else { "due" }, day(due, &session.zone))
        });
        let next = claim.next_step.as_deref().map_or(String::new(), |next| format!("next: {}", one_line(next)));
        rows.push(vec![
            (glyph.into(), None),
            (format!("…{}", session.engine.short_id(&session.space, view.id)?), Some(Style::Faint)),
            (shortened(&one_line(&claim.content), 60), None),
            (state.to_string(), Some(Style::Faint)),
            (due, overdue.then_some(Style::Bad)),
            (next, Some(Style::Faint)),
        ]);
    }
    for line in table(&rows, &output.paint) {
        output.line(&line);
    }
    if views.is_empty() {
        output.human("Nothing to do. Add something:  cofio tasks add \"…\"");
    }
    Ok(())
}
