//! From an op of the model to what becomes of it: the same write policy as for every other claim.
//!
//! The model proposes; what a claim may do is decided here. Whether the person asked for something is read off their own
//! words, never off the model's: it cannot raise its own authority.

use cofio_domain::axes::{EvidenceType, Source, Status};
use cofio_domain::evidence::{Cited, Evidence};
use cofio_domain::id::MemoryId;
use cofio_domain::operation::OperationKind;
use cofio_domain::session::Session;
use cofio_domain::space::SpaceHandle;
use cofio_language::extract::{Act, Extracted, Modality};

use super::answer::{Op, What};
use super::support::{Support, is_from, quoted, support};
use crate::admit::{Draft, Heard};
use crate::learn::Line;
use crate::{Action, Engine, Error, Written};

/// How sure one can be of what is asked, imagined or reported: a maybe (R1-014).
const NOT_MEANT: f64 = 0.5;

/// An op with everything that bears on it.
pub(super) struct Taking<'a> {
    pub(super) op: &'a Op,
    pub(super) line: &'a Line,
    /// What the assistant said just before.
    pub(super) before: Option<&'a str>,
    /// What grammar reads in the message.
    pub(super) read: &'a [Extracted],
    /// And in the words of the op alone.
    pub(super) read_alone: &'a [Extracted],
    /// What the claim was made by, for its history.
    pub(super) made_by: &'a str,
}

impl Taking<'_> {
    /// What grammar reads in the words of the op.
    fn read_there(&self) -> impl Iterator<Item = &Extracted> {
        let span = quoted(&self.line.text, &self.op.quote).map(|quote| {
            let start = quote.as_ptr() as usize - self.line.text.as_ptr() as usize;
            start..start + quote.len()
        });
        let span = span.unwrap_or(0..self.line.text.len());
        self.read.iter().filter(move |read| read.clause.span.start < span.end && span.start < read.clause.span.end)
    }

    fn asks(&self, acts: &[Act]) -> bool {
        self.read_there().any(|read| acts.contains(&read.act))
    }
}

impl Engine {
    /// Takes in one op. What the rules refuse is passed over: no answer of a model keeps a session from being closed.
    pub(super) fn take_op(
        &self,
        space: &SpaceHandle,
        session: &Session,
        taking: &Taking<'_>,
        heard: Heard,
    ) -> Result<Written, Error> {
        match self.carry_out_op(space, session, taking, heard) {
            Err(error @ (Error::Store(_) | Error::Model(_) | Error::Forbidden(_))) => Err(error),
            Err(_) => Ok(Written::nothing(Action::Skipped, "Not kept", "it does not fit what is known")),
            taken => taken,
        }
    }

    fn carry_out_op(
        &self,
        space: &SpaceHandle,
        session: &Session,
        taking: &Taking<'_>,
        heard: Heard,
    ) -> Result<Written, Error> {
        let skipped = |why: &str| Ok(Written::nothing(Action::Skipped, "Not kept", why));
        let heard = Heard { at: taking.line.event.at, ..heard };
        if quoted(&taking.line.text, &taking.op.quote).is_none() && !is_from(&taking.line.text, &taking.op.quote) {
            return skipped("the words it cites were not said");
        }
        match &taking.op.what {
            What::Skip => skipped("it is known already"),
            What::Forget { memory } if taking.asks(&[Act::Forget, Act::Retract]) => {
                let Some(head) = self.head_of(space, *memory)? else { return skipped("it is gone already") };
                let draft = Draft { heard: Some(heard), ..Draft::said("") };
                self.end_heads(space, &[head], OperationKind::Forget, Status::Forgotten, &draft)
            }
            What::Forget { .. } => skipped("nobody asked for it to be forgotten"),
            What::Confirm { memory } => {
                let Some(head) = self.head_of(space, *memory)? else { return skipped("it is gone already") };
                let draft = draft_of(session, taking, &head.body.claim.content.clone(), heard, Support::Own);
                self.admit(space, &draft, Some(head))
            }
            What::Add { content, kind, confidence } => {
                let Some(mut draft) = self.drafted(session, taking, content, heard) else {
                    return skipped("the person did not say that");
                };
                (draft.kind, draft.confidence) = (*kind, Some(self.sureness(taking, *confidence)));
                let known = self.known_in_these_words(space, content)?;
                self.admit(space, &draft, known)
            }
            What::Update { memory, content, kind, confidence } => {
                let Some(mut draft) = self.drafted(session, taking, content, heard) else {
                    return skipped("the person did not say that");
                };
                (draft.kind, draft.confidence) = (*kind, Some(self.sureness(taking, *confidence)));
                let target = self.target_of(space, *memory)?;
                self.admit(space, &draft, target)
            }
        }
    }

    /// Makes a draft of a sentence the person's words carry.
    fn drafted(&self, session: &Session, taking: &Taking<'_>, content: &str, heard: Heard) -> Option<Draft> {
        let names_a_time = !cofio_language::dates::find(&taking.line.text, &taking.line.at).is_empty();
        let support = support(content, &taking.line.text, taking.before, names_a_time);
        (support != Support::None).then(|| draft_of(session, taking, content, heard, support))
    }

    /// How sure the person is: grammar may lower what the model says, never raise it.
    fn sureness(&self, taking: &Taking<'_>, confidence: f64) -> f64 {
        let sure = |read: &Extracted| match read.clause.modality {
            Modality::Question | Modality::Hypothetical | Modality::Reported => read.confidence.min(NOT_MEANT),
            _ => read.confidence,
        };
        taking.read_there().chain(taking.read_alone).map(sure).fold(confidence, f64::min)
    }

    fn target_of(&self, space: &SpaceHandle, memory: MemoryId) -> Result<Option<crate::find::Head>, Error> {
        let now = self.now();
        Ok(self.head_of(space, memory)?.filter(|head| head.body.is_live(now)))
    }
}

fn draft_of(session: &Session, taking: &Taking<'_>, content: &str, heard: Heard, support: Support) -> Draft {
    let explicit = taking.asks(&[Act::Remember, Act::Correct]);
    let quote = quoted(&taking.line.text, &taking.op.quote).map(str::to_owned);
    Draft {
        source: if explicit { Source::UserStated } else { Source::Extracted },
        evidence_type: Some(EvidenceType::Stated),
        evidence: vec![Evidence {
            quote,
            ..Evidence::of(Cited::Message { session: session.name.clone(), index: taking.line.event.index })
        }],
        // What an assistant put into words is an order only if the person gave it.
        authored_by_person: support == Support::Own,
        reason: Some(taking.made_by.to_owned()),
        heard: Some(heard),
        ..Draft::said(content)
    }
}
