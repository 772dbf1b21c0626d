//! What only the person can settle: turning a domain on, letting something be done in their name, picking between two
//! claims. They are asked through their client where it can ask; where it cannot, it waits for them with us.

use std::collections::BTreeMap;
use std::time::Duration;

use cofio_domain::conflict::Resolution;
use cofio_domain::domains::DomainName;
use cofio_domain::key::Scope;
use cofio_engine::{Action, Written};
use rmcp::RoleServer;
use rmcp::model::{
    ElicitRequest, ElicitRequestParams, ElicitResult, ElicitationAction, ElicitationSchema, InputRequest,
    InputRequiredResult, JsonObject, ProtocolVersion, RequestStateCodec, SealOptions,
};
use rmcp::service::RequestContext;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::caller::Caller;
use crate::outcome::{Outcome, Refusal, domain_off};
use crate::tools::{Done, ToolSpec};

/// How long an answer is waited for, and how long a question is good.
const PATIENCE: Duration = Duration::from_secs(10 * 60);

/// What the question is called among what a client is to bring.
const NAME: &str = "confirm";

/// What only the person can settle.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) enum Need {
    /// To turn on a domain. Nothing of the words is in here.
    Domain { domain: DomainName },
    /// To take or decline something that waits.
    Proposal { id: String, content: String },
    /// To say which of two claims holds.
    Conflict { id: String, old: String, new: String },
}

impl Need {
    /// Returns what a write leaves to the person, and what is said where they cannot be asked now.
    pub(crate) fn of(written: Written, content: &str) -> Done {
        let made = |prefix: &str| written.event.made.iter().find(|id| id.starts_with(prefix)).cloned();
        if let Some(domain) = written.event.ask_domain.clone() {
            let told = Outcome::told(&written, domain_off(domain.as_str()));
            return Done::Confirm(Need::Domain { domain }, told);
        }
        let waits = matches!(written.event.action, Action::Proposed | Action::Skipped);
        if let Some(id) = made("prop_").filter(|_| waits) {
            let told = "Not active yet: an assistant cannot settle this alone, so it waits for the user, who decides with: cofio \
                        proposals. Tell them so; do not decide it for them.";
            let need = Need::Proposal { id, content: content.to_owned() };
            return Done::Confirm(need, Outcome::told(&written, told.to_owned()));
        }
        if let Some(id) = made("conf_").filter(|_| written.event.action == Action::Disputed) {
            let old = written.event.memory.as_ref().map(|memory| memory.claim.content.clone()).unwrap_or_default();
            let need = Need::Conflict { id, old, new: content.to_owned() };
            return Done::Confirm(need, Outcome::of(&written));
        }
        Done::Outcome(Outcome::of(&written))
    }

    fn question(&self) -> (String, Value) {
        let decision =
            |words: &[&str], about: &str| json!({"type": "string", "title": about, "enum": words, "default": words[0]});
        let form = |properties: Value| json!({"type": "object", "properties": properties, "required": ["decision"]});
        match self {
            Need::Domain { domain } => (
                format!("{domain} memory is off, so nothing was saved. Turn it on and save this?"),
                form(json!({"decision": decision(&["not_now", "turn_on"], "Decision")})),
            ),
            Need::Proposal { content, .. } => (
                format!("An assistant wants this remembered about you: \"{content}\". Save it?"),
                form(json!({
                    "decision": decision(&["later", "save", "reject"], "Decision"),
                    "text": {"type": "string", "title": "In other words", "description": "Leave empty to keep it as it is"},
                })),
            ),
            Need::Conflict { old, new, .. } => (
                format!("\"{new}\" contradicts what is known: \"{old}\". Which is true?"),
                form(json!({"decision": decision(&["later", "new", "old", "both"], "Which is true")})),
            ),
        }
    }

    fn form(&self) -> Option<ElicitRequestParams> {
        let (message, schema) = self.question();
        let requested_schema: ElicitationSchema = serde_json::from_value(schema).ok()?;
        Some(ElicitRequestParams::FormElicitationParams { meta: None, message, requested_schema })
    }
}

/// How the person can be asked through a client.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Asking {
    /// In the middle of the call, by a request of ours.
    Now,
    /// By an answer that wants more, and the same call again.
    Again,
    /// Not at all.
    Never,
}

impl Asking {
    pub(crate) fn of(context: &RequestContext<RoleServer>) -> Asking {
        let forms = context.client_capabilities().and_then(|can| can.elicitation);
        let forms = forms.is_some_and(|can| can.form.is_some() || can.url.is_none());
        let current = context.protocol_version().is_some_and(|version| version >= ProtocolVersion::V_2026_07_28);
        match (forms, current) {
            (false, _) => Asking::Never,
            (true, true) => Asking::Again,
            (true, false) => Asking::Now,
        }
    }
}

/// A call that waits for the person, in the hands of a client that we do not trust: sealed, and good for this caller,
/// this tool and these arguments alone.
pub(crate) struct Sealed<'a> {
    pub(crate) codec: &'a RequestStateCodec,
    pub(crate) caller: &'a Caller,
    pub(crate) tool: &'a ToolSpec,
    pub(crate) arguments: &'a JsonObject,
}

impl Sealed<'_> {
    fn bound_to(&self) -> Vec<u8> {
        let arguments: BTreeMap<&String, &Value> = self.arguments.iter().collect();
        let arguments = serde_json::to_vec(&arguments).unwrap_or_default();
        let (user, space) = (self.caller.user.id, self.caller.space.id());
        let bound = format!("{user} {space} {:?} {}", self.caller.app, self.tool.name);
        [bound.as_bytes(), blake3::hash(&arguments).as_bytes()].concat()
    }

    /// Returns what asks the client to ask the person and come again.
    pub(crate) fn ask(&self, need: &Need) -> Option<InputRequiredResult> {
        let asked = BTreeMap::from([(NAME.to_owned(), InputRequest::Elicitation(ElicitRequest::new(need.form()?)))]);
        let state = serde_json::to_vec(need).ok()?;
        let bound = self.bound_to();
        let options = SealOptions::new().associated_data(&bound).ttl(PATIENCE);
        Some(InputRequiredResult::new(Some(asked), Some(self.codec.seal_with(&state, &options))))
    }

    /// Opens what a client brings back.
    pub(crate) fn open(&self, state: &str) -> Result<Need, Refusal> {
        let stale = || Refusal::Invalid("This question is not open any more; call the tool again.".into());
        let opened = self.codec.open_with(state, &self.bound_to()).map_err(|_| stale())?;
        serde_json::from_slice(&opened).map_err(|_| stale())
    }
}

/// Asks the person in the middle of a call. Nothing where they could not be asked.
pub(crate) async fn ask_now(context: &RequestContext<RoleServer>, need: &Need) -> Option<ElicitResult> {
    let asked = context.peer.create_elicitation_with_timeout(need.form()?, Some(PATIENCE)).await;
    asked.inspect_err(|error| tracing::debug!("the person could not be asked: {error}")).ok()
}

/// Reads the answer that a client brings back. What is not there was not given.
pub(crate) fn answer_in(responses: Option<&BTreeMap<String, Value>>) -> ElicitResult {
    let given = responses.and_then(|responses| responses.get(NAME)).cloned();
    given
        .and_then(|given| serde_json::from_value(given).ok())
        .unwrap_or_else(|| ElicitResult::new(ElicitationAction::Cancel))
}

/// Does what the person decided.
pub(crate) async fn decide(
    caller: &Caller,
    tool: &ToolSpec,
    arguments: JsonObject,
    need: Need,
    answer: ElicitResult,
) -> Result<Outcome, Refusal> {
    let content = answer.content.unwrap_or_default();
    let decision = match answer.action {
        ElicitationAction::Accept => content["decision"].as_str().unwrap_or("later"),
        ElicitationAction::Decline => "declined",
        // Put off, or something newer than this program.
        _ => "later",
    };
    match need {
        Need::Domain { domain } if decision == "turn_on" => {
            caller.needs(Scope::Admin)?;
            caller.sees_everything()?;
            let on = domain.clone();
            let enabled = caller.ask(move |caller| caller.engine.enable_domain(&caller.space, &on)).await?;
            caller.around.wrote(enabled.event.action.word());
            let done = (tool.run)(caller.clone(), arguments).await?.or_waiting();
            Ok(Outcome::new(format!("The user turned {domain} memory on. {}", done.text), done.data))
        }
        Need::Domain { domain } => Ok(not_done(format!(
            "The user did not turn {domain} memory on: nothing was saved and nothing of it was kept. Do not ask again in this conversation."
        ))),
        Need::Proposal { id, .. } => {
            let other = content["text"].as_str().map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned);
            let decided = match decision {
                "save" => caller.ask(move |caller| caller.engine.accept(&caller.space, &id, other.as_deref())).await?,
                "reject" | "declined" => {
                    caller.ask(move |caller| caller.engine.reject(&caller.space, &id, None)).await?
                }
                _ => return Ok(not_done("The user has not decided. It waits for them: cofio proposals")),
            };
            caller.around.wrote(decided.event.action.word());
            Ok(Outcome::of(&decided))
        }
        Need::Conflict { id, .. } => {
            let resolution = match decision {
                "new" => Resolution::Right,
                "old" => Resolution::Left,
                "both" => Resolution::Both,
                _ => return Ok(not_done("The user has not decided. It waits for them: cofio conflicts")),
            };
            let decided = caller.ask(move |caller| caller.engine.resolve(&caller.space, &id, resolution)).await?;
            caller.around.wrote(decided.event.action.word());
            Ok(Outcome::of(&decided))
        }
    }
}

/// Nothing became of it.
fn not_done(message: impl Into<String>) -> Outcome {
    let message = message.into();
    let event = json!({"op_id": null, "action": "skipped", "memory": null, "reason": "the user decided"});
    Outcome::new(message.clone(), json!({ "message": message, "event": event }))
}
