//! What Cofio knows, the rules it obeys, and the ports to everything outside.
//!
//! No I/O and no clock in here: time, ids and chance come in as arguments.

pub mod axes;
