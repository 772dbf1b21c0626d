//! One space's search: what words a text has, and which texts have the words of a question.
//!
//! No I/O and no policy: callers say which texts may be found. The database knows nothing of ranking, so every store
//! gives the same answers in the same order.

mod inverted;
mod words;

pub use inverted::{DocumentId, Hit, InvertedIndex};
pub use words::words;
