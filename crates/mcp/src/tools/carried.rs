//! Whose word it is that an assistant brings: the person's, where they said it, or the assistant's own.

use cofio_domain::axes::Source;
use cofio_domain::event::MessageRole;
use cofio_domain::space::SpaceHandle;
use cofio_engine::Engine;

/// How many of the last messages are looked through.
const LOOKED_THROUGH: u64 = 200;

/// The share of a claim's words that a message must have to carry it.
const CARRIED: f64 = 0.5;

/// Words of fewer letters carry nothing.
const SHORTEST: usize = 4;

/// Returns whose word a claim is: the person's, unless what they said is recorded and nothing of it carries the claim.
pub(super) fn source_of(engine: &Engine, space: &SpaceHandle, session: Option<&str>, content: &str) -> Source {
    let recorded = session.and_then(|name| {
        let known = engine.transcript(space, name, 0, 0).ok()?.session.messages;
        engine.transcript(space, name, known.saturating_sub(LOOKED_THROUGH), LOOKED_THROUGH as usize).ok()
    });
    let Some(recorded) = recorded else { return Source::UserStated };
    let mut said = recorded
        .transcript
        .iter()
        .filter(|message| message.role == MessageRole::User)
        .filter_map(|message| message.text.as_deref())
        .peekable();
    if said.peek().is_none() || said.any(|text| carries(text, content)) {
        return Source::UserStated;
    }
    Source::AgentProposed
}

/// Returns whether a text has enough of a claim's words.
fn carries(text: &str, claim: &str) -> bool {
    let words = |text: &str| -> Vec<String> {
        let all = text.split(|letter: char| !letter.is_alphanumeric()).map(str::to_lowercase);
        all.filter(|word| word.chars().count() >= SHORTEST).collect()
    };
    let (said, claimed) = (words(text), words(claim));
    let stem = |word: &str| word.chars().take(SHORTEST + 1).collect::<String>();
    let there = claimed.iter().filter(|word| said.iter().any(|known| stem(known) == stem(word))).count();
    claimed.is_empty() || there as f64 >= CARRIED * claimed.len() as f64
}

#[cfg(test)]
mod tests {
    use super::carries;

    #[test]
    fn a_message_carries_what_it_says_in_nearly_the_same_words() {
        assert!(carries("I'm vegetarian, by the way, since last May", "is vegetarian"));
        assert!(carries("please remember that my sister Ana lives in Porto", "Sister Ana lives in Porto"));
        assert!(!carries("what should I cook tonight?", "prefers quick dinners without meat"));
    }
}
