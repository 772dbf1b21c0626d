//! Whether two statements can be the same one in other words. Likeness of meaning alone is not enough: "I have two cats"
//! is very like "I have three cats", and "I like tea" like "I do not like tea".

use std::collections::BTreeSet;

/// Words that turn a statement round.
const DENIALS: &[&str] =
    &["not", "never", "no", "none", "nothing", "neither", "nor", "without", "cannot", "longer", "stopped", "quit"];

/// Words of which a statement has one side or the other.
const OPPOSITES: &[(&[&str], &[&str])] = &[
    (
        &["like", "likes", "love", "loves", "enjoy", "enjoys", "adore"],
        &["hate", "hates", "dislike", "dislikes", "avoid", "avoids", "loathe"],
    ),
    (&["before", "morning", "early"], &["after", "evening", "late", "night"]),
    (&["more", "increase", "increased", "gained"], &["less", "fewer", "decrease", "decreased", "lost"]),
    (&["buy", "bought"], &["sell", "sold"]),
    (&["started", "begin", "began", "joined"], &["finished", "ended", "left", "stopped", "quit"]),
    (&["married"], &["divorced", "single", "separated"]),
];

/// Numbers that are written as words.
const NUMBERS: &[&str] =
    &["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/// Returns whether nothing says that two statements, alike in meaning, differ: the same numbers, the same names, both
/// denied or neither, and nowhere the opposite word.
pub fn agree(one: &str, other: &str) -> bool {
    let (one, other) = (Told::of(one), Told::of(other));
    one.names_the_same(&other) && one.denied == other.denied && !one.is_opposite_of(&other)
}

/// Words that say that something is meant to be, or is over: whoever wants to buy a car has not bought one.
const ASPECTS: &[&str] = &[
    "want",
    "wants",
    "plan",
    "plans",
    "planning",
    "hope",
    "hopes",
    "hoping",
    "think",
    "thinks",
    "thinking",
    "might",
    "may",
    "would",
    "could",
    "should",
    "will",
    "going",
    "wish",
    "wishes",
    "considering",
    "looking",
    "trying",
    "try",
    "tries",
    "learning",
    "used",
    "was",
    "were",
    "had",
    "did",
    "been",
    "bought",
    "sold",
    "went",
    "got",
    "left",
    "lost",
    "found",
    "made",
    "took",
    "began",
    "became",
    "grew",
    "met",
    "won",
    "broke",
    "gave",
    "came",
    "ago",
    "formerly",
    "previously",
    "once",
    "sometimes",
    "often",
    "always",
    "usually",
    "rarely",
    "only",
];

/// Returns whether two statements, alike in meaning, say the same thing of the same time: they agree, and neither speaks of
/// a wish or of the past where the other does not.
pub fn repeats(one: &str, other: &str) -> bool {
    agree(one, other) && {
        let (one, other) = (Told::of(one), Told::of(other));
        one.aspects() == other.aspects() && one.says_no_more_than(&other)
    }
}

/// Of the words of a statement that tell something, so many may be others in one that says the same: one, or a part of all.
const OTHER_WORDS: f64 = 0.25;

/// Words that tell nothing by themselves, among those long enough to.
const TELLING_NOTHING: &[&str] = &[
    "user", "their", "they", "them", "with", "that", "this", "these", "those", "have", "has", "from", "about", "also",
    "into", "which", "while", "some", "other", "others", "very", "really", "just", "through", "like", "such", "being",
    "most", "more",
];

/// How many letters tell a word from another: "advocate" and "advocacy", "health" and "healthy".
const STEM: usize = 5;

/// Returns whether two statements, alike in meaning, cannot both hold: they name the same and one denies it, or says the
/// opposite word. What differs in a number or a name may be two things that are both so.
pub fn opposed(one: &str, other: &str) -> bool {
    let (one, other) = (Told::of(one), Told::of(other));
    one.names_the_same(&other) && (one.denied != other.denied) != one.is_opposite_of(&other)
}

/// What a statement holds that must not differ.
struct Told {
    words: BTreeSet<String>,
    numbers: BTreeSet<String>,
    names: BTreeSet<String>,
    denied: bool,
}

impl Told {
    fn aspects(&self) -> BTreeSet<&str> {
        let past = |word: &str| word.len() > 4 && word.ends_with("ed");
        self.words.iter().map(String::as_str).filter(|word| ASPECTS.contains(word) || past(word)).collect()
    }

    /// Whether the statement with fewer words that tell something has hardly any that the other has not.
    fn says_no_more_than(&self, other: &Told) -> bool {
        let (one, other) = (self.telling(), other.telling());
        let (short, long) = if one.len() <= other.len() { (&one, &other) } else { (&other, &one) };
        let own = short.difference(long).count();
        own <= 1 || own as f64 <= OTHER_WORDS * short.len() as f64
    }

    fn telling(&self) -> BTreeSet<String> {
        let tells = |word: &&String| word.chars().count() > 3 && !TELLING_NOTHING.contains(&word.as_str());
        self.words.iter().filter(tells).map(|word| word.chars().take(STEM).collect()).collect()
    }

    fn names_the_same(&self, other: &Told) -> bool {
        self.numbers == other.numbers && self.names == other.names
    }

    fn is_opposite_of(&self, other: &Told) -> bool {
        OPPOSITES.iter().any(|(here, there)| {
            let has = |told: &Told, side: &[&str]| side.iter().any(|word| told.words.contains(*word));
            (has(self, here) && has(other, there)) || (has(self, there) && has(other, here))
        })
    }

    fn of(text: &str) -> Told {
        let mut told = Told { words: BTreeSet::new(), numbers: BTreeSet::new(), names: BTreeSet::new(), denied: false };
        for (place, word) in text.split_whitespace().enumerate() {
            let bare = word.trim_matches(|letter: char| !letter.is_alphanumeric());
            let bare = bare.strip_suffix("'s").or_else(|| bare.strip_suffix("’s")).unwrap_or(bare);
            let small = bare.to_lowercase().replace('’', "'");
            if bare.chars().any(|letter| letter.is_ascii_digit()) || NUMBERS.contains(&small.as_str()) {
                told.numbers.insert(small.clone());
            } else if place > 0 && bare.chars().next().is_some_and(char::is_uppercase) {
                told.names.insert(small.clone());
            }
            told.denied |= DENIALS.contains(&small.as_str()) || small.ends_with("n't");
            told.words.insert(small);
        }
        told
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_in_other_words() {
        assert!(agree("User lives in Berlin", "User's home is in Berlin"));
        assert!(agree("User has 2 cats", "User owns 2 cats."));
        assert!(agree("User does not eat meat", "User never eats meat"));
    }

    #[test]
    fn a_wish_and_what_is_over_are_no_repeats() {
        assert!(repeats("User lives in Berlin", "User's home is in Berlin"));
        assert!(!repeats("User wants to buy a car", "User bought a car"));
        assert!(!repeats("User is training for a marathon", "User trained for a marathon"));
        assert!(!repeats("User drinks tea", "User sometimes drinks tea"));
        let (one, other) = ("User's focus remains on creating change", "User's focus remains on social initiatives");
        assert!(!repeats(one, other), "half of it is something else");
    }

    #[test]
    fn only_a_denial_or_an_opposite_makes_two_that_cannot_both_hold() {
        assert!(opposed("User likes tea", "User does not like tea"));
        assert!(opposed("User likes tea", "User hates tea"));
        assert!(!opposed("User likes tea", "User does not hate tea"), "denying the opposite says the same");
        assert!(!opposed("User likes tea", "User likes coffee"));
        assert!(!opposed("User has two cats", "User does not have three cats"));
    }

    #[test]
    fn a_number_a_name_a_denial_or_an_opposite_makes_two() {
        assert!(!agree("User has two cats", "User has three cats"));
        assert!(!agree("User lives in Berlin", "User lives in Rome"));
        assert!(!agree("User likes tea", "User does not like tea"));
        assert!(!agree("User likes tea", "User hates tea"));
        assert!(!agree("User works for Sam", "User works for Sam and Ann"));
        assert!(!agree("User is married", "User is divorced"));
    }
}
