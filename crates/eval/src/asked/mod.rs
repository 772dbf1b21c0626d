//! Models are asked once: what they said is kept on disk, and several threads ask at a time.

mod cache;
mod embeddings;
mod kept;
mod parallel;
mod ratings;
mod two_readings;

pub use embeddings::Embeddings;
pub use kept::Kept;
pub use parallel::in_parallel;
pub use ratings::{Ratings, Rerank};
pub use two_readings::TwoReadings;

use std::path::PathBuf;

/// Where answers are kept and how many threads ask.
#[derive(Debug, Clone)]
pub struct Means {
    pub folder: PathBuf,
    pub threads: usize,
}

/// An answer that is kept and the same answer asked for anew may differ by this much, by rounding alone.
const ROUNDING: f32 = 1e-4;

/// Whether what was kept is what the model still says. If not, the arithmetic has changed since.
fn still_true(kept: &[f32], anew: &[f32]) -> bool {
    kept.len() == anew.len()
        && kept.iter().zip(anew).all(|(kept, anew)| (kept - anew).abs() <= ROUNDING * anew.abs().max(1.0))
}
