//! `GET /memories`: what is known.

use axum::Json;
use cofio_domain::axes::Status;
use cofio_domain::domains::DomainName;
use cofio_domain::time::Timestamp;
use cofio_engine::{Engine, Item, ListFilter, ListStatus};
use serde::{Deserialize, Serialize};
use utoipa::IntoParams;

use super::draft::word;
use crate::api::Params;
use crate::api::when::moment;
use crate::caller::{Caller, Read};
use crate::cursor::{self, Order};
use crate::problem::{Problem, ProblemBody};
use crate::schema;

/// Which memories are asked for.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Asked {
    pub(crate) kind: Option<String>,
    pub(crate) domain: Option<String>,
    /// `active` unless said otherwise; `archived`, `superseded`, `expired`, `forgotten`, `trashed`, `candidate`,
    /// `proposed`, `conflict` or `all`.
    pub(crate) status: Option<String>,
    pub(crate) tier: Option<String>,
    pub(crate) source: Option<String>,
    pub(crate) authority: Option<String>,
    pub(crate) project: Option<String>,
    pub(crate) tag: Option<String>,
    /// Words that must stand in it.
    pub(crate) q: Option<String>,
    /// What held then: a moment or a day.
    pub(crate) as_of: Option<String>,
    /// What was believed then.
    pub(crate) known_at: Option<String>,
    /// Recorded since.
    pub(crate) updated_after: Option<String>,
    /// Whether each says what it was learned from.
    #[serde(default)]
    pub(crate) evidence: bool,
    /// 1 to 200, 50 unless said otherwise.
    pub(crate) limit: Option<usize>,
    /// Where the list goes on.
    pub(crate) cursor: Option<String>,
}

/// A part of a list.
#[derive(Debug, Serialize)]
pub(crate) struct Listed {
    pub(crate) items: Vec<Item>,
    pub(crate) next_cursor: Option<String>,
    pub(crate) damaged: usize,
}

/// List memories
#[utoipa::path(get, path = "/api/v1/memories", tag = "memories", params(Asked),
    responses((status = 200, description = "A part of the list, oldest first", body = schema::Items),
              (status = "4XX", description = "Not done", body = ProblemBody)))]
pub(crate) async fn list(caller: Caller<Read>, Params(asked): Params<Asked>) -> Result<Json<Listed>, Problem> {
    listed(&caller, asked).await.map(Json)
}

/// Lists memories for a caller.
pub(crate) async fn listed(caller: &Caller<Read>, asked: Asked) -> Result<Listed, Problem> {
    let most = cursor::limit(asked.limit)?;
    let filter = filter(&asked, caller.reading())?;
    let updated_after = moment("updated_after", asked.updated_after.as_deref(), caller.reading())?;
    let words = asked.q.as_deref().map(str::to_lowercase);
    let found = caller.ask(move |engine, space| engine.list(space, &filter)).await?;
    let fits = |item: &Item| {
        words.as_deref().is_none_or(|words| content_of(item).is_some_and(|text| text.to_lowercase().contains(words)))
            && updated_after.is_none_or(|after| recorded_at(item).is_some_and(|at| at > after))
    };
    let fitting = found.items.into_iter().filter(fits).collect();
    let page = cursor::page(&caller.space, fitting, asked.cursor.as_deref(), most, Order::Rising, place)?;
    Ok(Listed { items: page.items, next_cursor: page.next_cursor, damaged: found.damaged.len() })
}

fn filter(asked: &Asked, engine: &Engine) -> Result<ListFilter, Problem> {
    let status = match asked.status.as_deref() {
        None | Some("active" | "in_force") => ListStatus::InForce,
        Some("candidate") => ListStatus::Candidates,
        Some("proposed") => ListStatus::Proposals,
        Some("conflict") => ListStatus::Conflicts,
        Some("all") => ListStatus::All,
        Some(other) => ListStatus::Is(word::<Status>("status", Some(other))?.unwrap_or(Status::Active)),
    };
    Ok(ListFilter {
        status,
        domain: word::<DomainName>("domain", asked.domain.as_deref())?,
        kind: word("kind", asked.kind.as_deref())?,
        tier: word("tier", asked.tier.as_deref())?,
        source: word("source", asked.source.as_deref())?,
        authority: word("authority", asked.authority.as_deref())?,
        project: asked.project.clone(),
        tag: asked.tag.clone(),
        as_of: moment("as_of", asked.as_of.as_deref(), engine)?,
        known_at: moment("known_at", asked.known_at.as_deref(), engine)?,
        limit: None,
        with_evidence: asked.evidence,
    })
}

pub(crate) fn content_of(item: &Item) -> Option<&str> {
    match item {
        Item::Memory(view) => Some(&view.claim.content),
        Item::Candidate(view) => Some(&view.claim.content),
        Item::Proposal(view) => view.claim.as_ref().map(|claim| claim.content.as_str()),
        Item::Conflict(view) => Some(&view.right.content),
        Item::Message(hit) => Some(&hit.text),
        Item::Episode(hit) => Some(&hit.text),
    }
}

fn recorded_at(item: &Item) -> Option<Timestamp> {
    match item {
        Item::Memory(view) => Some(view.recorded_at),
        Item::Candidate(view) => Some(view.last_at),
        Item::Proposal(view) => Some(view.proposed_at),
        Item::Conflict(view) => Some(view.detected_at),
        Item::Message(hit) => Some(hit.at),
        Item::Episode(hit) => Some(hit.ended_at),
    }
}

/// The place of something in a list: memories first, in the order they were made.
fn place(item: &Item) -> String {
    match item {
        Item::Memory(view) => format!("1 {} {:010} {}", view.id, view.version, view.recorded_at.as_micros()),
        Item::Candidate(view) => format!("2 {}", view.id),
        Item::Proposal(view) => format!("3 {}", view.id),
        Item::Conflict(view) => format!("4 {}", view.id),
        Item::Message(hit) => format!("5 {}", hit.id),
        Item::Episode(hit) => format!("6 {}", hit.id),
    }
}
