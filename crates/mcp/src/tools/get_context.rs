//! `get_context`: what an assistant should know before it says anything.

use std::sync::Arc;

use cofio_domain::key::Scope;
use cofio_domain::time::Timestamp;
use cofio_engine::compose::{Context, ContextQuery, SessionStart};
use rmcp::model::JsonObject;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use super::words::domain;
use super::{CORE, Done, Hints, ToolSpec, read};
use crate::caller::Caller;
use crate::outcome::{Outcome, Refusal};
use crate::schema;

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    /// The user's message, as they wrote it.
    query: Option<String>,
    /// The session_id of an earlier get_context in this conversation. Leave it out the first time.
    session_id: Option<String>,
    /// Only these areas of life, such as food or work.
    domains: Option<Vec<String>>,
    /// The project that is worked on.
    project: Option<String>,
}

pub(super) const SPEC: ToolSpec = ToolSpec {
    name: "get_context",
    title: "Get context",
    description: "Call this at the start of every conversation, before your first answer, with the user's first message as \
                  `query`; call it again when the topic changes. Returns what matters now about the user: rules to \
                  respect, preferences, what is going on. Respect the rules; use the rest as background without reciting \
                  it. Keep the returned session_id and pass it to later calls in this conversation.",
    scope: Scope::Read,
    hints: Hints::Reads,
    profiles: CORE,
    input: schema::of::<Arguments>,
    output: || {
        schema::written(json!({
            "type": "object",
            "properties": {
                "text": {"type": "string", "description": "what to know, to be read as background"},
                "session_id": {"type": "string"},
                "answer_id": {"type": "string", "description": "for explain"},
                "memories": {"type": "array", "items": {"type": "object", "properties": {
                    "handle": {"type": "string"}, "id": {"type": "string"}, "text": {"type": "string"}, "why": {"type": "string"},
                }, "required": ["handle", "id", "text"]}},
                "tokens": {"type": "integer"},
                "trouble": {"type": ["string", "null"]},
            },
            "required": ["text", "session_id", "answer_id", "memories"],
        }))
    },
    run: |caller, arguments| Box::pin(run(caller, arguments)),
};

async fn run(mut caller: Caller, arguments: JsonObject) -> Result<Done, Refusal> {
    let arguments: Arguments = read(arguments)?;
    if let Some(domains) = &arguments.domains {
        let mut only = std::collections::BTreeSet::new();
        for name in domains {
            only.extend(domain(Some(name))?);
        }
        if !only.is_empty() {
            caller.space = caller.space.clone().narrowed_to(Arc::new(only));
        }
    }
    let session = arguments.session_id.filter(|id| !id.trim().is_empty());
    let (context, session) = compose(&caller, arguments.query, session, arguments.project).await?;
    let answer = caller.around.answered(&caller, &context);
    let memories: Vec<_> = context
        .loaded
        .iter()
        .map(|line| json!({"handle": line.handle, "id": line.id, "text": line.text, "why": line.why}))
        .collect();
    let known = if context.text.is_empty() {
        "Nothing is known about the user that matters here yet. When they say something durable, call remember."
    } else {
        &context.text
    };
    let text = format!("{known}\n\nsession_id: {session}");
    let data = json!({
        "text": context.text,
        "session_id": session,
        "answer_id": answer,
        "memories": memories,
        "tokens": context.tokens.total,
        "trouble": context.trouble,
    });
    Ok(Done::Outcome(Outcome::new(text, data)))
}

/// Composes a context block. Returns it with the name of the session it is for.
pub(crate) async fn compose(
    caller: &Caller,
    message: Option<String>,
    session: Option<String>,
    project: Option<String>,
) -> Result<(Context, String), Refusal> {
    caller
        .ask(move |caller| {
            let engine = &caller.engine;
            let now = engine.now();
            let name = session.unwrap_or_else(|| new_name(now, engine.chance()));
            let recorded = engine.transcript(&caller.space, &name, 0, 1).ok().map(|known| known.session.opened_at);
            let began = recorded.or_else(|| began(&name)).unwrap_or(now).min(now);
            let session = Some(SessionStart { name: name.clone(), began });
            let knobs = caller.context.clone();
            let query = ContextQuery { message, session, window: None, rules: None, project, knobs };
            Ok((engine.context(&caller.space, &query)?, name))
        })
        .await
}

/// Makes a name for a session that says when it began: so nothing has to be kept about it, and its baseline stays.
fn new_name(now: Timestamp, chance: [u8; 32]) -> String {
    format!("mcp-{:x}-{}", now.as_micros(), &blake3::hash(&chance).to_hex()[..10])
}

/// Reads when a session began off its name.
fn began(name: &str) -> Option<Timestamp> {
    let (micros, _) = name.strip_prefix("mcp-")?.split_once('-')?;
    i64::from_str_radix(micros, 16).ok().filter(|micros| *micros > 0).map(Timestamp::from_micros)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_says_by_its_name_when_it_began() {
        let now: Timestamp = "2026-11-14T09:30:00Z".parse().unwrap();
        assert_eq!(began(&new_name(now, [7; 32])), Some(now));
        for other in ["", "mcp-", "mcp-zz-1", "my talk", "mcp--5-1"] {
            assert_eq!(began(other), None, "{other}");
        }
    }
}
