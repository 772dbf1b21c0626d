//! What every request has at hand.

use std::sync::{Arc, OnceLock};

use cofio_domain::space::User;
use cofio_engine::Engine;
use cofio_engine::compose::ContextKnobs;
use tokio::sync::Notify;

use crate::answers::Answers;
use crate::auth::{Browsers, Exposure};
use crate::blocking::Threads;
use crate::gateway::{Gateway, Talks};
use crate::host::Host;
use crate::limits::{Limits, Rates};
use crate::metrics::Metrics;
use crate::webhooks::Hooks;

/// How a server is set up.
pub struct Setup {
    /// What does the work.
    pub engine: Engine,
    /// Whose memories these are: who acts where nobody else is named.
    pub owner: User,
    /// Where it can be reached from, and who must show a key.
    pub exposure: Exposure,
    /// What a context block is tuned by.
    pub context: ContextKnobs,
    /// How much anybody may ask for.
    pub limits: Limits,
    /// What only the program around the server knows.
    pub host: Arc<dyn Host>,
}

/// Turns: between looking and changing nobody else in this process changes anything.
#[derive(Default)]
pub(crate) struct Turns(tokio::sync::Mutex<()>);

impl Turns {
    pub(crate) async fn take(&self) -> tokio::sync::MutexGuard<'_, ()> {
        self.0.lock().await
    }
}

/// What every request has at hand. The engine is not among it: it is reached through a caller.
#[derive(Clone)]
pub struct App(Arc<Inner>);

/// See [`App`].
pub struct Inner {
    pub(crate) engine: Engine,
    pub(crate) owner: User,
    pub(crate) exposure: Exposure,
    pub(crate) context: ContextKnobs,
    pub(crate) limits: Limits,
    pub(crate) host: Arc<dyn Host>,
    pub(crate) threads: Threads,
    pub(crate) browsers: Browsers,
    pub(crate) rates: Rates,
    pub(crate) answers: Answers,
    pub(crate) metrics: Metrics,
    /// Set once, before anything is served.
    gateway: OnceLock<Gateway>,
    pub(crate) talks: Talks,
    /// Where somebody else is to be told what changes.
    pub(crate) hooks: Hooks,
    /// Taken in turn by whoever looks at something before they change it.
    pub(crate) turns: Turns,
    /// Tells this process from the one before it.
    pub(crate) process: [u8; 16],
    /// Rung when something was written, for those who wait for changes.
    pub(crate) written: Notify,
    /// Rung when the server closes, for streams that would go on for ever.
    pub(crate) closing: tokio::sync::watch::Sender<bool>,
}

impl std::ops::Deref for App {
    type Target = Inner;

    fn deref(&self) -> &Inner {
        &self.0
    }
}

impl App {
    /// Puts a server together.
    pub fn new(setup: Setup) -> App {
        let chance = setup.engine.chance();
        let mut process = [0; 16];
        process.copy_from_slice(&chance[..16]);
        App(Arc::new(Inner {
            browsers: Browsers::new(setup.engine.chance()),
            rates: Rates::new(setup.limits),
            threads: Threads::new(setup.limits),
            answers: Answers::default(),
            metrics: Metrics::default(),
            gateway: OnceLock::new(),
            talks: Talks::default(),
            hooks: Hooks::default(),
            turns: Turns::default(),
            process,
            written: Notify::new(),
            closing: tokio::sync::watch::channel(false).0,
            engine: setup.engine,
            owner: setup.owner,
            exposure: setup.exposure,
            context: setup.context,
            limits: setup.limits,
            host: setup.host,
        }))
    }

    /// Opens a gateway. The first one stays; without any, there is nobody to ask.
    pub fn open_gateway(&self, gateway: Gateway) {
        let _ = self.gateway.set(gateway);
    }

    pub(crate) fn gateway(&self) -> &Gateway {
        self.gateway.get_or_init(Gateway::default)
    }

    /// Returns the word that lets a browser in, once.
    pub fn browser_token(&self) -> String {
        self.browsers.invite()
    }

    /// Returns the word by which programs of the same person on this machine come in, for the lock file.
    pub fn local_token(&self) -> String {
        self.browsers.local_token()
    }

    /// Ends every stream that would go on for ever.
    pub(crate) fn close(&self) {
        self.closing.send_replace(true);
    }
}
