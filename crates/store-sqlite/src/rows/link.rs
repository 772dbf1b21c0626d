//! Links between memories.

use cofio_domain::link::Link;
use cofio_domain::ports::StoreError;
use cofio_domain::record::Noun;

use crate::columns::{Columns, Fields};
use crate::table::Table;

impl Table for Link {
    type Body = Link;
    const NOUN: Noun = Noun::Link;
    const COLUMNS: &'static [&'static str] = &["id", "from_memory", "to_memory", "relation", "confidence"];

    fn write(link: &Link, columns: &mut Columns) {
        columns.id(link.id).id(link.from).id(link.to).text(link.relation.word()).optional_real(link.confidence);
    }

    fn read(fields: &mut Fields<'_>) -> Result<Link, StoreError> {
        Ok(Link {
            id: fields.id("id")?,
            from: fields.id("from_memory")?,
            to: fields.id("to_memory")?,
            relation: fields.word("relation")?,
            confidence: fields.optional_real("confidence")?,
        })
    }
}
