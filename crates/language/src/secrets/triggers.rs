//! Where in a text is anything worth a closer look?
//!
//! One automaton finds every label, vendor prefix and format mark in a single pass. It is built the first time a text is
//! examined, not when the process starts.

use std::ops::Range;
use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, MatchKind};

use super::prose::{Class, labels};
use super::structured::{Mark, marks};
use super::vendors::{VENDORS, Vendor};

/// What was seen at a place.
#[derive(Clone, Copy)]
pub(super) enum Trigger {
    Vendor(&'static Vendor),
    Label(Class),
    Mark(Mark),
    /// A sign spelled out: "dash".
    SpelledSign,
    /// A digit spelled out: "four".
    SpelledDigit,
    /// A word that says a key was cut in pieces.
    Piece,
}

const SPELLED_SIGNS: &[&str] = &[
    "dash",
    "hyphen",
    "underscore",
    "slash",
    "colon",
    "minus",
    " dot ",
    "equals",
    " plus ",
    "space",
    " then ",
    "exclamation",
    "ampersand",
    "asterisk",
    "hashtag",
    "dollar sign",
    "question mark",
    "ausrufezeichen",
    "bindestrich",
    "unterstrich",
    "uitroepteken",
    "capital ",
    "lowercase ",
    "majuscule",
    "mayuscula",
    "maiuscola",
    "hoofdletter",
    "grosses ",
    "großes ",
];
const SPELLED_DIGITS: &[&str] = &[
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "eleven",
    "twelve",
    "double",
    "triple",
    "alpha",
    "bravo",
    "charlie",
    "delta",
    "foxtrot",
    "sierra",
    "tango",
    "kilo",
    "capital",
    "uppercase",
    "november",
    "oscar",
    "lima",
    "romeo",
    "eins",
    "zwei",
    "drei",
    "vier",
    "sieben",
    "acht",
    "neun",
    "deux",
    "trois",
    "quatre",
    "sept",
    "huit",
    "dos",
    "cuatro",
    "cinco",
    "siete",
    "ocho",
    "nueve",
    "due",
    "tre",
    "quattro",
    "sette",
    "otto",
    "dois",
    "quatro",
    "sete",
    "oito",
    "twee",
    "drie",
    "vijf",
    "zes",
    "zeven",
    "negen",
];

struct Triggers {
    automaton: AhoCorasick,
    /// What each pattern of the automaton stands for.
    meanings: Vec<Trigger>,
}

const PIECES: &[&str] = &["half", " rest", " part", "piece", "remain", "second", "followed", "split", "chunk"];

static TRIGGERS: LazyLock<Triggers> = LazyLock::new(|| {
    let vendors = VENDORS.iter().map(|vendor| (vendor.prefix.to_ascii_lowercase(), Trigger::Vendor(vendor)));
    let labels = labels().map(|label| (label.phrase, Trigger::Label(label.class)));
    let marks = marks().map(|(mark, text)| (text.to_string(), Trigger::Mark(mark)));
    let signs = SPELLED_SIGNS.iter().map(|word| (word.to_string(), Trigger::SpelledSign));
    let digits = SPELLED_DIGITS.iter().map(|word| (word.to_string(), Trigger::SpelledDigit));
    let pieces = PIECES.iter().map(|word| (word.to_string(), Trigger::Piece));
    let (patterns, meanings): (Vec<String>, Vec<Trigger>) =
        vendors.chain(labels).chain(marks).chain(signs).chain(digits).chain(pieces).unzip();
    let automaton = AhoCorasick::builder()
        .match_kind(MatchKind::Standard)
        .build(&patterns)
        .expect("a few hundred short patterns fit an automaton");
    Triggers { automaton, meanings }
});

/// Everything worth a look in `lower`, from left to right.
pub(super) fn all(lower: &str) -> impl Iterator<Item = (Trigger, Range<usize>)> + '_ {
    TRIGGERS
        .automaton
        .find_overlapping_iter(lower)
        .map(|hit| (TRIGGERS.meanings[hit.pattern().as_usize()], hit.range()))
}
