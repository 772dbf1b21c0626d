//! `cofio erase`

use cofio_engine::{ErasePlan, Error};

use crate::args::HELP;
use crate::commands::telling::tell;
use crate::exit::Failure;
use crate::output::{Manner, one_line};
use crate::wire::{Session, Setup};

/// Make it never have been; cannot be undone
#[derive(Debug, clap::Args)]
#[command(help_template = HELP, before_help = "\
Examples:
  cofio erase \"my ex\" --dry-run         what would go, and where else the words stand
  cofio erase \"my ex\" --everywhere      those places, too; also what is no memory
")]
pub struct Erase {
    /// Which: an id, part of one, or words from it
    #[arg(value_name = "MEMORY", add = crate::commands::completions::memories())]
    which: String,
    /// Take along every other place where the same words stand
    #[arg(long)]
    everywhere: bool,
}

impl Erase {
    pub fn run(&self, setup: &Setup) -> Result<(), Failure> {
        let session = setup.open()?;
        erase(setup, &session, &self.which, self.everywhere)
    }
}

/// Erases a memory, after the person said so.
pub fn erase(setup: &Setup, session: &Session, which: &str, everywhere: bool) -> Result<(), Failure> {
    let plan = match session.engine.plan_erase(&session.space, which) {
        // What was said in a conversation need not be a memory, and everywhere is also where several say it.
        Err(Error::NotFound { .. } | Error::Ambiguous { .. }) if everywhere => {
            return erase_words(setup, session, which);
        }
        plan => plan?,
    };
    let id = plan.memory.id.to_string();
    if !setup.global.yes && !setup.global.dry_run {
        if !setup.may_ask() {
            return Err(Failure::usage("erasing cannot be undone: add --yes, or see what would go with --dry-run"));
        }
        setup.output.message(&format!("This erases \"{}\" for good,", one_line(&plan.memory.claim.content)));
        let records = if plan.records == 1 { "1 record".into() } else { format!("{} records", plan.records) };
        setup.output.message(&format!("with {records} of its history."));
        if !plan.elsewhere.is_empty() {
            let fate = if everywhere { "and goes along" } else { "and stays; --everywhere takes it along" };
            for place in &plan.elsewhere {
                setup.output.message(&format!("The same words stand in {} {}, {fate}.", place.noun, place.id));
            }
        }
        if !setup.ask("Erase it?") {
            setup.output.message("nothing was erased");
            return Err(Failure::Quiet(crate::exit::Code::Conflict));
        }
    }
    if setup.global.dry_run && setup.output.manner == Manner::Human {
        tell_plan(setup, &plan, everywhere);
        return Ok(());
    }
    let written = session.engine.erase(&session.space, &id, everywhere)?;
    tell(setup, session, &written)
}

/// Erases whatever carries the words, after the person said so.
fn erase_words(setup: &Setup, session: &Session, words: &str) -> Result<(), Failure> {
    let output = &setup.output;
    let places = session.engine.plan_erase_words(&session.space, words)?;
    if places.is_empty() {
        return Err(Failure::Engine(Error::NotFound { what: "memory or message", text: words.to_owned() }));
    }
    let tell_places = |begin: &str| {
        output.message(&format!("{begin} everything that says \"{}\":", one_line(words)));
        for place in &places {
            output.message(&format!("  {} {}", place.noun, place.id));
        }
    };
    if setup.global.dry_run {
        tell_places("Would erase");
        output.message("  dry run: nothing was changed");
        return Ok(());
    }
    if !setup.global.yes {
        if !setup.may_ask() {
            return Err(Failure::usage("erasing cannot be undone: add --yes, or see what would go with --dry-run"));
        }
        tell_places("This erases");
        if !setup.ask("Erase it?") {
            output.message("nothing was erased");
            return Err(Failure::Quiet(crate::exit::Code::Conflict));
        }
    }
    tell(setup, session, &session.engine.erase_words(&session.space, words)?)
}

/// Says what would go, and what would stay.
fn tell_plan(setup: &Setup, plan: &ErasePlan, everywhere: bool) {
    let output = &setup.output;
    let records = if plan.records == 1 { "1 record".into() } else { format!("{} records", plan.records) };
    output.line(&format!("Would erase for good: {} ({records})", one_line(&plan.memory.claim.content)));
    for place in &plan.elsewhere {
        let fate = if everywhere { "would go along" } else { "would stay; --everywhere takes it along" };
        output.human(&format!("  the same words stand in {} {} of {}, and {fate}", place.noun, place.id, place.space));
    }
    output.line("  dry run: nothing was changed");
}
