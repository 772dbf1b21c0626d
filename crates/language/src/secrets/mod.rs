//! Tells whether a text carries a secret.
