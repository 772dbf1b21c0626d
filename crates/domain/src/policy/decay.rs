//! How claims fade. Confidence and importance are functions of time: nothing is ever rewritten to make them smaller.

use crate::axes::{Authority, Flag, Kind, Tier, axis};
use crate::memory::{Claim, Version};
use crate::time::Timestamp;

axis! {
    /// How fast confidence fades without being heard again.
    DecayClass {
        /// Not at all.
        None = "none",
        /// Hardly: a fact stays until something speaks against it.
        Slow = "slow",
        /// In half a year: tastes change.
        Preference = "preference",
        /// In a month: what was going on then.
        Context = "context",
    }
}

impl DecayClass {
    /// Returns after how many days half of the confidence is left.
    pub const fn half_life_days(self) -> Option<f64> {
        match self {
            DecayClass::None => None,
            DecayClass::Slow => Some(720.0),
            DecayClass::Preference => Some(180.0),
            DecayClass::Context => Some(30.0),
        }
    }

    /// Returns how fast a claim fades.
    pub fn of(claim: &Claim) -> DecayClass {
        let stands = claim.source.is_explicit()
            || claim.tier == Tier::Confirmed
            || claim.authority == Authority::Hard
            || claim.flags.contains(&Flag::Pinned);
        if stands {
            return DecayClass::None;
        }
        match claim.kind {
            Kind::Task | Kind::Artifact | Kind::Constraint => DecayClass::None,
            Kind::Identity | Kind::Style | Kind::Procedure | Kind::Fact | Kind::Relationship | Kind::Skill => {
                DecayClass::Slow
            }
            Kind::Preference | Kind::Habit => DecayClass::Preference,
            Kind::Project | Kind::Context => DecayClass::Context,
        }
    }
}

/// Below this, a claim is set aside.
pub const ARCHIVE_BELOW: f64 = 0.3;

/// What an outcome adds to confidence when an answer that rested on a claim proved right.
pub const CONFIRMED_GAIN: f64 = 0.05;

/// And takes from it when the answer proved wrong.
pub const CONTRADICTED_LOSS: f64 = 0.15;

/// No number of good outcomes makes a guess certain.
pub const CONFIDENCE_CAP: f64 = 0.99;

/// What hearing a claim again restores it to, at least.
pub const AFFIRMED_AT_LEAST: f64 = 0.9;

/// How long importance holds before it loses a step.
const IMPORTANCE_STEP_DAYS: f64 = 180.0;

/// How much importance loses a step.
const IMPORTANCE_STEP: f64 = 0.1;

/// Returns how likely a version is to be right by `now`, given when it was last learned or affirmed. A claim without
/// a guess is certain.
pub fn confidence_at(version: &Version, learned_at: Timestamp, now: Timestamp) -> f64 {
    let Some(confidence) = version.claim.confidence else { return 1.0 };
    match DecayClass::of(&version.claim).half_life_days() {
        None => confidence,
        Some(half_life) => confidence * 0.5_f64.powf(unreinforced_days(version, learned_at, now) / half_life),
    }
}

/// Returns how much a version matters by `now`. Only what fades like a preference loses importance with time.
pub fn importance_at(version: &Version, learned_at: Timestamp, now: Timestamp) -> f64 {
    let importance = version.claim.importance;
    if DecayClass::of(&version.claim) != DecayClass::Preference {
        return importance;
    }
    let steps = (unreinforced_days(version, learned_at, now) / IMPORTANCE_STEP_DAYS).floor();
    (importance - IMPORTANCE_STEP * steps).max(0.0)
}

/// Days since the claim was last learned or affirmed. Retrieval does not count: being asked about is not being true.
fn unreinforced_days(version: &Version, learned_at: Timestamp, now: Timestamp) -> f64 {
    let last = version.last_confirmed_at.map_or(learned_at, |confirmed| confirmed.max(learned_at));
    now.days_since(last).max(0.0)
}

/// Returns the confidence after an outcome.
pub fn after_outcome(confidence: f64, outcome: Outcome) -> f64 {
    match outcome {
        Outcome::Confirmed => (confidence + CONFIRMED_GAIN).min(CONFIDENCE_CAP),
        Outcome::Contradicted => (confidence - CONTRADICTED_LOSS).max(0.0),
        Outcome::Affirmed => confidence.max(AFFIRMED_AT_LEAST),
    }
}

axis! {
    /// What happened to a claim that was used.
    Outcome {
        /// What rested on it proved right.
        Confirmed = "confirmed",
        /// What rested on it proved wrong.
        Contradicted = "contradicted",
        /// The person said that it still holds.
        Affirmed = "affirmed",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::axes::Source;
    use crate::id::{Id, MemoryId, UserId, VersionId};
    use crate::space::Actor;
    use crate::test_claims::claim;
    use crate::time::Window;

    fn day(number: i64) -> Timestamp {
        Timestamp::from_micros(0).plus_days(number)
    }

    fn extracted(kind: Kind, confidence: f64) -> Version {
        let mut claim = claim("likes tea");
        claim.kind = kind;
        claim.source = Source::Extracted;
        claim.tier = Tier::Strong;
        claim.confidence = Some(confidence);
        claim.importance = 0.75;
        Version {
            id: VersionId::from_bits(1),
            memory: MemoryId::from_bits(1),
            n: 1,
            claim,
            window: Window::starting(day(0)),
            status: crate::axes::Status::Active,
            superseded_by: None,
            confirmed_at: None,
            last_confirmed_at: None,
            actor: Actor::User(UserId::from_bits(1)),
        }
    }

    /// R0-082, PRODUCT §1.8: 0.9 falls under the 0.7 inject floor in about 65 days.
    #[test]
    fn an_unreinforced_preference_stops_being_loaded_after_two_months() {
        let version = extracted(Kind::Preference, 0.9);
        assert!(confidence_at(&version, day(0), day(65)) > 0.7);
        assert!(confidence_at(&version, day(0), day(66)) < 0.7);
        assert_eq!(confidence_at(&version, day(0), day(180)), 0.45);
    }

    /// R3-023: facts are practically stable, what was going on fades in a month.
    #[test]
    fn each_class_has_its_own_half_life() {
        let half = |kind, days| confidence_at(&extracted(kind, 0.8), day(0), day(days));
        assert_eq!(half(Kind::Fact, 720), 0.4);
        assert_eq!(half(Kind::Context, 30), 0.4);
        assert_eq!(half(Kind::Task, 9_999), 0.8);
        assert_eq!(half(Kind::Artifact, 9_999), 0.8);
    }

    /// R0-083.
    #[test]
    fn what_the_person_stands_behind_never_fades() {
        let mut said = extracted(Kind::Preference, 0.8);
        said.claim.source = Source::UserStated;
        let mut accepted = extracted(Kind::Context, 0.8);
        accepted.claim.tier = Tier::Confirmed;
        let mut rule = extracted(Kind::Preference, 0.8);
        rule.claim.authority = Authority::Hard;
        for version in [said, accepted, rule] {
            assert_eq!(confidence_at(&version, day(0), day(5_000)), 0.8);
            assert_eq!(importance_at(&version, day(0), day(5_000)), 0.75);
        }
    }

    /// R0-015, R0-084.
    #[test]
    fn affirmation_starts_the_clock_again() {
        let mut version = extracted(Kind::Preference, 0.9);
        version.last_confirmed_at = Some(day(180));
        assert_eq!(confidence_at(&version, day(0), day(180)), 0.9);
        assert_eq!(confidence_at(&version, day(0), day(360)), 0.45);
    }

    /// R1-073.
    #[test]
    fn importance_loses_a_tenth_every_half_year() {
        let version = extracted(Kind::Preference, 0.9);
        let at = |days| importance_at(&version, day(0), day(days));
        assert_eq!(at(179), 0.75);
        assert!((at(180) - 0.65).abs() < 1e-9);
        assert!((at(540) - 0.45).abs() < 1e-9);
        assert_eq!(at(99_999), 0.0);
        assert_eq!(importance_at(&extracted(Kind::Fact, 0.9), day(0), day(99_999)), 0.75);
    }

    /// R4-018.
    #[test]
    fn outcomes_move_confidence_within_bounds() {
        assert!((after_outcome(0.8, Outcome::Confirmed) - 0.85).abs() < 1e-9);
        assert_eq!(after_outcome(0.98, Outcome::Confirmed), CONFIDENCE_CAP);
        assert!((after_outcome(0.8, Outcome::Contradicted) - 0.65).abs() < 1e-9);
        assert_eq!(after_outcome(0.1, Outcome::Contradicted), 0.0);
        assert_eq!(after_outcome(0.4, Outcome::Affirmed), 0.9);
        assert_eq!(after_outcome(0.95, Outcome::Affirmed), 0.95);
    }

    #[test]
    fn a_clock_that_runs_backwards_makes_nothing_surer() {
        let version = extracted(Kind::Preference, 0.9);
        assert_eq!(confidence_at(&version, day(10), day(0)), 0.9);
    }
}
