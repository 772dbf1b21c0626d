//! Putting it together: configuration, store, clock and ids become an engine and a space to act in.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::io::IsTerminal;
use std::sync::Arc;
use std::time::{Duration, Instant};

use cofio_domain::id::SpaceId;
use cofio_domain::ports::Store;
use cofio_domain::space::{SpaceHandle, SpaceKind, User};
use cofio_domain::time::Timestamp;
use cofio_engine::{Engine, Models, Settings, SpaceView};
use cofio_models::http::{FileMeter, Meter, ProcessMeter};
use cofio_models::local::builtin::{BuiltInEmbedder, BuiltInReranker};
use cofio_store_sqlite::{Options, SqliteStore};
use jiff::tz::TimeZone;

use crate::args::Global;
use crate::clock::WallClock;
use crate::config::{Config, Paths};
use crate::exit::Failure;
use crate::ids::RandomIds;
use crate::output::{Output, Reader, clean, shell_word};
use crate::when::{self, Edge, Toward};

/// What a command has to work with, before it opens anything.
pub struct Setup {
    /// What was typed for every command.
    pub global: Global,
    /// Where output goes.
    pub output: Output,
    /// The folders of this machine.
    pub paths: Paths,
    /// What time it is.
    pub clock: WallClock,
    /// What was opened, for what is done after the answer.
    opened: RefCell<Option<(Engine, SpaceHandle)>>,
}

/// How long what is done after an answer may take in all.
const AFTERWARDS: Duration = Duration::from_millis(50);

/// A command's engine and the space it acts in.
pub struct Session {
    /// What to do things with.
    pub engine: Engine,
    /// Where.
    pub space: SpaceHandle,
    /// Who.
    pub user: User,
    /// The store, for what only this one can do.
    pub store: Arc<SqliteStore>,
    /// The settings.
    pub config: Config,
    /// Where the person is.
    pub zone: TimeZone,
    /// The name of the space, where it is not the person's own.
    pub entered: Option<String>,
}

/// The models that are part of the program, as far as they are wanted. What is read elsewhere is routed by them, too.
pub fn models(config: &Config) -> Models {
    if !config.reads_meaning() {
        return Models::default();
    }
    Models { embedder: Some(Arc::new(BuiltInEmbedder)), reranker: Some(Arc::new(BuiltInReranker)) }
}

/// What counts what language models take: for all processes where anything is kept.
pub fn meter(config: &Config, clock: WallClock) -> Box<dyn Meter> {
    match config.usage_folder() {
        Some(folder) => Box::new(FileMeter::new(folder, Arc::new(clock), config.knobs().usage_log_days)),
        None => Box::new(ProcessMeter::default()),
    }
}

impl Setup {
    /// Reads what was typed for every command.
    pub fn new(global: Global) -> Result<Setup, Failure> {
        let output = global.output();
        let clock = WallClock::from_environment()
            .map_err(|error| Failure::usage(format!("{}: {error}", crate::clock::VARIABLE)))?;
        Ok(Setup { global, output, paths: Paths::of_this_machine(), clock, opened: RefCell::default() })
    }

    /// Reads the settings.
    pub fn config(&self) -> Result<Config, Failure> {
        let mut flags = Vec::new();
        if let Some(folder) = &self.global.data_dir {
            flags.push(("data_dir", "--data-dir", folder.to_string_lossy().into_owned()));
        }
        if let Some(space) = &self.global.space {
            flags.push(("space", "--space", space.clone()));
        }
        Config::load(&self.paths, flags).map_err(|error| Failure::usage(error.to_string()))
    }

    /// Opens the store and enters the space.
    pub fn open(&self) -> Result<Session, Failure> {
        let config = self.config()?;
        let zone = config.zone();
        if let Some(path) = config.redirected_by() {
            // Whoever stands in somebody's folder should know that its file decides where their words go.
            self.output
                .message(&format!("note: {} says whose memories these are and where they are kept", path.display()));
        }
        let store = match config.data_dir() {
            None => SqliteStore::in_memory(),
            // Looking does not so much as make the folder.
            Some(folder) if self.global.dry_run && !SqliteStore::exists(&folder) => SqliteStore::in_memory(),
            Some(folder) => {
                SqliteStore::open(Options { ballast_bytes: config.ballast_bytes(), ..Options::new(folder) })
            }
        };
        let store = Arc::new(store.map_err(Failure::store)?);
        let settings = Settings {
            knobs: config.knobs(),
            zone: zone.clone(),
            dry_run: self.global.dry_run,
            extract_max_tokens: config.extract_max_tokens(),
            ..Settings::default()
        };
        let shared: Arc<dyn Store> = store.clone();
        let engine = Engine::new(shared, Arc::new(self.clock), Arc::new(RandomIds::new(self.clock)), settings)
            .with_models(models(&config));
        let user = engine.user(&config.user())?;
        let own = match config.data_dir() {
            None => engine.demo_space(&user)?,
            Some(_) => engine.personal_space(&user)?,
        };
        let engine = self.with_providers(engine, &config, &user)?;
        let space = match config.space() {
            Some(name) => engine.enter(&user, &name)?,
            None => own,
        };
        self.finish_erasures(&store);
        let entered = config.space();
        if !store.is_read_only() && config.data_dir().is_some() {
            *self.opened.borrow_mut() = Some((engine.clone(), space.clone()));
        }
        Ok(Session { engine, space, user, store, config, zone, entered })
    }

    /// Gives an engine the models behind addresses. What is set by half is told, and done without.
    fn with_providers(&self, engine: Engine, config: &Config, user: &User) -> Result<Engine, Failure> {
        let mut engine = engine;
        let note = |missing: &str| self.output.message(&format!("note: {missing}; see: cofio doctor"));
        match config.http_embedder() {
            None => {}
            Some(Err(missing)) => note(&missing),
            Some(Ok(embedder)) => {
                let spaces = config.embedder_spaces().map(|names| ids_of(&engine, user, &names)).transpose()?;
                engine = engine.with_embedder_in(spaces, Arc::new(embedder));
            }
        }
        match config.llm(meter(config, self.clock)) {
            None => {}
            Some(Err(missing)) => note(&missing),
            Some(Ok(llm)) => engine = engine.with_llm(Arc::new(llm)),
        }
        Ok(engine)
    }

    /// An erasure that had to wait for another process is finished by the next command that can.
    fn finish_erasures(&self, store: &SqliteStore) {
        let pending = !store.is_read_only() && store.has_pending_erasure().unwrap_or(false);
        if pending && let Ok(Some(why)) = store.finish_erasures() {
            self.output.message(&format!("an earlier erasure still waits: {why}"));
        }
    }

    /// Runs what is due and short, once the answer was given. It never changes the answer: what goes wrong is kept with the
    /// job, and what takes longer is left for later.
    pub fn afterwards(&self) {
        let Some((engine, space)) = self.opened.take() else { return };
        let since = Instant::now();
        let _ = engine.run_short_jobs(&space, &|| since.elapsed() > AFTERWARDS);
    }

    /// Returns the present.
    pub fn now(&self) -> Timestamp {
        cofio_domain::time::Clock::now(&self.clock)
    }

    /// Whether a person can be asked.
    pub fn may_ask(&self) -> bool {
        !self.global.no_input && std::io::stdin().is_terminal() && std::io::stderr().is_terminal()
    }

    /// Asks a yes-or-no question. Without anybody to ask, the answer is no.
    pub fn ask(&self, question: &str) -> bool {
        if !self.may_ask() {
            return false;
        }
        eprint!("{} [y/N] ", clean(question));
        let mut answer = String::new();
        let read = std::io::stdin().read_line(&mut answer);
        read.is_ok() && matches!(answer.trim().to_ascii_lowercase().as_str(), "y" | "yes")
    }
}

/// The ids of the spaces of these names, as far as there are any; `own` is the person's own.
fn ids_of(engine: &Engine, user: &User, names: &BTreeSet<String>) -> Result<BTreeSet<SpaceId>, Failure> {
    let is_meant =
        |space: &SpaceView| names.contains(&space.name) || (space.kind == SpaceKind::Personal && names.contains("own"));
    Ok(engine.spaces(user)?.into_iter().filter(is_meant).map(|space| space.id).collect())
}

impl Session {
    /// Who reads, and where they are.
    pub fn reader(&self) -> Reader<'_> {
        Reader { user: self.user.id, zone: &self.zone }
    }

    /// The same person in another of their spaces.
    pub fn enter(&self, name: &str) -> Result<Session, Failure> {
        let space = self.engine.enter(&self.user, name)?;
        Ok(Session {
            engine: self.engine.clone(),
            space,
            user: self.user.clone(),
            store: Arc::clone(&self.store),
            config: self.config.clone(),
            zone: self.zone.clone(),
            entered: Some(name.to_owned()),
        })
    }

    /// Returns the command that takes an operation back.
    pub fn undo_command(&self, operation: cofio_domain::id::OperationId) -> Result<String, Failure> {
        let short = self.engine.short_operation_id(&self.space, operation)?;
        Ok(self.command(&format!("undo {short}")))
    }

    /// Returns a command as it has to be typed for this space.
    pub fn command(&self, words: &str) -> String {
        let space = self.entered.as_ref().map_or(String::new(), |name| format!(" --space {}", shell_word(name)));
        format!("cofio{space} {words}")
    }

    /// Reads a time as the person means it.
    pub fn time(&self, text: Option<&str>, edge: Edge, toward: Toward) -> Result<Option<Timestamp>, Failure> {
        text.map(|text| when::parse(text, edge, toward, self.engine.now(), &self.zone))
            .transpose()
            .map_err(Failure::usage)
    }
}
