//! So many of so many.

/// Of so many, so many.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Share {
    pub good: usize,
    pub all: usize,
}

impl Share {
    pub fn add(&mut self, good: bool) {
        self.good += usize::from(good);
        self.all += 1;
    }

    /// From 0 to 1; 0 where there is nothing.
    pub fn of_one(self) -> f64 {
        if self.all == 0 { 0.0 } else { self.good as f64 / self.all as f64 }
    }
}

impl std::fmt::Display for Share {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:.1} % ({} of {})", 100.0 * self.of_one(), self.good, self.all)
    }
}
