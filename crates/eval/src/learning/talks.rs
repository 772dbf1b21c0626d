//! Conversations of the development data as a person holds them: their own words, and those of whoever they talk to.

use std::path::Path;

use anyhow::ensure;
use cofio_domain::event::MessageRole;
use cofio_domain::time::Timestamp;
use serde::Deserialize;

use crate::data::{self, Set, Unit, when};
use crate::extraction::sets;

/// A conversation.
#[derive(Debug, Clone, PartialEq)]
pub struct Talk {
    /// What it is known by: the set, and where it is in it.
    pub name: String,
    pub messages: Vec<Spoken>,
}

/// A message of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Spoken {
    pub role: MessageRole,
    pub name: Option<String>,
    pub text: String,
    pub at: Timestamp,
}

impl Talk {
    /// When it begins.
    pub fn begins(&self) -> Timestamp {
        self.messages.first().map_or(Timestamp::MIN, |message| message.at)
    }

    /// The same at another time of day and year.
    pub fn moved_to(mut self, begin: Timestamp) -> Talk {
        let by = begin.as_micros() - self.begins().as_micros();
        for message in &mut self.messages {
            message.at = Timestamp::from_micros(message.at.as_micros() + by);
        }
        self
    }
}

/// A person's conversations, in the order of time.
#[derive(Debug, Clone)]
pub struct Person {
    pub name: String,
    pub talks: Vec<Talk>,
}

#[derive(Deserialize)]
struct Haystack {
    haystack_session_ids: Vec<String>,
    haystack_dates: Vec<String>,
    haystack_sessions: Vec<Vec<Line>>,
}

#[derive(Deserialize)]
struct Line {
    role: String,
    content: String,
}

/// Who wrote a chat with an assistant in LongMemEval's haystacks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Written {
    /// People, for their own ends (ShareGPT).
    ByPeople,
    /// A machine that played a person with a life.
    ByAMachine,
}

/// Reads chats with an assistant from LongMemEval's haystacks, each once, in an order that hangs on their ids alone.
pub fn chats(root: &Path, written: Written) -> anyhow::Result<Vec<Talk>> {
    let haystacks: Vec<Haystack> = data::json(&root.join("longmemeval/s.json"))?;
    let mut found: Vec<(blake3::Hash, Talk)> = Vec::new();
    for haystack in haystacks {
        let dated = haystack.haystack_session_ids.iter().zip(&haystack.haystack_dates);
        for ((id, date), lines) in dated.zip(haystack.haystack_sessions) {
            let is_wanted = match written {
                Written::ByPeople => id.starts_with("sharegpt"),
                Written::ByAMachine => !id.starts_with("sharegpt") && !id.starts_with("ultrachat"),
            };
            let from = when::read(date).unwrap_or_else(when::unknown);
            let name = format!("longmemeval/{id}");
            if is_wanted && found.iter().all(|(_, talk)| talk.name != name) {
                let messages = lines.into_iter().enumerate().filter_map(|(place, line)| {
                    let role = line.role.parse().ok()?;
                    Some(Spoken { role, name: None, text: line.content, at: when::step(from, place) })
                });
                found.push((blake3::hash(name.as_bytes()), Talk { name, messages: messages.collect() }));
            }
        }
    }
    found.sort_by_key(|(hash, _)| *hash.as_bytes());
    ensure!(!found.is_empty(), "LongMemEval's haystacks have no such chats");
    Ok(found.into_iter().map(|(_, talk)| talk).collect())
}

/// Reads REALTALK or LoCoMo: two people, of whom the first is the person and the other whom they talk to.
pub fn people(root: &Path, set: Set) -> anyhow::Result<Vec<Person>> {
    let collections = data::collections(root, set)?;
    let person = |(number, units): (usize, Vec<Unit>)| {
        let name = units.first().map(|unit| unit.speaker.clone()).unwrap_or_default();
        let talks = units.chunk_by(|one, other| one.session == other.session).map(|said| Talk {
            name: format!("{}/{number}/{}", set.key(), said[0].session + 1),
            messages: said.iter().map(|unit| spoken(unit, &name)).collect(),
        });
        Person { talks: talks.collect(), name }
    };
    Ok(collections.into_iter().map(|collection| collection.units).enumerate().map(person).collect())
}

/// Whoever is not the person stands where the assistant does: what they say is heard, and nothing is learned of them.
fn spoken(unit: &Unit, person: &str) -> Spoken {
    let role = if unit.speaker == person { MessageRole::User } else { MessageRole::Assistant };
    Spoken { role, name: None, text: unit.text.clone(), at: unit.at }
}

/// Reads HaluMem: each person's chats with an assistant.
pub fn halumem(root: &Path) -> anyhow::Result<Vec<Person>> {
    let set = sets::halumem(&root.join("halumem"))?;
    let mut people: Vec<Person> = Vec::new();
    for session in set.sessions {
        let Some(name) = session.iter().find(|said| !said.by_assistant).map(|said| said.speaker.clone()) else {
            continue;
        };
        if people.last().is_none_or(|person| person.name != name) {
            people.push(Person { name, talks: Vec::new() });
        }
        let number = people.len() - 1;
        let Some(person) = people.last_mut() else { continue };
        let messages = session.into_iter().map(|said| Spoken {
            role: if said.by_assistant { MessageRole::Assistant } else { MessageRole::User },
            name: None,
            text: said.text,
            at: Timestamp::from_jiff(said.at.timestamp()),
        });
        let talk = Talk { name: format!("halumem/{number}/{}", person.talks.len() + 1), messages: messages.collect() };
        person.talks.push(talk);
    }
    Ok(people)
}
