//! LoCoMo and REALTALK: two people talk for weeks, and questions cite the turns that answer them.
//!
//! Both keep a conversation as an object with `session_1`, `session_2`, … beside other things.

use std::collections::HashMap;
use std::path::Path;

use anyhow::Context;
use cofio_domain::event::MessageRole;
use cofio_domain::time::Timestamp;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::{Collection, Question, Unit, json, json_files, when};

/// Questions of this category have no answer in the conversation.
const ADVERSARIAL: &str = "5";

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
    #[serde(default)]
    category: Value,
    #[serde(default)]
    evidence: Value,
}

/// A turn of LoCoMo. A picture comes with a caption that a machine wrote.
#[derive(Deserialize)]
struct Written {
    dia_id: Option<String>,
    speaker: String,
    #[serde(default)]
    text: String,
    blip_caption: Option<String>,
}

/// A turn of REALTALK. What machine-made captions there are, the published baselines leave out, and so do we.
#[derive(Deserialize)]
struct Real {
    dia_id: Option<String>,
    speaker: String,
    clean_text: Option<String>,
    date_time: Option<String>,
    #[serde(default)]
    img_file: Option<Vec<Value>>,
}

/// A turn of either.
struct Turn {
    id: Option<String>,
    speaker: String,
    /// With a word on the picture that came with it.
    text: String,
    /// Where it is known for the turn and not only for its session.
    at: Option<Timestamp>,
}

impl From<Written> for Turn {
    fn from(turn: Written) -> Turn {
        let caption = turn.blip_caption.filter(|caption| !caption.is_empty());
        let picture = caption.map(|caption| format!(" [shares image: {caption}]")).unwrap_or_default();
        Turn { id: turn.dia_id, speaker: turn.speaker, text: turn.text + &picture, at: None }
    }
}

impl From<Real> for Turn {
    fn from(turn: Real) -> Turn {
        let picture = if turn.img_file.is_none_or(|files| files.is_empty()) { "" } else { " [shares image]" };
        let at = turn.date_time.as_deref().and_then(when::read);
        Turn { id: turn.dia_id, speaker: turn.speaker, text: turn.clean_text.unwrap_or_default() + picture, at }
    }
}

/// Reads a file of conversations, or all of a folder. What else lies there is left alone.
pub fn locomo(path: &Path) -> anyhow::Result<Vec<Collection>> {
    let mut found = Vec::new();
    for file in json_files(path)? {
        let samples = match json::<Value>(&file)? {
            Value::Array(samples) => samples,
            one => vec![one],
        };
        for sample in samples.into_iter().filter(|sample| sample.get("conversation").is_some()) {
            let sample: Sample = serde_json::from_value(sample)
                .with_context(|| format!("{} has another shape than expected", file.display()))?;
            found.push(collection::<Written>(sample.conversation, sample.qa)?);
        }
    }
    Ok(found)
}

/// Reads a chat, or all of a folder. What else lies there is left alone.
pub fn realtalk(path: &Path) -> anyhow::Result<Vec<Collection>> {
    let mut found = Vec::new();
    for file in json_files(path)? {
        let chat = json::<Value>(&file)?;
        if chat.get("qa").is_some() {
            let chat: Chat = serde_json::from_value(chat)
                .with_context(|| format!("{} has another shape than expected", file.display()))?;
            found.push(collection::<Real>(chat.sessions, chat.qa)?);
        }
    }
    Ok(found)
}

fn collection<T>(conversation: Map<String, Value>, asked: Vec<Asked>) -> anyhow::Result<Collection>
where
    T: DeserializeOwned + Into<Turn>,
{
    let (mut units, mut places): (Vec<Unit>, _) = (Vec::new(), HashMap::new());
    for (session, Session { number, from, turns }) in sessions::<T>(conversation)?.into_iter().enumerate() {
        // A session that does not say when it was is taken to be a day after the one before.
        let last = units.last().map_or_else(when::unknown, |unit| unit.at);
        let mut from = from.unwrap_or_else(|| last.plus_days(1));
        let mut since = 0;
        for (at, turn) in turns.into_iter().enumerate() {
            let Turn { id, speaker, text, at: said_at } = turn.into();
            if let Some(said_at) = said_at {
                (from, since) = (said_at, at);
            }
            // A few ids occur twice; the first is meant.
            places.entry(id.unwrap_or_else(|| format!("D{number}:{}", at + 1))).or_insert(units.len());
            let role = MessageRole::User;
            units.push(Unit { speaker, role, text, session, at: when::step(from, at - since), follows: at > 0 });
        }
    }
    let questions = asked.into_iter().map(|asked| {
        let category = asked.category.as_str().map_or_else(|| asked.category.to_string(), str::to_owned);
        let mut gold: Vec<usize> =
            cited_turns(&asked.evidence).into_iter().filter_map(|id| places.get(&id).copied()).collect();
        gold.sort_unstable();
        gold.dedup();
        Question { text: asked.question, category, gold, ..Question::default() }
    });
    let is_answerable = |question: &Question| !question.gold.is_empty() && question.category != ADVERSARIAL;
    let questions = questions.filter(is_answerable).collect();
    Ok(Collection { part: "", units, questions })
}

/// A session before its turns are put in a row with the others.
struct Session<T> {
    number: u32,
    from: Option<Timestamp>,
    turns: Vec<T>,
}

/// The sessions in the order of their numbers.
fn sessions<T: DeserializeOwned>(mut conversation: Map<String, Value>) -> anyhow::Result<Vec<Session<T>>> {
    let number = |key: &String| key.strip_prefix("session_")?.parse::<u32>().ok();
    let mut numbers: Vec<u32> = conversation.keys().filter_map(number).collect();
    numbers.sort_unstable();
    let session = |number: u32| {
        let from = conversation.get(&format!("session_{number}_date_time")).and_then(Value::as_str);
        let from = from.and_then(when::read);
        let turns = conversation.remove(&format!("session_{number}")).unwrap_or_default();
        let turns = serde_json::from_value(turns)
            .with_context(|| format!("session {number} has another shape than expected"))?;
        Ok(Session { number, from, turns })
    };
    numbers.into_iter().map(session).collect()
}

/// Reads citations as people wrote them: "D8:6; D9:17", "D9:1 D4:4", "D30:05", "D:11:26".
fn cited_turns(cited: &Value) -> Vec<String> {
    if let Value::Array(parts) = cited {
        return parts.iter().flat_map(cited_turns).collect();
    }
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
        "session_10_date_time": "1:00 pm on 9 May, 2023", "session_10": [{"speaker": "Bob", "dia_id": "D10:1", "text": "Late."}],
        "session_2_date_time": "1:00 pm on 8 May, 2023", "session_2": [
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
        std::fs::write(folder.path().join("errors.json"), r#"[{"question_id": "x"}]"#).unwrap();
        let unit = |session: usize, at: &str, speaker: &str, text: &str, follows| Unit {
            speaker: speaker.into(),
            role: MessageRole::User,
            text: text.into(),
            session,
            at: at.parse().unwrap(),
            follows,
        };
        let expected = Collection {
            part: "",
            units: vec![
                unit(0, "2023-05-08T13:00:00Z", "Ann", "Look! [shares image: a dog]", false),
                unit(0, "2023-05-08T13:00:30Z", "Bob", "Nice.", true),
                unit(1, "2023-05-09T13:00:00Z", "Bob", "Late.", false),
            ],
            questions: vec![question("Who?", "2", vec![1, 2])],
        };
        let expected = [expected];
        assert_eq!(locomo(folder.path()).unwrap(), expected);
        assert_eq!(locomo(&folder.path().join("locomo.json")).unwrap(), expected);
    }

    fn question(text: &str, category: &str, gold: Vec<usize>) -> Question {
        Question { text: text.into(), category: category.into(), gold, ..Question::default() }
    }

    #[test]
    fn what_a_conversation_leaves_out_is_made_up_for() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let sample = r#"{"conversation": {
            "session_1": [{"speaker": "Ann", "img_url": "x"}, {"speaker": "Bob", "text": "Oh.", "blip_caption": null}],
            "session_2": [{"speaker": "Ann", "text": "Hi."}]},
            "qa": [{"question": "What?", "category": "1", "evidence": "D1:2, D2:1"}, {"question": "Why?", "evidence": null}]}"#;
        std::fs::write(file.path(), sample).unwrap();
        let read = locomo(file.path()).unwrap();
        let days: Vec<f64> = read[0].units.iter().map(|unit| unit.at.days_since(read[0].units[0].at).round()).collect();
        assert_eq!(days, [0.0, 0.0, 1.0]);
        assert_eq!(read[0].questions, [question("What?", "1", vec![1, 2])]);
    }

    #[test]
    fn realtalk_is_read_file_by_file() {
        let folder = tempfile::tempdir().unwrap();
        let chat = r#"{"name": {"speaker_1": "Ann"}, "session_1_date_time": "1", "events_session_1": {},
            "session_1": [
                {"clean_text": "Hi", "speaker": "Ann", "date_time": "29.12.2023, 22:42:04", "img_file": [], "dia_id": "D1:1"},
                {"clean_text": null, "speaker": "Bob", "date_time": "1", "img_file": ["a.jpg"], "dia_id": "D1:2",
                    "blip_caption": "a dog"}],
            "qa": [{"question": "What?", "answer": "Hi", "evidence": ["D1:1"], "category": 1}]}"#;
        std::fs::write(folder.path().join("Chat_1_Ann_Bob.json"), chat).unwrap();
        std::fs::write(folder.path().join("README.md"), "not a chat").unwrap();
        let chats = realtalk(folder.path()).unwrap();
        assert_eq!(chats.len(), 1);
        let spoken: Vec<String> = chats[0].units.iter().map(Unit::spoken).collect();
        assert_eq!(spoken, ["Ann: Hi", "Bob:  [shares image]"]);
        let times: Vec<String> = chats[0].units.iter().map(|unit| unit.at.to_string()).collect();
        assert_eq!(times, ["2023-12-29T22:42:04Z", "2023-12-29T22:42:34Z"]);
        assert_eq!(chats[0].questions, [question("What?", "1", vec![0])]);
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
