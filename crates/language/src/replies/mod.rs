//! Tells whether a turn affirms or denies the answer it follows (R4-018).

use std::sync::LazyLock;

use crate::lexicon::{Lexicon, Tokens};

const FILES: [&str; 1] = [include_str!("words.txt")];

static WORDS: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::read(&FILES));

/// How a turn takes up what was said before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reply {
    /// It was right.
    Right,
    /// It was wrong.
    Wrong,
    /// A bare yes: to what was asked, if anything was.
    Yes,
    /// A bare no: to what was asked, if anything was.
    No,
}

/// Replies come first. What follows is another matter.
const FIRST: usize = 160;

/// Returns how a turn takes up the answer before it, if it does.
pub fn read(turn: &str) -> Option<Reply> {
    let turn = turn.trim_start();
    let end = turn.char_indices().nth(FIRST).map_or(turn.len(), |(end, _)| end);
    let tokens = Tokens::of(turn.get(..end).unwrap_or_default());
    let hits = WORDS.find(&tokens);
    let has = |name: &str| hits.iter().any(|hit| hit.at.start == 0 && WORDS.sections[hit.section].name == name);
    [("wrong", Reply::Wrong), ("right", Reply::Right), ("no", Reply::No), ("yes", Reply::Yes)]
        .into_iter()
        .find(|(name, _)| has(name))
        .map(|(_, reply)| reply)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lexicon::misread;

    #[test]
    fn the_word_list_is_understood() {
        assert_eq!(misread(&FILES), [""; 0]);
    }

    /// R4-018.
    #[test]
    fn a_turn_takes_up_the_answer_or_goes_on() {
        for (turn, expected) in [
            ("Exactly, thanks!", Some(Reply::Right)),
            ("Yes, that's right. Book it.", Some(Reply::Right)),
            ("that's still true", Some(Reply::Right)),
            ("yep", Some(Reply::Yes)),
            ("No, that's wrong, I moved to Graz.", Some(Reply::Wrong)),
            ("not anymore, I sold it", Some(Reply::Wrong)),
            ("Actually, I don't like aisle seats", Some(Reply::Wrong)),
            ("You're mistaken", Some(Reply::Wrong)),
            ("no thanks", Some(Reply::No)),
            ("What is wrong with the code?", None),
            ("I have no idea", None),
            ("How do I get there?", None),
            ("", None),
        ] {
            assert_eq!(read(turn), expected, "{turn}");
        }
    }
}
