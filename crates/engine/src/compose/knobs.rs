//! What the context block is tuned by, with the defaults a person who touches none of it gets.

use cofio_domain::axes::axis;

axis! {
    /// How the block is written.
    Template {
        /// Our own: who you are helping, rules, how to help, now, context, how to use it.
        Unified = "unified",
        /// Preferences by category, without handles.
        Macrotide = "macrotide",
        /// Hard preferences, context with relevance, rules.
        Theo = "theo",
    }
}

axis! {
    /// Which changes made during a session are told in it. What is left untold is in the next session's baseline.
    SessionDelta {
        /// What was forgotten or corrected, and rules.
        Corrections = "corrections",
        /// Whatever the next session's baseline would have.
        All = "all",
        /// Nothing.
        None = "none",
    }
}

axis! {
    /// Whether the block says how memory is to be used. The influence order is in it either way.
    Rules {
        /// It does.
        On = "on",
        /// It does not.
        Off = "off",
    }
}

/// The numbers of budgets, floors and of how much is looked for.
#[derive(Debug, Clone, PartialEq)]
pub struct ContextKnobs {
    /// How the block is written.
    pub template: Template,
    /// Which changes made during a session are told in it.
    pub session_delta: SessionDelta,
    /// The least confidence at which something learned in passing is loaded.
    pub confidence_min: f64,
    /// How many of the things learned in passing are always on.
    pub top_n: usize,
    /// The context window that is assumed where none is known, in tokens.
    pub window_fallback: usize,
    /// The part of the window that memory may take.
    pub fraction: f64,
    /// What memory may take of however small a window.
    pub least: usize,
    /// What it takes of however large a one.
    pub most: usize,
    /// A message shorter than this looks nothing up.
    pub short_chars: usize,
    /// A message longer than this looks up more.
    pub long_chars: usize,
    /// How much a short message looks up.
    pub k_short: usize,
    /// How much a message looks up.
    pub k_default: usize,
    /// How much a long one does, or one that speaks of remembering.
    pub k_long: usize,
    /// For how many seconds what was found for a message of a session need not be searched again.
    pub cache_seconds: u32,
    /// How many things that were found are kept of a session.
    pub cache_most: usize,
}

impl Default for ContextKnobs {
    fn default() -> Self {
        ContextKnobs {
            template: Template::Unified,
            session_delta: SessionDelta::Corrections,
            confidence_min: 0.7,
            top_n: 20,
            window_fallback: 32_000,
            fraction: 0.15,
            least: 1_500,
            most: 20_000,
            short_chars: 20,
            long_chars: 100,
            k_short: 0,
            k_default: 3,
            k_long: 10,
            cache_seconds: 300,
            cache_most: 50,
        }
    }
}
