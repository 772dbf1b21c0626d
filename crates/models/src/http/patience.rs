//! How long to wait, how often to try, and how long to pause in between.

use std::hash::{BuildHasher, RandomState};
use std::time::Duration;

use reqwest::header::{DATE, HeaderMap, HeaderName, RETRY_AFTER};

/// How much a call is worth waiting for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Patience {
    /// How often it is made at most.
    pub attempts: u32,
    /// How long one may take.
    pub timeout: Duration,
    /// The longest pause before it is made again. A provider that asks for more is given up for now.
    pub longest_pause: Duration,
}

impl Patience {
    /// Work in the background: nobody waits, so it is tried again.
    pub fn of_background(timeout: Duration) -> Patience {
        Patience { attempts: 3, timeout, longest_pause: Duration::from_secs(20) }
    }

    /// Somebody waits for the answer: once, and not for long.
    pub fn of_somebody_waiting(timeout: Duration) -> Patience {
        const NOT_LONG: Duration = Duration::from_secs(5);
        Patience { attempts: 1, timeout: timeout.min(NOT_LONG), longest_pause: Duration::ZERO }
    }

    /// Returns how long to pause before the next attempt, or nothing where it is not worth it.
    pub(crate) fn pause(&self, made: u32, asked_for: Option<Duration>, chance: u64) -> Option<Duration> {
        if made >= self.attempts {
            return None;
        }
        // Half of it is chance, so that many who failed together do not come back together.
        let most = 500u64 << (2 * made.saturating_sub(1)).min(8);
        let own = Duration::from_millis(most / 2 + chance % (most / 2 + 1));
        let pause = asked_for.unwrap_or(own);
        (pause <= self.longest_pause).then_some(pause)
    }
}

/// Some number that differs from call to call. Nothing depends on it but when a call is made again.
pub(crate) fn chance() -> u64 {
    RandomState::new().hash_one(())
}

/// Reads how long a provider asks us to wait: seconds, or a date, which is measured by the provider's own clock.
pub(crate) fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok()).map(str::trim);
    let number = |text: &str| text.parse::<f64>().ok();
    let date = |text: &str| Some(jiff::fmt::rfc2822::parse(text).ok()?.timestamp());
    let wanted = match (text(HeaderName::from_static("retry-after-ms")).and_then(number), text(RETRY_AFTER)) {
        (Some(milliseconds), _) => milliseconds / 1_000.0,
        (None, Some(after)) => match number(after) {
            Some(seconds) => seconds,
            None => date(after)?.duration_since(date(text(DATE)?)?).as_secs_f64().max(0.0),
        },
        (None, None) => return None,
    };
    Duration::try_from_secs_f64(wanted).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_and_are_never_longer_than_they_are_worth() {
        let patience = Patience::of_background(Duration::from_secs(30));
        for chance in [0, 7, u64::MAX] {
            let first = patience.pause(1, None, chance).unwrap();
            let second = patience.pause(2, None, chance).unwrap();
            assert!((250..=500).contains(&first.as_millis()), "{first:?}");
            assert!((1_000..=2_000).contains(&second.as_millis()), "{second:?}");
            assert_eq!(patience.pause(3, None, chance), None, "three times is enough");
        }
        assert_eq!(patience.pause(1, Some(Duration::from_secs(3)), 0), Some(Duration::from_secs(3)));
        assert_eq!(patience.pause(1, Some(Duration::from_secs(600)), 0), None, "ten minutes are not waited for");
        let waiting = Patience::of_somebody_waiting(Duration::from_secs(30));
        assert_eq!((waiting.timeout, waiting.pause(1, None, 0)), (Duration::from_secs(5), None));
    }

    #[test]
    fn a_wait_is_asked_for_in_seconds_or_by_a_date() {
        let read = |name: &'static str, value: &'static str| {
            let now = (DATE, "Wed, 21 Oct 2015 07:27:50 GMT".parse().unwrap());
            retry_after(&HeaderMap::from_iter([(name.parse().unwrap(), value.parse().unwrap()), now]))
        };
        assert_eq!(read("retry-after", "2"), Some(Duration::from_secs(2)));
        assert_eq!(read("retry-after-ms", "1500"), Some(Duration::from_millis(1500)));
        assert_eq!(read("retry-after", "Wed, 21 Oct 2015 07:28:00 GMT"), Some(Duration::from_secs(10)));
        assert_eq!(read("retry-after", "Wed, 21 Oct 2015 07:27:00 GMT"), Some(Duration::ZERO), "it is over");
        for nonsense in ["soon", "-1", "NaN", "1e300", ""] {
            assert_eq!(read("retry-after", nonsense), None, "{nonsense}");
        }
    }
}
