//! Domains that the person added or changed.

use cofio_domain::domains::Domain;
use cofio_domain::ports::StoreError;
use cofio_domain::record::Noun;

use crate::columns::{Columns, Fields};
use crate::table::Table;

impl Table for Domain {
    type Body = Domain;
    const NOUN: Noun = Noun::Domain;
    const COLUMNS: &'static [&'static str] =
        &["name", "display_name", "sensitivity", "opt_in", "auto_promote", "default_expiry_days", "keywords"];

    fn write(domain: &Domain, columns: &mut Columns) {
        columns
            .text(domain.name.as_str())
            .text(domain.display_name.as_str())
            .text(domain.sensitivity.word())
            .integer(domain.opt_in)
            .integer(domain.auto_promote)
            .optional_integer(domain.default_expiry_days)
            .json(&domain.keywords);
    }

    fn read(fields: &mut Fields<'_>) -> Result<Domain, StoreError> {
        Ok(Domain {
            name: fields.word("name")?,
            display_name: fields.text("display_name")?,
            sensitivity: fields.word("sensitivity")?,
            opt_in: fields.flag("opt_in")?,
            auto_promote: fields.flag("auto_promote")?,
            default_expiry_days: fields.optional_number("default_expiry_days")?,
            keywords: fields.json("keywords")?,
        })
    }
}
