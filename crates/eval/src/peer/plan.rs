//! What everybody adds and asks: turns, questions, and their vectors, in files that any language can read.

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::Path;

use anyhow::Context;
use clap::Args;
use cofio_domain::ports::{Mode, ModelId, Vector};
use cofio_domain::time::Timestamp;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::store::Hit;
use crate::Place;
use crate::asked::Embeddings;
use crate::data::{self, Collection, Set, Unit};
use crate::{npy, roster};

/// What a plan is made of.
#[derive(Args, Default)]
pub struct Wanted {
    /// Only the first so many turns, and no questions about the others.
    #[arg(long)]
    first: Option<usize>,
    /// One more turn, at the end of the first space.
    #[arg(long, value_name = "TEXT")]
    also: Option<String>,
    /// All turns in one space, again and again with a number at the end, until there are so many.
    #[arg(long, value_name = "N")]
    one_space: Option<usize>,
}

/// Something that was said.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Turn {
    /// Who it belongs to: a conversation, of which the others know nothing.
    pub space: String,
    pub session: String,
    pub at: Timestamp,
    pub speaker: String,
    pub text: String,
    /// "speaker: text", as it is added and embedded.
    pub spoken: String,
    /// The row of its vector.
    pub vector: usize,
}

/// Something that is asked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Question {
    pub set: String,
    pub space: String,
    pub text: String,
    /// The numbers of the turns that answer it.
    pub gold: Vec<usize>,
}

/// What is the same for all of it.
#[derive(Serialize, Deserialize)]
struct Frame {
    /// When the questions are asked.
    now: Timestamp,
    /// What the vectors were made with.
    model: String,
}

#[derive(Debug)]
pub struct Plan {
    pub turns: Vec<Turn>,
    pub questions: Vec<Question>,
    model: ModelId,
    turn_vectors: Vec<Vector>,
    question_vectors: Vec<Vector>,
}

/// The sets that peers are compared on.
const SETS: [Set; 2] = [Set::LoCoMo, Set::RealTalk];

impl Plan {
    /// Reads the sets and embeds what is in them.
    pub fn make(place: &Place, wanted: &Wanted) -> anyhow::Result<Plan> {
        data::require(&place.data)?;
        let mut read = Vec::new();
        for set in SETS {
            read.push((set, data::collections(&place.data, set)?));
        }
        let (turns, questions) = wanted.of(&read);
        let mut embeddings = Embeddings::new(roster::built_in_embedder()?, &place.means())?;
        // Copies come after what they are copies of, and share its vector.
        let distinct = turns.iter().map(|turn| turn.vector + 1).max().unwrap_or(0);
        let spoken: Vec<&str> = turns[..distinct].iter().map(|turn| turn.spoken.as_str()).collect();
        let asked: Vec<&str> = questions.iter().map(|question| question.text.as_str()).collect();
        Ok(Plan {
            model: embeddings.model().clone(),
            turn_vectors: embeddings.of(Mode::Document, &spoken)?,
            question_vectors: embeddings.of(Mode::Query, &asked)?,
            turns,
            questions,
        })
    }

    pub fn write(&self, folder: &Path) -> anyhow::Result<()> {
        std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        let now = self.turns.iter().map(|turn| turn.at).max().map_or(Timestamp::MIN, |last| last.plus_minutes(1));
        write_lines(&folder.join("plan.json"), &[Frame { now, model: self.model.to_string() }])?;
        write_lines(&folder.join("turns.jsonl"), &self.turns)?;
        write_lines(&folder.join("questions.jsonl"), &self.questions)?;
        write_vectors(&folder.join("turns.npy"), &self.turn_vectors)?;
        write_vectors(&folder.join("questions.npy"), &self.question_vectors)
    }
}

impl Wanted {
    fn of(&self, read: &[(Set, Vec<Collection>)]) -> (Vec<Turn>, Vec<Question>) {
        let (mut turns, mut questions) = everything(read);
        if let Some(first) = self.first {
            turns.truncate(first);
            questions.retain(|question| question.gold.iter().all(|turn| *turn < first));
        }
        if let Some(text) = &self.also {
            let last = turns.iter().rev().find(|turn| turn.space == turns[0].space).unwrap_or(&turns[0]);
            let spoken = format!("{}: {text}", last.speaker);
            let at = last.at.plus_minutes(1);
            turns.push(Turn { at, text: text.clone(), spoken, vector: turns.len(), ..last.clone() });
        }
        if let Some(most) = self.one_space {
            turns = in_one_space(&turns, most);
            questions.retain(|question| question.gold.iter().all(|turn| *turn < most));
            questions.iter_mut().for_each(|question| question.space = ONE_SPACE.into());
        }
        (turns, questions)
    }
}

/// The name of the space when there is only one.
const ONE_SPACE: &str = "everything";

/// A space and its turns for each conversation, and the questions about them.
fn everything(read: &[(Set, Vec<Collection>)]) -> (Vec<Turn>, Vec<Question>) {
    let (mut turns, mut questions) = (Vec::new(), Vec::new());
    for (set, collections) in read {
        for (number, collection) in collections.iter().enumerate() {
            let space = format!("{}-{}", set.key(), number + 1);
            let first = turns.len();
            questions.extend(collection.questions.iter().map(|question| Question {
                set: set.key().into(),
                space: space.clone(),
                text: question.text.clone(),
                gold: question.gold.iter().map(|place| first + place).collect(),
            }));
            turns.extend(collection.units.iter().enumerate().map(|(place, unit)| turn(&space, unit, first + place)));
        }
    }
    (turns, questions)
}

fn turn(space: &str, unit: &Unit, number: usize) -> Turn {
    Turn {
        space: space.into(),
        session: format!("session-{}", unit.session + 1),
        at: unit.at,
        speaker: unit.speaker.clone(),
        text: unit.text.clone(),
        spoken: unit.spoken(),
        vector: number,
    }
}

/// Repeats turns in one space: a copy has a number at its end, and the vector of what it is a copy of.
fn in_one_space(turns: &[Turn], most: usize) -> Vec<Turn> {
    let copy = |number: usize| {
        let (round, turn) = (number / turns.len(), &turns[number % turns.len()]);
        let mark = if round == 0 { String::new() } else { format!(" ({round})") };
        Turn {
            space: ONE_SPACE.into(),
            session: format!("{}-{}{mark}", turn.space, turn.session),
            text: format!("{}{mark}", turn.text),
            spoken: format!("{}{mark}", turn.spoken),
            ..turn.clone()
        }
    };
    (0..most).map(copy).collect()
}

/// Returns when the questions of a plan are asked.
pub fn now(folder: &Path) -> anyhow::Result<Timestamp> {
    Ok(frame(folder)?.now)
}

/// Returns the model that the vectors of a plan were made with.
pub fn model(folder: &Path) -> anyhow::Result<ModelId> {
    Ok(ModelId::new(frame(folder)?.model))
}

fn frame(folder: &Path) -> anyhow::Result<Frame> {
    lines(&folder.join("plan.json"))?.next().context("the plan is empty")?
}

/// Reads the turns of a plan one after the other: there may be many.
pub fn turns(folder: &Path) -> anyhow::Result<impl Iterator<Item = anyhow::Result<Turn>>> {
    lines(&folder.join("turns.jsonl"))
}

pub fn questions(folder: &Path) -> anyhow::Result<Vec<Question>> {
    lines(&folder.join("questions.jsonl"))?.collect()
}

/// Returns which turn each message is. A turn without words is none.
pub fn numbers(folder: &Path) -> anyhow::Result<HashMap<Hit, usize>> {
    let mut said: HashMap<(String, String), u64> = HashMap::new();
    let mut numbers = HashMap::new();
    for (number, turn) in turns(folder)?.enumerate() {
        let turn = turn?;
        if turn.text.trim().is_empty() {
            continue;
        }
        let index = said.entry((turn.space.clone(), turn.session.clone())).or_default();
        numbers.insert(Hit { space: turn.space, session: turn.session, index: *index }, number);
        *index += 1;
    }
    Ok(numbers)
}

fn lines<T: DeserializeOwned>(path: &Path) -> anyhow::Result<impl Iterator<Item = anyhow::Result<T>> + use<T>> {
    let file = File::open(path).with_context(|| format!("cannot open {}", path.display()))?;
    let path = path.to_owned();
    let parsed = BufReader::new(file).lines().enumerate().map(move |(number, line)| {
        serde_json::from_str(&line?).with_context(|| format!("line {} of {}", number + 1, path.display()))
    });
    Ok(parsed)
}

fn write_lines<T: Serialize>(path: &Path, lines: &[T]) -> anyhow::Result<()> {
    let file = File::create(path).with_context(|| format!("cannot write {}", path.display()))?;
    let mut out = BufWriter::new(file);
    for line in lines {
        serde_json::to_writer(&mut out, line)?;
        out.write_all(b"\n")?;
    }
    Ok(out.flush()?)
}

fn write_vectors(path: &Path, vectors: &[Vector]) -> anyhow::Result<()> {
    let columns = vectors.first().map_or(0, |vector| vector.values().len());
    npy::write(path, columns, vectors.iter().map(Vector::values))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fakes::talk;

    fn read() -> Vec<(Set, Vec<Collection>)> {
        let talk = || talk(&[("Ann", "a cat"), ("Bob", "a dog")], "Which?", &[1]);
        vec![(Set::LoCoMo, vec![talk(), talk()])]
    }

    #[test]
    fn each_conversation_is_a_space_and_turns_are_numbered_throughout() {
        let (turns, questions) = Wanted::default().of(&read());
        let told: Vec<(&str, &str)> = turns.iter().map(|turn| (turn.space.as_str(), turn.spoken.as_str())).collect();
        assert_eq!(told[1..3], [("locomo-1", "Bob: a dog"), ("locomo-2", "Ann: a cat")]);
        assert_eq!(questions.iter().map(|question| question.gold[0]).collect::<Vec<_>>(), [1, 3]);
    }

    #[test]
    fn copies_in_one_space_differ_and_share_a_vector() {
        let wanted = Wanted { one_space: Some(6), ..Wanted::default() };
        let (turns, questions) = wanted.of(&read());
        let last = &turns[5];
        assert_eq!(
            (last.spoken.as_str(), last.session.as_str(), last.vector),
            ("Bob: a dog (1)", "locomo-1-session-1 (1)", 1)
        );
        assert!(questions.iter().all(|question| question.space == last.space));
    }

    #[test]
    fn one_more_turn_belongs_to_the_first_space() {
        let wanted = Wanted { first: Some(3), also: Some("a box".into()), ..Wanted::default() };
        let (turns, questions) = wanted.of(&read());
        let last = turns.last().unwrap();
        assert_eq!((last.space.as_str(), last.spoken.as_str(), last.vector), ("locomo-1", "Bob: a box", 3));
        assert_eq!(questions.len(), 1);
    }
}
