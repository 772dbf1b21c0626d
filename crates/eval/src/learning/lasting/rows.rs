//! Claims with their traits: of conversations to fit on, and of those that `hygiene` judges.

use std::path::Path;

use cofio_domain::event::MessageRole;
use cofio_language::extract::{Act, Extractor, Message, Role, Speaker};
use jiff::Zoned;
use jiff::tz::TimeZone;

use crate::data::Set;
use crate::extraction::sets;
use crate::learning::hygiene;
use crate::learning::labels::Subject;
use crate::learning::talks::{self, Talk, Written};

/// How many messages before one are read to understand it, as in learning.
const BEFORE: usize = 10;

/// Which conversations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// Those that nothing else is measured on.
    Fitted,
    /// Those of `hygiene`.
    Tried,
}

/// A claim.
pub struct Row {
    /// By where it stands and how it was said, whatever the person is called.
    pub subject: Subject,
    /// What `hygiene` keeps its verdict under.
    pub kept_as: Subject,
    /// The conversation.
    pub group: String,
    pub content: String,
    pub said: String,
    pub worth: f64,
    pub traits: Vec<String>,
}

/// A message as the extractor reads it.
struct Line {
    speaker: Option<String>,
    role: Role,
    text: String,
    at: Zoned,
}

pub fn rows(root: &Path, part: Part) -> anyhow::Result<Vec<Row>> {
    let mut rows = Vec::new();
    let chats = talks::chats(root, Written::ByPeople)?.into_iter();
    let people = talks::people(root, Set::RealTalk)?;
    let each = hygiene::SESSIONS / people.len().max(1);
    match part {
        Part::Tried => {
            chats.take(hygiene::SESSIONS).for_each(|talk| add_talk(&mut rows, &talk, MessageRole::User));
            let talks = people.iter().flat_map(|person| person.talks.iter().take(each));
            talks.for_each(|talk| add_talk(&mut rows, talk, MessageRole::User));
        }
        Part::Fitted => {
            chats.skip(hygiene::SESSIONS).for_each(|talk| add_talk(&mut rows, &talk, MessageRole::User));
            for talk in people.iter().flat_map(|person| person.talks.iter().skip(each)) {
                add_talk(&mut rows, talk, MessageRole::User);
                add_talk(&mut rows, talk, MessageRole::Assistant);
            }
            for set in sets::read(root)? {
                for (number, session) in set.sessions.iter().enumerate() {
                    let lines: Vec<Line> = session
                        .iter()
                        .map(|said| Line {
                            speaker: Some(said.speaker.clone()),
                            role: if said.by_assistant { Role::Assistant } else { Role::Person },
                            text: said.text.clone(),
                            at: said.at.clone(),
                        })
                        .collect();
                    add(&mut rows, &format!("{}/{number}", set.key), &lines);
                }
            }
        }
    }
    Ok(rows)
}

/// Adds what one of the two says of themselves; the other one is listened to.
fn add_talk(rows: &mut Vec<Row>, talk: &Talk, person: MessageRole) {
    let lines: Vec<Line> = talk
        .messages
        .iter()
        .map(|message| Line {
            speaker: None,
            role: if message.role == person { Role::Person } else { Role::Assistant },
            text: message.text.clone(),
            at: message.at.to_jiff().to_zoned(TimeZone::UTC),
        })
        .collect();
    add(rows, &talk.name, &lines);
}

fn add(rows: &mut Vec<Row>, name: &str, lines: &[Line]) {
    let extractor = Extractor::standard();
    let messages: Vec<Message<'_>> = lines
        .iter()
        .map(|line| {
            let speaker = Speaker { name: line.speaker.as_deref(), role: line.role };
            Message { text: &line.text, speaker, at: &line.at }
        })
        .collect();
    for (place, message) in messages.iter().enumerate() {
        for claim in extractor.extract(message, &messages[place.saturating_sub(BEFORE)..place]) {
            if !matches!(claim.act, Act::Add | Act::Affirm) {
                continue;
            }
            let from = format!("{name}/{place}");
            let named = message.speaker.name.map(|name| claim.content.replace(name, "User"));
            rows.push(Row {
                subject: Subject::of(&from, &claim.said),
                kept_as: Subject::of(&from, &claim.content),
                group: name.to_owned(),
                traits: extractor.traits(&claim, message),
                content: named.unwrap_or_else(|| claim.content.clone()),
                said: claim.said,
                worth: claim.worth,
            });
        }
    }
}
