//! `cofio domains`

use cofio_domain::domains::{DomainName, Sensitivity};
use cofio_engine::{DomainView, Existing, NewDomain};

use crate::args::HELP;
use crate::commands::telling::tell;
use crate::exit::Failure;
use crate::output::{Manner, Row, Style, one_line, table};
use crate::wire::{Session, Setup};

/// Areas of life and what may be kept of each: list, enable, disable, add
#[derive(Debug, clap::Args)]
#[command(help_template = HELP, before_help = "\
Examples:
  cofio domains
  cofio domains enable health
  cofio domains disable health --forget     also: --hide (the default), --erase
  cofio domains add trading --sensitivity careful --keyword semiconductors
")]
pub struct Domains {
    #[command(subcommand)]
    action: Option<DomainsAction>,
}

#[derive(Debug, clap::Subcommand)]
enum DomainsAction {
    /// List them
    #[command(help_template = HELP, before_help = "\
Examples:
  cofio domains list
")]
    List,
    /// Turn one on
    #[command(help_template = HELP, before_help = "\
Examples:
  cofio domains enable health
")]
    Enable {
        /// Which
        #[arg(add = crate::commands::completions::domains())]
        name: String,
    },
    /// Turn one off
    #[command(help_template = HELP, before_help = "\
Examples:
  cofio domains disable health
  cofio domains disable health --forget
")]
    Disable {
        /// Which
        #[arg(add = crate::commands::completions::domains())]
        name: String,
        /// What is there stays, out of sight until it is on again (the default)
        #[arg(long, group = "existing")]
        hide: bool,
        /// What is there is forgotten, and can be restored
        #[arg(long, group = "existing")]
        forget: bool,
        /// What is there is erased for good
        #[arg(long, group = "existing")]
        erase: bool,
    },
    /// Add one of your own, or change it
    #[command(help_template = HELP, before_help = "\
Examples:
  cofio domains add trading --sensitivity careful --keyword semiconductors
")]
    Add {
        /// What it is called: lower-case letters, digits, - and _
        name: String,
        /// What to show
        #[arg(long, value_name = "TEXT")]
        display_name: Option<String>,
        /// none, careful or high
        #[arg(long, value_name = "HOW", default_value = "none")]
        sensitivity: String,
        /// Off until you turn it on (the default where sensitivity is high)
        #[arg(long)]
        opt_in: bool,
        /// Nothing is learned there without you (the default unless sensitivity is none)
        #[arg(long)]
        no_auto_promote: bool,
        /// After how many days what was picked up fades
        #[arg(long, value_name = "DAYS")]
        expiry_days: Option<u32>,
        /// A word that speaks for it; may be given several times
        #[arg(long = "keyword", value_name = "WORD")]
        keywords: Vec<String>,
    },
}

impl Domains {
    pub fn run(&self, setup: &Setup) -> Result<(), Failure> {
        let session = setup.open()?;
        let (engine, space) = (&session.engine, &session.space);
        let written = match &self.action {
            None | Some(DomainsAction::List) => return list(setup, &session),
            Some(DomainsAction::Enable { name }) => engine.enable_domain(space, &name_of(name)?)?,
            Some(DomainsAction::Disable { name, forget, erase, .. }) => {
                let existing = match (forget, erase) {
                    (true, _) => Existing::Forget,
                    (_, true) => Existing::Erase,
                    _ => Existing::Hide,
                };
                if existing == Existing::Erase && !setup.global.yes && !setup.global.dry_run {
                    let sure = setup.ask(&format!("Erase everything of {name} for good?"));
                    if !sure {
                        return Err(Failure::usage("erasing cannot be undone: add --yes"));
                    }
                }
                engine.disable_domain(space, &name_of(name)?, existing)?
            }
            Some(DomainsAction::Add {
                name,
                display_name,
                sensitivity,
                opt_in,
                no_auto_promote,
                expiry_days,
                keywords,
            }) => {
                let sensitivity: Sensitivity = sensitivity
                    .parse()
                    .map_err(|error: cofio_domain::axes::UnknownWord| Failure::usage(error.to_string()))?;
                let new = NewDomain {
                    name: name_of(name)?,
                    display_name: display_name.clone(),
                    sensitivity,
                    opt_in: opt_in.then_some(true),
                    auto_promote: no_auto_promote.then_some(false),
                    default_expiry_days: *expiry_days,
                    keywords: keywords.clone(),
                };
                engine.define_domain(space, &new)?
            }
        };
        tell(setup, &session, &written)
    }
}

fn name_of(text: &str) -> Result<DomainName, Failure> {
    text.parse().map_err(|error: cofio_domain::domains::InvalidDomainName| Failure::usage(error.to_string()))
}

fn list(setup: &Setup, session: &Session) -> Result<(), Failure> {
    let domains = session.engine.domains(&session.space)?;
    let output = &setup.output;
    match output.manner {
        Manner::Json => output.json(&domains),
        Manner::Plain => {
            for domain in &domains {
                let on = if domain.enabled { "on" } else { "off" };
                output.line(&format!("{}\t{on}\t{}\t{}", domain.name, domain.memories, domain.sensitivity));
            }
        }
        Manner::Human => {
            let rows: Vec<Row> = domains.iter().map(row).collect();
            table(&rows, &output.paint).iter().for_each(|line| output.line(line));
        }
    }
    Ok(())
}

fn row(domain: &DomainView) -> Row {
    let (state, style) = if domain.enabled { ("on", Style::Good) } else { ("OFF", Style::Warning) };
    let count = match (domain.memories, domain.hidden) {
        (0, 0) => "·".to_owned(),
        (0, hidden) => format!("{hidden} hidden"),
        (1, _) => "1 memory".to_owned(),
        (count, _) => format!("{count} memories"),
    };
    let learns = match (domain.enabled, domain.auto_promote) {
        (false, _) => format!("turn on: cofio domains enable {}", domain.name),
        (true, true) => "learns by itself".to_owned(),
        (true, false) => "only what you say or approve".to_owned(),
    };
    let keeps =
        domain.default_expiry_days.map_or("keeps forever".to_owned(), |days| format!("inferred fades in {days} d"));
    vec![
        (one_line(&domain.display_name), Some(Style::Strong)),
        (state.to_owned(), Some(style)),
        (count, None),
        (learns, Some(Style::Faint)),
        (keeps, Some(Style::Faint)),
    ]
}
