//! `cofio proposals`

use cofio_domain::candidate::CandidateStatus;
use cofio_domain::proposal::ProposalStatus;

use crate::args::HELP;
use crate::commands::edit::edit;
use crate::commands::telling::tell;
use crate::commands::text_of;
use crate::exit::Failure;
use crate::output::{Manner, Style, one_line};
use crate::wire::Setup;

/// What waits for you: list, accept, edit, reject
#[derive(Debug, clap::Args)]
#[command(help_template = HELP, args_conflicts_with_subcommands = true, before_help = "\
Examples:
  cofio proposals
  cofio proposals accept Kroger
  cofio proposals accept …7Q4K \"Prefers Kroger for groceries\"
  cofio proposals reject Kroger --reason \"only once\"
")]
pub struct Proposals {
    #[command(subcommand)]
    action: Option<ProposalsAction>,
    /// Those that are decided, too
    #[arg(long)]
    all: bool,
}

#[derive(Debug, clap::Subcommand)]
enum ProposalsAction {
    /// List what waits
    #[command(help_template = HELP, before_help = "\
Examples:
  cofio proposals list
  cofio proposals list --all
")]
    List {
        /// Those that are decided, too
        #[arg(long)]
        all: bool,
    },
    /// Take one, perhaps in other words
    #[command(help_template = HELP, before_help = "\
Examples:
  cofio proposals accept Kroger
  cofio proposals accept …7Q4K \"Prefers Kroger for groceries\"
")]
    Accept {
        /// Which: an id, part of one, or words from it
        which: String,
        /// What it should say instead
        text: Vec<String>,
    },
    /// Change the words of one before you decide
    #[command(help_template = HELP, before_help = "\
Examples:
  cofio proposals edit Kroger \"Prefers Kroger for groceries\"
")]
    Edit {
        /// Which: an id, part of one, or words from it
        which: String,
        /// What it should say; left out, your editor opens
        text: Vec<String>,
    },
    /// Decline one; it is not suggested again
    #[command(help_template = HELP, before_help = "\
Examples:
  cofio proposals reject Kroger --reason \"only once\"
")]
    Reject {
        /// Which: an id, part of one, or words from it
        which: String,
        /// Why, for the log
        #[arg(long, value_name = "TEXT")]
        reason: Option<String>,
    },
}

impl Proposals {
    pub fn run(&self, setup: &Setup) -> Result<(), Failure> {
        let session = setup.open()?;
        let (engine, space) = (&session.engine, &session.space);
        let written = match &self.action {
            None => return list(setup, self.all),
            Some(ProposalsAction::List { all }) => return list(setup, *all),
            Some(ProposalsAction::Accept { which, text }) => {
                let words = (!text.is_empty()).then(|| text_of(text)).transpose()?;
                engine.accept(space, which, words.as_deref())?
            }
            Some(ProposalsAction::Edit { which, text }) if text.is_empty() => {
                let found = engine.proposal(space, which)?;
                let words = found.claim.map_or(String::new(), |claim| claim.content);
                engine.edit_proposal(space, &found.id.to_string(), &edit(&words)?)?
            }
            Some(ProposalsAction::Edit { which, text }) => engine.edit_proposal(space, which, &text_of(text)?)?,
            Some(ProposalsAction::Reject { which, reason }) => engine.reject(space, which, reason.as_deref())?,
        };
        tell(setup, &session, &written)
    }
}

fn list(setup: &Setup, all: bool) -> Result<(), Failure> {
    let session = setup.open()?;
    let proposals = session.engine.proposals(&session.space, all)?;
    let candidates = session.engine.candidates(&session.space, all)?;
    let output = &setup.output;
    if output.is_json() {
        output.json(&serde_json::json!({ "proposals": proposals, "candidates": candidates }));
        return Ok(());
    }
    for view in &proposals {
        let words = view.claim.as_ref().map_or_else(|| view.action.to_owned(), |claim| one_line(&claim.content));
        match output.manner {
            Manner::Plain => output.line(&format!("{}\t{}\t{}\t{words}", view.id, view.status, view.action)),
            _ => {
                output.line(&format!("{} {words}", output.paint.paint(Style::Warning, "?")));
                let mut about = vec![view.id.to_string(), view.action.to_owned(), view.status.to_owned()];
                about.extend(view.claim.iter().map(|claim| claim.domain.to_string()));
                about.extend(view.claim.iter().flat_map(|claim| claim.flags.iter().map(ToString::to_string)));
                about.extend(view.reasoning.iter().map(|reason| one_line(reason)));
                output.human(&format!("  {}", output.paint.paint(Style::Faint, &about.join(" · "))));
            }
        }
    }
    for view in &candidates {
        let words = one_line(&view.claim.content);
        match output.manner {
            Manner::Plain => output.line(&format!("{}\t{}\tmaybe\t{words}", view.id, view.status)),
            _ => {
                output.line(&format!("{} {words}", output.paint.paint(Style::Warning, "○")));
                let fate = match view.dropped_at {
                    _ if view.status != CandidateStatus::Waiting.word() => view.status.to_owned(),
                    None => "waits for you".to_owned(),
                    Some(at) if at <= session.engine.now() => {
                        format!("dropped {}", crate::output::day(at, &session.zone))
                    }
                    Some(at) => format!("dropped {} unless more comes", crate::output::day(at, &session.zone)),
                };
                let about = format!("{} · a maybe · seen {}× · {fate}", view.id, view.occurrences);
                output.human(&format!("  {}", output.paint.paint(Style::Faint, &about)));
            }
        }
    }
    let waits = proposals.iter().any(|view| view.status == ProposalStatus::Proposed.word())
        || candidates.iter().any(|view| view.status == CandidateStatus::Waiting.word());
    if proposals.is_empty() && candidates.is_empty() {
        output.human("Nothing waits for you.");
    } else if waits {
        output.human("decide: cofio proposals accept|edit|reject ID");
    }
    Ok(())
}
