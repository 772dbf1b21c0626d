//! How central each sentence is, and how like another.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::Sentence;

/// A word that stands in more than this share of the sentences tells nothing.
const COMMON: f32 = 0.2;
/// Unless there are so few sentences that every word is common.
const FEW: usize = 10;
/// Sentences this like each other say the same.
const SAME: f32 = 0.6;
/// What an assistant's sentence counts for beside a person's.
const ASSISTANT: f32 = 0.5;
/// Fewer words than this say nothing by themselves, and more than that ramble.
const SHORT: usize = 4;
const LONG: usize = 45;

/// Words that hold sentences together and tell nothing.
const EMPTY: &str = "
    a about after again all also am an and any are as at be because been but by can could did do does doing don't done for
    from get go going good great had has have having he hello her here hey hi him his how i i'd i'll i'm i've if in into is
    isn't it it's its just know let like look make me more my need no not now of off ok okay on one or our out please really
    right say see she should so some sounds sure than thank thanks that that's the their them then there these they thing
    things think this those to too up us use very want was way we we'll well were what what's when where which who why will
    with would yeah yes you you're your";

/// The sentences of a conversation as words that tell something, each with its weight; every sentence has length one.
pub(super) struct Weighed {
    words: Vec<BTreeMap<usize, f32>>,
    scores: Vec<f32>,
}

impl Weighed {
    pub(super) fn of(sentences: &[Sentence<'_>]) -> Weighed {
        let empty: BTreeSet<&str> = EMPTY.split_ascii_whitespace().collect();
        let mut numbers: HashMap<String, usize> = HashMap::new();
        let mut counts: Vec<usize> = Vec::new();
        let said: Vec<BTreeMap<usize, f32>> = sentences
            .iter()
            .map(|sentence| {
                let mut words: BTreeMap<usize, f32> = BTreeMap::new();
                for word in words_of(sentence.text).filter(|word| !empty.contains(word.as_str())) {
                    let next = numbers.len();
                    let number = *numbers.entry(word).or_insert(next);
                    *words.entry(number).or_default() += 1.0;
                }
                counts.resize(numbers.len(), 0);
                words.keys().for_each(|number| counts[*number] += 1);
                words
            })
            .collect();
        let all = sentences.len() as f32;
        let tells = |number: &usize| sentences.len() <= FEW || counts[*number] as f32 <= (COMMON * all).max(2.0);
        let words: Vec<BTreeMap<usize, f32>> = said
            .into_iter()
            .map(|said| {
                let weight = |(number, times): (usize, f32)| (number, times * (1.0 + all / counts[number] as f32).ln());
                to_length_one(said.into_iter().filter(|(number, _)| tells(number)).map(weight).collect())
            })
            .collect();
        let centre = centre_of(&words, numbers.len());
        let scores = sentences.iter().zip(&words).map(|(sentence, words)| {
            let count = words_of(sentence.text).count();
            if count < SHORT || words.is_empty() {
                return 0.0;
            }
            let central: f32 = words.iter().map(|(number, weight)| weight * centre[*number]).sum();
            let who = if sentence.by_person { 1.0 } else { ASSISTANT };
            let asks = if super::asks(sentence.text) { 0.5 } else { 1.0 };
            central * who * asks * (LONG as f32 / count.max(LONG) as f32)
        });
        Weighed { scores: scores.collect(), words }
    }

    /// Returns the most central sentences among those wanted, no two of them alike, in the order they were said.
    pub(super) fn best(&self, most: usize, wanted: impl Fn(&usize) -> bool) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.scores.len()).filter(|at| self.scores[*at] > 0.0 && wanted(at)).collect();
        order.sort_by(|one, other| self.scores[*other].total_cmp(&self.scores[*one]).then(one.cmp(other)));
        let mut picked: Vec<usize> = Vec::new();
        for place in order {
            if picked.len() == most {
                break;
            }
            if picked.iter().all(|other| self.alike(place, *other) < SAME) {
                picked.push(place);
            }
        }
        picked.sort_unstable();
        picked
    }

    /// Returns the same places without those that say what a later one says.
    pub(super) fn distinct(&self, places: Vec<usize>) -> Vec<usize> {
        let kept = places
            .iter()
            .enumerate()
            .filter(|(at, place)| places[at + 1..].iter().all(|later| self.alike(**place, *later) < SAME));
        kept.map(|(_, place)| *place).collect()
    }

    fn alike(&self, one: usize, other: usize) -> f32 {
        let (one, other) = (&self.words[one], &self.words[other]);
        one.iter().filter_map(|(number, weight)| Some(weight * other.get(number)?)).sum()
    }
}

/// The mean of all sentences: what is near it is what they have in common.
fn centre_of(sentences: &[BTreeMap<usize, f32>], words: usize) -> Vec<f32> {
    let mut centre = vec![0.0; words];
    for sentence in sentences {
        sentence.iter().for_each(|(number, weight)| centre[*number] += weight);
    }
    centre
}

fn to_length_one(mut words: BTreeMap<usize, f32>) -> BTreeMap<usize, f32> {
    let length = words.values().map(|weight| weight * weight).sum::<f32>().sqrt();
    if length > 0.0 {
        words.values_mut().for_each(|weight| *weight /= length);
    }
    words
}

/// Words in small letters, without the endings that only grammar asks for.
fn words_of(text: &str) -> impl Iterator<Item = String> {
    text.split(|letter: char| !letter.is_alphanumeric() && letter != '\'' && letter != '’')
        .filter(|word| !word.is_empty())
        .map(|word| {
            let small = word.to_lowercase().replace('’', "'");
            let bare = small.strip_suffix("'s").unwrap_or(&small);
            let single = bare.strip_suffix('s').filter(|rest| rest.chars().count() > 3 && !rest.ends_with('s'));
            single.unwrap_or(bare).to_owned()
        })
}
