//! Consolidation: what is done with memory while nobody is looking, so that it gets better instead of noisier.
//!
//! Everything here adds, supersedes what was learned in passing, or sets aside; nothing deletes, and what the person
//! stands behind is never touched. Each change is an operation of its run and can be undone by it.

mod candidates;
