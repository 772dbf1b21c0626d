//! Server-sent events in bytes: where one ends, and where its data stands. Lines end as the standard has it, with `\n`,
//! `\r\n` or `\r`; a chunk may end anywhere, in the middle of a letter too.

use std::ops::Range;

/// The longest event that is waited for.
const LONGEST: usize = 1 << 20;

/// Bytes that wait for the end of their event.
#[derive(Debug, Default)]
pub(super) struct Events {
    waiting: Vec<u8>,
    /// How far they were looked through: where a line begins.
    looked: usize,
}

impl Events {
    /// Takes bytes, and returns the events that are whole.
    pub(super) fn push(&mut self, bytes: &[u8]) -> Vec<Vec<u8>> {
        // What was there had no end of a line in it, but perhaps half of one.
        let seen = self.waiting.len().saturating_sub(1);
        self.waiting.extend_from_slice(bytes);
        let mut whole = Vec::new();
        let mut start = 0;
        while let Some((line, next)) = self.line(self.looked, seen) {
            self.looked = next;
            if line.is_empty() {
                whole.push(self.waiting[start..next].to_vec());
                start = next;
            }
        }
        self.waiting.drain(..start);
        self.looked -= start;
        whole
    }

    /// Returns the line that begins here and where the next one does, if it has ended.
    fn line(&self, from: usize, seen: usize) -> Option<(Range<usize>, usize)> {
        let unseen = from.max(seen);
        let end = unseen + self.waiting[unseen..].iter().position(|byte| matches!(byte, b'\n' | b'\r'))?;
        if self.waiting[end] == b'\n' {
            return Some((from..end, end + 1));
        }
        // Whether more belongs to the end of this line shows with the next byte.
        let next = *self.waiting.get(end + 1)?;
        Some((from..end, if next == b'\n' { end + 2 } else { end + 1 }))
    }

    /// Returns everything that waits, where it is too much for an event.
    pub(super) fn too_long(&mut self) -> Option<Vec<u8>> {
        (self.waiting.len() > LONGEST).then(|| self.rest())
    }

    /// Returns whatever waits.
    pub(super) fn rest(&mut self) -> Vec<u8> {
        self.looked = 0;
        std::mem::take(&mut self.waiting)
    }

    pub(super) fn is_between(&self) -> bool {
        self.waiting.is_empty()
    }
}

/// Returns where the data of an event stands, line by line.
pub(super) fn data_lines(event: &[u8]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut from = if event.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
    while from < event.len() {
        let end = event[from..].iter().position(|byte| matches!(byte, b'\n' | b'\r'));
        let end = end.map_or(event.len(), |end| from + end);
        if event[from..end].starts_with(b"data:") {
            let start = from + 5;
            let start = if event.get(start) == Some(&b' ') { start + 1 } else { start };
            found.push(start.min(end)..end);
        }
        from = end + 1;
    }
    found
}
