//! Webhooks: what changes is sent elsewhere, signed, while the server is open.
//!
//! Which webhooks there are, what they have told and when they are tried again is the engine's, and kept (see
//! `cofio_engine::WebhookView`). Here is only how something is told: to an address that is nobody's private one, in a way
//! that whoever gets it can check.

mod address;
mod send;

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use cofio_domain::space::SpaceHandle;
use cofio_engine::{Engine, Error, ToldElsewhere};

use crate::app::App;

pub(crate) use address::checked;
pub(crate) use send::shown_secret;

/// The spaces that have webhooks, by user and id: so that a change elsewhere looks nothing up.
#[derive(Default)]
pub(crate) struct Hooks(Mutex<BTreeSet<(String, String)>>);

impl Hooks {
    pub(crate) fn add(&self, user: &str, space: &SpaceHandle) {
        self.lock().insert((user.to_owned(), space.id().to_string()));
    }

    fn all(&self) -> Vec<(String, String)> {
        self.lock().iter().cloned().collect()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, BTreeSet<(String, String)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Changes are gathered for this long, so that many at once are told in one go.
const GATHER: Duration = Duration::from_millis(200);

/// How soon a failed one that is due again, or a change another process made, is noticed.
const LOOK_ANYWAY: Duration = Duration::from_secs(5);

/// Tells what changes until the server closes.
pub(crate) async fn keep_telling(app: App) {
    let mut closing = app.closing.subscribe();
    let engine = app.engine.clone();
    let found = tokio::task::spawn_blocking(move || find_all(&engine)).await;
    match found {
        Ok(Ok(found)) => app.hooks.lock().extend(found),
        Ok(Err(error)) => tracing::warn!("the webhooks cannot be read: {error}"),
        Err(error) => tracing::error!("looking for webhooks broke: {error}"),
    }
    loop {
        let rung = app.written.notified();
        tokio::select! {
            () = rung => tokio::time::sleep(GATHER).await,
            () = tokio::time::sleep(LOOK_ANYWAY) => {}
            _ = closing.changed() => return,
        }
        if app.hooks.lock().is_empty() {
            continue;
        }
        let telling = app.clone();
        // A turn waits for another machine, up to its time limit, on a thread of its own.
        if let Err(error) = tokio::task::spawn_blocking(move || tell_all(&telling)).await {
            tracing::error!("telling a webhook broke: {error}");
        }
    }
}

fn find_all(engine: &Engine) -> Result<Vec<(String, String)>, Error> {
    let mut found = Vec::new();
    for user in engine.users()? {
        let user = engine.known_user(&user.name)?;
        for space in engine.spaces(&user)?.into_iter().filter(|space| space.role.may_write()) {
            let handle = engine.enter(&user, &space.id.to_string())?;
            if !engine.webhooks(&handle)?.is_empty() {
                found.push((user.name.clone(), space.id.to_string()));
            }
        }
    }
    Ok(found)
}

/// Tells what there is to tell, in every space that has webhooks.
fn tell_all(app: &App) {
    for (user, space) in app.hooks.all() {
        if let Err(error) = tell(app, &user, &space) {
            tracing::warn!("a webhook is not told: {error}");
        }
    }
}

fn tell(app: &App, user: &str, space: &str) -> Result<(), Error> {
    let engine = &app.engine;
    // Whoever lost their seat since is told nothing.
    let handle = engine.enter(&engine.known_user(user)?, space)?;
    while let Some(telling) = engine.take_telling(&handle)? {
        let told = send::all(&telling, &handle, app.limits.private_webhooks, engine.now());
        count(app, &telling.webhook.id, &told);
        let (failed, ended) = (told.error.is_some(), engine.end_telling(&handle, telling, &told));
        ended?;
        if failed || *app.closing.borrow() {
            break;
        }
    }
    Ok(())
}

fn count(app: &App, webhook: &str, told: &ToldElsewhere) {
    app.metrics.add("cofio_webhook_deliveries_total", &[("outcome", "delivered")], told.count);
    if let Some(error) = &told.error {
        app.metrics.count("cofio_webhook_deliveries_total", &[("outcome", "failed")]);
        tracing::warn!(webhook, "a webhook was not told: {error}");
    }
}
