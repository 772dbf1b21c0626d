//! Set: how a memory is kept, without changing what it says. The version stays the same; its record is made anew.

use cofio_domain::axes::{Authority, Flag, Grounding, Kind, Retention, Status, TaskState, Visibility};
use cofio_domain::domains::DomainName;
use cofio_domain::memory::{Task, Version};
use cofio_domain::operation::OperationKind;
use cofio_domain::space::SpaceHandle;
use cofio_domain::time::Timestamp;
use serde_json::Value;

use crate::admit::Expiry;
use crate::find::Looking;
use crate::rulebook::Rulebook;
use crate::{Action, Engine, Error, TakesEffect, Written, reading};

/// One thing to change about how a memory is kept.
#[derive(Debug, Clone, PartialEq)]
#[allow(missing_docs, reason = "each names the field it sets")]
pub enum Change {
    Pin(bool),
    Expires(Expiry),
    Authority(Authority),
    Domain(DomainName),
    Kind(Kind),
    Tag(String),
    Untag(String),
    /// Nothing takes it out of its project.
    Project(Option<String>),
    Visibility(Visibility),
    Importance(f64),
    Summary(Option<String>),
    Body(Option<String>),
    Key(Option<String>),
    Value(Option<Value>),
    State(TaskState),
    Due(Option<Timestamp>),
    NextStep(Option<String>),
    Archive,
}

/// Says in a word what a set of changes comes to.
fn what_was_done(changes: &[Change]) -> &'static str {
    let state = changes.iter().find_map(|change| match change {
        Change::State(state) => Some(*state),
        _ => None,
    });
    match state {
        Some(TaskState::Done) => "Done",
        Some(TaskState::Waiting) => "Waiting",
        Some(TaskState::Dropped) => "Dropped",
        Some(TaskState::Open) => "Open again",
        None => "Changed",
    }
}

impl Engine {
    /// Changes how a memory is kept.
    pub fn set(&self, space: &SpaceHandle, which: &str, changes: &[Change]) -> Result<Written, Error> {
        self.until_settled(|| {
            self.may_write(space)?;
            if changes.is_empty() {
                return Err(Error::Invalid("say what to set, for example --pin or --expires".into()));
            }
            let head = self.find(space, which, Looking::Active)?;
            let book = Rulebook::read(&*self.store, space)?;
            let mut version = head.body.clone();
            for change in changes {
                self.apply(&mut version, change, &book)?;
            }
            self.check_kept(&version, &book)?;
            if version.claim.key != head.body.claim.key || version.claim.domain != head.body.claim.domain {
                self.must_not_clash(space, &version)?;
            }
            if version == head.body {
                let view = self.view(space, &head, &book);
                return Ok(Written::nothing(Action::Skipped, "It is so already", "nothing to change").about(view));
            }
            let mut commit = self.restate(space, OperationKind::Set, &head, version);
            commit.guards.push(book.guard());
            let done = self.commit(space, commit)?;
            let rule = changes.iter().any(|change| matches!(change, Change::Authority(Authority::Hard)));
            Ok(self
                .written(&done, Action::Changed, format!("{}: {}", what_was_done(changes), head.body.claim.content))
                .about(self.recorded_view(space, &done, &book))
                .instead_of(self.view(space, &head, &book))
                .because("you said so")
                .from(if rule { TakesEffect::Now } else { TakesEffect::NextSession }))
        })
    }

    fn apply(&self, version: &mut Version, change: &Change, book: &Rulebook) -> Result<(), Error> {
        let now = self.now();
        let claim = &mut version.claim;
        match change.clone() {
            Change::Pin(true) => drop(claim.flags.insert(Flag::Pinned)),
            Change::Pin(false) => drop(claim.flags.remove(&Flag::Pinned)),
            Change::Expires(Expiry::At(at)) if at <= now => {
                return Err(Error::Invalid(format!("{at} is past; to end it now: cofio forget")));
            }
            Change::Expires(Expiry::At(at)) => {
                claim.expires_at = Some(at);
                claim.retention = Retention::Deadline;
            }
            Change::Expires(Expiry::Never | Expiry::Unsaid) => {
                claim.expires_at = None;
                claim.retention = Retention::Permanent;
            }
            Change::Authority(authority) => claim.authority = authority,
            Change::Domain(domain) => claim.domain = book.domain(&domain)?.name.clone(),
            Change::Kind(kind) => {
                claim.kind = kind;
                let open = Task { state: TaskState::Open, due_at: None, next_step: None };
                claim.task = (kind == Kind::Task).then(|| claim.task.take().unwrap_or(open));
            }
            Change::Tag(tag) => drop(claim.tags.insert(tag)),
            Change::Untag(tag) => drop(claim.tags.remove(&tag)),
            Change::Project(name) => {
                claim.project = name.map(|name| book.project(&name)).transpose()?.map(|project| project.id);
            }
            Change::Visibility(visibility) => claim.visibility = visibility,
            Change::Importance(importance) => claim.importance = importance,
            Change::Summary(summary) => claim.summary = summary,
            Change::Body(body) => claim.body = body,
            Change::Key(key) => claim.key = key,
            Change::Value(value) => claim.value = value,
            Change::State(state) => {
                task_of(version)?.state = state;
                if state.is_finished() {
                    *version = version.clone().ended(Status::Archived, now);
                }
            }
            Change::Due(due_at) => task_of(version)?.due_at = due_at,
            Change::NextStep(next_step) => task_of(version)?.next_step = next_step,
            Change::Archive => *version = version.clone().ended(Status::Archived, now),
        }
        Ok(())
    }

    /// Fails where what would be kept may not be kept.
    fn check_kept(&self, version: &Version, book: &Rulebook) -> Result<(), Error> {
        let claim = &version.claim;
        if !(0.0..=1.0).contains(&claim.importance) {
            return Err(Error::Invalid("importance lies between 0 and 1".into()));
        }
        self.refuse_secrets(claim.texts())?;
        self.must_be_on(&claim.domain, book)?;
        let spoken_of: Vec<DomainName> =
            claim.texts().flat_map(|text| reading::sensitive_domains(text, &book.domains)).collect();
        for domain in &spoken_of {
            self.must_be_on(domain, book)?;
        }
        if claim.grounding == Grounding::Act && !claim.source.may_ground_action() {
            return Err(Error::Refused("it permits an action, so it needs your own word: cofio proposals".into()));
        }
        Ok(())
    }

    /// Fails where things of a domain may not be kept.
    pub(crate) fn must_be_on(&self, domain: &DomainName, book: &Rulebook) -> Result<(), Error> {
        if book.is_on(domain) {
            return Ok(());
        }
        let display_name = book.domain(domain)?.display_name.clone();
        Err(Error::DomainOff { domain: domain.clone(), display_name })
    }
}

fn task_of(version: &mut Version) -> Result<&mut Task, Error> {
    version
        .claim
        .task
        .as_mut()
        .ok_or_else(|| Error::Invalid("only a task has a state, a due date or a next step".into()))
}
