//! `link_memories`: what has to do with what.

use cofio_domain::key::Scope;
use cofio_domain::link::Relation;
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
    /// The id of the one memory.
    from: String,
    /// The id of the other.
    to: String,
    /// How the first stands to the second; relates_to unless you say otherwise.
    #[schemars(schema_with = "relations")]
    relation: Option<String>,
}

fn relations(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    schema::one_of(Relation::ALL.iter().map(|relation| relation.word()))
}

pub(super) const SPEC: ToolSpec = ToolSpec {
    name: "link_memories",
    title: "Link memories",
    description: "Call this when the user says how two remembered things belong together: one supports, extends or is part \
                  of the other, or one is about the other. Both must be known; find their ids with recall.",
    scope: Scope::Write,
    hints: Hints::Idempotent,
    profiles: FULL,
    input: schema::of::<Arguments>,
    output: schema::write,
    run: |caller, arguments| Box::pin(run(caller, arguments)),
};

async fn run(caller: Caller, arguments: JsonObject) -> Result<Done, Refusal> {
    let Arguments { from, to, relation } = read(arguments)?;
    let relation = word("relation", relation.as_deref())?.unwrap_or(Relation::RelatesTo);
    let written = caller.ask(move |caller| caller.engine.link(&caller.space, &from, &to, relation)).await?;
    caller.around.wrote(written.event.action.word());
    Ok(Done::Outcome(Outcome::of(&written)))
}
