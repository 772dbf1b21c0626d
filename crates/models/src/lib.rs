//! Models behind the ports of `domain`: those that run on this machine, and those behind an address.
//!
//! [`local`] holds our own embedder and reranker, compiled into the program, and the arithmetic that runs them. The same
//! code loads any BERT in our file format, so that other models can be measured against ours.
//! [`http`] asks whatever speaks OpenAI's protocol.

pub mod http;
pub mod local;
