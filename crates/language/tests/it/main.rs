//! What the language crate can tell, measured on labelled sentences.

mod corpus;
mod domains;
mod grounding;
mod instruction;
mod kinds;
mod phrasing;
mod properties;
