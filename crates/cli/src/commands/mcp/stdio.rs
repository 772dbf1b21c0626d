//! `cofio mcp stdio`: the protocol on standard input and output.
//!
//! Standard output belongs to the protocol; whatever there is to say goes to standard error. A server that runs is asked;
//! where none does, or it ends, this program answers itself, through the same router.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use bytes::Bytes;
use cofio_mcp::Profile;
use cofio_server::{App, Exposure, Inside, Limits};
use http::header::{AUTHORIZATION, HOST, HeaderName, HeaderValue};
use http::{Request, Response, Uri};
use http_body_util::combinators::UnsyncBoxBody;
use http_body_util::{BodyExt, Full};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use tokio::io::BufReader;
use tracing_subscriber::filter::LevelFilter;

use crate::commands::serve::{Around, keep_log};
use crate::daemon::{self, Daemon};
use crate::exit::Failure;
use crate::wire::Setup;

/// Which tools are offered, and what is logged.
#[derive(Debug, clap::Args)]
pub struct Stdio {
    /// Which tools: core, full, openmemory, chatgpt or anthropic; tools.profile, unless said otherwise
    #[arg(long, value_name = "NAME")]
    profile: Option<Profile>,
    /// What is logged to standard error: off, warn, info, debug
    #[arg(long, value_name = "LEVEL", default_value = "warn", env = "COFIO_LOG")]
    log: LevelFilter,
}

/// How a request goes out, and how an answer comes back, wherever from.
type Outgoing = Request<Full<Bytes>>;
type Incoming = Response<UnsyncBoxBody<Bytes, String>>;

impl Stdio {
    pub fn run(&self, setup: &Setup) -> Result<(), Failure> {
        if setup.global.dry_run {
            return Err(Failure::usage(
                "a memory that keeps nothing is of no use to an assistant: leave out --dry-run",
            ));
        }
        keep_log(self.log, false);
        let config = setup.config()?;
        let running = daemon::find(config.data_dir().as_deref());
        let app = match own_app(setup) {
            Ok(app) => Some(app),
            // A server that runs may be able to open what this program cannot.
            Err(_) if running.is_some() => None,
            Err(failure) => return Err(failure),
        };
        let upstream = Arc::new(Upstream {
            place: format!("/mcp?profile={}", self.profile.unwrap_or_else(|| config.tools())),
            space: config.space(),
            folder: config.data_dir(),
            client: Client::builder(TokioExecutor::new()).build_http(),
            running: Mutex::new(running),
            app,
            here: OnceLock::new(),
        });
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
        let runtime = runtime.map_err(|error| Failure::Other(error.into()))?;
        let relayed = runtime.block_on(async {
            let send = move |request: Outgoing| {
                let upstream = Arc::clone(&upstream);
                async move { upstream.send(request).await }
            };
            cofio_mcp::relay(send, BufReader::new(tokio::io::stdin()), tokio::io::stdout()).await
        });
        // A job that still runs finishes what it began, and no more.
        runtime.shutdown_timeout(std::time::Duration::from_secs(5));
        relayed.map_err(|error| Failure::Other(error.into()))
    }
}

/// What this program answers with where no server runs.
fn own_app(setup: &Setup) -> Result<App, Failure> {
    let session = setup.open()?;
    Ok(App::new(cofio_server::Setup {
        engine: session.engine.clone(),
        owner: session.user.clone(),
        // Nobody comes in but by the word that this program has.
        exposure: Exposure { keyless: false, hosts: Vec::new(), encrypted: false },
        context: session.config.context_knobs(),
        limits: Limits::default(),
        host: Arc::new(Around::of(setup, &session)),
    }))
}

/// Who answers: a server that runs, or this program.
struct Upstream {
    place: String,
    space: Option<String>,
    folder: Option<PathBuf>,
    client: Client<HttpConnector, Full<Bytes>>,
    running: Mutex<Option<Daemon>>,
    app: Option<App>,
    here: OnceLock<Inside>,
}

impl Upstream {
    async fn send(&self, mut request: Outgoing) -> Result<Incoming, String> {
        if let Some(space) = self.space.as_ref().and_then(|space| HeaderValue::from_str(space).ok()) {
            request.headers_mut().insert(HeaderName::from_static("x-cofio-space"), space);
        }
        let known = self.running.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(daemon) = known {
            match self.ask(&daemon, request.clone()).await {
                Ok(answer) => return Ok(answer),
                Err(error) => tracing::info!("the server does not answer any more: {error}"),
            }
            // It was started again, perhaps.
            let found = daemon::find(self.folder.as_deref()).filter(|found| found.pid != daemon.pid);
            *self.running.lock().unwrap_or_else(PoisonError::into_inner) = found.clone();
            if let Some(daemon) = found {
                return self.ask(&daemon, request).await;
            }
        }
        let app = self.app.as_ref().ok_or("the memory server has ended; start it again: cofio serve")?;
        *request.uri_mut() = self.place.parse::<Uri>().map_err(|error| error.to_string())?;
        let here = self.here.get_or_init(|| cofio_server::inside(app.clone())).clone();
        Ok(here.answer(request).await.map(|body| body.map_err(|error| error.to_string()).boxed_unsync()))
    }

    async fn ask(&self, daemon: &Daemon, mut request: Outgoing) -> Result<Incoming, String> {
        let uri = format!("http://{}{}", daemon.address, self.place);
        *request.uri_mut() = uri.parse().map_err(|error: http::uri::InvalidUri| error.to_string())?;
        let word = HeaderValue::from_str(&format!("Bearer {}", daemon.token)).map_err(|error| error.to_string())?;
        request.headers_mut().insert(AUTHORIZATION, word);
        request.headers_mut().insert(HOST, HeaderValue::from_static("localhost"));
        let answer = self.client.request(request).await.map_err(|error| error.to_string())?;
        Ok(answer.map(|body| body.map_err(|error| error.to_string()).boxed_unsync()))
    }
}
