//! `cofio show`

use cofio_engine::ShowView;

use crate::args::HELP;
use crate::exit::Failure;
use crate::output::{Manner, Style, clean, long_day, one_line};
use crate::wire::{Session, Setup};

/// Show one memory in full
#[derive(Debug, clap::Args)]
#[command(help_template = HELP, before_help = "\
Examples:
  cofio show vegetarian
  cofio show last --json
")]
pub struct Show {
    /// Which: an id, part of one, or words from it
    #[arg(value_name = "MEMORY", add = crate::commands::completions::memories())]
    which: String,
}

impl Show {
    pub fn run(&self, setup: &Setup) -> Result<(), Failure> {
        let session = setup.open()?;
        let shown = session.engine.show(&session.space, &self.which)?;
        match setup.output.manner {
            Manner::Json => setup.output.json(&shown),
            Manner::Plain => setup.output.line(&format!(
                "{}\t{}\t{}",
                shown.memory.id,
                shown.memory.status,
                one_line(&shown.memory.claim.content)
            )),
            Manner::Human => show_people(setup, &session, &shown)?,
        }
        Ok(())
    }
}

fn show_people(setup: &Setup, session: &Session, shown: &ShowView) -> Result<(), Failure> {
    let output = &setup.output;
    let (memory, claim, zone) = (&shown.memory, &shown.memory.claim, &session.zone);
    let faint = |text: &str| output.paint.paint(Style::Faint, text);
    output.line(&output.paint.paint(Style::Strong, &clean(&claim.content)));
    if let Some(key) = &claim.key {
        let value = claim.value.as_ref().map_or(String::new(), ToString::to_string);
        output.line(&format!("  {} {}", faint(&format!("{}:", one_line(key))), clean(&value)));
    }
    if let Some(body) = &claim.body {
        output.line(&format!("  {}", clean(body).replace('\n', "\n  ")));
    }
    let line = |name: &str, text: String| output.line(&format!("  {} {text}", faint(&format!("{name:<10}"))));
    line("id", memory.id.to_string());
    line("stands", format!("{} · {}", memory.status, session.reader().tier_words(memory)));
    line(
        "what",
        format!(
            "{} · {} · {}",
            claim.domain,
            claim.kind,
            if claim.authority == cofio_domain::axes::Authority::Hard { "rule" } else { "context" }
        ),
    );
    line("from", format!("{} · {}", session.reader().source_words(memory), long_day(memory.recorded_at, zone)));
    let until = memory.valid_until.map_or("now".to_owned(), |until| long_day(until, zone));
    line("valid", format!("{} → {until}", long_day(memory.valid_from, zone)));
    if let Some(expiry) = claim.expires_at {
        line("expires", long_day(expiry, zone));
    }
    if let Some(confirmed) = memory.last_confirmed_at {
        line("confirmed", long_day(confirmed, zone));
    }
    if let Some(state) = claim.state {
        let due = claim.due_at.map_or(String::new(), |due| format!(" · due {}", long_day(due, zone)));
        let next = claim.next_step.as_deref().map_or(String::new(), |next| format!(" · next: {}", one_line(next)));
        line("task", format!("{state}{due}{next}"));
    }
    line("matters", format!("{:.2}{}", claim.importance, if claim.explicit { "" } else { " · a guess" }));
    if let Some(project) = &claim.project {
        line("project", one_line(project));
    }
    if !claim.tags.is_empty() {
        line("tags", claim.tags.iter().map(|tag| format!("#{}", one_line(tag))).collect::<Vec<_>>().join(" "));
    }
    if shown.versions > 1 {
        line(
            "version",
            format!(
                "{} of {} · cofio history …{}",
                memory.version,
                shown.versions,
                session.engine.short_id(&session.space, memory.id)?
            ),
        );
    }
    for link in &shown.links {
        let short = session.engine.short_id(&session.space, link.memory)?;
        if let Some(because) = &link.because {
            line("may be", format!("╌ {} (…{short})", one_line(because)));
            continue;
        }
        let arrow = if link.direction == "to" { "→" } else { "←" };
        line(
            "linked",
            format!("{arrow} {} {} (…{short}, version {})", link.relation, one_line(&link.content), link.version),
        );
    }
    for share in &shown.shared_with {
        line("shared", share.space.to_string());
    }
    if memory.hidden {
        line("hidden", format!("{} memory is off: cofio domains enable {}", claim.domain, claim.domain));
    }
    Ok(())
}
