//! The server: its routes on a real store in a temporary folder, and a few times over a real connection.

#![allow(clippy::unwrap_used, reason = "everything here is a test")]

mod access;
mod derived;
mod document;
mod gateway;
mod isolation;
mod mcp;
mod mcp_isolation;
mod mem0;
mod memories;
mod memory_tool;
mod observing;
mod once;
mod operations;
mod recall;
mod sessions;
mod spaces;
mod support;
mod theo;
mod webhooks;
mod wire;
