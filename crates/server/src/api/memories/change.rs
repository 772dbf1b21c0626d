//! `PATCH /memories/{id}`: other words make a new version; how it is kept is changed in place.

use axum::extract::Path;
use axum::http::HeaderMap;
use axum::response::Response;
use cofio_domain::domains::DomainName;
use cofio_domain::space::SpaceHandle;
use cofio_engine::{Action, Change, Draft, Engine, Expiry, Settings, Written};
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use utoipa::ToSchema;

use super::draft::word;
use super::told;
use crate::api::Body;
use crate::api::when::moment;
use crate::caller::{Caller, Write};
use crate::etag;
use crate::problem::{Problem, ProblemBody};
use crate::schema;

/// What is to be changed. What is not named stays; `null` takes something away.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
#[schema(example = json!({"content": "I eat fish now"}))]
pub(crate) struct Changes {
    /// Other words: a new version, and the old one is superseded.
    content: Option<String>,
    kind: Option<String>,
    authority: Option<String>,
    domain: Option<String>,
    importance: Option<f64>,
    visibility: Option<String>,
    pinned: Option<bool>,
    add_tags: Vec<String>,
    remove_tags: Vec<String>,
    archived: Option<bool>,
    /// Of a task.
    state: Option<String>,
    #[serde(deserialize_with = "said")]
    #[schema(value_type = Option<String>)]
    summary: Option<Option<String>>,
    #[serde(deserialize_with = "said")]
    #[schema(value_type = Option<String>)]
    body: Option<Option<String>>,
    #[serde(deserialize_with = "said")]
    #[schema(value_type = Option<String>)]
    key: Option<Option<String>>,
    #[serde(deserialize_with = "said")]
    #[schema(value_type = Option<Value>)]
    value: Option<Option<Value>>,
    #[serde(deserialize_with = "said")]
    #[schema(value_type = Option<String>)]
    project: Option<Option<String>>,
    #[serde(deserialize_with = "said")]
    #[schema(value_type = Option<String>)]
    expires_at: Option<Option<String>>,
    #[serde(deserialize_with = "said")]
    #[schema(value_type = Option<String>)]
    due_at: Option<Option<String>>,
    #[serde(deserialize_with = "said")]
    #[schema(value_type = Option<String>)]
    next_step: Option<Option<String>>,
    /// Why.
    reason: Option<String>,
}

/// Tells `null` from what was not said.
fn said<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Option<Option<T>>, D::Error> {
    Option::<T>::deserialize(deserializer).map(Some)
}

/// Change a memory
///
/// With `If-Match`, only if it still is what was read.
#[utoipa::path(patch, path = "/api/v1/memories/{id}", tag = "memories", request_body = Changes,
    params(("id" = String, Path, description = "The memory"), ("If-Match" = Option<String>, Header, description = "The ETag it was read with")),
    responses((status = 200, description = "What became of it", body = schema::Written),
              (status = 412, description = "It has changed; `current` is what is there", body = ProblemBody),
              (status = "4XX", description = "Not changed", body = ProblemBody)))]
pub(crate) async fn change(
    caller: Caller<Write>,
    Path(id): Path<String>,
    headers: HeaderMap,
    Body(changes): Body<Changes>,
) -> Result<Response, Problem> {
    let draft = changes.content.clone().map(|content| Draft {
        reason: changes.reason.clone(),
        app: caller.principal.app.clone(),
        ..Draft::said(content)
    });
    let set = changes.set(caller.reading())?;
    if draft.is_none() && set.is_empty() {
        return Err(Problem::field("body", "say what to change"));
    }
    let _turn = caller.app.turns.take().await;
    if etag::expects(&headers) {
        let which = id.clone();
        let shown = caller.ask(move |engine, space| engine.show(space, &which)).await?;
        etag::must_match(&headers, &shown)?;
    }
    let written = caller.change(move |engine, space| changed(engine, space, &id, draft.as_ref(), &set)).await?;
    Ok(told(&caller.app, written))
}

/// Changes what a memory says and how it is kept, or neither: what would be refused is refused before anything is done. It
/// is one step in its history; only what new words cannot bring along (something taken away) is a second one, which is
/// told with how to take back the first.
pub(crate) fn changed(
    engine: &Engine,
    space: &SpaceHandle,
    id: &str,
    draft: Option<&Draft>,
    set: &[Change],
) -> Result<Written, cofio_engine::Error> {
    let Some(draft) = draft else { return engine.set(space, id, set) };
    // Whoever sends everything back says nothing new by the words that were there.
    if !set.is_empty() && engine.show(space, id)?.memory.claim.content.trim() == draft.content.trim() {
        return engine.set(space, id, set);
    }
    if !set.is_empty() {
        let trying = engine.set_up(Settings { dry_run: true, ..engine.settings().clone() });
        trying.set(space, id, set)?;
    }
    let mut whole = draft.clone();
    let rest: Vec<Change> = set.iter().filter_map(|change| whole.taking(change.clone())).collect();
    let said = engine.update(space, id, &whole)?;
    // What is known in these words already took nothing along.
    let rest = if said.event.action == Action::Updated { rest.as_slice() } else { set };
    let is_done = matches!(said.event.action, Action::Updated | Action::Skipped | Action::Confirmed);
    if rest.is_empty() || !is_done || engine.settings().dry_run {
        return Ok(said);
    }
    let mut kept = engine.set(space, id, rest)?;
    if let Some(operation) = said.event.op_id {
        kept.message = format!("{}; {} (undo the words: {operation})", said.message, kept.message);
    }
    Ok(kept)
}

impl Changes {
    /// Returns what is changed about how it is kept.
    fn set(self, engine: &Engine) -> Result<Vec<Change>, Problem> {
        let mut set = Vec::new();
        set.extend(word("kind", self.kind.as_deref())?.map(Change::Kind));
        set.extend(word("authority", self.authority.as_deref())?.map(Change::Authority));
        set.extend(word::<DomainName>("domain", self.domain.as_deref())?.map(Change::Domain));
        set.extend(self.importance.map(Change::Importance));
        set.extend(word("visibility", self.visibility.as_deref())?.map(Change::Visibility));
        set.extend(self.pinned.map(Change::Pin));
        set.extend(self.add_tags.into_iter().map(Change::Tag));
        set.extend(self.remove_tags.into_iter().map(Change::Untag));
        set.extend(self.summary.map(Change::Summary));
        set.extend(self.body.map(Change::Body));
        set.extend(self.key.map(Change::Key));
        set.extend(self.value.map(Change::Value));
        set.extend(self.project.map(Change::Project));
        set.extend(self.next_step.map(Change::NextStep));
        if let Some(expires) = self.expires_at {
            let at = moment("expires_at", expires.as_deref(), engine)?;
            set.push(Change::Expires(at.map_or(Expiry::Never, Expiry::At)));
        }
        if let Some(due) = self.due_at {
            set.push(Change::Due(moment("due_at", due.as_deref(), engine)?));
        }
        set.extend(word("state", self.state.as_deref())?.map(Change::State));
        set.extend(self.archived.filter(|archived| *archived).map(|_| Change::Archive));
        Ok(set)
    }
}
