//! The rulebook of a space: its domains, what the person said about keeping things of each, and its projects.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use cofio_domain::domains::{Consent, Domain, DomainName};
use cofio_domain::id::ProjectId;
use cofio_domain::operation::Guard;
use cofio_domain::ports::{SpaceState, Store, StoreError};
use cofio_domain::record::{Belief, Noun, Record, Row, RowRef};
use cofio_domain::scope::Project;
use cofio_domain::space::SpaceHandle;

use crate::error::Error;

/// What a step must know of a space before it decides what may be kept there.
#[derive(Debug, Clone)]
pub(crate) struct Rulebook {
    pub(crate) state: SpaceState,
    pub(crate) domains: Vec<Domain>,
    pub(crate) domain_rows: BTreeMap<DomainName, RowRef>,
    pub(crate) consents: BTreeMap<DomainName, (RowRef, Consent)>,
    pub(crate) projects: Vec<(RowRef, Project)>,
    /// The domains that the application which is acting was given; nothing is all of them.
    given: Option<Arc<BTreeSet<DomainName>>>,
}

impl Rulebook {
    /// Reads the rulebook. The state is read first: if the rules change while the rest is read, the guard notices.
    pub(crate) fn read(store: &dyn Store, space: &SpaceHandle) -> Result<Rulebook, StoreError> {
        Rulebook::read_at(store, space, Belief::Now)
    }

    /// Reads the rulebook as it was believed.
    pub(crate) fn read_at(store: &dyn Store, space: &SpaceHandle, belief: Belief) -> Result<Rulebook, StoreError> {
        let state = store.state(space)?;
        let mut book = Rulebook {
            state,
            domains: Domain::seeds(),
            domain_rows: BTreeMap::new(),
            consents: BTreeMap::new(),
            projects: Vec::new(),
            given: space.domains().cloned(),
        };
        for noun in [Noun::Domain, Noun::Consent, Noun::Project] {
            for record in store.rows(space, noun, belief)?.records {
                book.add(record);
            }
        }
        Ok(book)
    }

    fn add(&mut self, record: Record<Row>) {
        let row = RowRef { noun: record.body.noun(), seq: record.seq };
        match record.body {
            Row::Domain(domain) => {
                self.domain_rows.insert(domain.name.clone(), row);
                self.domains.retain(|known| known.name != domain.name);
                self.domains.push(domain);
            }
            Row::Consent(consent) => {
                self.consents.insert(consent.domain.clone(), (row, consent));
            }
            Row::Project(project) => self.projects.push((row, project)),
            _ => {}
        }
    }

    /// Returns what must still be so when the step commits.
    pub(crate) fn guard(&self) -> Guard {
        Guard::Rules(self.state.rules)
    }

    /// Returns a domain, or an error that says which there are.
    pub(crate) fn domain(&self, name: &DomainName) -> Result<&Domain, Error> {
        self.domains.iter().find(|domain| domain.name == *name).ok_or_else(|| Error::not_found("domain", name.as_str()))
    }

    /// Returns whether things of a domain may be kept. What the person said last counts; before they say anything,
    /// whatever needs no asking is on. What nobody knows any more is off, and so is what the application was not given.
    pub(crate) fn is_on(&self, name: &DomainName) -> bool {
        if self.given.as_ref().is_some_and(|given| !given.contains(name)) {
            return false;
        }
        match self.consents.get(name) {
            Some((_, consent)) => consent.on,
            None => self.domains.iter().find(|domain| domain.name == *name).is_some_and(|domain| !domain.opt_in),
        }
    }

    /// Returns a project that is not put away.
    pub(crate) fn project(&self, name: &str) -> Result<&Project, Error> {
        self.projects
            .iter()
            .map(|(_, project)| project)
            .find(|project| project.name.eq_ignore_ascii_case(name) || project.id.to_string() == name)
            .ok_or_else(|| Error::not_found("project", name))
    }

    /// Returns the name of a project.
    pub(crate) fn project_name(&self, id: Option<ProjectId>) -> Option<String> {
        let id = id?;
        self.projects.iter().find(|(_, project)| project.id == id).map(|(_, project)| project.name.clone())
    }
}
