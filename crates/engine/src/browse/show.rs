//! One memory in full, and where it comes from.

use cofio_domain::axes::Source;
use cofio_domain::evidence::{Cited, Evidence};
use cofio_domain::id::{LinkId, MemoryId, OperationId, SpaceId};
use cofio_domain::link::Relation;
use cofio_domain::record::Belief;
use cofio_domain::space::{Actor, SpaceHandle};
use cofio_domain::time::Timestamp;
use serde::Serialize;

use crate::entities::Conclusions;
use crate::find::{Head, Looking};
use crate::rulebook::Rulebook;
use crate::view::MemoryView;
use crate::{Engine, Error};

/// A memory in full.
#[derive(Debug, Clone, Serialize)]
#[allow(missing_docs, reason = "the fields are those of the memory")]
pub struct ShowView {
    #[serde(flatten)]
    pub memory: MemoryView,
    pub created_at: Timestamp,
    pub owner: String,
    /// How many versions there are.
    pub versions: u32,
    /// The links whose both ends are in force.
    pub links: Vec<LinkView>,
    /// Where copies of it are.
    pub shared_with: Vec<ShareView>,
}

/// A link as it is shown from one of its ends.
#[derive(Debug, Clone, Serialize)]
#[allow(missing_docs, reason = "the fields are those of the link")]
pub struct LinkView {
    pub id: LinkId,
    pub relation: Relation,
    /// `to` where this memory is the start, `from` where it is the end.
    pub direction: &'static str,
    pub memory: MemoryId,
    pub version: u32,
    pub content: String,
    pub since: Timestamp,
    /// Whether nobody said it: it follows from both together. Shown dashed.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub inferred: bool,
    /// How likely it is, where it was inferred.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
    /// What follows, and why, where it was inferred.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub because: Option<String>,
}

/// A copy of a memory in another space.
#[derive(Debug, Clone, Serialize)]
#[allow(missing_docs, reason = "the fields are those of the share")]
pub struct ShareView {
    pub space: SpaceId,
    pub copy: MemoryId,
}

/// Where a memory comes from.
#[derive(Debug, Clone, Serialize)]
#[allow(missing_docs, reason = "the fields are those of the memory and its operation")]
pub struct WhyView {
    pub memory: MemoryView,
    /// In a sentence.
    pub because: String,
    pub said_by: String,
    pub app: Option<String>,
    pub at: Timestamp,
    pub operation: OperationId,
    pub reason: Option<String>,
    pub evidence: Vec<Evidence>,
    /// The memories it rests on, where it was shared or concluded from them.
    pub rests_on: Vec<MemoryView>,
}

impl Engine {
    /// Shows a memory in full.
    pub fn show(&self, space: &SpaceHandle, which: &str) -> Result<ShowView, Error> {
        let head = self.find(space, which, Looking::Any)?;
        let book = Rulebook::read(&*self.store, space)?;
        let id = head.body.memory;
        let memory = self.store.memory(space, id)?.ok_or_else(|| Error::not_found("memory", which))?;
        let evidence = self.evidence_for(space, &head)?;
        let owner = self.name_of(&cofio_domain::space::Actor::User(memory.owner))?;
        let records = self.store.records_of(space, id)?;
        let mut view = self.view(space, &head, &book);
        view.evidence = evidence;
        view.hidden = !book.is_on(&head.body.claim.domain);
        Ok(ShowView {
            memory: view,
            created_at: memory.created_at,
            owner,
            versions: records.iter().map(|record| record.body.n).max().unwrap_or(1),
            links: self.links_shown(space, id, &book)?,
            shared_with: self
                .shares_of(space, id)?
                .into_iter()
                .map(|(_, share)| ShareView { space: share.to_space, copy: share.copy })
                .collect(),
        })
    }

    /// Returns the links of a memory whose other end is in force. A link to what is over drops out by itself.
    pub(crate) fn links_shown(
        &self,
        space: &SpaceHandle,
        memory: MemoryId,
        book: &Rulebook,
    ) -> Result<Vec<LinkView>, Error> {
        let now = self.now();
        let mut views = Vec::new();
        let mut conclusions = None;
        for link in self.store.links_of(space, memory, Belief::Now)? {
            let other = link.body.other_end(memory);
            let inferred = link.body.confidence.is_some();
            let mut because = None;
            if inferred {
                if conclusions.is_none() {
                    conclusions = Some(self.conclusions(space)?);
                }
                // What does not follow any more is not shown, whether or not the link was cut yet.
                let drawn = conclusions.as_ref().and_then(|drawn: &Conclusions| drawn.between(memory, other));
                let Some(concluded) = drawn else { continue };
                because = Some(format!("{}, because {}", concluded.says, concluded.because));
            }
            let head = self.head_of(space, other)?;
            let shown = |head: &Head| head.body.in_force().contains(now) && book.is_on(&head.body.claim.domain);
            if let Some(head) = head.filter(shown) {
                views.push(LinkView {
                    id: link.body.id,
                    relation: link.body.relation,
                    direction: if link.body.from == memory { "to" } else { "from" },
                    memory: other,
                    version: head.body.n,
                    content: head.body.claim.content,
                    since: link.recorded_at,
                    inferred,
                    confidence: link.body.confidence,
                    because,
                });
            }
        }
        Ok(views)
    }

    fn evidence_for(&self, space: &SpaceHandle, head: &Head) -> Result<Vec<Evidence>, Error> {
        let evidence = self.store.evidence_of(space, head.body.memory)?.into_iter();
        Ok(evidence.filter(|(version, _)| *version == head.body.id).map(|(_, evidence)| evidence).collect())
    }

    /// Tells where a memory comes from.
    pub fn why(&self, space: &SpaceHandle, which: &str) -> Result<WhyView, Error> {
        let head = self.find(space, which, Looking::Any)?;
        let book = Rulebook::read(&*self.store, space)?;
        // What was said first in this version, not what was done to its record since.
        let records = self.store.records_of(space, head.body.memory)?;
        let first = records.iter().filter(|record| record.body.n == head.body.n).min_by_key(|record| record.seq);
        let (operation, at) = first.map_or((head.operation, head.recorded_at), |r| (r.operation, r.recorded_at));
        let reason = self.store.operation(space, operation)?.and_then(|operation| operation.reason);
        let said_by = self.name_of(&self.speaker_of(space, &head)?)?;
        let evidence = self.evidence_for(space, &head)?;
        let mut rests_on = Vec::new();
        for item in &evidence {
            if let Cited::Memory { memory } = item.cites
                && let Some(other) = self.head_of(space, memory)?
            {
                rests_on.push(self.view(space, &other, &book));
            }
        }
        Ok(WhyView {
            because: because(head.body.claim.source, &said_by, head.body.claim.app.as_deref()),
            app: head.body.claim.app.clone(),
            memory: self.view(space, &head, &book),
            said_by,
            at,
            operation,
            reason,
            evidence,
            rests_on,
        })
    }
}

impl Engine {
    /// Returns who said what a memory says. What was learned from a conversation the person said, whatever took it in.
    fn speaker_of(&self, space: &SpaceHandle, head: &Head) -> Result<Actor, Error> {
        let claim = &head.body.claim;
        let spoken = claim.source.is_explicit() || claim.source == Source::Extracted;
        match &head.body.actor {
            Actor::Automation(_) if spoken => {
                let memory = self.store.memory(space, head.body.memory)?;
                Ok(memory.map_or_else(|| head.body.actor.clone(), |memory| Actor::User(memory.owner)))
            }
            actor => Ok(actor.clone()),
        }
    }
}

fn because(source: Source, who: &str, app: Option<&str>) -> String {
    let through = app.map_or(String::new(), |app| format!(" through {app}"));
    match source {
        Source::UserDirect => format!("{who} wrote it by hand{through}"),
        Source::UserStated => format!("{who} said it{through}"),
        Source::UserConfirmed => format!("it was suggested{through}, and {who} accepted it"),
        Source::Imported => format!("{who} imported it{through}"),
        Source::Extracted => format!("it was learned from what {who} said{through}"),
        Source::AgentProposed => format!("an assistant suggested it{through}"),
        Source::Derived => "it was concluded from other memories".to_owned(),
        Source::UntrustedContent => format!("it comes from something that was read{through}"),
    }
}
