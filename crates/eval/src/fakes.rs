//! Models small enough to be understood, for tests.

use cofio_domain::event::MessageRole;
use cofio_domain::ports::{Cancel, Embedder, Mode, ModelError, ModelId, Passage, Reranker, Vector};
use cofio_domain::time::Timestamp;

use crate::data::{Collection, Question, Unit};

/// Embeds a text as how often it has each letter.
pub struct Letters(ModelId);

/// Prefers passages that have a certain word, and more so if what was said before has it too.
pub struct Keyword(ModelId, &'static str);

impl Letters {
    pub fn new() -> Letters {
        Letters(ModelId::new("letters@1"))
    }
}

impl Keyword {
    pub fn new(word: &'static str) -> Keyword {
        Keyword(ModelId::new(format!("keyword-{word}@1")), word)
    }
}

impl Embedder for Letters {
    fn model(&self) -> &ModelId {
        &self.0
    }

    fn dimensions(&self) -> usize {
        26
    }

    fn embed(&self, _: Mode, texts: &[&str], cancel: &Cancel) -> Result<Vec<Vector>, ModelError> {
        cancel.check()?;
        Ok(texts.iter().map(|text| Vector::new(self.0.clone(), letters(text))).collect())
    }
}

/// What `Letters` makes of a text.
pub fn letters(text: &str) -> [f32; 26] {
    let mut counts = [0.0; 26];
    for letter in text.bytes().map(|byte| byte.to_ascii_lowercase()).filter(u8::is_ascii_lowercase) {
        counts[usize::from(letter - b'a')] += 1.0;
    }
    let length = counts.iter().map(|count| count * count).sum::<f32>().sqrt().max(1.0);
    counts.map(|count| count / length)
}

impl Reranker for Keyword {
    fn model(&self) -> &ModelId {
        &self.0
    }

    fn score(&self, _: &str, passages: &[Passage<'_>], cancel: &Cancel) -> Result<Vec<f32>, ModelError> {
        cancel.check()?;
        let has = |text: &str| f32::from(u8::from(text.contains(self.1)));
        let score = |passage: &Passage<'_>| has(passage.text) + passage.before.map_or(0.0, has) / 2.0;
        Ok(passages.iter().map(score).collect())
    }
}

/// A conversation in one session with one question.
pub fn talk(turns: &[(&str, &str)], question: &str, gold: &[usize]) -> Collection {
    let first: Timestamp = "2026-01-01T09:00:00Z".parse().expect("this is a time");
    let unit = |(place, (speaker, text)): (usize, &(&str, &str))| Unit {
        speaker: (*speaker).into(),
        role: speaker.parse().unwrap_or(MessageRole::User),
        text: (*text).into(),
        session: 0,
        at: first.plus_minutes(place as i64),
        follows: place > 0,
    };
    Collection {
        part: "",
        units: turns.iter().enumerate().map(unit).collect(),
        questions: vec![Question { text: question.into(), gold: gold.into(), ..Question::default() }],
    }
}
