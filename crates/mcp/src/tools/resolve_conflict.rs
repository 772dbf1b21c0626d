//! `resolve_conflict`: the person says which of two claims holds.

use cofio_domain::conflict::Resolution;
use cofio_domain::key::Scope;
use rmcp::model::JsonObject;
use schemars::JsonSchema;
use serde::Deserialize;

use super::words::word;
use super::{Done, FULL, Hints, ToolSpec, read};
use crate::caller::Caller;
use crate::outcome::{Outcome, Refusal};
use crate::schema;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    /// The id of the conflict (conf_…), from list_memories with status conflict.
    conflict_id: String,
    /// left: what was known stands; right: the other claim is true; both: first the one, now the other; neither.
    #[schemars(schema_with = "choices")]
    choice: String,
}

fn choices(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    schema::one_of(Resolution::ALL.iter().map(|resolution| resolution.word()))
}

pub(super) const SPEC: ToolSpec = ToolSpec {
    name: "resolve_conflict",
    title: "Resolve conflict",
    description: "Call this when two remembered claims contradict each other and the user has told you in this conversation \
                  which holds. Ask them; never decide it yourself.",
    scope: Scope::Write,
    hints: Hints::Adds,
    profiles: FULL,
    input: schema::of::<Arguments>,
    output: schema::write,
    run: |caller, arguments| Box::pin(run(caller, arguments)),
};

async fn run(caller: Caller, arguments: JsonObject) -> Result<Done, Refusal> {
    let Arguments { conflict_id, choice } = read(arguments)?;
    let Some(choice) = word::<Resolution>("choice", Some(&choice))? else {
        return Err(Refusal::Invalid("choice: left, right, both or neither.".into()));
    };
    let written = caller.ask(move |caller| caller.engine.resolve(&caller.space, &conflict_id, choice)).await?;
    caller.around.wrote(written.event.action.word());
    Ok(Done::Outcome(Outcome::of(&written)))
}
