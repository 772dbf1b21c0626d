//! Tells which area of life a text belongs to.
