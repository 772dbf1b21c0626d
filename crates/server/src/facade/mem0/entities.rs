//! Whom there are memories of: users, and the agents, runs and apps that wrote them.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::Path;
use cofio_domain::time::Timestamp;
use cofio_engine::{Engine, Error, Item, ListFilter};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::doing::deleted_all;
use super::shapes::{Detail, Done, Whose};
use crate::auth::Via;
use crate::caller::{Caller, Forget, Read};
use crate::problem::Problem;

/// Somebody there are memories of.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Entity {
    id: String,
    name: String,
    /// `user`, `agent`, `run` or `app`.
    #[serde(rename = "type")]
    #[schema(example = "user")]
    kind: &'static str,
    total_memories: usize,
    created_at: String,
    updated_at: String,
    owner: String,
    #[schema(value_type = Object)]
    metadata: Value,
}

/// Everybody there are memories of.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Entities {
    count: usize,
    next: Option<String>,
    previous: Option<String>,
    results: Vec<Entity>,
}

/// The tags by which the others are known.
const KINDS: [(&str, &str); 3] = [("agent:", "agent"), ("run:", "run"), ("app:", "app")];

/// How many memories, the first and the last of them.
type Tally = BTreeMap<(&'static str, String), (usize, Timestamp, Timestamp)>;

fn tally(found: &mut Tally, kind: &'static str, name: &str, at: Timestamp) {
    let entry = found.entry((kind, name.to_owned())).or_insert((0, at, at));
    *entry = (entry.0 + 1, entry.1.min(at), entry.2.max(at));
}

/// List users, agents, runs and apps that have memories
///
/// A caller that acts for others sees those others, and not itself.
#[utoipa::path(get, path = "/v1/entities/", tag = "mem0",
    responses((status = 200, description = "Everybody", body = Entities), (status = "4XX", description = "Not shown", body = Detail)))]
pub(crate) async fn list(caller: Caller<Read>) -> Result<Json<Entities>, Problem> {
    let (own, others) = (caller.user.clone(), caller.may_act_for_others());
    let keyless = caller.principal.via == Via::ThisMachine;
    let domains = caller.principal.domains.clone();
    let results = caller
        .ask(move |engine, space| {
            let mut found = Tally::new();
            count(engine, space, &mut found, (!others).then_some(own.name.as_str()))?;
            for user in if others { engine.users()? } else { Vec::new() } {
                let user = engine.known_user(&user.name)?;
                // Who has keys of their own is nobody here without one.
                if user.id == own.id || (keyless && engine.has_keys(user.id)?) {
                    continue;
                }
                let space = engine.personal_space(&user)?;
                let space = domains.clone().map_or(space.clone(), |domains| space.narrowed_to(domains));
                count(engine, &space, &mut found, Some(&user.name))?;
            }
            Ok(found)
        })
        .await?;
    let owner = caller.user.name.clone();
    let results: Vec<Entity> = results
        .into_iter()
        .map(|((kind, name), (total_memories, first, last))| Entity {
            id: name.clone(),
            name,
            kind,
            total_memories,
            created_at: first.to_string(),
            updated_at: last.to_string(),
            owner: owner.clone(),
            metadata: Value::Object(serde_json::Map::new()),
        })
        .collect();
    Ok(Json(Entities { count: results.len(), next: None, previous: None, results }))
}

fn count(
    engine: &Engine,
    space: &cofio_domain::space::SpaceHandle,
    found: &mut Tally,
    user: Option<&str>,
) -> Result<(), Error> {
    for item in engine.list(space, &ListFilter::default())?.items {
        let Item::Memory(view) = item else { continue };
        if let Some(user) = user {
            tally(found, "user", user, view.recorded_at);
        }
        for (prefix, kind) in KINDS {
            for name in view.claim.tags.iter().filter_map(|tag| tag.strip_prefix(prefix)) {
                tally(found, kind, name, view.recorded_at);
            }
        }
    }
    Ok(())
}

/// Delete all memories of a user, an agent, a run or an app
#[utoipa::path(delete, path = "/v2/entities/{kind}/{name}/", tag = "mem0",
    params(("kind" = String, Path, description = "`user`, `agent`, `run` or `app`"), ("name" = String, Path, description = "Its name")),
    responses((status = 200, description = "Done", body = Done), (status = "4XX", description = "Not done", body = Detail)))]
pub(crate) async fn delete(
    caller: Caller<Forget>,
    Path((kind, name)): Path<(String, String)>,
) -> Result<Json<Done>, Problem> {
    let whose = match kind.as_str() {
        "user" => Whose { user_id: Some(name), ..Whose::default() },
        "agent" => Whose { agent_id: Some(name), ..Whose::default() },
        "run" => Whose { run_id: Some(name), ..Whose::default() },
        "app" => Whose { app_id: Some(name), ..Whose::default() },
        _ => return Err(Problem::field("kind", "user, agent, run or app")),
    };
    deleted_all(caller, whose).await
}
