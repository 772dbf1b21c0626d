//! `cofio list`

use std::collections::BTreeMap;

use cofio_domain::aliases;
use cofio_domain::axes::Authority;
use cofio_domain::id::MemoryId;
use cofio_engine::{ClusterView, Item, ListFilter, ListStatus, Listed, MemoryView};

use crate::args::HELP;
use crate::commands::claim::domain_of;
use crate::exit::Failure;
use crate::output::{DOMAIN_COLUMN, Manner, Row, Style, memory_row, one_line, shortened, table};
use crate::when::{Edge, Toward};
use crate::wire::{Session, Setup};

/// List memories: what holds now, or held at another time
#[derive(Debug, clap::Args)]
#[command(help_template = HELP, before_help = "\
Examples:
  cofio list                           everything in force
  cofio list -d work --kind task
  cofio list --as-of 2026-06-01        what was true then, as far as we know now
  cofio list --known-at 2026-06-01     what we would have said then
  cofio list --status forgotten        also: trashed, expired, archived, superseded, candidate, proposed, conflict
  cofio list --group cluster           what is about the same thing, as the weekly pass put it together
  cofio list --all --json              everything there is, with where it comes from
")]
pub struct List {
    /// Only this domain
    #[arg(short, long, value_name = "DOMAIN", add = crate::commands::completions::domains())]
    domain: Option<String>,
    /// Only this kind
    #[arg(short, long, value_name = "KIND")]
    kind: Option<String>,
    /// Only what stands so
    #[arg(long, value_name = "STATUS")]
    status: Option<String>,
    /// Only as sure as this: confirmed, strong, tentative
    #[arg(long, value_name = "TIER")]
    tier: Option<String>,
    /// Only from this source
    #[arg(long, value_name = "SOURCE")]
    source: Option<String>,
    /// Only rules
    #[arg(long, conflicts_with = "context")]
    rules: bool,
    /// Only context
    #[arg(long)]
    context: bool,
    /// Only of this project
    #[arg(long, value_name = "NAME")]
    project: Option<String>,
    /// Only with this tag
    #[arg(long, value_name = "TAG")]
    tag: Option<String>,
    /// What was true at that time
    #[arg(long, value_name = "WHEN")]
    as_of: Option<String>,
    /// What was believed at that time
    #[arg(long, value_name = "WHEN")]
    known_at: Option<String>,
    /// Every memory, maybe, proposal and conflict, of every status
    #[arg(long, conflicts_with = "status")]
    all: bool,
    /// Put together by: domain, kind, category, project, source, cluster
    #[arg(long, value_name = "WHAT", default_value = "domain")]
    group: String,
    /// At most this many
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
}

impl List {
    pub fn run(&self, setup: &Setup) -> Result<(), Failure> {
        let grouping = Grouping::read(&self.group)?;
        let session = setup.open()?;
        let filter = self.filter(&session, setup.output.is_json())?;
        let listed = session.engine.list(&session.space, &filter)?;
        let clusters = match grouping {
            Grouping::Cluster => Clusters::of(session.engine.clusters(&session.space)?),
            _ => Clusters::default(),
        };
        show(setup, &session, &listed, (grouping, &clusters), self.is_narrowed())?;
        complain_about_damage(setup, &listed)
    }

    /// Whether something less than what is in force was asked for.
    fn is_narrowed(&self) -> bool {
        let words = [&self.domain, &self.kind, &self.status, &self.tier, &self.source, &self.project, &self.tag];
        words.into_iter().chain([&self.as_of, &self.known_at]).any(Option::is_some) || self.rules || self.context
    }

    fn filter(&self, session: &Session, with_evidence: bool) -> Result<ListFilter, Failure> {
        let word = |error: cofio_domain::axes::UnknownWord| Failure::usage(error.to_string());
        Ok(ListFilter {
            status: self.status()?,
            domain: domain_of(self.domain.as_deref())?,
            kind: self.kind.as_deref().map(aliases::kind).transpose().map_err(word)?,
            tier: self.tier.as_deref().map(str::parse).transpose().map_err(word)?,
            source: self.source.as_deref().map(aliases::source).transpose().map_err(word)?,
            authority: match (self.rules, self.context) {
                (true, _) => Some(Authority::Hard),
                (_, true) => Some(Authority::Soft),
                _ => None,
            },
            project: self.project.clone(),
            tag: self.tag.clone(),
            as_of: session.time(self.as_of.as_deref(), Edge::End, Toward::Past)?,
            known_at: session.time(self.known_at.as_deref(), Edge::End, Toward::Past)?,
            limit: self.limit,
            with_evidence,
        })
    }

    fn status(&self) -> Result<ListStatus, Failure> {
        if self.all {
            return Ok(ListStatus::All);
        }
        match self.status.as_deref().map(str::to_ascii_lowercase).as_deref() {
            None => Ok(ListStatus::InForce),
            Some("candidate" | "candidates" | "maybe") => Ok(ListStatus::Candidates),
            Some("proposed" | "proposals") => Ok(ListStatus::Proposals),
            Some("conflict" | "conflicts") => Ok(ListStatus::Conflicts),
            Some("all") => Ok(ListStatus::All),
            Some(word) => aliases::status(word)
                .map(ListStatus::Is)
                .map_err(|error| Failure::usage(format!("{error}, candidate, proposed, conflict, all"))),
        }
    }
}

/// What memories are put together by.
#[derive(Debug, Clone, Copy)]
enum Grouping {
    Domain,
    Kind,
    Category,
    Project,
    Source,
    Cluster,
}

impl Grouping {
    fn read(text: &str) -> Result<Grouping, Failure> {
        match text {
            "domain" => Ok(Grouping::Domain),
            "kind" => Ok(Grouping::Kind),
            "category" => Ok(Grouping::Category),
            "project" => Ok(Grouping::Project),
            "source" => Ok(Grouping::Source),
            "cluster" => Ok(Grouping::Cluster),
            _ => Err(Failure::usage(format!(
                "`{text}` groups nothing; one of: domain, kind, category, project, source, cluster"
            ))),
        }
    }

    fn of(self, view: &MemoryView, clusters: &Clusters) -> String {
        let claim = &view.claim;
        match self {
            Grouping::Domain => claim.domain.to_string(),
            Grouping::Kind => claim.kind.to_string(),
            Grouping::Category => aliases::category(claim.kind, &claim.domain).to_owned(),
            Grouping::Project => claim.project.clone().unwrap_or_else(|| "no project".into()),
            Grouping::Source => claim.source.to_string(),
            Grouping::Cluster => clusters.name_of(view).unwrap_or(NO_CLUSTER).to_owned(),
        }
    }
}

/// What is in none of them; after all that is.
const NO_CLUSTER: &str = "~ in no cluster";

/// Which memory belongs to what.
#[derive(Debug, Default)]
struct Clusters {
    all: Vec<ClusterView>,
    of: BTreeMap<MemoryId, usize>,
}

impl Clusters {
    fn of(all: Vec<ClusterView>) -> Clusters {
        let places = |(at, cluster): (usize, &ClusterView)| {
            cluster.memories.iter().map(move |memory| (*memory, at)).collect::<Vec<_>>()
        };
        let of = all.iter().enumerate().flat_map(places).collect();
        Clusters { all, of }
    }

    fn name_of(&self, view: &MemoryView) -> Option<&str> {
        Some(self.all.get(*self.of.get(&view.id)?)?.name.as_str())
    }

    /// Returns the clusters with what is listed of each, as a program reads them.
    fn json(&self, items: &[Item]) -> serde_json::Value {
        let place = |item: &Item| match item {
            Item::Memory(view) => self.of.get(&view.id).copied(),
            _ => None,
        };
        let of = |at: Option<usize>| -> Vec<&Item> { items.iter().filter(|item| place(item) == at).collect() };
        let named = self.all.iter().enumerate().map(|(at, cluster)| {
            serde_json::json!({ "type": "cluster", "id": cluster.id, "name": cluster.name, "items": of(Some(at)) })
        });
        let rest = serde_json::json!({ "type": "cluster", "id": null, "name": null, "items": of(None) });
        named.chain([rest]).collect()
    }
}

fn show(
    setup: &Setup,
    session: &Session,
    listed: &Listed,
    (grouping, clusters): (Grouping, &Clusters),
    narrowed: bool,
) -> Result<(), Failure> {
    let output = &setup.output;
    let _pager = output.page();
    match output.manner {
        Manner::Json if matches!(grouping, Grouping::Cluster) => output.json(&clusters.json(&listed.items)),
        Manner::Json => output.json(&listed.items),
        Manner::Plain => {
            for item in &listed.items {
                output.line(&plain(item));
            }
        }
        Manner::Human if listed.items.is_empty() => {
            output.human(if narrowed { "Nothing fits." } else { NOTHING_YET });
        }
        Manner::Human => show_people(setup, session, listed, (grouping, clusters))?,
    }
    Ok(())
}

fn plain(item: &Item) -> String {
    match item {
        Item::Memory(view) => format!(
            "{}\t{}\t{}\t{}\t{}",
            view.id,
            view.status,
            view.claim.domain,
            view.claim.kind,
            one_line(&view.claim.content)
        ),
        other => {
            let (id, status, words) = brief(other);
            format!("{id}\t{status}\t\t\t{}", one_line(&words))
        }
    }
}

fn brief(item: &Item) -> (String, String, String) {
    match item {
        Item::Memory(view) => (view.id.to_string(), view.status.to_string(), view.claim.content.clone()),
        Item::Candidate(view) => (view.id.to_string(), view.status.to_owned(), view.claim.content.clone()),
        Item::Proposal(view) => {
            let words = view.claim.as_ref().map_or_else(|| view.action.to_owned(), |claim| claim.content.clone());
            (view.id.to_string(), view.status.to_owned(), words)
        }
        Item::Conflict(view) => (view.id.to_string(), view.status.to_owned(), view.right.content.clone()),
        Item::Message(view) => (view.id.to_string(), view.role.to_string(), view.text.clone()),
        Item::Episode(view) => (view.id.to_string(), view.noun.to_owned(), view.text.clone()),
    }
}

/// What somebody sees who has not told it anything.
const NOTHING_YET: &str = "Nothing here yet. Tell it something:  cofio remember \"I'm vegetarian\"";

/// How many columns the words of a memory may take.
const WORDS: usize = 60;

fn show_people(
    setup: &Setup,
    session: &Session,
    listed: &Listed,
    (grouping, clusters): (Grouping, &Clusters),
) -> Result<(), Failure> {
    let output = &setup.output;
    let mut groups: BTreeMap<String, Vec<Row>> = BTreeMap::new();
    let mut others: Vec<Row> = Vec::new();
    for item in &listed.items {
        if let Item::Memory(view) = item {
            let short = session.engine.short_id(&session.space, view.id)?;
            let mut row = memory_row(view, &short, &session.reader(), WORDS);
            if matches!(grouping, Grouping::Domain) {
                // The heading says it.
                row.remove(DOMAIN_COLUMN);
            }
            groups.entry(grouping.of(view, clusters)).or_default().push(row);
        } else {
            let (id, status, words) = brief(item);
            others.push(vec![
                ("?".into(), Some(Style::Warning)),
                (id, Some(Style::Faint)),
                (shortened(&one_line(&words), WORDS), None),
                (status, Some(Style::Warning)),
            ]);
        }
    }
    // All groups are laid out together, so that their columns stand below each other.
    let all: Vec<Row> = groups.values().flatten().cloned().collect();
    let mut lines = table(&all, &output.paint).into_iter();
    for (name, rows) in &groups {
        let heading = output.paint.paint(Style::Heading, &one_line(name.trim_start_matches("~ ")).to_uppercase());
        output.line(&format!("{heading} {}", output.paint.paint(Style::Faint, &rows.len().to_string())));
        for line in lines.by_ref().take(rows.len()) {
            output.line(&line);
        }
    }
    for line in table(&others, &output.paint) {
        output.line(&line);
    }
    if listed.more > 0 {
        output.message(&format!("and {} more", listed.more));
    }
    Ok(())
}

fn complain_about_damage(setup: &Setup, listed: &Listed) -> Result<(), Failure> {
    if listed.damaged.is_empty() {
        return Ok(());
    }
    setup.output.complain(&format!(
        "{} records are damaged and not shown; everything above is sound. Look closer: cofio doctor",
        listed.damaged.len()
    ));
    Err(Failure::Quiet(crate::exit::Code::Failure))
}
