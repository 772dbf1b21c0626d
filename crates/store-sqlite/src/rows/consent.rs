//! What the person said about keeping things of a domain.

use cofio_domain::domains::Consent;
use cofio_domain::ports::StoreError;
use cofio_domain::record::Noun;

use crate::columns::{Columns, Fields};
use crate::table::Table;

impl Table for Consent {
    type Body = Consent;
    const NOUN: Noun = Noun::Consent;
    const COLUMNS: &'static [&'static str] = &["domain", "is_on", "at"];

    fn write(consent: &Consent, columns: &mut Columns) {
        columns.text(consent.domain.as_str()).integer(consent.on).time(consent.at);
    }

    fn read(fields: &mut Fields<'_>) -> Result<Consent, StoreError> {
        Ok(Consent { domain: fields.word("domain")?, on: fields.flag("is_on")?, at: fields.time("at")? })
    }
}
