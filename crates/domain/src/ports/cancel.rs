//! How work that takes long is called off.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag shared by whoever waits for a result and whoever works on it.
///
/// Copies share the flag. Looking at it costs one load, so that a worker can look often; once raised it stays raised.
#[derive(Debug, Clone, Default)]
pub struct Cancel(Arc<AtomicBool>);

/// The work was called off before it was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("called off")]
pub struct Cancelled;

impl Cancel {
    /// Returns a flag that is down.
    pub fn new() -> Cancel {
        Cancel::default()
    }

    /// Raises the flag.
    pub fn cancel(&self) {
        // Nothing is handed over with the flag, so no ordering is needed beyond the flag itself.
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the flag is up.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Fails if the flag is up: for use with `?` between two pieces of work.
    pub fn check(&self) -> Result<(), Cancelled> {
        if self.is_cancelled() { Err(Cancelled) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_sees_what_the_other_raised() {
        let waiting = Cancel::new();
        let working = waiting.clone();
        assert_eq!(working.check(), Ok(()));
        waiting.cancel();
        assert_eq!(working.check(), Err(Cancelled));
    }

    #[test]
    fn two_flags_are_two_flags() {
        let one = Cancel::new();
        one.cancel();
        assert!(!Cancel::new().is_cancelled());
    }
}
