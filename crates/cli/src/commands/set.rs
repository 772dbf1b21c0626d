//! `cofio set`

use cofio_domain::aliases;
use cofio_domain::axes::{Authority, Visibility};
use cofio_engine::Change;

use crate::args::HELP;
use crate::commands::claim::{domain_of, expiry_of, importance_of, value_of};
use crate::commands::telling::tell;
use crate::exit::Failure;
use crate::wire::{Session, Setup};

/// Change how a memory is kept: pin, expiry, domain, tags
#[derive(Debug, clap::Args)]
#[command(help_template = HELP, before_help = "\
Examples:
  cofio set vegetarian --pin --rule
  cofio set \"onboarding Alex\" --expires \"end of next month\" --project team
  cofio set …7Q4K --domain work --tag okr --untag draft
")]
pub struct Set {
    /// Which: an id, part of one, or words from it
    #[arg(value_name = "MEMORY", add = crate::commands::completions::memories())]
    which: String,
    /// Load it in every chat
    #[arg(long, conflicts_with = "unpin")]
    pin: bool,
    /// Do not, unless it matters
    #[arg(long)]
    unpin: bool,
    /// When it stops being used: a date, 30d, "end of March", never
    #[arg(long, value_name = "WHEN")]
    expires: Option<String>,
    /// Make it a rule
    #[arg(long, conflicts_with = "context")]
    rule: bool,
    /// Make it context
    #[arg(long)]
    context: bool,
    /// Move it to another domain
    #[arg(short, long, value_name = "DOMAIN", add = crate::commands::completions::domains())]
    domain: Option<String>,
    /// What sort of claim it is
    #[arg(short, long, value_name = "KIND")]
    kind: Option<String>,
    /// Add a tag
    #[arg(long = "tag", value_name = "TAG")]
    tags: Vec<String>,
    /// Take a tag off
    #[arg(long = "untag", value_name = "TAG")]
    untags: Vec<String>,
    /// Put it in a project
    #[arg(long, value_name = "NAME", conflicts_with = "no_project")]
    project: Option<String>,
    /// Take it out of its project
    #[arg(long)]
    no_project: bool,
    /// In a shared space: for you alone
    #[arg(long, conflicts_with = "shared")]
    private: bool,
    /// In a shared space: for every member
    #[arg(long)]
    shared: bool,
    /// How much it matters: 0 to 1, or 1 to 10
    #[arg(long, value_name = "NUMBER")]
    importance: Option<f64>,
    /// A shorter line to load instead; empty takes it off
    #[arg(long, value_name = "TEXT")]
    summary: Option<String>,
    /// Longer detail; empty takes it off
    #[arg(long, value_name = "TEXT")]
    detail: Option<String>,
    /// What it is about; empty takes it off
    #[arg(long, value_name = "NAME")]
    key: Option<String>,
    /// The value as data; empty takes it off
    #[arg(long, value_name = "JSON")]
    value: Option<String>,
    /// Set it aside: out of use, found on request
    #[arg(long)]
    archive: bool,
}

impl Set {
    pub fn run(&self, setup: &Setup) -> Result<(), Failure> {
        let session = setup.open()?;
        let changes = self.changes(&session)?;
        let written = session.engine.set(&session.space, &self.which, &changes)?;
        tell(setup, &session, &written)
    }

    fn changes(&self, session: &Session) -> Result<Vec<Change>, Failure> {
        let mut changes = Vec::new();
        let mut when = |wanted: bool, change: Change| {
            if wanted {
                changes.push(change);
            }
        };
        when(self.pin, Change::Pin(true));
        when(self.unpin, Change::Pin(false));
        when(self.rule, Change::Authority(Authority::Hard));
        when(self.context, Change::Authority(Authority::Soft));
        when(self.no_project, Change::Project(None));
        when(self.private, Change::Visibility(Visibility::Private));
        when(self.shared, Change::Visibility(Visibility::Space));
        if self.expires.is_some() {
            changes.push(Change::Expires(expiry_of(session, self.expires.as_deref())?));
        }
        changes.extend(domain_of(self.domain.as_deref())?.map(Change::Domain));
        if let Some(kind) = &self.kind {
            changes.push(Change::Kind(aliases::kind(kind).map_err(|error| Failure::usage(error.to_string()))?));
        }
        changes.extend(self.tags.iter().cloned().map(Change::Tag));
        changes.extend(self.untags.iter().cloned().map(Change::Untag));
        changes.extend(self.project.clone().map(|name| Change::Project(Some(name))));
        changes.extend(self.importance.map(importance_of).transpose()?.map(Change::Importance));
        let unless_empty = |text: &String| Some(text.clone()).filter(|text| !text.is_empty());
        changes.extend(self.summary.as_ref().map(|text| Change::Summary(unless_empty(text))));
        changes.extend(self.detail.as_ref().map(|text| Change::Body(unless_empty(text))));
        changes.extend(self.key.as_ref().map(|text| Change::Key(unless_empty(text))));
        changes.extend(self.value.as_ref().map(|text| Change::Value(unless_empty(text).as_deref().map(value_of))));
        if self.archive {
            changes.push(Change::Archive);
        }
        Ok(changes)
    }
}
