//! `update_memory`: what is known has changed, or was wrong.

use cofio_domain::axes::Source;
use cofio_domain::key::Scope;
use cofio_engine::Draft;
use rmcp::model::JsonObject;
use schemars::JsonSchema;
use serde::Deserialize;

use super::{CORE, Done, Hints, ToolSpec, read};
use crate::caller::Caller;
use crate::confirm::Need;
use crate::outcome::Refusal;
use crate::schema;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    /// The id of the memory (mem_…), or words that only it has.
    id_or_substring: String,
    /// What holds now, in one sentence.
    new_content: String,
    /// More about it.
    detail: Option<String>,
}

pub(super) const SPEC: ToolSpec = ToolSpec {
    name: "update_memory",
    title: "Update memory",
    description: "Call this instead of remember when the user corrects or changes something that is known: they moved, \
                  changed their mind, or say that a memory is wrong. Find it with recall first and pass its id. The old \
                  version stays in its history. Tell the user what changed.",
    scope: Scope::Write,
    hints: Hints::Adds,
    profiles: CORE,
    input: schema::of::<Arguments>,
    output: schema::write,
    run: |caller, arguments| Box::pin(run(caller, arguments)),
};

async fn run(caller: Caller, arguments: JsonObject) -> Result<Done, Refusal> {
    let Arguments { id_or_substring: which, new_content, detail } = read(arguments)?;
    let content = new_content.clone();
    let written = caller
        .ask(move |caller| {
            let draft = Draft {
                body: detail,
                source: Source::UserStated,
                authored_by_person: false,
                app: caller.app.clone(),
                ..Draft::said(new_content)
            };
            caller.engine.update(&caller.space, &which, &draft)
        })
        .await?;
    caller.around.wrote(written.event.action.word());
    Ok(Need::of(written, &content))
}
