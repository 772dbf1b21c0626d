//! The real `cofio`, as a person types it.

#![allow(clippy::unwrap_used, reason = "everything here is a test")]

mod bench;
mod clock;
mod config;
mod consent;
mod context;
mod conventions;
mod correction;
mod curation;
mod damage;
mod doctor;
mod dry_run;
mod erase;
mod forgetting;
mod gateway;
mod help;
mod hostile;
mod import;
mod jobs;
mod mcp;
mod models;
mod providers;
mod questions;
mod reading;
mod recalling;
mod record;
mod restarting;
mod review;
mod secrets;
mod serving;
mod shell;
mod spaces;
mod support;
mod surface;
mod tasks;
mod telemetry;
mod together;
mod upkeep;
mod workspace;
