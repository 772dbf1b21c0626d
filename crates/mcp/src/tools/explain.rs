//! `explain`: where a memory comes from, or what an answer was given.

use cofio_domain::key::Scope;
use rmcp::model::JsonObject;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Done, FULL, Hints, ToolSpec, read};
use crate::caller::Caller;
use crate::outcome::{Outcome, Refusal, compact};
use crate::schema;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    /// The answer_id that get_context returned (ans_…; last is the last one), or the id of a memory (mem_…).
    id: String,
}

pub(super) const SPEC: ToolSpec = ToolSpec {
    name: "explain",
    title: "Explain",
    description: "Call this when the user asks why you said something, what you used, or how you know: with an answer_id it \
                  tells which memories were given to that answer and which were left out, with a memory id who said it, \
                  when, and what it rests on.",
    scope: Scope::Read,
    hints: Hints::Reads,
    profiles: FULL,
    input: schema::of::<Arguments>,
    output: || schema::written(json!({"type": "object"})),
    run: |caller, arguments| Box::pin(run(caller, arguments)),
};

async fn run(caller: Caller, arguments: JsonObject) -> Result<Done, Refusal> {
    let Arguments { id } = read(arguments)?;
    if id.trim().starts_with("ans_") || id.trim() == "last" {
        let which = id.trim().to_owned();
        let account = caller.ask(move |caller| Ok(caller.around.account(caller, &which))).await?;
        let Some(account) = account else {
            return Err(Refusal::NotFound(format!("No answer {id} is known here any more.")));
        };
        return Ok(Done::Outcome(Outcome::new(told(&account), account)));
    }
    let why = caller.ask(move |caller| caller.engine.why(&caller.space, &id)).await?;
    let text = format!("{}: {}", why.memory.claim.content, why.because);
    let rests_on: Vec<Value> = why.rests_on.iter().map(compact).collect();
    let data = json!({
        "memory": compact(&why.memory), "because": why.because, "said_by": why.said_by, "app": why.app, "at": why.at,
        "reason": why.reason, "evidence": why.evidence, "rests_on": rests_on,
    });
    Ok(Done::Outcome(Outcome::new(text, data)))
}

/// What an answer was given, in lines.
fn told(account: &Value) -> String {
    let lines = |field: &str| -> Vec<String> {
        let all = account[field].as_array().into_iter().flatten();
        all.map(|line| {
            let content = line["content"].as_str().or(line["id"].as_str()).unwrap_or_default();
            format!("- {content} ({})", line["why"].as_str().unwrap_or_default())
        })
        .collect()
    };
    let (loaded, left_out) = (lines("loaded"), lines("left_out"));
    format!("Given to the answer:\n{}\nLeft out: {}", loaded.join("\n"), left_out.len())
}
