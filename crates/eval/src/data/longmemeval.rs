//! LongMemEval: a question with a haystack of chats of its own, in which few answer it.
//!
//! In an *oracle* instance there is nothing but the evidence, with the turns marked that hold the answer. Its haystack is
//! filled up with chats of other instances, so that there is something to find. In an *S* instance the haystack is whole,
//! and often no more than the sessions is known.

use std::path::Path;

use cofio_domain::time::Timestamp;
use serde::Deserialize;
use serde_json::Value;

use super::{Collection, Question, Sides, Unit, json, json_files, when};

#[derive(Deserialize)]
struct Instance {
    question_id: String,
    #[serde(default)]
    question_type: String,
    question: String,
    question_date: Option<String>,
    haystack_session_ids: Vec<String>,
    #[serde(default)]
    haystack_dates: Vec<String>,
    haystack_sessions: Vec<Vec<Message>>,
    answer_session_ids: Vec<String>,
}

#[derive(Deserialize, Clone)]
struct Message {
    role: String,
    content: String,
    has_answer: Option<bool>,
}

/// A chat of a haystack.
#[derive(Clone)]
struct Chat {
    id: String,
    at: Timestamp,
    messages: Vec<Message>,
    answers: bool,
}

/// How many chats an oracle instance is filled up to: as many as S has.
const FILLED: usize = 48;

/// Reads a file of instances, or all of a folder.
pub fn haystacks(path: &Path) -> anyhow::Result<Vec<Collection>> {
    let mut instances: Vec<Instance> = Vec::new();
    for file in json_files(path)? {
        let Value::Array(entries) = json::<Value>(&file)? else { continue };
        let is_whole = |entry: &Value| entry.get("haystack_sessions").is_some();
        for entry in entries.into_iter().filter(is_whole) {
            instances.push(serde_json::from_value(entry)?);
        }
    }
    let filler = filler(&instances);
    // The answer to these is that there is none.
    let answerable = instances.iter().filter(|instance| !instance.question_id.ends_with("_abs"));
    Ok(answerable.filter_map(|instance| collection(instance, &filler)).collect())
}

fn chats(instance: &Instance) -> Vec<Chat> {
    let named = instance.haystack_session_ids.iter().zip(&instance.haystack_sessions).enumerate();
    let chat = |(place, (id, messages)): (usize, (&String, &Vec<Message>))| Chat {
        id: id.clone(),
        at: instance.haystack_dates.get(place).and_then(|date| when::read(date)).unwrap_or_else(when::unknown),
        messages: messages.clone(),
        answers: instance.answer_session_ids.contains(id),
    };
    named.map(chat).collect()
}

/// What haystacks are filled up with: chats that answered nothing, each once, in the order of their ids.
fn filler(instances: &[Instance]) -> Vec<Chat> {
    let mut all: Vec<Chat> = instances.iter().flat_map(chats).filter(|chat| !chat.answers).collect();
    all.sort_by(|one, other| one.id.cmp(&other.id));
    all.dedup_by(|one, other| one.id == other.id);
    all
}

fn collection(instance: &Instance, filler: &[Chat]) -> Option<Collection> {
    let mut haystack = chats(instance);
    let is_oracle = haystack.iter().all(|chat| chat.answers);
    if is_oracle {
        fill(&mut haystack, filler, &instance.question_id);
    }
    haystack.sort_by_key(|chat| chat.at);
    let (mut units, mut gold, mut sessions): (Vec<Unit>, Vec<usize>, Vec<usize>) = Default::default();
    for (session, chat) in haystack.into_iter().enumerate() {
        if chat.answers {
            sessions.push(session);
        }
        for (place, message) in chat.messages.into_iter().enumerate() {
            if message.has_answer == Some(true) && chat.answers {
                gold.push(units.len());
            }
            units.push(Unit {
                role: message.role.parse().ok()?,
                speaker: message.role,
                text: message.content,
                session,
                at: when::step(chat.at, place),
                follows: place > 0,
            });
        }
    }
    if sessions.is_empty() {
        return None;
    }
    let sides = (instance.question_type == "knowledge-update").then(|| sides(&units, &sessions)).flatten();
    let question = Question {
        text: instance.question.clone(),
        category: instance.question_type.clone(),
        gold,
        sessions,
        asked_at: instance.question_date.as_deref().and_then(when::read),
        sides,
    };
    Some(Collection { part: if is_oracle { "oracle" } else { "S" }, units, questions: vec![question] })
}

/// Adds chats that have nothing to do with the question, chosen by its id.
fn fill(haystack: &mut Vec<Chat>, filler: &[Chat], id: &str) {
    let mut order: Vec<(blake3::Hash, &Chat)> = filler
        .iter()
        .filter(|chat| haystack.iter().all(|there| there.id != chat.id))
        .map(|chat| (blake3::hash(format!("{id} {}", chat.id).as_bytes()), chat))
        .collect();
    order.sort_by_key(|(hash, _)| *hash.as_bytes());
    let room = FILLED.saturating_sub(haystack.len());
    haystack.extend(order.into_iter().take(room).map(|(_, chat)| chat.clone()));
}

/// The last of the sessions replaced what the ones before it said.
fn sides(units: &[Unit], sessions: &[usize]) -> Option<Sides> {
    let (newest, older) = sessions.split_last().filter(|(_, older)| !older.is_empty())?;
    let said_in = |wanted: &[usize]| {
        let inside = units.iter().enumerate().filter(|(_, unit)| wanted.contains(&unit.session));
        inside.map(|(place, _)| place).collect()
    };
    Some(Sides::Update { stale: said_in(older), fresh: said_in(&[*newest]) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_oracle_instance_is_filled_up_from_the_others_and_put_in_order() {
        let folder = tempfile::tempdir().unwrap();
        let said = |text: &str, marked: &str| format!(r#"[{{"role": "user", "content": "{text}"{marked}}}]"#);
        let oracle = format!(
            r#"[{{"question_id": "q1", "question_type": "knowledge-update", "question": "Where?", "answer": "Rome",
            "question_date": "2023/06/01 (Thu) 10:00", "haystack_session_ids": ["b", "a"],
            "haystack_dates": ["2023/05/20 (Sat) 02:21", "2023/05/10 (Wed) 02:21"], "answer_session_ids": ["a", "b"],
            "haystack_sessions": [{}, {}]}},
            {{"question_id": "q2_abs", "question": "?", "haystack_session_ids": [], "haystack_sessions": [],
            "answer_session_ids": []}}]"#,
            said("Now in Rome.", r#", "has_answer": true"#),
            said("In Oslo.", r#", "has_answer": true"#)
        );
        let s = format!(
            r#"[{{"question_id": "q3", "question_type": "multi-session", "question": "Who?", "question_date": null,
            "haystack_session_ids": ["x", "y"], "haystack_dates": ["2023/05/15 (Mon) 02:21"],
            "haystack_sessions": [{}, {}], "answer_session_ids": ["y"]}}]"#,
            said("Filler.", ""),
            said("Ann.", "")
        );
        std::fs::write(folder.path().join("oracle.json"), oracle).unwrap();
        std::fs::write(folder.path().join("s.json"), s).unwrap();
        std::fs::write(folder.path().join("questions.json"), r#"[{"question_id": "q9"}]"#).unwrap();
        let read = haystacks(folder.path()).unwrap();
        let parts: Vec<&str> = read.iter().map(|collection| collection.part).collect();
        assert_eq!(parts, ["oracle", "S"]);
        let texts: Vec<&str> = read[0].units.iter().map(|unit| unit.text.as_str()).collect();
        assert_eq!(texts, ["In Oslo.", "Filler.", "Now in Rome."]);
        let question = &read[0].questions[0];
        assert_eq!((&question.gold[..], &question.sessions[..]), (&[0, 2][..], &[0, 2][..]));
        assert_eq!(question.sides, Some(Sides::Update { stale: vec![0], fresh: vec![2] }));
        assert_eq!(question.asked_at.map(|at| at.to_string()).as_deref(), Some("2023-06-01T10:00:00Z"));
        let question = &read[1].questions[0];
        assert_eq!((&question.gold[..], &question.sessions[..]), (&[][..], &[0][..]));
    }
}
