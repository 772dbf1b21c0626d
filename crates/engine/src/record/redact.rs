//! What of a message may be kept: rows 1 and 3 of the write policy, applied to the raw log. Nothing of what is taken out
//! here is hashed, stored, embedded or indexed.

use std::collections::BTreeMap;
use std::ops::Range;

use cofio_domain::domains::DomainName;
use cofio_domain::ports::{Store, StoreError};
use cofio_domain::record::{Belief, Noun, Row};
use cofio_domain::space::SpaceHandle;
use cofio_language::domains::{UserDomain, clauses_of, sensitive};
use cofio_language::secrets;

use crate::rulebook::Rulebook;

/// What was taken out.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Removed {
    /// How many secrets.
    pub(crate) secrets: u64,
    /// How many clauses of each domain that is off.
    pub(crate) clauses: BTreeMap<DomainName, u64>,
}

impl Removed {
    pub(crate) fn add(&mut self, other: &Removed) {
        self.secrets += other.secrets;
        for (domain, count) in &other.clauses {
            *self.clauses.entry(domain.clone()).or_default() += count;
        }
    }
}

/// The domains that are off, as the language crate looks for them.
pub(crate) struct Closed {
    seeded: Vec<&'static str>,
    own: Vec<UserDomain>,
}

/// The seeded domains that clauses are looked for.
const SENSITIVE: [&str; 3] = ["health", "finance", "religion"];

/// Taking out a clause can bring two others together; after this many rounds nothing new comes out of what people write.
const ROUNDS: usize = 3;

/// What is longer says what it is about by itself.
const SHORT_ANSWER: usize = 200;

/// So much of what was said before an answer is looked at.
const END_OF_QUESTION: usize = 300;

impl Closed {
    /// Reads off the rulebook what nothing may be kept of.
    pub(crate) fn of(book: &Rulebook) -> Closed {
        let is_off = |name: &str| name.parse().is_ok_and(|name: DomainName| !book.is_on(&name));
        let own = book.domains.iter().filter(|domain| !domain.keywords.is_empty() && !book.is_on(&domain.name));
        Closed {
            seeded: SENSITIVE.into_iter().filter(|name| is_off(name)).collect(),
            own: own
                .map(|domain| UserDomain { name: domain.name.to_string(), keywords: domain.keywords.clone() })
                .collect(),
        }
    }

    /// Reads off the rulebook what may have been kept all the same: of a domain that was on once, or that the person
    /// made after it was said. Of what was never on, nothing was kept.
    pub(crate) fn since_it_was_open(
        store: &dyn Store,
        space: &SpaceHandle,
        book: &Rulebook,
    ) -> Result<Closed, StoreError> {
        let mut closed = Closed::of(book);
        if !closed.seeded.is_empty() {
            let consents = store.rows(space, Noun::Consent, Belief::Ever)?.records;
            closed.seeded.retain(|name| {
                let once_on =
                    |row: &Row| matches!(row, Row::Consent(consent) if consent.on && consent.domain.as_str() == *name);
                consents.iter().any(|record| once_on(&record.body))
            });
        }
        Ok(closed)
    }

    /// Looks for one domain, as if it were off.
    pub(crate) fn only(name: &DomainName, book: &Rulebook) -> Closed {
        let own = book.domains.iter().filter(|domain| domain.name == *name && !domain.keywords.is_empty());
        Closed {
            seeded: SENSITIVE.into_iter().filter(|seeded| *seeded == name.as_str()).collect(),
            own: own
                .map(|domain| UserDomain { name: domain.name.to_string(), keywords: domain.keywords.clone() })
                .collect(),
        }
    }

    /// Returns what was said as it may be kept, and what was taken out of it. A secret may be an answer that is one only
    /// beside its question, so what was said before is looked at, too.
    pub(crate) fn redact_answer(&self, question: Option<&str>, answer: &str) -> (String, Removed) {
        let Some(question) = question.filter(|_| answer.len() <= SHORT_ANSWER) else { return self.redact(answer) };
        let question = &question[question.ceil_char_boundary(question.len().saturating_sub(END_OF_QUESTION))..];
        let answered = question.len() + 1;
        let both = format!("{question}\n{answer}");
        let mut kept = answer.to_owned();
        let mut count = 0;
        let mut found = secrets::find(&both);
        found.retain(|finding| finding.span.start >= answered);
        for finding in found.iter().rev() {
            kept.replace_range(finding.span.start - answered..finding.span.end - answered, secrets::REMOVED);
            count += 1;
        }
        let (kept, mut removed) = self.redact(&kept);
        removed.secrets += count;
        (kept, removed)
    }

    /// Returns a text as it may be kept, and what was taken out of it.
    pub(crate) fn redact(&self, text: &str) -> (String, Removed) {
        let mut removed = Removed::default();
        let (clean, count) = secrets::redact(text);
        let mut text = clean.into_owned();
        removed.secrets += count as u64;
        for _ in 0..ROUNDS {
            let clauses = self.clauses(&text);
            if clauses.is_empty() {
                break;
            }
            text = replaced(&text, &clauses);
            for (domain, _) in clauses {
                *removed.clauses.entry(domain).or_default() += 1;
            }
        }
        if !removed.clauses.is_empty() {
            let (clean, more) = secrets::redact(&text);
            if more > 0 {
                removed.secrets += more as u64;
                text = clean.into_owned();
            }
        }
        (text, removed)
    }

    /// Returns the first domain that is off and that a text speaks of.
    pub(crate) fn domain_in(&self, text: &str) -> Option<DomainName> {
        self.clauses(text).into_iter().next().map(|(domain, _)| domain)
    }

    /// Returns the clauses about what is off, in order and without overlaps. Our own marks are none.
    pub(crate) fn clauses(&self, text: &str) -> Vec<(DomainName, Range<usize>)> {
        let seeded = if self.seeded.is_empty() { Vec::new() } else { sensitive(text) };
        let own = if self.own.is_empty() { Vec::new() } else { clauses_of(text, &self.own) };
        let mut found: Vec<(DomainName, Range<usize>)> = seeded
            .into_iter()
            .filter(|clause| self.seeded.contains(&clause.domain))
            .map(|clause| (clause.domain.to_owned(), clause.span))
            .chain(own)
            .filter_map(|(domain, span)| Some((domain.parse().ok()?, span)))
            .filter(|(domain, span)| !is_mark(text, domain, span))
            .collect();
        found.sort_by_key(|(_, span)| (span.start, std::cmp::Reverse(span.end)));
        let mut apart: Vec<(DomainName, Range<usize>)> = Vec::new();
        for (domain, span) in found {
            match apart.last_mut() {
                Some((_, last)) if span.start < last.end => last.end = last.end.max(span.end),
                _ => apart.push((domain, span)),
            }
        }
        apart
    }
}

/// What stands in the place of a clause.
fn mark(domain: &DomainName) -> String {
    format!("[{domain}: not kept]")
}

/// Whether a clause is nothing but a mark that was put there before.
fn is_mark(text: &str, domain: &DomainName, span: &Range<usize>) -> bool {
    let mark = mark(domain);
    let inside = mark.trim_matches(['[', ']']);
    let said = text[span.clone()].trim_matches(|letter: char| !letter.is_alphanumeric());
    !said.is_empty() && inside.contains(said)
}

fn replaced(text: &str, clauses: &[(DomainName, Range<usize>)]) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut from = 0;
    for (domain, span) in clauses {
        kept.push_str(&text[from..span.start]);
        kept.push_str(&mark(domain));
        from = span.end;
    }
    kept.push_str(&text[from..]);
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn closed() -> Closed {
        Closed {
            seeded: SENSITIVE.to_vec(),
            own: vec![UserDomain { name: "affairs".into(), keywords: vec!["paris".into()] }],
        }
    }

    /// PRODUCT §1.6: rows 1 and 3 hold for the raw log too.
    #[test]
    fn secrets_and_clauses_of_what_is_off_are_taken_out_and_counted() {
        let (kept, removed) = closed().redact("the wifi password is Sunflower99! I live in Berlin and have asthma.");
        assert!(kept.contains("[secret removed]") && kept.contains("I live in Berlin"), "{kept}");
        assert!(
            kept.contains("[health: not kept]") && !kept.contains("asthma") && !kept.contains("Sunflower"),
            "{kept}"
        );
        assert_eq!(removed.secrets, 1);
        assert_eq!(removed.clauses, BTreeMap::from([("health".parse().unwrap(), 1)]));
    }

    #[test]
    fn a_domain_of_the_persons_own_that_is_off_is_taken_out_too() {
        let (kept, removed) = closed().redact("We had tea. I met her in Paris last night. It rained.");
        assert!(!kept.contains("Paris") && kept.contains("We had tea") && kept.contains("It rained"), "{kept}");
        assert_eq!(removed.clauses.len(), 1);
    }

    #[test]
    fn what_was_taken_out_once_is_left_alone_the_second_time() {
        for text in ["my password is hunter2hunter2", "I have diabetes and my salary is 90,000 euros", "nothing to see"]
        {
            let (once, _) = closed().redact(text);
            let (twice, removed) = closed().redact(&once);
            assert_eq!((twice, removed), (once.clone(), Removed::default()), "{text} became {once}");
        }
    }

    #[test]
    fn an_answer_that_is_a_secret_beside_its_question_is_taken_out() {
        let question = Some("Sure! What is the wifi password?");
        let (kept, removed) = closed().redact_answer(question, "Sunflower99!");
        assert_eq!((kept.as_str(), removed.secrets), (secrets::REMOVED, 1));
        let (kept, removed) = closed().redact_answer(Some("And where do you live?"), "In Oslo, by the harbour");
        assert_eq!((kept.as_str(), removed), ("In Oslo, by the harbour", Removed::default()));
        let (kept, _) = closed().redact_answer(Some("ö".repeat(400).as_str()), "grüße");
        assert_eq!(kept, "grüße");
    }

    #[test]
    fn what_is_on_stays() {
        let open = Closed { seeded: Vec::new(), own: Vec::new() };
        assert_eq!(open.redact("I have asthma").0, "I have asthma");
    }
}
