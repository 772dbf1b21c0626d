//! The word classes that grammar is read by.
//!
//! Closed classes (pronouns, auxiliaries, prepositions) are listed whole. Of open classes only the common members are,
//! to tell verbs from nouns where their place does not; everything else is read off endings and place.

use std::collections::HashMap;

/// A class of words; a word may belong to several.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Class {
    MeSubject,
    MeObject,
    MePossessive,
    MeIndependent,
    MeReflexive,
    You,
    TheySubject,
    TheyObject,
    TheyPossessive,
    It,
    Determiner,
    Preposition,
    Be,
    Have,
    Do,
    Modal,
    Negation,
    Coordinator,
    Subordinator,
    Wh,
    Contrast,
    NumberWord,
    Adverb,
    Interjection,
    Kin,
    Acquaintance,
    Generic,
    Male,
    Female,
    Plural,
    MaleNoun,
    FemaleNoun,
    PluralNoun,
    Family,
    Pet,
    Possession,
    /// Where one lives or works: it stays where it is.
    Dwelling,
    Filler,
    Mental,
    /// What is so for long, and stands as a claim of its own.
    Lasting,
    Weekday,
    /// The base form of a verb.
    Verb,
    /// A past form or a participle that does not end in -ed.
    Past,
}

/// In the order of [`Class`], as the lists spell them.
const NAMES: [&str; 42] = [
    "me_subject",
    "me_object",
    "me_possessive",
    "me_independent",
    "me_reflexive",
    "you",
    "they_subject",
    "they_object",
    "they_possessive",
    "it",
    "determiner",
    "preposition",
    "be",
    "have",
    "do",
    "modal",
    "negation",
    "coordinator",
    "subordinator",
    "wh",
    "contrast",
    "number_word",
    "adverb",
    "interjection",
    "kin",
    "acquaintance",
    "generic",
    "male",
    "female",
    "plural",
    "male_noun",
    "female_noun",
    "plural_noun",
    "family",
    "pet",
    "possession",
    "dwelling",
    "filler",
    "mental",
    "lasting",
    "weekday",
    "verb",
];

const CLOSED: &str = include_str!("words/closed.txt");
const OPEN: [&str; 2] = [include_str!("words/people.txt"), include_str!("words/verbs.txt")];

/// All word classes, ready to be asked.
#[derive(Debug, Default)]
pub(super) struct Words {
    classes: HashMap<&'static str, u64>,
    /// The base form of a past form.
    bases: HashMap<&'static str, &'static str>,
}

impl Words {
    /// Reads the lists. Of the open classes only the words that `keep` accepts are taken, given the section and the word.
    pub(super) fn read(keep: &dyn Fn(&str, &str) -> bool) -> Words {
        let mut words = Words::default();
        words.read_list(CLOSED, &|_, _| true);
        OPEN.iter().for_each(|list| words.read_list(list, keep));
        words
    }

    fn read_list(&mut self, list: &'static str, keep: &dyn Fn(&str, &str) -> bool) {
        let mut section = "";
        for line in list.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            if let Some(name) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
                section = name;
            } else if section == "irregular" {
                self.read_irregular(line, keep);
            } else if let Some(class) = NAMES.iter().position(|name| *name == section) {
                for word in line.split_whitespace().filter(|word| keep(section, word)) {
                    *self.classes.entry(word).or_default() |= 1 << class;
                }
            }
        }
    }

    fn read_irregular(&mut self, line: &'static str, keep: &dyn Fn(&str, &str) -> bool) {
        let mut forms = line.split_whitespace();
        let Some(base) = forms.next().filter(|base| keep("irregular", base)) else { return };
        *self.classes.entry(base).or_default() |= Class::Verb.bit();
        for past in forms.filter(|past| *past != base) {
            *self.classes.entry(past).or_default() |= Class::Past.bit();
            self.bases.entry(past).or_insert(base);
        }
    }

    /// Returns the classes of a folded word, as bits.
    pub(super) fn classes(&self, word: &str) -> u64 {
        self.classes.get(word).copied().unwrap_or(0)
    }

    /// Returns whether a word belongs to a class.
    pub(super) fn is(&self, word: &str, class: Class) -> bool {
        self.classes(word) & class.bit() != 0
    }

    /// Returns whether a word is one that English cannot do without.
    pub(super) fn is_grammar(&self, word: &str) -> bool {
        let grammar = Class::Interjection as u8;
        self.classes(word) & ((1 << grammar) - 1) != 0
    }

    /// Returns the base form of a verb form that is in the lists: "went" is of "go", "painting" of "paint".
    pub(super) fn base<'w>(&self, form: &'w str) -> Option<std::borrow::Cow<'w, str>> {
        if self.is(form, Class::Verb) {
            return Some(form.into());
        }
        if let Some(base) = self.bases.get(form) {
            return Some((*base).into());
        }
        stems(form).into_iter().find(|stem| self.is(stem, Class::Verb)).map(Into::into)
    }
}

impl Words {
    /// Returns the past form of a verb: "go" was "went", "marry" "married".
    pub(super) fn past(&self, base: &str) -> String {
        let irregular = self.bases.iter().filter(|(_, of)| **of == base).map(|(past, _)| *past).min();
        match (irregular, base.strip_suffix('y')) {
            (Some(past), _) => past.to_owned(),
            (None, Some(stem)) if !stem.ends_with(['a', 'e', 'i', 'o', 'u']) => format!("{stem}ied"),
            _ if base.ends_with('e') => format!("{base}d"),
            _ => format!("{base}ed"),
        }
    }
}

impl Class {
    pub(super) const fn bit(self) -> u64 {
        1 << self as u8
    }
}

/// Returns what a regular verb form can be derived from: "tried" from "try", "stopped" from "stop", "loves" from "love".
fn stems(form: &str) -> Vec<String> {
    let mut stems = Vec::new();
    for ending in ["ing", "in'", "ed", "es", "s", "d"] {
        let Some(stem) = form.strip_suffix(ending).filter(|stem| stem.len() >= 2) else { continue };
        stems.push(stem.to_owned());
        stems.push(format!("{stem}e"));
        if let Some(stem) = stem.strip_suffix('i') {
            stems.push(format!("{stem}y"));
        }
        let mut letters = stem.chars().rev();
        if let (Some(last), Some(before)) = (letters.next(), letters.next())
            && last == before
        {
            stems.push(stem[..stem.len() - last.len_utf8()].to_owned());
        }
    }
    stems
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_section_is_a_class() {
        for list in [CLOSED, OPEN[0], OPEN[1]] {
            let sections = list.lines().filter_map(|line| line.strip_prefix('[')?.strip_suffix(']'));
            for section in sections.filter(|section| *section != "irregular") {
                assert!(NAMES.contains(&section), "{section}");
            }
        }
        assert_eq!(NAMES.len(), Class::Verb as usize + 1);
    }

    #[test]
    fn a_form_leads_to_its_base() {
        let words = Words::read(&|_, _| true);
        for (form, base) in [
            ("went", "go"),
            ("tried", "try"),
            ("stopped", "stop"),
            ("loves", "love"),
            ("painting", "paint"),
            ("go", "go"),
        ] {
            assert_eq!(words.base(form).as_deref(), Some(base), "{form}");
        }
        assert_eq!(words.base("table"), None);
    }
}
