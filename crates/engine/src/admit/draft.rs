//! A draft: what a caller says about a claim. Whatever it leaves open is read off the words or takes its default.

use std::collections::BTreeSet;

use cofio_domain::axes::{Authority, EvidenceType, Flag, Grounding, Kind, Retention, Source, TaskState, Visibility};
use cofio_domain::domains::DomainName;
use cofio_domain::evidence::Evidence;
use cofio_domain::id::JobId;
use cofio_domain::memory::Claim;
use cofio_domain::operation::Commit;
use cofio_domain::session::Learned;
use cofio_domain::space::Actor;
use cofio_domain::time::Timestamp;
use serde_json::Value;

use crate::{Change, Error};

/// What a caller says about a claim.
#[derive(Debug, Clone, PartialEq)]
#[allow(missing_docs, reason = "the fields are those of the claim")]
pub struct Draft {
    pub content: String,
    pub summary: Option<String>,
    pub body: Option<String>,
    pub kind: Option<Kind>,
    pub authority: Option<Authority>,
    pub domain: Option<DomainName>,
    pub key: Option<String>,
    pub value: Option<Value>,
    pub tags: BTreeSet<String>,
    pub importance: Option<f64>,
    pub confidence: Option<f64>,
    pub source: Source,
    pub evidence_type: Option<EvidenceType>,
    pub grounding: Option<Grounding>,
    pub retention: Option<Retention>,
    pub expires: Expiry,
    pub valid_from: Option<Timestamp>,
    pub valid_until: Option<Timestamp>,
    /// The project's name.
    pub project: Option<String>,
    pub visibility: Option<Visibility>,
    pub app: Option<String>,
    pub pinned: bool,
    pub state: Option<TaskState>,
    pub due_at: Option<Timestamp>,
    pub next_step: Option<String>,
    pub evidence: Vec<Evidence>,
    /// Why, if the caller says.
    pub reason: Option<String>,
    /// Whether the words are the person's own.
    pub authored_by_person: bool,
    /// Whether the session leaves nothing behind.
    pub incognito: bool,
    /// Whether it says that things changed, or is a later statement of something that does.
    pub changed: bool,
    /// Where it was heard, if it was learned from a conversation.
    pub heard: Option<Heard>,
    /// How often it was seen and in how many conversations, where the caller has counted.
    pub seen: Option<Seen>,
}

/// How often something was seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seen {
    /// How often.
    pub occurrences: u32,
    /// In how many conversations.
    pub sessions: u32,
}

/// Where a claim was heard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Heard {
    /// When it was said: what "Friday" means, and from when on it holds.
    pub at: Timestamp,
    /// The step of learning that takes it in.
    pub step: Learned,
    /// The run that does.
    pub run: JobId,
}

/// Who does what is learned.
pub(crate) const LEARNING: &str = "session.close";

/// What a caller says about when a claim lets go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Expiry {
    /// Nothing: its words or its class decide.
    #[default]
    Unsaid,
    /// Never, whatever its words say.
    Never,
    /// Then.
    At(Timestamp),
}

/// Texts may be long, but a memory is not a place for files.
const LONGEST_TEXT: usize = 4 << 20;

/// Keys, tags and names are for people to read.
const LONGEST_NAME: usize = 200;

/// Returns the expiry that a claim keeps when the person makes it theirs: one they set, or one its words carry. What its
/// class or its domain gave it was meant for guesses.
pub(crate) fn expiry_that_stays(claim: &Claim) -> Expiry {
    let meant = claim.source.is_explicit() || claim.retention == Retention::Deadline;
    claim.expires_at.filter(|_| meant).map_or(Expiry::Unsaid, Expiry::At)
}

impl Draft {
    /// Takes up how a memory is to be kept beside what it is to say, or gives back what a draft cannot say: that
    /// something goes.
    pub fn taking(&mut self, change: Change) -> Option<Change> {
        match change {
            Change::Pin(true) => self.pinned = true,
            Change::Expires(expires) => self.expires = expires,
            Change::Authority(authority) => self.authority = Some(authority),
            Change::Domain(domain) => self.domain = Some(domain),
            Change::Kind(kind) => self.kind = Some(kind),
            Change::Tag(tag) => drop(self.tags.insert(tag)),
            Change::Project(Some(project)) => self.project = Some(project),
            Change::Visibility(visibility) => self.visibility = Some(visibility),
            Change::Importance(importance) => self.importance = Some(importance),
            Change::Summary(Some(summary)) => self.summary = Some(summary),
            Change::Body(Some(body)) => self.body = Some(body),
            Change::Key(Some(key)) => self.key = Some(key),
            Change::Value(Some(value)) => self.value = Some(value),
            Change::State(state) => self.state = Some(state),
            Change::Due(Some(due)) => self.due_at = Some(due),
            Change::NextStep(Some(step)) => self.next_step = Some(step),
            goes => return Some(goes),
        }
        None
    }

    /// A claim in the person's own hand.
    pub fn said(content: impl Into<String>) -> Draft {
        Draft {
            content: content.into(),
            summary: None,
            body: None,
            kind: None,
            authority: None,
            domain: None,
            key: None,
            value: None,
            tags: BTreeSet::new(),
            importance: None,
            confidence: None,
            source: Source::UserDirect,
            evidence_type: None,
            grounding: None,
            retention: None,
            expires: Expiry::Unsaid,
            valid_from: None,
            valid_until: None,
            project: None,
            visibility: None,
            app: None,
            pinned: false,
            state: None,
            due_at: None,
            next_step: None,
            evidence: Vec::new(),
            reason: None,
            authored_by_person: true,
            incognito: false,
            changed: false,
            heard: None,
            seen: None,
        }
    }

    /// The draft that would make this claim again, in the person's name.
    pub(crate) fn confirming(claim: &Claim, project: Option<String>) -> Draft {
        let task = claim.task.as_ref();
        Draft {
            summary: claim.summary.clone(),
            body: claim.body.clone(),
            kind: Some(claim.kind),
            // What was only picked up was no rule; what they accept may be one.
            authority: claim.source.is_explicit().then_some(claim.authority),
            domain: Some(claim.domain.clone()),
            key: claim.key.clone(),
            value: claim.value.clone(),
            tags: claim.tags.clone(),
            importance: Some(claim.importance),
            source: Source::UserConfirmed,
            evidence_type: Some(claim.evidence_type),
            grounding: Some(claim.grounding),
            expires: expiry_that_stays(claim),
            project,
            visibility: Some(claim.visibility),
            app: claim.app.clone(),
            pinned: claim.flags.contains(&Flag::Pinned),
            state: task.map(|task| task.state),
            due_at: task.and_then(|task| task.due_at),
            next_step: task.and_then(|task| task.next_step.clone()),
            ..Draft::said(claim.content.clone())
        }
    }

    /// Notes on a commit that it is a step of learning, where it is one.
    pub(crate) fn sign(&self, commit: &mut Commit) {
        if let Some(heard) = self.heard {
            commit.learned = Some(heard.step);
            commit.operation.actor = Actor::Automation(LEARNING.into());
            commit.operation.job = Some(heard.run);
        }
    }

    /// Fails on a draft that makes no sense.
    pub(crate) fn check(&self) -> Result<(), Error> {
        let invalid = |message: String| Err(Error::Invalid(message));
        if self.content.trim().is_empty() {
            return invalid("there is nothing to remember: the text is empty".into());
        }
        let long = [Some(&self.content), self.summary.as_ref(), self.body.as_ref()].into_iter().flatten();
        if let Some(text) = long.into_iter().find(|text| text.len() > LONGEST_TEXT) {
            return invalid(format!("the text has {} bytes; at most {LONGEST_TEXT} are kept", text.len()));
        }
        let names = self.key.iter().chain(&self.tags).chain(&self.next_step);
        if let Some(name) = names.into_iter().find(|name| name.trim().is_empty() || name.len() > LONGEST_NAME) {
            return invalid(format!(
                "keys, tags and next steps have 1 to {LONGEST_NAME} characters, this one has {}",
                name.len()
            ));
        }
        for (what, number) in [("importance", self.importance), ("confidence", self.confidence)] {
            if number.is_some_and(|number| !(0.0..=1.0).contains(&number)) {
                return invalid(format!("{what} lies between 0 and 1"));
            }
        }
        if let (Some(from), Some(until)) = (self.valid_from, self.valid_until)
            && until <= from
        {
            return invalid(format!("it cannot end on {until} before it began on {from}"));
        }
        if self.state.is_some() && self.kind.is_some_and(|kind| kind != Kind::Task) {
            return invalid("only a task has a state".into());
        }
        Ok(())
    }
}
