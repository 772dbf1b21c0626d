//! How learning is measured: what conversations leave behind when they are recorded, closed and slept over, as they
//! would be in the product.

pub mod forgetting;
pub mod hygiene;
mod labels;
pub mod lasting;
mod life;
pub mod ninety;
mod share;
mod talks;
pub mod updates;
