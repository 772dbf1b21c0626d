//! Questions of time over conversations: does a date read in the evidence fall in the answer's interval?
//!
//! Only category-2 questions whose answer is an absolute date count. The evidence turns are read as of their session's
//! date. A mention counts as inside when all its days lie in the answer's interval (a part of a day counts as the day
//! it begins on), as touching when some do and it is not much longer. Evidence without words of time cannot be read off
//! ("I just got accepted!"); "where something is read" leaves it out, "else the session's day" gives it the day of the
//! session, which is how an undated claim is dated.

use std::path::Path;

use cofio_language::dates::{Granularity, Mention, find};
use jiff::civil::DateTime;
use jiff::{Zoned, tz::TimeZone};
use regex::Regex;
use serde_json::Value;

use crate::gold::{self, Days};
use crate::{Score, read_json};

/// A question with its answer's days and its evidence, each turn with the time of its session.
struct Case {
    question: String,
    answer: String,
    gold: Days,
    evidence: Vec<(Zoned, String)>,
}

pub(crate) fn locomo(path: &Path) -> Result<Vec<Score>, String> {
    let samples = read_json(path)?;
    let samples = samples.as_array().ok_or_else(|| format!("{} is not a list", path.display()))?;
    let mut unread = Vec::new();
    let cases: Vec<Case> =
        samples.iter().flat_map(|sample| cases(&sample["conversation"], &sample["qa"], "text", &mut unread)).collect();
    let names = [
        "LoCoMo category 2, the session's day alone (floor)",
        "LoCoMo category 2, inside the answer",
        "LoCoMo category 2, inside or touching",
        "LoCoMo category 2, touching, where something is read",
        "LoCoMo category 2, touching, else the session's day",
    ];
    Ok(scored(&cases, names, unread))
}

pub(crate) fn realtalk(folder: &Path) -> Result<Vec<Score>, String> {
    let entries = std::fs::read_dir(folder).map_err(|error| format!("{} cannot be read: {error}", folder.display()))?;
    let mut files: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    let mut unread = Vec::new();
    let mut all = Vec::new();
    for file in files {
        let chat = read_json(&file)?;
        all.extend(cases(&chat, &chat["qa"], "clean_text", &mut unread));
    }
    let names = [
        "REALTALK category 2, the session's day alone (floor)",
        "REALTALK category 2, inside the answer",
        "REALTALK category 2, inside or touching",
        "REALTALK category 2, touching, where something is read",
        "REALTALK category 2, touching, else the session's day",
    ];
    let mut scores = scored(&all, names, unread);
    let moved: Vec<Case> =
        all.into_iter().filter(|case| case.evidence.iter().all(|(at, _)| !case.gold.holds(at.date()))).collect();
    let mut hard = Score::new("REALTALK, where the session's day is wrong, inside");
    for case in &moved {
        count(&mut hard, case, |mention| case.gold.contains(days(mention)));
    }
    scores.push(hard);
    Ok(scores)
}

fn cases(conversation: &Value, questions: &Value, text: &str, unread: &mut Vec<String>) -> Vec<Case> {
    let id = Regex::new(r"D:?(\d+):(\d+)").expect("the pattern is well formed");
    let mut cases = Vec::new();
    for question in questions.as_array().into_iter().flatten().filter(|question| question["category"] == 2) {
        let asked = question["question"].as_str().unwrap_or_default();
        let answer = match &question["answer"] {
            Value::String(answer) => answer.clone(),
            other => other.to_string(),
        };
        let cited = question["evidence"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect::<Vec<_>>()
            .join(" ");
        let evidence: Vec<(Zoned, String)> = id
            .captures_iter(&cited)
            .filter_map(|found| turn(conversation, &format!("D{}:{}", &found[1], &found[2]), text))
            .collect();
        let Some((last, _)) = evidence.last() else {
            continue;
        };
        match gold::answer(asked, &answer, last.date()) {
            Some(gold) => cases.push(Case { question: asked.to_owned(), answer, gold, evidence }),
            None => unread.push(format!("not an absolute date: {asked} -> {answer}")),
        }
    }
    cases
}

/// A turn's words and the time of its session. The number in a turn's id is not always its session's.
fn turn(conversation: &Value, id: &str, text: &str) -> Option<(Zoned, String)> {
    let sessions = conversation.as_object()?.iter().filter(|(name, _)| name.starts_with("session_"));
    let (name, turn) = sessions
        .filter_map(|(name, turns)| Some((name, turns.as_array()?)))
        .find_map(|(name, turns)| Some((name, turns.iter().find(|turn| turn["dia_id"] == id)?)))?;
    let at = session_time(conversation[format!("{name}_date_time")].as_str()?)?;
    Some((at.to_zoned(TimeZone::UTC).ok()?, turn[text].as_str()?.to_owned()))
}

/// "1:56 pm on 8 May, 2023" or "29.12.2023, 22:42:04".
fn session_time(text: &str) -> Option<DateTime> {
    if let Ok(at) = DateTime::strptime("%d.%m.%Y, %H:%M:%S", text) {
        return Some(at);
    }
    DateTime::strptime("%I:%M %p on %d %B, %Y", text).ok()
}

fn scored(cases: &[Case], names: [&'static str; 5], unread: Vec<String>) -> Vec<Score> {
    let [mut floor, mut inside, mut touching, mut read, mut fallback] = names.map(Score::new);
    inside.excluded = unread;
    for case in cases {
        let dated = case.evidence.iter().any(|(at, _)| case.gold.holds(at.date()));
        floor.count(dated, String::new);
        let touches = |mention: &Mention| case.gold.touches(days(mention));
        count(&mut inside, case, |mention| case.gold.contains(days(mention)));
        count(&mut touching, case, touches);
        let silent = case.evidence.iter().all(|(at, text)| find(text, at).is_empty());
        if silent {
            fallback.count(dated, || describe(case));
        } else {
            count(&mut read, case, touches);
            count(&mut fallback, case, touches);
        }
    }
    floor.misses.clear();
    vec![floor, inside, touching, read, fallback]
}

fn count(score: &mut Score, case: &Case, fits: impl Fn(&Mention) -> bool) {
    let right = case.evidence.iter().any(|(at, text)| find(text, at).iter().any(&fits));
    score.count(right, || describe(case));
}

/// The days of a mention; a part of a day counts as the day it begins on.
fn days(mention: &Mention) -> Days {
    let first = mention.start.date();
    let last = if mention.granularity < Granularity::Day { first } else { mention.last_day() };
    Days { first, last }
}

fn describe(case: &Case) -> String {
    let read: Vec<String> = case
        .evidence
        .iter()
        .map(|(at, text)| {
            let mentions: Vec<String> = find(text, at)
                .iter()
                .map(|mention| format!("{:?}={}..{}", mention.text, mention.start.date(), mention.last_day()))
                .collect();
            format!("[{}] {} => {mentions:?}", at.date(), text.chars().take(260).collect::<String>())
        })
        .collect();
    format!(
        "{} -> {} ({}..{})\n      {}",
        case.question,
        case.answer,
        case.gold.first,
        case.gold.last,
        read.join("\n      ")
    )
}
