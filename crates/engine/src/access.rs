//! Access: keys by which programs act for people, the people there are, and requests that may come twice.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use cofio_domain::domains::DomainName;
use cofio_domain::id::{KeyId, MemoryId, UserId};
use cofio_domain::keepsake::{Keepsake, KeepsakeKind};
use cofio_domain::key::{ApiKey, Scope};
use cofio_domain::retry::{Attempt, Begun, Outcome};
use cofio_domain::space::{SpaceHandle, SpaceKind, User};
use cofio_domain::time::Timestamp;
use serde::Serialize;

use crate::{Engine, Error};

/// A key to be made.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs, reason = "the fields are those of the key")]
pub struct NewKey {
    pub name: String,
    pub scopes: BTreeSet<Scope>,
    pub domains: Option<BTreeSet<DomainName>>,
    pub may_impersonate: bool,
}

/// A key as it is shown: never its secret.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[allow(missing_docs, reason = "the fields are those of the key")]
pub struct KeyView {
    pub id: KeyId,
    pub name: String,
    /// Whose it is, by name.
    pub user: String,
    pub scopes: BTreeSet<Scope>,
    /// Nothing is all of them.
    pub domains: Option<BTreeSet<DomainName>>,
    pub may_impersonate: bool,
    pub created_at: Timestamp,
    pub last_used_at: Option<Timestamp>,
    pub revoked_at: Option<Timestamp>,
}

/// A user as they are shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[allow(missing_docs, reason = "the fields are those of the user")]
pub struct UserView {
    pub id: UserId,
    pub name: String,
    pub created_at: Timestamp,
    /// How many keys act for them.
    pub keys: usize,
}

/// What every secret begins with, so that people and scanners know it when they see it.
const SECRET_PREFIX: &str = "cofio_";

/// The longest name of a key or a user.
const LONGEST_NAME: usize = 100;

/// Uses of a key closer together than this are noted once.
const NOTED_EVERY_MINUTES: i64 = 1;

impl Engine {
    /// Makes a key for a user. The secret is returned once, and cannot be had again.
    pub fn create_key(&self, user: &User, new: NewKey) -> Result<(KeyView, String), Error> {
        let name = checked_name(&new.name)?;
        if new.scopes.is_empty() {
            return Err(Error::Invalid("a key needs at least one scope".into()));
        }
        let mut secret = SECRET_PREFIX.to_owned();
        for byte in self.ids.secret() {
            let _ = write!(secret, "{byte:02x}");
        }
        let key = ApiKey {
            id: self.mint(),
            hash: ApiKey::hash_of(&secret),
            user: user.id,
            name,
            scopes: new.scopes,
            domains: new.domains,
            may_impersonate: new.may_impersonate,
            created_at: self.now(),
            last_used_at: None,
            revoked_at: None,
        };
        if !self.settings.dry_run {
            self.store.add_key(key.clone())?;
        }
        Ok((self.key_view(key)?, secret))
    }

    /// Returns the key with this secret and who it acts for, if it works; and notes that it was used.
    pub fn key_of(&self, secret: &str) -> Result<Option<(ApiKey, User)>, Error> {
        if !secret.starts_with(SECRET_PREFIX) {
            return Ok(None);
        }
        let Some(key) = self.store.key_by_hash(ApiKey::hash_of(secret))?.filter(ApiKey::works) else {
            return Ok(None);
        };
        let Some(user) = self.store.user(key.user)? else { return Ok(None) };
        let now = self.now();
        if key.last_used_at.is_none_or(|last| last.plus_minutes(NOTED_EVERY_MINUTES) <= now)
            && let Err(error) = self.store.note_key_use(key.id, now)
        {
            tracing::warn!(key.id = %key.id, "the use of key {} is not noted: {error}", key.id);
        }
        Ok(Some((key, user)))
    }

    /// Returns every key, oldest first.
    pub fn keys(&self) -> Result<Vec<KeyView>, Error> {
        self.store.keys()?.into_iter().map(|key| self.key_view(key)).collect()
    }

    /// Makes a key useless: by its id, the end of it, or its name.
    pub fn revoke_key(&self, which: &str) -> Result<KeyView, Error> {
        let wanted = which.trim().trim_start_matches('…').to_ascii_uppercase();
        let by_id = |key: &ApiKey| wanted.len() >= 4 && key.id.to_string().to_ascii_uppercase().ends_with(&wanted);
        let fits = |key: &ApiKey| key.works() && (by_id(key) || key.name.eq_ignore_ascii_case(which.trim()));
        let mut found: Vec<ApiKey> = self.store.keys()?.into_iter().filter(fits).collect();
        if found.len() > 1 {
            let candidate =
                |key: &ApiKey| crate::Match { id: key.id.to_string(), content: key.name.clone(), domain: None };
            return Err(Error::ambiguous("keys", which, found.iter().map(candidate)));
        }
        let key = found.pop().ok_or_else(|| Error::not_found("key", which))?;
        let at = self.now();
        if !self.settings.dry_run {
            self.store.revoke_key(key.id, at)?;
        }
        self.key_view(ApiKey { revoked_at: Some(at), ..key })
    }

    /// Returns everybody there is, oldest first.
    pub fn users(&self) -> Result<Vec<UserView>, Error> {
        let keys = self.store.keys()?;
        let view = |user: User| UserView {
            keys: keys.iter().filter(|key| key.user == user.id && key.works()).count(),
            id: user.id,
            name: user.name,
            created_at: user.created_at,
        };
        Ok(self.store.users()?.into_iter().map(view).collect())
    }

    /// Returns who has a memory in their own space.
    pub fn keeper_of(&self, memory: MemoryId) -> Result<Option<User>, Error> {
        for user in self.store.users()? {
            for (space, seat) in self.store.spaces_of(user.id)? {
                let own = seat.filter(|_| space.kind == SpaceKind::Personal);
                let Some(space) = own.map(|seat| SpaceHandle::for_member(&space, &seat)) else { continue };
                if self.store.memory(&space, memory)?.is_some() {
                    return Ok(Some(user));
                }
            }
        }
        Ok(None)
    }

    /// Adds a user, who must be new.
    pub fn add_user(&self, name: &str) -> Result<UserView, Error> {
        let name = checked_name(name)?;
        if self.known_user(&name).is_ok() {
            return Err(Error::conflict(format!("there is a user called \"{name}\" already")));
        }
        let user = self.guest(&name)?;
        Ok(UserView { id: user.id, name: user.name, created_at: user.created_at, keys: 0 })
    }

    fn key_view(&self, key: ApiKey) -> Result<KeyView, Error> {
        Ok(KeyView {
            user: self.store.user(key.user)?.map_or_else(|| key.user.to_string(), |user| user.name),
            id: key.id,
            name: key.name,
            scopes: key.scopes,
            domains: key.domains,
            may_impersonate: key.may_impersonate,
            created_at: key.created_at,
            last_used_at: key.last_used_at,
            revoked_at: key.revoked_at,
        })
    }

    /// Returns whether a key still lets somebody in.
    pub fn is_key_in_force(&self, id: KeyId) -> Result<bool, Error> {
        Ok(self.store.keys()?.iter().any(|key| key.id == id && key.revoked_at.is_none()))
    }

    /// Returns whether somebody has keys of their own, or had: who revokes the last one has not opened the door.
    pub fn has_keys(&self, user: UserId) -> Result<bool, Error> {
        Ok(self.store.keys()?.iter().any(|key| key.user == user))
    }

    /// Says whether a request is to be carried out, and if so that it is being.
    pub fn begin_once(&self, attempt: Attempt) -> Result<Begun, Error> {
        Ok(self.store.begin_once(attempt)?)
    }

    /// Keeps what a request came to.
    pub fn finish_once(&self, user: UserId, key: &str, outcome: Outcome) -> Result<(), Error> {
        Ok(self.store.finish_once(user, key, outcome)?)
    }

    /// Lets a request be carried out again that came to nothing.
    pub fn abandon_once(&self, user: UserId, key: &str) -> Result<(), Error> {
        Ok(self.store.abandon_once(user, key)?)
    }

    /// Drops what is kept about requests that came before a time.
    pub fn drop_retries(&self, before: Timestamp) -> Result<u64, Error> {
        Ok(self.store.drop_retries(before)?)
    }

    /// Keeps something for a while, some time soon. What cannot be kept is missed by nobody now.
    pub fn keep_awhile(&self, space: &SpaceHandle, kind: KeepsakeKind, one: Keepsake) {
        if self.settings().dry_run {
            return;
        }
        if let Err(error) = self.store.keep(space, kind, one) {
            tracing::debug!("something is not kept: {error}");
        }
    }

    /// Returns what is kept under any of some keys, the newest first.
    pub fn kept(&self, space: &SpaceHandle, kind: KeepsakeKind, keys: &[Vec<u8>]) -> Result<Vec<Keepsake>, Error> {
        Ok(self.store.kept(space, kind, keys)?)
    }

    /// Returns what was kept last.
    pub fn kept_last(&self, space: &SpaceHandle, kind: KeepsakeKind) -> Result<Option<Keepsake>, Error> {
        Ok(self.store.kept_last(space, kind)?)
    }

    /// Drops what was kept before a time.
    pub fn drop_kept(&self, kind: KeepsakeKind, before: Timestamp) -> Result<u64, Error> {
        Ok(self.store.drop_kept(kind, before)?)
    }

    /// Fails where nothing can be written just now: somebody holds on to the store, or it can only be read. Nothing is.
    pub fn can_write(&self) -> Result<(), Error> {
        self.store.drop_kept(KeepsakeKind::Beginning, Timestamp::MIN)?;
        Ok(())
    }

    /// Returns bytes that nobody can guess, for what is kept in this process only.
    pub fn chance(&self) -> [u8; 32] {
        self.ids.secret()
    }
}

fn checked_name(name: &str) -> Result<String, Error> {
    let name = name.trim();
    if name.is_empty() || name.chars().count() > LONGEST_NAME || name.chars().any(char::is_control) {
        return Err(Error::Invalid(format!("a name has 1 to {LONGEST_NAME} letters, in one line")));
    }
    Ok(name.to_owned())
}
