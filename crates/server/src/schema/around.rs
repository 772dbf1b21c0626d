//! What is around memories: jobs, domains, projects, spaces, keys, users.

use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

/// A job.
#[derive(Serialize, ToSchema)]
pub(crate) struct Job {
    #[schema(example = "sweep.expire")]
    kind: String,
    about: String,
    #[schema(example = "waiting")]
    state: String,
    due_at: String,
    started_at: Option<String>,
    ended_at: Option<String>,
    run: Option<String>,
    attempts: u32,
    #[schema(value_type = Option<Value>)]
    stats: Value,
    error: Option<String>,
}

/// A domain.
#[derive(Serialize, ToSchema)]
pub(crate) struct Domain {
    #[schema(example = "health")]
    name: String,
    display_name: String,
    enabled: bool,
    #[schema(example = "high")]
    sensitivity: String,
    opt_in: bool,
    auto_promote: bool,
    default_expiry_days: Option<u32>,
    keywords: Vec<String>,
    memories: usize,
    /// How many are out of sight because it is off.
    hidden: usize,
}

/// A project.
#[derive(Serialize, ToSchema)]
pub(crate) struct Project {
    id: String,
    name: String,
    archived_at: Option<String>,
    memories: usize,
}

/// A space.
#[derive(Serialize, ToSchema)]
pub(crate) struct Space {
    id: String,
    name: String,
    #[schema(example = "shared")]
    kind: String,
    #[schema(example = "owner")]
    role: String,
    recalled: bool,
    created_at: String,
    members: Vec<Member>,
}

/// A member of a space.
#[derive(Serialize, ToSchema)]
pub(crate) struct Member {
    user: String,
    name: String,
    role: String,
}

/// A key: never its secret.
#[derive(Serialize, ToSchema)]
pub(crate) struct Key {
    id: String,
    name: String,
    user: String,
    scopes: Vec<String>,
    /// Nothing is all of them.
    domains: Option<Vec<String>>,
    may_impersonate: bool,
    created_at: String,
    last_used_at: Option<String>,
    revoked_at: Option<String>,
}

/// A user.
#[derive(Serialize, ToSchema)]
pub(crate) struct User {
    id: String,
    name: String,
    created_at: String,
    keys: usize,
}
