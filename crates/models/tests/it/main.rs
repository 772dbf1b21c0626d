//! The local models as a whole.

mod support;
