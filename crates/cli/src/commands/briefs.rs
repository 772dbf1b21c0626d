//! `cofio briefs`

use cofio_engine::BriefView;

use crate::args::HELP;
use crate::exit::Failure;
use crate::output::{Manner, Output, Style, long_day, one_line};
use crate::wire::{Session, Setup};

/// What is known, compiled for reading: who you are, how to help, what is going on
#[derive(Debug, clap::Args)]
#[command(help_template = HELP, before_help = "\
Examples:
  cofio briefs
  cofio briefs profile
  cofio briefs travel
They are compiled every night; now: cofio compile
")]
pub struct Briefs {
    /// Which: soul_card, profile, procedures, now, thresholds, or a domain
    which: Option<String>,
}

impl Briefs {
    pub fn run(&self, setup: &Setup) -> Result<(), Failure> {
        let session = setup.open()?;
        let briefs = match &self.which {
            Some(which) => session.engine.briefs_about(&session.space, which)?,
            None => session.engine.briefs(&session.space)?,
        };
        let output = &setup.output;
        if output.is_json() {
            output.json(&briefs);
            return Ok(());
        }
        let _pager = output.page();
        for brief in &briefs {
            tell(output, &session, brief);
        }
        if briefs.is_empty() {
            output.human("Nothing is compiled yet. Now:  cofio compile");
        }
        Ok(())
    }
}

/// What a brief is called.
pub(super) fn title(brief: &BriefView) -> String {
    brief.domain.as_ref().map_or_else(|| brief.kind.word().replace('_', " "), ToString::to_string)
}

/// Writes a brief.
pub(super) fn tell(output: &Output, session: &Session, brief: &BriefView) {
    if output.manner == Manner::Plain {
        for line in &brief.lines {
            output.line(&format!(
                "{}\t{}\t{}\t{}",
                title(brief),
                line.section,
                line.cites.join(","),
                one_line(&line.text)
            ));
        }
        return;
    }
    let about = format!("compiled {}", long_day(brief.compiled_at, &session.zone));
    output.line(&format!(
        "{}  {}",
        output.paint.paint(Style::Strong, &title(brief)),
        output.paint.paint(Style::Faint, &about)
    ));
    let mut section = "";
    for line in &brief.lines {
        if line.section != section {
            section = &line.section;
            output.line(&format!("  {section}"));
        }
        let cites: Vec<String> = line.cites.iter().map(|id| ending(id)).collect();
        let cites = output.paint.paint(Style::Faint, &cites.join(" "));
        output.line(&format!("  - {}  {cites}", one_line(&line.text)));
    }
    if brief.outdated > 0 {
        let about =
            format!("  {} lines do not hold any more; they go when it is compiled: cofio compile", brief.outdated);
        output.human(&output.paint.paint(Style::Faint, &about));
    }
    output.line("");
}

/// The end of an id, by which it is found.
fn ending(id: &str) -> String {
    let letters: Vec<char> = id.chars().collect();
    format!("…{}", letters[letters.len().saturating_sub(6)..].iter().collect::<String>())
}
