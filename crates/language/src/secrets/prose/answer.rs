//! Which answer was given to a question that guards an account?
//!
//! That somebody's first pet was called Rex is a fact like any other. It is a secret where somebody who asks for it lets
//! people in: "if the bank asks for my first pet, say …".

use std::ops::Range;

use super::super::placeholder::is_placeholder;
use super::super::reading::{floor, mentions, sentence, skip_blanks};
use super::super::view::BARRIER;
use super::super::words::{ANSWERS, ASKED_FOR, ASKING, FUNCTION_WORDS, GUARDED, PREDICATES};
use super::judge::Announced;
use super::link::{Link, Site};
use super::nature::is_predicate;
use super::value::Value;

/// How far after the question its answer is looked for.
const REACH: usize = 140;

/// A question whose answer lets somebody in.
const QUESTIONS: [&str; 8] = [
    "security question",
    "secret question",
    "sicherheitsfrage",
    "geheimfrage",
    "question secrete",
    "pregunta secreta",
    "domanda segreta",
    "pergunta secreta",
];

/// What leads to the answer that a question was set up with.
const LEADS: [&str; 35] = [
    " habe ich ",
    " hab ich ",
    " j'ai mis ",
    " j'ai repondu ",
    " puse ",
    " he puesto ",
    " ho messo ",
    " coloquei ",
    " heb ik ",
    " i gave ",
    "\" is ",
    "\" ist ",
    "\" est ",
    " have it as ",
    " put it as ",
    " it's down as ",
    " down as ",
    " i put ",
    " i used ",
    " i said ",
    " i wrote ",
    " i answered ",
    " i set it to ",
    " set to ",
    " answer with ",
    " answer is ",
    " answer: ",
    " answer ",
    " say ",
    " registered as ",
    " is always ",
    " antwort ",
    " reponse ",
    " respuesta ",
    " antwoord ",
];

impl Announced<'_> {
    /// The answer that follows the name of a security question.
    pub(super) fn security_answer(&self, site: Site) -> Option<Range<usize>> {
        let lower = self.view.lower();
        let label = &lower[self.label.clone()];
        let answered = ["answer", "word", "respuesta", "memorable", "antwo", "reponse", "rispost", "resposta"]
            .iter()
            .any(|part| label.contains(part))
            || mentions(lower, self.sentence(), &ANSWERS);
        // Games and exercises have safe words too.
        if label.starts_with("safe") && !mentions(lower, self.sentence(), &GUARDED) {
            return None;
        }
        let is_general =
            label.contains(' ') && ["the ", "antw", "la ", "a r"].iter().any(|start| label.starts_with(start));
        let is_guarded = || [&GUARDED, &ASKED_FOR].iter().all(|list| mentions(lower, self.sentence(), list));
        if is_general && !is_guarded() {
            return None;
        }
        let direct = matches!(site.link, Link::Copula | Link::Sign | Link::Far);
        (answered && direct).then(|| self.answer_at(site.at)).flatten()
    }

    /// "security question, first pet: they have it as …", "Security Q (first car) -> …".
    pub(super) fn answer_further_on(&self) -> Option<Range<usize>> {
        let lower = self.view.lower();
        let until = sentence(lower, self.label.end).end.min(floor(lower, self.label.end + REACH)).max(self.label.end);
        let rest = &lower[self.label.end..until];
        let led = LEADS.iter().filter_map(|lead| Some(rest.find(lead)? + lead.len())).min();
        let signed = || {
            let at = rest.rfind(['=', ':', '>', '?']).filter(|at| *at > 2).or_else(|| rest.rfind(" - "))?;
            let asks = rest[..at].split_ascii_whitespace().count() >= 2 && mentions(rest, 0..at, &ASKED_FOR);
            asks.then_some(at + 2)
        };
        self.answer_at(skip_blanks(lower, self.label.end + led.or_else(signed)?.min(rest.len())))
    }

    /// "when the airline asks for my teacher's name, answer with …".
    pub(super) fn answer(&self) -> Option<Range<usize>> {
        let lower = self.view.lower();
        let around = self.sentence();
        let before = floor(lower, around.start.saturating_sub(REACH))..self.label.end;
        let is_announced = QUESTIONS.iter().any(|question| lower[before.clone()].contains(question));
        let is_guarded =
            is_announced || [&GUARDED, &ASKING, &ASKED_FOR].iter().all(|list| mentions(lower, before.clone(), list));
        let at = skip_blanks(lower, self.label.end + usize::from(lower[self.label.end..].starts_with([':', ','])));
        is_guarded.then(|| self.answer_at(at)).flatten()
    }

    /// The answer at `at`, to the end of its clause.
    fn answer_at(&self, at: usize) -> Option<Range<usize>> {
        let value = Value::at(self.view, at)?;
        let first = value.text.to_lowercase();
        let is_name = value.text.starts_with(char::is_uppercase) && value.text.len() >= 2;
        let is_remark = if is_name { PREDICATES.contains(first.as_str()) } else { is_predicate(&first) };
        let is_word = !is_remark
            && !FUNCTION_WORDS.contains(first.as_str())
            && (is_name || value.text.len() >= 3)
            && !matches!(first.as_str(), "yes" | "the" | "that" | "what" | "always" | "this" | "how");
        let plausible = value.quoted || value.is_strong() || is_word;
        (plausible && !is_placeholder(value.text)).then(|| value.span.start..self.clause_end(value.span.end))
    }

    fn clause_end(&self, from: usize) -> usize {
        let text = self.view.text();
        let until = floor(text, from + 60);
        let end =
            text[from..until].find(['.', ',', ';', '\n', '"', ')', BARRIER]).map_or(until, |length| from + length);
        from + text[from..end].trim_end().len()
    }
}
