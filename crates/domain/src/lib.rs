//! What Cofio knows, the rules it obeys, and the ports to everything outside.
//!
//! No I/O and no clock in here: time, ids and chance come in as arguments.

pub mod aliases;
pub mod axes;
pub mod brief;
pub mod candidate;
pub mod cluster;
pub mod conflict;
pub mod domains;
pub mod entity;
pub mod episode;
pub mod event;
pub mod evidence;
pub mod id;
pub mod job;
pub mod keepsake;
pub mod key;
pub mod link;
pub mod memory;
pub mod operation;
pub mod policy;
pub mod ports;
pub mod proposal;
pub mod record;
pub mod retry;
pub mod scope;
pub mod session;
pub mod space;
pub mod time;
pub mod usage;
pub mod vector;

#[cfg(test)]
mod test_claims;
