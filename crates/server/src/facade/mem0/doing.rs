//! What is done for either set of routes.

use axum::Json;
use cofio_domain::session::Surface;
use cofio_domain::space::SpaceHandle;
use cofio_engine::{
    Action, ActivityQuery, Change, Draft, Engine, Error, HistoryView, Item, ListFilter, MessageLine, RecallQuery,
    Recording,
};
use serde_json::{Value, json};

use super::shapes::{Add, Done, Mem0Change, Mem0Memory, Results, Search, Update, Whose};
use crate::caller::{Caller, Forget, Needs, Read, Write};
use crate::problem::Problem;

async fn acting<N: Needs>(caller: Caller<N>, whose: &Whose) -> Result<Caller<N>, Problem> {
    match &whose.user_id {
        Some(user) => caller.acting_for(user).await,
        None => Ok(caller),
    }
}

pub(super) async fn added(caller: Caller<Write>, add: Add) -> Result<Json<Results>, Problem> {
    let lines = add.lines()?;
    if lines.is_empty() {
        return Err(Problem::field("messages", "there are none"));
    }
    let whose = Whose { user_id: add.user_id, agent_id: add.agent_id, run_id: add.run_id, top_k: None };
    let caller = acting(caller, &whose).await?;
    let name = caller.user.name.clone();
    let (infer, metadata) = (add.infer.unwrap_or(true), add.metadata);
    let results = caller
        .change(move |engine, space| {
            if infer {
                learned(engine, space, lines, &whose, &name)
            } else {
                kept(engine, space, lines, &whose, metadata, &name)
            }
        })
        .await?;
    Ok(Json(Results { results }))
}

/// Keeps what was said as it is.
fn kept(
    engine: &Engine,
    space: &SpaceHandle,
    lines: Vec<(String, String)>,
    whose: &Whose,
    metadata: Option<Value>,
    user: &str,
) -> Result<Vec<Mem0Memory>, Error> {
    let mut results = Vec::new();
    for (_, text) in lines {
        let draft = Draft {
            tags: whose.tags().into_iter().collect(),
            value: metadata.clone(),
            source: cofio_domain::axes::Source::UserStated,
            app: engine.settings().app.clone(),
            ..Draft::said(text)
        };
        let written = engine.remember(space, &draft)?;
        let event = match written.event.action {
            Action::Saved => "ADD",
            Action::Updated => "UPDATE",
            Action::Refused => return Err(Error::Refused(written.message)),
            _ => "NONE",
        };
        if let Some(view) = &written.event.memory {
            results.push(Mem0Memory { event: Some(event), ..Mem0Memory::of(view, user) });
        }
    }
    Ok(results)
}

/// Records what was said, and learns from it.
fn learned(
    engine: &Engine,
    space: &SpaceHandle,
    lines: Vec<(String, String)>,
    whose: &Whose,
    user: &str,
) -> Result<Vec<Mem0Memory>, Error> {
    let lines = (1..).zip(lines.into_iter().map(|(role, text)| MessageLine::read(json!({"role": role, "text": text}))));
    let recording = Recording { session: whose.run_id.clone(), surface: Surface::Api, project: None };
    let recorded = engine.record(space, &recording, lines)?;
    if let Some(failed) = recorded.lines.iter().find(|line| line.action == "failed") {
        return Err(Error::Invalid(failed.reason.clone().unwrap_or_default()));
    }
    let Some(session) = recorded.session else { return Ok(Vec::new()) };
    let lesson = engine.close_session(space, &session.id.to_string())?.learned;
    let Some(run) = lesson.and_then(|lesson| lesson.run) else { return Ok(Vec::new()) };
    let mut results: Vec<Mem0Memory> = Vec::new();
    let done = engine.activity(space, &ActivityQuery { job: Some(run), ..ActivityQuery::default() })?;
    for item in done.into_iter().rev().flat_map(|operation| operation.items) {
        let Some(id) = item.memory.map(|id| id.to_string()) else { continue };
        if results.iter().any(|known| known.id == id) || item.after.is_none() {
            continue;
        }
        let tags: Vec<Change> = whose.tags().into_iter().map(Change::Tag).collect();
        if !tags.is_empty() {
            engine.set(space, &id, &tags)?;
        }
        let event = if item.before.is_some() { "UPDATE" } else { "ADD" };
        results.push(Mem0Memory { event: Some(event), ..Mem0Memory::of(&engine.show(space, &id)?.memory, user) });
    }
    Ok(results)
}

pub(super) async fn listed(caller: Caller<Read>, whose: Whose) -> Result<Vec<Mem0Memory>, Problem> {
    let caller = acting(caller, &whose).await?;
    let name = caller.user.name.clone();
    let most = whose.top_k.unwrap_or(100).clamp(1, 1_000);
    caller
        .ask(move |engine, space| {
            let found = engine.list(space, &ListFilter::default())?.items.into_iter();
            let fitting = found.filter_map(|item| match item {
                Item::Memory(view) if whose.fits(&view) => Some(Mem0Memory::of(&view, &name)),
                _ => None,
            });
            Ok(fitting.take(most).collect())
        })
        .await
}

pub(super) async fn searched(caller: Caller<Read>, search: Search) -> Result<Json<Results>, Problem> {
    let whose = Whose { user_id: search.user_id, agent_id: search.agent_id, run_id: search.run_id, top_k: None };
    let whose = Whose::of_filters(&search.filters.unwrap_or_default(), whose);
    let caller = acting(caller, &whose).await?;
    let name = caller.user.name.clone();
    let most = search.top_k.or(search.limit).unwrap_or(20).clamp(1, 200);
    let least = search.threshold.unwrap_or(0.0);
    let results = caller
        .ask(move |engine, space| {
            let limit = if whose.tags().is_empty() { most } else { most * 4 };
            let query = RecallQuery { messages: false, limit, ..RecallQuery::new(search.query) };
            let hits = engine.recall(space, &query)?.hits;
            let fitting = hits.iter().filter_map(|hit| match &hit.item {
                Item::Memory(view) if whose.fits(view) && hit.score >= least => {
                    Some(Mem0Memory { score: Some(hit.score), ..Mem0Memory::of(view, &name) })
                }
                _ => None,
            });
            Ok(fitting.take(most).collect())
        })
        .await?;
    Ok(Json(Results { results }))
}

pub(super) async fn shown(caller: Caller<Read>, id: String) -> Result<Json<Mem0Memory>, Problem> {
    let name = caller.user.name.clone();
    let shown = caller.ask(move |engine, space| engine.show(space, &id)).await?;
    Ok(Json(Mem0Memory::of(&shown.memory, &name)))
}

pub(super) async fn updated(caller: Caller<Write>, id: String, update: Update) -> Result<Json<Mem0Memory>, Problem> {
    let name = caller.user.name.clone();
    let view = caller
        .change(move |engine, space| {
            if let Some(metadata) = update.metadata {
                engine.set(space, &id, &[Change::Value(Some(metadata))])?;
            }
            if let Some(text) = update.text {
                let written = engine.update(space, &id, &Draft::said(text))?;
                if written.event.action == Action::Refused {
                    return Err(Error::Refused(written.message));
                }
            }
            engine.show(space, &id)
        })
        .await?;
    Ok(Json(Mem0Memory::of(&view.memory, &name)))
}

pub(super) async fn deleted(caller: Caller<Forget>, id: String) -> Result<Json<Done>, Problem> {
    caller.change(move |engine, space| engine.delete(space, &id, None)).await?;
    Ok(Json(Done { message: "Memory deleted successfully!" }))
}

pub(super) async fn deleted_all(caller: Caller<Forget>, whose: Whose) -> Result<Json<Done>, Problem> {
    if whose.user_id.is_none() && whose.tags().is_empty() {
        return Err(Problem::invalid("say whose: user_id, agent_id or run_id"));
    }
    let caller = acting(caller, &whose).await?;
    caller
        .change(move |engine, space| {
            for item in engine.list(space, &ListFilter::default())?.items {
                if let Item::Memory(view) = item
                    && whose.fits(&view)
                {
                    engine.delete(space, &view.id.to_string(), Some("everything was asked to be deleted"))?;
                }
            }
            Ok(())
        })
        .await?;
    Ok(Json(Done { message: "All relevant memories deleted" }))
}

pub(super) async fn told_history(caller: Caller<Read>, id: String) -> Result<Json<Vec<Mem0Change>>, Problem> {
    let history = caller.ask(move |engine, space| engine.history(space, &id)).await?;
    Ok(Json(changes(&history)))
}

fn changes(history: &HistoryView) -> Vec<Mem0Change> {
    let mut changes: Vec<Mem0Change> = Vec::new();
    let mut before: Option<String> = None;
    for entry in &history.entries {
        let ended = !matches!(entry.status.word(), "active" | "superseded");
        let event = match &before {
            None => "ADD",
            Some(_) if ended => "DELETE",
            Some(old) if *old != entry.content => "UPDATE",
            Some(_) => continue,
        };
        changes.push(Mem0Change {
            id: entry.operation.to_string(),
            memory_id: history.id.to_string(),
            old_memory: before.clone(),
            new_memory: (!ended).then(|| entry.content.clone()),
            event,
            created_at: history.entries.first().map_or(entry.recorded_at, |first| first.recorded_at).to_string(),
            updated_at: entry.recorded_at.to_string(),
            is_deleted: ended,
        });
        before = Some(entry.content.clone());
    }
    changes
}
