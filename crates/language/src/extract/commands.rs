//! Explicit commands to remember and to forget, in the ten most spoken languages and German.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::LazyLock;

use crate::{domains, kinds};
use cofio_domain::policy::importance::{self, TimeFrame};

use super::claim::{Act, Clause, Extracted, Message, Modality, Polarity, Subject, Tense};
use super::reading::Reading;
use super::rephrase;
use super::words::Class;
use crate::lexicon::Pause;

const LIST: &str = include_str!("phrases/commands.txt");

/// What the person tells us to do with what they say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Order {
    /// `+`: keep it.
    Keep,
    /// `-`: forget it.
    Forget,
    /// `~`: what was just said was not meant, or is not to be kept.
    TakeBack,
    /// `!`: nothing of this message is to be kept.
    Private,
}

/// What a command says, and what it does, by its first letter; the longest first, so that "remember that" is not read as
/// "remember".
static COMMANDS: LazyLock<HashMap<char, Vec<(&'static str, Order)>>> = LazyLock::new(|| {
    let line = |line: &'static str| match line.split_at_checked(2)? {
        ("+ ", words) => Some((words, Order::Keep)),
        ("- ", words) => Some((words, Order::Forget)),
        ("~ ", words) => Some((words, Order::TakeBack)),
        ("! ", words) => Some((words, Order::Private)),
        _ => None,
    };
    let mut commands: Vec<(&'static str, Order)> = LIST.lines().filter_map(line).collect();
    commands.sort_by_key(|(words, _)| std::cmp::Reverse(words.len()));
    let mut by_letter: HashMap<char, Vec<(&'static str, Order)>> = HashMap::new();
    for (words, order) in commands {
        if let Some(first) = words.chars().next() {
            by_letter.entry(first).or_default().push((words, order));
        }
    }
    by_letter
});

/// `^`: what may come before a command: "on second thought", "oh and".
static LEADS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let mut leads: Vec<&str> = LIST.lines().filter_map(|line| line.strip_prefix("^ ")).collect();
    leads.sort_by_key(|words| std::cmp::Reverse(words.len()));
    leads
});

/// A command found in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Command {
    pub(super) act: Act,
    /// The words it takes: they claim nothing themselves.
    pub(super) sentence: Range<usize>,
    /// What is to be kept or forgotten; empty where it is what was said before.
    pub(super) what: Range<usize>,
    /// Nothing of the message is to be kept.
    pub(super) private: bool,
}

/// Finds the commands of a text, in order.
pub(super) fn find(reading: &Reading<'_>) -> Vec<Command> {
    let text = reading.tokens.text;
    let mut found = Vec::new();
    for sentence in reading.sentences() {
        // A question whether something is remembered is none.
        if reading.gap_after(sentence.end - 1).contains('?') {
            continue;
        }
        let span = reading.tokens.span(sentence.clone());
        // A command begins a sentence, or follows what it is about: "that is wrong, please delete it".
        let begins = |at: &usize| *at == sentence.start || reading.pause(*at) >= Pause::Comma;
        let command = sentence.clone().filter(begins).find_map(|at| {
            let start = reading.tokens.list.get(at)?.start;
            // "Hey, remember that…": a greeting may come first.
            let greeted = (at..sentence.end).find(|at| !reading.is(*at, Class::Interjection)).unwrap_or(at);
            let greeted = reading.tokens.list.get(greeted)?.start;
            let starts = [start, after_leads(text, start, span.end), greeted, after_leads(text, greeted, span.end)];
            starts.into_iter().find_map(|from| read(text, &span, start, from))
        });
        found.extend(command);
    }
    found
}

/// Skips what may come before a command.
fn after_leads(text: &str, start: usize, end: usize) -> usize {
    let mut from = start;
    while let Some(sentence) = text.get(from..end)
        && let Some(lead) = LEADS.iter().find(|lead| begins_with(sentence, lead))
    {
        let length: usize = sentence.chars().take(lead.chars().count()).map(char::len_utf8).sum();
        let rest = &sentence[length..];
        from = end - rest.trim_start_matches(|letter: char| !letter.is_alphanumeric()).len();
    }
    from
}

/// Reads a command that begins at `from`, what leads into it at `start`, and tells what is meant by it.
fn read(text: &str, sentence: &Range<usize>, start: usize, from: usize) -> Option<Command> {
    let (words, order, what) = at(text, from, sentence.end)?;
    let before = sentence.start..start;
    let said_before = text.get(before.clone()).is_some_and(|before| before.chars().any(char::is_alphanumeric));
    let points = points_back(text.get(what.clone())?);
    // "Delete that row" is about a row.
    let gap = text.get(from + words.len().min(what.start - from)..what.start).unwrap_or_default();
    let goes_on = !points && gap.trim().is_empty() && points_back(words.rsplit(' ').next().unwrap_or_default());
    let behind = start..sentence.end;
    let taken_back = Command { act: Act::TakeBack, sentence: behind.clone(), what: what.end..what.end, private: false };
    Some(match order {
        Order::Private => Command { private: true, what, ..taken_back },
        Order::TakeBack if goes_on => return None,
        // "My code is 12, don't save that": what came before it in the sentence.
        Order::TakeBack if said_before => {
            Command { act: Act::Forget, sentence: sentence.clone(), what: before, private: false }
        }
        Order::TakeBack => taken_back,
        // "I retire at 52, keep that too": what came before is meant.
        Order::Keep if points && said_before => {
            Command { act: Act::Remember, sentence: sentence.clone(), what: before, private: false }
        }
        Order::Keep if points => return None,
        Order::Keep => Command { act: Act::Remember, sentence: behind, what, private: false },
        Order::Forget if points && said_before => {
            Command { act: Act::Forget, sentence: sentence.clone(), what: before, private: false }
        }
        Order::Forget if points => taken_back,
        Order::Forget => Command { act: Act::Forget, sentence: behind, what: up_to_pause(text, what), private: false },
    })
}

/// Whether words only point back at something: "it", "that too", "this please".
fn points_back(words: &str) -> bool {
    const POINTING: &[&str] =
        &["it", "that", "this", "them", "those", "these", "please", "too", "also", "ok", "thanks"];
    let mut all = words.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    all.all(|word| POINTING.contains(&word.to_lowercase().as_str()))
}

/// What is to be forgotten ends where something else is said.
fn up_to_pause(text: &str, what: Range<usize>) -> Range<usize> {
    let words = text.get(what.clone()).unwrap_or_default();
    let end = words.find([',', ';', '—', '\n']).map_or(what.end, |at| what.start + at);
    what.start..end
}

/// Reads a command at the beginning of a sentence, and returns what is meant by it.
fn at(text: &str, start: usize, end: usize) -> Option<(&'static str, Order, Range<usize>)> {
    let sentence = text.get(start..end)?;
    let first = sentence.chars().next()?.to_lowercase().next()?;
    let (words, order) = COMMANDS.get(&first)?.iter().find(|(words, _)| begins_with(sentence, words))?;
    let length: usize = sentence.chars().take(words.chars().count()).map(char::len_utf8).sum();
    // "remember my…": the last word is part of what is meant.
    let own = words.rsplit(' ').next().filter(|last| matches!(*last, "i" | "my" | "we" | "to"));
    let from = start + length - own.map_or(0, str::len);
    let rest = text.get(from..end)?;
    let trimmed = rest.trim_start_matches(|letter: char| !letter.is_alphanumeric());
    Some((words, *order, end - trimmed.len()..end))
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
    let said = match command.act {
        Act::TakeBack => message.text.get(command.sentence.clone()).unwrap_or_default(),
        _ => message.text.get(command.what.clone()).unwrap_or_default(),
    };
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
    use crate::extract::words::Words;

    fn found(text: &str) -> Vec<(Act, &str)> {
        let words = Words::read(&|_, _| true);
        find(&Reading::of(text, &words)).into_iter().map(|command| (command.act, &text[command.what])).collect()
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

    /// What was said just before is taken back, or kept, by pointing at it.
    #[test]
    fn a_command_may_point_at_what_was_said_before_it() {
        for (text, act, what) in [
            ("I collect stamps, remember that please", Act::Remember, "I collect stamps, "),
            ("That number from May is wrong, please delete it.", Act::Forget, "That number from May is wrong, "),
            ("on second thought, don't keep the part about the loan", Act::Forget, "part about the loan"),
            ("oh and please forget about my rent, it is nobody's business", Act::Forget, "my rent"),
            ("Forget that.", Act::TakeBack, ""),
            ("just kidding", Act::TakeBack, ""),
            ("Actually scratch that", Act::TakeBack, ""),
            ("don’t save this", Act::TakeBack, ""),
            ("Off the record: I may quit.", Act::TakeBack, "I may quit"),
        ] {
            assert_eq!(found(text), [(act, what)], "{text}");
        }
    }

    #[test]
    fn what_only_speaks_of_remembering_is_no_command() {
        for text in [
            "I remember that day",
            "Do you remember that?",
            "Remember when we met?",
            "Forgetful people",
            "Delete that row",
        ] {
            assert_eq!(found(text), [], "{text}");
        }
    }
}
