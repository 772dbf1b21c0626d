//! What a conversation is about in three to five words: its own, as they stand, without the words one begins with.

use crate::summary::sentences;

/// A title has so many words at least, where there are that many.
const FEWEST: usize = 3;

/// And at most.
const MOST: usize = 5;

/// What one says before one says anything; the longest first.
const LEADS: &[&str] = &[
    "i was wondering if you could help me",
    "i would like you to help me",
    "could you please help me to",
    "could you please help me",
    "can you please help me",
    "would you please help me",
    "i am wondering how to",
    "i was wondering how to",
    "i would like to know",
    "could you help me to",
    "could you help me",
    "can you help me to",
    "can you help me",
    "i need some help with",
    "i need help with",
    "i need you to",
    "i want you to",
    "i would like to",
    "i'd like to",
    "please help me",
    "help me to",
    "help me",
    "could you please",
    "can you please",
    "could you",
    "can you",
    "would you",
    "will you",
    "do you know",
    "how can i",
    "how could i",
    "how should i",
    "how do i",
    "how do you",
    "how to",
    "what is the best way to",
    "what's the best way to",
    "what is",
    "what's",
    "what are",
    "tell me about",
    "tell me",
    "let us",
    "let's",
    "i want to",
    "i need to",
    "i have to",
    "i am",
    "i'm",
    "i've",
    "i'll",
    "i will",
    "i",
    "please",
    "remember that",
    "note that",
    "so",
    "well",
    "hi",
    "hello",
    "hey",
    "ok",
    "okay",
    "thanks",
    "and",
    "but",
    "a",
    "an",
    "the",
];

/// Words that do not end anything.
const OPEN: &[&str] = &[
    "a", "an", "the", "of", "to", "in", "on", "at", "for", "from", "with", "by", "and", "or", "but", "my", "our",
    "your", "his", "her", "their", "its", "that", "this", "which", "who", "as", "than", "about", "into", "is", "are",
    "was", "i", "so", "because", "if", "when", "not", "very", "some", "any", "no",
];

/// Returns a title for what people said first, in their own words; nothing where they said too little.
pub fn title<'t>(texts: impl IntoIterator<Item = &'t str>) -> Option<String> {
    let mut second = None;
    for sentence in texts.into_iter().flat_map(|text| sentences(text).map(str::to_owned).collect::<Vec<_>>()) {
        // What stands in brackets was taken out of what was said.
        if sentence.contains(['[', ']', '{', '}', '<', '>', '`']) {
            continue;
        }
        let words = told(&sentence);
        match words.len() {
            0 => {}
            few if few < FEWEST => second = second.or(Some(words)),
            _ => return Some(written(&words)),
        }
    }
    second.map(|words| written(&words))
}

/// The words a sentence begins to tell something with.
fn told(sentence: &str) -> Vec<String> {
    let words: Vec<&str> = sentence
        .split_whitespace()
        .map(|word| word.trim_matches(|letter: char| !letter.is_alphanumeric()))
        .filter(|word| !word.is_empty())
        .collect();
    let small: Vec<String> = words.iter().map(|word| word.to_lowercase().replace('’', "'")).collect();
    let mut from = 0;
    while let Some(lead) = LEADS.iter().find(|lead| begins(&small[from..], lead)) {
        from += lead.split(' ').count();
    }
    let mut end = words.len().min(from + MOST);
    // Not in the middle of something: the end of a clause is the end of the title.
    let stops = |at: usize| {
        let place = sentence.find(words[at]).map_or(0, |start| start + words[at].len());
        sentence[place..].starts_with([',', ';', ':', '—', '('])
    };
    if let Some(stop) = (from + FEWEST..end).find(|at| stops(at - 1)) {
        end = stop;
    }
    while end > from && OPEN.contains(&small[end - 1].as_str()) {
        end -= 1;
    }
    words[from.min(end)..end].iter().map(|word| (*word).to_owned()).collect()
}

fn begins(words: &[String], lead: &str) -> bool {
    let mut of = lead.split(' ');
    let mut count = 0;
    of.all(|word| {
        count += 1;
        words.get(count - 1).is_some_and(|own| own == word)
    })
}

fn written(words: &[String]) -> String {
    let joined = words.join(" ");
    let mut letters = joined.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// PRODUCT §1.13, `title.words`: three to five.
    #[test]
    fn a_title_is_three_to_five_of_the_first_words_that_tell_something() {
        let titled = |texts: &[&str]| title(texts.iter().copied());
        assert_eq!(
            titled(&["Can you help me plan a trip to Japan in April?"]).as_deref(),
            Some("Plan a trip to Japan")
        );
        assert_eq!(titled(&["Hi!", "I moved to Lisbon last year."]).as_deref(), Some("Moved to Lisbon last year"));
        assert_eq!(
            titled(&["My sister, who lives in Porto, is getting married."]).as_deref(),
            Some("My sister who lives")
        );
        assert_eq!(titled(&["Thanks!", "Green tea"]).as_deref(), Some("Green tea"));
        assert_eq!(titled(&["Hello", "[health: not kept]"]), None);
        for text in
            ["How do I fix a leaking tap under the sink, and what does it cost?", "please review this contract for me"]
        {
            let words = titled(&[text]).unwrap().split(' ').count();
            assert!((FEWEST..=MOST).contains(&words), "{text}");
        }
    }
}
