//! Words: how a text is cut and folded so that a question finds it.
//!
//! Letter case, accents and English endings make no difference. Scripts without spaces are cut into pairs of
//! characters. Identifiers are kept whole and in parts: `no_meetings_after` is found by itself and by "meetings".

#[cfg(test)]
mod plain;
mod stems;

use std::cell::Cell;
use std::ops::Range;
use std::sync::LazyLock;

use rust_stemmers::{Algorithm, Stemmer};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_normalization::{IsNormalized, is_nfkc_quick};
use unicode_segmentation::UnicodeSegmentation;

use stems::Stems;

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
    with_words(text, |words| words.iter().map(str::to_owned).collect())
}

/// Cuts a text and passes its words on, without an allocation for each.
pub(crate) fn with_words<T>(text: &str, then: impl FnOnce(&Cutter) -> T) -> T {
    thread_local! {
        static CUTTER: Cell<Option<Box<Cutter>>> = const { Cell::new(None) };
    }
    let mut cutter = CUTTER.take().unwrap_or_else(|| Box::new(Cutter::new()));
    cutter.cut(text);
    let result = then(&cutter);
    cutter.forget();
    CUTTER.set(Some(cutter));
    result
}

/// How much room is kept for the next text. A long one gives its room back.
const KEPT_ROOM: usize = 1 << 16;

/// As much as is looked at in one piece.
const PADDING: &str = "                ";

/// Cuts texts into words, in buffers that are used again.
pub(crate) struct Cutter {
    /// The text without case and accents.
    folded: String,
    /// Where the words lie in it, stop words included.
    spans: Vec<Range<usize>>,
    /// The words as they are indexed, one after the other.
    letters: String,
    ends: Vec<usize>,
    stems: Stems,
}

impl Cutter {
    fn new() -> Cutter {
        Cutter {
            folded: String::new(),
            spans: Vec::new(),
            letters: String::new(),
            ends: Vec::new(),
            stems: Stems::new(),
        }
    }

    /// Returns how many words there are, repeats included.
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The words of the text, in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &str> {
        let mut start = 0;
        self.ends.iter().map(move |&end| &self.letters[std::mem::replace(&mut start, end)..end])
    }

    /// What was read is nobody's business afterwards.
    fn forget(&mut self) {
        self.folded.clear();
        self.spans.clear();
        self.letters.clear();
        self.ends.clear();
        self.folded.shrink_to(KEPT_ROOM);
        self.spans.shrink_to(KEPT_ROOM);
        self.letters.shrink_to(KEPT_ROOM);
        self.ends.shrink_to(KEPT_ROOM);
    }

    fn cut(&mut self, text: &str) {
        if text.is_ascii() {
            self.folded.push_str(text);
            self.folded.make_ascii_lowercase();
            self.find_in_ascii_text();
        } else {
            self.fold(text);
        }
        // So that a word at the very end can be looked at in one piece with what follows it.
        self.folded.push_str(PADDING);
        let mut letters = std::mem::take(&mut self.letters).into_bytes();
        self.keep(Keep::Telling, &mut letters);
        if self.ends.is_empty() {
            self.keep(Keep::All, &mut letters);
        }
        self.letters = String::from_utf8(letters).expect("words are cut between characters");
    }

    /// Finds the words without case, accents or possessives.
    ///
    /// Normalisation never reaches across ASCII white space, so each piece between can be folded by itself, and most
    /// pieces are plain.
    fn fold(&mut self, text: &str) {
        for piece in text.split(|letter: char| letter.is_ascii() && letter.is_whitespace()) {
            let start = self.folded.len();
            if piece.is_ascii() {
                self.folded.push_str(piece);
                self.folded[start..].make_ascii_lowercase();
                self.find_in_ascii(start..self.folded.len());
                continue;
            }
            if is_nfkc_quick(piece.chars()) == IsNormalized::Yes {
                piece.chars().flat_map(char::to_lowercase).for_each(|letter| self.push_without_accents(letter));
            } else {
                piece.nfkc().flat_map(char::to_lowercase).for_each(|letter| self.push_without_accents(letter));
            }
            self.find_in_folded(start);
        }
    }

    /// Finds the words of a text of ASCII.
    fn find_in_ascii_text(&mut self) {
        let mut start = 0;
        let is_space = |byte: &u8| matches!(byte, b' ' | b'\t'..=b'\r');
        while start < self.folded.len() {
            let rest = &self.folded.as_bytes()[start..];
            let end = start + rest.iter().position(is_space).unwrap_or(rest.len());
            self.find_in_ascii(start..end);
            start = end + 1;
        }
    }

    /// Takes the marks off a letter. Scripts without spaces keep theirs: there they make other letters.
    fn push_without_accents(&mut self, letter: char) {
        match letter {
            '’' | 'ʼ' => self.folded.push('\''),
            unseen if is_unseen(unseen) => {}
            plain if plain.is_ascii() || is_unspaced(plain) => self.folded.push(plain),
            other => self.folded.extend(std::iter::once(other).nfd().filter(|part| !is_combining_mark(*part))),
        }
    }

    /// Finds the words of what was folded last. Folding may have brought white space with it.
    fn find_in_folded(&mut self, start: usize) {
        let end = self.folded.len();
        let mut from = start;
        while from < end {
            let rest = &self.folded[from..end];
            let length = rest.find(char::is_whitespace).unwrap_or(rest.len());
            let chunk = from..from + length;
            if self.folded[chunk.clone()].is_ascii() {
                self.find_in_ascii(chunk.clone());
            } else {
                self.find_in_chunk(chunk.clone());
            }
            from = chunk.end + self.folded[chunk.end..end].chars().next().map_or(0, char::len_utf8);
        }
    }

    /// Finds the words of a chunk of any script.
    fn find_in_chunk(&mut self, range: Range<usize>) {
        let Cutter { folded, spans, .. } = self;
        let chunk = &folded[range.clone()];
        let place_of = |part: &str| part.as_ptr().addr() - chunk.as_ptr().addr() + range.start;
        let mut push = |part: &str| {
            if !part.is_empty() {
                let length = part.char_indices().nth(LONGEST).map_or(part.len(), |(end, _)| end);
                spans.push(place_of(part)..place_of(part) + length);
            }
        };
        if let Some(identifier) = identifier(chunk) {
            push(identifier);
        }
        for run in runs(chunk) {
            if run.starts_with(is_unspaced) {
                pairs(run).for_each(&mut push);
            } else {
                let parts = run.unicode_words().flat_map(|word| word.split(['_', '.', ':']));
                parts.for_each(|part| push(part.strip_suffix("'s").unwrap_or(part).trim_matches('\'')));
            }
        }
    }

    /// Finds the words of a chunk of ASCII, by the same rules: Unicode's for the ends of words come to very little here.
    fn find_in_ascii(&mut self, range: Range<usize>) {
        let Cutter { folded, spans, .. } = self;
        let chunk = &folded.as_bytes()[range.clone()];
        if !chunk.is_empty() && chunk.iter().all(u8::is_ascii_alphanumeric) {
            return spans.push(range.start..range.end.min(range.start + LONGEST));
        }
        let Some(first) = chunk.iter().position(u8::is_ascii_alphanumeric) else { return };
        let last = chunk.iter().rposition(u8::is_ascii_alphanumeric).expect("there is a first");
        let mut push = |start: usize, end: usize| {
            if start < end {
                spans.push(range.start + start..range.start + end.min(start + LONGEST));
            }
        };
        if chunk[first..=last].iter().any(|letter| b"_-./@:".contains(letter)) {
            push(first, last + 1);
        }
        let mut start = first;
        for place in first..=last + 1 {
            if place <= last && (chunk[place].is_ascii_alphanumeric() || joins(chunk, place)) {
                continue;
            }
            let end = if chunk[start..place].ends_with(b"'s") { place - 2 } else { place };
            push(start, end);
            start = place + 1;
        }
    }

    /// Writes down the stems of the words.
    fn keep(&mut self, keep: Keep, letters: &mut Vec<u8>) {
        let Cutter { folded, spans, ends, stems, .. } = self;
        for span in spans {
            let word = &folded[span.clone()];
            if word.bytes().all(|byte| byte.is_ascii_lowercase()) {
                stems.with(word, &folded.as_bytes()[span.start..], |stem| {
                    if keep == Keep::All || !stem.is_stop_word {
                        letters.extend_from_slice(stem.letters);
                        ends.push(letters.len());
                    }
                });
            } else {
                letters.extend_from_slice(word.as_bytes());
                ends.push(letters.len());
            }
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Keep {
    Telling,
    All,
}

/// Whether a mark inside a chunk of ASCII holds what is on both sides together: "don't", "6'2", "1,000".
fn joins(chunk: &[u8], place: usize) -> bool {
    let sides = |is: fn(&u8) -> bool| place > 0 && is(&chunk[place - 1]) && chunk.get(place + 1).is_some_and(is);
    match chunk[place] {
        b'\'' => sides(u8::is_ascii_alphabetic) || sides(u8::is_ascii_digit),
        b',' | b';' => sides(u8::is_ascii_digit),
        _ => false,
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
fn pairs(run: &str) -> impl Iterator<Item = &str> {
    let ends = run.char_indices().map(|(place, letter)| place + letter.len_utf8()).skip(1);
    let alone = (run.chars().nth(1).is_none()).then_some(run);
    alone.into_iter().chain(run.char_indices().zip(ends).map(|((start, _), end)| &run[start..end]))
}

/// Returns what a chunk holds if that is one thing with marks inside: a key, a version, an address, a path.
fn identifier(chunk: &str) -> Option<&str> {
    let bare = chunk.trim_matches(|letter: char| !letter.is_alphanumeric());
    let marked = bare.contains(['_', '-', '.', '/', '@', ':']);
    marked.then_some(bare)
}

/// Whether a character is only there to steer how others are shown: nobody types it into a question.
fn is_unseen(letter: char) -> bool {
    matches!(u32::from(letter),
        0x00ad | 0x061c | 0x180e | 0xfeff   // soft hyphen, marks of direction and order
        | 0x200c..=0x200f                   // joiners and marks of direction
        | 0x202a..=0x202e                   // embeddings and overrides of direction
        | 0x2060..=0x206f
    )
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

    /// An override of direction around a word, or a soft hyphen within it, must not hide it.
    #[test]
    fn what_cannot_be_seen_makes_no_difference() {
        assert_eq!(words("\u{202e}evil\u{202c} pass\u{ad}word"), ["evil", "password"]);
    }

    #[test]
    fn a_text_of_stop_words_alone_keeps_them() {
        assert_eq!(words("to be or to do"), ["to", "be", "or", "to", "do"]);
        assert_eq!(words(""), Vec::<String>::new());
    }

    proptest! {
        #[test]
        fn the_fast_way_finds_the_same_words_as_the_plain_one(text: String) {
            prop_assert_eq!(words(&text), plain::words(&text));
        }

        #[test]
        fn the_fast_way_knows_all_the_rules_of_ascii(text in "([a-c]|[0-9]|[AZs]|['_.,:;@/-]|[ \t\n\u{b}\u{1c}()]|'s){0,60}") {
            prop_assert_eq!(words(&text), plain::words(&text));
        }

        #[test]
        fn the_fast_way_knows_all_the_rules_of_mixed_scripts(
            text in "([a-c0-9'_.:, -]|[äéßşİА-я’]|[\u{300}-\u{303}]|[一-二]|[ァ-ガ]|[가-각]|[\u{a0}\u{a8}\u{ad}\u{200b}-\u{202e}\u{2003}\u{3000}ﬁ½]){0,40}",
        ) {
            prop_assert_eq!(words(&text), plain::words(&text));
        }

        #[test]
        fn the_fast_way_finds_the_same_stems(text in "([a-z]{1,9}(s|ed|ing|ly|ation|ness|'s)? ){0,12}") {
            prop_assert_eq!(words(&text), plain::words(&text));
            prop_assert_eq!(words(&text), plain::words(&text), "also when the stems are known");
        }

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
