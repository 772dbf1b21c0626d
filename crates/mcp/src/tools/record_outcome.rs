//! `record_outcome`: what rested on memories proved right or wrong.

use cofio_domain::key::Scope;
use cofio_domain::policy::decay::Outcome as Proved;
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
    /// The ids of the memories that your answer or action rested on.
    memory_ids: Vec<String>,
    /// confirmed: it proved right; contradicted: it proved wrong.
    #[schemars(schema_with = "outcomes")]
    outcome: String,
}

fn outcomes(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    schema::one_of([Proved::Confirmed.word(), Proved::Contradicted.word()])
}

pub(super) const SPEC: ToolSpec = ToolSpec {
    name: "record_outcome",
    title: "Record outcome",
    description: "Call this when something you did because of memories turned out right or wrong: the user took or refused \
                  what you suggested because of them. It makes those memories surer or less sure. Being looked up is no \
                  outcome.",
    scope: Scope::Write,
    hints: Hints::Idempotent,
    profiles: FULL,
    input: schema::of::<Arguments>,
    output: schema::write,
    run: |caller, arguments| Box::pin(run(caller, arguments)),
};

async fn run(caller: Caller, arguments: JsonObject) -> Result<Done, Refusal> {
    let Arguments { memory_ids, outcome } = read(arguments)?;
    let Some(proved @ (Proved::Confirmed | Proved::Contradicted)) = word::<Proved>("outcome", Some(&outcome))? else {
        return Err(Refusal::Invalid("outcome: confirmed or contradicted.".into()));
    };
    let written = caller
        .ask(move |caller| {
            let which: Vec<&str> = memory_ids.iter().map(String::as_str).collect();
            caller.engine.record_outcome(&caller.space, &which, proved)
        })
        .await?;
    caller.around.wrote(written.event.action.word());
    Ok(Done::Outcome(Outcome::of(&written)))
}
