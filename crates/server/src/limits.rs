//! How much anybody may ask for: how large, how deep, how long, how often.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How much anybody may ask for.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// The most bytes of a request.
    pub body: usize,
    /// How deep JSON may be nested.
    pub depth: usize,
    /// How long an answer may take.
    pub time: Duration,
    /// How many calls of the engine may run at once.
    pub threads: usize,
    /// How many requests a key may send in a minute. Programs of the owner on this machine are not counted.
    pub per_minute: u32,
    /// How many of them at once.
    pub burst: u32,
    /// How many wrong keys may come from one address in a minute.
    pub wrong_keys_per_minute: u32,
    /// How many streams may be open at once.
    pub streams: usize,
    /// How often work that is due is looked for.
    pub jobs_every: Duration,
    /// Whether webhooks may lead into private networks.
    pub private_webhooks: bool,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            body: 8 << 20,
            depth: 32,
            time: Duration::from_secs(30),
            threads: 64,
            per_minute: 6_000,
            burst: 200,
            wrong_keys_per_minute: 30,
            streams: 2_000,
            jobs_every: Duration::from_secs(30),
            private_webhooks: false,
        }
    }
}

/// How often each has come.
pub(crate) struct Rates {
    limits: Limits,
    buckets: Mutex<HashMap<String, Bucket>>,
}

struct Bucket {
    tokens: f64,
    filled: Instant,
}

/// Buckets that are full again are dropped when there are more than this many.
const MANY: usize = 10_000;

impl Rates {
    pub(crate) fn new(limits: Limits) -> Rates {
        Rates { limits, buckets: Mutex::default() }
    }

    /// Counts a request of a key. Returns after how many seconds to come again, where it came too often.
    pub(crate) fn count(&self, who: &str, now: Instant) -> Result<(), u64> {
        self.take(format!("key {who}"), self.limits.per_minute, self.limits.burst, now)
    }

    /// Counts a wrong key.
    pub(crate) fn count_wrong_key(&self, address: &str, now: Instant) -> Result<(), u64> {
        let most = self.limits.wrong_keys_per_minute;
        self.take(format!("wrong {address}"), most, most, now)
    }

    fn take(&self, name: String, per_minute: u32, burst: u32, now: Instant) -> Result<(), u64> {
        let (most, rate) = (f64::from(burst.max(1)), f64::from(per_minute.max(1)) / 60.0);
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        let full_again = Duration::from_secs_f64(most / rate);
        if buckets.len() > MANY {
            buckets.retain(|_, bucket| now.saturating_duration_since(bucket.filled) < full_again);
        }
        let bucket = buckets.entry(name).or_insert(Bucket { tokens: most, filled: now });
        let since = now.saturating_duration_since(bucket.filled).as_secs_f64();
        bucket.tokens = (bucket.tokens + since * rate).min(most);
        bucket.filled = now;
        if bucket.tokens >= 1.0 {
            bucket.tokens -= 1.0;
            return Ok(());
        }
        Err(((1.0 - bucket.tokens) / rate).ceil().max(1.0) as u64)
    }
}

/// Returns whether JSON is nested no deeper than that. Brackets in texts do not count.
pub(crate) fn is_shallow(json: &[u8], most: usize) -> bool {
    let (mut depth, mut in_text, mut escaped) = (0_usize, false, false);
    for byte in json {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_text => escaped = true,
            b'"' => in_text = !in_text,
            b'{' | b'[' if !in_text => {
                depth += 1;
                if depth > most {
                    return false;
                }
            }
            b'}' | b']' if !in_text => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_comes_too_often_is_told_when_to_come_again() {
        let limits = Limits { per_minute: 60, burst: 2, ..Limits::default() };
        let rates = Rates::new(limits);
        let start = Instant::now();
        assert_eq!(rates.count("a", start), Ok(()));
        assert_eq!(rates.count("a", start), Ok(()));
        assert_eq!(rates.count("a", start), Err(1));
        assert_eq!(rates.count("b", start), Ok(()), "each has their own");
        assert_eq!(rates.count("a", start + Duration::from_secs(1)), Ok(()));
        assert_eq!(rates.count("a", start + Duration::from_secs(1)), Err(1));
    }

    #[test]
    fn depth_is_counted_outside_of_texts() {
        assert!(is_shallow(br#"{"a": [1, {"b": 2}]}"#, 3));
        assert!(!is_shallow(br#"{"a": [1, {"b": 2}]}"#, 2));
        assert!(is_shallow(br#"{"a": "[[[[{{{{ \" [["}"#, 1));
    }
}
