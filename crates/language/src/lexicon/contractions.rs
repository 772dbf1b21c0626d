//! Spells contractions out, so that a word list needs one spelling of "do not".

/// Returns what stands for the ending after an apostrophe, if it is one of English's own.
pub(super) fn ending(letters: &str) -> Option<&'static str> {
    Some(match letters {
        "s" | "S" => "'s",
        "m" | "M" => "am",
        "re" | "RE" => "are",
        "ve" | "VE" => "have",
        "ll" | "LL" => "will",
        "d" | "D" => "would",
        _ => return None,
    })
}

/// Returns the verb in front of "n't" ("ca" of "can't"), spelled out.
pub(super) fn negated(stem: &str) -> Option<&'static str> {
    Some(match &stem.to_ascii_lowercase()[..] {
        "can" => "can",
        "won" => "will",
        "ain" => "is",
        "don" => "do",
        "doesn" => "does",
        "didn" => "did",
        "isn" => "is",
        "aren" => "are",
        "wasn" => "was",
        "weren" => "were",
        "haven" => "have",
        "hasn" => "has",
        "hadn" => "had",
        "shouldn" => "should",
        "wouldn" => "would",
        "couldn" => "could",
        "mustn" => "must",
        "needn" => "need",
        "shan" => "shall",
        _ => return None,
    })
}

/// Returns the two words of one that people type together ("dont", "gonna").
pub(super) fn typed_together(word: &str) -> Option<(&'static str, &'static str)> {
    /// The longest word below.
    const LONGEST: usize = 8;
    if word.len() > LONGEST || !word.is_ascii() {
        return None;
    }
    let mut lower = [0; LONGEST];
    let lower = &mut lower[..word.len()];
    lower.copy_from_slice(word.as_bytes());
    lower.make_ascii_lowercase();
    Some(match &*lower {
        b"im" => ("i", "am"),
        b"ive" => ("i", "have"),
        b"youre" => ("you", "are"),
        b"youve" => ("you", "have"),
        b"theyre" => ("they", "are"),
        b"dont" => ("do", "not"),
        b"doesnt" => ("does", "not"),
        b"didnt" => ("did", "not"),
        b"cant" | b"cannot" => ("can", "not"),
        b"wont" => ("will", "not"),
        b"isnt" => ("is", "not"),
        b"arent" => ("are", "not"),
        b"wasnt" => ("was", "not"),
        b"havent" => ("have", "not"),
        b"hasnt" => ("has", "not"),
        b"wouldnt" => ("would", "not"),
        b"couldnt" => ("could", "not"),
        b"shouldnt" => ("should", "not"),
        b"gonna" => ("going", "to"),
        b"wanna" => ("want", "to"),
        b"gotta" => ("got", "to"),
        b"lemme" => ("let", "me"),
        _ => return None,
    })
}

/// Tells whether a text has one of the small words that German cannot do without and English does not know.
pub(super) fn is_german(text: &str) -> bool {
    const SMALL_WORDS: [&str; 36] = [
        "ich", "und", "ist", "nicht", "mit", "ein", "eine", "einen", "einem", "einer", "mein", "meine", "meinem",
        "meiner", "der", "das", "dem", "wir", "seit", "habe", "haben", "hatte", "für", "auf", "bei", "nach", "wird",
        "sind", "sie", "von", "aber", "auch", "noch", "uns", "zum", "zur",
    ];
    let words = text.split(|c: char| !c.is_alphabetic());
    let mut words = words.filter(|word| (3..=6).contains(&word.len()));
    words.any(|word| SMALL_WORDS.iter().any(|small| word.eq_ignore_ascii_case(small)))
}
