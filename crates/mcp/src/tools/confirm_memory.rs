//! `confirm_memory`: something still holds, or does not.

use cofio_domain::key::Scope;
use cofio_domain::policy::decay::Outcome as Proved;
use rmcp::model::JsonObject;
use schemars::JsonSchema;
use serde::Deserialize;

use super::{CORE, Done, Hints, ToolSpec, read};
use crate::caller::Caller;
use crate::outcome::{Outcome, Refusal};
use crate::schema;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    /// The id of the memory (mem_…), or words that only it has.
    id_or_substring: String,
    /// false where the user says that it does not hold any more.
    still_true: Option<bool>,
}

pub(super) const SPEC: ToolSpec = ToolSpec {
    name: "confirm_memory",
    title: "Confirm memory",
    description: "Call this when the user says that something you remembered is right or still holds, or, with still_true \
                  false, that it does not. Only on the user's own word, never because it seems likely to you. If they say \
                  what holds instead, call update_memory.",
    scope: Scope::Write,
    hints: Hints::Idempotent,
    profiles: CORE,
    input: schema::of::<Arguments>,
    output: schema::write,
    run: |caller, arguments| Box::pin(run(caller, arguments)),
};

async fn run(caller: Caller, arguments: JsonObject) -> Result<Done, Refusal> {
    let Arguments { id_or_substring: which, still_true } = read(arguments)?;
    let written = caller
        .ask(move |caller| {
            if still_true.unwrap_or(true) {
                // Memories alone: what was proposed is the person's to take, not a model's.
                caller.engine.confirm(&caller.space, &which)
            } else {
                caller.engine.record_outcome(&caller.space, &[&which], Proved::Contradicted)
            }
        })
        .await?;
    caller.around.wrote(written.event.action.word());
    Ok(Done::Outcome(Outcome::of(&written)))
}
