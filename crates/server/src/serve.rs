//! Listening, and coming to an end: what was begun is finished, and nobody waits for ever.

use std::future::{Future, IntoFuture};
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use axum::middleware::from_fn;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use tokio::net::TcpListener;

use crate::app::App;
use crate::gateway;
use crate::router::router;
use crate::tls::{self, Peer, Tls, TlsListener};
use crate::{jobs, webhooks};

/// How long what was begun may take to finish once the server closes.
const DRAIN: Duration = Duration::from_secs(10);

/// A place that nobody else listens at.
pub struct Bound {
    listener: TcpListener,
    address: SocketAddr,
    /// Spoken there, while programs of the same person come in by a door of their own.
    tls: Option<(Tls, TcpListener, SocketAddr)>,
}

/// Takes a place to listen at.
pub async fn bind(address: SocketAddr) -> io::Result<Bound> {
    let listener = TcpListener::bind(address).await?;
    let address = listener.local_addr()?;
    Ok(Bound { listener, address, tls: None })
}

/// Serves as it is.
fn plainly(
    listener: TcpListener,
    app: &App,
    over: impl Future<Output = ()> + Send + 'static,
) -> BoxFuture<'static, io::Result<()>> {
    let service = router(app.clone()).into_make_service_with_connect_info::<SocketAddr>();
    axum::serve(listener, service).with_graceful_shutdown(over).into_future().boxed()
}

/// Serves over TLS.
fn encrypted(
    listener: TlsListener,
    app: &App,
    over: impl Future<Output = ()> + Send + 'static,
) -> BoxFuture<'static, io::Result<()>> {
    let service = router(app.clone()).layer(from_fn(tls::tell_peer)).into_make_service_with_connect_info::<Peer>();
    axum::serve(listener, service).with_graceful_shutdown(over).into_future().boxed()
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

    /// Speaks TLS there. The commands of the person whose machine this is come in by another place, on loopback, with
    /// their own word.
    pub async fn with_tls(self, tls: Tls) -> io::Result<Bound> {
        let local = TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, 0))).await?;
        let place = local.local_addr()?;
        Ok(Bound { tls: Some((tls, local, place)), ..self })
    }

    /// Returns where programs of the same person come in.
    pub fn local_address(&self) -> SocketAddr {
        self.tls.as_ref().map_or(self.address, |(_, _, place)| *place)
    }

    /// Serves until it is told to end, and does what is due meanwhile.
    pub async fn serve(self, app: App, until: impl Future<Output = ()> + Send + 'static) -> io::Result<Serving> {
        let work = tokio::spawn(jobs::keep_up(app.clone()));
        gateway::warm_up(&app);
        let telling = tokio::spawn(webhooks::keep_telling(app.clone()));
        let closing = app.clone();
        let over = async move {
            until.await;
            closing.close();
        };
        let serving = match self.tls {
            None => plainly(self.listener, &app, over),
            Some((tls, local, _)) => {
                let mut closed = app.closing.subscribe();
                // The sender is in the app, which is alive.
                let beside = plainly(local, &app, async move { drop(closed.wait_for(|closed| *closed).await) });
                let open = encrypted(TlsListener::new(self.listener, self.address, tls), &app, over);
                async move { tokio::try_join!(open, beside).map(drop) }.boxed()
            }
        };
        let mut closed = app.closing.subscribe();
        let patience = async {
            // The sender is in the app, which is alive.
            let _ = closed.wait_for(|closed| *closed).await;
            tokio::time::sleep(DRAIN).await;
        };
        let ended = tokio::select! {
            ended = serving => ended.map(|()| Serving::Drained),
            () = patience => Ok(Serving::CutOff),
        };
        app.close();
        // A job that runs is let finish by the runtime; no other begins.
        work.abort();
        telling.abort();
        ended
    }
}
