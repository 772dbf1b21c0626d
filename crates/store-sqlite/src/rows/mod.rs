//! One file a noun: its columns, and the way in and out.

mod brief;
mod candidate;
mod conflict;
mod consent;
mod domain;
mod episode;
mod link;
mod membership;
mod project;
mod proposal;
mod share;
mod suppression;
mod version;

use cofio_domain::brief::Brief;
use cofio_domain::candidate::Candidate;
use cofio_domain::conflict::Conflict;
use cofio_domain::domains::{Consent, Domain};
use cofio_domain::episode::Episode;
use cofio_domain::link::Link;
use cofio_domain::policy::fingerprint::Salt;
use cofio_domain::ports::{Listing, StoreError};
use cofio_domain::proposal::Proposal;
use cofio_domain::record::{Noun, Record, Row};
use cofio_domain::scope::{Project, Share, Suppression};
use cofio_domain::space::{Membership, SpaceKey};
use rusqlite::{Connection, Params};

use crate::columns::Columns;
use crate::table::{Table, Where, insert, select};

pub(crate) use version::VersionTable;

/// Writes a row of any noun.
pub(crate) fn insert_row(
    connection: &Connection,
    space: SpaceKey,
    salt: Salt,
    record: &Record<Row>,
) -> Result<(), StoreError> {
    fn put<T: Table<Body = B>, B>(
        connection: &Connection,
        space: SpaceKey,
        record: &Record<Row>,
        body: &B,
    ) -> Result<(), StoreError> {
        let mut columns = Columns::default();
        T::write(body, &mut columns);
        insert::<T>(connection, space, record, columns)
    }

    match &record.body {
        Row::Version(body) => {
            let mut columns = Columns::default();
            VersionTable::write(body, &mut columns);
            version::fingerprint(salt, body, &mut columns);
            insert::<VersionTable>(connection, space, record, columns)
        }
        Row::Link(body) => put::<Link, _>(connection, space, record, body),
        Row::Domain(body) => put::<Domain, _>(connection, space, record, body),
        Row::Consent(body) => put::<Consent, _>(connection, space, record, body),
        Row::Suppression(body) => put::<Suppression, _>(connection, space, record, body),
        Row::Candidate(body) => put::<Candidate, _>(connection, space, record, body),
        Row::Proposal(body) => put::<Proposal, _>(connection, space, record, body),
        Row::Conflict(body) => put::<Conflict, _>(connection, space, record, body),
        Row::Project(body) => put::<Project, _>(connection, space, record, body),
        Row::Membership(body) => put::<Membership, _>(connection, space, record, body),
        Row::Share(body) => put::<Share, _>(connection, space, record, body),
        Row::Episode(body) => put::<Episode, _>(connection, space, record, body),
        Row::Brief(body) => put::<Brief, _>(connection, space, record, body),
    }
}

/// Reads rows of any noun that meet a condition.
pub(crate) fn select_rows<'a>(
    connection: &Connection,
    space: SpaceKey,
    noun: Noun,
    which: impl Into<Where<'a>>,
    parameters: impl Params,
) -> Result<Listing<Row>, StoreError> {
    fn get<T: Table>(
        connection: &Connection,
        space: SpaceKey,
        which: Where<'_>,
        parameters: impl Params,
    ) -> Result<Listing<Row>, StoreError>
    where
        Row: From<T::Body>,
    {
        let listing = select::<T>(connection, space, which, parameters)?;
        Ok(Listing {
            records: listing.records.into_iter().map(|record| record.map(Row::from)).collect(),
            damaged: listing.damaged,
        })
    }

    let which = which.into();
    match noun {
        Noun::Version => get::<VersionTable>(connection, space, which, parameters),
        Noun::Link => get::<Link>(connection, space, which, parameters),
        Noun::Domain => get::<Domain>(connection, space, which, parameters),
        Noun::Consent => get::<Consent>(connection, space, which, parameters),
        Noun::Suppression => get::<Suppression>(connection, space, which, parameters),
        Noun::Candidate => get::<Candidate>(connection, space, which, parameters),
        Noun::Proposal => get::<Proposal>(connection, space, which, parameters),
        Noun::Conflict => get::<Conflict>(connection, space, which, parameters),
        Noun::Project => get::<Project>(connection, space, which, parameters),
        Noun::Membership => get::<Membership>(connection, space, which, parameters),
        Noun::Share => get::<Share>(connection, space, which, parameters),
        Noun::Episode => get::<Episode>(connection, space, which, parameters),
        Noun::Brief => get::<Brief>(connection, space, which, parameters),
    }
}
