//! The local models as a whole.

#![allow(clippy::unwrap_used, reason = "everything here is a test")]

mod arithmetic;
mod builtin;
mod hostile;
mod late;
mod ports;
mod support;
mod tokenizer;
