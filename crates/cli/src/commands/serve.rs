//! `cofio serve`

use std::io::IsTerminal;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use cofio_engine::ListFilter;
use cofio_models::http::{FileMeter, Meter, Spending};
use cofio_server::{
    App, Bound, CallLog, Exposure, Finding, Gateway, Host, Limits, ModelCall, NotSet, Serving, SettingView, Tls,
};
use cofio_store_sqlite::{SqliteStore, inspect};
use tracing_subscriber::filter::LevelFilter;
use tracing_subscriber::layer::SubscriberExt;

use crate::args::HELP;
use crate::clock::WallClock;
use crate::commands::serve_settings;
use crate::commands::serve_telemetry::Telemetry;
use crate::config::{Config, Paths};
use crate::daemon::{Daemon, Lock};
use crate::exit::Failure;
use crate::output::Style;
use crate::wire::{Session, Setup, models};

/// The port: COFIO on a telephone.
const PORT: u16 = 26346;

/// How many ports are tried after one that is taken.
const PORTS: u16 = 20;

/// More file handles than there may be streams, gateways and databases together.
#[cfg(unix)]
const FILE_HANDLES: u64 = 16_384;

/// Serve memories to programs and browsers until you stop it
#[derive(Debug, clap::Args)]
#[command(help_template = HELP, before_help = "\
Examples:
  cofio serve                       for programs and browsers on this machine
  cofio serve --port 8080 --no-open
  cofio serve --require-key         also programs on this machine show a key
  cofio serve --host 0.0.0.0 --tls-cert chain.pem --tls-key key.pem --allow-host memory.example.org
  cofio serve --host 0.0.0.0 --tls-elsewhere --allow-host memory.example.org
What is due is done while it runs. Ctrl-C ends it; what was begun is finished.
")]
pub struct Serve {
    /// The address to listen at; anything but this machine needs keys and TLS
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1", env = "COFIO_SERVE_HOST")]
    host: IpAddr,
    /// The port; if it is taken, the next free one
    #[arg(long, value_name = "PORT", default_value_t = PORT, env = "COFIO_SERVE_PORT")]
    port: u16,
    /// Do not open a browser
    #[arg(long)]
    no_open: bool,
    /// Ask programs on this machine for a key, too
    #[arg(long)]
    require_key: bool,
    /// A name it may be called by, beside localhost
    #[arg(long, value_name = "NAME")]
    allow_host: Vec<String>,
    /// The certificate to speak TLS with, and those that vouch for it, as PEM
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    tls_cert: Option<PathBuf>,
    /// Its private key, as PEM
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    tls_key: Option<PathBuf>,
    /// A proxy in front of it speaks TLS
    #[arg(long)]
    tls_elsewhere: bool,
    /// Webhooks may lead into private networks
    #[arg(long)]
    allow_private_webhooks: bool,
    /// What is logged to standard error: off, warn, info, debug
    #[arg(long, value_name = "LEVEL", default_value = "warn", env = "COFIO_LOG")]
    log: LevelFilter,
    /// Log as JSON, a line each
    #[arg(long)]
    log_json: bool,
}

impl Serve {
    pub fn run(&self, setup: &Setup) -> Result<(), Failure> {
        if setup.global.dry_run {
            return Err(Failure::usage("serving cannot be tried without doing it"));
        }
        let session = setup.open()?;
        let folder = session.config.data_dir();
        let mut lock = match folder.as_deref().map(Lock::take).transpose()? {
            None => None,
            Some(Ok(lock)) => Some(lock),
            Some(Err(daemon)) => return self.already(setup, &daemon),
        };
        keep_log(self.log, self.log_json);
        let telemetry = Telemetry::begin()?;
        allow_many_connections();
        let address = SocketAddr::new(self.host, self.port);
        let has_keys = session.engine.keys()?.iter().any(|key| key.revoked_at.is_none());
        let tls = self.tls()?;
        let encrypted = self.tls_elsewhere || tls.is_some();
        let exposure = Exposure::at(address, self.allow_host.clone(), self.require_key, has_keys, encrypted)
            .map_err(|error| Failure::usage(error.to_string()))?;
        let keyless = exposure.keyless;
        let app = App::new(cofio_server::Setup {
            engine: session.engine.clone(),
            owner: session.user.clone(),
            exposure,
            context: session.config.context_knobs(),
            limits: Limits { private_webhooks: self.allow_private_webhooks, ..Limits::default() },
            host: Arc::new(Around::of(setup, &session)),
        });
        app.open_gateway(gateway_of(&session.config, setup.clock));
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
        let runtime = runtime.map_err(|error| Failure::Other(error.into()))?;
        let served = runtime.block_on(async {
            // Before anybody is told where it is, and could want it to end.
            let stopped = stopped();
            let mut bound = bind(setup, address).await?;
            let url = url_of(bound.address(), if tls.is_some() { "https" } else { "http" });
            if let Some(tls) = tls {
                bound = bound.with_tls(tls).await.map_err(|error| Failure::Other(error.into()))?;
            }
            if let Some(lock) = &mut lock {
                lock.tell(&Daemon {
                    url: url.clone(),
                    address: bound.local_address().to_string(),
                    pid: std::process::id(),
                    token: app.local_token(),
                    version: env!("CARGO_PKG_VERSION").to_owned(),
                })?;
            }
            let link = format!("{url}/?t={}", app.browser_token());
            let opened = !self.no_open && is_desktop() && open(&link);
            banner(setup, &session, &url, &link, opened, keyless)?;
            bound.serve(app, stopped).await.map_err(|error| Failure::Other(error.into()))
        })?;
        // A job that still runs finishes what it began, and no more.
        runtime.shutdown_timeout(std::time::Duration::from_secs(10));
        if let Some(telemetry) = telemetry {
            telemetry.close();
        }
        let how = match served {
            Serving::Drained => "Stopped.",
            Serving::CutOff => "Stopped; some connections were cut off.",
        };
        setup.output.message(how);
        Ok(())
    }

    /// Reads the certificate to speak TLS with, if there is one.
    fn tls(&self) -> Result<Option<Tls>, Failure> {
        let (Some(certificate), Some(key)) = (&self.tls_cert, &self.tls_key) else { return Ok(None) };
        Tls::read(certificate, key).map(Some).map_err(|error| {
            let cause = std::error::Error::source(&error).map_or(String::new(), |cause| format!(": {cause}"));
            Failure::usage(format!("{error}{cause}"))
        })
    }

    /// One is running here already.
    fn already(&self, setup: &Setup, daemon: &Daemon) -> Result<(), Failure> {
        setup.output.message(&format!("already running: {} (process {})", daemon.url, daemon.pid));
        if setup.output.is_json() {
            setup.output.json(&serde_json::json!({"url": daemon.url, "pid": daemon.pid, "already_running": true}));
        }
        if !self.no_open && is_desktop() {
            super::open::open_browser(setup, daemon)?;
        }
        Ok(())
    }
}

/// Logs go to standard error; there is nothing of anybody's words in them.
pub(super) fn keep_log(level: LevelFilter, as_json: bool) {
    // What the protocol's library says may have a client's words in it.
    let quiet = tracing_subscriber::filter::filter_fn(|about| !about.target().starts_with("rmcp"));
    let registry = tracing_subscriber::registry().with(level).with(quiet);
    let layer = tracing_subscriber::fmt::layer().with_writer(std::io::stderr).with_ansi(false);
    // Somebody may have set one already; then theirs counts.
    let _ = if as_json {
        tracing::subscriber::set_global_default(registry.with(layer.json()))
    } else {
        tracing::subscriber::set_global_default(registry.with(layer))
    };
}

/// Every open stream takes a file handle, and what a process is given at first is often a thousand.
fn allow_many_connections() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let limit = getrlimit(Resource::Nofile);
        let most = limit.maximum.map_or(FILE_HANDLES, |most| most.min(FILE_HANDLES));
        if limit.current.is_some_and(|current| current < most) {
            // Where that is not allowed, it goes as far as it went before.
            let _ = setrlimit(Resource::Nofile, Rlimit { current: Some(most), maximum: limit.maximum });
        }
    }
}

/// Takes the port, or the next one that is free, and says so.
async fn bind(setup: &Setup, wanted: SocketAddr) -> Result<Bound, Failure> {
    let mut address = wanted;
    loop {
        match cofio_server::bind(address).await {
            Ok(bound) => {
                if address != wanted {
                    let (taken, port) = (wanted.port(), bound.address().port());
                    setup.output.message(&format!("port {taken} is taken by another program; using {port}"));
                }
                return Ok(bound);
            }
            Err(error)
                if error.kind() == std::io::ErrorKind::AddrInUse
                    && address.port() < wanted.port().saturating_add(PORTS) =>
            {
                address.set_port(address.port() + 1);
            }
            Err(error) => {
                let error = anyhow::Error::new(error).context(format!("nothing can listen at {address}"));
                return Err(Failure::Other(error));
            }
        }
    }
}

fn url_of(address: SocketAddr, scheme: &str) -> String {
    if address.ip().is_loopback() || address.ip().is_unspecified() {
        return format!("{scheme}://localhost:{}", address.port());
    }
    format!("{scheme}://{address}")
}

/// Says where everything is.
fn banner(setup: &Setup, session: &Session, url: &str, link: &str, opened: bool, keyless: bool) -> Result<(), Failure> {
    let output = &setup.output;
    let version = env!("CARGO_PKG_VERSION");
    let memories = session.engine.list(&session.space, &ListFilter::default())?.items.len();
    let folder = session.config.data_dir();
    if output.is_json() {
        output.json(&serde_json::json!({
            "version": version, "url": url, "open": link, "gateway": format!("{url}/v1"), "data_dir": folder, "memories": memories,
            "pid": std::process::id(),
        }));
        return Ok(());
    }
    let place = folder.map_or("in memory; gone when this ends".into(), |folder| folder.display().to_string());
    let remark = if opened { "(opened in your browser)" } else { "(works once, for a browser)" };
    let line = |name: &str, what: &str, remark: &str| {
        output.line(format!("  {name:<9} {what}  {}", output.paint.paint(Style::Faint, remark)).trim_end());
    };
    output.line(&format!("  cofio {version} — your assistants' memory, on this machine"));
    output.line("");
    line("open", link, remark);
    line("mcp", &format!("{url}/mcp"), "or:  cofio mcp install claude-code");
    line("api", &format!("{url}/api/v1"), "described at /docs and /openapi.json");
    let upstreams = session.config.upstream_names();
    let remark = if upstreams.is_empty() {
        "nobody answers yet: cofio config set upstream.NAME.base_url URL".to_owned()
    } else {
        format!("set as base_url in any OpenAI client; answered by {}", Vec::from_iter(upstreams).join(", "))
    };
    line("gateway", &format!("{url}/v1"), &remark);
    line("data", &place, &format!("{memories} memories"));
    output.line("");
    if !keyless {
        output.line("  programs show a key:  cofio key create NAME");
    } else {
        output.line("  programs on this machine need no key; to ask for one:  cofio serve --require-key");
    }
    if !session.config.asks_a_model() {
        output.line("  no model yet — saving, search and learning work with what is built in");
    }
    output.line("");
    output.line("  Ctrl-C to stop · cofio doctor if something looks wrong");
    Ok(())
}

/// The gateway as it is set.
fn gateway_of(config: &Config, clock: WallClock) -> Gateway {
    let log = config.usage_folder().map(|folder| -> Arc<dyn CallLog> {
        let meter = FileMeter::new(folder, Arc::new(clock), config.knobs().usage_log_days);
        Arc::new(Calls(meter.in_files_called("gateway")))
    });
    Gateway {
        upstreams: config.upstreams(),
        inject: config.flag("gateway.inject"),
        learn: config.flag("gateway.learn"),
        patience: Duration::from_millis(config.count("gateway.patience_ms").into()),
        user_headers: config.user_headers(),
        embedder: models(config).embedder,
        log,
    }
}

/// Logs what models took that were asked through the gateway, a line each.
struct Calls(FileMeter);

impl CallLog for Calls {
    fn note(&self, call: &ModelCall) {
        let spending = Spending {
            model: format!("{}@{}", call.model, call.upstream),
            read: call.read,
            written: call.written,
            milliseconds: call.milliseconds,
            outcome: call.outcome.to_owned(),
        };
        if let Err(error) = self.0.note(&spending) {
            tracing::warn!("what a model took is not logged: {error}");
        }
    }
}

/// Whether there is somebody in front of a screen: no remote shell, no build machine.
fn is_desktop() -> bool {
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let remote = set("SSH_CONNECTION") || set("SSH_TTY") || set("CI");
    let screen = !cfg!(target_os = "linux") || set("DISPLAY") || set("WAYLAND_DISPLAY");
    std::io::stdout().is_terminal() && !remote && screen
}

/// Opens an address in the browser. Returns whether something was found to open it with.
pub(super) fn open(address: &str) -> bool {
    let program = if cfg!(target_os = "macos") {
        "open"
    } else if cfg!(windows) {
        "explorer"
    } else {
        "xdg-open"
    };
    let opened =
        Command::new(program).arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    opened.is_ok()
}

/// Listens from now on for somebody who wants it to end; what is returned waits for them.
fn stopped() -> impl Future<Output = ()> + Send + 'static {
    #[cfg(unix)]
    let mut terminated = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()).ok();
    async move {
        #[cfg(unix)]
        if let Some(terminated) = &mut terminated {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = terminated.recv() => {}
            }
            return;
        }
        let _ = tokio::signal::ctrl_c().await;
    }
}

/// What the server asks of the program around it.
pub(super) struct Around {
    store: Arc<SqliteStore>,
    config: Config,
    paths: Paths,
    folder: Option<PathBuf>,
}

impl Around {
    pub(super) fn of(setup: &Setup, session: &Session) -> Around {
        let (config, paths) = (session.config.clone(), setup.paths.clone());
        Around { store: Arc::clone(&session.store), folder: config.data_dir(), config, paths }
    }
}

impl Host for Around {
    fn version(&self) -> &'static str {
        env!("CARGO_PKG_VERSION")
    }

    fn data_dir(&self) -> Option<String> {
        self.folder.as_ref().map(|folder| folder.display().to_string())
    }

    fn database_bytes(&self) -> u64 {
        self.folder.as_deref().map_or(0, super::status::database_bytes)
    }

    fn is_read_only(&self) -> bool {
        self.store.is_read_only()
    }

    fn has_pending_erasure(&self) -> bool {
        self.store.has_pending_erasure().unwrap_or(false)
    }

    fn settings(&self) -> Vec<SettingView> {
        serve_settings::views(&self.config, &self.paths)
    }

    fn check_setting(&self, name: &str, value: &serde_json::Value) -> Result<(), NotSet> {
        serve_settings::check(name, value)
    }

    fn change_setting(&self, name: &str, value: &serde_json::Value) -> Result<(), NotSet> {
        serve_settings::change(&self.paths, name, value)
    }

    fn findings(&self) -> Vec<Finding> {
        let Some(folder) = &self.folder else { return Vec::new() };
        let found = inspect(folder).findings.into_iter();
        found
            .map(|finding| Finding {
                check: finding.check.to_owned(),
                verdict: format!("{:?}", finding.verdict).to_lowercase(),
                detail: finding.detail,
                advice: finding.advice,
            })
            .collect()
    }
}
