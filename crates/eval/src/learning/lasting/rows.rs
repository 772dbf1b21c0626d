//! Claims with their traits: of conversations to fit on, and of those that `hygiene` judges.

use std::path::Path;

use anyhow::Context;
use cofio_domain::event::MessageRole;
use cofio_domain::ports::{Cancel, Embedder, Mode};
use cofio_language::extract::{Act, Extractor, Message, Role, Speaker};
use jiff::Zoned;
use jiff::tz::TimeZone;
use serde::Deserialize;

use crate::data::{self, Set, when};
use crate::dialogues;
use crate::extraction::sets::{self, Annotated};
use crate::learning::hygiene;
use crate::learning::labels::Subject;
use crate::learning::talks::{self, Talk, Written};

/// How many messages before one are read to understand it, as in learning.
const BEFORE: usize = 10;

/// So many statements of each of PrefEval's topics are read.
const PREFERENCES: usize = 20;

/// Of annotated sets: what is so like something written down about the person lasts, what is less like anything does not.
const ALIKE: f64 = 0.8;
const UNLIKE: f64 = 0.55;

/// Which conversations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// Those that nothing else is measured on, and the dialogues that may be looked at.
    Fitted,
    /// Those of `hygiene`.
    Tried,
}

/// Where a claim is from, and so how much it says about what is to be told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// Real people.
    Real,
    /// A machine that plays a person.
    Played,
    /// A conversation that was written for a data set.
    Written,
    /// A dialogue of this project.
    Dialogue,
    /// A preference, stated to an assistant.
    Preference,
}

/// A claim.
pub struct Row {
    pub origin: Origin,
    /// By where it stands and how it was said, whatever the person is called.
    pub subject: Subject,
    /// What `hygiene` keeps its verdict under.
    pub kept_as: Subject,
    /// The conversation.
    pub group: String,
    pub content: String,
    /// In their own words.
    said: String,
    pub traits: Vec<String>,
    /// Whether it lasts, where that follows from where it is from.
    pub follows: Option<bool>,
}

/// A message as the extractor reads it.
struct Line {
    speaker: Option<String>,
    role: Role,
    text: String,
    at: Zoned,
}

#[derive(Deserialize)]
struct Preference {
    preference: String,
}

pub fn rows(root: &Path, part: Part, open: &Path, embedder: &dyn Embedder) -> anyhow::Result<Vec<Row>> {
    let mut rows = Vec::new();
    let chats = talks::chats(root, Written::ByPeople)?.into_iter();
    let people = talks::people(root, Set::RealTalk)?;
    let each = hygiene::SESSIONS / people.len().max(1);
    let add_talk = |rows: &mut Vec<Row>, talk: &Talk, person, origin| {
        add(rows, origin, &talk.name, &lines(talk, person));
    };
    if part == Part::Tried {
        chats.take(hygiene::SESSIONS).for_each(|talk| add_talk(&mut rows, &talk, MessageRole::User, Origin::Real));
        let talks = people.iter().flat_map(|person| person.talks.iter().take(each));
        talks.for_each(|talk| add_talk(&mut rows, talk, MessageRole::User, Origin::Real));
        return Ok(rows);
    }
    chats.skip(hygiene::SESSIONS).for_each(|talk| add_talk(&mut rows, &talk, MessageRole::User, Origin::Real));
    for talk in people.iter().flat_map(|person| person.talks.iter().skip(each)) {
        add_talk(&mut rows, talk, MessageRole::User, Origin::Real);
        add_talk(&mut rows, talk, MessageRole::Assistant, Origin::Real);
    }
    for talk in talks::chats(root, Written::ByAMachine)? {
        add_talk(&mut rows, &talk, MessageRole::User, Origin::Played);
    }
    for set in sets::read(root)? {
        rows.extend(annotated(&set, embedder)?);
    }
    rows.extend(preferences(root)?);
    for held in dialogues::held(open)? {
        let line = |(place, (role, text)): (usize, &(String, String))| Line {
            speaker: None,
            role: if role == "user" { Role::Person } else { Role::Assistant },
            text: text.clone(),
            at: when::step(cofio_domain::time::Timestamp::from_jiff(held.at.timestamp()), place)
                .to_jiff()
                .to_zoned(held.at.time_zone().clone()),
        };
        let lines: Vec<Line> = held.messages.iter().enumerate().map(line).collect();
        let from = rows.len();
        add(&mut rows, Origin::Dialogue, &format!("dialogues/{}", held.name), &lines);
        rows[from..].iter_mut().for_each(|row| row.follows = Some(held.may_be_known(&row.content)));
    }
    Ok(rows)
}

/// What one of the two says of themselves; the other one is listened to.
fn lines(talk: &Talk, person: MessageRole) -> Vec<Line> {
    let line = |message: &talks::Spoken| Line {
        speaker: None,
        role: if message.role == person { Role::Person } else { Role::Assistant },
        text: message.text.clone(),
        at: message.at.to_jiff().to_zoned(TimeZone::UTC),
    };
    talk.messages.iter().map(line).collect()
}

/// The claims of an annotated set. Only MSC's facts are of the sort that is kept about people; the others note everything.
fn annotated(set: &Annotated, embedder: &dyn Embedder) -> anyhow::Result<Vec<Row>> {
    let mut found = Vec::new();
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
        let from = found.len();
        add(&mut found, Origin::Written, &format!("{}/{number}", set.key), &lines);
        if set.key != "msc" {
            continue;
        }
        for row in &mut found[from..] {
            let place: usize = row.subject.message.rsplit('/').next().unwrap_or_default().parse().context("a place")?;
            let facts = &set.facts[session[place].unit];
            let texts: Vec<&str> = std::iter::once(row.said.as_str()).chain(facts.iter().map(String::as_str)).collect();
            let vectors = embedder.embed(Mode::Document, &texts, &Cancel::new())?;
            let like = |fact| vectors[0].dot(fact).map_or(0.0, f64::from);
            let best = vectors[1..].iter().map(like).fold(0.0, f64::max);
            row.follows = if best >= ALIKE { Some(true) } else { (best < UNLIKE).then_some(false) };
        }
    }
    Ok(found)
}

/// PrefEval: what people would rather have, as they say it to an assistant. All of it lasts.
fn preferences(root: &Path) -> anyhow::Result<Vec<Row>> {
    let mut found = Vec::new();
    let mut files: Vec<_> = std::fs::read_dir(root.join("prefeval")).into_iter().flatten().flatten().collect();
    files.sort_by_key(std::fs::DirEntry::file_name);
    for file in files.iter().filter(|file| file.path().extension().is_some_and(|ending| ending == "json")) {
        let topic = file.path().file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let stated: Vec<Preference> = data::json(&file.path())?;
        for (number, stated) in stated.into_iter().take(PREFERENCES).enumerate() {
            let at = when::unknown().to_jiff().to_zoned(TimeZone::UTC);
            let line = Line { speaker: None, role: Role::Person, text: stated.preference, at };
            add(&mut found, Origin::Preference, &format!("prefeval/{topic}/{number}"), &[line]);
        }
    }
    found.iter_mut().for_each(|row| row.follows = Some(true));
    Ok(found)
}

fn add(rows: &mut Vec<Row>, origin: Origin, name: &str, lines: &[Line]) {
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
                origin,
                subject: Subject::of(&from, &claim.said),
                kept_as: Subject::of(&from, &claim.content),
                group: name.to_owned(),
                traits: extractor.traits(&claim, message),
                content: named.unwrap_or_else(|| claim.content.clone()),
                said: claim.said,
                follows: None,
            });
        }
    }
}
