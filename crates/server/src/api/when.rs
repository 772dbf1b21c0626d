//! Times as they are asked for: a moment, or a day.

use cofio_domain::time::Timestamp;
use cofio_engine::Engine;

use crate::problem::Problem;

/// Reads a moment, or a day, which is meant to its end in the person's zone: what held on that day.
pub(crate) fn moment(field: &str, text: Option<&str>, engine: &Engine) -> Result<Option<Timestamp>, Problem> {
    let Some(text) = text.map(str::trim).filter(|text| !text.is_empty()) else { return Ok(None) };
    if let Ok(at) = text.parse::<Timestamp>() {
        return Ok(Some(at));
    }
    let wrong = || Problem::field(field, format!("`{text}` is no time: 2026-11-14T09:30:00Z or 2026-11-14"));
    let day: jiff::civil::Date = text.parse().map_err(|_| wrong())?;
    let next = day.tomorrow().map_err(|_| wrong())?;
    let end = next.to_zoned(engine.settings().zone.clone()).map_err(|_| wrong())?;
    let micros = Timestamp::from_jiff(end.timestamp()).as_micros();
    Ok(Some(Timestamp::from_micros(micros - 1)))
}
