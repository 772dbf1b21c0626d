//! Copies of memories in other spaces.

use cofio_domain::ports::StoreError;
use cofio_domain::record::Noun;
use cofio_domain::scope::Share;

use crate::columns::{Columns, Fields};
use crate::table::Table;

impl Table for Share {
    type Body = Share;
    const NOUN: Noun = Noun::Share;
    const COLUMNS: &'static [&'static str] = &["memory", "to_space", "copy"];

    fn write(share: &Share, columns: &mut Columns) {
        columns.id(share.memory).id(share.to_space).id(share.copy);
    }

    fn read(fields: &mut Fields<'_>) -> Result<Share, StoreError> {
        Ok(Share { memory: fields.id("memory")?, to_space: fields.id("to_space")?, copy: fields.id("copy")? })
    }
}
