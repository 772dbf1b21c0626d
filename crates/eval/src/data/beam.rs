//! BEAM: long chats between a user and an assistant, and questions that cite messages by number.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

use anyhow::Context;
use cofio_domain::event::MessageRole;
use serde::Deserialize;
use serde_json::Value;

use super::{Collection, Question, Sides, Unit, json, when};

#[derive(Deserialize)]
struct Batch {
    time_anchor: Option<String>,
    turns: Vec<Vec<Message>>,
}

#[derive(Deserialize)]
struct Message {
    id: i64,
    role: String,
    content: String,
    time_anchor: Option<String>,
}

#[derive(Deserialize)]
struct Probe {
    question: String,
    #[serde(default)]
    source_chat_ids: Value,
}

/// Where there is a shortened chat, it is what the authors of the set measure on. The name is theirs.
const CHATS: [&str; 2] = ["chat_trunecated.json", "chat.json"];
const QUESTIONS: [&str; 2] = ["probing_questions.json", "probing_questions/probing_questions.json"];

/// Reads every chat in a folder and the folders in it, or the chat that a file belongs to.
pub fn chats(path: &Path) -> anyhow::Result<Vec<Collection>> {
    let folder = if path.is_dir() { path } else { path.parent().unwrap_or(path) };
    let mut folders = Vec::new();
    find(folder, &mut folders)?;
    folders.iter().map(|folder| chat(folder)).collect()
}

/// Finds the folders with a chat and questions, in the order of their numbers.
fn find(folder: &Path, found: &mut Vec<PathBuf>) -> anyhow::Result<()> {
    if there(folder, &CHATS).is_some() && there(folder, &QUESTIONS).is_some() {
        found.push(folder.into());
        return Ok(());
    }
    let entries = std::fs::read_dir(folder).with_context(|| format!("cannot open {}", folder.display()))?;
    let mut folders: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    folders.retain(|path| path.is_dir());
    folders.sort_by_key(|path| (number(path), path.clone()));
    folders.iter().try_for_each(|folder| find(folder, found))
}

fn there(folder: &Path, names: &[&str]) -> Option<PathBuf> {
    names.iter().map(|name| folder.join(name)).find(|path| path.is_file())
}

fn number(path: &Path) -> u64 {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let digits: String = name.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().unwrap_or(u64::MAX)
}

/// The size of the chats in a folder, which is named by it.
fn part(folder: &Path) -> &'static str {
    let is = |size: &&str| folder.components().any(|part| part.as_os_str().eq_ignore_ascii_case(size));
    ["100K", "500K", "1M", "10M"].into_iter().find(is).unwrap_or_default()
}

fn chat(folder: &Path) -> anyhow::Result<Collection> {
    let batches: Vec<Batch> = json(&there(folder, &CHATS).context("there is no chat")?)?;
    // Sorted by ability, so that the order of questions does not depend on the file's.
    let probes: BTreeMap<String, Vec<Probe>> = json(&there(folder, &QUESTIONS).context("there are no questions")?)?;
    let (mut units, mut places): (Vec<Unit>, _) = (Vec::new(), HashMap::new());
    let (mut from, mut since) = (when::unknown(), 0);
    for (session, batch) in batches.into_iter().enumerate() {
        let mut anchor = batch.time_anchor.as_deref().and_then(when::read);
        for message in batch.turns.into_iter().flatten() {
            anchor = message.time_anchor.as_deref().and_then(when::read).or(anchor);
            // A day is said again and again while it lasts.
            if let Some(anchor) = anchor.take().filter(|anchor| *anchor != from) {
                (from, since) = (anchor, units.len());
            }
            places.insert(message.id, units.len());
            units.push(Unit {
                role: message.role.parse().unwrap_or(MessageRole::Assistant),
                speaker: message.role,
                text: message.content,
                session,
                at: when::step(from, units.len() - since),
                follows: !units.is_empty(),
            });
        }
    }
    let probes =
        probes.into_iter().flat_map(|(ability, probes)| probes.into_iter().map(move |it| (ability.clone(), it)));
    let questions = probes.map(|(category, probe)| {
        let cited = |cited: &Value| places_of(cited, &places);
        let side = |name: &str| cited(&probe.source_chat_ids[name]);
        let pair = |one: &str, other: &str| {
            let both = (side(one), side(other));
            (!both.0.is_empty() && !both.1.is_empty()).then_some(both)
        };
        let update = pair("original_info", "updated_info").map(|(stale, fresh)| Sides::Update { stale, fresh });
        let contradiction = || pair("first_statement", "second_statement").map(|(a, b)| Sides::Contradiction(a, b));
        Question {
            gold: cited(&probe.source_chat_ids),
            sides: update.or_else(contradiction),
            text: probe.question,
            category,
            ..Question::default()
        }
    });
    let questions = questions.filter(|question| !question.gold.is_empty()).collect();
    Ok(Collection { part: part(folder), units, questions })
}

fn places_of(cited: &Value, places: &HashMap<i64, usize>) -> Vec<usize> {
    let mut found: Vec<usize> = Vec::new();
    collect(cited, &mut |id| found.extend(places.get(&id)));
    found.sort_unstable();
    found.dedup();
    found
}

/// Visits every message number in whatever lists and objects the citation is made of.
fn collect(cited: &Value, visit: &mut impl FnMut(i64)) {
    match cited {
        Value::Array(parts) => parts.iter().for_each(|part| collect(part, visit)),
        Value::Object(parts) => parts.values().for_each(|part| collect(part, visit)),
        other => {
            if let Some(id) = other.as_i64() {
                visit(id);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chat_is_its_messages_and_the_questions_that_cite_them() {
        let folder = tempfile::tempdir().unwrap();
        let one = folder.path().join("100K/1");
        std::fs::create_dir_all(&one).unwrap();
        let chat = r#"[{"batch_number": 1, "time_anchor": "x", "turns": [[
            {"role": "user", "id": 4, "content": "I moved.", "index": "1,1", "time_anchor": "March-15-2024"},
            {"role": "assistant", "id": 5, "content": "Where to?"}], [{"role": "user", "id": 6, "content": "Rome."}]]}]"#;
        let questions = r#"{
            "abstention": [{"question": "Why?", "rubric": []}],
            "knowledge_update": [{"question": "Where?", "source_chat_ids": {"original_info": [6], "updated_info": [4, 6]}}],
            "event_ordering": [{"question": "First?", "source_chat_ids": [4, 99]}]}"#;
        std::fs::write(one.join("chat.json"), chat).unwrap();
        std::fs::write(one.join("probing_questions.json"), questions).unwrap();
        let read = chats(folder.path()).unwrap();
        let spoken: Vec<String> = read[0].units.iter().map(Unit::spoken).collect();
        assert_eq!(spoken, ["user: I moved.", "assistant: Where to?", "user: Rome."]);
        assert_eq!(read[0].before(2).map(Unit::spoken).as_deref(), Some("assistant: Where to?"));
        let times: Vec<String> = read[0].units.iter().map(|unit| unit.at.to_string()).collect();
        assert_eq!(times, ["2024-03-15T09:00:00Z", "2024-03-15T09:00:30Z", "2024-03-15T09:01:00Z"]);
        assert_eq!(read[0].units[1].role, MessageRole::Assistant);
        let question = |text: &str, category: &str, gold, sides| Question {
            text: text.into(),
            category: category.into(),
            gold,
            sides,
            ..Question::default()
        };
        let update = Sides::Update { stale: vec![2], fresh: vec![0, 2] };
        let expected = [
            question("First?", "event_ordering", vec![0], None),
            question("Where?", "knowledge_update", vec![0, 2], Some(update)),
        ];
        assert_eq!((read[0].part, &read[0].questions[..]), ("100K", &expected[..]));
        assert_eq!(chats(&one).unwrap(), read);
        assert_eq!(chats(&one.join("chat.json")).unwrap(), read);
    }
}
