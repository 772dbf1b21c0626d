//! An answer on its way back: byte for byte as it came, but for the handles in its texts, and heard along the way.
//!
//! Without handles to look for, what comes in goes out at once. With them an event is held until it is whole, and is
//! written anew only where one of its texts had a handle in it. What cannot be read is passed on as it is.

mod events;
mod handles;
mod heard;

use std::collections::BTreeMap;
use std::ops::Range;

use serde_json::Value;

use crate::Protocol;
use crate::json::{Edit, Step, at, edited, quoted, root};

pub use handles::Handles;
pub use heard::{Heard, Usage};

use events::{Events, data_lines};

/// A stream of events on its way back.
pub struct Relay {
    protocol: Protocol,
    handles: Handles,
    events: Events,
    heard: Heard,
    /// The last event of each text, as the shape of one that tells what was held back.
    shapes: BTreeMap<String, Shape>,
}

struct Shape {
    event: Vec<u8>,
    place: Range<usize>,
}

impl Relay {
    /// Relays a stream, looking for handles.
    pub fn new(protocol: Protocol, handles: Handles) -> Relay {
        Relay { protocol, handles, events: Events::default(), heard: Heard::default(), shapes: BTreeMap::new() }
    }

    /// Takes what came and returns what goes out.
    pub fn push(&mut self, bytes: &[u8]) -> Vec<u8> {
        let whole = self.events.push(bytes);
        if self.handles.is_empty() {
            whole.iter().for_each(|event| drop(self.pass(event)));
            // What is too long to be an event has no words that could be heard.
            drop(self.events.too_long());
            return bytes.to_vec();
        }
        let mut out = Vec::with_capacity(bytes.len());
        for event in whole {
            out.extend(self.pass(&event));
        }
        if let Some(endless) = self.events.too_long() {
            // What never ends is no event; from here on everything goes through as it is.
            out.extend(self.release(""));
            out.extend(endless);
            self.handles = Handles::default();
        }
        out
    }

    /// Returns what is left when nothing more comes.
    pub fn finish(&mut self) -> Vec<u8> {
        let rest = self.events.rest();
        if self.handles.is_empty() {
            drop(self.pass(&rest));
            return Vec::new();
        }
        let is_whole = data_lines(&rest).into_iter().any(|line| serde_json::from_slice::<Value>(&rest[line]).is_ok());
        let mut out = self.pass(&rest);
        let held = self.release("");
        if held.is_empty() || rest.is_empty() {
            out.extend(held);
            return out;
        }
        if is_whole {
            // What is told after it is an event of its own.
            out.extend(b"\n\n");
            out.extend(held);
            return out;
        }
        // It breaks off in the middle, so whatever comes after it is not read.
        [held, out].concat()
    }

    /// Returns whether the last that went out was a whole event, so that something could be said in between.
    pub fn is_between_events(&self) -> bool {
        self.events.is_between()
    }

    /// Returns what was heard so far.
    pub fn heard(&self) -> &Heard {
        &self.heard
    }

    /// Returns the handles that were named so far.
    pub fn cited(&self) -> Vec<String> {
        self.handles.cited().map(str::to_owned).collect()
    }

    /// Passes an event on.
    fn pass(&mut self, event: &[u8]) -> Vec<u8> {
        let mut before = Vec::new();
        let mut edits = Vec::new();
        for line in data_lines(event) {
            let json = &event[line.clone()];
            let Ok(value) = serde_json::from_slice::<Value>(json) else {
                if json == b"[DONE]" {
                    before.extend(self.release(""));
                }
                continue;
            };
            let told = self.heard.hear(self.protocol, &value);
            if let Some(lane) = &told.ends {
                before.extend(self.release(lane));
            }
            let alone = told.pieces.len() == 1;
            for piece in told.pieces {
                let mut shown = self.handles.shown(&piece.lane, &piece.text);
                if piece.last || !alone {
                    shown.push_str(&self.handles.released(&piece.lane).unwrap_or_default());
                }
                self.heard.say(&shown);
                let Some(place) = place_of(event, &line, &piece.path) else { continue };
                if !self.handles.is_empty() {
                    let shape = Shape { event: event.to_vec(), place: place.clone() };
                    self.shapes.insert(piece.lane, shape);
                }
                if shown != piece.text {
                    edits.push(Edit { at: place, with: quoted(&shown) });
                }
            }
            for path in told.again {
                edits.extend(self.told_again(event, &line, &value, &path));
            }
        }
        let event = if edits.is_empty() { event.to_vec() } else { edited(event, edits) };
        before.extend(event);
        before
    }

    /// A text that is told once more as a whole, without its handles.
    fn told_again(&mut self, event: &[u8], line: &Range<usize>, value: &Value, path: &[Step]) -> Option<Edit> {
        let text = follow(value, path)?.as_str()?;
        let shown = self.handles.all_shown(text);
        (shown != text).then(|| Some(Edit { at: place_of(event, line, path)?, with: quoted(&shown) })).flatten()
    }

    /// Tells what was held back of a text, or of all of them: an event of the same shape as its last one.
    fn release(&mut self, lane: &str) -> Vec<u8> {
        let lanes: Vec<String> =
            self.shapes.keys().filter(|known| lane.is_empty() || *known == lane).cloned().collect();
        let mut out = Vec::new();
        for lane in lanes {
            let Some(held) = self.handles.released(&lane) else { continue };
            self.heard.say(&held);
            let Some(shape) = self.shapes.get(&lane) else { continue };
            out.extend(edited(&shape.event, vec![Edit { at: shape.place.clone(), with: quoted(&held) }]));
        }
        out
    }
}

/// Takes the handles out of a whole answer. Returns it, what it said and which handles it named.
pub fn whole(protocol: Protocol, mut handles: Handles, body: &[u8]) -> (Vec<u8>, Heard, Vec<String>) {
    let mut heard = Heard::default();
    let Ok(value) = serde_json::from_slice::<Value>(body) else { return (body.to_vec(), heard, Vec::new()) };
    let mut edits = Vec::new();
    for path in heard.hear_whole(protocol, &value) {
        let Some(text) = follow(&value, &path).and_then(Value::as_str) else { continue };
        let shown = handles.all_shown(text);
        if !heard.text.is_empty() {
            heard.say("\n");
        }
        heard.say(&shown);
        if shown != text
            && let Some(place) = at(body, root(body), &path)
        {
            edits.push(Edit { at: place, with: quoted(&shown) });
        }
    }
    let cited = handles.cited().map(str::to_owned).collect();
    (if edits.is_empty() { body.to_vec() } else { edited(body, edits) }, heard, cited)
}

fn place_of(event: &[u8], line: &Range<usize>, path: &[Step]) -> Option<Range<usize>> {
    let json = &event[line.clone()];
    let place = at(json, root(json), path)?;
    Some(place.start + line.start..place.end + line.start)
}

fn follow<'v>(value: &'v Value, path: &[Step]) -> Option<&'v Value> {
    path.iter().try_fold(value, |value, step| match step {
        Step::Key(key) => value.get(key),
        Step::Item(number) => value.get(number),
    })
}
