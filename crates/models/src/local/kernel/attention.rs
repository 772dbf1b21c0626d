//! Attention inside one text: every token looks at every other.
//!
//! Keys are turned on their side, so that sixteen tokens are looked at with one multiplication and no sum runs across
//! lanes; each score is a sum over the head's numbers in order, each result a sum over the tokens in order. So neither
//! the neighbours in a batch nor the width of a register can change a bit.

use super::float::chunk_at;
use super::lanes::{LANES, Lanes, exp};
use crate::local::buffer::Buffer;

/// Where the queries, keys and values of one text lie, and how they are cut into heads.
#[derive(Debug, Clone, Copy)]
pub(in crate::local) struct Heads {
    /// From one token's row to the next.
    pub stride: usize,
    /// How wide a token is.
    pub width: usize,
    /// How many heads share that width.
    pub heads: usize,
}

/// Room for one head.
#[derive(Debug, Default)]
pub(in crate::local) struct AttentionRoom {
    keys: Buffer<f32>,
    values: Buffer<f32>,
    queries: Buffer<f32>,
    scores: Buffer<f32>,
}

/// Lets the tokens of one text look at each other. `Q` is how many look at once, which changes no result.
#[inline(always)]
pub(super) fn attention<L: Lanes, const Q: usize>(
    rows: &[f32],
    heads: Heads,
    out: &mut [f32],
    to: usize,
    room: &mut AttentionRoom,
) {
    let tokens = rows.len() / heads.stride;
    let size = heads.width / heads.heads;
    let (padded, wide) = (tokens.next_multiple_of(LANES), size.next_multiple_of(LANES));
    let keys = room.keys.take(size * padded);
    let values = room.values.take(tokens * wide);
    let queries = room.queries.take(Q * size);
    let scores = room.scores.take(Q * padded);
    let scale = 1.0 / (size as f32).sqrt();
    keys.fill(0.0);
    values.fill(0.0);
    for head in 0..heads.heads {
        let start = head * size;
        for (token, row) in rows.chunks_exact(heads.stride).enumerate() {
            let key = &row[heads.width + start..][..size];
            for (column, key) in keys[token..].iter_mut().step_by(padded).zip(key) {
                *column = *key;
            }
            values[token * wide..][..size].copy_from_slice(&row[2 * heads.width + start..][..size]);
        }
        for first in (0..tokens).step_by(Q) {
            let count = Q.min(tokens - first);
            for (index, query) in queries.chunks_exact_mut(size).enumerate() {
                let row = &rows[(first + index.min(count - 1)) * heads.stride + start..][..size];
                for (to, from) in query.iter_mut().zip(row) {
                    *to = from * scale;
                }
            }
            look::<L, Q>(queries, keys, scores, padded);
            let shares = weigh::<L, Q>(scores, tokens, padded);
            for at in (0..wide).step_by(LANES) {
                let found = gather::<L, Q>(scores, values, padded, wide, at);
                for index in 0..count {
                    let mut chunk = [0.0; LANES];
                    found[index].mul(L::splat(shares[index])).store(&mut chunk);
                    let length = LANES.min(size - at);
                    out[(first + index) * to + start + at..][..length].copy_from_slice(&chunk[..length]);
                }
            }
        }
    }
}

/// How well each query fits each key.
#[inline(always)]
fn look<L: Lanes, const Q: usize>(queries: &[f32], keys: &[f32], scores: &mut [f32], padded: usize) {
    let size = queries.len() / Q;
    assert!(keys.len() == size * padded && scores.len() == Q * padded);
    for at in (0..padded).step_by(LANES) {
        let mut totals = [L::splat(0.0); Q];
        for (index, keys) in keys.chunks_exact(padded).enumerate() {
            let key = L::load(chunk_at(keys, at));
            for (query, total) in totals.iter_mut().enumerate() {
                // SAFETY: there are Q times `size` numbers, `query` is below Q and `index` below `size`.
                let number = unsafe { *queries.get_unchecked(query * size + index) };
                *total = total.add(L::splat(number).mul(key));
            }
        }
        for (query, total) in totals.into_iter().enumerate() {
            total.store(scores[query * padded + at..].first_chunk_mut().expect("scores are padded"));
        }
    }
}

/// Turns scores into weights; returns what each query's weights are to be multiplied by to add up to one.
#[inline(always)]
fn weigh<L: Lanes, const Q: usize>(scores: &mut [f32], tokens: usize, padded: usize) -> [f32; Q] {
    let mut shares = [0.0; Q];
    for (row, share) in scores.chunks_exact_mut(padded).zip(&mut shares) {
        row[tokens..].fill(f32::NEG_INFINITY);
        let chunks = row.as_chunks_mut::<LANES>().0;
        let mut greatest = L::splat(f32::NEG_INFINITY);
        for chunk in chunks.iter() {
            greatest = L::load(chunk).max(greatest);
        }
        let greatest = L::splat(greatest.greatest());
        for chunk in chunks.iter_mut() {
            exp(L::load(chunk).sub(greatest)).store(chunk);
        }
        row[tokens..].fill(0.0);
        let mut total = L::splat(0.0);
        for chunk in row.as_chunks::<LANES>().0 {
            total = total.add(L::load(chunk));
        }
        *share = 1.0 / total.sum();
    }
    shares
}

/// The weighted sum of sixteen numbers of every value.
#[inline(always)]
fn gather<L: Lanes, const Q: usize>(scores: &[f32], values: &[f32], padded: usize, wide: usize, at: usize) -> [L; Q] {
    let mut totals = [L::splat(0.0); Q];
    assert!(scores.len() == Q * padded && values.len() / wide <= padded);
    for (token, value) in values.chunks_exact(wide).enumerate() {
        let value = L::load(chunk_at(value, at));
        for (query, total) in totals.iter_mut().enumerate() {
            // SAFETY: there are Q times `padded` scores, `query` is below Q and `token` below `padded`.
            let score = unsafe { *scores.get_unchecked(query * padded + token) };
            *total = total.add(L::splat(score).mul(value));
        }
    }
    totals
}
