//! Models behind the ports of `domain`: today those that run on this machine.
//!
//! [`local`] holds our own embedder and reranker, compiled into the program, and the arithmetic that runs them. The same
//! code loads any BERT in our file format, so that other models can be measured against ours.

pub mod local;
