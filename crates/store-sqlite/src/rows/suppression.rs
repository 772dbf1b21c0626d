//! What must not be learned again.

use cofio_domain::policy::fingerprint::Fingerprint;
use cofio_domain::ports::StoreError;
use cofio_domain::record::Noun;
use cofio_domain::scope::Suppression;

use crate::columns::{Columns, Fields};
use crate::table::Table;

impl Table for Suppression {
    type Body = Suppression;
    const NOUN: Noun = Noun::Suppression;
    const COLUMNS: &'static [&'static str] = &["fingerprint", "reason"];

    fn write(suppression: &Suppression, columns: &mut Columns) {
        columns.blob(&suppression.fingerprint.0).text(suppression.reason.word());
    }

    fn read(fields: &mut Fields<'_>) -> Result<Suppression, StoreError> {
        Ok(Suppression { fingerprint: Fingerprint(fields.bytes("fingerprint")?), reason: fields.word("reason")? })
    }
}
