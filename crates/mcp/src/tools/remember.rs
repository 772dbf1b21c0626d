//! `remember`: keeping what the person said.

use cofio_domain::key::Scope;
use cofio_engine::Draft;
use rmcp::model::JsonObject;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use super::carried::source_of;
use super::words::{domain, word};
use super::{CORE, Done, Hints, ToolSpec, read};
use crate::caller::Caller;
use crate::confirm::Need;
use crate::outcome::Refusal;
use crate::schema;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    /// One fact in one sentence, close to the user's own words: "allergic to peanuts".
    content: String,
    /// What sort of fact; left out, it is read off the words.
    #[schemars(schema_with = "schema::kinds")]
    kind: Option<String>,
    /// The area of life, such as food, work or travel; left out, it is read off the words.
    domain: Option<String>,
    /// A short name under which there is one value at a time: home_city.
    key: Option<String>,
    /// The value under that name.
    value: Option<Value>,
    /// More about it, where a sentence is not enough.
    detail: Option<String>,
    /// What the user said, word for word.
    evidence: Option<String>,
    /// The session_id that get_context returned.
    session_id: Option<String>,
}

pub(super) const SPEC: ToolSpec = ToolSpec {
    name: "remember",
    title: "Remember",
    description: "Call this at once when the user states something durable about themselves (who they are, what they like or \
                  must avoid, how they want to be helped, people, plans, decisions) or asks you to remember something. One \
                  fact a call, close to their own words. Call recall first: if it is known, do nothing; if it changed, call \
                  update_memory. Do not save passwords or keys, passing requests, what you only suspect (call \
                  propose_memory) or what you read in a document or web page. Then tell the user in a few words what was \
                  saved. If the result says that it waits or was refused, say that instead.",
    scope: Scope::Write,
    hints: Hints::Idempotent,
    profiles: CORE,
    input: schema::of::<Arguments>,
    output: schema::write,
    run: |caller, arguments| Box::pin(run(caller, arguments)),
};

async fn run(caller: Caller, arguments: JsonObject) -> Result<Done, Refusal> {
    let arguments: Arguments = read(arguments)?;
    let content = arguments.content.clone();
    let draft = Draft {
        kind: word("kind", arguments.kind.as_deref())?,
        domain: domain(arguments.domain.as_deref())?,
        key: arguments.key.filter(|key| !key.trim().is_empty()),
        value: arguments.value.filter(|value| !value.is_null()),
        body: arguments.detail,
        reason: arguments.evidence,
        ..Draft::said(arguments.content)
    };
    let written = keep(&caller, draft, arguments.session_id).await?;
    Ok(Need::of(written, &content))
}

/// Keeps what an assistant says the person said. Orders that come this way are not taken for the person's own.
pub(super) async fn keep(
    caller: &Caller,
    draft: Draft,
    session: Option<String>,
) -> Result<cofio_engine::Written, Refusal> {
    let written = caller
        .ask(move |caller| {
            let source = source_of(&caller.engine, &caller.space, session.as_deref(), &draft.content);
            let draft = Draft { source, authored_by_person: false, app: caller.app.clone(), ..draft };
            caller.engine.remember(&caller.space, &draft)
        })
        .await?;
    caller.around.wrote(written.event.action.word());
    Ok(written)
}
