//! Words: how a text is cut and folded so that a question finds it.
//!
//! Letter case, accents and English endings make no difference. Scripts without spaces are cut into pairs of
//! characters. Identifiers are kept whole and in parts: `no_meetings_after` is found by itself and by "meetings".

use std::borrow::Cow;
use std::sync::LazyLock;

use rust_stemmers::{Algorithm, Stemmer};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_segmentation::UnicodeSegmentation;

static STEMMER: LazyLock<Stemmer> = LazyLock::new(|| Stemmer::create(Algorithm::English));

/// Words so common that they tell no two texts apart.
const STOP_WORDS: &[&str] = &[
    "a", "about", "am", "an", "and", "any", "are", "as", "at", "be", "been", "but", "by", "can", "could", "did", "do",
    "does", "for", "from", "had", "has", "have", "he", "her", "him", "his", "how", "i", "if", "in", "is", "it", "its",
    "me", "my", "of", "on", "or", "our", "she", "so", "some", "that", "the", "their", "them", "there", "they", "this",
    "to", "was", "we", "were", "what", "when", "where", "which", "who", "will", "with", "would", "you", "your",
];

/// No word is longer than this in any language; what is, is data, and its beginning is enough to find it.
const LONGEST: usize = 64;

/// Returns the words of a text as they are indexed and asked for, in order, repeats included.
///
/// A text of nothing but stop words keeps them: "to be or not to be" should still be found by itself.
pub fn words(text: &str) -> Vec<String> {
    let all = fold(text);
    let telling: Vec<&String> = all.iter().filter(|word| !is_stop_word(word)).collect();
    let kept: Vec<&String> = if telling.is_empty() { all.iter().collect() } else { telling };
    kept.into_iter().map(|word| stem(word).into_owned()).collect()
}

fn is_stop_word(word: &str) -> bool {
    STOP_WORDS.binary_search(&word).is_ok()
}

fn stem(word: &str) -> Cow<'_, str> {
    if word.bytes().all(|byte| byte.is_ascii_lowercase()) { STEMMER.stem(word) } else { Cow::Borrowed(word) }
}

/// Cuts a text into words without case, accents or possessives.
fn fold(text: &str) -> Vec<String> {
    let plain: String = text.nfkc().flat_map(char::to_lowercase).flat_map(without_accents).collect();
    let mut found = Vec::new();
    for chunk in plain.split_whitespace() {
        if let Some(identifier) = identifier(chunk) {
            push(&mut found, identifier);
        }
        for run in runs(chunk) {
            if run.starts_with(is_unspaced) {
                push_pairs(&mut found, run);
            } else {
                let parts = run.unicode_words().flat_map(|word| word.split(['_', '.', ':']));
                parts.for_each(|part| push(&mut found, part.strip_suffix("'s").unwrap_or(part).trim_matches('\'')));
            }
        }
    }
    found
}

/// Takes the marks off a letter. Scripts without spaces keep theirs: there they make other letters.
fn without_accents(letter: char) -> Vec<char> {
    match letter {
        '’' | 'ʼ' => vec!['\''],
        plain if plain.is_ascii() || is_unspaced(plain) => vec![plain],
        other => std::iter::once(other).nfd().filter(|part| !is_combining_mark(*part)).collect(),
    }
}

/// Cuts a chunk where it changes between scripts with and without spaces.
fn runs(chunk: &str) -> impl Iterator<Item = &str> {
    let mut rest = chunk;
    std::iter::from_fn(move || {
        let unspaced = is_unspaced(rest.chars().next()?);
        let end = rest.find(|letter| is_unspaced(letter) != unspaced).unwrap_or(rest.len());
        let (run, after) = rest.split_at(end);
        rest = after;
        Some(run)
    })
}

/// Pairs of characters find a word wherever it stands in a run; a single one is a word too.
fn push_pairs(found: &mut Vec<String>, run: &str) {
    let letters: Vec<char> = run.chars().collect();
    if letters.len() == 1 {
        push(found, run);
    }
    for pair in letters.windows(2) {
        push(found, &pair.iter().collect::<String>());
    }
}

/// Returns what a chunk holds if that is one thing with marks inside: a key, a version, an address, a path.
fn identifier(chunk: &str) -> Option<&str> {
    let bare = chunk.trim_matches(|letter: char| !letter.is_alphanumeric());
    let marked = bare.contains(['_', '-', '.', '/', '@', ':']);
    marked.then_some(bare)
}

fn push(found: &mut Vec<String>, word: &str) {
    if word.is_empty() {
        return;
    }
    found.push(word.chars().take(LONGEST).collect());
}

/// Whether a character belongs to a script that is written without spaces between words.
fn is_unspaced(letter: char) -> bool {
    matches!(u32::from(letter),
        0x0e00..=0x0eff     // Thai, Lao
        | 0x1000..=0x109f   // Burmese
        | 0x1780..=0x17ff   // Khmer
        | 0x3040..=0x30ff   // Hiragana, Katakana
        | 0x3400..=0x9fff   // Han
        | 0xf900..=0xfaff
        | 0xac00..=0xd7af   // Hangul
        | 0x20000..=0x3ffff // Han, further
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn stop_words_are_sorted_for_the_search() {
        assert!(STOP_WORDS.is_sorted());
    }

    #[test]
    fn case_accents_and_endings_make_no_difference() {
        assert_eq!(words("Running CAFÉS"), words("run café"));
        assert_eq!(words("User's allergies"), words("user allergy"));
        assert_eq!(words("the user’s allergy"), words("user allergy"));
    }

    #[test]
    fn identifiers_are_found_whole_and_in_parts() {
        let found = words("set no_meetings_after to 16:00");
        for word in ["no_meetings_after", "meet", "16:00"] {
            assert!(found.iter().any(|found| found == word), "{word} in {found:?}");
        }
        assert!(words("see jane@example.org").contains(&"jane@example.org".to_owned()));
    }

    /// mem0#4884, mem0#6717: a text in another script must not become empty.
    #[test]
    fn scripts_without_spaces_are_cut_into_pairs() {
        assert_eq!(words("我喜欢绿茶"), ["我喜", "喜欢", "欢绿", "绿茶"]);
        assert_eq!(words("茶"), ["茶"]);
        assert_eq!(words("Rust入門"), ["rust", "入門"]);
        assert_eq!(words("ガム"), ["ガム"], "a voicing mark is no accent");
        assert_eq!(words("Чай без сахара"), ["чаи", "без", "сахара"]);
    }

    #[test]
    fn a_text_of_stop_words_alone_keeps_them() {
        assert_eq!(words("to be or to do"), ["to", "be", "or", "to", "do"]);
        assert_eq!(words(""), Vec::<String>::new());
    }

    proptest! {
        #[test]
        fn any_text_has_words_of_bounded_length(text: String) {
            for word in words(&text) {
                prop_assert!(!word.is_empty() && word.chars().count() <= LONGEST);
            }
        }

        #[test]
        fn a_text_with_letters_has_words(text in "[a-zäöüßа-я一-龥]{1,20}") {
            prop_assert!(!words(&text).is_empty());
        }
    }
}
