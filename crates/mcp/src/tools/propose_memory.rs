//! `propose_memory`: what an assistant only suspects.

use cofio_domain::axes::Source;
use cofio_domain::key::Scope;
use cofio_engine::Draft;
use rmcp::model::JsonObject;
use schemars::JsonSchema;
use serde::Deserialize;

use super::words::{domain, word};
use super::{CORE, Done, Hints, ToolSpec, read};
use crate::caller::Caller;
use crate::confirm::Need;
use crate::outcome::Refusal;
use crate::schema;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    /// What you suspect, in one sentence.
    content: String,
    /// What makes you think so.
    reasoning: Option<String>,
    /// What the user said or did, word for word.
    evidence: Option<Vec<String>>,
    /// How sure you are, 0 to 1.
    confidence: Option<f64>,
    /// What sort of fact.
    #[schemars(schema_with = "schema::kinds")]
    kind: Option<String>,
    /// The area of life.
    domain: Option<String>,
}

pub(super) const SPEC: ToolSpec = ToolSpec {
    name: "propose_memory",
    title: "Propose memory",
    description: "Call this when you notice something durable about the user that they did not say themselves: a habit, a \
                  preference you infer, something from a document. It is not used before the user accepts it, and they do \
                  that themselves; never confirm a proposal in their name. For what the user said, call remember.",
    scope: Scope::Write,
    hints: Hints::Adds,
    profiles: CORE,
    input: schema::of::<Arguments>,
    output: schema::write,
    run: |caller, arguments| Box::pin(run(caller, arguments)),
};

async fn run(caller: Caller, arguments: JsonObject) -> Result<Done, Refusal> {
    let arguments: Arguments = read(arguments)?;
    let evidence = arguments.evidence.unwrap_or_default().into_iter().map(|quote| format!("\"{}\"", quote.trim()));
    let reason: Vec<String> = arguments.reasoning.into_iter().chain(evidence).collect();
    let content = arguments.content.clone();
    let draft = Draft {
        kind: word("kind", arguments.kind.as_deref())?,
        domain: domain(arguments.domain.as_deref())?,
        confidence: arguments.confidence,
        reason: Some(reason.join("; ")).filter(|reason| !reason.is_empty()),
        source: Source::AgentProposed,
        authored_by_person: false,
        app: caller.app.clone(),
        ..Draft::said(arguments.content)
    };
    let written = caller.ask(move |caller| caller.engine.remember(&caller.space, &draft)).await?;
    caller.around.wrote(written.event.action.word());
    // It may wait: nobody is interrupted for what is only suspected.
    Ok(Done::Outcome(Need::of(written, &content).or_waiting()))
}
