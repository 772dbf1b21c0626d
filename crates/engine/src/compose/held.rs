//! What the composer is given: memories as they are held at one moment, and what recall found.

use std::borrow::Cow;

use cofio_domain::axes::{Authority, Flag, Grounding, Kind, Status, Tier};
use cofio_domain::domains::{Domain, Sensitivity};
use cofio_domain::id::{MemoryId, ProjectId};
use cofio_domain::memory::{Claim, Version};
use cofio_domain::policy::decay::{confidence_at, importance_at};
use cofio_domain::record::Record;
use cofio_domain::time::Timestamp;
use serde::Serialize;

use super::budget::Share;
use super::knobs::ContextKnobs;
use super::text::{LONGEST, LONGEST_ALWAYS_ON};

/// A memory that is believed and in force at the moment it is held.
#[derive(Debug, Clone)]
pub struct Held<'a> {
    /// What it says.
    pub version: &'a Version,
    /// How likely it is to be right by then.
    pub confidence: f64,
    /// How much it matters by then.
    pub importance: f64,
    /// The place of its domain among those that every space begins with; a person's own come after them.
    pub place: usize,
    /// Whether being wrong about its domain hurts.
    pub sensitive: bool,
    /// The name of its space, where that is not the person's own.
    pub space: Option<&'a str>,
}

/// A part of the block, in the order in which they stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Section {
    /// Who the person is.
    Who,
    /// Their rules.
    Rules,
    /// How to help them: style and procedures.
    How,
    /// What is going on.
    Now,
    /// Everything else.
    Context,
}

impl<'a> Held<'a> {
    /// Holds a record at a moment; nothing where it is not in force then, is set aside or is not to be used.
    pub fn at(record: &'a Record<Version>, moment: Timestamp, domains: &[Domain]) -> Option<Held<'a>> {
        let version = &record.body;
        let set_aside = matches!(version.status, Status::Archived | Status::Forgotten | Status::Trashed);
        if set_aside || !version.in_force().contains(moment) {
            return None;
        }
        let domain = domains.iter().find(|domain| domain.name == version.claim.domain);
        let sensitive = domain.is_some_and(|domain| domain.sensitivity == Sensitivity::High);
        Some(Held {
            version,
            confidence: confidence_at(version, record.recorded_at, moment),
            importance: importance_at(version, record.recorded_at, moment),
            place: place_of(version.claim.domain.as_str()),
            sensitive,
            space: None,
        })
    }

    /// Returns the memory's id.
    pub fn id(&self) -> MemoryId {
        self.version.memory
    }

    /// Returns what is claimed.
    pub fn claim(&self) -> &'a Claim {
        &self.version.claim
    }

    /// Returns the words that are loaded: the short ones where there are any, and never the body.
    pub fn words(&self) -> &'a str {
        let claim = self.claim();
        claim.summary.as_deref().unwrap_or(&claim.content)
    }

    /// Returns the part of the block it belongs to.
    pub fn section(&self) -> Section {
        let claim = self.claim();
        match claim.kind {
            _ if self.is_rule() => Section::Rules,
            Kind::Identity => Section::Who,
            Kind::Style | Kind::Procedure => Section::How,
            Kind::Task | Kind::Project | Kind::Context => Section::Now,
            _ => Section::Context,
        }
    }

    /// Returns whether the person set it as a rule.
    pub fn is_rule(&self) -> bool {
        self.claim().authority == Authority::Hard
    }

    /// Returns whether it is always on because the person wants it so.
    pub fn is_pinned(&self) -> bool {
        self.claim().flags.contains(&Flag::Pinned)
    }

    pub(super) fn is_explicit(&self) -> bool {
        self.claim().source.is_explicit()
    }

    pub(super) fn is_tentative(&self) -> bool {
        self.claim().tier == Tier::Tentative
    }

    /// Returns whether it is to be verified before something is done because of it: it permits an action, or it is a
    /// fact of which being wrong hurts. What the person set as a rule or would rather have is theirs to set.
    pub(super) fn is_high_stakes(&self) -> bool {
        let claim = self.claim();
        let chosen = matches!(claim.kind, Kind::Identity | Kind::Style | Kind::Procedure | Kind::Preference)
            || claim.kind == Kind::Constraint
            || self.is_rule();
        claim.grounding == Grounding::Act || (self.sensitive && !chosen)
    }

    pub(super) fn share(&self) -> Share {
        if self.is_rule() || self.is_pinned() { Share::Skeleton } else { Share::of(self.claim().kind) }
    }

    /// Returns how many characters of it are always on. Half a rule is another rule, so rules have all there is room for.
    pub(super) fn longest(&self) -> usize {
        if self.share() == Share::Skeleton { LONGEST } else { LONGEST_ALWAYS_ON }
    }

    /// Returns whether it counts among the things learned in passing of which only the first are always on.
    pub(super) fn is_counted(&self) -> bool {
        !self.is_explicit() && self.share() == Share::Rest
    }

    /// Returns why it is not loaded by itself, whatever there is room for.
    pub(super) fn kept_out(&self, project: Option<ProjectId>, knobs: &ContextKnobs) -> Option<Cow<'static, str>> {
        let fits_sometimes = matches!(self.claim().kind, Kind::Habit | Kind::Skill | Kind::Context);
        let always = self.is_rule() || self.is_pinned() || self.is_explicit();
        let in_passing = (fits_sometimes && !always).then(|| "learned in passing, found when it fits".into());
        self.kept_out_of_topic(project, knobs).or(in_passing)
    }

    /// Returns why it is not loaded where its domain is spoken of.
    pub(super) fn kept_out_of_topic(
        &self,
        project: Option<ProjectId>,
        knobs: &ContextKnobs,
    ) -> Option<Cow<'static, str>> {
        let claim = self.claim();
        let finished = claim.task.as_ref().is_some_and(|task| task.state.is_finished());
        let always = self.is_rule() || self.is_pinned();
        match claim.kind {
            _ if claim.project.is_some() && claim.project != project => Some("belongs to another project".into()),
            _ if claim.flags.contains(&Flag::RecallOnly) => Some("only found when it is asked for".into()),
            Kind::Task if finished => Some("the task is finished".into()),
            _ if always => None,
            Kind::Artifact => Some("a note, found when it is asked for".into()),
            _ if self.is_explicit() => None,
            _ if self.confidence < knobs.confidence_min => Some(unsure(self.confidence, knobs.confidence_min)),
            _ => None,
        }
    }
}

/// The order of domains is the same whatever is changed about them, so that the block is.
fn place_of(domain: &str) -> usize {
    const ORDER: [&str; 12] = [
        "general",
        "personal",
        "work",
        "schedule",
        "communication",
        "food",
        "shopping",
        "travel",
        "relationships",
        "health",
        "finance",
        "religion",
    ];
    ORDER.iter().position(|name| *name == domain).unwrap_or(ORDER.len())
}

/// Says that something is not sure enough.
pub(super) fn unsure(confidence: f64, floor: f64) -> Cow<'static, str> {
    format!("not sure enough: {confidence:.2}, and {floor:.2} is the least").into()
}

/// Which layer something that was found belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Layer {
    /// A memory.
    Memory,
    /// The summary of a conversation.
    Episode,
    /// Something that was said.
    Message,
    /// A maybe. Never loaded.
    Candidate,
}

/// Something that recall found for a message, best first.
#[derive(Debug, Clone)]
pub struct Offered {
    /// Its id.
    pub id: String,
    /// The memory, and which version of it.
    pub memory: Option<(MemoryId, u32)>,
    /// Which layer it is of.
    pub layer: Layer,
    /// What sort of claim, where it is one.
    pub kind: Option<Kind>,
    /// The words that are loaded.
    pub text: String,
    /// What has to be said with them: a newer value, the space they are from.
    pub label: Option<String>,
    /// When it was said.
    pub at: Option<Timestamp>,
    /// Who said it.
    pub who: Option<String>,
    /// How well it fits, in whatever unit recall ranks by.
    pub score: f64,
    /// How well it fits, from 0 to 1, where recall can tell.
    pub relevance: Option<f64>,
    /// How sure it is.
    pub tier: Option<Tier>,
    /// How much it matters.
    pub importance: f64,
    /// How likely it is to be right by now; 1 where it is no guess.
    pub confidence: f64,
    /// Whether it is to be verified before something is done because of it.
    pub high_stakes: bool,
    /// Whether the person or the assistant said it, rather than something that was read.
    pub said_in_person: bool,
    /// Whether it is only found when it is asked for by name.
    pub recall_only: bool,
}

impl Offered {
    /// Offers a memory that is held now.
    pub fn memory(held: &Held<'_>, score: f64, relevance: Option<f64>) -> Offered {
        let claim = held.claim();
        Offered {
            id: held.id().to_string(),
            memory: Some((held.id(), held.version.n)),
            layer: Layer::Memory,
            kind: Some(claim.kind),
            text: held.words().to_owned(),
            label: held.space.map(|space| format!("in {space}")),
            at: None,
            who: None,
            score,
            relevance,
            tier: Some(claim.tier),
            importance: held.importance,
            confidence: if held.is_explicit() { 1.0 } else { held.confidence },
            high_stakes: held.is_high_stakes(),
            said_in_person: true,
            recall_only: claim.flags.contains(&Flag::RecallOnly),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn domains_stand_in_the_order_they_are_seeded_in() {
        let seeds = Domain::seeds();
        assert!(seeds.iter().enumerate().all(|(at, domain)| place_of(domain.name.as_str()) == at));
        assert_eq!(place_of("gardening"), seeds.len());
    }
}
