//! Does the detector know the grammar of labels: where a noun for a secret can stand, and what binds a value to it?
//!
//! Every sentence of the grid is put together from a noun, a way to assert or to talk about it, a value and an opening, in
//! seven languages. What asserts a value is refused, its twin that only talks about one is not.

#[path = "secrets_grammar/asserting.rs"]
mod asserting;
#[path = "secrets_grammar/talking.rs"]
mod talking;

use cofio_language::secrets::find;

/// The share of asserting sentences of a language in which the value has to be found.
const FOUND: f64 = 0.98;
/// The share of talking sentences of a language that may be taken for asserting ones.
const ALARMS: f64 = 0.01;

/// How one language speaks of secrets.
struct Grammar {
    language: &'static str,
    nouns: &'static [&'static str],
    /// What may stand before any sentence.
    openings: &'static [&'static str],
    /// Sentences with `{n}` for the noun, `{s}` for what it opens and, where they assert one, `{v}` for the value.
    sentences: &'static [&'static str],
    services: &'static [&'static str],
    values: &'static [&'static str],
}

impl Grammar {
    /// Every sentence with every noun and value; openings and services take turns.
    fn texts(&self) -> Vec<String> {
        let mut texts = Vec::new();
        for sentence in self.sentences {
            for noun in self.nouns {
                for value in self.values {
                    let turn = texts.len();
                    let service = self.services[turn % self.services.len()];
                    let said = sentence.replace("{n}", noun).replace("{s}", service).replace("{v}", value);
                    texts.push(format!("{}{said}", self.openings[turn % self.openings.len()]));
                }
            }
        }
        texts
    }

    fn share_found(&self, expected: bool) -> f64 {
        let texts = self.texts();
        let hits = texts.iter().filter(|text| {
            let found = !find(text).is_empty();
            if found != expected {
                println!("{}: {text:?}", self.language);
            }
            found
        });
        hits.count() as f64 / texts.len() as f64
    }
}

/// RX-03: a value is found wherever its sentence puts it.
#[test]
fn what_is_asserted_of_a_secret_is_found() {
    for grammar in asserting::GRAMMARS {
        let share = grammar.share_found(true);
        assert!(share >= FOUND, "{}: found {share:.3}", grammar.language);
    }
}

/// RX-03: asking for a secret, forgetting it, saying where it is or what it must be like gives nothing away.
#[test]
fn talk_about_a_secret_is_remembered() {
    for grammar in talking::GRAMMARS {
        let share = grammar.share_found(false);
        assert!(share <= ALARMS, "{}: {share:.3} alarms", grammar.language);
    }
}
