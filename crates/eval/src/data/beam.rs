//! BEAM: long chats between a user and an assistant, and questions that cite messages by number.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

use anyhow::Context;
use serde::Deserialize;
use serde_json::Value;

use super::{Collection, Question, Unit, json};

#[derive(Deserialize)]
struct Batch {
    turns: Vec<Vec<Message>>,
}

#[derive(Deserialize)]
struct Message {
    id: i64,
    role: String,
    content: String,
}

#[derive(Deserialize)]
struct Probe {
    question: String,
    #[serde(default)]
    source_chat_ids: Value,
}

pub fn chats(folder: &Path) -> anyhow::Result<Vec<Collection>> {
    let entries = std::fs::read_dir(folder).with_context(|| format!("cannot open {}", folder.display()))?;
    let mut numbered: Vec<(u32, PathBuf)> = entries
        .filter_map(|entry| {
            let entry = entry.ok()?;
            Some((entry.file_name().to_str()?.parse().ok()?, entry.path()))
        })
        .collect();
    numbered.sort();
    numbered.iter().map(|(_, path)| chat(path)).collect()
}

fn chat(folder: &Path) -> anyhow::Result<Collection> {
    // Where there is a shortened chat, it is what the authors of the set measure on. The name is theirs.
    let shortened = folder.join("chat_trunecated.json");
    let path = if shortened.exists() { shortened } else { folder.join("chat.json") };
    let batches: Vec<Batch> = json(&path)?;
    // Sorted by ability, so that the order of questions does not depend on the file's.
    let probes: BTreeMap<String, Vec<Probe>> = json(&folder.join("probing_questions.json"))?;
    let messages = batches.into_iter().flat_map(|batch| batch.turns).flatten();
    let (mut units, mut places) = (Vec::new(), HashMap::new());
    for message in messages {
        places.insert(message.id, units.len());
        units.push(Unit { speaker: message.role, text: message.content, follows: !units.is_empty() });
    }
    let questions = probes.into_values().flatten().map(|probe| {
        let mut gold: Vec<usize> = Vec::new();
        collect(&probe.source_chat_ids, &mut |id| gold.extend(places.get(&id)));
        gold.sort_unstable();
        gold.dedup();
        Question { text: probe.question, gold }
    });
    let questions = questions.filter(|question| !question.gold.is_empty()).collect();
    Ok(Collection { units, questions })
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
        let one = folder.path().join("1");
        std::fs::create_dir(&one).unwrap();
        let chat = r#"[{"batch_number": 1, "time_anchor": "x", "turns": [[
            {"role": "user", "id": 4, "content": "I moved.", "index": "1,1"},
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
        let expected = [("First?", vec![0]), ("Where?", vec![0, 2])];
        assert_eq!(read[0].questions, expected.map(|(text, gold)| Question { text: text.into(), gold }));
    }
}
