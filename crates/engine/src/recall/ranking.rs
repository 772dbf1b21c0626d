//! The ranking: what the arms say, what a document inherits from those around it and what sort of text it is, in one
//! number.

use cofio_domain::event::MessageRole;
use cofio_index::{Columns, Layer, NO_DOCUMENT, Selection};
use cofio_language::marks::Mark;
use cofio_language::question::Question;

use crate::recall::arms::Arms;
use crate::recall::weights::{LONG, LONGEST, Weights};

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
        let tokens = (columns.sizes[place].max(1) as f32).min(LONGEST);
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
    use cofio_index::{Allowed, Attributes, Document, Filter, Quantized, SpaceIndex};
    use cofio_language::question;
    use jiff::Zoned;

    use super::*;
    use crate::recall::arms::{Asked, DAY, Scratch};
    use crate::recall::lifts::Meant;
    use crate::recall::weights::{TOLD_AFTER_DAYS, TOLD_BEFORE_DAYS};

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
                let meant = Meant::default();
                let asked = Asked { words: &words, vector: Some(&vector), read: &read, meant: &meant };
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
