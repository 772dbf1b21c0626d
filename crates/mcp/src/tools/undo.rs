//! `undo`: taking something back.

use cofio_domain::key::Scope;
use cofio_engine::Undo;
use rmcp::model::JsonObject;
use schemars::JsonSchema;
use serde::Deserialize;

use super::{Done, FULL, Hints, ToolSpec, read};
use crate::caller::Caller;
use crate::outcome::{Outcome, Refusal};
use crate::schema;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    /// The op_id that a write returned.
    operation_id: String,
}

pub(super) const SPEC: ToolSpec = ToolSpec {
    name: "undo",
    title: "Undo",
    description: "Call this when the user wants the last change of memory taken back (\"no, don't save that\", \"bring it \
                  back\"). Pass the op_id that the change returned.",
    scope: Scope::Write,
    hints: Hints::Idempotent,
    profiles: FULL,
    input: schema::of::<Arguments>,
    output: schema::write,
    run: |caller, arguments| Box::pin(run(caller, arguments)),
};

async fn run(caller: Caller, arguments: JsonObject) -> Result<Done, Refusal> {
    let Arguments { operation_id } = read(arguments)?;
    caller.sees_everything()?;
    let written = caller
        .ask(move |caller| {
            let which = Some(operation_id.trim()).filter(|which| !which.is_empty() && *which != "last");
            caller.engine.undo(&caller.space, Undo { which, cascade: false })
        })
        .await?;
    caller.around.wrote(written.event.action.word());
    Ok(Done::Outcome(Outcome::of(&written)))
}
