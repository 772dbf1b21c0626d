//! Explicit commands to remember and to forget, in the ten most spoken languages and German.

use std::ops::Range;
use std::sync::LazyLock;

use crate::{domains, kinds};
use cofio_domain::policy::importance::{self, TimeFrame};

use super::claim::{Act, Clause, Extracted, Message, Modality, Polarity, Subject, Tense};
use super::reading::Reading;
use super::rephrase;
use super::words::{Class, Words};

const LIST: &str = include_str!("phrases/commands.txt");

/// What a command says, and what it does; the longest first, so that "remember that" is not read as "remember".
static COMMANDS: LazyLock<Vec<(&str, Act)>> = LazyLock::new(|| {
    let line = |line: &'static str| match line.split_at_checked(2)? {
        ("+ ", words) => Some((words, Act::Remember)),
        ("- ", words) => Some((words, Act::Forget)),
        _ => None,
    };
    let mut commands: Vec<(&str, Act)> = LIST.lines().filter_map(line).collect();
    commands.sort_by_key(|(words, _)| std::cmp::Reverse(words.len()));
    commands
});

/// A command found in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Command {
    pub(super) act: Act,
    /// The whole sentence.
    pub(super) sentence: Range<usize>,
    /// What is to be kept or forgotten.
    pub(super) what: Range<usize>,
}

/// Finds the commands of a text, in order.
pub(super) fn find(text: &str, words: &Words) -> Vec<Command> {
    let reading = Reading::of(text, words);
    let mut found = Vec::new();
    for sentence in reading.sentences() {
        let span = reading.tokens.span(sentence.clone());
        // "Hey, remember that…": a greeting may come first.
        let greeted = sentence.clone().find(|at| !reading.is(*at, Class::Interjection)).unwrap_or(sentence.start);
        let starts = [sentence.start, greeted];
        let command = starts.iter().find_map(|start| {
            let start = reading.tokens.list.get(*start)?.start;
            let (act, what) = at(text, start, span.end)?;
            Some(Command { act, sentence: span.clone(), what })
        });
        // A question whether something is remembered is none.
        found.extend(command.filter(|_| !reading.gap_after(sentence.end - 1).contains('?')));
    }
    found
}

/// Reads a command at the beginning of a sentence, and returns what is meant by it.
fn at(text: &str, start: usize, end: usize) -> Option<(Act, Range<usize>)> {
    let sentence = text.get(start..end)?;
    let (words, act) = COMMANDS.iter().find(|(words, _)| begins_with(sentence, words))?;
    let length: usize = sentence.chars().take(words.chars().count()).map(char::len_utf8).sum();
    // "remember my…": the last word is part of what is meant.
    let own = words.rsplit(' ').next().filter(|last| matches!(*last, "i" | "my" | "we" | "to"));
    let from = start + length - own.map_or(0, str::len);
    let rest = text.get(from..end)?;
    let trimmed = rest.trim_start_matches(|letter: char| !letter.is_alphanumeric());
    let what = end - trimmed.len()..end;
    (!trimmed.is_empty()).then_some((*act, what))
}

/// Whether a sentence begins with these words, in any case, and goes on with another word.
fn begins_with(sentence: &str, words: &str) -> bool {
    let mut letters = sentence.chars().map(|letter| if letter == '’' { '\'' } else { letter });
    for expected in words.chars() {
        let Some(letter) = letters.next() else { return false };
        if letter != expected && !letter.to_lowercase().eq(expected.to_lowercase()) {
            return false;
        }
    }
    let spaceless = words.chars().next_back().is_some_and(|last| matches!(u32::from(last), 0x3000..=0x9fff));
    spaceless || letters.next().is_none_or(|next| !next.is_alphanumeric())
}

/// The claim of a command whose words are taken as they are.
pub(super) fn verbatim(command: &Command, message: &Message<'_>) -> Extracted {
    let said = message.text.get(command.what.clone()).unwrap_or_default();
    let content = rephrase::tidy(said);
    let kind = kinds::guess(&content);
    Extracted {
        act: command.act,
        kind,
        domain: domains::detect(&content, &[]).into_iter().next().map(|found| found.domain),
        key: None,
        value: None,
        confidence: 1.0,
        importance: importance::by_default(kind, TimeFrame::Absent, true),
        worth: 1.0,
        times: Vec::new(),
        clause: Clause {
            subject: Subject::Other,
            polarity: Polarity::Affirmed,
            modality: Modality::Imperative,
            tense: Tense::Present,
            verb: String::new(),
            span: command.sentence.clone(),
        },
        signs: vec!["command"],
        said: content.clone(),
        content,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<(Act, &str)> {
        let words = Words::read(&|_, _| true);
        find(text, &words).into_iter().map(|command| (command.act, &text[command.what])).collect()
    }

    /// Explicit commands in the ten most spoken languages (issue 13).
    #[test]
    fn a_command_is_known_in_ten_languages() {
        for (text, act, what) in [
            ("Remember that I like tea.", Act::Remember, "I like tea"),
            ("please remember my birthday is May 3", Act::Remember, "my birthday is May 3"),
            ("Don’t forget that Ann is vegan", Act::Remember, "Ann is vegan"),
            ("Forget what I said about Rome.", Act::Forget, "Rome"),
            ("请记住我喜欢茶", Act::Remember, "我喜欢茶"),
            ("याद रखो कि मुझे चाय पसंद है", Act::Remember, "मुझे चाय पसंद है"),
            ("Recuerda que me gusta el té", Act::Remember, "me gusta el té"),
            ("Oublie que j'aime le thé", Act::Forget, "j'aime le thé"),
            ("تذكر أن اسمي سارة", Act::Remember, "اسمي سارة"),
            ("মনে রেখো যে আমি চা ভালোবাসি", Act::Remember, "আমি চা ভালোবাসি"),
            ("Lembre-se de que gosto de chá", Act::Remember, "gosto de chá"),
            ("Запомни, что я люблю чай", Act::Remember, "я люблю чай"),
            ("یاد رکھو کہ مجھے چائے پسند ہے", Act::Remember, "مجھے چائے پسند ہے"),
            ("Merk dir, dass ich Tee mag", Act::Remember, "ich Tee mag"),
        ] {
            assert_eq!(found(text), [(act, what)], "{text}");
        }
    }

    #[test]
    fn what_only_speaks_of_remembering_is_no_command() {
        for text in
            ["I remember that day", "Do you remember that?", "Remember when we met?", "Forgetful people", "Forget"]
        {
            assert_eq!(found(text), [], "{text}");
        }
    }
}
