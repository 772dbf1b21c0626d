//! What can be read off plain language without a model: dates, secrets, domains, kinds, phrasing, questions, languages.
//!
//! Everything here is a pure function of its text (and, for dates, of a reference time), linear in its length, and
//! never panics on any input.

pub mod dates;
pub mod domains;
pub mod entities;
pub mod extract;
pub mod grounding;
pub mod instruction;
pub mod kinds;
mod lexicon;
pub mod marks;
pub mod phrasing;
pub mod question;
pub mod replies;
pub mod sameness;
pub mod secrets;
pub mod summary;
pub mod titles;
pub mod tongues;
pub mod topics;
