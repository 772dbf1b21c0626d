//! The clock: the machine's own, or one that stands still for tests and demonstrations.

use cofio_domain::time::{Clock, InvalidTimestamp, Timestamp};

/// The variable that fixes the clock.
pub const VARIABLE: &str = "COFIO_CLOCK";

/// What time it is.
#[derive(Debug, Clone, Copy)]
pub enum WallClock {
    /// What the machine says.
    Machine,
    /// Always the same.
    Fixed(Timestamp),
}

impl WallClock {
    /// Reads the variable that fixes the clock.
    pub fn from_environment() -> Result<WallClock, InvalidTimestamp> {
        match std::env::var(VARIABLE) {
            Ok(text) if !text.trim().is_empty() => text.parse().map(WallClock::Fixed),
            _ => Ok(WallClock::Machine),
        }
    }
}

impl Clock for WallClock {
    #[allow(clippy::disallowed_methods, reason = "this is the one clock that all others are passed from")]
    fn now(&self) -> Timestamp {
        match self {
            WallClock::Machine => Timestamp::from_jiff(jiff::Timestamp::now()),
            WallClock::Fixed(at) => *at,
        }
    }
}
