//! TLS of our own: a certificate and a key from files, and a listener that shakes hands beside the one that takes
//! connections, so that a slow hand holds nobody up.

use std::io;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::connect_info::Connected;
use axum::extract::{ConnectInfo, Request};
use axum::middleware::Next;
use axum::response::Response;
use axum::serve::{IncomingStream, Listener};
use rustls::ServerConfig;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::server::TlsStream;

/// How long shaking hands may take.
const HANDSHAKE: Duration = Duration::from_secs(10);

/// How many connections wait for their turn.
const WAITING: usize = 64;

/// Why TLS cannot be spoken.
#[derive(Debug, thiserror::Error)]
pub enum TlsError {
    /// A file cannot be read.
    #[error("{0} holds no {1} in PEM form")]
    NotPem(String, &'static str),
    /// The two do not belong together, or are of no use.
    #[error("the certificate and the key cannot be used")]
    Unusable(#[source] rustls::Error),
}

/// A certificate and its key.
#[derive(Clone)]
pub struct Tls(Arc<ServerConfig>);

/// Makes sure that one way of doing the sums is settled on.
pub(crate) fn use_ring() {
    // Somebody may have settled on one already; then theirs counts.
    let _ = rustls::crypto::ring::default_provider().install_default();
}

impl Tls {
    /// Reads a certificate, with those that vouch for it, and its key.
    pub fn read(certificate: &Path, key: &Path) -> Result<Tls, TlsError> {
        let not_pem = |path: &Path, what| TlsError::NotPem(path.display().to_string(), what);
        let certificates: Vec<CertificateDer<'static>> = CertificateDer::pem_file_iter(certificate)
            .and_then(Iterator::collect)
            .map_err(|_| not_pem(certificate, "certificate"))?;
        if certificates.is_empty() {
            return Err(not_pem(certificate, "certificate"));
        }
        let key = PrivateKeyDer::from_pem_file(key).map_err(|_| not_pem(key, "private key"))?;
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let mut config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(TlsError::Unusable)?
            .with_no_client_auth()
            .with_single_cert(certificates, key)
            .map_err(TlsError::Unusable)?;
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(Tls(Arc::new(config)))
    }
}

/// Connections over which hands were shaken.
pub(crate) struct TlsListener {
    ready: mpsc::Receiver<(TlsStream<TcpStream>, SocketAddr)>,
    address: SocketAddr,
}

impl TlsListener {
    pub(crate) fn new(listener: TcpListener, address: SocketAddr, tls: Tls) -> TlsListener {
        let (sender, ready) = mpsc::channel(WAITING);
        tokio::spawn(take(listener, TlsAcceptor::from(tls.0), sender));
        TlsListener { ready, address }
    }
}

/// Takes connections for as long as anybody wants them.
async fn take(listener: TcpListener, acceptor: TlsAcceptor, sender: mpsc::Sender<(TlsStream<TcpStream>, SocketAddr)>) {
    while !sender.is_closed() {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = sender.closed() => return,
        };
        let Ok((stream, peer)) = accepted else {
            // Out of file handles, most likely: others are let go of meanwhile.
            tokio::time::sleep(Duration::from_millis(100)).await;
            continue;
        };
        let (acceptor, sender) = (acceptor.clone(), sender.clone());
        tokio::spawn(async move {
            if let Ok(Ok(stream)) = tokio::time::timeout(HANDSHAKE, acceptor.accept(stream)).await {
                // Nobody takes it where the server closes just then.
                let _ = sender.send((stream, peer)).await;
            }
        });
    }
}

impl Listener for TlsListener {
    type Io = TlsStream<TcpStream>;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Self::Io, Self::Addr) {
        match self.ready.recv().await {
            Some(ready) => ready,
            // Nothing comes any more; the server is closing.
            None => std::future::pending().await,
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        Ok(self.address)
    }
}

/// Who is at the other end of a connection over which hands were shaken.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Peer(SocketAddr);

impl Connected<IncomingStream<'_, TlsListener>> for Peer {
    fn connect_info(stream: IncomingStream<'_, TlsListener>) -> Peer {
        Peer(*stream.remote_addr())
    }
}

/// Tells the same of such a connection as of any other.
pub(crate) async fn tell_peer(mut request: Request, next: Next) -> Response {
    if let Some(ConnectInfo(Peer(address))) = request.extensions().get::<ConnectInfo<Peer>>().cloned() {
        request.extensions_mut().insert(ConnectInfo(address));
    }
    next.run(request).await
}
