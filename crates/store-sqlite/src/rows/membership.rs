//! Who belongs to a space.

use cofio_domain::ports::StoreError;
use cofio_domain::record::Noun;
use cofio_domain::space::Membership;

use crate::columns::{Columns, Fields};
use crate::table::Table;

impl Table for Membership {
    type Body = Membership;
    const NOUN: Noun = Noun::Membership;
    const COLUMNS: &'static [&'static str] = &["user", "role", "recalled"];

    fn write(membership: &Membership, columns: &mut Columns) {
        columns.id(membership.user).text(membership.role.word()).integer(membership.recalled);
    }

    fn read(fields: &mut Fields<'_>) -> Result<Membership, StoreError> {
        Ok(Membership { user: fields.id("user")?, role: fields.word("role")?, recalled: fields.flag("recalled")? })
    }
}
