//! Listening, and coming to an end: what was begun is finished, and nobody waits for ever.

use std::future::{Future, IntoFuture};
use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use tokio::net::TcpListener;

use crate::app::App;
use crate::jobs;
use crate::router::router;

/// How long what was begun may take to finish once the server closes.
const DRAIN: Duration = Duration::from_secs(10);

/// A place that nobody else listens at.
pub struct Bound {
    listener: TcpListener,
    address: SocketAddr,
}

/// Takes a place to listen at.
pub async fn bind(address: SocketAddr) -> io::Result<Bound> {
    let listener = TcpListener::bind(address).await?;
    let address = listener.local_addr()?;
    Ok(Bound { listener, address })
}

/// How serving ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Serving {
    /// Everything that was begun is finished.
    Drained,
    /// Somebody did not let go in time.
    CutOff,
}

impl Bound {
    /// Returns where it is.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until it is told to end, and does what is due meanwhile.
    pub async fn serve(self, app: App, until: impl Future<Output = ()> + Send + 'static) -> io::Result<Serving> {
        let service = router(app.clone()).into_make_service_with_connect_info::<SocketAddr>();
        let work = tokio::spawn(jobs::keep_up(app.clone()));
        let closing = app.clone();
        let serving = axum::serve(self.listener, service).with_graceful_shutdown(async move {
            until.await;
            closing.close();
        });
        let mut closed = app.closing.subscribe();
        let patience = async {
            // The sender is in the app, which is alive.
            let _ = closed.wait_for(|closed| *closed).await;
            tokio::time::sleep(DRAIN).await;
        };
        let ended = tokio::select! {
            ended = serving.into_future() => ended.map(|()| Serving::Drained),
            () = patience => Ok(Serving::CutOff),
        };
        app.close();
        // A job that runs is let finish by the runtime; no other begins.
        work.abort();
        ended
    }
}
