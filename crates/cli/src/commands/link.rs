//! `cofio link` and `cofio unlink`

use cofio_domain::link::Relation;

use crate::args::HELP;
use crate::commands::telling::tell;
use crate::exit::Failure;
use crate::wire::Setup;

/// Tie two memories together
#[derive(Debug, clap::Args)]
#[command(help_template = HELP, before_help = "\
Examples:
  cofio link \"allergy card\" peanuts --as supports
  cofio link …7Q4K …2KX9
Relations: relates_to, supersedes, contradicts, follows, supports, extends, derived_from, part_of, about
")]
pub struct Link {
    /// The memory it starts at
    #[arg(value_name = "FROM", add = crate::commands::completions::memories())]
    from: String,
    /// The memory it points to
    #[arg(value_name = "TO", add = crate::commands::completions::memories())]
    to: String,
    /// How they belong together
    #[arg(long = "as", value_name = "RELATION", default_value = "relates_to")]
    relation: String,
}

/// Cut the tie between two memories
#[derive(Debug, clap::Args)]
#[command(help_template = HELP, before_help = "\
Examples:
  cofio unlink \"allergy card\" peanuts
")]
pub struct Unlink {
    /// One memory
    #[arg(value_name = "FROM", add = crate::commands::completions::memories())]
    from: String,
    /// The other
    #[arg(value_name = "TO", add = crate::commands::completions::memories())]
    to: String,
    /// Only this relation
    #[arg(long = "as", value_name = "RELATION")]
    relation: Option<String>,
}

fn relation_of(text: &str) -> Result<Relation, Failure> {
    text.parse().map_err(|error: cofio_domain::axes::UnknownWord| Failure::usage(error.to_string()))
}

impl Link {
    pub fn run(&self, setup: &Setup) -> Result<(), Failure> {
        let relation = relation_of(&self.relation)?;
        let session = setup.open()?;
        let written = session.engine.link(&session.space, &self.from, &self.to, relation)?;
        tell(setup, &session, &written)
    }
}

impl Unlink {
    pub fn run(&self, setup: &Setup) -> Result<(), Failure> {
        let relation = self.relation.as_deref().map(relation_of).transpose()?;
        let session = setup.open()?;
        let written = session.engine.unlink(&session.space, &self.from, &self.to, relation)?;
        tell(setup, &session, &written)
    }
}
