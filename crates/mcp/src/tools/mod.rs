//! The tools, a file each: what it is for, when to call it, what it takes, what it does.

mod aliases;
mod anthropic;
mod carried;
mod chatgpt;
mod confirm_memory;
mod end_session;
mod explain;
mod forget;
mod get_context;
mod history;
mod link_memories;
mod list_memories;
mod log_turn;
mod openmemory;
mod propose_memory;
mod recall;
mod record_outcome;
mod remember;
mod resolve_conflict;
mod tasks;
mod undo;
mod update_memory;
mod words;

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use cofio_domain::key::Scope;
use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::caller::Caller;
use crate::confirm::Need;
use crate::outcome::{Outcome, Refusal};
use crate::profile::Profile;

pub(crate) use aliases::meant;
pub(crate) use get_context::compose;

/// What a tool came to, as far as it goes without the person.
#[derive(Debug)]
pub enum Done {
    /// It is done.
    #[allow(private_interfaces, reason = "only this crate makes and reads them")]
    Outcome(Outcome),
    /// The person must settle something; and what is said where they cannot be asked.
    #[allow(private_interfaces, reason = "only this crate makes and reads them")]
    Confirm(Need, Outcome),
}

impl Done {
    /// Returns what is said without asking the person.
    pub(crate) fn or_waiting(self) -> Outcome {
        match self {
            Done::Outcome(outcome) | Done::Confirm(_, outcome) => outcome,
        }
    }
}

/// A tool at work.
type Running = Pin<Box<dyn Future<Output = Result<Done, Refusal>> + Send>>;

/// A tool.
pub struct ToolSpec {
    /// What it is called.
    pub name: &'static str,
    /// What people call it.
    pub title: &'static str,
    /// When to call it and how, for a model.
    pub description: &'static str,
    /// What a caller must be allowed.
    pub scope: Scope,
    /// What a client may rely on.
    pub hints: Hints,
    /// The sets it is in.
    pub profiles: &'static [Profile],
    pub(crate) input: fn() -> JsonObject,
    pub(crate) output: fn() -> JsonObject,
    pub(crate) run: fn(Caller, JsonObject) -> Running,
}

/// What a client may rely on. No tool touches anything but memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hints {
    /// It changes nothing.
    Reads,
    /// It adds or changes; the same call again does nothing more.
    Idempotent,
    /// It adds or changes, each time.
    Adds,
    /// It takes away; the same call again does nothing more.
    Ends,
    /// It may take away.
    Destroys,
}

impl ToolSpec {
    /// Returns it as it is listed.
    pub fn listed(&self) -> Tool {
        let mut tool = Tool::new(self.name, self.description, Arc::new((self.input)()));
        tool.title = Some(self.title.to_owned());
        tool.output_schema = Some(Arc::new((self.output)()));
        let (reads, destroys, idempotent) = match self.hints {
            Hints::Reads => (true, false, true),
            Hints::Idempotent => (false, false, true),
            Hints::Adds => (false, false, false),
            Hints::Ends => (false, true, true),
            Hints::Destroys => (false, true, false),
        };
        let hints = ToolAnnotations::with_title(self.title).read_only(reads).destructive(destroys);
        tool.annotations = Some(hints.idempotent(idempotent).open_world(false));
        tool
    }
}

const CORE: &[Profile] = &[Profile::Core, Profile::Full];
const FULL: &[Profile] = &[Profile::Full];

/// Every tool, in the order in which it is listed.
pub const TOOLS: &[ToolSpec] = &[
    get_context::SPEC,
    recall::SPEC,
    remember::SPEC,
    update_memory::SPEC,
    forget::SPEC,
    confirm_memory::SPEC,
    propose_memory::SPEC,
    list_memories::SPEC,
    link_memories::SPEC,
    explain::SPEC,
    history::SPEC,
    undo::SPEC,
    resolve_conflict::SPEC,
    record_outcome::SPEC,
    log_turn::SPEC,
    end_session::SPEC,
    tasks::SET,
    tasks::LIST,
    chatgpt::SEARCH,
    chatgpt::FETCH,
    anthropic::SPEC,
    openmemory::ADD,
    openmemory::SEARCH,
    openmemory::LIST,
    openmemory::DELETE,
    openmemory::DELETE_ALL,
];

/// Returns the tools of a set.
pub(crate) fn of(profile: Profile) -> impl Iterator<Item = &'static ToolSpec> {
    TOOLS.iter().filter(move |tool| tool.profiles.contains(&profile))
}

/// Reads what a tool was given.
pub(crate) fn read<T: DeserializeOwned>(arguments: JsonObject) -> Result<T, Refusal> {
    serde_json::from_value(Value::Object(arguments))
        .map_err(|error| Refusal::Invalid(format!("The arguments make no sense: {error}. Nothing was done.")))
}
