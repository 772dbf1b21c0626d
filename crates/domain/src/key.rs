//! API keys: what a program shows to act for somebody, and how far that goes.

use std::collections::BTreeSet;

use crate::axes::axis;
use crate::domains::DomainName;
use crate::id::{KeyId, UserId};
use crate::time::Timestamp;

axis! {
    /// What a key may be used for.
    Scope {
        /// Reading memories, and what goes into a prompt.
        Read = "memory:read",
        /// Saving and changing memories.
        Write = "memory:write",
        /// Forgetting, deleting and erasing them.
        Forget = "memory:forget",
        /// Recording what is said, and closing sessions.
        Talk = "session:write",
        /// Everything about spaces, domains, members, keys and jobs.
        Admin = "admin",
    }
}

/// A key. The secret itself is shown once and kept nowhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApiKey {
    /// Its public id.
    pub id: KeyId,
    /// What the secret hashes to. A secret has 256 bits of chance, so a plain hash is enough.
    pub hash: [u8; 32],
    /// Who it acts for.
    pub user: UserId,
    /// The application it was made for; what it writes carries this name.
    pub name: String,
    /// What it may be used for.
    pub scopes: BTreeSet<Scope>,
    /// The domains it may see and fill; nothing is all of them.
    pub domains: Option<BTreeSet<DomainName>>,
    /// Whether it may act for whoever it names.
    pub may_impersonate: bool,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it was last shown, to the minute.
    pub last_used_at: Option<Timestamp>,
    /// When it ceased to work.
    pub revoked_at: Option<Timestamp>,
}

impl ApiKey {
    /// Returns what a secret is kept as.
    pub fn hash_of(secret: &str) -> [u8; 32] {
        *blake3::hash(secret.as_bytes()).as_bytes()
    }

    /// Returns whether it still works.
    pub fn works(&self) -> bool {
        self.revoked_at.is_none()
    }
}
