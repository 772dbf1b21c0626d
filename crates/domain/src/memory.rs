//! Memories: atomic claims with a history that is never rewritten.
//!
//! A memory is a name; what it says lives in its versions. Two clocks run through them. *Valid* time is when a claim
//! held in the world; *recorded* time is when we believed it. Ending a version retires its record and records the
//! same version again with an end, so that "what did we believe in March?" always has an answer.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::axes::{
    Authority, EvidenceType, Flag, Grounding, Kind, Retention, Source, Status, TaskState, Tier, Visibility,
};
use crate::domains::DomainName;
use crate::id::{MemoryId, ProjectId, UserId, VersionId};
use crate::space::Actor;
use crate::time::{Timestamp, Window};

/// The name of a claim through all its versions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Memory {
    /// Its public id.
    pub id: MemoryId,
    /// Whose it is.
    pub owner: UserId,
    /// When it was first recorded.
    pub created_at: Timestamp,
}

/// What a version says, on every axis but time.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Claim {
    /// The claim in words: short, self-contained.
    pub content: String,
    /// A shorter line to show instead.
    pub summary: Option<String>,
    /// Longer detail, found by recall and never injected.
    pub body: Option<String>,
    /// What sort of claim.
    pub kind: Kind,
    /// Rule or context.
    pub authority: Authority,
    /// Which area of life.
    pub domain: DomainName,
    /// What it is about, for claims of which there can be only one: `no_meetings_after`.
    pub key: Option<String>,
    /// The claim as data: `"16:00"`.
    pub value: Option<Value>,
    /// Everything finer than a domain.
    pub tags: BTreeSet<String>,
    /// How much it matters, 0 to 1.
    pub importance: f64,
    /// How likely it is to be right, 0 to 1; nothing where the person stands behind it and there is no guess.
    pub confidence: Option<f64>,
    /// How sure we are.
    pub tier: Tier,
    /// Who it comes from.
    pub source: Source,
    /// How we know.
    pub evidence_type: EvidenceType,
    /// Whether it permits an action.
    pub grounding: Grounding,
    /// How long it is meant to be kept.
    pub retention: Retention,
    /// When it stops being used by itself.
    pub expires_at: Option<Timestamp>,
    /// The project it belongs to, if it only matters there.
    pub project: Option<ProjectId>,
    /// Who in the space may see it.
    pub visibility: Visibility,
    /// The application that wrote it.
    pub app: Option<String>,
    /// What is to be done, where the claim is a task.
    pub task: Option<Task>,
    /// What a view should say beside the words.
    pub flags: BTreeSet<Flag>,
}

/// How the tag begins that says in which domain a claim is not wanted.
const NOT_FOR: &str = "not-for:";

impl Claim {
    /// Returns the tag that says that a claim is not wanted where a domain is spoken of.
    pub fn not_for(domain: &DomainName) -> String {
        format!("{NOT_FOR}{domain}")
    }

    /// Returns whether the person said that it is not relevant where a domain is spoken of.
    pub fn is_not_for(&self, domain: &DomainName) -> bool {
        self.tags.iter().any(|tag| tag.strip_prefix(NOT_FOR) == Some(domain.as_str()))
    }

    /// Returns whether they said so of any domain.
    pub fn is_unwanted_somewhere(&self) -> bool {
        Claim::is_unwanted_in(&self.tags)
    }

    /// The same for the tags of a claim alone.
    pub fn is_unwanted_in(tags: &BTreeSet<String>) -> bool {
        tags.iter().any(|tag| tag.starts_with(NOT_FOR))
    }

    /// Returns whether two claims on the same key say the same: as data where both have it, else in words.
    pub fn says_the_same_as(&self, other: &Claim) -> bool {
        match (&self.value, &other.value) {
            (Some(one), Some(other)) => one == other,
            (None, None) => {
                crate::policy::fingerprint::normalized(&self.content)
                    == crate::policy::fingerprint::normalized(&other.content)
            }
            _ => false,
        }
    }

    /// Returns every piece of text in the claim that a person or a program wrote freely.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        let task = self.task.as_ref().and_then(|task| task.next_step.as_deref());
        std::iter::once(self.content.as_str())
            .chain(self.summary.as_deref())
            .chain(self.body.as_deref())
            .chain(self.key.as_deref())
            .chain(self.value.iter().flat_map(strings_in))
            .chain(self.tags.iter().map(String::as_str))
            .chain(self.app.as_deref())
            .chain(task)
    }
}

/// Every string inside a JSON value, keys included.
fn strings_in(value: &Value) -> Vec<&str> {
    match value {
        Value::String(text) => vec![text],
        Value::Array(items) => items.iter().flat_map(strings_in).collect(),
        Value::Object(fields) => {
            fields.iter().flat_map(|(key, value)| std::iter::once(key.as_str()).chain(strings_in(value))).collect()
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => Vec::new(),
    }
}

/// What a task adds to a claim.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Task {
    /// How far it has come.
    pub state: TaskState,
    /// When it is due.
    pub due_at: Option<Timestamp>,
    /// What comes next.
    pub next_step: Option<String>,
}

/// One state of a memory: a claim held to be true over a stretch of time.
#[derive(Debug, Clone, PartialEq)]
pub struct Version {
    /// Its public id, the same for every record of this version.
    pub id: VersionId,
    /// The memory it is a state of.
    pub memory: MemoryId,
    /// Its place in the memory's history, from 1.
    pub n: u32,
    /// What it says.
    pub claim: Claim,
    /// When it held in the world, which may be long before we heard of it.
    pub window: Window,
    /// Where it stands. Never [`Status::Expired`]: see [`Version::status_at`].
    pub status: Status,
    /// The version that took its place.
    pub superseded_by: Option<VersionId>,
    /// When the person first stood behind it.
    pub confirmed_at: Option<Timestamp>,
    /// When they last did.
    pub last_confirmed_at: Option<Timestamp>,
    /// Who made this state.
    pub actor: Actor,
}

impl Version {
    /// Returns when this version is in force: its window, cut where it expires.
    pub fn in_force(&self) -> Window {
        match self.claim.expires_at {
            Some(expiry) => self.window.ending_by(expiry),
            None => self.window,
        }
    }

    /// Returns where the version stands at an instant. Expiry needs no sweeper: it is a matter of looking at the clock.
    pub fn status_at(&self, now: Timestamp) -> Status {
        let ends = [self.window.until, self.claim.expires_at];
        let over = ends.into_iter().flatten().any(|end| end <= now);
        match self.status {
            Status::Active if over => Status::Expired,
            status => status,
        }
    }

    /// Returns whether it is in force or will be: active, and not over.
    pub fn is_live(&self, now: Timestamp) -> bool {
        self.status_at(now) == Status::Active
    }

    /// Returns this version ended at `at` for the given reason. What ended earlier stays ended then.
    pub fn ended(mut self, status: Status, at: Timestamp) -> Version {
        self.window = self.window.ending_by(at);
        self.status = status;
        self
    }

    /// Returns this version closed in favour of a newer one, where that one begins to hold.
    pub fn superseded(mut self, by: VersionId, from: Timestamp) -> Version {
        self.superseded_by = Some(by);
        self.ended(Status::Superseded, from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::Id;
    use crate::test_claims::claim;

    fn version(from: i64) -> Version {
        Version {
            id: VersionId::from_bits(1),
            memory: MemoryId::from_bits(1),
            n: 1,
            claim: claim("likes tea"),
            window: Window::starting(Timestamp::from_micros(from)),
            status: Status::Active,
            superseded_by: None,
            confirmed_at: None,
            last_confirmed_at: None,
            actor: Actor::User(UserId::from_bits(1)),
        }
    }

    fn t(micros: i64) -> Timestamp {
        Timestamp::from_micros(micros)
    }

    /// R1-028: expiry is a filter at the time of asking.
    #[test]
    fn an_active_version_expires_by_the_clock_alone() {
        let mut version = version(10);
        version.claim.expires_at = Some(t(20));
        assert_eq!(version.status_at(t(19)), Status::Active);
        assert_eq!(version.status_at(t(20)), Status::Expired);
        assert!(!version.in_force().contains(t(20)));
    }

    #[test]
    fn superseding_closes_the_window_where_the_newer_one_begins() {
        let closed = version(10).superseded(VersionId::from_bits(2), t(15));
        assert_eq!(closed.window, Window { from: t(10), until: Some(t(15)) });
        assert_eq!((closed.status, closed.superseded_by), (Status::Superseded, Some(VersionId::from_bits(2))));
    }

    #[test]
    fn a_version_superseded_from_before_it_began_never_held() {
        let closed = version(10).superseded(VersionId::from_bits(2), t(5));
        assert!(closed.window.is_empty());
    }

    #[test]
    fn every_free_text_of_a_claim_can_be_looked_at() {
        let mut claim = claim("a");
        claim.body = Some("b".into());
        claim.value = Some(serde_json::json!({"c": ["d", 1, {"e": "f"}]}));
        claim.task = Some(Task { state: TaskState::Open, due_at: None, next_step: Some("g".into()) });
        assert_eq!(claim.texts().collect::<Vec<_>>(), ["a", "b", "c", "d", "e", "f", "g"]);
    }
}
