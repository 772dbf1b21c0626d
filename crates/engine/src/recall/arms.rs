//! The arms: every way of looking at a question gives each document a number.
//!
//! Words and meaning are arrays over the documents of one index, in the order of its columns; everything else is asked
//! of the documents that are worth it. Nothing here reads a text.

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

/// Room for numbers about every document, to be used again by the next question.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    pub(crate) selection: Selection,
    keyword: Vec<f32>,
    pub(super) cosine: Vec<f32>,
    fused: Vec<f32>,
}

/// What the arms say about the documents that may be found.
pub(crate) struct Arms<'a> {
    columns: &'a Columns,
    /// How well the words fit; 0 where there is none of them.
    keyword: &'a [f32],
    /// How near the meaning is, as a cosine; minus infinity where there is no vector.
    cosine: &'a [f32],
    /// From where to where both reach.
    reach: Reach,
    /// Whether anything has a word of the question.
    has_words: bool,
    /// Whether meaning was compared at all.
    pub(crate) has_meaning: bool,
    /// The times that the question names closely enough.
    times: Vec<&'a Time>,
    /// The one speaker whom the question names.
    named: Option<u32>,
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

impl<'a> Arms<'a> {
    /// Compares words and meaning of every document that may be found. Returns how far they reach, too, and room for
    /// what is made of them.
    pub(crate) fn of(
        index: &'a SpaceIndex,
        asked: &Asked<'a>,
        scratch: &'a mut Scratch,
    ) -> (Arms<'a>, &'a Selection, &'a mut Vec<f32>) {
        let Scratch { selection, keyword, cosine, fused } = scratch;
        asked.words.scores(selection, keyword);
        let similar = asked.vector.map(|vector| index.similar(vector, selection, cosine));
        if !matches!(similar, Some(Ok(()))) {
            cosine.clear();
            cosine.resize(index.len(), f32::NEG_INFINITY);
        }
        // What may not be found has no word of the question and no vector. Without any word of it a text has nothing,
        // however few texts there are.
        let reach = Reach { words: (0.0, ends(keyword).1), meaning: ends(cosine) };
        let arms = Arms {
            columns: index.columns(),
            keyword,
            cosine,
            reach,
            has_words: reach.words.1 > 0.0,
            has_meaning: reach.meaning.0.is_finite(),
            times: asked.read.times.iter().filter(|time| is_narrow(time)).collect(),
            named: the_one_named(index.columns(), asked.read),
        };
        (arms, selection, fused)
    }

    /// How far the scores reach.
    pub(crate) fn reach(&self) -> Reach {
        self.reach
    }

    /// Measures words and meaning by another scale.
    pub(crate) fn measured_by(self, reach: Reach) -> Arms<'a> {
        Arms { reach, ..self }
    }

    /// How well the words fit, 0 to 1.
    pub(crate) fn keyword(&self, document: u32) -> f32 {
        spread(self.keyword[document as usize], self.reach.words)
    }

    /// How near the meaning is, 0 to 1; 0 where nothing has a vector.
    pub(crate) fn vector(&self, document: u32) -> f32 {
        spread(self.cosine[document as usize], self.reach.meaning)
    }

    /// Whether it has a word of the question.
    pub(crate) fn has_words(&self, document: u32) -> bool {
        self.keyword[document as usize] > 0.0
    }

    /// How near the meaning is, as a cosine.
    pub(crate) fn cosine(&self, document: u32) -> f32 {
        self.cosine[document as usize]
    }

    /// How near to the times a question names it was said, 0 to 1. What is told about a day is told on it or soon after.
    pub(crate) fn time(&self, document: u32) -> f32 {
        let at = self.columns.at[document as usize];
        let near = self.times.iter().map(|time| {
            let beyond = if at >= time.until {
                (at - time.until) as f32 / (TOLD_AFTER_DAYS * DAY)
            } else if at < time.from {
                (time.from - at) as f32 / (TOLD_BEFORE_DAYS * DAY)
            } else {
                0.0
            };
            1.0 - beyond
        });
        near.fold(0.0, f32::max)
    }

    /// 1 where the one speaker spoke whom the question names.
    pub(crate) fn named(&self, document: u32) -> f32 {
        if self.named == Some(self.columns.speakers[document as usize]) { 1.0 } else { 0.0 }
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

    /// Writes words and meaning in one number, before anything is inherited.
    fn fuse(&self, weights: &Weights, fused: &mut Vec<f32>) {
        let (words, meaning) = self.shares(weights);
        let both = self.keyword.iter().zip(self.cosine);
        fused.clear();
        fused.extend(both.map(|(word, near)| {
            let word = spread(*word, self.reach.words);
            // What has no vector yet is not far from the question: its words speak for its meaning.
            words * word + meaning * if near.is_finite() { spread(*near, self.reach.meaning) } else { word }
        }));
    }
}

/// The least and the most of what has a number.
fn ends(scores: &[f32]) -> (f32, f32) {
    let mut ends = ([f32::INFINITY; LANES], [f32::NEG_INFINITY; LANES]);
    let (blocks, rest) = scores.as_chunks::<LANES>();
    let mut take = |lane: usize, score: f32| {
        let (low, high) = if score.is_finite() { (score, score) } else { (f32::INFINITY, f32::NEG_INFINITY) };
        ends.0[lane] = if low < ends.0[lane] { low } else { ends.0[lane] };
        ends.1[lane] = if high > ends.1[lane] { high } else { ends.1[lane] };
    };
    for block in blocks {
        block.iter().enumerate().for_each(|(lane, score)| take(lane, *score));
    }
    rest.iter().for_each(|score| take(0, *score));
    let least = ends.0.into_iter().fold(f32::INFINITY, f32::min);
    (least, ends.1.into_iter().fold(f32::NEG_INFINITY, f32::max))
}

/// So many numbers are compared at once.
const LANES: usize = 16;

/// Moves a number so that those between two ends reach from 0 to 1; what is none is 0.
#[inline]
fn spread(score: f32, (least, most): (f32, f32)) -> f32 {
    let width = most - least;
    if score.is_finite() && width > 0.0 { (score - least) / width } else { 0.0 }
}

const DAY: f32 = 24.0 * 60.0 * 60.0 * 1e6;

/// A stretch that holds half of all that was ever said tells nothing.
fn is_narrow(time: &Time) -> bool {
    time.until.saturating_sub(time.from) as f32 <= NARROW_DAYS * DAY
}

/// Returns the speaker whom the question names, if it names one and not several.
fn the_one_named(columns: &Columns, read: &Question) -> Option<u32> {
    let mut named = (0..columns.speaker_names.len() as u32).filter(|speaker| {
        let name = columns.speaker_names.name(*speaker);
        !is_role(name) && read.mentions(name)
    });
    let one = named.next()?;
    named.next().is_none().then_some(one)
}

fn is_role(name: &str) -> bool {
    name.is_empty() || MessageRole::ALL.iter().any(|role| role.word() == name)
}

/// Adds up everything that speaks for a document.
pub(crate) struct Ranking<'a> {
    columns: &'a Columns,
    selection: &'a Selection,
    arms: &'a Arms<'a>,
    weights: &'a Weights,
    /// Words and meaning in one number.
    fused: &'a [f32],
    sessions: Sessions,
    manners: Manners,
    most: Most,
}

/// The most that documents can have beside words and meaning.
struct Most {
    /// From what sort of text it is, by its marks.
    of_marks: [f32; 256],
    /// As a part of the best of its conversation.
    inherited: f32,
    /// And on top, where people talk to each other.
    of_a_question: f32,
}

/// What adding up numbers about 1 in another order can make of a difference, and far more.
const ROUNDING: f32 = 1e-4;

impl Most {
    fn of(arms: &Arms<'_>, weights: &Weights, manners: &Manners) -> Most {
        let gain = |weight: f32| weight.max(0.0);
        let named = if arms.named.is_some() { 1.0 } else { 0.0 };
        // Weights that turn things round are for measuring: then everything is looked at.
        let shortness = if weights.length < 0.0 { f32::INFINITY } else { 0.0 };
        let any = gain(weights.named * named)
            + if arms.times.is_empty() { 0.0 } else { gain(weights.time_named) }
            + gain(weights.said_by_a_person).max(gain(manners.assistant))
            + shortness
            + ROUNDING;
        let of_marks = std::array::from_fn(|marks| {
            let mark = |mark: Mark, weight: f32| if mark.is_in(marks as u8) { gain(weight) } else { 0.0 };
            any + mark(Mark::FirstPerson, weights.first_person + weights.named_first_person * named)
                + mark(Mark::Time, manners.time)
                + mark(Mark::Instruction, manners.instruction)
                + mark(Mark::Preference, manners.preference)
                + mark(Mark::EndsAsking, weights.question)
        });
        let inherited = gain(weights.neighbour) + gain(weights.second_neighbour) + gain(weights.conversation);
        Most { of_marks, inherited, of_a_question: gain(weights.after_a_question) }
    }
}

/// What a manner of speaking counts for, given how the question is put.
struct Manners {
    time: f32,
    instruction: f32,
    preference: f32,
    assistant: f32,
}

impl Manners {
    fn of(asked: &Question, weights: &Weights) -> Manners {
        let (instruction, preference) = if asked.looks_back {
            (weights.instruction, 0.0)
        } else {
            (weights.instruction + weights.instruction_now, weights.preference_now)
        };
        Manners {
            time: weights.time + if asked.asks_when { weights.asked_when } else { 0.0 },
            instruction,
            preference,
            assistant: if asked.asks_assistant { weights.asked_assistant } else { 0.0 },
        }
    }
}

impl<'a> Ranking<'a> {
    pub(crate) fn of(
        columns: &'a Columns,
        selection: &'a Selection,
        arms: &'a Arms<'a>,
        asked: &Question,
        weights: &'a Weights,
        room: &'a mut Vec<f32>,
    ) -> Ranking<'a> {
        arms.fuse(weights, room);
        let fused: &'a [f32] = room;
        let sessions = Sessions::of(columns, selection, fused);
        let manners = Manners::of(asked, weights);
        let most = Most::of(arms, weights, &manners);
        Ranking { columns, selection, arms, weights, fused, sessions, manners, most }
    }

    /// The whole score of a document that may be found.
    pub(crate) fn score(&self, document: u32) -> f32 {
        self.fused[document as usize] + self.inherited(document) + self.manner(document)
    }

    /// The whole score, unless it is certain to be no more than a bar. Of most documents that is seen without looking at
    /// their neighbours or at what sort of text they are.
    pub(crate) fn score_above(&self, document: u32, bar: f32) -> Option<f32> {
        let (columns, place) = (self.columns, document as usize);
        let most = self.most.of_marks[usize::from(columns.marks[place])];
        let session = columns.sessions[place] as usize;
        let fused = self.fused[place];
        // What is inherited from a turn of a conversation is no more than the best of it has.
        let inherited = if session == NO_SESSION { fused } else { self.sessions.best[session] };
        let part = match session {
            NO_SESSION => self.weights.conversation,
            session if self.sessions.with_assistant[session] => self.most.inherited,
            _ => self.most.inherited + self.most.of_a_question,
        };
        if fused + part * inherited + most < bar {
            return None;
        }
        let inherited = self.inherited(document);
        if fused + inherited + most < bar {
            return None;
        }
        Some(fused + inherited + self.manner(document))
    }

    /// What of it came from its neighbours and its conversation. A turn is often understood by the ones around it, and a
    /// conversation that fits in one place fits in others. Whatever belongs to no conversation stands for itself.
    pub(crate) fn inherited(&self, document: u32) -> f32 {
        let (columns, weights, place) = (self.columns, self.weights, document as usize);
        let session = columns.sessions[place] as usize;
        if session == NO_SESSION {
            return weights.conversation * self.fused[place];
        }
        let score = |document: u32| {
            if document == NO_DOCUMENT || !self.selection.contains(document) {
                0.0
            } else {
                self.fused[document as usize]
            }
        };
        let step =
            |to: &[u32], document: u32| if document == NO_DOCUMENT { NO_DOCUMENT } else { to[document as usize] };
        let (left, right) = (columns.previous[place], columns.next[place]);
        let far = score(step(&columns.previous, left)).max(score(step(&columns.next, right)));
        let answers = !self.sessions.with_assistant[session] && has(columns, left, Mark::Asks);
        weights.neighbour * score(left).max(score(right))
            + weights.second_neighbour * far
            + if answers { weights.after_a_question * score(left) } else { 0.0 }
            + weights.conversation * self.sessions.best[session]
    }

    /// What of it came from what sort of text it is: who speaks, of whom, of which time, and how long.
    pub(crate) fn manner(&self, document: u32) -> f32 {
        let (columns, weights, place) = (self.columns, self.weights, document as usize);
        let (marks, role) = (columns.marks[place], columns.roles[place]);
        let mark = |mark: Mark, weight: f32| if mark.is_in(marks) { weight } else { 0.0 };
        let is_message = columns.layers[place] == Layer::Message;
        let named = self.arms.named(document);
        let mut sum = weights.named * named
            + weights.time_named * self.arms.time(document)
            + mark(Mark::FirstPerson, weights.first_person + weights.named_first_person * named)
            + mark(Mark::Time, self.manners.time)
            + mark(Mark::Instruction, self.manners.instruction)
            + mark(Mark::Preference, self.manners.preference);
        if !is_message || role == MessageRole::User as u8 {
            sum += weights.said_by_a_person;
        } else if role == MessageRole::Assistant as u8 {
            sum += self.manners.assistant;
        }
        if is_message && !self.sessions.with_assistant[columns.sessions[place] as usize] {
            sum += mark(Mark::EndsAsking, weights.question);
        }
        let tokens = columns.sizes[place].max(1) as f32;
        if tokens > LONG { sum - weights.length * (tokens / LONG).log2() } else { sum }
    }
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

fn has(columns: &Columns, document: u32, mark: Mark) -> bool {
    document != NO_DOCUMENT && mark.is_in(columns.marks[document as usize])
}

/// Whether a document is a standing wish that a question like this should heed.
pub(crate) fn is_wish(columns: &Columns, document: u32, asked: &Question) -> bool {
    has(columns, document, Mark::Instruction) || (!asked.looks_back && has(columns, document, Mark::Preference))
}

#[cfg(test)]
mod tests {
    use cofio_index::{Allowed, Attributes, Document, Filter, Quantized};
    use cofio_language::question;
    use jiff::Zoned;

    use super::*;

    /// A day in the middle of what was said.
    const NOW: &str = "2026-03-20T12:00:00[UTC]";

    /// Numbers that look random and are always the same.
    fn random(seed: &mut u64, below: u64) -> u64 {
        *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*seed >> 33) % below
    }

    fn vector(seed: &mut u64) -> Vec<f32> {
        (0..8).map(|_| random(seed, 200) as f32 / 100.0 - 1.0).collect()
    }

    /// Memories and conversations, some with an assistant, of all sorts and lengths.
    fn filled() -> SpaceIndex {
        let words = ["tea", "green", "Lisbon", "summer", "bicycle", "my", "the", "nine"];
        let now: Zoned = NOW.parse().unwrap();
        let (mut index, mut seed) = (SpaceIndex::new("model", 8), 3);
        let mut last = [None; 6];
        for key in 1..=400 {
            let text: Vec<&str> = (0..5).map(|_| words[random(&mut seed, 8) as usize]).collect();
            let session = random(&mut seed, 6) as usize;
            let is_said = session > 0;
            let attributes = Attributes {
                layer: if is_said { Layer::Message } else { Layer::Memory },
                role: if session > 3 { random(&mut seed, 3) as u8 } else { 0 },
                marks: random(&mut seed, 64) as u8,
                size: random(&mut seed, 300) as u32,
                session: ["", "1", "2", "3", "4", "5"][session],
                speaker: if is_said { ["Ann", "Bob", "user"][random(&mut seed, 3) as usize] } else { "" },
                domain: ["", "work"][random(&mut seed, 2) as usize],
                at: now.timestamp().as_microsecond() + (key - 200) * 3_600_000_000,
                previous: if is_said { last[session].replace(key) } else { None },
                ..Attributes::default()
            };
            let vector = Quantized::new(&vector(&mut seed));
            let has_vector = random(&mut seed, 9) > 0;
            let text = text.join(" ");
            let document = Document { key, text: &text, vector: has_vector.then_some(&vector), attributes };
            index.add(&document).unwrap();
        }
        index
    }

    /// The score of every document as decision 0016 says it, over whole arrays and without any short cut.
    fn by_the_book(index: &SpaceIndex, selection: &Selection, asked: &Asked<'_>, weights: &Weights) -> Vec<f32> {
        let columns = index.columns();
        let (mut keyword, mut cosine) = (Vec::new(), Vec::new());
        asked.words.scores(selection, &mut keyword);
        index.similar(asked.vector.unwrap(), selection, &mut cosine).unwrap();
        let chosen: Vec<usize> = selection.iter().map(|document| document as usize).collect();
        let most_words = chosen.iter().map(|place| keyword[*place]).fold(0.0, f32::max);
        let near: Vec<f32> = chosen.iter().map(|place| cosine[*place]).filter(|near| near.is_finite()).collect();
        let (least, most) = (near.iter().copied().fold(2.0, f32::min), near.iter().copied().fold(-2.0, f32::max));
        let mut fused = vec![0.0; index.len()];
        for place in &chosen {
            let word = keyword[*place] / most_words;
            let meaning = if cosine[*place].is_finite() { (cosine[*place] - least) / (most - least) } else { word };
            fused[*place] = (1.0 - weights.meaning) * word + weights.meaning * meaning;
        }
        let in_session =
            |place: usize| chosen.iter().copied().filter(move |o| columns.sessions[*o] == columns.sessions[place]);
        let is_assistant = |place: usize| columns.roles[place] == MessageRole::Assistant as u8;
        let at =
            |document: Option<usize>| document.filter(|place| chosen.contains(place)).map_or(0.0, |place| fused[place]);
        let before = |place: usize| Some(columns.previous[place] as usize).filter(|place| *place < index.len());
        let after = |place: usize| (0..index.len()).rfind(|other| columns.previous[*other] as usize == place);
        let mut scores = vec![f32::NAN; index.len()];
        for place in chosen.iter().copied() {
            let (marks, is_said) = (columns.marks[place], columns.layers[place] == Layer::Message);
            let mark = |mark: Mark, weight: f32| if mark.is_in(marks) { weight } else { 0.0 };
            let among_people = !in_session(place).any(is_assistant);
            let (left, right) = (before(place), after(place));
            let inherited = if is_said {
                let answers = among_people && left.is_some_and(|left| Mark::Asks.is_in(columns.marks[left]));
                weights.neighbour * at(left).max(at(right))
                    + weights.second_neighbour * at(left.and_then(before)).max(at(right.and_then(after)))
                    + if answers { weights.after_a_question * at(left) } else { 0.0 }
                    + weights.conversation * in_session(place).map(|other| fused[other]).fold(0.0, f32::max)
            } else {
                weights.conversation * fused[place]
            };
            let named = if columns.speaker_names.name(columns.speakers[place]) == "Ann" { 1.0 } else { 0.0 };
            let time = asked.read.times.iter().map(|time| {
                let (late, early) = (columns.at[place] - time.until, time.from - columns.at[place]);
                let late = if late >= 0 { late as f32 / (TOLD_AFTER_DAYS * DAY) } else { 0.0 };
                let early = if early > 0 { early as f32 / (TOLD_BEFORE_DAYS * DAY) } else { 0.0 };
                1.0 - late.max(early)
            });
            let mut manner = weights.named * named
                + weights.time_named * time.fold(0.0, f32::max)
                + mark(Mark::FirstPerson, weights.first_person + weights.named_first_person * named)
                + mark(Mark::Time, weights.time + if asked.read.asks_when { weights.asked_when } else { 0.0 })
                + mark(
                    Mark::Instruction,
                    weights.instruction + if asked.read.looks_back { 0.0 } else { weights.instruction_now },
                )
                + mark(Mark::Preference, if asked.read.looks_back { 0.0 } else { weights.preference_now });
            if !is_said || columns.roles[place] == MessageRole::User as u8 {
                manner += weights.said_by_a_person;
            }
            if is_said && among_people {
                manner += mark(Mark::EndsAsking, weights.question);
            }
            manner -= weights.length * (columns.sizes[place].max(1) as f32 / LONG).log2().max(0.0);
            scores[place] = fused[place] + inherited + manner;
        }
        scores
    }

    #[test]
    fn every_score_is_what_the_book_says_to_the_last_bit() {
        let (index, weights, mut seed) = (filled(), Weights::default(), 77);
        let now: Zoned = NOW.parse().unwrap();
        for text in ["which green tea did Ann drink on March 18?", "when was Ann in Lisbon?", "Ann and her bicycle"] {
            for domains in [Allowed::All, Allowed::Except([1].into_iter().collect())] {
                let (read, vector) = (question::read(text, &now), vector(&mut seed));
                let words = index.question(text);
                let asked = Asked { words: &words, vector: Some(&vector), read: &read };
                let mut scratch = Scratch::default();
                index.select_into(&Filter { domains, ..Filter::default() }, &mut scratch.selection);
                let expected = by_the_book(&index, &scratch.selection, &asked, &weights);
                let (arms, selection, room) = Arms::of(&index, &asked, &mut scratch);
                let ranking = Ranking::of(index.columns(), selection, &arms, &read, &weights, room);
                for document in selection.iter() {
                    let (is, should) = (ranking.score(document), expected[document as usize]);
                    assert_eq!(is.to_bits(), should.to_bits(), "{text}: document {document}: {is} and {should}");
                    assert_eq!(ranking.score_above(document, is).map(f32::to_bits), Some(is.to_bits()));
                    assert!(ranking.score_above(document, is + 0.2).is_none_or(|again| again == is));
                }
            }
        }
    }
}
