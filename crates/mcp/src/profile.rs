//! Which tools are listed: few, because each costs tokens in every conversation.

use cofio_domain::axes::axis;

axis! {
    /// A set of tools.
    Profile {
        /// The eight that everyday memory takes.
        Core = "core",
        /// Everything of ours.
        Full = "full",
        /// The names that clients of OpenMemory know.
        Openmemory = "openmemory",
        /// `search` and `fetch`, as ChatGPT's connectors want them.
        Chatgpt = "chatgpt",
        /// Anthropic's `memory`, a folder of files.
        Anthropic = "anthropic",
    }
}
