//! Documents to index.

use cofio_index::{Attributes, Document, Filter, Layer, OPEN, Quantized, Segment, SpaceIndex};
use proptest::prelude::*;

pub const MODEL: &str = "tests-1";

/// A document that owns what it is made of.
#[derive(Debug, Clone)]
pub struct Owned {
    pub key: i64,
    pub text: String,
    pub vector: Option<Quantized>,
    pub layer: Layer,
    pub kind: u8,
    pub tier: u8,
    pub domain: String,
    pub project: String,
    pub speaker: String,
    pub session: String,
    pub valid_from: i64,
    pub valid_until: i64,
    pub recorded_at: i64,
    pub retired_at: i64,
    pub at: i64,
    pub previous: Option<i64>,
}

impl Owned {
    pub fn new(key: i64, text: &str) -> Owned {
        Owned {
            key,
            text: text.to_owned(),
            vector: None,
            layer: Layer::Memory,
            kind: 0,
            tier: 0,
            domain: String::new(),
            project: String::new(),
            speaker: String::new(),
            session: String::new(),
            valid_from: 0,
            valid_until: OPEN,
            recorded_at: 0,
            retired_at: OPEN,
            at: 0,
            previous: None,
        }
    }

    pub fn document(&self) -> Document<'_> {
        Document {
            key: self.key,
            text: &self.text,
            vector: self.vector.as_ref(),
            attributes: Attributes {
                layer: self.layer,
                kind: self.kind,
                tier: self.tier,
                authority: 7,
                role: 3,
                marks: 5,
                size: 9,
                domain: &self.domain,
                project: &self.project,
                speaker: &self.speaker,
                session: &self.session,
                valid_from: self.valid_from,
                valid_until: self.valid_until,
                recorded_at: self.recorded_at,
                retired_at: self.retired_at,
                at: self.at,
                previous: self.previous,
            },
        }
    }
}

/// An index with everything in its tail.
pub fn index_of(documents: &[Owned], dimensions: usize) -> SpaceIndex {
    let mut index = SpaceIndex::new(MODEL, dimensions);
    for document in documents {
        index.add(&document.document()).expect("in order");
    }
    index
}

/// An index of texts alone, with keys from 1 on.
pub fn index_of_texts(texts: &[&str]) -> SpaceIndex {
    let documents: Vec<Owned> = (1..).zip(texts).map(|(key, text)| Owned::new(key, text)).collect();
    index_of(&documents, 0)
}

pub fn segment_of(documents: &[Owned], dimensions: usize) -> Segment {
    Segment::new(MODEL, dimensions, documents.iter().map(Owned::document)).expect("in order")
}

pub fn keyword_scores(index: &SpaceIndex, question: &str, filter: &Filter<'_>) -> Vec<f32> {
    let mut scores = Vec::new();
    index.question(question).scores(&index.select(filter), &mut scores);
    scores
}

pub fn similar_scores(index: &SpaceIndex, query: &[f32], filter: &Filter<'_>) -> Vec<f32> {
    let mut scores = Vec::new();
    index.similar(query, &index.select(filter), &mut scores).expect("of one length");
    scores
}

/// The keys of what has a score above `bar`, best first, equals in order.
pub fn ranked(index: &SpaceIndex, scores: &[f32], bar: f32) -> Vec<i64> {
    let mut found: Vec<usize> = (0..scores.len()).filter(|number| scores[*number] > bar).collect();
    found.sort_by(|one, other| scores[*other].total_cmp(&scores[*one]).then(one.cmp(other)));
    found.into_iter().map(|number| index.columns().keys[number]).collect()
}

/// Numbers that look random and are always the same.
pub struct Numbers(u64);

impl Numbers {
    pub fn new(seed: u64) -> Numbers {
        Numbers(seed)
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number that is mostly near 0, as those of vectors are.
    pub fn normal(&mut self) -> f32 {
        let sum: f64 = (0..12).map(|_| (self.next() >> 11) as f64 / (1u64 << 53) as f64).sum();
        (sum - 6.0) as f32
    }

    pub fn vector(&mut self, dimensions: usize) -> Vec<f32> {
        unit((0..dimensions).map(|_| self.normal()).collect())
    }

    /// A vector near another.
    pub fn near(&mut self, centre: &[f32], spread: f32) -> Vec<f32> {
        let noise = self.vector(centre.len());
        unit(centre.iter().zip(noise).map(|(value, noise)| value + spread * noise).collect())
    }
}

pub fn unit(vector: Vec<f32>) -> Vec<f32> {
    let length = vector.iter().map(|value| value * value).sum::<f32>().sqrt();
    vector.into_iter().map(|value| value / length).collect()
}

fn name() -> impl Strategy<Value = String> {
    prop_oneof![Just(String::new()), "[a-c]", Just("health".to_owned())]
}

fn time() -> impl Strategy<Value = i64> {
    prop_oneof![Just(OPEN), -5i64..5, any::<i64>()]
}

prop_compose! {
    /// A document of few words and a small vector; the key is how far it is from the one before.
    fn any_document(dimensions: usize)(
        gap in 1i64..4,
        text in "((tea|coffee|green|Lisbon|a_b|茶道|é|,) ){0,6}",
        vector in proptest::option::weighted(0.8, proptest::collection::vec(-1.0f32..1.0, dimensions)),
        layer in 0usize..4,
        (kind, tier) in (0u8..4, 0u8..3),
        names in (name(), name(), name(), name()),
        times in (time(), time(), time(), time(), any::<i64>()),
        previous in proptest::option::of(1i64..4),
    ) -> Owned {
        let (domain, project, speaker, session) = names;
        let (valid_from, valid_until, recorded_at, retired_at, at) = times;
        Owned {
            key: gap, text, vector: vector.map(|vector| Quantized::new(&vector)), layer: Layer::ALL[layer], kind, tier,
            domain, project, speaker, session, valid_from, valid_until, recorded_at, retired_at, at, previous,
        }
    }
}

/// Documents in the order of their keys.
pub fn any_documents(dimensions: usize, most: usize) -> impl Strategy<Value = Vec<Owned>> {
    proptest::collection::vec(any_document(dimensions), 0..most).prop_map(|mut documents| {
        let mut key = 0;
        for document in &mut documents {
            key += document.key;
            document.key = key;
            document.previous = document.previous.map(|back| key - back);
        }
        documents
    })
}
