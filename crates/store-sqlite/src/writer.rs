//! The writer: one thread that owns the one connection that writes.
//!
//! Writes that arrive while another is being made durable are committed together, so that many share the price of one
//! flush. Nobody is answered before `COMMIT` has returned. What nobody waits for is put off, and shares one, too.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use cofio_domain::ports::StoreError;
use rusqlite::Connection;

use crate::connection::Location;
use crate::error::{is_disk_failure, store_error};
use crate::files::Files;

/// At most this many writes share a transaction, so that nobody waits long for others' work.
const GROUP: usize = 512;

/// How long a write that nobody waits for is put off, so that others can join it.
const PUT_OFF: Duration = Duration::from_millis(100);

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

/// What the thread is told.
enum Order {
    /// Do this; somebody waits.
    Now(Job),
    /// Do this some time soon; nobody waits.
    Later(Work),
    /// Do now what was put off, and say when it is done.
    Settle(Sender<()>),
}

/// Where the answer goes.
type Reply = Sender<Result<Outcome, StoreError>>;

/// A job whose work is done and whose transaction is still open.
struct Done {
    outcome: Outcome,
    after: Option<After>,
    reply: Reply,
}

/// The handle through which work reaches the thread.
pub(crate) struct Writer {
    orders: Mutex<Option<Sender<Order>>>,
    thread: Mutex<Option<JoinHandle<()>>>,
    /// Whether anything was put off since it was last settled.
    owes: AtomicBool,
    broken: Arc<AtomicBool>,
    location: Location,
    files: Option<Files>,
    observer: Option<Observer>,
}

impl Writer {
    pub(crate) fn new(location: Location, files: Option<Files>, observer: Option<Observer>) -> Writer {
        Writer {
            orders: Mutex::new(None),
            thread: Mutex::new(None),
            owes: AtomicBool::new(false),
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

    /// Does a piece of work some time soon. A process that is killed before loses it; one that closes the store does not.
    pub(crate) fn write_later(
        &self,
        work: impl FnOnce(&Connection) -> Result<(), StoreError> + Send + 'static,
    ) -> Result<(), StoreError> {
        if self.broken.load(Ordering::SeqCst) {
            return Err(out_of_order());
        }
        self.owes.store(true, Ordering::SeqCst);
        self.send(Order::Later(Box::new(|connection| work(connection).map(|()| Box::new(()) as Outcome))))
    }

    /// Returns once everything that was put off is done, for whoever reads what it wrote.
    pub(crate) fn settle(&self) -> Result<(), StoreError> {
        if !self.owes.swap(false, Ordering::SeqCst) {
            return Ok(());
        }
        let (reply, answer) = channel();
        self.send(Order::Settle(reply))?;
        answer.recv().map_err(|_| out_of_order())
    }

    fn run<T: 'static>(&self, work: Work, after: Option<After>) -> Result<T, StoreError> {
        if self.broken.load(Ordering::SeqCst) {
            return Err(out_of_order());
        }
        let (reply, answer) = channel();
        self.send(Order::Now(Job { work, after, reply }))?;
        let outcome = answer.recv().map_err(|_| out_of_order())??;
        Ok(*outcome.downcast().expect("the work that made the outcome knows its type"))
    }

    /// Hands an order to the thread, which is started by the first one.
    fn send(&self, order: Order) -> Result<(), StoreError> {
        let mut orders = self.orders.lock().expect("starting a thread does not panic");
        if orders.is_none() {
            let connection = self.location.open_writer()?;
            let (sender, receiver) = channel();
            let crew = Crew {
                connection,
                broken: Arc::clone(&self.broken),
                files: self.files.clone(),
                observer: self.observer.clone(),
            };
            let thread = std::thread::Builder::new()
                .name("cofio-writer".into())
                .spawn(move || crew.work_off(&receiver))
                .map_err(|error| StoreError::Unavailable(Box::new(error)))?;
            *self.thread.lock().expect("starting a thread does not panic") = Some(thread);
            *orders = Some(sender);
        }
        let sender = orders.as_ref().expect("it was just started");
        sender.send(order).map_err(|_| out_of_order())
    }
}

impl Drop for Writer {
    /// Lets the thread finish what it has, and waits for it, so that closing a store loses nothing.
    fn drop(&mut self) {
        if let Ok(mut orders) = self.orders.lock() {
            *orders = None;
        }
        if let Ok(mut thread) = self.thread.lock()
            && let Some(thread) = thread.take()
        {
            let _ = thread.join();
        }
    }
}

fn out_of_order() -> StoreError {
    StoreError::ReadOnly { why: "the disk failed while writing; start Cofio again once it is sound".into() }
}

/// What the thread has with it.
struct Crew {
    connection: Connection,
    broken: Arc<AtomicBool>,
    files: Option<Files>,
    observer: Option<Observer>,
}

impl Crew {
    fn work_off(mut self, orders: &Receiver<Order>) {
        let mut put_off = PutOff::default();
        let mut held_over = None;
        loop {
            match held_over.take().map_or_else(|| put_off.wait_for(orders), Ok) {
                Ok(Order::Now(job)) => held_over = self.work_together(job, orders, &mut put_off),
                Ok(Order::Later(work)) => put_off.add(work),
                Ok(Order::Settle(done)) => {
                    self.catch_up(&mut put_off);
                    let _ = done.send(());
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return self.catch_up(&mut put_off),
            }
            if put_off.is_due() {
                self.catch_up(&mut put_off);
            }
        }
    }

    /// Does a job together with those that wait behind it. Returns the first order that has to wait.
    fn work_together(&mut self, first: Job, orders: &Receiver<Order>, put_off: &mut PutOff) -> Option<Order> {
        let mut group = vec![first];
        let mut held_over = None;
        // Work with an aftermath has the transaction, and the files, to itself.
        while group.len() < GROUP && group[0].after.is_none() && held_over.is_none() {
            match orders.try_recv() {
                Ok(Order::Now(job)) if job.after.is_none() => group.push(job),
                Ok(Order::Later(work)) => put_off.add(work),
                Ok(order) => held_over = Some(order),
                Err(_) => break,
            }
        }
        self.commit_group(group);
        self.tell(Phase::Idle);
        held_over
    }

    /// Does what was put off.
    fn catch_up(&mut self, put_off: &mut PutOff) {
        let PutOff { works, .. } = std::mem::take(put_off);
        if works.is_empty() {
            return;
        }
        let (reply, answers) = channel();
        self.commit_group(works.into_iter().map(|work| Job { work, after: None, reply: reply.clone() }).collect());
        self.tell(Phase::Idle);
        drop(reply);
        if let Some(error) = answers.into_iter().find_map(Result::err) {
            tracing::warn!("something that was put off is not written: {error}");
        }
    }

    fn commit_group(&mut self, group: Vec<Job>) {
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

/// Work that nobody waits for.
#[derive(Default)]
struct PutOff {
    works: Vec<Work>,
    /// When it is to be done.
    due: Option<Instant>,
}

impl PutOff {
    fn add(&mut self, work: Work) {
        self.due.get_or_insert_with(|| Instant::now() + PUT_OFF);
        self.works.push(work);
    }

    fn is_due(&self) -> bool {
        self.works.len() >= GROUP || self.due.is_some_and(|due| due <= Instant::now())
    }

    /// Waits for the next order, and no longer than until this is due.
    fn wait_for(&self, orders: &Receiver<Order>) -> Result<Order, RecvTimeoutError> {
        match self.due {
            Some(due) => orders.recv_timeout(due.saturating_duration_since(Instant::now())),
            None => orders.recv().map_err(|_| RecvTimeoutError::Disconnected),
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
