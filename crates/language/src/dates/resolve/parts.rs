//! Early, middle and late parts of longer times, and what is left of them.

use super::units::from_today;
use super::{Context, Interval, midnight, shift};
use crate::dates::lexicon::{Part, Unit};
use crate::dates::mention::Granularity;

impl Context<'_> {
    /// Early, mid and late are days 1–10, 11–20 and 21–end of a month, years 0–3, 4–6 and 7–9 of a decade, thirds of
    /// anything longer or shorter. "Earlier" and "later" are cut at the present.
    pub(super) fn part(&self, part: Part, of: &Interval) -> Option<Interval> {
        let part = match part {
            Part::Earlier if of.start < self.now => return self.before_now(of),
            Part::Later | Part::Rest if of.contains(self.now) => return self.what_is_left(of),
            Part::Earlier => Part::Early,
            Part::Later => Part::Late,
            Part::Rest => return Some(*of),
            part => part,
        };
        let (unit, first, second) = match of.granularity {
            Granularity::Century => (Unit::Year, 33, 66),
            Granularity::Decade => (Unit::Year, 4, 7),
            Granularity::Year => (Unit::Month, 4, 8),
            Granularity::Half => (Unit::Month, 2, 4),
            Granularity::Season | Granularity::Quarter => (Unit::Month, 1, 2),
            Granularity::Month => (Unit::Day, 10, 20),
            Granularity::Week => (Unit::Day, 2, 4),
            Granularity::Weekend => (Unit::Day, 1, 1),
            _ => return None,
        };
        let cut = |count| Some(midnight(shift(of.start.date(), count, unit)?));
        let (start, end) = match part {
            Part::Early => (of.start, cut(first)?),
            Part::Mid => (cut(first)?, cut(second)?),
            _ => (cut(second)?, of.end),
        };
        (start < end).then_some(Interval { start, end, granularity: of.granularity })
    }

    fn before_now(&self, of: &Interval) -> Option<Interval> {
        let today = midnight(self.today);
        let edge = if of.granularity < Granularity::Weekend { self.now } else { today };
        let end = of.end.min(edge);
        // On the first day of the week "earlier this week" is earlier today.
        let end = if end <= of.start { of.end.min(self.now) } else { end };
        (of.start < end).then_some(Interval { end, ..*of })
    }

    fn what_is_left(&self, of: &Interval) -> Option<Interval> {
        if of.granularity < Granularity::Weekend {
            let start = self.minute(self.now)?.start;
            return (start < of.end).then_some(Interval { start, ..*of });
        }
        from_today(of, self.today)
    }
}
