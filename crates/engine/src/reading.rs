//! What the engine reads off plain language, in the engine's own words.

use cofio_domain::axes::{Grounding, Kind};
use cofio_domain::domains::{Domain, DomainName};
use cofio_domain::policy::ladder::Timing;
use cofio_domain::time::Timestamp;
use cofio_language::domains::UserDomain;
use cofio_language::{dates, domains, grounding, instruction, kinds, secrets};
use jiff::tz::TimeZone;

use crate::{Engine, Error};

/// Returns what a text looks like, where it looks like a secret.
pub(crate) fn secret_in<'a>(texts: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let texts: Vec<&str> = texts.into_iter().collect();
    let alone = texts.iter().find_map(|text| secrets::find(text).into_iter().next());
    // What is cut over two fields is a secret all the same: a key here, its name there.
    let found = alone.or_else(|| secrets::find(&texts.join("\n")).into_iter().next());
    found.map(|finding| format!("it {}", finding.reason))
}

/// Returns the domains a text speaks of that nothing may be kept of unasked.
pub(crate) fn sensitive_domains(text: &str, known: &[Domain]) -> Vec<DomainName> {
    let seeded = domains::sensitive(text).into_iter().filter_map(|clause| clause.domain.parse().ok());
    let own = own_domains(known, |domain| domain.opt_in);
    let added = domains::detect(text, &own).into_iter().filter_map(|found| found.domain.parse().ok());
    let is_added = |name: &DomainName| own.iter().any(|domain| domain.name == name.as_str());
    seeded.chain(added.filter(is_added)).collect()
}

/// Returns the domain a text belongs to, if anything speaks for one.
pub(crate) fn domain_of(text: &str, known: &[Domain]) -> Option<DomainName> {
    let own = own_domains(known, |_| true);
    domains::detect(text, &own).into_iter().find_map(|found| found.domain.parse().ok())
}

pub(crate) fn own_domains(known: &[Domain], wanted: impl Fn(&Domain) -> bool) -> Vec<UserDomain> {
    known
        .iter()
        .filter(|domain| !domain.keywords.is_empty() && wanted(domain))
        .map(|domain| UserDomain { name: domain.name.to_string(), keywords: domain.keywords.clone() })
        .collect()
}

/// Returns what sort of claim a text makes.
pub(crate) fn kind_of(text: &str) -> Kind {
    kinds::guess(text)
}

/// Returns whether a text permits an action.
pub(crate) fn grounding_of(text: &str) -> Grounding {
    grounding::detect(text)
}

/// Returns whether a text reads like an order to the assistant.
pub(crate) fn is_instruction(text: &str) -> bool {
    instruction::is_instruction_shaped(text)
}

/// Returns the last second of the time frame a text carries.
pub(crate) fn deadline_in(text: &str, now: Timestamp, zone: &TimeZone) -> Option<Timestamp> {
    let frame = dates::time_frame(text, &now.to_jiff().to_zoned(zone.clone()))?;
    let end = frame.end.to_zoned(zone.clone()).ok()?;
    Some(Timestamp::from_micros(Timestamp::from_jiff(end.timestamp()).as_micros() - 1_000_000))
}

/// Words that say that things have changed.
const CHANGE: &[&str] = &[
    "now",
    "nowadays",
    "no longer",
    "not anymore",
    "any more",
    "anymore",
    "moved",
    "switched",
    "changed",
    "used to",
    "these days",
    "as of",
    "from now on",
    "stopped",
    "quit",
    "started",
    "became",
    "instead",
];

/// Returns whether a text says that things have changed.
pub(crate) fn timing_of(text: &str) -> Timing {
    let text = format!(" {} ", text.to_lowercase().replace(|letter: char| !letter.is_alphanumeric(), " "));
    let changed = CHANGE.iter().any(|word| text.contains(&format!(" {word} ")));
    if changed { Timing::Later } else { Timing::Same }
}

impl Engine {
    /// Fails where any of these texts looks like a secret. Everything a person can type that reaches the disk passes
    /// through here or through the write policy.
    pub(crate) fn refuse_secrets<'a>(&self, texts: impl IntoIterator<Item = &'a str>) -> Result<(), Error> {
        match secret_in(texts) {
            None => Ok(()),
            Some(reason) => Err(Error::Refused(format!("not saved: {reason}"))),
        }
    }
}
