//! The arms: every way of looking at a question gives each document a number.
//!
//! All of them are arrays over the documents of one index, in the order of its columns. Nothing here reads a text.

use cofio_domain::event::MessageRole;
use cofio_index::{Columns, Layer, NO_DOCUMENT, Question as Words, Selection, SpaceIndex};
use cofio_language::marks::Mark;
use cofio_language::question::{Question, Time};

use crate::recall::weights::{LONG, NARROW_DAYS, TOLD_AFTER_DAYS, TOLD_BEFORE_DAYS, Weights};

/// What a question is, for ranking.
pub(crate) struct Asked<'a> {
    /// Its words, looked up.
    pub(crate) words: &'a Words<'a>,
    /// Its meaning, where there is an embedder.
    pub(crate) vector: Option<&'a [f32]>,
    /// What it says beyond that.
    pub(crate) read: &'a Question,
}

/// What the arms say about every document.
#[derive(Debug, Default)]
pub(crate) struct Arms {
    /// How well the words fit, 0 to 1.
    pub(crate) keyword: Vec<f32>,
    /// How near the meaning is, 0 to 1; all 0 where nothing has a vector.
    pub(crate) vector: Vec<f32>,
    /// The same as a cosine; minus infinity where there is no vector.
    pub(crate) cosine: Vec<f32>,
    /// Whether anything has a word of the question.
    pub(crate) has_words: bool,
    /// Whether meaning was compared at all.
    pub(crate) has_meaning: bool,
    /// How well the time fits, 0 to 1; all 0 where the question names none.
    pub(crate) time: Vec<f32>,
    /// 1 where the one speaker spoke whom the question names.
    pub(crate) named: Vec<f32>,
}

/// From where to where the scores of words and meaning reach. What is read together is measured by one scale: the best
/// of a space with nothing to say is not as good as the best of another.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Reach {
    words: (f32, f32),
    meaning: (f32, f32),
}

impl Reach {
    /// Both together.
    pub(crate) fn with(self, other: Reach) -> Reach {
        let wider = |one: (f32, f32), other: (f32, f32)| (one.0.min(other.0), one.1.max(other.1));
        Reach { words: wider(self.words, other.words), meaning: wider(self.meaning, other.meaning) }
    }
}

impl Arms {
    /// Looks at every document that may be found; returns how far the scores reach, too.
    pub(crate) fn of(index: &SpaceIndex, selection: &Selection, asked: &Asked<'_>) -> (Arms, Reach) {
        let mut arms = Arms::default();
        asked.words.scores(selection, &mut arms.keyword);
        let similar = asked.vector.map(|vector| index.similar(vector, selection, &mut arms.cosine));
        if !matches!(similar, Some(Ok(()))) {
            arms.cosine.clear();
            arms.cosine.resize(index.len(), f32::NEG_INFINITY);
        }
        // Without any word of the question a text has nothing, however few texts there are.
        let words = (0.0, ends(&arms.keyword, selection).1);
        let reach = Reach { words, meaning: ends(&arms.cosine, selection) };
        arms.has_words = reach.words.1 > 0.0;
        arms.has_meaning = reach.meaning.0.is_finite();
        arms.time = by_time(index.columns(), &asked.read.times);
        arms.named = by_name(index.columns(), selection, asked.read);
        (arms, reach)
    }

    /// Brings words and meaning to numbers from 0 to 1.
    pub(crate) fn measured_by(mut self, reach: Reach, selection: &Selection) -> Arms {
        self.vector.clone_from(&self.cosine);
        spread(&mut self.keyword, reach.words, selection);
        spread(&mut self.vector, reach.meaning, selection);
        self
    }

    /// Words and meaning in one number, before anything is inherited.
    pub(crate) fn fused(&self, weights: &Weights) -> Vec<f32> {
        let (words, meaning) = self.shares(weights);
        let scores = self.keyword.iter().zip(&self.vector).zip(&self.cosine);
        // What has no vector yet is not far from the question: its words speak for its meaning.
        scores
            .map(|((word, near), cosine)| words * word + meaning * if cosine.is_finite() { *near } else { *word })
            .collect()
    }

    /// The same for one document: without a vector, its words count for both.
    pub(crate) fn shares_of(&self, document: u32, weights: &Weights) -> (f32, f32) {
        let (words, meaning) = self.shares(weights);
        if self.cosine[document as usize].is_finite() { (words, meaning) } else { (words + meaning, 0.0) }
    }

    /// What words and meaning count for. Where one says nothing, the other decides.
    pub(crate) fn shares(&self, weights: &Weights) -> (f32, f32) {
        match (self.has_words, self.has_meaning) {
            (true, true) => (1.0 - weights.meaning, weights.meaning),
            (true, false) => (1.0, 0.0),
            (false, _) => (0.0, 1.0),
        }
    }
}

/// The least and the most of what may be found.
fn ends(scores: &[f32], selection: &Selection) -> (f32, f32) {
    let found = selection.iter().map(|document| scores[document as usize]).filter(|score| score.is_finite());
    found.fold((f32::INFINITY, f32::NEG_INFINITY), |(least, most), score| (least.min(score), most.max(score)))
}

/// Moves numbers so that those between two ends reach from 0 to 1; what has none, and may not be found, is 0.
fn spread(scores: &mut [f32], (least, most): (f32, f32), selection: &Selection) {
    let width = most - least;
    for (document, score) in scores.iter_mut().enumerate() {
        let counts = score.is_finite() && width > 0.0 && selection.contains(document as u32);
        *score = if counts { (*score - least) / width } else { 0.0 };
    }
}

/// How near to the times a question names something was said. What is told about a day is told on it or soon after.
fn by_time(columns: &Columns, times: &[Time]) -> Vec<f32> {
    let mut scores = vec![0.0f32; columns.len()];
    for time in times.iter().filter(|time| is_narrow(time)) {
        for (score, at) in scores.iter_mut().zip(&columns.at) {
            let beyond = if *at >= time.until {
                (*at - time.until) as f32 / (TOLD_AFTER_DAYS * DAY)
            } else if *at < time.from {
                (time.from - *at) as f32 / (TOLD_BEFORE_DAYS * DAY)
            } else {
                0.0
            };
            *score = score.max(1.0 - beyond);
        }
    }
    scores
}

const DAY: f32 = 24.0 * 60.0 * 60.0 * 1e6;

/// A stretch that holds half of all that was ever said tells nothing.
fn is_narrow(time: &Time) -> bool {
    time.until.saturating_sub(time.from) as f32 <= NARROW_DAYS * DAY
}

/// Marks what the speaker said whom the question names, if it names one and not several.
fn by_name(columns: &Columns, selection: &Selection, read: &Question) -> Vec<f32> {
    let mut scores = vec![0.0; columns.len()];
    let named: Vec<u32> = (0..columns.speaker_names.len() as u32)
        .filter(|speaker| {
            let name = columns.speaker_names.name(*speaker);
            !is_role(name) && read.mentions(name)
        })
        .collect();
    let [one] = named[..] else { return scores };
    for document in selection.iter() {
        if columns.speakers[document as usize] == one {
            scores[document as usize] = 1.0;
        }
    }
    scores
}

fn is_role(name: &str) -> bool {
    name.is_empty() || MessageRole::ALL.iter().any(|role| role.word() == name)
}

/// What documents inherit from those around them, and what they bring themselves.
pub(crate) struct Totals {
    /// The whole score of every document.
    pub(crate) scores: Vec<f32>,
    /// What of it came from its neighbours and its conversation.
    pub(crate) inherited: Vec<f32>,
    /// What of it came from what the text is like.
    pub(crate) manner: Vec<f32>,
}

/// Adds up everything.
pub(crate) fn total(
    columns: &Columns,
    selection: &Selection,
    arms: &Arms,
    asked: &Question,
    weights: &Weights,
) -> Totals {
    let fused = arms.fused(weights);
    let sessions = Sessions::of(columns, selection, &fused);
    let inherited = inherited(columns, selection, &sessions, &fused, weights);
    let manner = manner(columns, selection, &sessions, arms, asked, weights);
    let scores = fused.iter().zip(&inherited).zip(&manner);
    let scores = scores.map(|((fused, inherited), manner)| fused + inherited + manner).collect();
    Totals { scores, inherited, manner }
}

/// A turn is often understood by the ones around it, and a conversation that fits in one place fits in others.
/// Whatever belongs to no conversation stands for itself.
fn inherited(
    columns: &Columns,
    selection: &Selection,
    sessions: &Sessions,
    fused: &[f32],
    weights: &Weights,
) -> Vec<f32> {
    let next = next_of(columns);
    let score = |document: u32| {
        if document == NO_DOCUMENT || !selection.contains(document) { 0.0 } else { fused[document as usize] }
    };
    let step = |to: &[u32], document: u32| if document == NO_DOCUMENT { NO_DOCUMENT } else { to[document as usize] };
    let mut inherited = vec![0.0; columns.len()];
    for document in selection.iter() {
        let place = document as usize;
        let session = columns.sessions[place] as usize;
        if session == NO_SESSION {
            inherited[place] = weights.conversation * fused[place];
            continue;
        }
        let (left, right) = (columns.previous[place], next[place]);
        let far = score(step(&columns.previous, left)).max(score(step(&next, right)));
        let answers = !sessions.with_assistant[session] && has(columns, left, Mark::Asks);
        inherited[place] = weights.neighbour * score(left).max(score(right))
            + weights.second_neighbour * far
            + if answers { weights.after_a_question * score(left) } else { 0.0 }
            + weights.conversation * sessions.best[session];
    }
    inherited
}

/// The number of the name of no conversation.
const NO_SESSION: usize = 0;

/// What is known of whole conversations.
struct Sessions {
    /// The best that was said in each.
    best: Vec<f32>,
    /// Whether an assistant takes part. People answer each other's questions in the next turn; assistants end theirs
    /// with a question out of habit.
    with_assistant: Vec<bool>,
}

impl Sessions {
    fn of(columns: &Columns, selection: &Selection, fused: &[f32]) -> Sessions {
        let count = columns.session_names.len();
        let mut sessions = Sessions { best: vec![0.0; count], with_assistant: vec![false; count] };
        for document in selection.iter() {
            let place = document as usize;
            let session = columns.sessions[place] as usize;
            sessions.best[session] = sessions.best[session].max(fused[place]);
            sessions.with_assistant[session] |=
                columns.layers[place] == Layer::Message && columns.roles[place] == MessageRole::Assistant as u8;
        }
        sessions
    }
}

fn next_of(columns: &Columns) -> Vec<u32> {
    let mut next = vec![NO_DOCUMENT; columns.len()];
    for (document, previous) in columns.previous.iter().enumerate() {
        if *previous != NO_DOCUMENT {
            next[*previous as usize] = document as u32;
        }
    }
    next
}

fn has(columns: &Columns, document: u32, mark: Mark) -> bool {
    document != NO_DOCUMENT && mark.is_in(columns.marks[document as usize])
}

/// What sort of text it is: who speaks, of whom, of which time, and how long.
fn manner(
    columns: &Columns,
    selection: &Selection,
    sessions: &Sessions,
    arms: &Arms,
    asked: &Question,
    weights: &Weights,
) -> Vec<f32> {
    let when = if asked.asks_when { weights.asked_when } else { 0.0 };
    let (instruction, preference) = if asked.looks_back {
        (weights.instruction, 0.0)
    } else {
        (weights.instruction + weights.instruction_now, weights.preference_now)
    };
    let mut manner = vec![0.0; columns.len()];
    for document in selection.iter() {
        let place = document as usize;
        let marks = columns.marks[place];
        let mark = |mark: Mark, weight: f32| if mark.is_in(marks) { weight } else { 0.0 };
        let is_message = columns.layers[place] == Layer::Message;
        let role = columns.roles[place];
        let among_people = is_message && !sessions.with_assistant[columns.sessions[place] as usize];
        let mut sum = weights.named * arms.named[place]
            + weights.time_named * arms.time[place]
            + mark(Mark::FirstPerson, weights.first_person + weights.named_first_person * arms.named[place])
            + mark(Mark::Time, weights.time + when)
            + mark(Mark::Instruction, instruction)
            + mark(Mark::Preference, preference);
        if !is_message || role == MessageRole::User as u8 {
            sum += weights.said_by_a_person;
        } else if role == MessageRole::Assistant as u8 && asked.asks_assistant {
            sum += weights.asked_assistant;
        }
        if among_people {
            sum += mark(Mark::EndsAsking, weights.question);
        }
        let tokens = columns.sizes[place].max(1) as f32;
        manner[place] = sum - weights.length * (tokens / LONG).log2().max(0.0);
    }
    manner
}

/// Whether a document is a standing wish that a question like this should heed.
pub(crate) fn is_wish(columns: &Columns, document: u32, asked: &Question) -> bool {
    has(columns, document, Mark::Instruction) || (!asked.looks_back && has(columns, document, Mark::Preference))
}
