//! Browsers: a link that works once, and the cookie that it is exchanged for.

use std::collections::{HashSet, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use axum::http::{HeaderMap, header};

/// What the cookie is called.
pub(crate) const COOKIE: &str = "cofio";

/// The browsers that were let in since the server began. Nothing of it is kept: after a restart there is a new link.
pub(crate) struct Browsers {
    seed: [u8; 32],
    count: AtomicU64,
    invitations: Mutex<VecDeque<String>>,
    known: Mutex<HashSet<String>>,
    local: String,
}

/// An invitation that nobody took is dropped when there are more than this many.
const MANY: usize = 16;

impl Browsers {
    pub(crate) fn new(seed: [u8; 32]) -> Browsers {
        let browsers = Browsers {
            seed,
            count: AtomicU64::new(0),
            invitations: Mutex::default(),
            known: Mutex::default(),
            local: String::new(),
        };
        let local = format!("local_{}", browsers.word());
        Browsers { local, ..browsers }
    }

    /// Returns a word that nobody can guess.
    fn word(&self) -> String {
        let count = self.count.fetch_add(1, Ordering::Relaxed);
        blake3::keyed_hash(&self.seed, &count.to_le_bytes()).to_hex().to_string()
    }

    pub(crate) fn invite(&self) -> String {
        let word = self.word();
        let mut invitations = self.invitations.lock().unwrap_or_else(PoisonError::into_inner);
        invitations.push_back(word.clone());
        if invitations.len() > MANY {
            invitations.pop_front();
        }
        word
    }

    /// Exchanges an invitation for what the cookie says. It works once.
    pub(crate) fn admit(&self, invitation: &str) -> Option<String> {
        let mut invitations = self.invitations.lock().unwrap_or_else(PoisonError::into_inner);
        let at = invitations.iter().position(|known| is_same(known, invitation))?;
        invitations.remove(at);
        let cookie = self.word();
        self.known.lock().unwrap_or_else(PoisonError::into_inner).insert(cookie.clone());
        Some(cookie)
    }

    pub(crate) fn is_known(&self, cookie: &str) -> bool {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).iter().any(|known| is_same(known, cookie))
    }

    pub(crate) fn local_token(&self) -> String {
        self.local.clone()
    }

    pub(crate) fn is_local_token(&self, shown: &str) -> bool {
        is_same(&self.local, shown)
    }
}

/// Compares by hashes, which takes as long whatever the words are.
fn is_same(one: &str, other: &str) -> bool {
    blake3::hash(one.as_bytes()) == blake3::hash(other.as_bytes())
}

/// Returns what our cookie says.
pub(super) fn cookie_of(headers: &HeaderMap) -> Option<String> {
    headers.get_all(header::COOKIE).iter().filter_map(|cookies| cookies.to_str().ok()).find_map(|cookies| {
        cookies.split(';').find_map(|cookie| {
            let (name, value) = cookie.trim().split_once('=')?;
            (name == COOKIE).then(|| value.to_owned())
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_works_once_and_its_cookie_stays_good() {
        let browsers = Browsers::new([7; 32]);
        let invitation = browsers.invite();
        let cookie = browsers.admit(&invitation).unwrap();
        assert_eq!(browsers.admit(&invitation), None);
        assert!(browsers.is_known(&cookie));
        assert!(!browsers.is_known(&invitation));
        assert!(!Browsers::new([8; 32]).is_known(&cookie), "not after a restart");
    }
}
