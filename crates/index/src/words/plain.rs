//! The rules of [`words`](super::words) as they are easiest to read, one step after the other: what the fast way is
//! compared with.

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_segmentation::UnicodeSegmentation;

use super::{LONGEST, STEMMER, STOP_WORDS, is_unseen, is_unspaced};

/// Returns the words of a text as they are indexed and asked for, in order, repeats included.
///
/// A text of nothing but stop words keeps them: "to be or not to be" should still be found by itself.
pub(super) fn words(text: &str) -> Vec<String> {
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
        unseen if is_unseen(unseen) => Vec::new(),
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
