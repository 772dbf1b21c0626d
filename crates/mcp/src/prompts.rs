//! Prompts: what a person can pick from a menu of their client.

use cofio_domain::key::Scope;
use rmcp::ErrorData;
use rmcp::model::{GetPromptResult, JsonObject, Prompt, PromptArgument, PromptMessage, Role};

use crate::caller::Caller;
use crate::resources::{error, page};
use crate::tools::compose;

/// A prompt.
pub struct PromptSpec {
    /// What it is called.
    pub name: &'static str,
    /// What people call it.
    pub title: &'static str,
    /// What it does.
    pub about: &'static str,
    /// What it takes: a name, what that is, and whether it must be given.
    pub arguments: &'static [(&'static str, &'static str, bool)],
}

/// Every prompt, in the order in which it is listed.
pub const PROMPTS: &[PromptSpec] = &[
    PromptSpec {
        name: "context",
        title: "Load my context",
        about: "Gives the assistant what it should know about you, for a question or in general",
        arguments: &[("query", "What it will be about", false)],
    },
    PromptSpec {
        name: "what-do-you-know",
        title: "What do you know about me?",
        about: "Tells what is remembered about you, in general or on a topic",
        arguments: &[("topic", "What about", false)],
    },
    PromptSpec {
        name: "review",
        title: "Review my memories",
        about: "Goes through what waits for your decision, one by one",
        arguments: &[],
    },
    PromptSpec {
        name: "remember",
        title: "Remember this",
        about: "Has something remembered",
        arguments: &[("text", "What to remember", true)],
    },
    PromptSpec {
        name: "catch-me-up",
        title: "Catch me up",
        about: "Says where things stand: what is going on, what is open, what changed",
        arguments: &[("project", "Only this project", false)],
    },
];

/// Lists the prompts.
pub(crate) fn list() -> Vec<Prompt> {
    let argument = |(name, about, required): &(&str, &str, bool)| {
        PromptArgument::new(*name).with_description(*about).with_required(*required)
    };
    let listed = |spec: &PromptSpec| {
        let arguments = spec.arguments.iter().map(argument).collect();
        Prompt::new(spec.name, Some(spec.about), Some(arguments)).with_title(spec.title)
    };
    PROMPTS.iter().map(listed).collect()
}

/// Fills a prompt in.
pub(crate) async fn get(caller: &Caller, name: &str, given: &JsonObject) -> Result<GetPromptResult, ErrorData> {
    caller.needs(Scope::Read).map_err(error)?;
    let Some(spec) = PROMPTS.iter().find(|spec| spec.name == name) else {
        return Err(ErrorData::invalid_params(format!("there is no prompt {name}"), None));
    };
    let value =
        |name: &str| given.get(name).and_then(|value| value.as_str()).map(str::trim).filter(|text| !text.is_empty());
    if let Some((missing, about, _)) =
        spec.arguments.iter().find(|(name, _, required)| *required && value(name).is_none())
    {
        return Err(ErrorData::invalid_params(format!("{missing}: {about}"), None));
    }
    let text = match spec.name {
        "context" => {
            let query = value("query").map(str::to_owned);
            let (context, session) = compose(caller, query, None, None).await.map_err(error)?;
            format!(
                "Use this as background for what follows; respect the rules in it.\n\n{}\n\nsession_id: {session}",
                context.text
            )
        }
        "what-do-you-know" => match value("topic") {
            Some(topic) => format!(
                "What do you know about me when it comes to {topic}? Call recall with that question and answer from what it \
                 returns alone. Say for each whether I said it or it is a guess, and since when."
            ),
            None => format!(
                "What do you know about me? Answer from this alone, in a few groups, and say what is a guess.\n\n{}",
                page(caller, "cofio://profile").await.map_err(error)?.text
            ),
        },
        "review" => format!(
            "Go through these with me one by one. Ask what I decide and wait for my answer; do not decide for me. Memories \
             you can confirm, update or forget with the tools; proposals I accept myself: cofio proposals.\n\n{}",
            page(caller, "cofio://review").await.map_err(error)?.text
        ),
        "remember" => format!(
            "Remember this about me: {}\n\nCall recall to see whether it is known, then remember or update_memory, one fact a \
             call, and tell me what was saved.",
            value("text").unwrap_or_default()
        ),
        _ => {
            let project = value("project").map(|project| format!(" on {project}")).unwrap_or_default();
            format!(
                "Catch me up{project}: where things stand, what is open, what changed lately. Answer from this and from recall, \
                 shortly.\n\n{}",
                page(caller, "cofio://now").await.map_err(error)?.text
            )
        }
    };
    Ok(GetPromptResult::new(vec![PromptMessage::new_text(Role::User, text)]).with_description(spec.about))
}
