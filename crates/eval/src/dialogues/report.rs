//! Figures over dialogues, and what went wrong.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::json;

use super::{Dated, Dialogue, Known, Matcher, Place};

/// Of so many, so many.
#[derive(Debug, Clone, Copy, Default)]
struct Share {
    good: usize,
    all: usize,
}

impl Share {
    fn add(&mut self, good: bool) {
        self.good += usize::from(good);
        self.all += 1;
    }

    fn of_one(self) -> f64 {
        if self.all == 0 { 1.0 } else { self.good as f64 / self.all as f64 }
    }

    fn told(self) -> String {
        format!("{:.1} % ({} of {})", 100.0 * self.of_one(), self.good, self.all)
    }
}

/// What must not be known under any circumstances.
const VIOLATIONS: [&str; 5] = ["domain", "secret", "incognito", "forget", "recursion"];

/// What all dialogues came to.
#[derive(Debug, Default)]
pub struct Figures {
    must: Share,
    precise: Share,
    empty: Share,
    superseded: Share,
    dates: Share,
    violations: Vec<String>,
    /// By tag: what must be known, and what is known that may be.
    by_tag: BTreeMap<String, (Share, Share)>,
    wrong: Vec<String>,
}

impl Figures {
    pub fn judge(&mut self, dialogue: &Dialogue, known: &Known) {
        let mut wrong = Vec::new();
        let forbidden = |text: &str| dialogue.must_not.iter().find(|matcher| matcher.is_said_by(text));
        let right: Vec<_> = known.active.iter().filter(|memory| forbidden(&memory.text).is_none()).collect();
        for matcher in &dialogue.must {
            let said = right.iter().filter(|memory| matcher.is_said_by(&memory.text)).count();
            let good = said > 0 && matcher.at_most.is_none_or(|most| said <= most);
            self.must.add(good);
            self.tag(dialogue, |(must, _)| must.add(good));
            if !good {
                wrong.push(format!("  missing{}: {}", if said > 0 { " (too often)" } else { "" }, matcher.note));
            }
        }
        for memory in &known.active {
            let allowed = dialogue.must.iter().chain(&dialogue.may).any(|matcher| matcher.is_said_by(&memory.text));
            let bad = forbidden(&memory.text);
            self.precise.add(allowed && bad.is_none());
            self.tag(dialogue, |(_, precise)| precise.add(allowed && bad.is_none()));
            match bad {
                Some(matcher) => wrong.push(format!("  wrong ({}): {}", matcher.why, memory.shown)),
                None if !allowed => wrong.push(format!("  of no use: {}", memory.shown)),
                None => {}
            }
        }
        if dialogue.empty {
            self.empty.add(known.active.is_empty());
        }
        for change in &dialogue.superseded {
            let says = |matcher: &Matcher| known.active.iter().any(|memory| matcher.is_said_by(&memory.text));
            let good = !says(&change.old) && says(&change.new);
            self.superseded.add(good);
            if !good {
                wrong.push(format!("  not superseded: {} by {}", change.old.note, change.new.note));
            }
        }
        for dated in &dialogue.dates {
            let good =
                known.active.iter().any(|memory| dated.of.is_said_by(&memory.text) && carries(&memory.full, dated));
            self.dates.add(good);
            if !good {
                wrong.push(format!("  no date {}: {}", dated.date, dated.of.note));
            }
        }
        for matcher in dialogue.must_not.iter().filter(|matcher| VIOLATIONS.contains(&matcher.why.as_str())) {
            if found(matcher, known) {
                self.violations.push(format!("{}: {} ({})", dialogue.id, matcher.note, matcher.why));
                wrong.push(format!("  VIOLATION ({}): {}", matcher.why, matcher.note));
            }
        }
        if !wrong.is_empty() {
            self.wrong.push(told(dialogue, known, &wrong));
        }
    }

    fn tag(&mut self, dialogue: &Dialogue, add: impl Fn(&mut (Share, Share))) {
        for about in &dialogue.about {
            add(self.by_tag.entry(about.clone()).or_default());
        }
    }

    /// The figures, and some of what went wrong.
    pub fn told(&self, examples: usize) -> String {
        let mut text = String::new();
        let mut line = |what: &str, aim: &str, figure: String| {
            let _ = writeln!(text, "| {what} | {aim} | {figure} |");
        };
        line("what", "aim", "reached".into());
        line("---", "---", "---".into());
        line("of what must be known", "75 %", self.must.told());
        line("of what is known is right", "90 %", self.precise.told());
        line("of empty conversations stay empty", "97 %", self.empty.told());
        line("of superseded values are handled", "90 %", self.superseded.told());
        line("of dates are carried", "80 %", self.dates.told());
        line("violations", "0", self.violations.len().to_string());
        for violation in &self.violations {
            let _ = writeln!(text, "violation in {violation}");
        }
        text.push_str("\n| about | known | right |\n| --- | --- | --- |\n");
        for (about, (must, precise)) in &self.by_tag {
            let _ = writeln!(text, "| {about} | {} of {} | {} of {} |", must.good, must.all, precise.good, precise.all);
        }
        for wrong in self.wrong.iter().take(examples) {
            let _ = write!(text, "\n{wrong}");
        }
        text
    }

    pub fn json(&self) -> serde_json::Value {
        json!({
            "known": self.must.of_one(),
            "precision": self.precise.of_one(),
            "empty": self.empty.of_one(),
            "superseded": self.superseded.of_one(),
            "dates": self.dates.of_one(),
            "violations": self.violations.len(),
        })
    }
}

fn found(matcher: &Matcher, known: &Known) -> bool {
    let active = known.active.iter().any(|memory| matcher.is_said_by(&memory.text));
    let waiting = || known.waiting.iter().any(|text| matcher.is_said_by(text));
    let kept = || known.kept.iter().any(|text| matcher.is_said_by(text));
    match matcher.place {
        Place::Active => active,
        Place::Kept => active || waiting(),
        Place::Anywhere => active || waiting() || kept(),
    }
}

/// Whether a memory has a day of what is asked for in it: a day, a month, a year, or from one to another.
fn carries(full: &str, dated: &Dated) -> bool {
    let (from, to) = dated.date.split_once('/').unwrap_or((&dated.date, &dated.date));
    let days = full.match_indices("20").filter_map(|(at, _)| full.get(at..at + 10));
    let is_day = |day: &&str| day.parse::<jiff::civil::Date>().is_ok();
    let inside = |day: &str| day >= from && (day <= to || day.starts_with(to));
    let named = from == to && (full.contains(from) || month_in_words(from).is_some_and(|month| full.contains(&month)));
    named || days.filter(is_day).any(inside)
}

/// A month as memories write it: "2026-07" is "july 2026".
fn month_in_words(month: &str) -> Option<String> {
    let first: jiff::civil::Date = format!("{month}-01").parse().ok()?;
    Some(first.strftime("%B %Y").to_string().to_lowercase())
}

fn told(dialogue: &Dialogue, known: &Known, wrong: &[String]) -> String {
    let mut text = format!("{} ({})\n", dialogue.id, dialogue.about.join(", "));
    for message in dialogue.sessions.iter().flat_map(|said| &said.messages) {
        let _ = writeln!(text, "    {}: {}", message.role, message.text.replace('\n', " ⏎ "));
    }
    for memory in &known.active {
        let _ = writeln!(text, "  known: {}", memory.shown);
    }
    for waiting in &known.waiting {
        let content = waiting.split("\"content\":\"").nth(1).and_then(|rest| rest.split('"').next());
        let _ = writeln!(text, "  waits: {}", content.unwrap_or(waiting));
    }
    text + &wrong.join("\n") + "\n"
}
