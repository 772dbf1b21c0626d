//! How much a claim matters when nobody says.

use crate::axes::Kind;

/// Whether a claim's words carry a date or a time frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TimeFrame {
    /// They do.
    Carried,
    /// They do not.
    Absent,
}

/// Returns the importance of a claim of this kind. What the person said themselves matters a little more.
pub fn by_default(kind: Kind, time_frame: TimeFrame, explicit: bool) -> f64 {
    // In tenths, so that the sums are exact.
    let base = match kind {
        Kind::Constraint => 90,
        Kind::Identity => 85,
        Kind::Procedure | Kind::Task => 80,
        Kind::Preference | Kind::Relationship | Kind::Project => 75,
        Kind::Style | Kind::Fact | Kind::Skill | Kind::Habit => 70,
        Kind::Context => 60,
        Kind::Artifact => 30,
    };
    let dated = if kind == Kind::Context && time_frame == TimeFrame::Carried { 10 } else { 0 };
    let said = if explicit { 10 } else { 0 };
    f64::from((base + dated + said).min(100)) / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_follow_the_table() {
        let expected = [
            (Kind::Identity, 0.85, 0.95),
            (Kind::Style, 0.7, 0.8),
            (Kind::Procedure, 0.8, 0.9),
            (Kind::Preference, 0.75, 0.85),
            (Kind::Constraint, 0.9, 1.0),
            (Kind::Fact, 0.7, 0.8),
            (Kind::Relationship, 0.75, 0.85),
            (Kind::Habit, 0.7, 0.8),
            (Kind::Skill, 0.7, 0.8),
            (Kind::Project, 0.75, 0.85),
            (Kind::Task, 0.8, 0.9),
            (Kind::Context, 0.6, 0.7),
            (Kind::Artifact, 0.3, 0.4),
        ];
        assert_eq!(expected.len(), Kind::ALL.len());
        for (kind, inferred, explicit) in expected {
            assert_eq!(by_default(kind, TimeFrame::Absent, false), inferred, "{kind}");
            assert_eq!(by_default(kind, TimeFrame::Absent, true), explicit, "{kind}, said");
        }
        assert_eq!(by_default(Kind::Context, TimeFrame::Carried, false), 0.7);
        assert_eq!(by_default(Kind::Context, TimeFrame::Carried, true), 0.8);
        assert_eq!(by_default(Kind::Fact, TimeFrame::Carried, false), 0.7, "a date makes only context matter more");
    }
}
