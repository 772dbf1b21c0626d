//! Tells which language a text is in, and says nothing where it cannot tell.
//!
//! The script decides where only one language of the list is written in it. Among the languages of one script the small
//! words decide: articles, pronouns and prepositions, which no text can do without and which languages rarely share.

mod words;

use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;

/// A language, by the code of ISO 639-1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tongue(pub &'static str);

impl Tongue {
    /// English: the language the rest of this crate reads best.
    pub const ENGLISH: Tongue = Tongue("en");

    /// Returns its code.
    pub fn code(self) -> &'static str {
        self.0
    }
}

/// How many small words must speak for a language before it is named.
const LEAST: f32 = 1.0;

/// How much more must speak for it than for the next one.
const LEAD: f32 = 1.5;

/// A text need not be read to its end to know its language.
const LONG: usize = 4000;

/// Returns the language of a text, if it can be told.
pub fn detect(text: &str) -> Option<Tongue> {
    let end = text.char_indices().nth(LONG).map_or(text.len(), |(at, _)| at);
    let text = &text[..end];
    match script(text)? {
        Script::Latin => by_words(text),
        Script::Cyrillic => by_letters(text, words::CYRILLIC).or(Some(Tongue("ru"))),
        Script::Arabic => by_letters(text, words::ARABIC).or(Some(Tongue("ar"))),
        Script::Han if has(text, is_kana) => Some(Tongue("ja")),
        Script::Han => Some(Tongue("zh")),
        Script::Devanagari => Some(Tongue("hi")),
        Script::One(tongue) => Some(tongue),
    }
}

/// What a text is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Script {
    Latin,
    Cyrillic,
    Arabic,
    Han,
    Devanagari,
    One(Tongue),
}

/// Returns the script most of the letters belong to. A character of a script without letters says as much as a word.
fn script(text: &str) -> Option<Script> {
    let mut seen: BTreeMap<Script, usize> = BTreeMap::new();
    for letter in text.chars() {
        if let Some(script) = script_of(letter) {
            let weight = if matches!(script, Script::Han) || is_kana(letter) { 3 } else { 1 };
            *seen.entry(script).or_default() += weight;
        }
    }
    seen.into_iter().max_by_key(|(_, count)| *count).map(|(script, _)| script)
}

fn script_of(letter: char) -> Option<Script> {
    let script = match u32::from(letter) {
        0x41..=0x5a | 0x61..=0x7a | 0xc0..=0x24f | 0x1e00..=0x1eff => Script::Latin,
        0x370..=0x3ff | 0x1f00..=0x1fff => Script::One(Tongue("el")),
        0x400..=0x52f => Script::Cyrillic,
        0x590..=0x5ff => Script::One(Tongue("he")),
        0x600..=0x6ff | 0x750..=0x77f | 0xfb50..=0xfdff | 0xfe70..=0xfeff => Script::Arabic,
        0x900..=0x97f => Script::Devanagari,
        0x980..=0x9ff => Script::One(Tongue("bn")),
        0xa00..=0xa7f => Script::One(Tongue("pa")),
        0xb80..=0xbff => Script::One(Tongue("ta")),
        0xc00..=0xc7f => Script::One(Tongue("te")),
        0xe00..=0xe7f => Script::One(Tongue("th")),
        0x3040..=0x30ff | 0x3400..=0x9fff | 0xf900..=0xfaff => Script::Han,
        0x1100..=0x11ff | 0xac00..=0xd7af => Script::One(Tongue("ko")),
        _ => return None,
    };
    Some(script)
}

fn is_kana(letter: char) -> bool {
    matches!(u32::from(letter), 0x3040..=0x30ff)
}

fn has(text: &str, wanted: fn(char) -> bool) -> bool {
    text.chars().any(wanted)
}

/// Letters that only one language of a script has.
fn by_letters(text: &str, table: &[(&'static str, &str)]) -> Option<Tongue> {
    table.iter().find(|(_, letters)| text.contains(|letter| letters.contains(letter))).map(|(code, _)| Tongue(code))
}

/// Which languages of the table have a small word, by their places in it.
static SMALL_WORDS: LazyLock<HashMap<&str, Vec<usize>>> = LazyLock::new(|| {
    let mut having: HashMap<&str, Vec<usize>> = HashMap::new();
    for (at, (_, list)) in words::LATIN.iter().enumerate() {
        for word in list.split(' ') {
            let languages = having.entry(word).or_default();
            if languages.last() != Some(&at) {
                languages.push(at);
            }
        }
    }
    having
});

/// Small words that belong to one language count whole, those of several in parts.
fn by_words(text: &str) -> Option<Tongue> {
    let folded = text.to_lowercase();
    let mut scores: Vec<(f32, Tongue)> = words::LATIN.iter().map(|(code, _)| (0.0, Tongue(code))).collect();
    for word in folded.split(|letter: char| !letter.is_alphabetic()).filter(|word| !word.is_empty()) {
        let Some(having) = SMALL_WORDS.get(word) else { continue };
        for at in having {
            scores[*at].0 += 1.0 / having.len() as f32;
        }
    }
    scores.sort_by(|one, other| other.0.total_cmp(&one.0));
    let [(best, tongue), (next, _), ..] = scores[..] else { return None };
    (best >= LEAST && best >= next * LEAD).then_some(tongue)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(text: &str) -> Option<&'static str> {
        detect(text).map(Tongue::code)
    }

    #[test]
    fn small_words_tell_the_languages_of_one_script_apart() {
        for (text, expected) in [
            ("What did I say about the flat in Berlin?", "en"),
            ("¿Qué dije sobre el piso en Berlín?", "es"),
            ("Qu'est-ce que j'ai dit sur l'appartement à Berlin ?", "fr"),
            ("O que eu disse sobre o apartamento em Berlim?", "pt"),
            ("Was habe ich über die Wohnung in Berlin gesagt?", "de"),
            ("Che cosa ho detto della casa di Berlino?", "it"),
            ("Wat heb ik gezegd over het huis in Berlijn?", "nl"),
            ("Apa yang saya katakan tentang rumah di Berlin?", "id"),
            ("Co powiedziałem o mieszkaniu w Berlinie, czy to się zmieniło?", "pl"),
        ] {
            assert_eq!(code(text), Some(expected), "{text}");
        }
    }

    #[test]
    fn a_script_of_its_own_is_enough() {
        for (text, expected) in [
            ("我说过关于柏林的公寓什么？", "zh"),
            ("ベルリンの部屋について何と言いましたか", "ja"),
            ("베를린 집에 대해 뭐라고 했지?", "ko"),
            ("Что я говорил о квартире в Берлине?", "ru"),
            ("Що я казав про квартиру в Києві?", "uk"),
            ("ماذا قلت عن الشقة؟", "ar"),
            ("میں نے گھر کے بارے میں کیا کہا؟", "ur"),
            ("मैंने घर के बारे में क्या कहा?", "hi"),
            ("আমি বাড়ি সম্পর্কে কী বলেছিলাম?", "bn"),
            ("Τι είπα για το σπίτι;", "el"),
        ] {
            assert_eq!(code(text), Some(expected), "{text}");
        }
    }

    #[test]
    fn what_cannot_be_told_is_not_guessed() {
        for text in ["", "   ", "12345 67", "🦀🦀", "Lisbon", "ACME Corp", "x = 1;"] {
            assert_eq!(code(text), None, "{text}");
        }
    }

    #[test]
    fn a_foreign_name_does_not_change_the_language() {
        assert_eq!(code("I live in 北京 with the kids and we like it"), Some("en"));
    }
}
