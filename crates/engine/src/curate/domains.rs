//! Domains: what may be kept about each area of life, and what becomes of what is there when one is turned off.

use cofio_domain::axes::{Status, axis};
use cofio_domain::domains::{Consent, Domain, DomainName, Sensitivity};
use cofio_domain::operation::{Commit, Erasure, OperationKind};
use cofio_domain::policy::fingerprint::Fingerprint;
use cofio_domain::record::{Belief, Noun, Row, RowRef};
use cofio_domain::scope::{Suppression, SuppressionReason};
use cofio_domain::space::SpaceHandle;
use serde::Serialize;

use crate::find::Head;
use crate::rulebook::Rulebook;
use crate::view::ReceiptView;
use crate::{Action, Engine, Error, Written, reading};

/// A domain as it is shown.
#[derive(Debug, Clone, Serialize)]
#[allow(missing_docs, reason = "the fields are those of the domain")]
pub struct DomainView {
    pub name: DomainName,
    pub display_name: String,
    pub enabled: bool,
    pub sensitivity: Sensitivity,
    pub opt_in: bool,
    pub auto_promote: bool,
    pub default_expiry_days: Option<u32>,
    pub keywords: Vec<String>,
    /// How many memories are in force there.
    pub memories: usize,
    /// How many of them are out of sight because it is off.
    pub hidden: usize,
}

axis! {
    /// What becomes of what is there when a domain is turned off.
    Existing {
        /// It stays and is out of sight until the domain is on again.
        Hide = "hide",
        /// It is forgotten, and can be restored.
        Forget = "forget",
        /// It is erased for good.
        Erase = "erase",
    }
}

/// A domain to be added, or changed.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs, reason = "the fields are those of the domain")]
pub struct NewDomain {
    pub name: DomainName,
    pub display_name: Option<String>,
    pub sensitivity: Sensitivity,
    pub opt_in: Option<bool>,
    pub auto_promote: Option<bool>,
    pub default_expiry_days: Option<u32>,
    pub keywords: Vec<String>,
}

impl Engine {
    /// Returns every domain of a space.
    pub fn domains(&self, space: &SpaceHandle) -> Result<Vec<DomainView>, Error> {
        let book = Rulebook::read(&*self.store, space)?;
        let now = self.now();
        let heads = self.heads(space)?;
        let in_force = |name: &DomainName| {
            heads.iter().filter(|head| head.body.claim.domain == *name && head.body.in_force().contains(now)).count()
        };
        Ok(book
            .domains
            .iter()
            .map(|domain| {
                let enabled = book.is_on(&domain.name);
                let count = in_force(&domain.name);
                DomainView {
                    name: domain.name.clone(),
                    display_name: domain.display_name.clone(),
                    enabled,
                    sensitivity: domain.sensitivity,
                    opt_in: domain.opt_in,
                    auto_promote: domain.auto_promote,
                    default_expiry_days: domain.default_expiry_days,
                    keywords: domain.keywords.clone(),
                    memories: if enabled { count } else { 0 },
                    hidden: if enabled { 0 } else { count },
                }
            })
            .collect())
    }

    /// Turns a domain on.
    pub fn enable_domain(&self, space: &SpaceHandle, name: &DomainName) -> Result<Written, Error> {
        self.until_settled(|| {
            self.may_govern(space)?;
            let book = Rulebook::read(&*self.store, space)?;
            let shown = book.domain(name)?.display_name.clone();
            if book.is_on(name) {
                let message = format!("{shown} memory is on already");
                return Ok(Written::nothing(Action::Skipped, message, "nothing to change"));
            }
            let mut commit = self.commit_of(space, OperationKind::EnableDomain);
            self.record_consent(name, true, &book, &mut commit);
            let done = self.commit(space, commit)?;
            let message = format!("{shown} memory is on: what you say about it is kept, nothing is inferred");
            Ok(self.written(&done, Action::Enabled, message).because("you turned it on"))
        })
    }

    /// Turns a domain off, and hides, forgets or erases what is there.
    pub fn disable_domain(&self, space: &SpaceHandle, name: &DomainName, existing: Existing) -> Result<Written, Error> {
        self.until_settled(|| {
            self.may_govern(space)?;
            let book = Rulebook::read(&*self.store, space)?;
            let shown = book.domain(name)?.display_name.clone();
            // Words that speak of the domain belong to it, whatever they were filed under.
            let belongs = |head: &Head| {
                let claim = &head.body.claim;
                claim.domain == *name || reading::sensitive_domains(&claim.content, &book.domains).contains(name)
            };
            let known = if existing == Existing::Erase { self.heads_ever(space)? } else { self.heads(space)? };
            let heads: Vec<Head> = known.into_iter().filter(belongs).collect();
            if !book.is_on(name) && (existing == Existing::Hide || heads.is_empty()) {
                let message = format!("{shown} memory is off already");
                return Ok(Written::nothing(Action::Skipped, message, "nothing to change"));
            }
            let mut commit = self.commit_of(space, OperationKind::DisableDomain);
            if book.is_on(name) {
                self.record_consent(name, false, &book, &mut commit);
            }
            let now = commit.at;
            let in_force = |head: &&Head| head.body.is_live(now);
            let count = match existing {
                Existing::Hide => {
                    for head in heads.iter().filter(in_force).filter(|head| head.body.claim.domain != *name) {
                        let mut filed = head.body.clone();
                        filed.claim.domain = name.clone();
                        commit.retire.push(RowRef::version(head.seq));
                        commit.record.push(filed.into());
                    }
                    heads.iter().filter(in_force).count()
                }
                Existing::Forget => {
                    for head in heads.iter().filter(in_force) {
                        commit.retire.push(RowRef::version(head.seq));
                        commit.record.push(head.body.clone().ended(Status::Forgotten, now).into());
                        let fingerprint = Fingerprint::of(book.state.salt, &head.body.claim.content);
                        commit.record.push(Suppression { fingerprint, reason: SuppressionReason::Forgotten }.into());
                    }
                    heads.iter().filter(in_force).count()
                }
                Existing::Erase => {
                    commit.operation.kind = OperationKind::Erase;
                    let memories = heads.iter().map(|head| head.body.memory).collect();
                    commit.erase = self.erasures_of(space, &memories)?;
                    commit.erase.extend(self.rows_of_domain(space, name)?);
                    commit.erase.extend(self.messages_of_domain(space, name, &book)?);
                    commit.erase.extend(self.domain_derived_erasures(space, name, &book)?);
                    heads.len()
                }
            };
            let done = self.commit(space, commit)?;
            let rest = match existing {
                Existing::Hide => "hidden until it is on again",
                Existing::Forget => "forgotten",
                Existing::Erase => "erased for good",
            };
            let message = format!("{shown} memory is off; {count} there {rest}");
            let mut written = self.written(&done, Action::Disabled, message).counting(count);
            if existing == Existing::Erase {
                written.event.undo_until = None;
            }
            written.event.receipt = done.erased.as_ref().map(|receipt| ReceiptView::of(receipt, Vec::new()));
            Ok(written.because("you turned it off"))
        })
    }

    /// Returns everything beside memories that carries words of a domain.
    fn rows_of_domain(&self, space: &SpaceHandle, name: &DomainName) -> Result<Vec<Erasure>, Error> {
        let mut erasures = Vec::new();
        for noun in [Noun::Candidate, Noun::Proposal, Noun::Conflict] {
            for record in self.store.rows(space, noun, Belief::Ever)?.records {
                let domain = match &record.body {
                    Row::Candidate(candidate) => Some(&candidate.claim.domain),
                    Row::Proposal(proposal) => proposal.change.claim().map(|claim| &claim.domain),
                    Row::Conflict(conflict) => Some(&conflict.right.domain),
                    _ => None,
                };
                if domain == Some(name) {
                    erasures.push(Erasure::Row(RowRef { noun, seq: record.seq }));
                }
            }
        }
        Ok(erasures)
    }

    pub(crate) fn record_consent(&self, name: &DomainName, on: bool, book: &Rulebook, commit: &mut Commit) {
        commit.guards.push(book.guard());
        commit.retire.extend(book.consents.get(name).map(|(row, _)| *row));
        commit.record.push(Consent { domain: name.clone(), on, at: commit.at }.into());
    }

    /// Adds a domain, or changes one that was added.
    pub fn define_domain(&self, space: &SpaceHandle, new: &NewDomain) -> Result<Written, Error> {
        let texts = new.keywords.iter().map(String::as_str).chain(new.display_name.as_deref());
        self.refuse_secrets(texts.chain([new.name.as_str()]))?;
        self.until_settled(|| {
            self.may_govern(space)?;
            let book = Rulebook::read(&*self.store, space)?;
            if Domain::seeds().iter().any(|seed| seed.name == new.name) {
                return Err(Error::conflict(format!("{} is one of the domains every space has", new.name)));
            }
            let sensitive = new.sensitivity == Sensitivity::High;
            let display_name = new.display_name.clone().unwrap_or_else(|| capitalized(new.name.as_str()));
            let domain = Domain {
                name: new.name.clone(),
                display_name: display_name.clone(),
                sensitivity: new.sensitivity,
                opt_in: new.opt_in.unwrap_or(sensitive),
                auto_promote: new.auto_promote.unwrap_or(new.sensitivity == Sensitivity::None),
                default_expiry_days: new.default_expiry_days,
                keywords: new.keywords.clone(),
            };
            let known = book.domain(&new.name).ok();
            if known == Some(&domain) {
                return Ok(Written::nothing(Action::Skipped, "It is so already", "nothing to change"));
            }
            let changed = known.is_some();
            let mut commit = self.commit_of(space, OperationKind::DefineDomain);
            commit.guards.push(book.guard());
            commit.retire.extend(book.domain_rows.get(&new.name).copied());
            commit.record.push(domain.into());
            let done = self.commit(space, commit)?;
            let verb = if changed { "Changed" } else { "Added" };
            Ok(self.written(&done, Action::Added, format!("{verb}: {display_name}")).because("you said so"))
        })
    }
}

fn capitalized(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
