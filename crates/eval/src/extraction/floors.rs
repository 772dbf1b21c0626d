//! Extractors that know nothing, which a real one has to beat.

use std::sync::LazyLock;

use super::sets::{Annotated, Said, Wording, sentences};

/// An extractor without any understanding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Floor {
    EverySentence,
    /// Those with a first person and without a question mark.
    FirstPerson,
    /// The same with the speaker's name in front, where facts are in the third person.
    Named,
}

impl Floor {
    pub const ALL: [Floor; 3] = [Floor::EverySentence, Floor::FirstPerson, Floor::Named];

    pub fn title(self) -> &'static str {
        match self {
            Floor::EverySentence => "every sentence",
            Floor::FirstPerson => "first-person sentences",
            Floor::Named => "first-person sentences, name in front",
        }
    }

    /// Whether it is worth a row of its own on a set.
    pub fn is_for(self, set: &Annotated) -> bool {
        self != Floor::Named || set.wording == Wording::ThirdPerson && !set.spoken_by_name
    }

    /// Returns what it takes for claims, by unit. Of a chat with an assistant only what the person says.
    ///
    /// Where two people talk whom the facts call by name, the published floors have the name in front.
    pub fn extract(self, set: &Annotated) -> Vec<Vec<String>> {
        let mut found = vec![Vec::new(); set.facts.len()];
        for said in set.sessions.iter().flatten().filter(|said| !said.by_assistant) {
            let named = |sentence: String| match set.spoken_by_name || self == Floor::Named {
                true => format!("{}: {sentence}", said.speaker),
                false => sentence,
            };
            found[said.unit].extend(self.of(said).into_iter().map(named));
        }
        found
    }

    fn of(self, said: &Said) -> Vec<String> {
        let mut found = sentences(&said.text);
        if self != Floor::EverySentence {
            found.retain(|sentence| is_first_person(sentence) && !sentence.contains('?'));
        }
        found
    }
}

static WORDS: LazyLock<std::collections::HashSet<&str>> = LazyLock::new(|| {
    ["i", "i'm", "i've", "i'd", "i'll", "im", "ive", "my", "me", "mine", "we", "our", "us", "we're", "we've", "we'll"]
        .into()
});

/// Whether a sentence has a first person in it.
pub fn is_first_person(sentence: &str) -> bool {
    let lower = sentence.to_lowercase().replace('’', "'");
    lower.split(|letter: char| !letter.is_alphanumeric() && letter != '\'').any(|word| WORDS.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_first_person_is_a_word_of_its_own() {
        assert!(is_first_person("So I’m here."));
        assert!(is_first_person("It is OUR house"));
        assert!(!is_first_person("It is ice."));
    }
}
