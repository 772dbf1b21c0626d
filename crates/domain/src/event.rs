//! Events: the raw log. What was said, in the order it was recorded, never rewritten.
//!
//! An event is a header and a payload. Headers are chained by their hashes and stay for ever; they hold no words. The
//! payload holds the words and a salt, and its hash is in the header. So a payload can be shredded, and the chain still
//! proves that nothing else was changed: without the salt, not even a right guess at the words can be checked.

use std::collections::HashMap;
use std::ops::Range;

use crate::axes::axis;
use crate::id::{EventId, Id};
use crate::record::Seq;
use crate::session::SessionNumber;
use crate::space::SpaceKey;
use crate::time::Timestamp;

axis! {
    /// What sort of thing happened.
    EventKind {
        /// Somebody or something said something in a session.
        Message = "message",
        /// The same, while learning was paused: it can be found, and nothing is ever learned from it.
        Passing = "passing",
    }
}

axis! {
    /// Who speaks in a message.
    MessageRole {
        /// The person.
        User = "user",
        /// The assistant.
        Assistant = "assistant",
        /// Something the assistant used or read.
        Tool = "tool",
        /// Whoever set the assistant up.
        System = "system",
    }
}

impl MessageRole {
    /// Returns whether the words are part of a conversation. Those of tools and set-ups were read, not said: they can be
    /// found, and are never put before a model unasked.
    pub const fn is_said(self) -> bool {
        matches!(self, MessageRole::User | MessageRole::Assistant)
    }
}

/// A hash of the chain: half of a BLAKE3 hash.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Digest(pub [u8; 16]);

impl Digest {
    /// What the first event of a space follows.
    pub const NOTHING: Digest = Digest([0; 16]);
}

/// What makes a payload's hash impossible to guess. It goes with the words.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct PayloadSalt(pub [u8; 16]);

impl PayloadSalt {
    /// Returns the salt of the message at a place of a batch, from a secret that is never kept.
    pub fn derived(secret: &[u8; 32], place: u64) -> PayloadSalt {
        let mut salt = PayloadSalt([0; 16]);
        salt.0.copy_from_slice(&blake3::keyed_hash(secret, &place.to_le_bytes()).as_bytes()[..16]);
        salt
    }
}

impl std::fmt::Debug for PayloadSalt {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("PayloadSalt(…)")
    }
}

/// The words of a message: what a payload keeps.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Said {
    /// What the speaker is called, where they have a name.
    pub name: Option<String>,
    /// What they said.
    pub text: String,
}

impl Said {
    /// Returns the hash that the header keeps of these words.
    pub fn hash(&self, salt: &PayloadSalt) -> Digest {
        let mut frame = Frame::new("cofio payload");
        frame.bytes(&salt.0);
        frame.optional(self.name.as_deref());
        frame.bytes(self.text.as_bytes());
        frame.finish()
    }
}

/// What is left of an event's words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Payload {
    /// All of them.
    Kept(Said),
    /// Those that were not erased: a span was cut out.
    Cut(Said),
    /// None: only that there were some.
    Shredded,
}

impl Payload {
    /// Returns the words that are there.
    pub fn said(&self) -> Option<&Said> {
        match self {
            Payload::Kept(said) | Payload::Cut(said) => Some(said),
            Payload::Shredded => None,
        }
    }
}

/// What stands in the place of a span that was erased.
pub const ERASED: &str = "[erased]";

/// Returns the spans that lie inside a text and on its letters, in order and without overlaps.
pub fn sound_spans(text: &str, spans: &[Range<usize>]) -> Vec<Range<usize>> {
    let mut sound: Vec<Range<usize>> =
        spans.iter().filter(|span| !span.is_empty() && text.get((*span).clone()).is_some()).cloned().collect();
    sound.sort_by_key(|span| span.start);
    let mut merged: Vec<Range<usize>> = Vec::new();
    for span in sound {
        match merged.last_mut() {
            Some(last) if span.start <= last.end => last.end = last.end.max(span.end),
            _ => merged.push(span),
        }
    }
    merged
}

/// Returns a text with something else in the place of each of these spans, which are [sound](sound_spans).
pub fn without(text: &str, spans: &[Range<usize>], instead: &str) -> String {
    let mut left = String::with_capacity(text.len());
    let mut from = 0;
    for span in spans {
        left.push_str(&text[from..span.start]);
        left.push_str(instead);
        from = span.end;
    }
    left.push_str(&text[from..]);
    left
}

/// One thing that happened, as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// Its place in the order of its space.
    pub seq: Seq,
    /// Its public id.
    pub id: EventId,
    /// The session it belongs to.
    pub session: SessionNumber,
    /// Its place in the session, from 0.
    pub index: u64,
    /// What sort of thing it is.
    pub kind: EventKind,
    /// Who spoke.
    pub role: MessageRole,
    /// When it was said.
    pub at: Timestamp,
    /// When we heard of it.
    pub recorded_at: Timestamp,
    /// The hash of its words as they were recorded.
    pub payload_hash: Digest,
    /// The hash of the event before it in its space.
    pub prev_hash: Digest,
    /// The hash of all of the above.
    pub hash: Digest,
    /// What is left of its words.
    pub payload: Payload,
}

impl Event {
    /// Returns the words that are left.
    pub fn said(&self) -> Option<&Said> {
        self.payload.said()
    }

    /// Returns the text that is left.
    pub fn text(&self) -> Option<&str> {
        self.said().map(|said| said.text.as_str())
    }

    /// Returns what the hash of this header must be.
    pub fn chain_hash(&self, space: SpaceKey) -> Digest {
        let mut frame = Frame::new("cofio event");
        frame.bytes(&self.prev_hash.0);
        for number in [space.0, self.seq.0, self.session.0, i64::try_from(self.index).unwrap_or(i64::MAX)] {
            frame.number(number);
        }
        frame.bytes(&self.id.bits().to_be_bytes());
        frame.bytes(self.kind.word().as_bytes());
        frame.bytes(self.role.word().as_bytes());
        frame.number(self.at.as_micros());
        frame.number(self.recorded_at.as_micros());
        frame.bytes(&self.payload_hash.0);
        frame.finish()
    }
}

/// A message on its way into the log. The rules about what may be kept were applied to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewMessage {
    /// The id it gets.
    pub id: EventId,
    /// Whether anything may be learned from it.
    pub kind: EventKind,
    /// Who speaks.
    pub role: MessageRole,
    /// When it was said.
    pub at: Timestamp,
    /// The words.
    pub said: Said,
    /// What its hash is salted with. Nobody can guess it.
    pub salt: PayloadSalt,
}

impl NewMessage {
    /// Returns the event it becomes at a place in a session and in the chain.
    pub fn recorded(
        self,
        space: SpaceKey,
        seq: Seq,
        place: (SessionNumber, u64),
        recorded_at: Timestamp,
        prev_hash: Digest,
    ) -> Event {
        let mut event = Event {
            seq,
            id: self.id,
            session: place.0,
            index: place.1,
            kind: self.kind,
            role: self.role,
            at: self.at,
            recorded_at,
            payload_hash: self.said.hash(&self.salt),
            prev_hash,
            hash: Digest::NOTHING,
            payload: Payload::Kept(self.said),
        };
        event.hash = event.chain_hash(space);
        event
    }
}

/// Returns the places of the messages that a session has already: one of the same time, role, name and words for each.
/// A message whose words were erased is known by its time and role alone, so that it does not come back.
pub fn already_there<'a>(new: &[NewMessage], there: impl IntoIterator<Item = &'a Event>) -> Vec<usize> {
    let mut whole: HashMap<(Timestamp, MessageRole, Said), usize> = HashMap::new();
    let mut bare: HashMap<(Timestamp, MessageRole), usize> = HashMap::new();
    for event in there {
        match &event.payload {
            Payload::Kept(said) => *whole.entry((event.at, event.role, said.clone())).or_default() += 1,
            Payload::Cut(_) | Payload::Shredded => *bare.entry((event.at, event.role)).or_default() += 1,
        }
    }
    let mut take = |message: &NewMessage| {
        let left = match whole.get_mut(&(message.at, message.role, message.said.clone())) {
            Some(left) if *left > 0 => Some(left),
            _ => bare.get_mut(&(message.at, message.role)),
        };
        left.is_some_and(|left| {
            let found = *left > 0;
            *left = left.saturating_sub(1);
            found
        })
    };
    new.iter().enumerate().filter(|(_, message)| take(message)).map(|(place, _)| place).collect()
}

/// Where a chain does not hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Break {
    /// The event at which it was seen.
    pub seq: Seq,
    /// What is wrong.
    pub fault: Fault,
}

axis! {
    /// What is wrong with a chain.
    Fault {
        /// The header is not what was recorded.
        Header = "header",
        /// An event before this one is missing, or was put in.
        Order = "order",
        /// The words are not those that were recorded.
        Payload = "payload",
        /// The words are gone, and nobody erased them.
        Lost = "lost",
        /// The last events are missing.
        End = "end",
    }
}

impl Fault {
    /// Returns what is wrong, in words.
    pub const fn said(self) -> &'static str {
        match self {
            Fault::Header => "its header is not what was recorded",
            Fault::Order => "it does not follow the event before it: one is missing or was put in",
            Fault::Payload => "its words are not those that were recorded",
            Fault::Lost => "its words are gone, and nobody erased them",
            Fault::End => "the log ended later than this: the last events are missing",
        }
    }
}

/// What walking a chain showed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ChainReport {
    /// How many events there are.
    pub events: u64,
    /// How many of them have no words any more, because they were erased.
    pub shredded: u64,
    /// How many had a part of their words erased.
    pub cut: u64,
    /// Where the chain does not hold, in order.
    pub breaks: Vec<Break>,
    /// The hash of the last event: whoever wrote it down once can tell later that nothing before it was changed.
    pub head: Digest,
}

/// Bytes for a hash. Every piece is framed by its length, so that no two rows of pieces give the same bytes.
struct Frame(Vec<u8>);

impl Frame {
    fn new(about: &str) -> Frame {
        let mut frame = Frame(Vec::with_capacity(256));
        frame.bytes(about.as_bytes());
        frame
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(&(bytes.len() as u64).to_le_bytes());
        self.0.extend_from_slice(bytes);
    }

    fn optional(&mut self, text: Option<&str>) {
        self.0.push(u8::from(text.is_some()));
        self.bytes(text.unwrap_or_default().as_bytes());
    }

    fn number(&mut self, number: i64) {
        self.0.extend_from_slice(&number.to_le_bytes());
    }

    fn finish(self) -> Digest {
        let mut digest = Digest::NOTHING;
        digest.0.copy_from_slice(&blake3::hash(&self.0).as_bytes()[..16]);
        digest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(text: &str) -> NewMessage {
        NewMessage {
            kind: EventKind::Message,
            id: EventId::from_bits(7),
            role: MessageRole::User,
            at: Timestamp::from_micros(5),
            said: Said { name: None, text: text.into() },
            salt: PayloadSalt([3; 16]),
        }
    }

    fn event() -> Event {
        let place = (SessionNumber(1), 0);
        message("hello").recorded(SpaceKey(1), Seq(9), place, Timestamp::from_micros(6), Digest::NOTHING)
    }

    #[test]
    fn a_hash_depends_on_every_column_of_its_header() {
        let sound = event();
        assert_eq!(sound.hash, sound.chain_hash(SpaceKey(1)));
        let changed: [fn(&mut Event); 9] = [
            |event| event.seq = Seq(10),
            |event| event.id = EventId::from_bits(8),
            |event| event.session = SessionNumber(2),
            |event| event.index = 1,
            |event| event.role = MessageRole::Tool,
            |event| event.at = Timestamp::from_micros(4),
            |event| event.recorded_at = Timestamp::from_micros(7),
            |event| event.payload_hash = Digest::NOTHING,
            |event| event.prev_hash = Digest([1; 16]),
        ];
        for (place, change) in changed.into_iter().enumerate() {
            let mut tampered = event();
            change(&mut tampered);
            assert_ne!(tampered.chain_hash(SpaceKey(1)), sound.hash, "change {place}");
        }
        assert_ne!(sound.chain_hash(SpaceKey(2)), sound.hash, "an event belongs to its space");
    }

    #[test]
    fn a_message_is_there_as_often_as_it_was_said() {
        let said = |texts: &[&str]| texts.iter().map(|text| message(text)).collect::<Vec<_>>();
        let kept = |text: &str| {
            let place = (SessionNumber(1), 0);
            message(text).recorded(SpaceKey(1), Seq(9), place, Timestamp::from_micros(6), Digest::NOTHING)
        };
        let there = [kept("ok"), kept("hello")];
        assert_eq!(already_there(&said(&["hello", "ok", "ok"]), &there), [0, 1], "the second ok is news");
        let erased = Event { payload: Payload::Shredded, ..kept("my secret") };
        assert_eq!(already_there(&said(&["my secret"]), [&erased]), [0], "what was erased does not come back");
        assert_eq!(already_there(&said(&["hello", "more"]), [&erased, &there[1]]), [0, 1]);
        let mut later = message("hello");
        later.at = Timestamp::from_micros(99);
        assert_eq!(already_there(&[later], &there), Vec::<usize>::new());
    }

    #[test]
    fn a_payload_hash_depends_on_the_salt_the_name_and_where_the_name_ends() {
        let salt = PayloadSalt([3; 16]);
        let said = |name: Option<&str>, text: &str| Said { name: name.map(str::to_owned), text: text.into() };
        let hashes = [
            said(None, "ab").hash(&salt),
            said(None, "ab").hash(&PayloadSalt([4; 16])),
            said(Some(""), "ab").hash(&salt),
            said(Some("a"), "b").hash(&salt),
            said(Some("ab"), "").hash(&salt),
        ];
        for (one, hash) in hashes.iter().enumerate() {
            assert!(hashes.iter().skip(one + 1).all(|other| other != hash));
        }
    }
}
