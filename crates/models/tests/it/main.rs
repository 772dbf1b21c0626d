//! The local models as a whole.

mod arithmetic;
mod builtin;
mod hostile;
mod ports;
mod support;
mod tokenizer;
