//! Writes that nobody waits for: put off for a moment, so that many share one flush, and done by a thread of their own.
//!
//! A process that is killed loses what it put off in the last moment; one that closes the store does not.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use cofio_domain::ports::StoreError;
use rusqlite::Connection;

use crate::writer::Writer;

/// How long a write is put off.
const MOMENT: Duration = Duration::from_millis(100);

/// A piece of work that stands for itself: where it fails, the others are done all the same.
type Work = Box<dyn FnOnce(&Connection) -> Result<(), StoreError> + Send>;

/// What was put off.
pub(crate) struct Later {
    state: Arc<State>,
    /// Started by the first thing that is put off.
    thread: Mutex<Option<JoinHandle<()>>>,
}

struct State {
    writer: Arc<Writer>,
    waiting: Mutex<Waiting>,
    /// Rung when there is something to do, and when the store is closed.
    bell: Condvar,
    /// Held while something is done, so that whoever settles waits for it, too.
    doing: Mutex<()>,
}

#[derive(Default)]
struct Waiting {
    works: Vec<Work>,
    closing: bool,
}

impl Later {
    pub(crate) fn new(writer: Arc<Writer>) -> Later {
        let state = State { writer, waiting: Mutex::default(), bell: Condvar::new(), doing: Mutex::default() };
        Later { state: Arc::new(state), thread: Mutex::default() }
    }

    /// Puts a piece of work off.
    pub(crate) fn add(
        &self,
        work: impl FnOnce(&Connection) -> Result<(), StoreError> + Send + 'static,
    ) -> Result<(), StoreError> {
        self.start()?;
        held(&self.state.waiting).works.push(Box::new(work));
        self.state.bell.notify_one();
        Ok(())
    }

    /// Returns once everything that was put off is done, for whoever reads what it wrote.
    pub(crate) fn settle(&self) {
        self.state.catch_up();
    }

    fn start(&self) -> Result<(), StoreError> {
        let mut thread = held(&self.thread);
        if thread.is_none() {
            let state = Arc::clone(&self.state);
            let started = std::thread::Builder::new().name("cofio-later".into()).spawn(move || state.work_off());
            *thread = Some(started.map_err(|error| StoreError::Unavailable(Box::new(error)))?);
        }
        Ok(())
    }
}

impl Drop for Later {
    /// Does what was put off, so that closing a store loses nothing.
    fn drop(&mut self) {
        held(&self.state.waiting).closing = true;
        self.state.bell.notify_one();
        if let Some(thread) = held(&self.thread).take() {
            let _ = thread.join();
        }
    }
}

impl State {
    fn work_off(&self) {
        loop {
            let waiting = held(&self.waiting);
            let idle = |waiting: &mut Waiting| waiting.works.is_empty() && !waiting.closing;
            let waiting = self.bell.wait_while(waiting, idle).unwrap_or_else(PoisonError::into_inner);
            let open = |waiting: &mut Waiting| !waiting.closing;
            let (waiting, _) =
                self.bell.wait_timeout_while(waiting, MOMENT, open).unwrap_or_else(PoisonError::into_inner);
            let closing = waiting.closing;
            drop(waiting);
            self.catch_up();
            if closing {
                return;
            }
        }
    }

    fn catch_up(&self) {
        let _doing = held(&self.doing);
        let works = std::mem::take(&mut held(&self.waiting).works);
        if works.is_empty() {
            return;
        }
        let done = self.writer.write(|connection| {
            for work in works {
                if let Err(error) = work(connection) {
                    tracing::warn!("something that was put off is not written: {error}");
                }
            }
            Ok(())
        });
        if let Err(error) = done {
            tracing::warn!("what was put off is not written: {error}");
        }
    }
}

/// Nothing that is held here is left half done by a panic.
fn held<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}
