//! From sentences to claims: the sentences of a text, their clauses, and what each is about.

mod claim;
mod correction;

use std::ops::Range;

use crate::dates::{Granularity, Mention};
use crate::lexicon::{Hit, Pause};

use super::claim::Extracted;
use super::extractor::{Context, Extractor};
use super::group;
use super::manner::{self, Sections};
use super::reading::Reading;
use super::signs::{self, Place};
use super::split;
use super::subject::{self, Parsed, Who};
use super::words::Class;
use super::{ellipsis, fragments, instructions, keys, objects, possessions, roles, times};

use self::claim::with_values;

/// How many claims back it is looked whether something was stated already.
const LATELY: usize = 40;

/// Nobody puts in more than this in one message; a text that seems to is none.
const REREADS: usize = 24;

/// What somebody says of themselves in so few words is worth at least this.
const FILLED: f64 = 0.5;

impl Extractor {
    /// Reads a text: a message, or what an answer stands for.
    pub(super) fn read(&self, text: &str, context: Context<'_>) -> Vec<Extracted> {
        let reading = Reading::of(text, &self.words);
        let mut hits = self.phrases.find(&reading.tokens);
        hits.sort_by_key(|hit| hit.at.start);
        if hits.iter().any(|hit| self.phrases.sections[hit.section].name == "fiction") {
            return Vec::new();
        }
        let mentions = times::anchored(times::find(text, context.message.at), &context);
        let mut found = Vec::new();
        let answer = context.question.as_ref().and_then(|question| ellipsis::answer(question, &reading));
        if let Some((statement, words)) = &answer {
            let stands_for = Some(reading.tokens.span(words.clone()));
            found.extend(
                self.read(statement, Context { question: None, earlier: Vec::new(), stands_for, ..context.clone() }),
            );
        }
        let answered = answer.map_or(0..0, |(_, words)| words);
        let keys = keys::find(&reading);
        let fragments = fragments::find(&reading);
        let topic = context.question.as_ref().and_then(|question| question.object()).map(str::to_owned);
        let mut page = Page {
            extractor: self,
            reading: &reading,
            hits: &hits,
            mentions: &mentions,
            keys: &keys,
            fragments: &fragments,
            context,
            topic,
            found,
            rereads: REREADS,
        };
        page.sentences(&answered);
        let (mut found, stands_for) = (page.found, page.context.stands_for);
        // Places in words that stand for others are none in the message.
        if let Some(span) = stands_for {
            found.iter_mut().for_each(|claim| claim.clause.span = span.clone());
        }
        found
    }
}

/// A text being read.
struct Page<'p> {
    extractor: &'p Extractor,
    reading: &'p Reading<'p>,
    hits: &'p [Hit],
    mentions: &'p [Mention],
    keys: &'p [Hit],
    fragments: &'p [Hit],
    context: Context<'p>,
    /// What was asked about, which "it" may mean.
    topic: Option<String>,
    found: Vec<Extracted>,
    /// How many sentences may still be read a second time with something put in.
    rereads: usize,
}

impl Page<'_> {
    fn sentences(&mut self, answered: &Range<usize>) {
        let sentences = self.reading.sentences();
        let asks: Vec<bool> = sentences.iter().map(|sentence| manner::is_question(self.reading, sentence)).collect();
        for (number, sentence) in sentences.iter().enumerate() {
            let mentioned = self.context.people.count();
            let mut noted = sentence.start;
            let is_answer = !answered.is_empty() && sentence.start == answered.start;
            // "I like tea, do you?": what comes before the question is said.
            let told = match self.presupposed(sentence) {
                Some(told) => told,
                None if asks[number] => manner::before_question(self.reading, sentence),
                None => sentence.clone(),
            };
            let told = if is_answer { told } else { self.fragment(told) };
            let told = match number.checked_sub(1).map(|last| &sentences[last]) {
                Some(last) if !is_answer => self.announced(last, told),
                _ => told,
            };
            let told = if self.begins(&told) { told.end..told.end } else { told };
            if !told.is_empty() && !is_answer && !self.correction(told.clone()) {
                let place = Place {
                    first: number == 0,
                    last: number + 1 == sentences.len(),
                    message_asks: asks.contains(&true),
                    sentences: sentences.len(),
                    answers: number == 0 && self.context.question.is_some() || self.context.stands_for.is_some(),
                    ..Place::default()
                };
                self.sentence(told.clone(), place);
                noted = told.end;
                let ordered = self.hit("order", &told).is_some();
                self.found.extend(instructions::claim(self.reading, told, &self.context, ordered));
            }
            self.possessions(sentence.clone(), asks[number], mentioned);
            self.context.people.note(self.reading, noted, sentence.end);
        }
    }

    fn may_reread(&mut self) -> bool {
        self.rereads = self.rereads.saturating_sub(1);
        self.rereads > 0
    }

    /// What a question takes for granted ("You know how I always fly from Leeds?"), and what is begun anew ("I mean I…").
    fn presupposed(&self, sentence: &Range<usize>) -> Option<Range<usize>> {
        let anew = |hit: &&Hit| self.reading.is_any(hit.at.end, &[Class::MeSubject, Class::MePossessive]);
        let hit = self.hit("presupposed", sentence).or_else(|| self.hit("restart", sentence).filter(anew))?;
        (hit.at.end < sentence.end).then_some(hit.at.end..sentence.end)
    }

    /// The first phrase of a section in these words.
    fn hit(&self, section: &str, words: &Range<usize>) -> Option<&Hit> {
        let of_section = |hit: &&Hit| self.extractor.phrases.sections[hit.section].name == section;
        manner::within(self.hits, words).iter().find(of_section)
    }

    /// Reads what a sentence says without a subject, and returns the rest of it.
    fn fragment(&mut self, told: Range<usize>) -> Range<usize> {
        if told.is_empty() {
            return told;
        }
        if let Some(claim) = fragments::labelled(self.reading, self.fragments, &told, &self.context) {
            self.found.push(claim);
            return told.end..told.end;
        }
        if let Some(rest) = fragments::after_label(self.reading, &told)
            && !self.reading.any(told.start..rest, &[Class::MeSubject])
            && subject::parse(self.reading, rest..told.end).is_some()
        {
            return rest..told.end;
        }
        // What stands for something else was filled in already.
        let whole = self.context.stands_for.is_some();
        let filled = fragments::filled(self.reading, self.fragments, &told).filter(|_| !whole);
        let Some((statement, end)) = filled.filter(|_| self.may_reread()) else { return told };
        let stands_for = Some(self.reading.tokens.span(told.start..end));
        let context = Context { question: None, earlier: Vec::new(), stands_for, ..self.context.clone() };
        let mut claims = self.extractor.read(&statement, context);
        claims.iter_mut().for_each(|claim| {
            claim.worth = claim.worth.max(FILLED);
            claim.signs.push("fragment");
        });
        self.found.append(&mut claims);
        end..told.end
    }

    /// Reads what somebody is from now on, where the sentence before announces it: "I got promoted. Head nurse, same ward."
    fn announced(&mut self, before: &Range<usize>, told: Range<usize>) -> Range<usize> {
        if told.is_empty() || self.hit("announced", before).is_none() {
            return told;
        }
        let Some(role) = roles::named_from(self.reading, told.start, told.end) else { return told };
        let Some(words) = self.reading.tokens.text.get(self.reading.tokens.span(role.clone())) else { return told };
        let stands_for = Some(self.reading.tokens.span(told.start..role.end));
        let context = Context { question: None, earlier: Vec::new(), stands_for, ..self.context.clone() };
        let Some(claim) = self.extractor.read(&format!("I am {words}"), context).into_iter().next() else {
            return told;
        };
        let mut signs = claim.signs.clone();
        signs.push("new_role");
        let (key, value) = (Some("job".to_owned()), Some(words.to_owned()));
        self.found.push(Extracted { key, value, signs, worth: claim.worth.max(FILLED), ..claim });
        role.end..told.end
    }

    /// Adds to what was said last the day on which it begins, where a sentence says nothing else: "Starts March 1."
    fn begins(&mut self, told: &Range<usize>) -> bool {
        let Some(hit) = self.hit("begins", told) else { return false };
        let span = self.reading.tokens.span(hit.at.end..told.end);
        let Some(day) = self.times_in(&span).next().cloned() else { return false };
        let outside = |at: &usize| {
            let word = self.reading.tokens.span(*at..*at + 1);
            signs::is_telling(self.reading, *at) && !(day.span.start <= word.start && word.end <= day.span.end)
        };
        if (hit.at.end..told.end).any(|at| outside(&at)) {
            return false;
        }
        let (Some(written), Some(last)) = (times::written(&day), self.found.last_mut()) else { return false };
        last.content = format!("{}, starts {written}", last.content);
        last.said = format!("{}, starts {}", last.said, day.text);
        last.times.push(day);
        true
    }

    fn sentence(&mut self, sentence: Range<usize>, place: Place) {
        let mut before: Option<Parsed> = None;
        for part in split::split(self.reading, sentence) {
            let (from, end) = (part.range.start, part.range.end);
            let own = if part.shares_subject { None } else { subject::parse(self.reading, part.range.clone()) };
            let parsed = own.or_else(|| shared(self.reading, before.as_ref()?, part.range.clone()));
            let Some(parsed) = parsed.map(|parsed| self.without_tail(parsed)) else {
                self.context.people.note(self.reading, from, end);
                continue;
            };
            let exclaimed = self.reading.gap_after(parsed.range.end - 1).contains('!');
            let place = Place { shares_subject: part.shares_subject, exclaimed, ..place };
            let sections = Sections::of(&self.extractor.phrases, self.hits, &parsed, from);
            let routine = parsed.subject.len() == 1 && self.reading.is(parsed.subject.start, Class::Weekday);
            let dated = routine && self.context.to_assistant || self.is_dated(&parsed);
            let meant = objects::meant(self.reading, &parsed, self.topic.as_deref()).is_some();
            let idle = self.context.to_assistant && !meant && manner::is_idle(self.reading, &parsed, &sections);
            if !idle && !manner::is_no_claim(self.reading, &parsed, &sections, dated) {
                let given = keys::given(self.reading, self.keys, &parsed.range);
                let place = Place { keyed: given.is_some(), ..place };
                let mut claim = self.claim(&parsed, place, &sections);
                if given.as_ref().is_some_and(|given| keys::changes(&given.key)) {
                    claim.worth = claim.worth.max(FILLED);
                }
                if dated {
                    claim.signs.push("dated");
                    claim.worth = claim.worth.max(FILLED);
                }
                self.found.extend(with_values(self.reading, claim, given));
            }
            self.context.people.note(self.reading, from, end);
            before = Some(parsed);
        }
    }

    /// Cuts off what a clause turns into at its end: "…, need a title for it", "…, thank you very much".
    fn without_tail(&self, parsed: Parsed) -> Parsed {
        let behind = parsed.group.main + 1..parsed.range.end;
        let cuts = |hit: &&Hit| match self.extractor.phrases.sections[hit.section].name {
            "tail" => self.reading.pause(hit.at.start) >= Pause::Comma,
            section => section == "tail_run_on",
        };
        let tail = manner::within(self.hits, &behind).iter().find(cuts);
        // Between people everything said is part of the talk.
        let end = tail.filter(|_| self.context.to_assistant).map_or(parsed.range.end, |hit| hit.at.start);
        Parsed { range: parsed.range.start..end, ..parsed }
    }

    /// Whether something that concerns the speaker, as they tell it to an assistant, has a day to come: "the hearing is
    /// on Thursday".
    fn is_dated(&self, parsed: &Parsed) -> bool {
        let span = self.reading.tokens.span(parsed.range.clone());
        let today = self.context.message.at.datetime().date();
        // "The forecast is rubbish for Friday" says no day: it has to stand right behind "is".
        let is_be = self.reading.is(parsed.group.main, Class::Be);
        let near = self.reading.tokens.list.get(parsed.group.main + 2).map_or(span.end, |token| token.start);
        let to_come = |mention: &Mention| {
            let exact = mention.granularity <= Granularity::Month && mention.last_day() >= today;
            let said_of = !is_be || mention.span.start <= near;
            exact && said_of && !times::is_only_a_clock(mention)
        };
        let subject = self.reading.tokens.span(parsed.subject.clone());
        let of_time = self.times_in(&subject).next().is_some();
        let named = parsed.subject.clone().any(|at| signs::is_telling(self.reading, at) && !self.reading.is_number(at));
        let what_happens = parsed.who == Who::Other && named && !of_time;
        self.context.to_assistant && what_happens && self.times_in(&span).any(to_come)
    }

    /// The times named in a stretch of the text.
    fn times_in(&self, span: &Range<usize>) -> impl Iterator<Item = &Mention> {
        let first = self.mentions.partition_point(|mention| mention.span.start < span.start);
        let end = span.end;
        self.mentions[first..].iter().take_while(move |mention| mention.span.end <= end)
    }

    /// Notes what a sentence takes for granted that the speaker has: "my wife hates cooking" says that there is a wife.
    fn possessions(&mut self, sentence: Range<usize>, asked: bool, mentioned: usize) {
        for statement in possessions::described(self.reading, sentence.clone()) {
            if !self.may_reread() {
                break;
            }
            let stands_for = Some(self.reading.tokens.span(sentence.clone()));
            let context = Context { question: None, earlier: Vec::new(), stands_for, ..self.context.clone() };
            let told = self.extractor.read(&statement, context).into_iter().next();
            self.found.extend(told.map(|claim| Extracted { worth: claim.worth.max(FILLED), ..claim }));
        }
        for owned in possessions::find(self.reading, sentence, self.context.to_assistant) {
            let claim = possessions::claim(&owned, self.context.message, asked, self.reading);
            let stated = self
                .found
                .iter()
                .rev()
                .take(LATELY)
                .any(|claim| !owned.named && claim.said.contains(&owned.noun) && claim.said.contains("have"));
            let known = !owned.named && self.context.people.had_mentioned(&owned.noun, mentioned)
                || self.found.iter().rev().take(LATELY).any(|earlier| earlier.content == claim.content);
            if !stated && !known {
                let worth = if owned.named { possessions::NAMED } else { self.extractor.worth.of(&claim.signs) };
                self.found.push(Extracted { worth, ..claim });
            }
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
