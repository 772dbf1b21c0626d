//! The index of a space, from outside.

mod damage;
mod filters;
mod hostile;
mod keyword;
mod rebuilding;
mod similar;
mod support;
