//! What each domain sounds like: a few sentences whose meaning is compared with that of a message.
//!
//! They are embedded once a process for each model. Thresholds were chosen on 183 sentences of our own, where 107 of 133 get
//! their domain instead of 79 by words; on 42 others, measured once, 17 of 30 instead of 14
//! (`tests/it/context/routing.rs` has them all).

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use cofio_domain::domains::{Domain, DomainName};
use cofio_domain::ports::{Cancel, Embedder, Mode, ModelError, ModelId};

use crate::Engine;

/// The seeded domains. What stands below `general` is what most messages are about that are about no domain at all.
const SEEDED: &str = include_str!("prototypes.txt");

/// The least nearness that says anything.
const NEAR: f32 = 0.40;

/// By how much the nearest domain must be nearer than the next.
const AHEAD: f32 = 0.05;

/// A domain is as near as this many of its sentences are on average. One alone may be near by accident.
const NEAREST: usize = 2;

/// A longer message speaks by its words.
const LONGEST: usize = 2_000;

/// How many domains of people's own are remembered.
const OWN: usize = 256;

/// Vectors of sentences, for each model.
#[derive(Default)]
pub(crate) struct PrototypeVectors(Mutex<HashMap<ModelId, Known>>);

/// The meaning of a sentence.
type Meaning = Box<[f32]>;

/// The meanings of every domain's sentences.
type Meanings = HashMap<DomainName, Vec<Meaning>>;

#[derive(Default, Clone)]
struct Known {
    seeded: Arc<[(DomainName, Meaning)]>,
    own: HashMap<String, Meaning>,
}

impl Engine {
    /// Returns the domain a message is near in meaning, and how near; nothing where it is near none or several.
    pub(crate) fn nearest_domain(&self, message: &str, domains: &[Domain]) -> Option<(DomainName, f32)> {
        let embedder = self.models.embedder.as_deref().filter(|_| message.len() <= LONGEST)?;
        let nearest = || -> Result<Option<(DomainName, f32)>, ModelError> {
            let message = self.question_vector(embedder, message)?;
            let known = self.recollection.prototypes.of(embedder, domains)?;
            Ok(nearest(&message, &known))
        };
        nearest().unwrap_or_else(|error| {
            tracing::warn!("a message is routed by its words alone: {error}");
            None
        })
    }
}

impl PrototypeVectors {
    /// Returns the vectors of every domain's sentences.
    fn of(&self, embedder: &dyn Embedder, domains: &[Domain]) -> Result<Meanings, ModelError> {
        let mut known = self.lock().get(embedder.model()).cloned().unwrap_or_default();
        let mut made = false;
        if known.seeded.is_empty() {
            let sentences: Vec<(DomainName, &str)> = seeded().collect();
            let texts: Vec<&str> = sentences.iter().map(|(_, text)| *text).collect();
            let vectors = embedder.embed(Mode::Document, &texts, &Cancel::new())?;
            let vectors = vectors.iter().map(|vector| vector.values().into());
            known.seeded = sentences.into_iter().map(|(domain, _)| domain).zip(vectors).collect();
            made = true;
        }
        let mut all = Meanings::new();
        for (domain, vector) in known.seeded.iter() {
            all.entry(domain.clone()).or_default().push(vector.clone());
        }
        for domain in domains.iter().filter(|domain| !domain.keywords.is_empty()) {
            let text = format!("{}: {}", domain.display_name, domain.keywords.join(", ").replace('*', ""));
            if !known.own.contains_key(&text) {
                let vector = embedder.embed(Mode::Document, &[&text], &Cancel::new())?.pop();
                let vector: Meaning = vector.map(|vector| vector.values().into()).unwrap_or_default();
                if known.own.len() >= OWN {
                    known.own.clear();
                }
                known.own.insert(text.clone(), vector);
                made = true;
            }
            all.entry(domain.name.clone()).or_default().push(known.own[&text].clone());
        }
        if made {
            self.lock().insert(embedder.model().clone(), known);
        }
        Ok(all)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<ModelId, Known>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The sentences of the seeded domains.
fn seeded() -> impl Iterator<Item = (DomainName, &'static str)> {
    let mut domain = DomainName::GENERAL;
    SEEDED.lines().map(str::trim).filter(|line| !line.is_empty()).filter_map(move |line| {
        match line.strip_prefix('[').and_then(|name| name.strip_suffix(']')) {
            Some(name) => {
                domain = name.parse().unwrap_or(DomainName::GENERAL);
                None
            }
            None => Some((domain.clone(), line)),
        }
    })
}

fn nearest(message: &[f32], known: &Meanings) -> Option<(DomainName, f32)> {
    let mut near: Vec<(&DomainName, f32)> =
        known.iter().map(|(domain, sentences)| (domain, nearness(message, sentences))).collect();
    near.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(other.0)));
    let (domain, best) = *near.first()?;
    let next = near.get(1).map_or(0.0, |(_, next)| *next);
    let speaks = best >= NEAR && best - next >= AHEAD && *domain != DomainName::GENERAL;
    speaks.then(|| (domain.clone(), best))
}

fn nearness(message: &[f32], sentences: &[Meaning]) -> f32 {
    let dot = |sentence: &[f32]| message.iter().zip(sentence).map(|(one, other)| one * other).sum::<f32>();
    let mut all: Vec<f32> = sentences.iter().map(|sentence| dot(sentence)).collect();
    all.sort_by(|one, other| other.total_cmp(one));
    all.truncate(NEAREST);
    all.iter().sum::<f32>() / all.len().max(1) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_seeded_domain_sounds_like_something() {
        let mut spoken: Vec<DomainName> = seeded().map(|(domain, _)| domain).collect();
        spoken.sort();
        let mut counts: Vec<(DomainName, usize)> = Vec::new();
        for domain in spoken {
            match counts.last_mut() {
                Some((last, count)) if *last == domain => *count += 1,
                _ => counts.push((domain, 1)),
            }
        }
        let mut seeds: Vec<DomainName> = Domain::seeds().into_iter().map(|domain| domain.name).collect();
        seeds.sort();
        assert_eq!(counts.iter().map(|(domain, _)| domain.clone()).collect::<Vec<_>>(), seeds);
        assert!(counts.iter().all(|(_, count)| *count >= 4), "{counts:?}");
    }

    #[test]
    fn a_message_between_two_domains_or_near_none_is_near_nothing() {
        let name = |name: &str| name.parse::<DomainName>().unwrap();
        let known = HashMap::from([
            (name("food"), vec![vec![1.0, 0.0, 0.0].into()]),
            (name("travel"), vec![vec![0.0, 1.0, 0.0].into()]),
            (DomainName::GENERAL, vec![vec![0.0, 0.0, 1.0].into()]),
        ]);
        assert_eq!(nearest(&[0.9, 0.1, 0.0], &known), Some((name("food"), 0.9)));
        assert_eq!(nearest(&[0.7, 0.68, 0.0], &known), None, "both");
        assert_eq!(nearest(&[0.3, 0.0, 0.0], &known), None, "hardly");
        assert_eq!(nearest(&[0.2, 0.0, 0.9], &known), None, "nothing of anybody's");
        assert_eq!(nearest(&[f32::NAN, 0.0, 0.0], &known), None);
    }
}
