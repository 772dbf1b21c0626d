//! Clock times and parts of the day: "3pm", "15:30", "half past three", "from 3 to 5 pm", "in the evening".

use super::{Clock, HalfDay, Parsed, Parser, Time};
use crate::dates::lexicon::{AFTER_A_DAY_NUMBER, CLOCK_CUES, Daypart, Part, SCORES};
use crate::dates::tokens::Kind;

/// How much a number must show to be taken for an hour.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Trust {
    /// It must look like a time by itself.
    Shape,
    /// What stands around it makes it a time: "tomorrow at 5".
    Context,
}

impl Parser<'_> {
    /// Reads one clock time.
    pub(super) fn clock(&self, at: usize, trust: Trust) -> Parsed<Clock> {
        let at = if self.is(at, "12") && self.is(at + 1, "noon") { at + 1 } else { at };
        if let Some(hour) = self.token(at).and_then(|token| token.meaning.hour) {
            // "midnight blue", "noon prayers".
            let compound = self.token(at + 1).is_some_and(|next| {
                next.is_word()
                    && !next.is_in(&AFTER_A_DAY_NUMBER)
                    && next.meaning.day.is_none()
                    && next.meaning.weekday.is_none()
            });
            if compound && trust == Trust::Shape && !self.is_clock_cued(at) {
                return None;
            }
            return Some((Clock { hour, minute: None, half: HalfDay::Exact }, at + 1));
        }
        self.spoken_clock(at).or_else(|| self.digital_clock(at, trust)).or_else(|| self.hour(at, trust))
    }

    /// "half past three", "quarter to five", "ten past 9", "20 minutes to eight".
    fn spoken_clock(&self, at: usize) -> Parsed<Clock> {
        let start = self.past(at, "a");
        let (minutes, next) = match self.token(start)?.lower.as_ref() {
            "half" => (30, start + 1),
            "quarter" => (15, start + 1),
            _ => {
                let (minutes, next) = match self.standing(start) {
                    Some((minutes, 1..=2)) => (minutes, start + 1),
                    _ => self.below_hundred(start)?,
                };
                (minutes, self.past_any(next, &["minutes", "minute", "mins", "min"]))
            }
        };
        let to = match self.token(next)?.lower.as_ref() {
            "past" => false,
            // "five to seven" is more often a stretch than a time.
            "to" if matches!(minutes, 15) || self.token(next - 1)?.meaning.unit.is_some() => true,
            _ => return None,
        };
        if !(1..60).contains(&minutes) || (minutes == 30 && to) {
            return None;
        }
        let (hour, end) = self.hour_number(next + 1)?;
        let end = self.oclock(end).unwrap_or(end);
        let (half, end) = self.meridiem(end).unwrap_or((HalfDay::Unsaid, end));
        let minutes = i8::try_from(minutes).ok()?;
        let (hour, minute) = if to { (if hour == 1 { 12 } else { hour - 1 }, 60 - minutes) } else { (hour, minutes) };
        Some((Clock { hour, minute: Some(minute), half }, end))
    }

    /// An hour of the twelve, in digits or words.
    fn hour_number(&self, at: usize) -> Parsed<i8> {
        let (hour, end) = match self.digits(at) {
            Some((hour, 1..=2)) => (hour, at + 1),
            Some(_) => return None,
            None => self.below_hundred(at)?,
        };
        i8::try_from(hour).ok().filter(|hour| (1..=12).contains(hour)).map(|hour| (hour, end))
    }

    fn oclock(&self, at: usize) -> Option<usize> {
        self.phrase_at(at, "o 'clock")
            .or_else(|| self.phrase_at(at, "oclock"))
            .or_else(|| self.phrase_at(at, "o ' clock"))
    }

    /// "3:30pm", "15:30", "7:56:30 pm", "3.30pm", "1140 a.m.".
    fn digital_clock(&self, at: usize, trust: Trust) -> Parsed<Clock> {
        let Kind::Number { value: hour, digits } = self.token(at)?.kind else {
            return None;
        };
        if digits >= 3 {
            let (half, end) = self.meridiem(at + 1).filter(|_| digits == 4 || digits == 3)?;
            return checked_clock(hour / 100, Some(hour % 100), half, end);
        }
        let mark = self.token(at + 1).filter(|token| token.glued)?;
        let Kind::Number { value: minute, digits: 2 } = self.token(at + 2).filter(|token| token.glued)?.kind else {
            return None;
        };
        let colon = mark.is_mark(':');
        if !colon && !mark.is_mark('.') {
            return None;
        }
        let mut end = at + 3;
        if colon
            && self.glued_mark(end, ':')
            && self.token(end + 1).is_some_and(|token| token.is_number() && token.glued)
        {
            end += 2;
        }
        if let Some((half, end)) = self.meridiem(end) {
            return checked_clock(hour, Some(minute), half, end);
        }
        let over = self.token(end).is_none_or(|next| {
            !next.glued || matches!(next.kind, Kind::Mark(mark) if !matches!(mark, ':' | '%' | '/')) || next.is("z")
        });
        let exact = digits == 2 && !(10..=12).contains(&hour);
        let half = if exact { HalfDay::Exact } else { HalfDay::Unsaid };
        let believed = trust == Trust::Context || (colon && digits == 2 && self.is_time_cued(at, exact));
        let believed = believed || (colon && self.is_clock_cued(at));
        let measured = !colon && self.any(end, &["percent", "%", "kg", "km", "miles", "per"]);
        (over && believed && !measured).then(|| checked_clock(hour, Some(minute), half, end)).flatten()
    }

    /// Two-digit hours stand on their own, unless a score is being told.
    fn is_time_cued(&self, at: usize, exact: bool) -> bool {
        let from = at.saturating_sub(4);
        let score = (from..at).any(|near| self.is_in(near, &SCORES));
        exact && !score
    }

    fn is_clock_cued(&self, at: usize) -> bool {
        self.before(at).is_some_and(|token| token.is_in(&CLOCK_CUES) || token.is_mark('@'))
    }

    /// "3pm", "nine o'clock", "three thirty p m", and with context "5".
    fn hour(&self, at: usize, trust: Trust) -> Parsed<Clock> {
        let (number, mut end) = match self.token(at)?.kind {
            Kind::Number { value, digits: 1..=2 } => (value, at + 1),
            _ => self.below_hundred(at)?,
        };
        let spelled = !self.token(at)?.is_number();
        // "three thirty", "seven twenty-seven".
        let spoken_minute =
            self.below_hundred(self.past_mark(end, '-')).filter(|(minute, _)| spelled && (10..60).contains(minute));
        let minute = spoken_minute.map(|(minute, after)| {
            end = after;
            minute
        });
        // "9a" needs more than its looks: 2A is a variable, 4p a price.
        let letter =
            self.token(end).is_some_and(|token| token.glued && token.any(&["a", "p"])) && !self.mark(end + 1, '.');
        if let Some((half, end)) = self.meridiem(end).filter(|_| !letter || trust == Trust::Context) {
            return checked_clock(number, minute, half, end);
        }
        if let Some(end) = self.oclock(end) {
            let (half, end) = self.meridiem(end).unwrap_or((HalfDay::Unsaid, end));
            return checked_clock(number, minute, half, end);
        }
        let ish = self.token(end).is_some_and(|token| token.glued && token.is("ish"));
        if trust == Trust::Shape || !(1..=12).contains(&number) {
            return None;
        }
        if !spelled && !ish {
            self.digits(at)?;
        }
        let end = end + usize::from(ish);
        let counts = self
            .token(end)
            .is_some_and(|token| token.meaning.unit.is_some() || token.is("percent") || token.is_mark('%'));
        (!counts).then(|| checked_clock(number, minute, HalfDay::Unsaid, end)).flatten()
    }

    /// "am", "p.m.", "p m", "a" right after digits.
    fn meridiem(&self, at: usize) -> Parsed<HalfDay> {
        let token = self.token(at)?;
        let half = match token.lower.as_ref() {
            "am" => return Some((HalfDay::Am, at + 1)),
            "pm" => return Some((HalfDay::Pm, at + 1)),
            "." if token.glued && self.any(at + 1, &["am", "pm"]) => return self.meridiem(at + 1),
            "a" => HalfDay::Am,
            "p" => HalfDay::Pm,
            _ => return None,
        };
        let dot = self.past_mark(at + 1, '.');
        if self.is(dot, "m") {
            return Some((half, self.past_mark(dot + 1, '.')));
        }
        let over = self.token(at + 1).is_none_or(|next| !next.glued || matches!(next.kind, Kind::Mark(_)));
        (token.glued && over).then_some((half, at + 1))
    }

    /// A stretch between two clock times: "3 to 5 pm", "9:30-16:00". At least one must look like a time, or `trust`.
    pub(super) fn clocks(&self, at: usize, trust: Trust) -> Parsed<(Clock, Clock)> {
        let start = self.past_any(at, &["from", "between"]);
        let (left, end) = self.clock(start, Trust::Context)?;
        let between = self.is(start.wrapping_sub(1), "between") && start > at;
        let separators: &[&str] = if between { &["and", "to"] } else { &["to", "until", "till", "til", "through"] };
        let next = end + usize::from(self.any(end, separators) || self.mark(end, '-'));
        if next == end {
            return None;
        }
        let (right, after) = self.clock(next, Trust::Context)?;
        let shaped = self.clock(start, Trust::Shape).is_some_and(|found| found.1 == end)
            || self.clock(next, Trust::Shape).is_some_and(|found| found.1 == after);
        (shaped || trust == Trust::Context).then_some(((left, right), after))
    }

    /// "morning", "early afternoon", "in the evening", "at night".
    pub(super) fn daypart(&self, at: usize) -> Parsed<(Daypart, Option<Part>)> {
        let start = match self.phrase_at(at, "in the") {
            Some(next) => next,
            None if self.is(at, "at") && self.is(at + 1, "night") => at + 1,
            None => at,
        };
        let part = self.token(start)?.meaning.part.filter(|part| matches!(part, Part::Early | Part::Late));
        let named = start + usize::from(part.is_some());
        let named = if part.is_some() { self.phrase_at(named, "in the").unwrap_or(named) } else { named };
        let token = self.token(named)?;
        let daypart = token.meaning.daypart.filter(|_| token.meaning.day.is_none())?;
        Some(((daypart, part), named + 1))
    }

    /// Reads a time of day that shows what it is.
    pub(super) fn time(&self, at: usize, trust: Trust) -> Parsed<Time> {
        if let Some(((left, right), end)) = self.clocks(at, trust) {
            return Some(match self.daypart(end) {
                Some(((daypart, _), end)) => (Time::ClocksIn(left, right, daypart), end),
                None => (Time::Clocks(left, right), end),
            });
        }
        let trusted = self.clock(at, Trust::Context).and_then(|(clock, end)| {
            let in_the = self.phrase_at(end, "in the").is_some() || self.phrase_at(end, "at night").is_some();
            let ((daypart, _), end) = self.daypart(end).filter(|_| in_the || trust == Trust::Context)?;
            Some((Time::ClockIn(clock, daypart), end))
        });
        trusted.or_else(|| self.clock(at, trust).map(|(clock, end)| (Time::Clock(clock), end)))
    }
}

fn checked_clock(hour: u32, minute: Option<u32>, half: HalfDay, end: usize) -> Parsed<Clock> {
    let hours = if matches!(half, HalfDay::Am | HalfDay::Pm) { 1..=12 } else { 0..=23 };
    let fits = hours.contains(&hour) && minute.is_none_or(|minute| minute < 60);
    let hour = i8::try_from(hour).ok().filter(|_| fits)?;
    let minute = minute.and_then(|minute| i8::try_from(minute).ok());
    Some((Clock { hour, minute, half }, end))
}
