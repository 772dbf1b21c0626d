//! The one place where the engine is called: on threads that may wait, as many as the machine bears, for as long as
//! anybody would wait.

use std::sync::Arc;

use tokio::sync::Semaphore;

use crate::limits::Limits;
use crate::problem::Problem;

/// Threads that may wait.
pub(crate) struct Threads {
    free: Arc<Semaphore>,
    limits: Limits,
}

impl Threads {
    pub(crate) fn new(limits: Limits) -> Threads {
        Threads { free: Arc::new(Semaphore::new(limits.threads)), limits }
    }

    /// Does something that waits for the disk. What takes too long is answered with an error and goes on to its end: a
    /// write is never torn.
    pub(crate) async fn run<T, E>(&self, work: impl FnOnce() -> Result<T, E> + Send + 'static) -> Result<T, Problem>
    where
        T: Send + 'static,
        E: Send + 'static,
        Problem: From<E>,
    {
        let free = Arc::clone(&self.free);
        let done = tokio::time::timeout(self.limits.time, async move {
            let permit = free.acquire_owned().await.map_err(|_| Problem::closing())?;
            let done = tokio::task::spawn_blocking(move || {
                let _held = permit;
                work()
            });
            done.await.map_err(|error| Problem::broken(&error))?.map_err(Problem::from)
        });
        done.await.unwrap_or_else(|_| Err(Problem::too_slow(self.limits.time)))
    }
}
