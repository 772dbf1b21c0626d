//! MCP: memory as tools, resources and prompts for assistants.
//!
//! What an assistant reads here decides whether memory is used at all, so every description says *when* to call. A tool
//! has no engine: it has a [`Caller`], which is only made for somebody who may, in a space that is theirs. The protocol
//! itself, in its handshake era and in its current revision, is the official SDK's.

mod caller;
mod confirm;
mod handler;
mod listen;
mod outcome;
mod profile;
mod prompts;
mod relay;
mod resources;
mod schema;
mod tools;

pub use caller::{Around, Caller};
pub use handler::{Http, SESSION_HEADER, http};
pub use outcome::Refusal;
pub use profile::Profile;
pub use prompts::{PROMPTS, PromptSpec};
pub use relay::relay;
pub use resources::{RESOURCES, ResourceSpec};
pub use tools::{TOOLS, ToolSpec};
