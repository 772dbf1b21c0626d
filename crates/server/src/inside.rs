//! A server without a port, inside the program that asks it: the same router, the same checks, nobody else at the door.

use axum::Router;
use axum::body::{Body, Bytes, HttpBody};
use axum::http::{HeaderValue, Request, header};
use axum::response::Response;
use tower_service::Service;

use crate::app::App;
use crate::jobs;
use crate::router::router;

/// A server without a port, for the program it is in: asked as any other, and nobody else reaches it.
#[derive(Clone)]
pub struct Inside {
    router: Router,
    token: String,
}

/// Serves inside this program, and does what is due meanwhile. It needs a runtime.
pub fn inside(app: App) -> Inside {
    tokio::spawn(jobs::keep_up(app.clone()));
    Inside { token: app.local_token(), router: router(app) }
}

impl Inside {
    /// Answers a request of the person's own program.
    pub async fn answer<B>(&self, mut request: Request<B>) -> Response
    where
        B: HttpBody<Data = Bytes> + Send + 'static,
        B::Error: Into<axum::BoxError>,
    {
        request.headers_mut().insert(header::HOST, HeaderValue::from_static("localhost"));
        if let Ok(word) = HeaderValue::from_str(&format!("Bearer {}", self.token)) {
            request.headers_mut().insert(header::AUTHORIZATION, word);
        }
        let Ok(response) = self.router.clone().call(request.map(Body::new)).await;
        response
    }
}
