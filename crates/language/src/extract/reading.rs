//! A message as grammar sees it: its words with their classes, and the phrases found in it.

use std::ops::Range;

use crate::lexicon::{Pause, Tokens, shape};

use super::words::{Class, Words};

/// The words of a message with what is known of each.
#[derive(Debug)]
pub(super) struct Reading<'t> {
    pub(super) tokens: Tokens<'t>,
    pub(super) words: &'t Words,
    classes: Vec<u64>,
}

/// Endings that only nouns and adjectives have, so that such a word is no verb.
const NOUN_ENDINGS: [&str; 17] = [
    "ness", "ment", "tion", "sion", "ship", "hood", "ity", "ism", "ist", "ance", "ence", "ful", "less", "ous", "able",
    "ible", "ology",
];

impl<'t> Reading<'t> {
    pub(super) fn of(text: &'t str, words: &'t Words) -> Reading<'t> {
        let tokens = Tokens::of(text);
        let classes = (0..tokens.list.len()).map(|at| words.classes(tokens.word(at))).collect();
        Reading { tokens, words, classes }
    }

    pub(super) fn len(&self) -> usize {
        self.classes.len()
    }

    pub(super) fn word(&self, at: usize) -> &str {
        self.tokens.word(at)
    }

    pub(super) fn is(&self, at: usize, class: Class) -> bool {
        self.classes.get(at).is_some_and(|classes| classes & class.bit() != 0)
    }

    pub(super) fn is_any(&self, at: usize, classes: &[Class]) -> bool {
        classes.iter().any(|class| self.is(at, *class))
    }

    /// The pause before a word.
    pub(super) fn pause(&self, at: usize) -> Pause {
        self.tokens.list.get(at).map_or(Pause::Sentence, |token| token.pause)
    }

    pub(super) fn has_capital(&self, at: usize) -> bool {
        self.tokens.list.get(at).is_some_and(|token| token.shape & shape::CAPITAL != 0)
    }

    pub(super) fn is_number(&self, at: usize) -> bool {
        self.tokens.list.get(at).is_some_and(|token| token.shape & shape::NUMBER != 0) || self.is(at, Class::NumberWord)
    }

    /// A capitalised word that no list knows, or one inside a sentence.
    pub(super) fn is_name(&self, at: usize) -> bool {
        let Some(token) = self.tokens.list.get(at) else { return false };
        let inside = token.shape & shape::NAME != 0;
        token.end - token.start > 1
            && self.has_capital(at)
            && self.classes[at] == 0
            && (inside || self.words.base(self.word(at)).is_none())
    }

    /// Whether a word can be an adverb: by its class, or by its ending.
    pub(super) fn is_adverb(&self, at: usize) -> bool {
        let word = self.word(at);
        self.is_any(at, &[Class::Adverb, Class::Negation])
            || (word.len() > 4 && word.ends_with("ly") && !matches!(word, "family" | "only" | "reply" | "apply"))
    }

    /// Whether a word is an auxiliary: a form of be, have or do, or a modal.
    pub(super) fn is_auxiliary(&self, at: usize) -> bool {
        self.is_any(at, &[Class::Be, Class::Have, Class::Do, Class::Modal])
    }

    /// Whether a word is a finite verb by its form, wherever it stands.
    pub(super) fn is_finite(&self, at: usize) -> bool {
        self.is_auxiliary(at) || self.is_past(at) || self.is_third_person(at)
    }

    /// Whether a word is a past form: in the list, or by its ending.
    pub(super) fn is_past(&self, at: usize) -> bool {
        let word = self.word(at);
        self.is(at, Class::Past)
            || word == "used"
            || (word.len() > 4 && word.ends_with("ed") && !word.ends_with("eed") && !self.is(at, Class::Verb))
    }

    /// Whether a word is a verb with the -s of the third person.
    pub(super) fn is_third_person(&self, at: usize) -> bool {
        let word = self.word(at);
        word.len() > 3 && word.ends_with('s') && !word.ends_with("ss") && self.words.base(word).is_some()
    }

    /// Whether a word can be a verb in its base form after a subject: anything that is no other part of speech.
    pub(super) fn may_be_verb(&self, at: usize) -> bool {
        let word = self.word(at);
        if self.is_auxiliary(at) || self.words.base(word).is_some() {
            return true;
        }
        let other = [
            Class::MeSubject,
            Class::MeObject,
            Class::MePossessive,
            Class::You,
            Class::TheySubject,
            Class::TheyPossessive,
            Class::It,
            Class::Determiner,
            Class::Preposition,
            Class::Coordinator,
            Class::Subordinator,
            Class::Wh,
            Class::NumberWord,
            Class::Kin,
        ];
        !word.is_empty()
            && !self.is_any(at, &other)
            && !self.is_number(at)
            && !self.has_capital(at)
            && !NOUN_ENDINGS.iter().any(|ending| word.len() > ending.len() + 2 && word.ends_with(ending))
    }

    pub(super) fn is_gerund(&self, at: usize) -> bool {
        let word = self.word(at);
        word.len() > 4
            && word.ends_with("ing")
            && !matches!(
                word,
                "thing"
                    | "something"
                    | "anything"
                    | "everything"
                    | "nothing"
                    | "morning"
                    | "evening"
                    | "spring"
                    | "string"
                    | "king"
                    | "during"
                    | "wedding"
                    | "building"
                    | "amazing"
                    | "interesting"
                    | "exciting"
                    | "inspiring"
                    | "boring"
                    | "being"
            )
    }

    /// The sentences, as ranges of words.
    pub(super) fn sentences(&self) -> Vec<Range<usize>> {
        let mut found = Vec::new();
        let mut at = 0;
        while let Some(token) = self.tokens.list.get(at) {
            let end = (token.sentence.1 as usize).max(at + 1);
            found.push(at..end);
            at = end;
        }
        found
    }

    /// What stands between a word and the next, or the end of the text.
    pub(super) fn gap_after(&self, at: usize) -> &str {
        let Some(token) = self.tokens.list.get(at) else { return "" };
        let end = self.tokens.list.get(at + 1).map_or(self.tokens.text.len(), |next| next.start);
        self.tokens.text.get(token.end..end).unwrap_or_default()
    }

    /// Whether any of these words belongs to one of these classes.
    pub(super) fn any(&self, range: Range<usize>, classes: &[Class]) -> bool {
        range.into_iter().any(|at| self.is_any(at, classes))
    }
}
