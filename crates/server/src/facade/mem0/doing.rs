//! What is done for either set of routes.

use axum::Json;
use axum::http::StatusCode;
use cofio_domain::axes::Status;
use cofio_domain::id::MemoryId;
use cofio_domain::session::Surface;
use cofio_domain::space::SpaceHandle;
use cofio_domain::time::Timestamp;
use cofio_engine::{
    Action, ActivityQuery, Change, Draft, Engine, Error, Expiry, HistoryView, Item, ListFilter, MemoryView,
    MessageLine, RecallQuery, Recording, Settings, Written,
};
use serde_json::{Value, json};

use super::filters::Filter;
use super::shapes::{Add, Done, Mem0Change, Mem0Memory, Results, Search, Update, Whose};
use crate::api::moment;
use crate::caller::{Caller, Forget, Needs, Read, Write};
use crate::problem::Problem;

async fn acting<N: Needs>(caller: Caller<N>, whose: &Whose) -> Result<Caller<N>, Problem> {
    match &whose.user_id {
        // Whom a header names is not somebody else by what the body says.
        Some(user) if caller.is_acting_for_another() && *user != caller.user.name => {
            Err(Problem::forbidden("the request names two different users"))
        }
        Some(user) => caller.acting_for(user).await,
        None => Ok(caller),
    }
}

/// The same for reading and deleting: whoever nobody has heard of has nothing, and is not made by being asked about.
async fn acting_if_known<N: Needs>(caller: Caller<N>, whose: &Whose) -> Result<Option<Caller<N>>, Problem> {
    let Some(name) = whose.user_id.clone().filter(|_| caller.may_act_for_others()) else {
        return acting(caller, whose).await.map(Some);
    };
    let known = caller.ask(move |engine, _| engine.known_user(&name).map(drop)).await;
    match known {
        Err(problem) if problem.status == StatusCode::NOT_FOUND => Ok(None),
        Err(problem) => Err(problem),
        Ok(()) => acting(caller, whose).await.map(Some),
    }
}

/// Acts for whoever has a memory, among those the caller may act for: this dialect names a memory without its user.
pub(super) async fn holding<N: Needs>(caller: Caller<N>, id: &str) -> Result<Caller<N>, Problem> {
    // Whoever is named has their own and nobody else's.
    let may_look = caller.may_act_for_others() && !caller.is_acting_for_another();
    let Some(id) = id.parse::<MemoryId>().ok().filter(|_| may_look) else { return Ok(caller) };
    let keeper = caller
        .ask(move |engine, space| match engine.show(space, &id.to_string()) {
            Err(Error::NotFound { .. }) => engine.keeper_of(id),
            _ => Ok(None),
        })
        .await?;
    match keeper {
        // Who has keys of their own is nobody here without one.
        Some(user) if caller.may_act_for(user.id).await? => caller.acting_for(&user.name).await,
        _ => Ok(caller),
    }
}

/// What to keep along with what is taken in.
struct With {
    tags: Vec<String>,
    metadata: Option<Value>,
    /// The session.
    run: Option<String>,
    at: Option<Timestamp>,
    expires: Expiry,
}

pub(super) async fn added(caller: Caller<Write>, add: Add) -> Result<Json<Results>, Problem> {
    let lines = add.lines()?;
    if lines.is_empty() {
        return Err(Problem::field("messages", "there are none"));
    }
    let whose =
        Whose { user_id: add.user_id, agent_id: add.agent_id, run_id: add.run_id, app_id: add.app_id, top_k: None };
    let whose = whose.with_filters(add.filters)?;
    let caller = acting(caller, &whose).await?;
    let name = caller.user.name.clone();
    let at = add.timestamp.map(|seconds| {
        let micros = seconds.checked_mul(1_000_000).ok_or_else(|| Problem::field("timestamp", "it is out of range"))?;
        Ok::<_, Problem>(Timestamp::from_micros(micros))
    });
    let expires = moment("expiration_date", add.expiration_date.as_deref(), caller.reading())?;
    let with = With {
        tags: whose.tags(),
        metadata: add.metadata,
        run: whose.run_id,
        at: at.transpose()?.or(caller.came_at),
        expires: expires.map_or(Expiry::Unsaid, Expiry::At),
    };
    let infer = add.infer.unwrap_or(true);
    let results = caller
        .change(move |engine, space| {
            let taken = if infer { learned(engine, space, lines, &with)? } else { kept(engine, space, lines, &with)? };
            Ok(taken
                .iter()
                .map(|(event, view)| Mem0Memory { event: Some(event), ..Mem0Memory::of(view, &name) })
                .collect())
        })
        .await?;
    Ok(Json(Results { results }))
}

/// What was taken in, and how.
type Taken = Vec<(&'static str, MemoryView)>;

/// Keeps what was said as it is.
fn kept(engine: &Engine, space: &SpaceHandle, lines: Vec<(String, String)>, with: &With) -> Result<Taken, Error> {
    let draft = |text: String| Draft {
        tags: with.tags.iter().cloned().collect(),
        value: with.metadata.clone(),
        source: cofio_domain::axes::Source::UserStated,
        app: engine.settings().app.clone(),
        valid_from: with.at,
        expires: with.expires,
        ..Draft::said(text)
    };
    let drafts: Vec<Draft> = lines.into_iter().map(|(_, text)| draft(text)).collect();
    // All of them or none: who is told that it failed sends everything again.
    let trying = engine.set_up(Settings { dry_run: true, ..engine.settings().clone() });
    for draft in &drafts {
        refused(&trying.remember(space, draft)?)?;
    }
    let mut taken = Vec::new();
    for draft in drafts {
        let written = engine.remember(space, &draft)?;
        refused(&written)?;
        let event = match written.event.action {
            Action::Saved => "ADD",
            Action::Updated => "UPDATE",
            _ => "NONE",
        };
        taken.extend(written.event.memory.map(|view| (event, view)));
    }
    Ok(taken)
}

/// Fails where something is not kept.
fn refused(written: &Written) -> Result<(), Error> {
    match written.event.action {
        Action::Refused => Err(Error::Refused(written.message.clone())),
        _ => Ok(()),
    }
}

/// Records what was said, and learns from it.
fn learned(engine: &Engine, space: &SpaceHandle, lines: Vec<(String, String)>, with: &With) -> Result<Taken, Error> {
    let at = with.at.map(|at| at.to_string());
    let line = |(role, text): (String, String)| MessageLine::read(json!({"role": role, "text": text, "at": at}));
    let lines = (1..).zip(lines.into_iter().map(line));
    let recording = Recording { session: with.run.clone(), surface: Surface::Api, project: None };
    let recorded = engine.record(space, &recording, lines)?;
    if let Some(failed) = recorded.lines.iter().find(|line| line.action == "failed") {
        return Err(Error::Invalid(failed.reason.clone().unwrap_or_default()));
    }
    let Some(session) = recorded.session else { return Ok(Vec::new()) };
    let lesson = engine.close_session(space, &session.id.to_string())?.learned;
    let Some(run) = lesson.and_then(|lesson| lesson.run) else { return Ok(Vec::new()) };
    let mut changes: Vec<Change> = with.tags.iter().cloned().map(Change::Tag).collect();
    changes.extend(with.metadata.clone().map(|metadata| Change::Value(Some(metadata))));
    changes.extend(matches!(with.expires, Expiry::At(_)).then_some(Change::Expires(with.expires)));
    let mut taken: Taken = Vec::new();
    let done = engine.activity(space, &ActivityQuery { job: Some(run), ..ActivityQuery::default() })?;
    for item in done.into_iter().rev().flat_map(|operation| operation.items) {
        let Some(id) = item.memory else { continue };
        if taken.iter().any(|(_, known)| known.id == id) || item.after.is_none() {
            continue;
        }
        if !changes.is_empty() {
            engine.set(space, &id.to_string(), &changes)?;
        }
        let event = if item.before.is_some() { "UPDATE" } else { "ADD" };
        taken.push((event, engine.show(space, &id.to_string())?.memory));
    }
    Ok(taken)
}

pub(super) async fn listed(
    caller: Caller<Read>,
    whose: Whose,
    filters: Option<Value>,
) -> Result<Vec<Mem0Memory>, Problem> {
    let (filter, whose) = Filter::read(filters, whose)?;
    let Some(caller) = acting_if_known(caller, &whose).await? else { return Ok(Vec::new()) };
    let name = caller.user.name.clone();
    let most = whose.top_k.unwrap_or(100).clamp(1, 1_000);
    caller
        .ask(move |engine, space| {
            let found = engine.list(space, &ListFilter::default())?.items.into_iter();
            let fitting = found.filter_map(|item| match item {
                Item::Memory(view) if whose.fits(&view) => Some(Mem0Memory::of(&view, &name)),
                _ => None,
            });
            Ok(fitting.filter(|memory| filter.fits(memory)).take(most).collect())
        })
        .await
}

/// How many more are looked at where some may not fit.
const WIDER: usize = 4;

pub(super) async fn searched(caller: Caller<Read>, search: Search) -> Result<Json<Results>, Problem> {
    if search.query.trim().is_empty() {
        return Err(Problem::field("query", "say what is asked"));
    }
    let (user_id, agent_id) = (search.user_id, search.agent_id);
    let whose = Whose { user_id, agent_id, run_id: search.run_id, app_id: search.app_id, top_k: None };
    let (filter, whose) = Filter::read(search.filters, whose)?;
    let Some(caller) = acting_if_known(caller, &whose).await? else { return Ok(Json(Results { results: Vec::new() })) };
    let name = caller.user.name.clone();
    let most = search.top_k.or(search.limit).unwrap_or(20).clamp(1, 200);
    let least = search.threshold.unwrap_or(0.0);
    let results = caller
        .ask(move |engine, space| {
            let all_fit = whose.tags().is_empty() && filter.is_plain();
            let limit = if all_fit { most } else { most * WIDER };
            let query = RecallQuery { messages: false, limit, ..RecallQuery::new(search.query) };
            let hits = engine.recall(space, &query)?.hits;
            let fitting = hits.iter().filter_map(|hit| match &hit.item {
                // Scores of this dialect end at 1, and thresholds are chosen for that.
                Item::Memory(view) if whose.fits(view) && hit.score.min(1.0) >= least => {
                    Some(Mem0Memory { score: Some(hit.score.clamp(0.0, 1.0)), ..Mem0Memory::of(view, &name) })
                }
                _ => None,
            });
            Ok(fitting.filter(|memory| filter.fits(memory)).take(most).collect())
        })
        .await?;
    Ok(Json(Results { results }))
}

pub(super) async fn shown(caller: Caller<Read>, id: String) -> Result<Json<Mem0Memory>, Problem> {
    let caller = holding(caller, &id).await?;
    let name = caller.user.name.clone();
    let shown = caller
        .ask(move |engine, space| match engine.show(space, &id)?.memory {
            // What was deleted is not there any more, in this dialect.
            gone if matches!(gone.status, Status::Forgotten | Status::Trashed) => {
                Err(Error::NotFound { what: "memory", text: id })
            }
            memory => Ok(memory),
        })
        .await?;
    Ok(Json(Mem0Memory::of(&shown, &name)))
}

pub(super) async fn updated(caller: Caller<Write>, id: String, update: Update) -> Result<Json<Mem0Memory>, Problem> {
    let caller = holding(caller, &id).await?;
    let name = caller.user.name.clone();
    let view = caller.change(move |engine, space| update_one(engine, space, &id, update)).await?;
    Ok(Json(Mem0Memory::of(&view, &name)))
}

/// Changes a memory, and returns it as it is then.
pub(super) fn update_one(engine: &Engine, space: &SpaceHandle, id: &str, update: Update) -> Result<MemoryView, Error> {
    let mut changes = Vec::new();
    changes.extend(update.metadata.map(|metadata| Change::Value(Some(metadata))));
    if let Some(date) = update.expiration_date {
        let at =
            moment("expiration_date", date.as_deref(), engine).map_err(|wrong| Error::Invalid(wrong.detail.clone()))?;
        changes.push(Change::Expires(at.map_or(Expiry::Never, Expiry::At)));
    }
    let draft = update.text.map(Draft::said);
    if draft.is_some() || !changes.is_empty() {
        refused(&crate::api::changed(engine, space, id, draft.as_ref(), &changes)?)?;
    }
    Ok(engine.show(space, id)?.memory)
}

pub(super) async fn deleted(caller: Caller<Forget>, id: String) -> Result<Json<Done>, Problem> {
    let caller = holding(caller, &id).await?;
    caller.change(move |engine, space| delete_one(engine, space, &id)).await?;
    Ok(Json(Done { message: "Memory deleted successfully!" }))
}

pub(super) fn delete_one(engine: &Engine, space: &SpaceHandle, id: &str) -> Result<(), Error> {
    engine.delete(space, id, None).map(drop)
}

pub(super) async fn deleted_all(caller: Caller<Forget>, whose: Whose) -> Result<Json<Done>, Problem> {
    if whose.user_id.is_none() && whose.tags().is_empty() {
        return Err(Problem::invalid("say whose: user_id, agent_id or run_id"));
    }
    let done = Json(Done { message: "All relevant memories deleted" });
    let Some(caller) = acting_if_known(caller, &whose).await? else { return Ok(done) };
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
    Ok(done)
}

pub(super) async fn told_history(caller: Caller<Read>, id: String) -> Result<Json<Vec<Mem0Change>>, Problem> {
    let caller = holding(caller, &id).await?;
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
