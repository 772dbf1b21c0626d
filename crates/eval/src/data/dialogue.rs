//! LoCoMo and REALTALK: two people talk for weeks, and questions cite the turns that answer them.
//!
//! Both keep a conversation as an object with `session_1`, `session_2`, … beside other things.

use std::collections::HashMap;
use std::path::Path;

use anyhow::Context;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::{Collection, Question, Unit, json};

/// Questions of this category have no answer in the conversation.
const ADVERSARIAL: u8 = 5;

#[derive(Deserialize)]
struct Sample {
    conversation: Map<String, Value>,
    qa: Vec<Asked>,
}

#[derive(Deserialize)]
struct Chat {
    qa: Vec<Asked>,
    #[serde(flatten)]
    sessions: Map<String, Value>,
}

#[derive(Deserialize)]
struct Asked {
    question: String,
    category: u8,
    #[serde(default)]
    evidence: Option<Vec<Value>>,
}

/// A turn of LoCoMo. A picture comes with a caption that a machine wrote.
#[derive(Deserialize)]
struct Written {
    dia_id: String,
    speaker: String,
    text: String,
    blip_caption: Option<String>,
}

/// A turn of REALTALK. What machine-made captions there are, the published baselines leave out, and so do we.
#[derive(Deserialize)]
struct Real {
    dia_id: String,
    speaker: String,
    clean_text: Option<String>,
    #[serde(default)]
    img_file: Vec<Value>,
}

/// A turn of either: its id, who spoke, and what was said with a word on the picture that came with it.
struct Turn(String, String, String);

impl From<Written> for Turn {
    fn from(turn: Written) -> Turn {
        let caption = turn.blip_caption.filter(|caption| !caption.is_empty());
        let picture = caption.map(|caption| format!(" [shares image: {caption}]")).unwrap_or_default();
        Turn(turn.dia_id, turn.speaker, turn.text + &picture)
    }
}

impl From<Real> for Turn {
    fn from(turn: Real) -> Turn {
        let picture = if turn.img_file.is_empty() { "" } else { " [shares image]" };
        Turn(turn.dia_id, turn.speaker, turn.clean_text.unwrap_or_default() + picture)
    }
}

pub fn locomo(folder: &Path) -> anyhow::Result<Vec<Collection>> {
    let samples: Vec<Sample> = json(&folder.join("locomo.json"))?;
    samples.into_iter().map(|sample| collection::<Written>(sample.conversation, sample.qa)).collect()
}

pub fn realtalk(folder: &Path) -> anyhow::Result<Vec<Collection>> {
    let entries = std::fs::read_dir(folder).with_context(|| format!("cannot open {}", folder.display()))?;
    let mut files: Vec<_> = entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect();
    files.retain(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("Chat_")));
    files.sort();
    let chats = files.iter().map(|path| {
        let chat: Chat = json(path)?;
        collection::<Real>(chat.sessions, chat.qa)
    });
    chats.collect()
}

fn collection<T>(conversation: Map<String, Value>, asked: Vec<Asked>) -> anyhow::Result<Collection>
where
    T: DeserializeOwned + Into<Turn>,
{
    let (mut units, mut places) = (Vec::new(), HashMap::new());
    for turns in sessions::<T>(conversation)? {
        for (at, turn) in turns.into_iter().enumerate() {
            let Turn(id, speaker, text) = turn.into();
            // A few ids occur twice; the first is meant.
            places.entry(id).or_insert(units.len());
            units.push(Unit { speaker, text, follows: at > 0 });
        }
    }
    let answerable = asked.into_iter().filter(|asked| asked.category != ADVERSARIAL);
    let questions = answerable.map(|asked| {
        let cited = asked.evidence.unwrap_or_default();
        let mut gold: Vec<usize> =
            cited.iter().flat_map(cited_turns).filter_map(|id| places.get(&id).copied()).collect();
        gold.sort_unstable();
        gold.dedup();
        Question { text: asked.question, gold }
    });
    let questions = questions.filter(|question| !question.gold.is_empty()).collect();
    Ok(Collection { units, questions })
}

/// The turns of each session, in the order of the sessions' numbers.
fn sessions<T: DeserializeOwned>(conversation: Map<String, Value>) -> anyhow::Result<Vec<Vec<T>>> {
    let numbered = conversation.into_iter().filter_map(|(key, turns)| {
        let number: u32 = key.strip_prefix("session_")?.parse().ok()?;
        Some((number, turns))
    });
    let mut numbered: Vec<(u32, Value)> = numbered.collect();
    numbered.sort_by_key(|(number, _)| *number);
    let turns = numbered.into_iter().map(|(number, turns)| {
        serde_json::from_value(turns).with_context(|| format!("session {number} has another shape than expected"))
    });
    turns.collect()
}

/// Reads citations as people wrote them: "D8:6; D9:17", "D9:1 D4:4", "D30:05", "D:11:26".
fn cited_turns(cited: &Value) -> Vec<String> {
    let text = cited.as_str().unwrap_or_default();
    let candidates = text.split('D').skip(1).filter_map(|rest| {
        let (session, rest) = leading_number(rest.strip_prefix(':').unwrap_or(rest))?;
        let (turn, _) = leading_number(rest.strip_prefix(':')?)?;
        Some(format!("D{session}:{turn}"))
    });
    candidates.collect()
}

fn leading_number(text: &str) -> Option<(u32, &str)> {
    let end = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    Some((digits.parse().ok()?, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOCOMO: &str = r#"[{"sample_id": "conv-1", "conversation": {
        "speaker_a": "Ann", "speaker_b": "Bob",
        "session_10_date_time": "9 May", "session_10": [{"speaker": "Bob", "dia_id": "D10:1", "text": "Late."}],
        "session_2_date_time": "8 May", "session_2": [
            {"speaker": "Ann", "dia_id": "D2:1", "text": "Look!", "blip_caption": "a dog"},
            {"speaker": "Bob", "dia_id": "D2:2", "text": "Nice."}]},
        "qa": [
            {"question": "Who?", "answer": 3, "category": 2, "evidence": ["D10:01; D2:2", "D2:2"]},
            {"question": "Never?", "category": 5, "evidence": ["D2:1"], "adversarial_answer": "x"},
            {"question": "Nowhere?", "answer": "x", "category": 1, "evidence": ["D7:7"]},
            {"question": "Uncited?", "answer": "x", "category": 3, "evidence": []}]}]"#;

    #[test]
    fn locomo_is_read_in_the_order_of_its_sessions() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("locomo.json"), LOCOMO).unwrap();
        let unit = |speaker: &str, text: &str, follows| Unit { speaker: speaker.into(), text: text.into(), follows };
        let expected = Collection {
            units: vec![
                unit("Ann", "Look! [shares image: a dog]", false),
                unit("Bob", "Nice.", true),
                unit("Bob", "Late.", false),
            ],
            questions: vec![Question { text: "Who?".into(), gold: vec![1, 2] }],
        };
        assert_eq!(locomo(folder.path()).unwrap(), [expected]);
    }

    #[test]
    fn realtalk_is_read_file_by_file() {
        let folder = tempfile::tempdir().unwrap();
        let chat = r#"{"name": {"speaker_1": "Ann"}, "session_1_date_time": "1", "events_session_1": {},
            "session_1": [
                {"clean_text": "Hi", "speaker": "Ann", "date_time": "1", "img_file": [], "dia_id": "D1:1"},
                {"clean_text": null, "speaker": "Bob", "date_time": "1", "img_file": ["a.jpg"], "dia_id": "D1:2",
                    "blip_caption": "a dog"}],
            "qa": [{"question": "What?", "answer": "Hi", "evidence": ["D1:1"], "category": 1}]}"#;
        std::fs::write(folder.path().join("Chat_1_Ann_Bob.json"), chat).unwrap();
        std::fs::write(folder.path().join("README.md"), "not a chat").unwrap();
        let chats = realtalk(folder.path()).unwrap();
        assert_eq!(chats.len(), 1);
        let spoken: Vec<String> = chats[0].units.iter().map(Unit::spoken).collect();
        assert_eq!(spoken, ["Ann: Hi", "Bob:  [shares image]"]);
        assert_eq!(chats[0].questions, [Question { text: "What?".into(), gold: vec![0] }]);
    }

    #[test]
    fn citations_are_understood_however_they_were_typed() {
        let read = |text: &str| cited_turns(&Value::from(text));
        assert_eq!(read("D8:6; D9:17"), ["D8:6", "D9:17"]);
        assert_eq!(read("D9:1 D4:4"), ["D9:1", "D4:4"]);
        assert_eq!(read("D30:05"), ["D30:5"]);
        assert_eq!(read("D:11:26"), ["D11:26"]);
        assert_eq!(read("D"), Vec::<String>::new());
    }
}
