//! How long a claim is kept: classes, and the instant at which each lets go.
//!
//! Defaults are for what was picked up. What the person said expires only if they said so: by a date they gave, or by
//! a time frame in their own words.

use crate::axes::{Authority, Kind, Retention};
use crate::time::Timestamp;

/// How long what is going on just now is kept.
pub const CONTEXTUAL_DAYS: i64 = 7;

/// How long a passing remark is kept.
pub const TEMPORARY_DAYS: i64 = 1;

/// How long a deadline is still worth knowing after it has passed.
pub const DEADLINE_GRACE_DAYS: i64 = 7;

/// Returns how long claims of this kind are kept unless something says otherwise.
pub fn default_class(kind: Kind) -> Retention {
    match kind {
        Kind::Habit | Kind::Project => Retention::Domain,
        Kind::Context => Retention::Contextual,
        _ => Retention::Permanent,
    }
}

/// What a claim's life can be measured by.
#[derive(Debug, Clone, Copy)]
pub struct Lifetime {
    /// The class it was put in.
    pub retention: Retention,
    /// When it was recorded.
    pub recorded_at: Timestamp,
    /// The last instant of the time frame its words carry.
    pub deadline: Option<Timestamp>,
    /// Whether the person stands behind it.
    pub explicit: bool,
    /// Rule or context.
    pub authority: Authority,
    /// After how many days soft claims of its domain fade.
    pub domain_days: Option<u32>,
}

/// Returns when a claim stops being used by itself, or never.
pub fn expiry(lifetime: &Lifetime) -> Option<Timestamp> {
    let at = lifetime.recorded_at;
    let deadline = lifetime.deadline.map(|end| end.plus_days(DEADLINE_GRACE_DAYS));
    if lifetime.explicit {
        return deadline;
    }
    let of_class = match lifetime.retention {
        Retention::Permanent | Retention::Domain => None,
        Retention::Contextual => Some(at.plus_days(CONTEXTUAL_DAYS)),
        Retention::Temporary => Some(at.plus_days(TEMPORARY_DAYS)),
        Retention::Deadline => deadline,
    };
    let soft = lifetime.authority == Authority::Soft;
    let of_domain = lifetime.domain_days.filter(|_| soft).map(|days| at.plus_days(i64::from(days)));
    match (of_class, of_domain) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inferred(retention: Retention) -> Lifetime {
        Lifetime {
            retention,
            recorded_at: day(0),
            deadline: None,
            explicit: false,
            authority: Authority::Soft,
            domain_days: None,
        }
    }

    fn day(number: i64) -> Timestamp {
        Timestamp::from_micros(0).plus_days(number)
    }

    /// R1-027.
    #[test]
    fn every_class_lets_go_in_its_own_time() {
        assert_eq!(expiry(&inferred(Retention::Permanent)), None);
        assert_eq!(expiry(&inferred(Retention::Contextual)), Some(day(7)));
        assert_eq!(expiry(&inferred(Retention::Temporary)), Some(day(1)));
        assert_eq!(expiry(&inferred(Retention::Domain)), None, "the domain has no limit");
        let deadline = Lifetime { deadline: Some(day(30)), ..inferred(Retention::Deadline) };
        assert_eq!(expiry(&deadline), Some(day(37)), "R1-066: a week of grace");
    }

    /// R2-017, R2-040.
    #[test]
    fn a_domains_soft_expiry_is_for_soft_inferred_claims_of_any_kind() {
        let work = Lifetime { domain_days: Some(90), ..inferred(Retention::Permanent) };
        assert_eq!(expiry(&work), Some(day(90)));
        assert_eq!(expiry(&Lifetime { retention: Retention::Contextual, ..work }), Some(day(7)), "whichever is sooner");
        assert_eq!(expiry(&Lifetime { authority: Authority::Hard, ..work }), None, "rules do not fade");
        assert_eq!(expiry(&Lifetime { explicit: true, ..work }), None);
    }

    #[test]
    fn what_the_person_said_expires_only_by_its_own_words() {
        for retention in Retention::ALL {
            let said = Lifetime { explicit: true, domain_days: Some(60), ..inferred(*retention) };
            assert_eq!(expiry(&said), None, "{retention}");
            assert_eq!(expiry(&Lifetime { deadline: Some(day(3)), ..said }), Some(day(10)), "{retention}");
        }
    }

    #[test]
    fn kinds_have_the_classes_of_the_table() {
        for kind in Kind::ALL {
            let expected = match kind {
                Kind::Habit | Kind::Project => Retention::Domain,
                Kind::Context => Retention::Contextual,
                _ => Retention::Permanent,
            };
            assert_eq!(default_class(*kind), expected, "{kind}");
        }
    }
}
