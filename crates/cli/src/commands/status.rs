//! `cofio status`

use cofio_engine::{ListFilter, ListStatus, SessionQuery};
use serde_json::json;

use crate::args::HELP;
use crate::clock::WallClock;
use crate::exit::Failure;
use crate::output::{Style, long_day, one_line};
use crate::wire::Setup;

/// Say where memories are and how many
#[derive(Debug, clap::Args)]
#[command(help_template = HELP, before_help = "\
Examples:
  cofio status
  cofio status --json
")]
pub struct Status {}

impl Status {
    pub fn run(&self, setup: &Setup) -> Result<(), Failure> {
        let session = setup.open()?;
        let (engine, space) = (&session.engine, &session.space);
        let in_force = engine.list(space, &ListFilter::default())?;
        let rules = in_force.items.iter().filter(|item| is_rule(item)).count();
        let proposals = engine.proposals(space, false)?.len();
        let candidates = engine.candidates(space, false)?.len();
        let conflicts = engine.conflicts(space, false)?.len();
        let forgotten = ListStatus::Is(cofio_domain::axes::Status::Forgotten);
        let forgotten = engine.list(space, &ListFilter { status: forgotten, ..ListFilter::default() })?.items.len();
        let pending = session.store.has_pending_erasure().map_err(Failure::store)?;
        let (sessions, _) = engine.sessions(space, SessionQuery::default())?;
        let messages: u64 = sessions.iter().map(|view| view.messages).sum();
        let jobs = engine.jobs(space)?;
        let unread = engine.texts_without_meaning(space)?;
        let named = |state: &str| -> Vec<&str> {
            jobs.iter().filter(|job| job.state.word() == state).map(|job| job.kind).collect()
        };
        let (due, failed) = (named("due"), named("failed"));
        let review = engine.review_offer(space)?;
        let folder = session.config.data_dir();
        let bytes = folder.as_deref().map_or(0, database_bytes);
        let fixed = match setup.clock {
            WallClock::Fixed(at) => Some(at),
            WallClock::Machine => None,
        };
        let knobs = session.config.knobs();
        let output = &setup.output;
        if output.is_json() {
            output.json(&json!({
                "version": env!("CARGO_PKG_VERSION"),
                "data_dir": folder,
                "database_bytes": bytes,
                "read_only": session.store.is_read_only(),
                "user": session.user.name,
                "space": space.id(),
                "space_kind": space.kind(),
                "time_zone": session.zone.iana_name(),
                "clock": fixed,
                "profile": knobs.profile,
                "learning_paused": knobs.learning_paused,
                "memories": in_force.items.len(),
                "rules": rules,
                "candidates": candidates,
                "proposals": proposals,
                "conflicts": conflicts,
                "recently_forgotten": forgotten,
                "sessions": sessions.len(),
                "messages": messages,
                "texts_without_meaning": unread,
                "review": review,
                "jobs_due": due,
                "jobs_failed": failed,
                "damaged": in_force.damaged.len(),
                "pending_erasure": pending,
            }));
            return Ok(());
        }
        let line = |name: &str, text: String| {
            output.line(&format!("{} {text}", output.paint.paint(Style::Faint, &format!("{name:<11}"))));
        };
        line("cofio", env!("CARGO_PKG_VERSION").to_owned());
        let place =
            folder.as_ref().map_or("in memory; gone when this ends".into(), |folder| folder.display().to_string());
        line("data", format!("{place} · {}", size(bytes)));
        let name = session.entered.clone().unwrap_or_else(|| "your own".into());
        line("space", format!("{} · you are {}", one_line(&name), one_line(&session.user.name)));
        line("memories", format!("{} in force, {rules} of them rules", in_force.items.len()));
        let mut waiting = Vec::new();
        for (count, what) in [(proposals, "proposals"), (candidates, "maybes"), (conflicts, "conflicts")] {
            if count > 0 {
                waiting.push(format!("{count} {what}"));
            }
        }
        if !waiting.is_empty() {
            line("waiting", format!("{} · cofio proposals · cofio conflicts", waiting.join(", ")));
        }
        if let Some(offer) = &review {
            line("review", format!("{} cards · about {} minutes · cofio review", offer.cards, offer.minutes));
        }
        if forgotten > 0 {
            line("forgotten", format!("{forgotten} · cofio list --status forgotten"));
        }
        if !sessions.is_empty() {
            let count = if sessions.len() == 1 { "1 session".into() } else { format!("{} sessions", sessions.len()) };
            line("said", format!("{messages} messages in {count} · cofio sessions"));
        }
        if unread > 0 {
            let texts = if unread == 1 { "1 text is".into() } else { format!("{unread} texts are") };
            line("meaning", format!("{texts} found by words alone so far · cofio jobs run embed.backfill"));
        }
        if !due.is_empty() {
            line("due", format!("{} · cofio jobs run --due", due.join(", ")));
        }
        let paused = if knobs.learning_paused { "paused" } else { "on" };
        line("learning", format!("{paused} · profile {}", knobs.profile));
        line("time zone", session.zone.iana_name().unwrap_or("unnamed").to_owned());
        if let Some(at) = fixed {
            let warning = format!("fixed at {} by {}", long_day(at, &session.zone), crate::clock::VARIABLE);
            line("clock", output.paint.paint(Style::Warning, &warning));
        }
        if session.store.is_read_only() {
            line("attention", output.paint.paint(Style::Warning, "the folder cannot be written: cofio doctor"));
        }
        if !failed.is_empty() {
            let warning = format!("failed: {} · cofio jobs", failed.join(", "));
            line("attention", output.paint.paint(Style::Warning, &warning));
        }
        if pending {
            line("attention", output.paint.paint(Style::Warning, "an erasure waits for another process"));
        }
        if !in_force.damaged.is_empty() {
            line("attention", output.paint.paint(Style::Bad, "damaged records: cofio doctor"));
        }
        Ok(())
    }
}

fn is_rule(item: &cofio_engine::Item) -> bool {
    matches!(item, cofio_engine::Item::Memory(view) if view.claim.authority == cofio_domain::axes::Authority::Hard)
}

pub(super) fn database_bytes(folder: &std::path::Path) -> u64 {
    ["cofio.db", "cofio.db-wal"]
        .iter()
        .filter_map(|name| std::fs::metadata(folder.join(name)).ok())
        .map(|file| file.len())
        .sum()
}

fn size(bytes: u64) -> String {
    match bytes {
        0..=1_023 => format!("{bytes} B"),
        1_024..=1_048_575 => format!("{} KiB", bytes >> 10),
        _ => format!("{:.1} MiB", bytes as f64 / 1_048_576.0),
    }
}
