//! Which conversation a request belongs to. Clients send all that was said so far with every request and mostly give it no
//! name; so a conversation is known by how it begins, for a day, and by whom the assistant is told to be: two that begin
//! alike and are told quite different things are two.
//!
//! Hashes are kept, no words: the last ones at hand, all of the last day in the store, so that a conversation goes on
//! after a restart.

use std::collections::{BTreeSet, HashMap, VecDeque};
use std::sync::{Mutex, PoisonError};

use cofio_domain::id::{SpaceId, UserId};
use cofio_domain::keepsake::Keepsake;
use cofio_domain::time::Timestamp;
use cofio_gateway::{Asked, Role};
use serde::{Deserialize, Serialize};

type Hash = [u8; 32];

/// How many beginnings are kept.
const MANY: usize = 20_000;

/// For how long a conversation is known by its beginning.
const DAY_MINUTES: i64 = 24 * 60;

/// For how long a first message that comes again, word for word, is the same conversation: asked again, not anew.
const AGAIN_MINUTES: i64 = 10;

/// How many conversations that begin alike are kept.
const ALIKE: usize = 4;

/// How many beginnings of one request are looked up in the store, the longest first.
const MOST_LOOKED_UP: usize = 64;

/// The conversations of the last day.
#[derive(Default)]
pub(crate) struct Talks {
    kept: Mutex<Kept>,
}

#[derive(Default)]
struct Kept {
    by_beginning: HashMap<Hash, Vec<Known>>,
    order: VecDeque<Hash>,
}

#[derive(Clone, Serialize, Deserialize)]
struct Known {
    session: String,
    began: Timestamp,
    at: Timestamp,
    #[serde(default)]
    told: Told,
}

/// What an assistant is told to be, as far as it takes to tell two apart: hashes of some of its words. Many instructions
/// say what time it is, so they need not be the same.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Told(BTreeSet<u32>);

impl Told {
    /// So many words are enough.
    const WORDS: usize = 64;

    fn of(asked: &Asked) -> Told {
        let own = asked.turns.iter().filter(|turn| turn.role == Role::System);
        let words = own.flat_map(|turn| turn.text.split(|letter: char| !letter.is_alphanumeric()));
        let hashes = words.filter(|word| !word.is_empty()).map(|word| {
            let hash = hash(&[word.to_lowercase().as_bytes()]);
            u32::from_le_bytes([hash[0], hash[1], hash[2], hash[3]])
        });
        let all: BTreeSet<u32> = hashes.collect();
        Told(all.into_iter().take(Told::WORDS).collect())
    }

    /// Whether most of it is the same.
    fn is_like(&self, other: &Told) -> bool {
        let shared = self.0.intersection(&other.0).count();
        2 * shared >= self.0.union(&other.0).count()
    }
}

/// A conversation, as far as a request goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Talk {
    /// The name of its session.
    pub(super) session: String,
    /// When it began, where that is known here.
    pub(super) began: Option<Timestamp>,
    /// Whether this was asked before, word for word.
    pub(super) again: bool,
    owner: Hash,
    /// All that was said so far.
    so_far: Hash,
    told: Told,
}

impl Talks {
    /// Returns by what the conversation of a request may be found in the store, where it is not known here.
    pub(super) fn unknown(&self, owner: (SpaceId, UserId), named: Option<&str>, asked: &Asked) -> Vec<Vec<u8>> {
        let owner = hash_of_owner(owner);
        let start = hash(&[&owner, named.unwrap_or_default().as_bytes()]);
        let follows = asked.follows.as_deref().map(|id| hash(&[&owner, b"follows", id.as_bytes()]));
        let beginnings = beginnings(start, asked).into_iter().map(|(hash, _)| hash);
        let all: Vec<Hash> = named.map(|_| start).into_iter().chain(follows).chain(beginnings).collect();
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        match all.iter().any(|hash| kept.by_beginning.contains_key(hash)) {
            true => Vec::new(),
            false => all.into_iter().rev().take(MOST_LOOKED_UP).map(|hash| hash.to_vec()).collect(),
        }
    }

    /// Takes up what the store has.
    pub(super) fn take_up(&self, kept: Vec<Keepsake>) {
        for one in kept {
            let (hash, known) = (Hash::try_from(one.key.as_slice()), serde_json::from_slice(&one.body));
            if let (Ok(hash), Ok(known)) = (hash, known) {
                self.keep(hash, known);
            }
        }
    }

    /// Finds the conversation of a request, or begins one.
    pub(super) fn find(
        &self,
        owner: (SpaceId, UserId),
        named: Option<&str>,
        asked: &Asked,
        (now, fresh): (Timestamp, &str),
    ) -> Talk {
        let owner = hash_of_owner(owner);
        let start = hash(&[&owner, named.unwrap_or_default().as_bytes()]);
        let beginnings = beginnings(start, asked);
        let so_far = beginnings.last().map_or(start, |(hash, _)| *hash);
        let told = Told::of(asked);
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let known = |hash: &Hash, minutes: i64| {
            let all = kept.by_beginning.get(hash).into_iter().flatten().rev();
            let fits = |known: &&Known| named.is_some() || known.told.is_like(&told);
            all.filter(|known| known.at.plus_minutes(minutes) >= now).find(fits).cloned()
        };
        // An answer's own id is nobody else's.
        let followed = |hash: Hash| kept.by_beginning.get(&hash).and_then(|all| all.last()).cloned();
        let answered = asked.turns.iter().any(|turn| turn.role == Role::Assistant);
        let window = if answered { DAY_MINUTES } else { AGAIN_MINUTES };
        let exact = (!beginnings.is_empty()).then(|| known(&so_far, window)).flatten();
        let again = exact.is_some();
        let found = match named {
            Some(_) => known(&start, DAY_MINUTES),
            None => {
                let follows = asked.follows.as_deref().map(|id| hash(&[&owner, b"follows", id.as_bytes()]));
                let earlier = beginnings.iter().rev().skip(1);
                exact
                    .or_else(|| follows.and_then(followed))
                    .or_else(|| earlier.into_iter().find_map(|(hash, _)| known(hash, DAY_MINUTES)))
            }
        };
        let session = named.map(str::to_owned).or_else(|| found.as_ref().map(|known| known.session.clone()));
        Talk {
            session: session.unwrap_or_else(|| fresh.to_owned()),
            began: found.map(|known| known.began),
            again,
            owner,
            so_far,
            told,
        }
    }

    /// Notes what was asked, so that the next request is known by it. Returns what the store is to keep of it.
    pub(super) fn asked(&self, talk: &Talk, named: Option<&str>, began: Timestamp, now: Timestamp) -> Vec<Keepsake> {
        let known = Known { session: talk.session.clone(), began, at: now, told: talk.told.clone() };
        let name = named.map(|name| hash(&[&talk.owner, name.as_bytes()]));
        self.note(known, [Some(talk.so_far), name])
    }

    /// Notes what was answered. Returns what the store is to keep of it.
    pub(super) fn answered(
        &self,
        talk: &Talk,
        text: &str,
        id: Option<&str>,
        (began, now): (Timestamp, Timestamp),
    ) -> Vec<Keepsake> {
        let known = Known { session: talk.session.clone(), began, at: now, told: talk.told.clone() };
        let words = (!text.trim().is_empty()).then(|| said(&talk.so_far, Role::Assistant, text));
        self.note(known, [words, id.map(|id| hash(&[&talk.owner, b"follows", id.as_bytes()]))])
    }

    fn note(&self, known: Known, hashes: [Option<Hash>; 2]) -> Vec<Keepsake> {
        let body = serde_json::to_vec(&known).unwrap_or_default();
        let noted = hashes.into_iter().flatten().map(|hash| {
            self.keep(hash, known.clone());
            Keepsake { key: hash.to_vec(), at: known.at, body: body.clone() }
        });
        noted.collect()
    }

    fn keep(&self, hash: Hash, known: Known) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let all = kept.by_beginning.entry(hash).or_default();
        let is_new = all.is_empty();
        all.retain(|other| other.session != known.session);
        all.push(known);
        if all.len() > ALIKE {
            all.remove(0);
        }
        if is_new {
            kept.order.push_back(hash);
        }
        while kept.order.len() > MANY {
            if let Some(oldest) = kept.order.pop_front() {
                kept.by_beginning.remove(&oldest);
            }
        }
    }
}

fn hash_of_owner((space, user): (SpaceId, UserId)) -> Hash {
    hash(&[b"owner", space.to_string().as_bytes(), user.to_string().as_bytes()])
}

/// What was said, from the first words to all of them. Instructions do not count: many say what time it is.
fn beginnings(start: Hash, asked: &Asked) -> Vec<(Hash, Role)> {
    let mut so_far = start;
    let spoken = asked.turns.iter().filter(|turn| matches!(turn.role, Role::User | Role::Assistant));
    let spoken = spoken.filter(|turn| !turn.text.trim().is_empty());
    spoken
        .map(|turn| {
            so_far = said(&so_far, turn.role, &turn.text);
            (so_far, turn.role)
        })
        .collect()
}

fn said(before: &Hash, role: Role, text: &str) -> Hash {
    let role: &[u8] = if role == Role::User { b"user" } else { b"assistant" };
    hash(&[before, role, text.trim().as_bytes()])
}

fn hash(parts: &[&[u8]]) -> Hash {
    let mut hasher = blake3::Hasher::new();
    for part in parts {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    *hasher.finalize().as_bytes()
}

#[cfg(test)]
mod tests {
    use cofio_gateway::Protocol;
    use serde_json::{Value, json};

    use super::*;

    fn asked(messages: Value) -> Asked {
        Asked::read(Protocol::Chat, json!({ "messages": messages }).to_string().as_bytes()).unwrap()
    }

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    fn ids() -> (SpaceId, UserId) {
        ("spc_00000000000000000000000001".parse().unwrap(), "usr_00000000000000000000000001".parse().unwrap())
    }

    /// UX §4: the fingerprint of the growing message prefix, for a day.
    #[test]
    fn a_conversation_is_known_by_how_it_begins() {
        let talks = Talks::default();
        let now = at("2026-11-14T09:00:00Z");
        let first = asked(json!([{"role": "system", "content": "it is nine"}, {"role": "user", "content": "hi"}]));
        let find = |asked: &Asked, now, fresh| talks.find(ids(), None, asked, (now, fresh));
        let one = find(&first, now, "one");
        assert_eq!((one.session.as_str(), one.again, one.began), ("one", false, None));
        talks.asked(&one, None, now, now);
        let answered = talks.answered(&one, "hello there ", Some("resp_1"), (now, now));

        let again = find(&first, now.plus_minutes(5), "x");
        assert_eq!((again.session.as_str(), again.again), ("one", true), "asked again");
        let anew = find(&first, now.plus_minutes(30), "two");
        assert_eq!(anew.session, "two", "another chat that begins in the same way");
        talks.asked(&anew, None, now.plus_minutes(30), now.plus_minutes(30));
        talks.answered(&anew, "welcome back", None, (now.plus_minutes(30), now.plus_minutes(30)));

        let second = asked(json!([{"role": "system", "content": "it is ten"}, {"role": "user", "content": "hi"},
            {"role": "assistant", "content": "hello there"}, {"role": "user", "content": "and now?"}]));
        let goes_on = find(&second, now.plus_minutes(600), "x");
        assert_eq!((goes_on.session.as_str(), goes_on.again), ("one", false));
        assert_eq!(goes_on.began, Some(now));
        assert_eq!(find(&second, now.plus_minutes(25 * 60), "late").session, "late");
        let cook = asked(
            json!([{"role": "system", "content": "you plan meals for a family"}, {"role": "user", "content": "hi"}]),
        );
        let other = find(&cook, now.plus_minutes(1), "meals");
        assert_eq!(
            (other.session.as_str(), other.again),
            ("meals", false),
            "whoever is told something else is another"
        );
        talks.asked(&other, None, now.plus_minutes(1), now.plus_minutes(1));
        assert_ne!(find(&first, now.plus_minutes(2), "x").session, "meals", "and is not in the way");
        assert_eq!(talks.unknown(ids(), None, &second), Vec::<Vec<u8>>::new());
        let afterwards = Talks::default();
        assert_eq!(afterwards.unknown(ids(), None, &second).len(), 3, "the process is another one");
        afterwards.take_up(answered);
        assert_eq!(afterwards.find(ids(), None, &second, (now, "x")).session, "one");
        let follows = Asked { follows: Some("resp_1".into()), ..asked(json!([{"role": "user", "content": "more"}])) };
        assert_eq!(find(&follows, now, "x").session, "one");
        let other = (ids().0, "usr_00000000000000000000000002".parse().unwrap());
        assert_eq!(
            talks.find(other, None, &second, (now, "theirs")).session,
            "theirs",
            "nobody goes on with another's"
        );
    }

    #[test]
    fn a_name_goes_before_everything() {
        let talks = Talks::default();
        let now = at("2026-11-14T09:00:00Z");
        let said = asked(json!([{"role": "user", "content": "hi"}]));
        let talk = talks.find(ids(), Some("trip"), &said, (now, "x"));
        assert_eq!((talk.session.as_str(), talk.again), ("trip", false));
        talks.asked(&talk, Some("trip"), now, now);
        let again = talks.find(ids(), Some("trip"), &said, (now.plus_minutes(1), "x"));
        assert_eq!((again.again, again.began), (true, Some(now)));
        assert!(!talks.find(ids(), Some("other"), &said, (now, "x")).again);
    }
}
