//! The encoder at work: several texts at once, one after the other in memory, without padding between them.
//!
//! Texts are taken by length and put together into tiles small enough to stay in the processor's cache. Nothing a text
//! gets depends on its neighbours, so a text alone and in a batch has the same result to the last bit. The room a tile
//! needs belongs to the thread and is used again.

use std::cell::RefCell;

use cofio_domain::ports::{Cancel, Cancelled};

use crate::local::bert::{Bert, Layer};
use crate::local::buffer::Buffer;
use crate::local::header::Pooling;
use crate::local::kernel::{AttentionRoom, Heads, LANES, Path};
use crate::local::linear::LinearRoom;
use crate::local::pooling::pool;

/// Tokens, each with its type, of several texts one after the other.
#[derive(Debug, Default)]
pub(super) struct Texts {
    pub ids: Vec<u32>,
    pub types: Vec<u32>,
    /// Where each text ends.
    pub ends: Vec<usize>,
}

impl Texts {
    /// Ends the text whose tokens were added last.
    pub(super) fn finish(&mut self) {
        self.ends.push(self.ids.len());
    }

    fn range(&self, text: usize) -> std::ops::Range<usize> {
        let start = if text == 0 { 0 } else { self.ends[text - 1] };
        start..self.ends[text]
    }

    /// Returns texts in groups of similar length, each group together small enough for the cache.
    fn tiles(&self) -> Vec<Vec<usize>> {
        let mut order: Vec<usize> = (0..self.ends.len()).collect();
        order.sort_by_key(|text| self.range(*text).len());
        let mut tiles: Vec<Vec<usize>> = Vec::new();
        let mut room = 0;
        for text in order {
            let length = self.range(text).len();
            match tiles.last_mut() {
                Some(tile) if length <= room => {
                    tile.push(text);
                    room -= length;
                }
                _ => {
                    tiles.push(vec![text]);
                    room = TILE_TOKENS.saturating_sub(length);
                }
            }
        }
        tiles
    }
}

/// How many tokens pass through the layers together: enough for each weight to be used often once it is there, few
/// enough for what they leave behind to stay in a cache of one or two megabytes.
const TILE_TOKENS: usize = 128;
/// How many of them think at once, which takes the most room for each.
const THINKING_TOKENS: usize = 64;

/// The room of a thread.
#[derive(Debug, Default)]
struct Room {
    tokens: Buffer<f32>,
    change: Buffer<f32>,
    looks: Buffer<f32>,
    seen: Buffer<f32>,
    thoughts: Buffer<f32>,
    table: Buffer<f32>,
    linear: LinearRoom,
    attention: AttentionRoom,
}

thread_local! {
    static ROOM: RefCell<Room> = RefCell::default();
}

/// What texts run through: the words of a BERT, and layers, the upper ones of which may be another model's.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stack<'a> {
    bert: &'a Bert,
    lower: &'a [Layer],
    upper: &'a [Layer],
    path: Path,
}

impl<'a> Stack<'a> {
    /// A BERT with its own layers.
    pub(super) fn of(bert: &'a Bert, path: Path) -> Stack<'a> {
        Stack { bert, lower: &bert.layers, upper: &[], path }
    }

    /// A BERT with other layers in the place of its uppermost; there must be as many of those.
    pub(super) fn under(bert: &'a Bert, upper: &'a [Layer], path: Path) -> Stack<'a> {
        Stack { bert, lower: &bert.layers[..bert.layers.len() - upper.len()], upper, path }
    }
}

/// Runs texts through the layers and returns one pooled row a text, `Bert::stride` numbers each, in the order given.
pub(super) fn encode(
    bert: &Bert,
    path: Path,
    texts: &Texts,
    pooling: Pooling,
    cancel: &Cancel,
) -> Result<Vec<f32>, Cancelled> {
    let stride = bert.stride();
    let mut pooled = vec![0.0; texts.ends.len() * stride];
    encode_each(Stack::of(bert, path), texts, cancel, |text, rows| {
        pool(rows, stride, pooling, &mut pooled[text * stride..][..stride]);
    })?;
    Ok(pooled)
}

/// Runs texts through the layers and shows the tokens of each text, `Bert::stride` numbers each, in an order of its own.
pub(super) fn encode_each(
    stack: Stack<'_>,
    texts: &Texts,
    cancel: &Cancel,
    mut show: impl FnMut(usize, &[f32]),
) -> Result<(), Cancelled> {
    let stride = stack.bert.stride();
    ROOM.with_borrow_mut(|room| {
        for tile in texts.tiles() {
            let mut run = Run { stack, texts, tile: &tile, cancel };
            run.encode(room)?;
            let mut first = 0;
            for text in &tile {
                let length = texts.range(*text).len();
                show(*text, &room.tokens.take((first + length) * stride)[first * stride..]);
                first += length;
            }
        }
        Ok(())
    })
}

/// One tile on its way through the layers.
struct Run<'a> {
    stack: Stack<'a>,
    texts: &'a Texts,
    tile: &'a [usize],
    cancel: &'a Cancel,
}

impl Run<'_> {
    fn encode(&mut self, room: &mut Room) -> Result<(), Cancelled> {
        let count: usize = self.tile.iter().map(|text| self.texts.range(*text).len()).sum();
        self.cancel.check()?;
        self.read_words(room, count);
        for layer in self.stack.lower.iter().chain(self.stack.upper) {
            self.cancel.check()?;
            self.look(layer, room, count);
            self.think(layer, room, count);
        }
        Ok(())
    }

    /// What a token is before it has looked around: its word, its position and its type.
    fn read_words(&self, room: &mut Room, count: usize) {
        let (bert, stride) = (self.stack.bert, self.stack.bert.stride());
        let tokens = room.tokens.take(count * stride);
        let table_stride = bert.words.width.next_multiple_of(LANES);
        let table = room.table.take(count * table_stride);
        let places = || self.tile.iter().flat_map(|text| self.texts.range(*text).enumerate());
        for ((_, token), row) in places().zip(table.chunks_exact_mut(table_stride)) {
            bert.words.row(self.texts.ids[token], &mut row[..bert.words.width]);
            row[bert.words.width..].fill(0.0);
        }
        match &bert.up {
            Some(up) => up.apply(self.stack.path, table, tokens, &mut room.linear),
            None => tokens.copy_from_slice(table),
        }
        let added = room.change.take(count * stride);
        for ((position, token), row) in places().zip(added.chunks_exact_mut(stride)) {
            let positions = &bert.positions[position * bert.width..][..bert.width];
            let types = &bert.types[self.texts.types[token] as usize * bert.width..][..bert.width];
            for ((value, position), of_type) in row.iter_mut().zip(positions).zip(types) {
                *value = position + of_type;
            }
            row[bert.width..].fill(0.0);
        }
        self.stack.path.add_and_normalize(tokens, added, stride, &bert.norm);
    }

    /// Every token looks at the others of its text.
    fn look(&self, layer: &Layer, room: &mut Room, count: usize) {
        let (bert, stride) = (self.stack.bert, self.stack.bert.stride());
        let heads = Heads { stride: layer.look.stride(), width: bert.width, heads: bert.heads };
        let tokens = room.tokens.take(count * stride);
        let looks = room.looks.take(count * heads.stride);
        layer.look.apply(self.stack.path, tokens, looks, &mut room.linear);
        let seen = room.seen.take(count * stride);
        seen.fill(0.0);
        let mut first = 0;
        for text in self.tile {
            let end = first + self.texts.range(*text).len();
            let rows = &looks[first * heads.stride..end * heads.stride];
            let out = &mut seen[first * stride..end * stride];
            self.stack.path.attention(rows, heads, out, stride, &mut room.attention);
            first = end;
        }
        let change = room.change.take(count * stride);
        layer.merge.apply(self.stack.path, seen, change, &mut room.linear);
        self.stack.path.add_and_normalize(tokens, change, stride, &layer.after_look);
    }

    /// Every token thinks by itself.
    fn think(&self, layer: &Layer, room: &mut Room, count: usize) {
        let stride = self.stack.bert.stride();
        let tokens = room.tokens.take(count * stride);
        for tokens in tokens.chunks_mut(THINKING_TOKENS * stride) {
            let count = tokens.len() / stride;
            let thoughts = room.thoughts.take(count * layer.widen.stride());
            layer.widen.apply(self.stack.path, tokens, thoughts, &mut room.linear);
            self.stack.path.gelu(thoughts);
            let change = room.change.take(count * stride);
            layer.narrow.apply(self.stack.path, thoughts, change, &mut room.linear);
            self.stack.path.add_and_normalize(tokens, change, stride, &layer.after_think);
        }
    }
}
