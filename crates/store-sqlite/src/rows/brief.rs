//! Briefs.

use cofio_domain::brief::Brief;
use cofio_domain::ports::StoreError;
use cofio_domain::record::Noun;

use crate::columns::{Columns, Fields};
use crate::table::Table;

impl Table for Brief {
    type Body = Brief;
    const NOUN: Noun = Noun::Brief;
    const COLUMNS: &'static [&'static str] = &["id", "user", "kind", "domain", "version", "lines", "compiler", "input"];

    fn write(brief: &Brief, columns: &mut Columns) {
        columns
            .id(brief.id)
            .id(brief.user)
            .text(brief.kind.word())
            .optional_text(brief.domain.as_ref().map(cofio_domain::domains::DomainName::as_str))
            .integer(brief.version)
            .json(&brief.lines)
            .text(brief.compiler.as_str())
            .blob(&brief.input);
    }

    fn read(fields: &mut Fields<'_>) -> Result<Brief, StoreError> {
        Ok(Brief {
            id: fields.id("id")?,
            user: fields.id("user")?,
            kind: fields.word("kind")?,
            domain: fields.optional_word("domain")?,
            version: fields.number("version")?,
            lines: fields.json("lines")?,
            compiler: fields.text("compiler")?,
            input: fields.bytes("input")?,
        })
    }
}
