//! What the model answered: read strictly, and checked against what it was shown. What it names must be there.

use std::collections::BTreeMap;

use cofio_domain::axes::Kind;
use cofio_domain::id::MemoryId;
use serde::Deserialize;

use super::Known;

/// The most ops of one answer. A model that says more is in a loop.
pub(super) const MOST_OPS: usize = 24;

/// The longest sentence that is one claim.
const LONGEST_CONTENT: usize = 400;

/// What is to be done, with everything it names looked up.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Op {
    /// The message that says it.
    pub(super) message: u64,
    /// Its words.
    pub(super) quote: String,
    pub(super) what: What,
}

/// What is to be done.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum What {
    Add { content: String, kind: Option<Kind>, confidence: f64 },
    Update { memory: MemoryId, content: String, kind: Option<Kind>, confidence: f64 },
    Confirm { memory: MemoryId },
    Forget { memory: MemoryId },
    Skip,
}

impl Op {
    /// Returns the sentence it wants to be known.
    pub(super) fn content(&self) -> Option<&str> {
        match &self.what {
            What::Add { content, .. } | What::Update { content, .. } => Some(content),
            What::Confirm { .. } | What::Forget { .. } | What::Skip => None,
        }
    }
}

/// Why an answer cannot be used. It names places and numbers, never words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Unusable(pub(super) String);

#[derive(Deserialize)]
struct Answer {
    ops: Vec<Said>,
}

#[derive(Deserialize)]
struct Said {
    op: String,
    message: u64,
    #[serde(default)]
    memory: Option<String>,
    #[serde(default)]
    quote: Option<String>,
    #[serde(default)]
    content: Option<String>,
    #[serde(default)]
    kind: Option<String>,
    #[serde(default)]
    confidence: Option<f64>,
}

/// Reads an answer. An answer that is none is unusable as a whole; an op that names what it was not shown is left out,
/// and counted.
pub(super) fn read(text: &str, known: &[Known], teaching: &[u64]) -> Result<(Vec<Op>, usize), Unusable> {
    let unusable = |why: &str| Err(Unusable(why.to_owned()));
    let Some(json) = json_in(text) else { return unusable("there is no JSON object in it") };
    let Ok(answer) = serde_json::from_str::<Answer>(json) else {
        return unusable("it is not the JSON that was asked for");
    };
    if answer.ops.len() > MOST_OPS {
        return unusable("it has too many ops");
    }
    let handles: BTreeMap<&str, MemoryId> = known.iter().map(|known| (known.handle.as_str(), known.memory)).collect();
    let said = answer.ops.len();
    let mut ops: Vec<Op> = answer.ops.into_iter().filter_map(|said| checked(said, &handles, teaching)).collect();
    let left_out = said - ops.len();
    // In the order it was said; several of one message as the model has them.
    ops.sort_by_key(|op| op.message);
    Ok((ops, left_out))
}

/// Returns the object in a text: models think aloud, and put answers in fences.
fn json_in(text: &str) -> Option<&str> {
    let text = text.rsplit_once("</think>").map_or(text, |(_, answer)| answer);
    let (start, end) = (text.find('{')?, text.rfind('}')?);
    text.get(start..=end)
}

fn checked(said: Said, handles: &BTreeMap<&str, MemoryId>, teaching: &[u64]) -> Option<Op> {
    if !teaching.contains(&said.message) {
        return None;
    }
    let memory =
        || said.memory.as_deref().and_then(|handle| handles.get(handle.trim_matches(['[', ']', ' ']))).copied();
    let content = || {
        let content = said.content.as_deref().map(str::trim).filter(|content| !content.is_empty())?;
        (content.len() <= LONGEST_CONTENT && !content.contains(char::is_control)).then(|| content.to_owned())
    };
    let kind = said.kind.as_deref().and_then(|kind| kind.parse::<Kind>().ok()).filter(|kind| *kind != Kind::Artifact);
    let confidence = said.confidence.filter(|number| number.is_finite()).unwrap_or(0.5).clamp(0.0, 1.0);
    let what = match said.op.as_str() {
        "add" => What::Add { content: content()?, kind, confidence },
        "update" => What::Update { memory: memory()?, content: content()?, kind, confidence },
        "confirm" => What::Confirm { memory: memory()? },
        "forget" => What::Forget { memory: memory()? },
        "skip" => What::Skip,
        _ => return None,
    };
    Some(Op { message: said.message, quote: said.quote.unwrap_or_default(), what })
}

#[cfg(test)]
mod tests {
    use cofio_domain::id::Id;

    use super::*;

    fn known() -> Vec<Known> {
        vec![Known { handle: "k1".into(), memory: MemoryId::from_bits(7), content: "User lives in Lisbon".into() }]
    }

    fn read_ops(text: &str) -> Result<(Vec<Op>, usize), Unusable> {
        read(text, &known(), &[3, 5])
    }

    const UPDATE: &str = r#"{"op":"update","message":5,"memory":"k1","quote":"I moved to Porto","content":"User lives in Porto","kind":"fact","confidence":0.9}"#;

    #[test]
    fn an_answer_is_read_in_whatever_it_is_wrapped() {
        let bare = format!("{{\"ops\":[{UPDATE}]}}");
        let expected = Op {
            message: 5,
            quote: "I moved to Porto".into(),
            what: What::Update {
                memory: MemoryId::from_bits(7),
                content: "User lives in Porto".into(),
                kind: Some(Kind::Fact),
                confidence: 0.9,
            },
        };
        for text in [
            bare.clone(),
            format!("```json\n{bare}\n```"),
            format!("<think>{{so \"ops\" is}} a list</think>\nHere you are: {bare}"),
        ] {
            assert_eq!(read_ops(&text), Ok((vec![expected.clone()], 0)), "{text}");
        }
        assert_eq!(read_ops("{\"ops\":[]}"), Ok((vec![], 0)));
    }

    #[test]
    fn what_is_no_answer_is_unusable() {
        for text in ["", "I see nothing to remember.", "{", "{\"ops\":7}", "{\"ops\":[{\"op\":\"add\"}]}", "}{", "{}"] {
            assert!(read_ops(text).is_err(), "{text}");
        }
        let loop_ = format!("{{\"ops\":[{}]}}", vec![UPDATE; MOST_OPS + 1].join(","));
        assert_eq!(read_ops(&loop_), Err(Unusable("it has too many ops".into())));
    }

    #[test]
    fn what_was_not_shown_cannot_be_named() {
        for changed in [
            UPDATE.replace("\"k1\"", "\"k2\""),
            UPDATE.replace("\"k1\"", "\"mem_0123456789\""),
            UPDATE.replace("\"k1\"", "null"),
            UPDATE.replace("\"message\":5", "\"message\":4"),
            UPDATE.replace("User lives in Porto", " "),
            UPDATE.replace("User lives in Porto", &"long ".repeat(100)),
            UPDATE.replace("User lives in Porto", "User lives\\nin Porto"),
            UPDATE.replace("\"update\"", "\"erase\""),
        ] {
            assert_eq!(read_ops(&format!("{{\"ops\":[{changed}]}}")), Ok((vec![], 1)), "{changed}");
        }
    }
}
