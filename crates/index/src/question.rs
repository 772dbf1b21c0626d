//! Searching by words: BM25 over all documents of the index, whichever segment they are in.

use crate::filter::Selection;
use crate::postings::Posting;
use crate::space::SpaceIndex;
use crate::words::with_words;

/// How quickly a repeated word stops counting. Measured on dialogue beside meaning: 1.2 and 0.5 do best, by little.
const K1: f32 = 1.2;

/// How much a long text is held against it.
const B: f32 = 0.5;

/// Lengths up to this are held against a text by a table.
const SHORT: usize = 256;

/// A word of a question.
#[derive(Debug, Clone, PartialEq)]
pub struct AskedWord {
    /// The word as it is indexed.
    pub word: String,
    /// How many documents have it.
    pub having: u32,
    /// How much it tells, by how many documents have it. Never negative: even a word in every text speaks for them.
    pub rarity: f32,
}

/// The words of a question, looked up in an index.
#[derive(Debug, Clone)]
pub struct Question<'a> {
    index: &'a SpaceIndex,
    words: Vec<AskedWord>,
    /// Sorted by part, then by word.
    places: Vec<Place>,
}

/// Where the documents that have a word are listed: in which part of the index, as which of its words.
#[derive(Debug, Clone, Copy)]
struct Place {
    part: u32,
    word: u32,
    term: u32,
}

impl<'a> Question<'a> {
    pub(crate) fn new(index: &'a SpaceIndex, text: &str) -> Question<'a> {
        Question::of_words(index, with_words(text, |words| words.iter().map(str::to_owned).collect()))
    }

    pub(crate) fn of_words(index: &'a SpaceIndex, mut words: Vec<String>) -> Question<'a> {
        words.sort_unstable();
        words.dedup();
        let mut places = Vec::with_capacity(words.len() * (index.parts().len() + 1));
        let mut having = vec![0; words.len()];
        for part in 0..=index.parts().len() {
            for (word, letters) in words.iter().enumerate() {
                let found = match index.parts().get(part) {
                    Some(part) => {
                        part.words.find(letters).map(|term| (term as u32, part.words.postings(term).having()))
                    }
                    None => index.tail().find(letters),
                };
                if let Some((term, count)) = found {
                    having[word] += count;
                    places.push(Place { part: part as u32, word: word as u32, term });
                }
            }
        }
        let asked = |(word, having)| AskedWord { word, having, rarity: rarity(index.len(), having) };
        Question { index, words: words.into_iter().zip(having).map(asked).collect(), places }
    }

    /// The words, sorted, each once; also those that no document has.
    pub fn words(&self) -> &[AskedWord] {
        &self.words
    }

    /// Writes how well the words fit each document; 0 for those without any and those that may not be found.
    pub fn scores(&self, selection: &Selection, scores: &mut Vec<f32>) {
        self.index.check(selection);
        scores.clear();
        scores.resize(self.index.len(), 0.0);
        let norms = Norms::new(self.index);
        let weights: Vec<Weights<'_>> = self.words.iter().map(|word| Weights::new(&norms, word.rarity)).collect();
        for place in &self.places {
            let weights = &weights[place.word as usize];
            let range = self.index.documents_of(place.part as usize);
            let (lengths, scores) = (&self.index.columns().lengths[range.clone()], &mut scores[range]);
            let mut add = |posting: Posting| {
                let document = posting.document as usize;
                scores[document] += weights.of(posting.count, lengths[document]);
            };
            match self.index.parts().get(place.part as usize) {
                Some(part) => part.words.postings(place.term as usize).for_each_checked(&mut add),
                None => self.index.tail().postings(place.term).for_each(&mut add),
            }
        }
        // Looking at all and forgetting some costs less than asking for each whether it counts.
        selection.forget_others(scores);
    }

    /// Returns the documents that have every word, in order; none where there is no word.
    pub fn having_all(&self) -> Vec<u32> {
        let mut all = Vec::new();
        for places in self.places.chunk_by(|one, other| one.part == other.part) {
            if places.len() < self.words.len() {
                continue;
            }
            let start = self.index.documents_of(places[0].part as usize).start as u32;
            let mut found: Option<Vec<u32>> = None;
            for place in places {
                let having: Vec<u32> = match self.index.parts().get(place.part as usize) {
                    Some(part) => part.words.postings(place.term as usize).map(|posting| posting.document).collect(),
                    None => self.index.tail().postings(place.term).map(|posting| posting.document).collect(),
                };
                found = Some(match found {
                    Some(mut found) => {
                        found.retain(|document| having.binary_search(document).is_ok());
                        found
                    }
                    None => having,
                });
            }
            all.extend(found.into_iter().flatten().map(|document| start + document));
        }
        all
    }

    /// Returns what each word adds to the score of a document. In this order they add up to it exactly.
    pub fn explain(&self, document: u32) -> Vec<(&str, f32)> {
        let norms = Norms::new(self.index);
        let mut found = Vec::new();
        for place in &self.places {
            let range = self.index.documents_of(place.part as usize);
            if !range.contains(&(document as usize)) {
                continue;
            }
            let local = document - range.start as u32;
            let posting = match self.index.parts().get(place.part as usize) {
                Some(part) => part.words.postings(place.term as usize).find(|posting| posting.document >= local),
                None => self.index.tail().postings(place.term).find(|posting| posting.document >= local),
            };
            if let Some(posting) = posting.filter(|posting| posting.document == local) {
                let word = &self.words[place.word as usize];
                let length = self.index.columns().lengths[document as usize];
                found.push((word.word.as_str(), Weights::exact(&norms, word.rarity, posting.count, length)));
            }
        }
        found
    }
}

fn rarity(all: usize, having: u32) -> f32 {
    let (all, having) = (all as f32, having as f32);
    (1.0 + (all - having + 0.5) / (having + 0.5)).ln()
}

/// What is held against texts for their length.
struct Norms {
    average: f32,
    short: [f32; SHORT],
}

impl Norms {
    fn new(index: &SpaceIndex) -> Norms {
        let average = index.total_length() as f32 / index.len() as f32;
        let mut norms = Norms { average: average.max(1.0), short: [0.0; SHORT] };
        for length in 0..SHORT {
            norms.short[length] = norms.exact(length as u32);
        }
        norms
    }

    fn exact(&self, length: u32) -> f32 {
        K1 * (1.0 - B + B * length as f32 / self.average)
    }

    fn of(&self, length: u32) -> f32 {
        self.short.get(length as usize).copied().unwrap_or_else(|| self.exact(length))
    }
}

/// What a word adds to a score. Most texts are short and have it once: that is worked out beforehand.
struct Weights<'a> {
    norms: &'a Norms,
    rarity: f32,
    once: [f32; SHORT],
}

impl Weights<'_> {
    fn new(norms: &Norms, rarity: f32) -> Weights<'_> {
        let once = norms.short.map(|norm| rarity * saturation(1, norm));
        Weights { norms, rarity, once }
    }

    #[inline]
    fn of(&self, count: u32, length: u32) -> f32 {
        match self.once.get(length as usize) {
            Some(weight) if count == 1 => *weight,
            _ => Weights::exact(self.norms, self.rarity, count, length),
        }
    }

    fn exact(norms: &Norms, rarity: f32, count: u32, length: u32) -> f32 {
        rarity * saturation(count, norms.of(length))
    }
}

#[inline]
fn saturation(count: u32, norm: f32) -> f32 {
    let count = count as f32;
    count * (K1 + 1.0) / (count + norm)
}
