//! What a conversation came to, in its own sentences: the ones most of it is about, what was decided, what is open.
//!
//! A sentence is central if it shares telling words with many others; of several that say the same, one is taken. No
//! language model is asked, so nothing is in a summary that was not said.

mod weigh;

use std::sync::LazyLock;

use crate::lexicon::{Lexicon, Tokens};
use weigh::Weighed;

const FILES: [&str; 1] = [include_str!("words.txt")];

static WORDS: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::read(&FILES));

/// A sentence of a conversation.
#[derive(Debug, Clone, Copy)]
pub struct Sentence<'a> {
    /// The turn it belongs to, in order.
    pub turn: usize,
    /// What it says.
    pub text: &'a str,
    /// Whether a person said it, and no assistant.
    pub by_person: bool,
}

/// Which sentences say what a conversation came to, by their places, in the order they were said.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Summary {
    /// What it was about.
    pub about: Vec<usize>,
    /// What was decided or found out.
    pub decided: Vec<usize>,
    /// What was left open.
    pub open: Vec<usize>,
}

/// The most sentences of each sort beside those it was about.
const MOST: usize = 5;

/// Returns the sentences of a text. A line break ends one, and so does what ends a sentence where a space follows.
pub fn sentences(text: &str) -> impl Iterator<Item = &str> {
    text.lines()
        .flat_map(|line| {
            let mut ends: Vec<usize> = line
                .match_indices(['.', '!', '?', '。', '！', '？'])
                .map(|(at, end)| at + end.len())
                .filter(|at| line[*at..].starts_with(char::is_whitespace))
                .collect();
            ends.push(line.len());
            let mut from = 0;
            ends.into_iter().map(move |end| {
                let sentence = line[from..end].trim();
                from = end;
                sentence
            })
        })
        .filter(|sentence| !sentence.is_empty())
}

/// Sums up a conversation in at most so many sentences, and a few more for what was decided and what is open.
pub fn summarize(sentences: &[Sentence<'_>], most: usize) -> Summary {
    let weighed = Weighed::of(sentences);
    let decided: Vec<usize> = places(sentences, decides);
    let open = open(sentences);
    let told = |place: &usize| !decided.contains(place) && !open.contains(place);
    Summary {
        about: weighed.best(most, told),
        decided: last(weighed.distinct(decided), MOST),
        open: last(weighed.distinct(open), MOST),
    }
}

fn places(sentences: &[Sentence<'_>], wanted: impl Fn(&Sentence<'_>) -> bool) -> Vec<usize> {
    (0..sentences.len()).filter(|place| wanted(&sentences[*place])).collect()
}

/// What was settled last counts.
fn last(places: Vec<usize>, most: usize) -> Vec<usize> {
    places[places.len().saturating_sub(most)..].to_vec()
}

fn decides(sentence: &Sentence<'_>) -> bool {
    sentence.by_person && !asks(sentence.text) && speaks_for(sentence.text, "decided")
}

/// What nobody answered any more, and what somebody said is still to be settled.
fn open(sentences: &[Sentence<'_>]) -> Vec<usize> {
    let last_turn = |by_person: bool| {
        sentences.iter().filter(|sentence| sentence.by_person == by_person).map(|sentence| sentence.turn).max()
    };
    let (person, assistant) = (last_turn(true), last_turn(false));
    // Assistants end with a question out of habit; only the person's own questions are left open.
    let unanswered = |sentence: &Sentence<'_>| Some(sentence.turn) == person && person > assistant;
    places(sentences, |sentence| {
        sentence.by_person
            && ((asks(sentence.text) && unanswered(sentence))
                || (!asks(sentence.text) && speaks_for(sentence.text, "open")))
    })
}

fn speaks_for(text: &str, section: &str) -> bool {
    WORDS.find(&Tokens::of(text)).into_iter().any(|hit| WORDS.sections[hit.section].name == section)
}

fn asks(text: &str) -> bool {
    text.trim_end().ends_with(['?', '？', '؟'])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lexicon::misread;

    #[test]
    fn the_word_list_is_understood() {
        assert_eq!(misread(&FILES), [""; 0]);
    }

    fn talk(turns: &[(&'static str, &'static str)]) -> (Vec<Sentence<'static>>, Summary) {
        let sentences: Vec<Sentence<'static>> = turns
            .iter()
            .enumerate()
            .flat_map(|(turn, (who, text))| {
                text.split_inclusive(['.', '?', '!']).map(move |text| Sentence {
                    turn,
                    text: text.trim(),
                    by_person: *who == "user",
                })
            })
            .collect();
        let summary = summarize(&sentences, 3);
        (sentences, summary)
    }

    fn texts<'a>(sentences: &[Sentence<'a>], places: &[usize]) -> Vec<&'a str> {
        places.iter().map(|place| sentences[*place].text).collect()
    }

    #[test]
    fn it_is_about_what_most_of_it_is_about() {
        let (sentences, summary) = talk(&[
            ("user", "Hi there! I'm planning a trip to Lisbon with my sister in May."),
            ("assistant", "Lovely! A trip to Lisbon in May is a good idea."),
            ("user", "The hotel in Lisbon should be near the river. My cat is asleep."),
            ("assistant", "Hotels near the river in Lisbon are around Cais do Sodre."),
            ("user", "Thanks!"),
        ]);
        let about = texts(&sentences, &summary.about);
        assert!(about.contains(&"I'm planning a trip to Lisbon with my sister in May."), "{about:?}");
        assert!(about.contains(&"The hotel in Lisbon should be near the river."), "{about:?}");
        assert!(!about.contains(&"Thanks!") && !about.contains(&"Hi there!"), "{about:?}");
    }

    #[test]
    fn what_was_decided_and_what_is_open_is_told_apart() {
        let (sentences, summary) = talk(&[
            ("user", "Should I take the train or the plane?"),
            ("assistant", "The train is slower."),
            ("user", "Okay, let's go with the plane. I still need to find out about luggage."),
            ("assistant", "Sure. Anything else?"),
            ("user", "When does the visa office open?"),
        ]);
        assert_eq!(texts(&sentences, &summary.decided), ["Okay, let's go with the plane."]);
        assert_eq!(
            texts(&sentences, &summary.open),
            ["I still need to find out about luggage.", "When does the visa office open?"]
        );
    }

    #[test]
    fn the_same_is_said_once() {
        let (sentences, summary) = talk(&[
            ("user", "The garden needs new roses."),
            ("user", "The garden needs new roses."),
            ("user", "The fence of the garden is broken."),
        ]);
        let about = texts(&sentences, &summary.about);
        assert_eq!(about, ["The garden needs new roses.", "The fence of the garden is broken."]);
    }

    #[test]
    fn nothing_comes_to_nothing() {
        assert_eq!(summarize(&[], 3), Summary::default());
        let (_, summary) = talk(&[("user", "ok"), ("assistant", "Great!")]);
        assert_eq!(summary, Summary::default());
    }
}
