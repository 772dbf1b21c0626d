//! Finds the dates in a sentence.
