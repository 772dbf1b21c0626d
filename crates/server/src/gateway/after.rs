//! After an answer: what it took is counted, what was said is recorded, what it cited is noted. Nobody waits for it.

use std::collections::BTreeMap;
use std::time::Instant;

use cofio_domain::event::MessageRole;
use cofio_domain::keepsake::{Keepsake, KeepsakeKind};
use cofio_domain::ports::Cancel;
use cofio_domain::session::Surface;
use cofio_domain::time::Timestamp;
use cofio_engine::{MessageLine, Recording};
use cofio_gateway::{Heard, without_blocks};

use super::ModelCall;
use super::talks::Talk;
use crate::app::App;
use crate::caller::{Caller, Talk as Talking};
use crate::telemetry::{CallEnd, CallTrace};

/// What is to be done after an answer.
pub(super) struct After {
    pub(super) app: App,
    pub(super) upstream: String,
    /// The model that was asked.
    pub(super) model: Option<String>,
    pub(super) since: Instant,
    /// For those who watch.
    pub(super) call: Option<CallTrace>,
    /// The conversation, and since when it goes on.
    pub(super) talk: Option<(Talk, Timestamp)>,
    pub(super) recorder: Option<Caller<Talking>>,
    pub(super) project: Option<String>,
    /// What the person said, and when.
    pub(super) news: Vec<String>,
    pub(super) asked_at: Timestamp,
    /// By which `why` knows the answer.
    pub(super) answer: Option<String>,
    pub(super) by_handle: BTreeMap<String, String>,
    /// What memory took of the prompt.
    pub(super) memory_tokens: usize,
    /// How long the request was, in letters.
    pub(super) request_chars: usize,
}

/// How many texts are read for their meaning after an answer.
const READ_AT_ONCE: usize = 16;

/// More models than this are counted together: anybody can make up a name.
const MANY_MODELS: usize = 100;

impl After {
    /// Does it. `outcome` is `ok`, or how it ended otherwise.
    pub(super) fn conclude(mut self, heard: &Heard, cited: &[String], outcome: &'static str) {
        self.count(heard, outcome);
        if outcome == "refused" {
            return;
        }
        if let Some(answer) = &self.answer {
            self.app.answers.cite(&self.app.engine, answer, cited);
            let named = if cited.is_empty() { "no" } else { "yes" };
            if !self.by_handle.is_empty() {
                self.app.metrics.count("cofio_gateway_answers_total", &[("cited", named)]);
            }
        }
        let Some((talk, began)) = &self.talk else { return };
        let now = self.app.engine.now();
        let known = self.app.talks.answered(talk, &heard.text, heard.id.as_deref(), (*began, now));
        self.record(heard, cited, now, known);
    }

    fn count(&mut self, heard: &Heard, outcome: &'static str) {
        let tokens = |chars: usize| chars.div_ceil(4) as u64;
        let usage = heard.usage.unwrap_or(cofio_gateway::Usage {
            // Who does not say what it took is taken at four letters a token.
            read: tokens(self.request_chars),
            written: tokens(heard.text.len()),
        });
        let model = heard.model.clone().or_else(|| self.model.clone()).unwrap_or_else(|| "unnamed".into());
        let metrics = &self.app.metrics;
        let known = metrics.by_labels("cofio_model_calls_total");
        let label = format!("model=\"{model}\"");
        let is_new = !known.keys().any(|labels| labels.contains(&label));
        let shown = if is_new && known.len() >= MANY_MODELS { "other" } else { model.as_str() };
        metrics.count("cofio_model_calls_total", &[("model", shown), ("outcome", outcome)]);
        metrics.add("cofio_model_tokens_total", &[("model", shown), ("direction", "read")], usage.read);
        metrics.add("cofio_model_tokens_total", &[("model", shown), ("direction", "written")], usage.written);
        metrics.add("cofio_gateway_memory_tokens_total", &[], self.memory_tokens as u64);
        metrics.time("cofio_gateway_answer_seconds", &[], self.since.elapsed());
        let milliseconds = u64::try_from(self.since.elapsed().as_millis()).unwrap_or(u64::MAX);
        let (upstream, read, written) = (self.upstream.clone(), usage.read, usage.written);
        if let Some(call) = self.call.take() {
            let (memory_tokens, took) = (self.memory_tokens as u64, self.since.elapsed());
            call.ended(&CallEnd { model: &model, read, written, memory_tokens, took, outcome });
        }
        tracing::info!(upstream, model = shown, read, written, milliseconds, outcome, "relayed an answer: {outcome}");
        if let Some(log) = &self.app.gateway().log {
            log.note(&ModelCall { upstream, model, read, written, milliseconds, outcome });
        }
    }

    /// Records what was said, in the background. What cannot be recorded is counted, and the answer was given all the same.
    fn record(self, heard: &Heard, cited: &[String], now: Timestamp, known: Vec<Keepsake>) {
        let Some(((talk, _), recorder)) = self.talk.zip(self.recorder) else { return };
        let asked_at = self.asked_at;
        let line = |role, at, text: &str| MessageLine { role, at: Some(at), text: without_blocks(text), name: None };
        // What is asked again was recorded when it was asked first.
        let news = if talk.again { Vec::new() } else { self.news };
        let mut lines: Vec<MessageLine> = news.iter().map(|text| line(MessageRole::User, asked_at, text)).collect();
        lines.push(line(MessageRole::Assistant, now, &heard.text));
        lines.retain(|line| !line.text.trim().is_empty());
        let memories: Vec<_> = cited.iter().filter_map(|handle| self.by_handle.get(handle)?.parse().ok()).collect();
        let (app, project, session) = (self.app, self.project, talk.session);
        recorder.in_background(move |engine, space| {
            known.into_iter().for_each(|one| engine.keep_awhile(space, KeepsakeKind::Beginning, one));
            if !lines.is_empty() {
                let recording = Recording { session: Some(session.clone()), surface: Surface::Gateway, project };
                let lines = (1..).zip(lines.into_iter().map(Ok));
                if let Err(error) = engine.record(space, &recording, lines) {
                    app.metrics.count("cofio_gateway_not_learned_total", &[]);
                    tracing::warn!("what was said through the gateway is not recorded: {error}");
                } else {
                    app.written.notify_waiters();
                    // What was said is read for its meaning now, and not while somebody waits for an answer.
                    if let Err(error) = engine.embed_missing(space, READ_AT_ONCE, &Cancel::new()) {
                        tracing::debug!("what was said is read for its meaning later: {error}");
                    }
                }
            }
            engine.note_cited(space, &session, &memories);
        });
    }
}
