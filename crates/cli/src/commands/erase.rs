//! `cofio erase`

use cofio_engine::ErasePlan;

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
  cofio erase \"my ex\" --everywhere      those places, too
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
    let plan = session.engine.plan_erase(&session.space, which)?;
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
