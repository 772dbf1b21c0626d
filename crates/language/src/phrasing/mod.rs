//! Finds what an assistant should not say of the person it remembers (R2-039).
//!
//! It may say what it was told and where that comes from. It may not say what the person believes, feels or is like, as
//! if it could see inside. A belief that is quoted ("you told me you believe in…") is what it was told, a question
//! ("do you think that works?") claims nothing, and neither is flagged.

use std::ops::Range;
use std::sync::LazyLock;

use crate::lexicon::{Lexicon, Tokens};

const FILES: [&str; 1] = [include_str!("words.txt")];

static WORDS: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::read(&FILES));

/// Words in a sentence that break a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Flag {
    /// Where they stand.
    pub span: Range<usize>,
    /// The rule: `belief`, `type`, `personality` or `mind reading`.
    pub rule: &'static str,
    /// What to say instead.
    pub suggestion: &'static str,
}

/// Returns what is wrong with the way `sentence` speaks of the person, in order; at most one flag for any word.
pub fn lint(sentence: &str) -> Vec<Flag> {
    let tokens = Tokens::of(sentence);
    let mut hits = WORDS.find(&tokens);
    hits.sort_by_key(|hit| (hit.at.start, std::cmp::Reverse(hit.at.end)));
    let mut flags = Vec::new();
    let mut reach = 0;
    for hit in hits {
        if hit.at.start < reach {
            continue;
        }
        reach = hit.at.end;
        let section = &WORDS.sections[hit.section];
        flags.push(Flag { span: tokens.span(hit.at), rule: section.name, suggestion: section.remark });
    }
    flags
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lexicon::misread;

    #[test]
    fn the_word_list_is_understood() {
        assert_eq!(misread(&FILES), [""; 0]);
        assert!(WORDS.sections.iter().all(|section| !section.remark.is_empty()));
    }

    #[test]
    fn a_suggestion_follows_the_rules_it_speaks_of() {
        for section in &WORDS.sections {
            assert_eq!(lint(section.remark), [], "{}", section.remark);
        }
    }

    #[test]
    fn a_flag_says_where_why_and_what_instead() {
        let sentence = "Well, you really think that it's late.";
        let flags = lint(sentence);
        assert_eq!(flags.len(), 1);
        assert_eq!(&sentence[flags[0].span.clone()], "you really think");
        assert_eq!(flags[0].rule, "belief");
        assert!(flags[0].suggestion.contains("You told me"));
    }
}
