//! The write policy: what becomes of a claim that somebody or something wants remembered.
//!
//! One table, read from the top; the first row that fits decides. Rows 0 to 4 are gates and the same in every
//! profile. Nothing is looked up here: the caller has gathered all there is to know in an [`Attempt`].

use crate::axes::{EvidenceType, Grounding, Kind, Source, Tier, axis};
use crate::domains::DomainName;
use crate::policy::knobs::{Knobs, Profile};

axis! {
    /// A row of the table, by the number it has in the documentation.
    PolicyRow {
        /// The session leaves nothing behind.
        Incognito = "0",
        /// Learning is paused.
        Paused = "0'",
        /// Looks like a secret.
        Secret = "1",
        /// Comes from something that was read, or gives orders that are not the person's.
        Untrusted = "2",
        /// Belongs to a domain that is off; the person said it.
        DomainOff = "3",
        /// Belongs to a domain that is off; it was picked up.
        DomainOffInferred = "3'",
        /// Permits an action and is not in the person's own hand.
        ActionGrounding = "4",
        /// Was forgotten or declined before.
        Suppressed = "4'",
        /// Is known already.
        Duplicate = "5",
        /// Contradicts what is known.
        Contradiction = "6",
        /// The person said it.
        Explicit = "7",
        /// An assistant thought of it.
        AgentProposed = "8",
        /// Clearly stated in passing.
        StatedClearly = "9",
        /// Learned in passing in a domain where a machine may not promote.
        NoAutoPromote = "10",
        /// Seen often.
        SeenOften = "11",
        /// Stated or seen more than once.
        SeenTwice = "12",
        /// Anything else.
        ThinEvidence = "13",
    }
}

/// All that is known about a write before it is decided.
#[derive(Debug, Clone)]
pub struct Attempt {
    /// Whether the session leaves nothing behind.
    pub incognito: bool,
    /// What it looks like, where it looks like a secret.
    pub secret: Option<String>,
    /// Who it comes from.
    pub source: Source,
    /// Whether it reads like an order to the assistant.
    pub instruction_shaped: bool,
    /// Whether the words are the person's own.
    pub authored_by_person: bool,
    /// The domain it belongs to, where that one is off.
    pub closed_domain: Option<DomainName>,
    /// Whether it permits an action.
    pub grounding: Grounding,
    /// Whether the same words were forgotten or declined before.
    pub suppressed: bool,
    /// What is known already.
    pub known: Known,
    /// How we know.
    pub evidence_type: EvidenceType,
    /// What sort of claim.
    pub kind: Kind,
    /// How much it matters.
    pub importance: f64,
    /// How likely it is to be right; nothing where there is no guess.
    pub confidence: Option<f64>,
    /// Whether a machine may promote in its domain.
    pub auto_promote: bool,
    /// How often it was seen.
    pub occurrences: u32,
    /// In how many conversations.
    pub sessions: u32,
}

/// How a claim stands to what is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Known {
    /// Nothing like it is known.
    Nothing,
    /// It is known already.
    Same,
    /// Something is known that cannot hold together with it.
    Contradicted,
}

/// What becomes of it.
#[derive(Debug, Clone, PartialEq)]
pub enum Decision {
    /// Nothing is kept, not even that it was said.
    Drop,
    /// Nothing is kept but a count.
    DropCounted,
    /// Refused, and the person is told why.
    Refuse,
    /// Asks whether the domain may be turned on; nothing is kept until then.
    Ask(DomainName),
    /// Waits for a person.
    Propose {
        /// Whether it comes from something that was read.
        from_reading: bool,
    },
    /// It is known already.
    Existing {
        /// Whether hearing it again confirms it.
        confirm: bool,
    },
    /// The contradiction ladder decides.
    Contradiction,
    /// Becomes a memory.
    Save {
        /// How sure it is.
        tier: Tier,
        /// How much it matters.
        importance: f64,
        /// Whether it is found by recall alone.
        recall_only: bool,
    },
    /// Becomes a candidate.
    Stage {
        /// After how many days it is dropped; never, where it waits for the person.
        ttl_days: Option<u32>,
    },
}

/// A decision and the row that made it.
#[derive(Debug, Clone, PartialEq)]
pub struct Ruling {
    /// The row.
    pub row: PolicyRow,
    /// What becomes of the claim.
    pub decision: Decision,
}

/// Decides what becomes of a claim.
pub fn rule(attempt: &Attempt, knobs: &Knobs) -> Ruling {
    gate(attempt, knobs).unwrap_or_else(|| promote(attempt, knobs))
}

/// Rows 0 to 6: what holds in every profile.
fn gate(attempt: &Attempt, knobs: &Knobs) -> Option<Ruling> {
    let explicit = attempt.source.is_explicit();
    let orders_of_a_stranger = attempt.instruction_shaped && !attempt.authored_by_person;
    let untrusted = attempt.source == Source::UntrustedContent || orders_of_a_stranger;
    let acts_unsigned = attempt.grounding == Grounding::Act && !attempt.source.may_ground_action();
    let closed = attempt.closed_domain.as_ref();

    let ruling = |row, decision| Some(Ruling { row, decision });
    if attempt.incognito {
        return ruling(PolicyRow::Incognito, Decision::Drop);
    }
    if knobs.learning_paused && !explicit {
        return ruling(PolicyRow::Paused, Decision::Drop);
    }
    if attempt.secret.is_some() {
        return ruling(PolicyRow::Secret, Decision::Refuse);
    }
    // A proposal keeps words, and no words of a domain that is off may be kept: so row 2 yields to row 3.
    if untrusted && closed.is_none() {
        return ruling(PolicyRow::Untrusted, Decision::Propose { from_reading: true });
    }
    if let Some(domain) = closed {
        return if explicit && !untrusted {
            ruling(PolicyRow::DomainOff, Decision::Ask(domain.clone()))
        } else {
            ruling(PolicyRow::DomainOffInferred, Decision::DropCounted)
        };
    }
    if acts_unsigned {
        return ruling(PolicyRow::ActionGrounding, Decision::Propose { from_reading: false });
    }
    if attempt.suppressed && !explicit {
        return ruling(PolicyRow::Suppressed, Decision::DropCounted);
    }
    match attempt.known {
        Known::Same => ruling(PolicyRow::Duplicate, Decision::Existing { confirm: explicit }),
        Known::Contradicted => ruling(PolicyRow::Contradiction, Decision::Contradiction),
        Known::Nothing => None,
    }
}

/// Rows 7 to 13: how sure a claim is that nothing speaks against. Also asked once the ladder has let a
/// contradicting claim through.
pub fn promote(attempt: &Attempt, knobs: &Knobs) -> Ruling {
    let row = promotion_row(attempt, knobs);
    Ruling { row, decision: decision_of(row, attempt, knobs) }
}

fn promotion_row(attempt: &Attempt, knobs: &Knobs) -> PolicyRow {
    let stated = attempt.evidence_type == EvidenceType::Stated;
    let confident = attempt.confidence.unwrap_or(1.0) >= knobs.kind_floor(attempt.kind);
    let extracted = attempt.source == Source::Extracted;
    let seen_often = attempt.occurrences >= knobs.strong_occurrences && attempt.sessions >= knobs.strong_sessions;

    if attempt.source.is_explicit() {
        PolicyRow::Explicit
    } else if attempt.source == Source::AgentProposed {
        PolicyRow::AgentProposed
    } else if !attempt.auto_promote {
        PolicyRow::NoAutoPromote
    } else if extracted && stated && attempt.importance >= knobs.importance_min && confident {
        PolicyRow::StatedClearly
    } else if !stated && seen_often {
        PolicyRow::SeenOften
    } else if confident && (stated || attempt.occurrences >= 2) {
        PolicyRow::SeenTwice
    } else {
        PolicyRow::ThinEvidence
    }
}

fn decision_of(row: PolicyRow, attempt: &Attempt, knobs: &Knobs) -> Decision {
    /// Something seen often enough to be sure matters at least this much; a maybe, at most that.
    const SURE: f64 = 0.9;
    const MAYBE: f64 = 0.6;

    let save = |tier, importance| Decision::Save { tier, importance, recall_only: false };
    let for_recall =
        Decision::Save { tier: Tier::Tentative, importance: attempt.importance.min(MAYBE), recall_only: true };
    let propose = Decision::Propose { from_reading: false };

    match (row, knobs.profile) {
        (PolicyRow::Explicit, _) => save(Tier::Confirmed, attempt.importance),
        (_, Profile::Manual) => Decision::Drop,

        // A machine's word never becomes a memory of a sensitive domain by itself, whatever the profile.
        (PolicyRow::AgentProposed, Profile::Instant) if attempt.auto_promote => save(Tier::Strong, attempt.importance),
        (PolicyRow::AgentProposed, Profile::Autopilot) if attempt.auto_promote => {
            save(Tier::Tentative, attempt.importance.min(MAYBE))
        }
        (PolicyRow::AgentProposed, _) => propose,

        (PolicyRow::NoAutoPromote, _) => Decision::Stage { ttl_days: None },

        (PolicyRow::StatedClearly | PolicyRow::SeenOften | PolicyRow::SeenTwice, Profile::Confirm) => propose,
        (PolicyRow::StatedClearly, _) => save(Tier::Strong, attempt.importance),
        (PolicyRow::SeenOften, _) => save(Tier::Strong, attempt.importance.max(SURE)),

        (PolicyRow::SeenTwice | PolicyRow::ThinEvidence, Profile::Instant) => for_recall,
        (PolicyRow::SeenTwice, _) => save(Tier::Tentative, attempt.importance.min(MAYBE)),
        (PolicyRow::ThinEvidence, _) => Decision::Stage { ttl_days: Some(knobs.candidate_ttl_days) },

        (
            PolicyRow::Incognito
            | PolicyRow::Paused
            | PolicyRow::Secret
            | PolicyRow::Untrusted
            | PolicyRow::DomainOff
            | PolicyRow::DomainOffInferred
            | PolicyRow::ActionGrounding
            | PolicyRow::Suppressed
            | PolicyRow::Duplicate
            | PolicyRow::Contradiction,
            _,
        ) => unreachable!("rows 0 to 6 are decided by the gate"),
    }
}

#[cfg(test)]
#[path = "write_tests.rs"]
mod tests;
