//! How well secrets, sensitive domains and kinds are read, on texts that were written by somebody who did not know the
//! rules, after the rules.
//!
//! `cargo run -p cofio-language --example eval_texts -- [--misses]`
//!
//! A set is held out until what it showed was used to improve the rules; then the next one is written. Only those that
//! are still held out say what to expect of texts nobody has seen. `\n` in a text is a new line, `{}` is nothing at all:
//! no line of these files is a credential.

use cofio_language::{domains, kinds, secrets};

const SECRETS: [(&str, &str); 4] = [
    ("secrets, first set, seen since", include_str!("../../tests/held_out/secrets_1.tsv")),
    ("secrets, second set, seen since", include_str!("../../tests/held_out/secrets_2.tsv")),
    ("secrets, third set, seen since", include_str!("../../tests/held_out/secrets_3.tsv")),
    ("secrets, held out", include_str!("../../tests/held_out/secrets_4.tsv")),
];

const SENSITIVE: [(&str, &str); 2] = [
    ("sensitive domains, seen since", include_str!("../../tests/held_out/sensitive_2.tsv")),
    ("sensitive domains, held out", include_str!("../../tests/held_out/sensitive_1.tsv")),
];

const KINDS: (&str, &str) = ("kinds, seen since", include_str!("../../tests/held_out/kinds_1.tsv"));

fn main() {
    let show_misses = std::env::args().any(|argument| argument == "--misses");
    println!("{:<32} {:>16} {:>20}", "", "found", "false alarms");
    for (name, set) in SECRETS {
        let mut score = Score::default();
        for (label, text) in rows(set) {
            score.count(label != "none", !secrets::find(&text).is_empty(), &text);
        }
        score.print(name, show_misses);
    }
    for (name, set) in SENSITIVE {
        let mut score = Score::default();
        for (label, text) in rows(set) {
            let found = domains::sensitive(&text);
            let wanted = |domain: &str| found.iter().any(|clause| clause.domain == domain);
            let is_found = if label == "none" { !found.is_empty() } else { label.split(',').any(wanted) };
            score.count(label != "none", is_found, &text);
        }
        score.print(name, show_misses);
    }
    let right = rows(KINDS.1).filter(|(kind, text)| kinds::guess(text).word() == *kind).count();
    println!("{:<32} {:>16}", KINDS.0, share(right, rows(KINDS.1).count()));
}

fn rows(set: &str) -> impl Iterator<Item = (&str, String)> {
    set.lines()
        .filter_map(|line| line.split_once('\t'))
        .map(|(label, text)| (label, text.replace("{}", "").replace("\\n", "\n")))
}

/// What one set measured.
#[derive(Default)]
struct Score {
    wanted: usize,
    found: usize,
    others: usize,
    alarms: usize,
    misses: Vec<String>,
}

impl Score {
    fn count(&mut self, is_wanted: bool, is_found: bool, text: &str) {
        if is_wanted {
            self.wanted += 1;
            self.found += usize::from(is_found);
        } else {
            self.others += 1;
            self.alarms += usize::from(is_found);
        }
        if is_wanted != is_found {
            self.misses.push(format!("{} {text:?}", if is_wanted { "missed" } else { "false alarm" }));
        }
    }

    fn print(&self, name: &str, show_misses: bool) {
        println!("{name:<32} {:>16} {:>20}", share(self.found, self.wanted), share(self.alarms, self.others));
        if show_misses {
            self.misses.iter().for_each(|miss| println!("    {miss}"));
        }
    }
}

fn share(part: usize, whole: usize) -> String {
    format!("{part}/{whole} {:.1} %", 100.0 * part as f64 / whole.max(1) as f64)
}
