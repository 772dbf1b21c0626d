//! Who calls: somebody who may, in a space that is theirs. The only way from a message to the engine.

use std::collections::BTreeSet;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use cofio_domain::key::Scope;
use cofio_domain::space::{SpaceHandle, User};
use cofio_engine::compose::{Context, ContextKnobs};
use cofio_engine::{Engine, Error, Settings};
use rmcp::model::Implementation;
use serde_json::Value;
use tokio::sync::Semaphore;

use crate::outcome::Refusal;

/// Somebody who may, in a space that is theirs. Whoever serves makes one for each message.
#[derive(Clone)]
pub struct Caller {
    /// What does the work.
    pub engine: Engine,
    /// Who.
    pub user: User,
    /// Where.
    pub space: SpaceHandle,
    /// How far they may go.
    pub scopes: BTreeSet<Scope>,
    /// The application that is acting, where a key names it; otherwise it is what the client calls itself.
    pub app: Option<String>,
    /// What a context block is tuned by.
    pub context: ContextKnobs,
    /// What the program around knows and wants to know.
    pub around: Arc<dyn Around>,
}

/// What the program around knows and wants to know.
pub trait Around: Send + Sync {
    /// Takes note that something was written, and what became of it.
    fn wrote(&self, action: &'static str);

    /// Takes note that a tool was called, how long it took and how it went: `done`, `refused`, `asked` or `failed`.
    fn called(&self, tool: &'static str, took: Duration, went: &'static str);

    /// Keeps what was given to an answer. Returns the id by which it can be asked about.
    fn answered(&self, caller: &Caller, context: &Context) -> String;

    /// Returns what was given to an answer of this caller, as it may be told now. It waits for the disk.
    fn account(&self, caller: &Caller, id: &str) -> Option<Value>;

    /// Waits until something was written by this process.
    fn written(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>>;
}

/// How many calls of the engine may run at once.
const THREADS: usize = 64;

/// How long anybody waits.
const PATIENCE: Duration = Duration::from_secs(30);

/// The longest name of a client that is kept with what it writes.
const LONGEST_APP: usize = 60;

static FREE: LazyLock<Arc<Semaphore>> = LazyLock::new(|| Arc::new(Semaphore::new(THREADS)));

impl Caller {
    /// The same caller, with what their client calls itself where no key says more.
    pub(crate) fn through(mut self, client: Option<&Implementation>) -> Caller {
        let called = client.map(|client| {
            let plain: String = client.name.chars().filter(|letter| !letter.is_control()).take(LONGEST_APP).collect();
            plain.trim().to_owned()
        });
        self.app = self.app.or(called.filter(|name| !name.is_empty()));
        let settings = Settings { app: self.app.clone(), ..self.engine.settings().clone() };
        self.engine = self.engine.set_up(settings);
        self
    }

    /// Fails unless they may go this far.
    pub(crate) fn needs(&self, scope: Scope) -> Result<(), Refusal> {
        if self.scopes.contains(&scope) {
            return Ok(());
        }
        Err(Refusal::Forbidden(format!("this key does not have the scope {}", scope.word())))
    }

    /// Fails for an application that was given some domains only: what was said and done is of all of them.
    pub(crate) fn sees_everything(&self) -> Result<(), Refusal> {
        if self.space.domains().is_none() {
            return Ok(());
        }
        Err(Refusal::Forbidden("this key is for some domains only, and this is about all of them".into()))
    }

    /// Asks the engine, on a thread that may wait.
    pub(crate) async fn ask<T: Send + 'static>(
        &self,
        question: impl FnOnce(&Caller) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Refusal> {
        let caller = self.clone();
        let waiting = async move {
            let permit = Arc::clone(&FREE).acquire_owned().await.map_err(|_| Refusal::Broken("closing".into()))?;
            let asked = tokio::task::spawn_blocking(move || {
                let _held = permit;
                question(&caller)
            });
            asked.await.map_err(|error| Refusal::Broken(error.to_string()))?.map_err(Refusal::Engine)
        };
        // What takes too long goes on to its end: a write is never torn.
        tokio::time::timeout(PATIENCE, waiting).await.unwrap_or(Err(Refusal::TooSlow))
    }
}
