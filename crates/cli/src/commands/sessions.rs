//! `cofio sessions`

use cofio_domain::session::SessionStatus;
use cofio_engine::{Lesson, MessageView, SessionChanged, SessionQuery, SessionView, Transcript};

use crate::args::HELP;
use crate::exit::Failure;
use crate::output::{Manner, Row, Style, clean, long_day, one_line, shortened, table};
use crate::wire::{Session, Setup};

/// Conversations: list, show, close, archive, delete, restore
#[derive(Debug, clap::Args)]
#[command(help_template = HELP, before_help = "\
Examples:
  cofio sessions
  cofio sessions show monday
  cofio sessions close monday
  cofio sessions delete monday         out of sight at once; restored for 30 days
")]
pub struct Sessions {
    #[command(subcommand)]
    action: Option<SessionsAction>,
}

#[derive(Debug, clap::Subcommand)]
enum SessionsAction {
    /// List them, the last used first
    #[command(help_template = HELP, before_help = "\
Examples:
  cofio sessions list
  cofio sessions list --status idle
  cofio sessions list --trash
")]
    List {
        /// Only those that have come this far: active, idle, archived
        #[arg(long, value_name = "STATUS")]
        status: Option<SessionStatus>,
        /// Those in the trash
        #[arg(long)]
        trash: bool,
        /// At most this many
        #[arg(long, value_name = "N")]
        limit: Option<usize>,
    },
    /// Show what was said in one
    #[command(help_template = HELP, before_help = "\
Examples:
  cofio sessions show monday
  cofio sessions show last --from 100 --limit 20
")]
    Show {
        /// Which: its name, its id or the end of it, or last
        which: String,
        /// From this message on; the first is 0
        #[arg(long, value_name = "N", default_value_t = 0)]
        from: u64,
        /// At most this many
        #[arg(long, value_name = "N")]
        limit: Option<usize>,
    },
    /// Learn from one and close it; closing twice closes once and learns once
    #[command(help_template = HELP, before_help = "\
Examples:
  cofio sessions close monday
")]
    Close {
        /// Which
        which: String,
    },
    /// Put one away; the next message brings it back
    #[command(help_template = HELP, before_help = "\
Examples:
  cofio sessions archive monday
")]
    Archive {
        /// Which
        which: String,
    },
    /// Sum one up again and learn from it again
    #[command(help_template = HELP, before_help = "\
Examples:
  cofio sessions relearn monday
")]
    Relearn {
        /// Which
        which: String,
    },
    /// Put one in the trash; what was learned from it stays, unless you say otherwise
    #[command(help_template = HELP, before_help = "\
Examples:
  cofio sessions delete monday              keep what was learned
  cofio sessions delete monday --forget     forget it, too
")]
    Delete {
        /// Which
        which: String,
        /// Forget what was learned from it, too; what you asked to be remembered stays
        #[arg(long)]
        forget: bool,
    },
    /// Bring one back from the trash
    #[command(help_template = HELP, before_help = "\
Examples:
  cofio sessions restore monday
")]
    Restore {
        /// Which
        which: String,
    },
}

impl Sessions {
    pub fn run(&self, setup: &Setup) -> Result<(), Failure> {
        let session = setup.open()?;
        let (engine, space) = (&session.engine, &session.space);
        let changed = match &self.action {
            None => return list(setup, &session, SessionQuery::default()),
            Some(SessionsAction::List { status, trash, limit }) => {
                let query = SessionQuery { status: *status, in_trash: *trash, limit: *limit };
                return list(setup, &session, query);
            }
            Some(SessionsAction::Show { which, from, limit }) => {
                let transcript = engine.transcript(space, which, *from, limit.unwrap_or(usize::MAX))?;
                return show(setup, &session, &transcript);
            }
            Some(SessionsAction::Close { which }) => engine.close_session(space, which)?,
            Some(SessionsAction::Archive { which }) => engine.archive_session(space, which)?,
            Some(SessionsAction::Relearn { which }) => {
                let rebuilt = engine.relearn_session(space, which)?;
                if setup.output.is_json() {
                    setup.output.json(&rebuilt);
                } else {
                    setup.output.line(&format!("Learned from again: {} claims taken in", rebuilt.learned));
                }
                return Ok(());
            }
            Some(SessionsAction::Delete { which, forget: true }) => engine.forget_session(space, which)?,
            Some(SessionsAction::Delete { which, .. }) => engine.delete_session(space, which)?,
            Some(SessionsAction::Restore { which }) => engine.restore_session(space, which)?,
        };
        tell(setup, &session, &changed);
        Ok(())
    }
}

fn list(setup: &Setup, session: &Session, query: SessionQuery) -> Result<(), Failure> {
    let (sessions, damaged) = session.engine.sessions(&session.space, query)?;
    let output = &setup.output;
    if damaged > 0 {
        output.complain(&format!("{damaged} sessions are damaged and not shown: cofio doctor"));
    }
    match output.manner {
        Manner::Json => output.json(&sessions),
        Manner::Plain => {
            for view in &sessions {
                let last = view.last_at;
                output.line(&format!(
                    "{}\t{}\t{}\t{last}\t{}",
                    view.id,
                    view.status,
                    view.messages,
                    one_line(&view.name)
                ));
            }
        }
        Manner::Human => {
            let rows: Vec<Row> = sessions.iter().map(|view| row(session, view)).collect();
            let _pager = output.page();
            table(&rows, &output.paint).iter().for_each(|line| output.line(line));
            if rows.is_empty() {
                output.human(if query.in_trash {
                    "Nothing in the trash."
                } else {
                    "No sessions. Record one:  cofio record FILE"
                });
            }
        }
    }
    Ok(())
}

fn row(session: &Session, view: &SessionView) -> Row {
    let status = match view.deleted_at {
        Some(at) => format!("in the trash since {}", long_day(at, &session.zone)),
        None => view.status.to_string(),
    };
    let messages = if view.messages == 1 { "1 message".into() } else { format!("{} messages", view.messages) };
    vec![
        (shortened(&one_line(&view.name), 50), Some(Style::Strong)),
        (view.title.as_deref().map(|title| shortened(&one_line(title), 40)).unwrap_or_default(), None),
        (messages, None),
        (long_day(view.last_at, &session.zone), Some(Style::Faint)),
        (status, Some(Style::Faint)),
    ]
}

fn show(setup: &Setup, session: &Session, transcript: &Transcript) -> Result<(), Failure> {
    let output = &setup.output;
    if transcript.damaged > 0 {
        output.complain(&format!("{} messages are damaged and not shown: cofio verify", transcript.damaged));
    }
    match output.manner {
        Manner::Json => output.json(transcript),
        Manner::Plain => {
            for message in &transcript.transcript {
                output.line(&format!(
                    "{}\t{}\t{}\t{}\t{}",
                    message.index,
                    message.at,
                    message.role,
                    message.name.as_deref().map(one_line).unwrap_or_default(),
                    one_line(words(message))
                ));
            }
        }
        Manner::Human => {
            let _pager = output.page();
            let view = &transcript.session;
            output.line(&format!(
                "{} · {} · {} messages · {}",
                output.paint.paint(Style::Strong, &one_line(&view.name)),
                view.deleted_at.map_or(view.status.to_string(), |_| "in the trash".into()),
                view.messages,
                view.id
            ));
            for message in &transcript.transcript {
                output.line("");
                let speaker = message.name.as_deref().map_or(message.role.to_string(), one_line);
                let read = if message.role.is_said() { "" } else { " · from something that was read" };
                let head = format!("{} {speaker} · {}{read}", message.index, long_day(message.at, &session.zone));
                output.line(&output.paint.paint(Style::Faint, &head));
                clean(words(message)).lines().for_each(|line| output.line(line));
            }
        }
    }
    Ok(())
}

fn words(message: &MessageView) -> &str {
    message.text.as_deref().unwrap_or("[erased]")
}

/// Says what was learned: what is known from now on, what waits, and what the conversation came to.
fn tell_lesson(setup: &Setup, session: &Session, lesson: &Lesson) {
    let output = &setup.output;
    for told in &lesson.told {
        output.line(&format!("  {}", one_line(&told.message)));
        output.human(&format!("    {}", output.paint.paint(Style::Faint, &one_line(&told.reason))));
    }
    if lesson.put_aside > 0 {
        let command = output.paint.paint(Style::Command, &session.command("jobs"));
        output.line(&format!("  ! the language model gave no usable answer; it was learned by grammar: {command}"));
    }
    if let Some(episode) = &lesson.episode {
        output.human(&format!("  About: {}", shortened(&one_line(&episode.summary), 200)));
    }
    if let Some(run) = lesson.run.filter(|_| !lesson.told.is_empty()) {
        let command = session.command(&format!("undo {run}"));
        output.human(&format!("  undo all of it: {}", output.paint.paint(Style::Command, &command)));
    }
}

fn tell(setup: &Setup, session: &Session, changed: &SessionChanged) {
    let output = &setup.output;
    match output.manner {
        Manner::Json => output.json(changed),
        Manner::Plain => {
            output.line(&format!("{}\t{}\t{}", changed.session.id, changed.changed, one_line(&changed.message)));
        }
        Manner::Human => {
            let mark = if changed.changed {
                output.paint.paint(Style::Good, "✓")
            } else {
                output.paint.paint(Style::Faint, "·")
            };
            let tried = if changed.dry_run { " (dry run: nothing was changed)" } else { "" };
            output.line(&format!("{mark} {}{tried}", one_line(&changed.message)));
            if let Some(lesson) = &changed.learned {
                tell_lesson(setup, session, lesson);
            }
            if changed.changed && !changed.dry_run && changed.session.deleted_at.is_some() {
                let name = crate::output::shell_word(&changed.session.name);
                let command = session.command(&format!("sessions restore {name}"));
                output.human(&format!("  bring it back: {}", output.paint.paint(Style::Command, &command)));
            }
        }
    }
}
