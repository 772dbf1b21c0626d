//! Resources: what a client may show or load without a model asking for it.

use cofio_domain::brief::BriefKind;
use cofio_domain::domains::DomainName;
use cofio_domain::id::{EpisodeId, MemoryId};
use cofio_domain::key::Scope;
use cofio_engine::{Error, ListFilter, MemoryView};
use rmcp::ErrorData;
use rmcp::model::{Annotations, ReadResourceResult, Resource, ResourceContents, ResourceTemplate, Role};
use serde_json::{Value, json};

use crate::caller::Caller;
use crate::outcome::{Refusal, compact, sure};
use crate::tools::compose;

/// A resource, or a family of them.
pub struct ResourceSpec {
    /// Its address; a part in braces stands for a name or an id.
    pub uri: &'static str,
    /// What it is called.
    pub name: &'static str,
    /// What people call it.
    pub title: &'static str,
    /// What is in it.
    pub about: &'static str,
    /// How much it matters, 0 to 1.
    pub priority: f32,
}

const fn spec(
    uri: &'static str,
    name: &'static str,
    title: &'static str,
    about: &'static str,
    priority: f32,
) -> ResourceSpec {
    ResourceSpec { uri, name, title, about, priority }
}

/// Every resource, in the order in which it is listed.
pub const RESOURCES: &[ResourceSpec] = &[
    spec(
        "cofio://context",
        "context",
        "Context",
        "What an assistant should always know about the user: load it first",
        1.0,
    ),
    spec("cofio://profile", "profile", "Profile", "Who the user is and what they like", 0.9),
    spec("cofio://procedures", "procedures", "Procedures", "How the user wants things done", 0.9),
    spec("cofio://now", "now", "Now", "What is going on and what is open", 0.8),
    spec("cofio://review", "review", "Review", "What waits for the user's decision", 0.4),
    spec("cofio://domains/{domain}", "domain", "Domain", "What is known in one area of life", 0.6),
    spec("cofio://memories/{id}", "memory", "Memory", "One memory in full", 0.5),
    spec("cofio://episodes/{id}", "episode", "Episode", "What one conversation came to", 0.3),
];

const MARKDOWN: &str = "text/markdown";

impl ResourceSpec {
    fn is_family(&self) -> bool {
        self.uri.contains('{')
    }

    fn annotations(&self) -> Annotations {
        Annotations::default().with_priority(self.priority).with_audience(vec![Role::Assistant, Role::User])
    }
}

/// Returns the address of something by its id.
pub(crate) fn uri_of(id: &str) -> String {
    let family = if id.starts_with("epi_") { "episodes" } else { "memories" };
    format!("cofio://{family}/{id}")
}

/// Lists what there is, with an entry for each area of life that holds something.
pub(crate) async fn list(caller: &Caller) -> Result<Vec<Resource>, ErrorData> {
    caller.needs(Scope::Read).map_err(error)?;
    let (domains, changed) = caller
        .ask(|caller| {
            let all = caller.engine.list(&caller.space, &ListFilter::default())?.items;
            let mut domains = std::collections::BTreeSet::new();
            let mut changed = None;
            for item in &all {
                if let cofio_engine::Item::Memory(view) = item {
                    domains.insert(view.claim.domain.clone());
                    changed = changed.max(Some(view.recorded_at));
                }
            }
            Ok((domains, changed))
        })
        .await
        .map_err(error)?;
    let mut listed = Vec::new();
    for spec in RESOURCES.iter().filter(|spec| !spec.is_family()) {
        listed.push(resource(spec, spec.uri.to_owned(), spec.name.to_owned(), spec.title.to_owned()));
    }
    if let Some(family) = RESOURCES.iter().find(|spec| spec.name == "domain") {
        for domain in domains {
            let uri = family.uri.replace("{domain}", domain.as_str());
            listed.push(resource(family, uri, format!("domain {domain}"), format!("Domain: {domain}")));
        }
    }
    for resource in &mut listed {
        if let Some(annotations) = &mut resource.annotations {
            annotations.last_modified = changed.map(|at| at.to_string());
        }
    }
    Ok(listed)
}

fn resource(spec: &ResourceSpec, uri: String, name: String, title: String) -> Resource {
    Resource::new(uri, name)
        .with_title(title)
        .with_description(spec.about)
        .with_mime_type(MARKDOWN)
        .with_annotations(spec.annotations())
}

/// Lists the families.
pub(crate) fn templates() -> Vec<ResourceTemplate> {
    let families = RESOURCES.iter().filter(|spec| spec.is_family());
    families
        .map(|spec| {
            ResourceTemplate::new(spec.uri, spec.name)
                .with_title(spec.title)
                .with_description(spec.about)
                .with_mime_type(MARKDOWN)
                .with_annotations(spec.annotations())
        })
        .collect()
}

/// Reads a resource.
pub(crate) async fn read(caller: &Caller, uri: &str) -> Result<ReadResourceResult, ErrorData> {
    let page = page(caller, uri).await.map_err(error)?;
    Ok(ReadResourceResult::new(vec![ResourceContents::text(page.text, uri).with_mime_type(MARKDOWN)]))
}

/// What stands at an address.
pub(crate) struct Page {
    pub(crate) title: String,
    pub(crate) text: String,
    pub(crate) about: Value,
}

impl Page {
    fn new(title: impl Into<String>, text: String) -> Page {
        Page { title: title.into(), text, about: json!({}) }
    }
}

/// Returns what stands at an address.
pub(crate) async fn page(caller: &Caller, uri: &str) -> Result<Page, Refusal> {
    caller.needs(Scope::Read)?;
    let nothing = || Refusal::NotFound(format!("there is no resource {uri}"));
    let rest = uri.strip_prefix("cofio://").ok_or_else(nothing)?;
    match rest.split_once('/') {
        None => match rest {
            "context" => {
                let (context, _) = compose(caller, None, None, None).await?;
                let text = if context.text.is_empty() { "Nothing is known yet.".into() } else { context.text };
                Ok(Page::new("Context", text))
            }
            "profile" => compiled(caller, BriefKind::Profile, None).await,
            "procedures" => compiled(caller, BriefKind::Procedures, None).await,
            "now" => compiled(caller, BriefKind::Now, None).await,
            "review" => review(caller).await,
            _ => Err(nothing()),
        },
        Some(("domains", name)) => {
            let domain: DomainName = name.parse().map_err(|_| nothing())?;
            compiled(caller, BriefKind::Domain, Some(domain)).await
        }
        // By its whole id: an address is no search.
        Some(("memories", id)) if id.parse::<MemoryId>().is_ok() => memory(caller, id.to_owned()).await,
        Some(("episodes", id)) if id.parse::<EpisodeId>().is_ok() => episode(caller, id.to_owned()).await,
        Some(_) => Err(nothing()),
    }
}

async fn compiled(caller: &Caller, kind: BriefKind, domain: Option<DomainName>) -> Result<Page, Refusal> {
    let title = domain.as_ref().map_or_else(|| kind.word().to_owned(), ToString::to_string);
    let text = caller.ask(move |caller| caller.engine.compiled_page(&caller.space, kind, domain.as_ref())).await?;
    Ok(Page::new(title, text))
}

async fn review(caller: &Caller) -> Result<Page, Refusal> {
    let deck = caller.ask(|caller| caller.engine.review(&caller.space)).await?;
    if deck.cards.is_empty() {
        return Ok(Page::new("Review", "# Review\n\nNothing waits for you.\n".into()));
    }
    let mut text = format!("# Review\n\nAbout {} min, with: cofio review\n\n", deck.minutes);
    for card in &deck.cards {
        let against = card.against.as_ref().map(|other| format!(" — or: {other}")).unwrap_or_default();
        text += &format!("- {}{against} ({}; {}) `{}`\n", card.content, card.sure, card.because, card.id);
    }
    Ok(Page::new("Review", text))
}

async fn memory(caller: &Caller, id: String) -> Result<Page, Refusal> {
    let shown = caller
        .ask(move |caller| {
            let shown = caller.engine.show(&caller.space, &id)?;
            // What is out of sight is not shown by its address either.
            if shown.memory.hidden {
                return Err(Error::NotFound { what: "memory", text: id });
            }
            Ok(shown)
        })
        .await?;
    let view: &MemoryView = &shown.memory;
    let claim = &view.claim;
    let mut text = format!("# {}\n\n", claim.content);
    if let Some(body) = &claim.body {
        text += &format!("{body}\n\n");
    }
    text += &format!("- {} · {} · {} · {}\n", claim.kind, claim.domain, sure(view), view.status);
    text += &format!("- since {}", view.valid_from);
    text += &view.valid_until.map(|until| format!(", until {until}")).unwrap_or_default();
    text += &format!(", version {} of {}\n", view.version, shown.versions);
    for link in &shown.links {
        text += &match &link.because {
            Some(because) => format!("- may be (nobody said so): {because} `{}`\n", link.memory),
            None => format!("- {} {} `{}`\n", link.relation, link.content, link.memory),
        };
    }
    Ok(Page { title: claim.content.clone(), text, about: compact(view) })
}

async fn episode(caller: &Caller, id: String) -> Result<Page, Refusal> {
    caller.sees_everything()?;
    let episode = caller.ask(move |caller| caller.engine.episode(&caller.space, &id)).await?;
    let mut text = format!("# {} ({})\n\n{}\n", episode.session, episode.started_at, episode.summary);
    for (title, lines) in [("Decided", &episode.decisions), ("Open questions", &episode.questions)] {
        if !lines.is_empty() {
            text += &format!("\n## {title}\n\n");
            text += &lines.iter().map(|line| format!("- {line}\n")).collect::<String>();
        }
    }
    let about = json!({"started_at": episode.started_at, "ended_at": episode.ended_at, "session": episode.session});
    Ok(Page { title: episode.session.clone(), text, about })
}

/// Says what went wrong in the protocol's words.
pub(crate) fn error(refusal: Refusal) -> ErrorData {
    let told = refusal.told();
    match refusal {
        Refusal::NotFound(_)
        | Refusal::Engine(Error::NotFound { .. } | Error::Erased { .. } | Error::DomainOff { .. }) => {
            ErrorData::resource_not_found(told, None)
        }
        Refusal::Invalid(_) | Refusal::Forbidden(_) | Refusal::Engine(_) => ErrorData::invalid_params(told, None),
        Refusal::TooSlow | Refusal::Broken(_) => ErrorData::internal_error(told, None),
    }
}
