//! The arms: every way of looking at a question gives each document a number.
//!
//! Words and meaning are arrays over the documents of one index, in the order of its columns; everything else is asked
//! of the documents that are worth it. Nothing here reads a text.

use cofio_domain::event::MessageRole;
use cofio_index::{Columns, Question as Words, Selection, SpaceIndex};
use cofio_language::question::{Question, Time};

use crate::recall::lifts::{Lift, Meant};
use crate::recall::weights::{NARROW_DAYS, TOLD_AFTER_DAYS, TOLD_BEFORE_DAYS, Weights};

/// What a question is, for ranking.
pub(crate) struct Asked<'a> {
    /// Its words, looked up.
    pub(crate) words: &'a Words<'a>,
    /// Its meaning, where there is an embedder.
    pub(crate) vector: Option<&'a [f32]>,
    /// What it says beyond that.
    pub(crate) read: &'a Question,
    /// Whom it means.
    pub(crate) meant: &'a Meant,
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
    /// The times that the question names, each with what it counts for.
    pub(super) times: Vec<(&'a Time, f32)>,
    /// The one speaker whom the question names.
    pub(super) named: Option<u32>,
    /// What has the very words that the question insists on.
    exact: Lift,
    /// What speaks of those whom the question means by another name.
    entity: Lift,
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
    /// Says in the log how far each arm reached: in numbers (R1-080).
    pub(super) fn log(&self, texts: usize) {
        let (words, meaning) = (self.reach.words.1, self.reach.meaning.1);
        let (times, speaker) = (self.times.len(), self.named.is_some());
        tracing::debug!(
            texts,
            words,
            meaning,
            times,
            speaker,
            "searched {texts} texts: words up to {words:.2}, meaning up to {meaning:.2}"
        );
    }

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
            times: asked
                .read
                .times
                .iter()
                .map(|time| (time, closeness(time, &index.columns().at)))
                .filter(|(_, close)| *close > 0.0)
                .collect(),
            named: the_one_named(index.columns(), asked.read),
            exact: Lift::by_exact_words(index, asked.read),
            entity: Lift::by_other_names(index, asked.meant),
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
        let near = self.times.iter().map(|(time, close)| {
            let beyond = if at >= time.until {
                (at - time.until) as f32 / (TOLD_AFTER_DAYS * DAY)
            } else if at < time.from {
                (time.from - at) as f32 / (TOLD_BEFORE_DAYS * DAY)
            } else {
                0.0
            };
            close * (1.0 - beyond)
        });
        near.fold(0.0, f32::max)
    }

    /// 1 where the one speaker spoke whom the question names.
    pub(crate) fn named(&self, document: u32) -> f32 {
        if self.named == Some(self.columns.speakers[document as usize]) { 1.0 } else { 0.0 }
    }

    /// How much of what the question insists on it has, 0 to 1.
    pub(crate) fn exact(&self, document: u32) -> f32 {
        self.exact.of(document)
    }

    /// Whether it speaks of whom the question means by another name, or is linked to them, 0 to 1.
    pub(crate) fn entity(&self, document: u32) -> f32 {
        self.entity.of(document)
    }

    /// Whether anything but its words and its meaning makes it an answer.
    pub(crate) fn is_called_for(&self, document: u32) -> bool {
        self.time(document) > 0.0 || self.entity(document) > 0.0
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
    pub(super) fn fuse(&self, weights: &Weights, fused: &mut Vec<f32>) {
        let (words, meaning) = self.shares(weights);
        let both = self.keyword.iter().zip(self.cosine);
        fused.clear();
        fused.extend(both.map(|(word, near)| {
            let word = spread(*word, self.reach.words);
            // What has no vector yet is not far from the question: its words speak for its meaning.
            words * word + meaning * if near.is_finite() { spread(*near, self.reach.meaning) } else { word }
        }));
        // Whoever stands beside what is lifted inherits of that, too.
        for (lift, weight) in [(&self.exact, weights.exact), (&self.entity, weights.entity)] {
            lift.iter().for_each(|(document, by)| fused[document as usize] += weight * by);
        }
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

pub(super) const DAY: f32 = 24.0 * 60.0 * 60.0 * 1e6;

/// What a stretch of time counts for. A month or less counts in full; a longer one by how much it leaves out: "last year"
/// tells a good deal in a space of ten years, and nothing in one that began in January.
fn closeness(time: &Time, said_at: &[i64]) -> f32 {
    let days = time.until.saturating_sub(time.from) as f32 / DAY;
    if days <= NARROW_DAYS {
        return 1.0;
    }
    let inside = said_at.iter().filter(|at| (time.from..time.until).contains(*at)).count();
    1.0 - inside as f32 / said_at.len().max(1) as f32
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
