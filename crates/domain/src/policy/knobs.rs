//! The numbers the rules are tuned by, with the defaults a person who touches none of them gets.

use std::collections::BTreeMap;

use crate::axes::{Kind, axis};

axis! {
    /// How readily things are saved. Profiles change rows of the write policy, never the gates before them.
    Profile {
        /// What you say is saved; what is noticed has to earn it.
        Balanced = "balanced",
        /// Everything is saved at once.
        Instant = "instant",
        /// What is noticed asks first.
        Confirm = "confirm",
        /// Assistants' suggestions are kept as maybes.
        Autopilot = "autopilot",
        /// Only what you say is saved.
        Manual = "manual",
    }
}

/// Thresholds of the write policy and the contradiction ladder.
#[derive(Debug, Clone, PartialEq)]
pub struct Knobs {
    /// How readily things are saved.
    pub profile: Profile,
    /// Whether learning in passing is switched off for now.
    pub learning_paused: bool,
    /// The least importance at which a clear statement is saved by itself.
    pub importance_min: f64,
    /// The least confidence for a kind without a floor of its own.
    pub confidence_min: f64,
    /// The least confidence at which a claim may be a rule.
    pub hard_confidence_min: f64,
    /// After how many days a candidate is dropped.
    pub candidate_ttl_days: u32,
    /// How often something must be seen to be sure.
    pub strong_occurrences: u32,
    /// And in how many conversations.
    pub strong_sessions: u32,
    /// From which importance on a contradiction is the person's to settle.
    pub ask_importance: f64,
    /// For how many days the trash can be searched.
    pub trash_days: u32,
    /// For how many minutes an undo leaves no trace in what is loaded.
    pub undo_window_minutes: u32,
    /// For how many days something that expired is kept.
    pub expired_purge_days: u32,
    /// For how many days every use of a memory is kept before it is only counted.
    pub usage_log_days: u32,
    /// After how many minutes without a message a session is closed.
    pub session_idle_minutes: u32,
    /// After how many turns of the person a conversation that goes on is learned from; 0 is not before it is closed.
    pub extract_every_turns: u32,
    /// After how many days without a message a session is put away.
    pub session_archive_days: u32,
    /// How far calibration has moved the floor of a kind.
    pub floor_shifts: BTreeMap<Kind, f64>,
}

/// How far calibration may move a floor, up or down.
pub const FARTHEST_SHIFT: f64 = 0.15;

impl Default for Knobs {
    fn default() -> Self {
        Knobs {
            profile: Profile::Balanced,
            learning_paused: false,
            importance_min: 0.7,
            confidence_min: 0.7,
            hard_confidence_min: 0.8,
            candidate_ttl_days: 14,
            strong_occurrences: 5,
            strong_sessions: 2,
            ask_importance: 0.85,
            trash_days: 30,
            undo_window_minutes: 10,
            expired_purge_days: 90,
            usage_log_days: 90,
            session_idle_minutes: 30,
            extract_every_turns: 10,
            session_archive_days: 30,
            floor_shifts: BTreeMap::new(),
        }
    }
}

impl Knobs {
    /// Returns the least confidence at which a claim of this kind is saved.
    ///
    /// Who somebody is must be right; what is going on just now may be wrong and soon gone.
    pub fn kind_floor(&self, kind: Kind) -> f64 {
        let floor = match kind {
            Kind::Identity => 0.9,
            Kind::Constraint => self.hard_confidence_min,
            Kind::Context | Kind::Project | Kind::Task => 0.6,
            Kind::Artifact => 0.0,
            _ => self.confidence_min,
        };
        let shift = self.floor_shifts.get(&kind).copied().unwrap_or(0.0);
        (floor + shift.clamp(-FARTHEST_SHIFT, FARTHEST_SHIFT)).clamp(0.0, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// R4-030: calibration moves a floor, and never far.
    #[test]
    fn calibration_moves_a_floor_by_no_more_than_it_may() {
        let floor = |shift: f64| {
            Knobs { floor_shifts: BTreeMap::from([(Kind::Fact, shift)]), ..Knobs::default() }.kind_floor(Kind::Fact)
        };
        assert!((floor(0.1) - 0.8).abs() < 1e-9);
        assert!((floor(0.9) - 0.85).abs() < 1e-9);
        assert!((floor(-0.9) - 0.55).abs() < 1e-9);
    }

    /// R1-069, PRODUCT §1.3: the save floor of every kind.
    #[test]
    fn floors_follow_the_table_of_kinds() {
        let expected = [
            (Kind::Identity, 0.9),
            (Kind::Style, 0.7),
            (Kind::Procedure, 0.7),
            (Kind::Preference, 0.7),
            (Kind::Constraint, 0.8),
            (Kind::Fact, 0.7),
            (Kind::Relationship, 0.7),
            (Kind::Habit, 0.7),
            (Kind::Skill, 0.7),
            (Kind::Project, 0.6),
            (Kind::Task, 0.6),
            (Kind::Context, 0.6),
            (Kind::Artifact, 0.0),
        ];
        assert_eq!(expected.len(), Kind::ALL.len());
        for (kind, floor) in expected {
            assert_eq!(Knobs::default().kind_floor(kind), floor, "{kind}");
        }
    }
}
