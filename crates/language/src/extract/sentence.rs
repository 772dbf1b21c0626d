//! From sentences to claims: clauses, subjects, and what is made of each.

use std::ops::Range;

use cofio_domain::policy::importance::{self, TimeFrame};

use crate::dates::Mention;
use crate::lexicon::Hit;
use crate::{domains, kinds};

use super::claim::{Act, Clause, Extracted, Polarity, Subject};
use super::extractor::{Context, Extractor};
use super::group;
use super::manner::{self, Sections};
use super::reading::Reading;
use super::rephrase::{self, Names};
use super::signs::{self, Place};
use super::split;
use super::subject::{self, Parsed, Who};
use super::words::Class;
use super::{ellipsis, times};

impl Extractor {
    /// Reads a text: a message, or what an answer stands for.
    pub(super) fn read(&self, text: &str, context: Context<'_>) -> Vec<Extracted> {
        let reading = Reading::of(text, &self.words);
        let hits = self.phrases.find(&reading.tokens);
        if hits.iter().any(|hit| self.phrases.sections[hit.section].name == "fiction") {
            return Vec::new();
        }
        let mentions = times::find(text, context.message.at);
        let mut found = Vec::new();
        let answer = context.question.and_then(|question| ellipsis::answer(question, &reading));
        if let Some((statement, words)) = &answer {
            let stands_for = Some(reading.tokens.span(words.clone()));
            let people = context.people.clone();
            found.extend(self.read(statement, Context { question: None, people, stands_for, ..context }));
        }
        let answered = answer.map_or(0..0, |(_, words)| words);
        let mut page = Page { extractor: self, reading: &reading, hits: &hits, mentions: &mentions, context, found };
        page.sentences(&answered);
        page.found
    }
}

/// A text being read.
struct Page<'p> {
    extractor: &'p Extractor,
    reading: &'p Reading<'p>,
    hits: &'p [Hit],
    mentions: &'p [Mention],
    context: Context<'p>,
    found: Vec<Extracted>,
}

impl Page<'_> {
    fn sentences(&mut self, answered: &Range<usize>) {
        let sentences = self.reading.sentences();
        let asks: Vec<bool> = sentences.iter().map(|sentence| manner::is_question(self.reading, sentence)).collect();
        for (number, sentence) in sentences.iter().enumerate() {
            if !asks[number] && sentence.start != answered.start || !asks[number] && answered.is_empty() {
                let place = Place {
                    first: number == 0,
                    last: number + 1 == sentences.len(),
                    message_asks: asks.contains(&true),
                    answers: number == 0 && self.context.question.is_some() || self.context.stands_for.is_some(),
                    ..Place::default()
                };
                self.sentence(sentence.clone(), place);
            }
            self.context.people.note(self.reading, sentence.start, sentence.end);
        }
    }

    fn sentence(&mut self, sentence: Range<usize>, place: Place) {
        let mut before: Option<Parsed> = None;
        for part in split::split(self.reading, sentence) {
            let own = if part.shares_subject { None } else { subject::parse(self.reading, part.range.clone()) };
            let parsed = own.or_else(|| shared(self.reading, before.as_ref()?, part.range.clone()));
            let Some(parsed) = parsed else { continue };
            let exclaimed = self.reading.gap_after(parsed.range.end - 1).contains('!');
            let place = Place { shares_subject: part.shares_subject, exclaimed, ..place };
            let sections = Sections::of(&self.extractor.phrases, self.hits, &parsed);
            if !manner::is_no_claim(self.reading, &parsed, &sections) {
                let claim = self.claim(&parsed, place, &sections);
                self.found.push(claim);
            }
            before = Some(parsed);
        }
    }

    fn claim(&self, parsed: &Parsed, place: Place, sections: &Sections) -> Extracted {
        let reading = self.reading;
        let span = reading.tokens.span(parsed.range.clone());
        let inside = |mention: &&Mention| span.start <= mention.span.start && mention.span.end <= span.end;
        let times: Vec<Mention> = self.mentions.iter().filter(inside).cloned().collect();
        let me = self.context.message.speaker.name.unwrap_or("User");
        let meant = match parsed.who {
            Who::They => self.context.people.meant_by(reading, parsed.subject.start),
            _ => None,
        };
        let them = meant.map(|person| person.called.replacen("my ", &format!("{me}'s "), 1).replacen("our ", &format!("{me}'s "), 1));
        let names = Names { me, you: self.context.listener, them: them.as_deref() };
        let content = rephrase::third_person(reading, parsed, &names, &times::replacements(&times));
        let said = own_words(reading, parsed, meant.map(|person| person.called.as_str()));
        let place = Place { resolved: meant.is_some(), ..place };
        let signs = signs::collect(reading, parsed, place, &sections.names);
        let kind = kinds::guess(&said);
        let frame = if times.is_empty() { TimeFrame::Absent } else { TimeFrame::Carried };
        Extracted {
            act: Act::Add,
            kind,
            domain: domains::detect(&said, &[]).into_iter().next().map(|found| found.domain),
            key: None,
            value: None,
            confidence: sections.confidence(),
            importance: importance::by_default(kind, frame, false),
            worth: self.extractor.worth.of(&signs),
            times,
            clause: Clause {
                subject: self.subject(parsed, them),
                polarity: if parsed.group.negated { Polarity::Denied } else { Polarity::Affirmed },
                modality: sections.modality(parsed),
                tense: parsed.group.tense,
                verb: reading.word(parsed.group.main).to_owned(),
                span: self.context.stands_for.clone().unwrap_or(span),
            },
            signs,
            content,
            said,
        }
    }

    fn subject(&self, parsed: &Parsed, them: Option<String>) -> Subject {
        let written = || {
            let span = self.reading.tokens.span(parsed.subject.clone());
            self.reading.tokens.text.get(span).unwrap_or_default().to_owned()
        };
        match parsed.who {
            Who::Me | Who::Us | Who::Mine => Subject::Speaker,
            Who::They => Subject::Person(them.unwrap_or_else(written)),
            Who::Related | Who::Named => Subject::Person(written()),
            _ => Subject::Other,
        }
    }
}

/// The clause goes on with the subject of the one before.
fn shared(reading: &Reading<'_>, before: &Parsed, range: Range<usize>) -> Option<Parsed> {
    let start = range.clone().find(|at| !reading.is(*at, Class::Coordinator))?;
    let group = group::read(reading, start, range.end)?;
    let who = if matches!(before.who, Who::Me | Who::Us) { before.who } else { return None };
    Some(Parsed { range: start..range.end, who, subject: start..start, group, fronted: None })
}

/// The clause as it was said, with the subject it lacks and the person it means.
fn own_words(reading: &Reading<'_>, parsed: &Parsed, meant: Option<&str>) -> String {
    let span = reading.tokens.span(parsed.range.clone());
    let text = reading.tokens.text.get(span).unwrap_or_default();
    if let Some(meant) = meant {
        let at = parsed.subject.start;
        let owns = reading.is(at, Class::TheyPossessive) && !reading.is(at, Class::TheySubject);
        let rest = reading.tokens.list.get(at).and_then(|token| reading.tokens.text.get(token.end..reading.tokens.span(parsed.range.clone()).end));
        return rephrase::tidy(&format!("{meant}{}{}", if owns { "'s" } else { "" }, rest.unwrap_or_default()));
    }
    if !parsed.subject.is_empty() {
        return rephrase::tidy(text);
    }
    let subject = if parsed.who == Who::Us { "we" } else { "I" };
    let first = parsed.group.first;
    let am = if reading.is_gerund(first) || reading.word(first) == "gonna" { " am" } else { "" };
    rephrase::tidy(&format!("{subject}{am} {text}"))
}
