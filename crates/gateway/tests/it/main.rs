//! Streams as real servers send them and as providers document them, cut in every way.

mod streams;
