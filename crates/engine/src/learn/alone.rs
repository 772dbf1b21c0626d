//! Whether a claim can be understood by itself a month later. What leans on the sentence before it, speaks of the world and
//! not of the person, or is a remark about what the other one did, is true and of no use.

use cofio_language::extract::{Act, Extracted};

/// Words that point at something said elsewhere, where they are what is done something to.
const LEANING: &[&str] = &["it", "them"];

/// Before these a pointing word begins a clause of its own: "I ski because it is fun".
const JOINING: &[&str] =
    &["and", "as", "because", "but", "if", "or", "since", "so", "that", "though", "when", "where", "while"];

/// After these it is what a clause is about: "Brooklyn 99, it is very funny".
const BEING: &[&str] = &["is", "was", "has", "had", "will", "would", "can", "could", "does", "did", "makes", "made"];

/// What is said of something that somebody does: "exploring the ruins sounds like fun".
const JUDGING: &[&str] =
    &["sounds", "sound", "must", "adds", "seems", "feels", "brings", "makes", "gives", "would", "can"];

/// Returns why a claim is no use by itself; nothing where it is. What the person asked for, what is filed under a key, and
/// what changes something known is theirs to say.
///
/// `quoted` is the clause as it was written: in the claim, a subject that was left out is filled in.
pub(super) fn leans(claim: &Extracted, quoted: &str, person: &str, known: &[String]) -> Option<&'static str> {
    if claim.act != Act::Add || claim.key.is_some() {
        return None;
    }
    // In the third person "them" may be the person.
    if points_elsewhere(&claim.said) {
        return Some("it leans on what was said before it");
    }
    if is_a_judgement(quoted) {
        return Some("it judges what somebody does");
    }
    // A day or a figure is told for a reason, whatever it is of: "go-live is on the first of July".
    let is_exact = !claim.times.is_empty() || claim.content.chars().any(|letter| letter.is_ascii_digit());
    let about_the_person = words_of(&claim.content).contains(&person.to_lowercase());
    if !about_the_person && !is_exact && !is_somebody_known(&claim.content, known) {
        return Some("it is not about the person");
    }
    None
}

fn words_of(text: &str) -> Vec<String> {
    let words = text.split(|letter: char| !letter.is_alphanumeric() && letter != '\'').filter(|word| !word.is_empty());
    words.map(|word| word.strip_suffix("'s").unwrap_or(word).to_lowercase()).collect()
}

fn points_elsewhere(said: &str) -> bool {
    // As they are written: IT is a department.
    let words: Vec<&str> = said.split(|letter: char| !letter.is_alphanumeric()).filter(|it| !it.is_empty()).collect();
    let is = |place: Option<usize>, list: &[&str]| {
        place.and_then(|place| words.get(place)).is_some_and(|word| list.contains(word))
    };
    (1..words.len())
        .any(|place| is(Some(place), LEANING) && !is(place.checked_sub(1), JOINING) && !is(Some(place + 1), BEING))
}

/// Whether it begins with what somebody does and goes on with what that is like, so that nobody says they do it.
fn is_a_judgement(quoted: &str) -> bool {
    let words = words_of(quoted);
    let begins = words.first().is_some_and(|word| word.len() > 4 && word.ends_with("ing"));
    // Who speaks of themselves says so sooner or later.
    let own = words.iter().any(|word| matches!(word.as_str(), "i" | "i'm" | "i've" | "me" | "my" | "we" | "our"));
    begins && !own && words.iter().skip(2).any(|word| JUDGING.contains(&word.as_str()))
}

/// Whether it begins with a name that something known about the person has.
fn is_somebody_known(content: &str, known: &[String]) -> bool {
    let Some(name) = words_of(content).into_iter().find(|word| !matches!(word.as_str(), "the" | "a" | "an")) else {
        return false;
    };
    known.iter().any(|other| words_of(other).contains(&name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_points_elsewhere_is_told_from_what_goes_on() {
        assert!(points_elsewhere("I still have to finish it") && points_elsewhere("I tend to do them on holidays"));
        assert!(points_elsewhere("I gave it a 5 out of 5 stars"));
        assert!(!points_elsewhere("I ski because it is fun") && !points_elsewhere("I like Brooklyn 99, it is funny"));
        assert!(!points_elsewhere("I have a cat") && !points_elsewhere("I am the only IT person"));
    }

    #[test]
    fn what_an_activity_is_like_is_nothing_that_is_done() {
        assert!(is_a_judgement("Exploring the temples of Angkor Wat sounds like an incredible journey"));
        assert!(!is_a_judgement("Thinking of moving to Rome"));
        assert!(!is_a_judgement("Working on my thesis feels endless, I need a break"));
    }

    #[test]
    fn somebody_is_known_by_what_was_said_of_them() {
        let known = ["User's husband is named Arjun".to_owned()];
        assert!(is_somebody_known("Arjun opens a ramen cart", &known));
        assert!(!is_somebody_known("Ospreys have a short window to build a nest", &known));
    }
}
