//! What is written once and compiled for each path.

use crate::document::OPEN;

#[inline(always)]
pub(super) fn keep_during(keep: &mut [u8], from: &[i64], until: &[i64], time: i64) {
    for ((keep, from), until) in keep.iter_mut().zip(from).zip(until) {
        *keep &= u8::from(*from <= time) & u8::from(time < *until);
    }
}

#[inline(always)]
pub(super) fn keep_open(keep: &mut [u8], until: &[i64]) {
    for (keep, until) in keep.iter_mut().zip(until) {
        *keep &= u8::from(*until == OPEN);
    }
}
