//! Whoever is asking, and how far they may go.

use std::collections::BTreeSet;
use std::sync::Arc;

use cofio_domain::domains::DomainName;
use cofio_domain::id::KeyId;
use cofio_domain::key::{ApiKey, Scope};
use cofio_domain::space::User;

use crate::app::App;

/// Whoever is asking.
#[derive(Debug, Clone)]
pub(crate) struct Principal {
    pub(crate) user: User,
    pub(crate) scopes: BTreeSet<Scope>,
    /// The domains they may see and fill; nothing is all of them.
    pub(crate) domains: Option<Arc<BTreeSet<DomainName>>>,
    /// The application that is acting, where it is not the person's own hand.
    pub(crate) app: Option<String>,
    pub(crate) may_impersonate: bool,
    pub(crate) via: Via,
}

/// How they came in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Via {
    /// By a key.
    Key(KeyId),
    /// By a cookie.
    Browser,
    /// By the word in the lock file: the person's own command line.
    Local,
    /// As a program on this machine.
    ThisMachine,
}

impl Via {
    pub(crate) fn word(self) -> &'static str {
        match self {
            Via::Key(_) => "key",
            Via::Browser => "browser",
            Via::Local => "local",
            Via::ThisMachine => "this_machine",
        }
    }
}

impl Principal {
    /// The one whose memories these are.
    pub(super) fn owner(app: &App, via: Via) -> Principal {
        Principal {
            user: app.owner.clone(),
            scopes: Scope::ALL.iter().copied().collect(),
            domains: None,
            app: None,
            may_impersonate: false,
            via,
        }
    }

    pub(super) fn of_key(key: ApiKey, user: User) -> Principal {
        Principal {
            user,
            scopes: key.scopes,
            domains: key.domains.map(Arc::new),
            app: Some(key.name),
            may_impersonate: key.may_impersonate,
            via: Via::Key(key.id),
        }
    }
}
