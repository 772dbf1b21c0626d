//! Words and times as a model writes them.

use cofio_domain::domains::DomainName;
use cofio_domain::time::Timestamp;
use cofio_engine::Engine;

use crate::outcome::Refusal;

/// Reads a word of an axis.
pub(super) fn word<T>(field: &str, text: Option<&str>) -> Result<Option<T>, Refusal>
where
    T: std::str::FromStr,
    T::Err: std::fmt::Display,
{
    let text = text.map(str::trim).filter(|text| !text.is_empty());
    text.map(|text| text.parse().map_err(|error: T::Err| Refusal::Invalid(format!("{field}: {error}")))).transpose()
}

/// Reads a domain.
pub(super) fn domain(text: Option<&str>) -> Result<Option<DomainName>, Refusal> {
    let lower = text.map(str::to_lowercase);
    word("domain", lower.as_deref())
}

/// Reads a moment, or a day, which is meant to its end where the person is.
pub(super) fn moment(field: &str, text: Option<&str>, engine: &Engine) -> Result<Option<Timestamp>, Refusal> {
    let Some(text) = text.map(str::trim).filter(|text| !text.is_empty()) else { return Ok(None) };
    if let Ok(at) = text.parse::<Timestamp>() {
        return Ok(Some(at));
    }
    let wrong = || Refusal::Invalid(format!("{field}: `{text}` is no time: 2026-11-14T09:30:00Z or 2026-11-14"));
    let day: jiff::civil::Date = text.parse().map_err(|_| wrong())?;
    let next = day.tomorrow().map_err(|_| wrong())?;
    let end = next.to_zoned(engine.settings().zone.clone()).map_err(|_| wrong())?;
    Ok(Some(Timestamp::from_micros(Timestamp::from_jiff(end.timestamp()).as_micros() - 1)))
}
