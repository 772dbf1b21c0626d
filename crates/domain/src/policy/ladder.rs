//! The contradiction ladder: which of two claims about the same thing stands.
//!
//! Trust comes first, then time, then what is at stake, then the nature of the claim; what is left is the person's to
//! settle. The rungs are tried from 0 up and the first that fits decides.

use crate::axes::{Authority, Kind, Source};
use crate::policy::knobs::Knobs;
use crate::policy::trust::may_replace;

/// What the ladder must know of a claim.
#[derive(Debug, Clone, Copy)]
pub struct Side {
    /// Who it comes from.
    pub source: Source,
    /// What sort of claim.
    pub kind: Kind,
    /// Rule or context.
    pub authority: Authority,
    /// How much it matters by now.
    pub importance: f64,
    /// How likely it is to be right by now; nothing where there is no guess.
    pub confidence: Option<f64>,
}

impl Side {
    fn certainty(&self) -> f64 {
        self.confidence.unwrap_or(1.0)
    }
}

/// How the new claim stands to the old one in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Timing {
    /// It says that things changed ("now", "moved", "no longer"), or is a later statement of something that does.
    Later,
    /// Nothing of the sort.
    Same,
}

/// What becomes of the two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The new claim is a new version; the old one is superseded.
    Replace,
    /// The old one was true until the new one began: used to, now.
    Succeed,
    /// The old one stands; the new one is shown as a conflict.
    Stand {
        /// Whether it was heard often enough to be put before the person as a proposal.
        propose: bool,
    },
    /// The person picks.
    Ask,
    /// Both stay.
    KeepBoth,
}

/// A verdict and the rung that reached it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Judgment {
    /// The rung, from 0.
    pub rung: u8,
    /// What becomes of the two.
    pub verdict: Verdict,
}

/// The situation in which two claims meet.
#[derive(Debug, Clone, Copy)]
pub struct Dispute {
    /// What is known.
    pub old: Side,
    /// What is said against it.
    pub new: Side,
    /// How they stand in time.
    pub timing: Timing,
    /// Whether a machine may promote in their domain.
    pub auto_promote: bool,
    /// In how many conversations the new claim was made.
    pub sessions: u32,
}

/// From which trust on a source speaks for the person.
const EXPLICIT_TRUST: u8 = 4;

/// How much surer one claim must be than another to win by that alone.
const CLEAR_GAP: f64 = 0.2;

/// How many conversations must repeat a claim before it is worth the person's time.
const WORTH_ASKING_SESSIONS: u32 = 2;

/// Decides between two claims.
pub fn judge(dispute: &Dispute, knobs: &Knobs) -> Judgment {
    let Dispute { old, new, timing, auto_promote, sessions } = *dispute;
    let at = |rung, verdict| Judgment { rung, verdict };

    if new.source.trust() >= EXPLICIT_TRUST {
        return at(0, Verdict::Replace);
    }
    if !may_replace(new.source, old.source) {
        return at(1, Verdict::Stand { propose: sessions >= WORTH_ASKING_SESSIONS });
    }
    if timing == Timing::Later {
        return at(2, Verdict::Succeed);
    }
    if old.importance >= knobs.ask_importance || old.authority == Authority::Hard || !auto_promote {
        return at(3, Verdict::Ask);
    }
    match old.kind {
        Kind::Preference
        | Kind::Style
        | Kind::Habit
        | Kind::Context
        | Kind::Project
        | Kind::Task
        | Kind::Constraint
        | Kind::Procedure => at(4, Verdict::Replace),
        Kind::Artifact => at(4, Verdict::KeepBoth),
        Kind::Identity | Kind::Fact | Kind::Relationship | Kind::Skill => {
            let gap = new.certainty() - old.certainty();
            if gap >= CLEAR_GAP {
                at(5, Verdict::Replace)
            } else if -gap >= CLEAR_GAP {
                at(5, Verdict::Stand { propose: false })
            } else {
                at(5, Verdict::Ask)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn side(source: Source, kind: Kind) -> Side {
        Side { source, kind, authority: Authority::Soft, importance: 0.7, confidence: Some(0.8) }
    }

    fn dispute(old: Side, new: Side) -> Dispute {
        Dispute { old, new, timing: Timing::Same, auto_promote: true, sessions: 1 }
    }

    fn judged(dispute: &Dispute) -> (u8, Verdict) {
        let judgment = judge(dispute, &Knobs::default());
        (judgment.rung, judgment.verdict)
    }

    const STANDS: Verdict = Verdict::Stand { propose: false };

    #[test]
    fn rung_0_the_persons_word_is_applied_at_once_whatever_stood_before() {
        let mut old = side(Source::UserDirect, Kind::Identity);
        old.importance = 1.0;
        old.authority = Authority::Hard;
        for source in [Source::UserDirect, Source::UserStated, Source::UserConfirmed] {
            let dispute = Dispute { auto_promote: false, ..dispute(old, side(source, Kind::Identity)) };
            assert_eq!(judged(&dispute), (0, Verdict::Replace), "{source}");
        }
    }

    /// R0-079, R0-075: an extracted claim never supersedes an explicit one.
    #[test]
    fn rung_1_lower_trust_never_replaces_higher() {
        for old in Source::ALL {
            for new in Source::ALL {
                for kind in Kind::ALL {
                    for timing in [Timing::Same, Timing::Later] {
                        let dispute = Dispute { timing, ..dispute(side(*old, *kind), side(*new, *kind)) };
                        let lower = new.trust() < old.trust() && new.trust() < EXPLICIT_TRUST;
                        assert_eq!(judged(&dispute).0 == 1, lower, "{new} against {old}, {kind}");
                    }
                }
            }
        }
    }

    #[test]
    fn rung_1_said_in_two_sessions_it_is_put_before_the_person() {
        let against = dispute(side(Source::UserStated, Kind::Fact), side(Source::Extracted, Kind::Fact));
        assert_eq!(judged(&against), (1, STANDS));
        assert_eq!(judged(&Dispute { sessions: 2, ..against }), (1, Verdict::Stand { propose: true }));
    }

    /// R2-046: "used to / now".
    #[test]
    fn rung_2_what_changed_in_the_world_ends_the_old_window() {
        for kind in Kind::ALL {
            let moved = Dispute {
                timing: Timing::Later,
                ..dispute(side(Source::Extracted, *kind), side(Source::Extracted, *kind))
            };
            assert_eq!(judged(&moved), (2, Verdict::Succeed), "{kind}");
        }
    }

    /// R4-021, R1-076.
    #[test]
    fn rung_3_what_matters_is_the_persons_to_settle() {
        let new = side(Source::Extracted, Kind::Preference);
        let important = Side { importance: 0.85, ..new };
        let rule = Side { authority: Authority::Hard, ..new };
        assert_eq!(judged(&dispute(important, new)), (3, Verdict::Ask));
        assert_eq!(judged(&dispute(rule, new)), (3, Verdict::Ask));
        assert_eq!(judged(&Dispute { auto_promote: false, ..dispute(new, new) }), (3, Verdict::Ask));
        assert_eq!(judged(&dispute(Side { importance: 0.849, ..new }, new)).0, 4);
    }

    /// R3-024.
    #[test]
    fn rungs_4_and_5_go_by_the_nature_of_the_claim() {
        use Kind::*;
        for kind in [Preference, Style, Habit, Context, Project, Task, Constraint, Procedure] {
            let side = side(Source::Extracted, kind);
            assert_eq!(judged(&dispute(side, side)), (4, Verdict::Replace), "{kind}: newest wins");
        }
        let note = side(Source::Extracted, Artifact);
        assert_eq!(judged(&dispute(note, note)), (4, Verdict::KeepBoth));
        for kind in [Identity, Fact, Relationship, Skill] {
            let with = |confidence| Side { confidence: Some(confidence), ..side(Source::Extracted, kind) };
            assert_eq!(judged(&dispute(with(0.6), with(0.8))), (5, Verdict::Replace), "{kind}: clearly surer");
            assert_eq!(judged(&dispute(with(0.8), with(0.6))), (5, STANDS), "{kind}: clearly less sure");
            assert_eq!(judged(&dispute(with(0.7), with(0.8))), (5, Verdict::Ask), "{kind}: too close to call");
        }
    }
}
