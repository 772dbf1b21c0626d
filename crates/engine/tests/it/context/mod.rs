//! The context block: what is in it, in which words, at what cost, and that nothing stored can break it.

mod budgets;
mod cache;
mod hostile;
mod kitchen;
mod routing;
mod sessions;
mod templates;
