//! One space's search: which documents have the words of a question, and which mean the same.
//!
//! No I/O, no clock and no policy: callers say which documents may be found. The database knows nothing of ranking, so
//! every store gives the same answers in the same order.
//!
//! A [`SpaceIndex`] is made of [`Segment`]s and of [`Document`]s that came later. A search chooses with a [`Filter`] what
//! may be found, and then scores all of that at once: [`Question::scores`] by words, [`SpaceIndex::similar`] by meaning.
//! Both write one number a document, in the order of [`Columns`].

mod bits;
mod columns;
mod document;
mod filter;
mod hashing;
mod kernel;
mod lexicon;
mod names;
mod postings;
mod quantized;
mod question;
mod segment;
mod similar;
mod space;
mod tail;
mod vectors;
mod words;

pub use bits::Numbers;
pub use columns::{Columns, NO_DOCUMENT};
pub use document::{Attributes, Document, Layer, OPEN};
pub use filter::{Allowed, Filter, Selection};
pub use kernel::{LINE, Line, Path, ZERO};
pub use names::Names;
pub use quantized::{Asked, MAX_DIMENSIONS, Quantized};
pub use question::{AskedWord, Question};
pub use segment::{SEGMENT_DOCUMENTS, Segment, SegmentError};
pub use similar::{RESCORED, WrongDimensions};
pub use space::{OutOfOrder, Sealed, SpaceIndex, Whereabouts};
pub use words::words;
