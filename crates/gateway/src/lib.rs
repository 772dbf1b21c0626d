//! The providers' protocols: where a block goes in a request, what an answer says, and the way to whoever answers.
//!
//! Three protocols are spoken and none is translated into another. A request is changed by inserting text at places that
//! are found in its bytes, an answer by taking handles out of its texts; everything else passes as it came, whether it is
//! understood or not. Nothing here knows a memory.

mod call;
mod json;
mod marks;
mod place;
mod protocol;
mod relay;
mod upstream;

pub use call::{Answer, CallError};
pub use place::{Block, Placed, TAG, place};
pub use protocol::{Asked, Protocol, Role, Turn, without_blocks};
pub use relay::{Handles, Heard, Relay, Usage, whole};
pub use upstream::{NoUpstream, Upstream, UpstreamKey, Upstreams};
