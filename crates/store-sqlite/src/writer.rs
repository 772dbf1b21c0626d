//! The writer: the one connection that writes, used by one thread at a time.
//!
//! Writes that arrive while another is being made durable wait in a queue. Whoever gets the connection next commits all
//! of them together, so that many share the price of one flush. A thread of its own would do the same, but every write
//! would wait for it to wake up and then to be woken itself. Nobody is answered before `COMMIT` has returned.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, TryRecvError, channel};
use std::sync::{Arc, Mutex};

use cofio_domain::ports::StoreError;
use rusqlite::Connection;

use crate::connection::Location;
use crate::error::{is_disk_failure, store_error};
use crate::files::Files;

/// At most this many writes share a transaction, so that nobody waits long for others' work.
const GROUP: usize = 512;

/// Where a write has come to. Told to whoever watches: the tests that kill the process in the middle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// No transaction is open.
    Idle,
    /// A transaction is open.
    Writing,
    /// `COMMIT` is under way.
    Committing,
}

/// Somebody who wants to know where a write has come to.
pub type Observer = Arc<dyn Fn(Phase) + Send + Sync>;

/// A piece of work inside a transaction.
type Work = Box<dyn FnOnce(&Connection) -> Result<Outcome, StoreError> + Send>;

/// What a piece of work produced, opaque to the writer.
type Outcome = Box<dyn std::any::Any + Send>;

/// Work to be done after the transaction is durable, before the answer: scrubbing files after an erasure.
type After = Box<dyn FnOnce(&mut Connection, &mut Outcome) + Send>;

struct Job {
    work: Work,
    after: Option<After>,
    reply: Reply,
}

/// Where the answer goes.
type Reply = Sender<Result<Outcome, StoreError>>;

/// A job whose work is done and whose transaction is still open.
struct Done {
    outcome: Outcome,
    after: Option<After>,
    reply: Reply,
}

/// What work reaches the connection through.
pub(crate) struct Writer {
    waiting: Mutex<VecDeque<Job>>,
    /// Opened by the first write.
    crew: Mutex<Option<Crew>>,
    broken: Arc<AtomicBool>,
    location: Location,
    files: Option<Files>,
    observer: Option<Observer>,
}

impl Writer {
    pub(crate) fn new(location: Location, files: Option<Files>, observer: Option<Observer>) -> Writer {
        Writer {
            waiting: Mutex::default(),
            crew: Mutex::new(None),
            broken: Arc::new(AtomicBool::new(false)),
            location,
            files,
            observer,
        }
    }

    /// Does a piece of work in a transaction and returns once it is durable.
    pub(crate) fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.run(Box::new(|connection| work(connection).map(|done| Box::new(done) as Outcome)), None)
    }

    /// Does a piece of work in a transaction of its own and, once it is durable, something with the files.
    pub(crate) fn write_then<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
        after: impl FnOnce(&mut Connection, &mut T) + Send + 'static,
    ) -> Result<T, StoreError> {
        let after: After = Box::new(|connection, outcome| {
            after(connection, outcome.downcast_mut().expect("the work that made the outcome knows its type"));
        });
        self.run(Box::new(|connection| work(connection).map(|done| Box::new(done) as Outcome)), Some(after))
    }

    fn run<T: 'static>(&self, work: Work, after: Option<After>) -> Result<T, StoreError> {
        if self.broken.load(Ordering::SeqCst) {
            return Err(out_of_order());
        }
        let (reply, answer) = channel();
        self.waiting.lock().expect(QUEUE).push_back(Job { work, after, reply });
        let outcome = loop {
            // Whoever waits here waits for a flush, and may find its own work done by then.
            let mut crew = self.crew.lock().map_err(|_| out_of_order())?;
            match answer.try_recv() {
                Ok(outcome) => break outcome?,
                Err(TryRecvError::Disconnected) => return Err(out_of_order()),
                Err(TryRecvError::Empty) => {}
            }
            let group = self.next_group();
            match self.ready(&mut crew) {
                // The disk may have failed while this waited.
                Ok(_) if self.broken.load(Ordering::SeqCst) => fail(group, out_of_order()),
                Ok(crew) => crew.commit_group(group),
                Err(error) => fail(group, error),
            }
        };
        Ok(*outcome.downcast().expect("the work that made the outcome knows its type"))
    }

    /// Takes the work that is committed together.
    fn next_group(&self) -> Vec<Job> {
        let mut waiting = self.waiting.lock().expect(QUEUE);
        // Work with an aftermath has the transaction, and the files, to itself.
        let alone = waiting.front().is_some_and(|job| job.after.is_some());
        let together = waiting.iter().take(GROUP).take_while(|job| job.after.is_none()).count();
        let count = if alone { 1 } else { together };
        waiting.drain(..count).collect()
    }

    /// Returns the crew, which comes aboard with the first write.
    fn ready<'a>(&self, crew: &'a mut Option<Crew>) -> Result<&'a mut Crew, StoreError> {
        if crew.is_none() {
            *crew = Some(Crew {
                connection: self.location.open_writer()?,
                broken: Arc::clone(&self.broken),
                files: self.files.clone(),
                observer: self.observer.clone(),
            });
        }
        Ok(crew.as_mut().expect("it was just opened"))
    }
}

/// Why the queue can be trusted.
const QUEUE: &str = "nobody panics while they hold the queue";

fn out_of_order() -> StoreError {
    StoreError::ReadOnly { why: "the disk failed while writing; start Cofio again once it is sound".into() }
}

/// The connection and what goes with it.
struct Crew {
    connection: Connection,
    broken: Arc<AtomicBool>,
    files: Option<Files>,
    observer: Option<Observer>,
}

impl Crew {
    fn commit_group(&mut self, group: Vec<Job>) {
        self.commit_together(group);
        self.tell(Phase::Idle);
    }

    fn commit_together(&mut self, group: Vec<Job>) {
        // The reserve is for erasing. What is only added to a full disk is refused while there still is one.
        let erases = group.iter().any(|job| job.after.is_some());
        if let Some(files) = self.files.as_ref().filter(|_| erases) {
            files.release_ballast_if_low();
        }
        if let Err(error) = self.begin() {
            return fail(group, error);
        }
        let mut done = Vec::new();
        for job in group {
            match self.attempt(job.work) {
                Ok(outcome) => done.push(Done { outcome, after: job.after, reply: job.reply }),
                Err(error) => {
                    let _ = job.reply.send(Err(error));
                }
            }
        }
        self.tell(Phase::Committing);
        if let Err(error) = self.connection.execute_batch("COMMIT") {
            return self.fail_commit(&error, done);
        }
        for Done { mut outcome, after, reply } in done {
            if let Some(after) = after {
                after(&mut self.connection, &mut outcome);
            }
            let _ = reply.send(Ok(outcome));
        }
    }

    fn begin(&mut self) -> Result<(), StoreError> {
        self.connection.execute_batch("BEGIN IMMEDIATE").map_err(store_error)?;
        self.tell(Phase::Writing);
        Ok(())
    }

    /// Does one piece of work so that, if it fails, nothing of it stays and the others go on.
    fn attempt(&mut self, work: Work) -> Result<Outcome, StoreError> {
        if self.connection.is_autocommit() {
            // The disk filled up during an earlier job, and SQLite gave up the whole transaction.
            return Err(StoreError::Full);
        }
        self.connection.execute_batch("SAVEPOINT job").map_err(store_error)?;
        let result = work(&self.connection);
        let end = if result.is_ok() { "RELEASE job" } else { "ROLLBACK TO job; RELEASE job" };
        match self.connection.execute_batch(end) {
            Ok(()) => result,
            Err(error) => result.and(Err(store_error(error))),
        }
    }

    fn fail_commit(&mut self, error: &rusqlite::Error, done: Vec<Done>) {
        if is_disk_failure(error) {
            // After a failed flush the kernel may forget the pages it could not write: trying again could report
            // success for data that is gone.
            self.broken.store(true, Ordering::SeqCst);
        }
        let full = error.sqlite_error_code() == Some(rusqlite::ErrorCode::DiskFull);
        let message = error.to_string();
        let _ = self.connection.execute_batch("ROLLBACK");
        for Done { reply, .. } in done {
            let error = if full {
                StoreError::Full
            } else if self.broken.load(Ordering::SeqCst) {
                out_of_order()
            } else {
                StoreError::Unavailable(message.clone().into())
            };
            let _ = reply.send(Err(error));
        }
    }

    fn tell(&self, phase: Phase) {
        if let Some(observer) = &self.observer {
            observer(phase);
        }
    }
}

/// Answers a whole group with the same failure.
fn fail(group: Vec<Job>, error: StoreError) {
    let message = error.to_string();
    let mut first = Some(error);
    for job in group {
        let error = first.take().unwrap_or_else(|| StoreError::Unavailable(message.clone().into()));
        let _ = job.reply.send(Err(error));
    }
}
