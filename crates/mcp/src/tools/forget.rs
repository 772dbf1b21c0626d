//! `forget`: something is not to be used any more.

use cofio_domain::key::Scope;
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
    /// Why, where the user says.
    reason: Option<String>,
}

pub(super) const SPEC: ToolSpec = ToolSpec {
    name: "forget",
    title: "Forget",
    description: "Call this when the user asks you to forget something or says that a memory must not be used any more. It \
                  is out of use at once, in every assistant. Never call it on your own judgment: for something that \
                  changed call update_memory. If several memories match, ask the user which. The user can take it back; \
                  erasing for good is theirs alone: cofio erase.",
    scope: Scope::Forget,
    hints: Hints::Ends,
    profiles: CORE,
    input: schema::of::<Arguments>,
    output: schema::write,
    run: |caller, arguments| Box::pin(run(caller, arguments)),
};

async fn run(caller: Caller, arguments: JsonObject) -> Result<Done, Refusal> {
    let Arguments { id_or_substring: which, reason } = read(arguments)?;
    let written = caller.ask(move |caller| caller.engine.forget(&caller.space, &which, reason.as_deref())).await?;
    caller.around.wrote(written.event.action.word());
    Ok(Done::Outcome(Outcome::of(&written)))
}
