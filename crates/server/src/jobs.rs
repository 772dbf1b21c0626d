//! Work that nobody waits for, done while the server is open: what is due, in every space, under the lease
//! that keeps two processes from doing the same.

use std::collections::BTreeSet;

use cofio_domain::keepsake::KeepsakeKind;

use crate::app::App;

/// For how many days a request may come again.
const RETRIES_DAYS: i64 = 1;

/// For how many days a conversation is known by how it begins.
const BEGINNINGS_DAYS: i64 = 1;

/// For how many days it can be asked what was given to an answer.
const ANSWERS_DAYS: i64 = 30;

/// Does what is due until the server closes.
pub(crate) async fn keep_up(app: App) {
    let mut closing = app.closing.subscribe();
    loop {
        tokio::select! {
            () = tokio::time::sleep(app.limits.jobs_every) => do_what_is_due(&app).await,
            _ = closing.changed() => return,
        }
    }
}

/// Does what is due, once.
async fn do_what_is_due(app: &App) {
    let engine = app.engine.clone();
    // Not by the helper for requests: a job may take longer than anybody waits.
    let done = tokio::task::spawn_blocking(move || {
        let mut count = 0;
        let mut seen = BTreeSet::new();
        for user in engine.users()? {
            let user = engine.known_user(&user.name)?;
            for space in engine.spaces(&user)? {
                if space.role.may_write() && seen.insert(space.id) {
                    let space = engine.enter(&user, &space.id.to_string())?;
                    count += engine.run_due_jobs(&space, None)?.len();
                }
            }
        }
        let since = |days: i64| engine.now().plus_days(-days);
        engine.drop_retries(since(RETRIES_DAYS))?;
        engine.drop_kept(KeepsakeKind::Beginning, since(BEGINNINGS_DAYS))?;
        engine.drop_kept(KeepsakeKind::Answer, since(ANSWERS_DAYS))?;
        Ok::<_, cofio_engine::Error>(count)
    });
    match done.await {
        Ok(Ok(0)) => {}
        Ok(Ok(count)) => {
            tracing::info!(jobs = count, "did {count} jobs that were due");
            app.written.notify_waiters();
        }
        Ok(Err(error)) => tracing::warn!("what is due cannot be done: {error}"),
        Err(error) => tracing::error!("a job broke: {error}"),
    }
}
