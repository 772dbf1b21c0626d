//! A claim of a clause: what it says in the third person, how surely, and how much it is worth; one for every value it gives.

use cofio_domain::policy::importance::{self, TimeFrame};

use crate::dates::Mention;
use crate::extract::claim::{Act, Clause, Extracted, Polarity, Subject};
use crate::extract::keys::{Given, Value};
use crate::extract::manner::Sections;
use crate::extract::reading::Reading;
use crate::extract::rephrase::{self, Names, Replacement};
use crate::extract::signs::{self, Place};
use crate::extract::subject::{Parsed, Who};
use crate::extract::words::Class;
use crate::extract::{objects, times};
use crate::{domains, kinds};

use super::{FILLED, Page};

impl Page<'_> {
    pub(super) fn claim(&self, parsed: &Parsed, place: Place, sections: &Sections) -> Extracted {
        let reading = self.reading;
        let span = reading.tokens.span(parsed.range.clone());
        let inside = self.times_in(&span);
        // "Sunday is laundry day" is no single Sunday.
        let routine = |at: usize| {
            parsed.subject.len() == 1 && self.reading.is(parsed.subject.start, Class::Weekday) && {
                let day = self.reading.tokens.span(parsed.subject.clone());
                day.contains(&at)
            }
        };
        let times: Vec<Mention> = inside.filter(|mention| !routine(mention.span.start)).cloned().collect();
        let me = self.context.message.speaker.name.unwrap_or("User");
        let meant = match parsed.who {
            Who::They => self.context.people.meant_by(reading, parsed.subject.start),
            _ => None,
        };
        let them = meant.map(|person| {
            person.called.replacen("my ", &format!("{me}'s "), 1).replacen("our ", &format!("{me}'s "), 1)
        });
        let names = Names { me, you: self.context.listener, them: them.as_deref() };
        let topic = objects::meant(reading, parsed, self.topic.as_deref());
        let mut replaced = times::replacements(&times);
        replaced.extend(topic.clone());
        let content = rephrase::third_person(reading, parsed, &names, &replaced);
        let said = own_words(reading, parsed, meant.map(|person| person.called.as_str()), topic.as_ref());
        let place = Place { resolved: meant.is_some(), ..place };
        let mut signs = signs::collect(reading, parsed, place, &sections.names);
        let kind = kinds::guess(&said);
        let domain = domains::detect(&said, &[]).into_iter().next().map(|found| found.domain);
        signs.push(signs::of_kind(kind));
        signs.push(signs::of_novelty(reading, parsed, &self.context.heard));
        signs.extend(topic.is_some().then_some("topic"));
        signs.extend(self.context.stands_for.is_some().then_some("filled_in"));
        signs.push(if domain.is_some() { "domain" } else { "no_domain" });
        let identified = meant.is_some()
            && reading.is(parsed.group.main, Class::Be)
            && (reading.is(parsed.group.main + 1, Class::Determiner) || reading.is_number(parsed.group.main + 1));
        signs.extend(identified.then_some("who_is"));
        let worth = self.extractor.worth.of(&signs);
        let frame = if times.is_empty() { TimeFrame::Absent } else { TimeFrame::Carried };
        Extracted {
            act: act(sections),
            kind,
            domain,
            key: None,
            value: None,
            confidence: sections.confidence(),
            importance: importance::by_default(kind, frame, false),
            worth: if identified { worth.max(FILLED) } else { worth },
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

/// What a clause does to what is known.
fn act(sections: &Sections) -> Act {
    if sections.has("retract") {
        Act::Retract
    } else if sections.has("affirm") {
        Act::Affirm
    } else {
        Act::Add
    }
}

/// The claim with its key and value; one for every value of a list.
pub(super) fn with_values(reading: &Reading<'_>, claim: Extracted, given: Option<Given>) -> Vec<Extracted> {
    let Some(given) = given else { return listed(claim) };
    let several = given.values.len() > 1;
    let all = given.values.first().zip(given.values.last());
    let all = all.map(|(first, last)| reading.tokens.span(first.words.start..last.words.end));
    let whole = all.and_then(|all| reading.tokens.text.get(all)).unwrap_or_default();
    let one = |value: Value| {
        let only = |text: &str| if several { text.replacen(whole, &value.text, 1) } else { text.to_owned() };
        let (content, said) = (only(&claim.content), only(&claim.said));
        let domain = given.domain.map(str::to_owned).or_else(|| claim.domain.clone());
        let (key, value) = (Some(given.key.clone()), Some(value.text.clone()));
        Extracted { content, said, key, value, domain, ..claim.clone() }
    };
    given.values.into_iter().map(one).collect()
}

/// One claim for each part of a list behind a colon: "teas I keep: Assam, oolong".
fn listed(claim: Extracted) -> Vec<Extracted> {
    const LONGEST_PART: usize = 4;
    let parts = |text: &str| -> Option<(String, Vec<String>)> {
        let (head, list) = text.split_once(": ")?;
        let parts: Vec<String> = list
            .replace(" and ", ", ")
            .split(',')
            .map(|part| part.trim().to_owned())
            .filter(|part| !part.is_empty())
            .collect();
        let short = parts.iter().all(|part| part.split(' ').count() <= LONGEST_PART);
        (parts.len() > 1 && short).then(|| (head.to_owned(), parts))
    };
    let Some(((head, list), (own, said))) = parts(&claim.content).zip(parts(&claim.said)) else { return vec![claim] };
    let one = |(part, said): (String, String)| Extracted {
        content: format!("{head}: {part}"),
        said: format!("{own}: {said}"),
        ..claim.clone()
    };
    list.into_iter().zip(said).map(one).collect()
}

/// The clause as it was said, with the subject it lacks and the person it means, and without fillers.
fn own_words(reading: &Reading<'_>, parsed: &Parsed, meant: Option<&str>, topic: Option<&Replacement>) -> String {
    let mut text = String::new();
    if parsed.subject.is_empty() {
        let first = parsed.group.first;
        let am = reading.is_gerund(first);
        text.push_str(if parsed.who == Who::Us { "we " } else { "I " });
        text.push_str(if am { "am " } else { "" });
    }
    let mut skipped = true;
    for at in parsed.range.clone() {
        let Some(token) = reading.tokens.list.get(at) else { continue };
        if rephrase::is_filler(reading, parsed, at) {
            skipped = true;
            text.push(' ');
            continue;
        }
        if !std::mem::take(&mut skipped) {
            text.push_str(reading.gap_after(at - 1));
        }
        match meant.filter(|_| at == parsed.subject.start) {
            Some(meant) => {
                let owns = reading.is(at, Class::TheyPossessive) && !reading.is(at, Class::TheySubject);
                text.push_str(meant);
                text.push_str(if owns { "'s" } else { "" });
            }
            None => match topic.filter(|(span, _)| span.start == token.start) {
                Some((_, topic)) => text.push_str(topic),
                None => text.push_str(reading.tokens.text.get(token.start..token.end).unwrap_or_default()),
            },
        }
    }
    rephrase::tidy(&text)
}
