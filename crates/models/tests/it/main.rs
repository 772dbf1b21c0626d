//! The local models as a whole.

#![allow(clippy::unwrap_used, reason = "everything here is a test")]

mod arithmetic;
mod builtin;
mod chat_over_http;
mod embedding_over_http;
mod hostile;
mod late;
mod ports;
mod real_server;
mod support;
mod tokenizer;
