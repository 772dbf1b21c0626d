//! Webhooks: somewhere else is told what changes in a space, in order and at least once.
//!
//! A webhook is a job: it is kept, is done by one process at a time, is tried again with growing pauses, and after the
//! last of them stands still where everybody can see it. What it has told is a place in the order of the space, so nothing
//! is lost meanwhile, and everything can be told again from an earlier place. Telling itself is not done here: nothing in
//! the engine knows a network.

use cofio_domain::id::{Id, JobId, UserId};
use cofio_domain::job::{Ending, Job, JobState, NewJob, Taking, Which};
use cofio_domain::space::SpaceHandle;
use cofio_domain::time::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::{ActivityView, Engine, Error};

/// The jobs that tell.
const KIND: &str = "webhook";

/// For how long nobody else may tell what somebody is telling.
const LEASE_MINUTES: i64 = 5;

/// How long to wait after each failure. After the last it stands still.
const RETRY_MINUTES: [i64; 8] = [1, 2, 5, 15, 60, 180, 360, 720];

/// How many are told in one turn.
const AT_ONCE: usize = 100;

/// How many webhooks a space has at most.
const MOST: usize = 20;

/// What a webhook has to know.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Subscription {
    url: String,
    name: String,
    /// What its messages are signed with.
    secret: String,
    user: UserId,
    created_at: Timestamp,
    /// Everything after this place is to be told, unless more was told already.
    from: u64,
}

/// A webhook as it is shown: never its secret.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[allow(missing_docs, reason = "the fields are those of the webhook")]
pub struct WebhookView {
    pub id: String,
    pub name: String,
    pub url: String,
    /// `active`, `retrying` or `failed`: it was tried often enough and stands still.
    pub state: &'static str,
    pub created_at: Timestamp,
    /// The place up to which everything was told.
    #[serde(skip)]
    pub place: u64,
    /// How many changes were told since it was made or began again.
    pub delivered: u64,
    /// How often the next one was tried.
    pub attempts: u32,
    pub next_at: Timestamp,
    pub error: Option<String>,
}

/// What is to be told in one turn, by whoever took it on.
#[derive(Debug)]
pub struct Telling {
    /// Which webhook.
    pub webhook: WebhookView,
    /// What its messages are signed with.
    pub secret: String,
    /// What is to be told, each with its place, in order.
    pub changes: Vec<(u64, ActivityView)>,
    job: Job,
}

/// How a turn went.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Told {
    /// The place of the last change that arrived; nothing where none did.
    pub up_to: Option<u64>,
    /// How many arrived.
    pub count: u64,
    /// Why the next did not.
    pub error: Option<String>,
}

impl Engine {
    /// Makes a webhook that tells what changes from now on. The secret is returned once.
    pub fn create_webhook(&self, space: &SpaceHandle, name: &str, url: &str) -> Result<(WebhookView, [u8; 32]), Error> {
        self.may_write(space)?;
        if self.webhooks(space)?.len() >= MOST {
            return Err(Error::Invalid(format!("a space has at most {MOST} webhooks")));
        }
        let secret = self.ids.secret();
        let now = self.now();
        let subscription = Subscription {
            url: url.to_owned(),
            name: name.trim().to_owned(),
            secret: hex(&secret),
            user: space.user(),
            created_at: now,
            from: self.place(space)?,
        };
        let id = self.mint::<JobId>();
        let key = format!("whk_{}", id.to_string().trim_start_matches(JobId::PREFIX).trim_start_matches('_'));
        let payload = serde_json::to_value(&subscription).map_err(|error| Error::Invalid(error.to_string()))?;
        let new = NewJob { id, kind: KIND.into(), key, due_at: now, payload };
        let job = if self.settings.dry_run { Job::asked_for(new) } else { self.store.enqueue(space, new)? };
        let view = view_of(&job).ok_or_else(|| Error::not_found("webhook", name))?;
        Ok((view, secret))
    }

    /// Returns the webhooks of whoever asks, oldest first.
    pub fn webhooks(&self, space: &SpaceHandle) -> Result<Vec<WebhookView>, Error> {
        let mut views: Vec<WebhookView> = self.webhook_jobs(space)?.iter().filter_map(view_of).collect();
        views.sort_by(|one, other| one.created_at.cmp(&other.created_at).then(one.id.cmp(&other.id)));
        Ok(views)
    }

    /// Returns a webhook by its id.
    pub fn webhook(&self, space: &SpaceHandle, id: &str) -> Result<WebhookView, Error> {
        let found = self.webhooks(space)?.into_iter().find(|view| view.id.eq_ignore_ascii_case(id.trim()));
        found.ok_or_else(|| Error::not_found("webhook", id.trim()))
    }

    /// Returns what a webhook has not told yet, at most so many.
    pub fn untold(&self, space: &SpaceHandle, id: &str, limit: usize) -> Result<Vec<(u64, ActivityView)>, Error> {
        let place = self.webhook(space, id)?.place;
        self.changes_since(space, place, limit)
    }

    /// Takes a webhook away, with its secret.
    pub fn delete_webhook(&self, space: &SpaceHandle, id: &str) -> Result<WebhookView, Error> {
        self.may_write(space)?;
        let view = self.webhook(space, id)?;
        if !self.settings.dry_run {
            // One that is over takes a new payload, which has nothing in it.
            self.end_webhook(space, &view.id)?;
            let (id, due_at) = (self.mint(), self.now());
            let payload = serde_json::Value::Null;
            self.store.enqueue(space, NewJob { id, kind: KIND.into(), key: view.id.clone(), due_at, payload })?;
            self.end_webhook(space, &view.id)?;
        }
        Ok(view)
    }

    /// Lets a webhook begin again, from a place or from where it stands.
    pub fn resume_webhook(&self, space: &SpaceHandle, id: &str, from: Option<u64>) -> Result<WebhookView, Error> {
        self.may_write(space)?;
        let view = self.webhook(space, id)?;
        if self.settings.dry_run {
            return Ok(view);
        }
        let job = self.webhook_jobs(space)?.into_iter().find(|job| job.key == view.id);
        let Some(mut subscription) = job.as_ref().and_then(subscription_of) else {
            return Err(Error::not_found("webhook", id));
        };
        subscription.from = from.unwrap_or(view.place);
        self.end_webhook(space, &view.id)?;
        let payload = serde_json::to_value(&subscription).map_err(|error| Error::Invalid(error.to_string()))?;
        let (id, due_at) = (self.mint(), self.now());
        let job = self.store.enqueue(space, NewJob { id, kind: KIND.into(), key: view.id.clone(), due_at, payload })?;
        view_of(&job).ok_or_else(|| Error::not_found("webhook", view.id))
    }

    /// Takes on the telling of a webhook that is due, if somebody else is not at it and there is something to tell.
    pub fn take_telling(&self, space: &SpaceHandle) -> Result<Option<Telling>, Error> {
        let now = self.now();
        for due in self.webhook_jobs(space)?.into_iter().filter(|job| job.is_free(now)) {
            let Some(view) = view_of(&due) else { continue };
            let changes = self.changes_since(space, view.place, AT_ONCE)?;
            if changes.is_empty() {
                continue;
            }
            let taking = Taking {
                owner: self.mint::<JobId>().to_string(),
                now,
                until: now.plus_minutes(LEASE_MINUTES),
                id: self.mint(),
                which: Which::OfKind(KIND.into(), due.key.clone()),
            };
            let Some(job) = self.store.take_job(space, taking)? else { continue };
            let (Some(webhook), Some(subscription)) = (view_of(&job), subscription_of(&job)) else { continue };
            // Somebody else may have told some of it just before.
            if webhook.place != view.place {
                self.finish_telling(space, job, &Told { up_to: None, count: 0, error: None })?;
                continue;
            }
            return Ok(Some(Telling { webhook, secret: subscription.secret, changes, job }));
        }
        Ok(None)
    }

    /// Says how a turn went.
    pub fn end_telling(&self, space: &SpaceHandle, telling: Telling, told: &Told) -> Result<(), Error> {
        self.finish_telling(space, telling.job, told)
    }

    fn finish_telling(&self, space: &SpaceHandle, job: Job, told: &Told) -> Result<(), Error> {
        let now = self.now();
        let before = view_of(&job).map_or((0, 0), |view| (view.place, view.delivered));
        let from = subscription_of(&job).map_or(0, |subscription| subscription.from);
        let place = told.up_to.unwrap_or(before.0);
        let stats = json!({ "place": place, "delivered": before.1 + told.count, "from": from });
        // There may be more to tell; where there is not, nobody takes it on.
        let next = Some(now);
        let attempts = job.attempts;
        let job = match (&told.error, told.up_to) {
            (None, _) => {
                self.store.end_job(space, &job, Ending::Done { stats, next }, now)?;
                return Ok(());
            }
            // Where it got further, the next is tried for the first time.
            (Some(_), Some(_)) => {
                let ended = self.store.end_job(space, &job, Ending::Done { stats, next: Some(now) }, now)?;
                let taking = Taking {
                    owner: self.mint::<JobId>().to_string(),
                    now,
                    until: now.plus_minutes(LEASE_MINUTES),
                    id: self.mint(),
                    which: Which::OfKind(KIND.into(), ended.key),
                };
                let Some(job) = self.store.take_job(space, taking)? else { return Ok(()) };
                job
            }
            (Some(_), None) => job,
        };
        let tries = if told.up_to.is_some() { 1 } else { attempts };
        let pause = RETRY_MINUTES.get(usize::try_from(tries).unwrap_or(usize::MAX).saturating_sub(1));
        let retry = pause.map(|minutes| now.plus_minutes(*minutes));
        let error = told.error.clone().unwrap_or_default();
        self.store.end_job(space, &job, Ending::Failed { error, retry }, now)?;
        Ok(())
    }

    /// Returns the jobs of whoever asks: where several share a space, nobody is told of another's.
    fn webhook_jobs(&self, space: &SpaceHandle) -> Result<Vec<Job>, Error> {
        let jobs = self.store.jobs(space)?.into_iter().filter(|job| job.kind == KIND && job.state != JobState::Done);
        Ok(jobs.filter(|job| subscription_of(job).is_some_and(|it| it.user == space.user())).collect())
    }

    fn end_webhook(&self, space: &SpaceHandle, key: &str) -> Result<(), Error> {
        let now = self.now();
        let taking = Taking {
            owner: self.mint::<JobId>().to_string(),
            now,
            until: now.plus_minutes(LEASE_MINUTES),
            id: self.mint(),
            which: Which::Anyway(KIND.into(), key.to_owned()),
        };
        let Some(job) = self.store.take_job(space, taking)? else {
            return Err(Error::conflict("it is telling something just now; try again in a moment"));
        };
        let stats = serde_json::Value::Null;
        self.store.end_job(space, &job, Ending::Done { stats, next: None }, now)?;
        Ok(())
    }
}

fn subscription_of(job: &Job) -> Option<Subscription> {
    serde_json::from_value(job.payload.clone()).ok()
}

fn view_of(job: &Job) -> Option<WebhookView> {
    let subscription = subscription_of(job)?;
    let number = |name: &str| job.stats[name].as_u64();
    // What was told counts from where it last began.
    let told = number("place").filter(|_| number("from") == Some(subscription.from));
    let is_retrying = job.attempts > 0 && job.error.is_some();
    let state = match job.state {
        JobState::Failed => "failed",
        _ if is_retrying => "retrying",
        _ => "active",
    };
    Some(WebhookView {
        id: job.key.clone(),
        name: subscription.name,
        url: subscription.url,
        state,
        created_at: subscription.created_at,
        place: told.unwrap_or(subscription.from),
        delivered: if told.is_some() { number("delivered").unwrap_or(0) } else { 0 },
        // One that is under way has not been made.
        attempts: if job.state == JobState::Running { job.attempts.saturating_sub(1) } else { job.attempts },
        next_at: job.due_at,
        error: job.error.clone().filter(|_| job.state == JobState::Failed || is_retrying),
    })
}

/// Writes bytes as letters.
fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
