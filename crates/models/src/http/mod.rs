//! Models behind an address: whatever speaks OpenAI's protocol, here or far away.
//!
//! [`HttpEmbedder`] speaks `/embeddings`, [`HttpLlm`] `/chat/completions`. Both block, as the ports do, and have their
//! calls made by one [`Endpoint`], which knows about addresses, keys, time, trying again and giving up for a while.
//! Nothing said in an error or a log is a person's: neither what was sent nor what came back.
//!
//! They must not be called from a thread that runs an async runtime: such a caller uses a thread meant for blocking.

mod address;
mod chat;
mod embeddings;
mod endpoint;
mod error;
mod key;
mod meter;
mod patience;

pub use address::{BaseUrl, BaseUrlError};
pub use chat::{HttpLlm, LlmSettings};
pub use embeddings::{EmbedderSettings, HttpEmbedder};
pub use endpoint::{Endpoint, blocking_client};
pub use error::CallError;
pub use key::KeySource;
pub use meter::{FileMeter, Meter, ProcessMeter, Spending};
pub use patience::Patience;
