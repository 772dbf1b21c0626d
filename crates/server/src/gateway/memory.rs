//! What is remembered, for a request: found in the time there is, or left out.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use cofio_domain::keepsake::KeepsakeKind;
use cofio_domain::time::Timestamp;
use cofio_engine::Engine;
use cofio_engine::compose::{Context, ContextQuery, SessionDelta, SessionStart};
use cofio_gateway::Asked;

use super::Gateway;
use super::controls::Controls;
use super::talks::Talk;
use crate::answers::Answer;
use crate::api;
use crate::app::App;
use crate::auth::Principal;
use crate::caller::{Caller, Needs, Read, Talk as Talking};
use crate::problem::Problem;

/// What memory has to do with a request.
#[derive(Default)]
pub(super) struct Memory {
    /// What goes into it.
    pub(super) context: Option<Context>,
    /// Who records what is said in it.
    pub(super) recorder: Option<Caller<Talking>>,
    /// The conversation it belongs to, since when, and whether the client named it.
    pub(super) talk: Option<(Talk, Timestamp)>,
    /// By which `why` knows the answer.
    pub(super) answer: Option<String>,
    /// What could not be done.
    pub(super) degraded: Vec<&'static str>,
    /// How long that took.
    pub(super) took: Duration,
}

impl Memory {
    /// Gathers it, as far as there is time. Fails only where whoever asks may not.
    pub(super) async fn gathered(
        app: &App,
        gateway: &Gateway,
        by: &Principal,
        controls: &Controls,
        asked: Option<&Asked>,
    ) -> Result<Memory, Problem> {
        let mut memory = Memory::default();
        if !controls.read && !controls.write {
            return Ok(memory);
        }
        let Some(asked) = asked else {
            memory.degraded.push("unreadable");
            return Ok(memory);
        };
        if gateway.patience.is_zero() {
            // Who is not waited for at all is not asked.
            memory.degraded.push("slow");
            return Ok(memory);
        }
        let since = Instant::now();
        let read_only = app.host.is_read_only();
        let engine = app.engine.clone();
        let looked = async {
            // Whether what is said can be recorded is found out while memory is gathered.
            !controls.write || read_only || app.threads.run(move || engine.can_write()).await.is_ok()
        };
        let (done, can_write) = tokio::join!(
            tokio::time::timeout(gateway.patience, memory.gather(app, by, controls, asked)),
            tokio::time::timeout(gateway.patience, looked),
        );
        memory.took = since.elapsed();
        app.metrics.time("cofio_gateway_memory_seconds", &[], memory.took);
        match done {
            Ok(Ok(())) => {}
            // Who asks for what is not theirs is told so; a store that does not work is nobody's fault who asks.
            Ok(Err(problem)) if problem.status.is_client_error() && memory.talk.is_none() => return Err(problem),
            Ok(Err(problem)) => memory.degraded.push(problem.code),
            Err(_) => memory.degraded.push("slow"),
        }
        if controls.write && read_only {
            memory.degraded.push("read_only");
        }
        if can_write != Ok(true) {
            memory.degraded.push("locked");
        }
        Ok(memory)
    }

    async fn gather(&mut self, app: &App, by: &Principal, controls: &Controls, asked: &Asked) -> Result<(), Problem> {
        let place = || (controls.user.clone(), controls.space.clone(), controls.domains.clone());
        let reader = match controls.read {
            true => Some(Caller::<Read>::entering(app, by, place()).await?),
            false => None,
        };
        self.recorder = match (&reader, controls.write) {
            (Some(reader), true) => reader.also(),
            (None, true) => Some(Caller::entering(app, by, place()).await?),
            (_, false) => None,
        };
        if let Some(reader) = &reader {
            api::moment("X-Cofio-As-Of", controls.as_of.as_deref(), reader.reading())?;
            known_domains(reader, controls).await?;
        }
        let session = controls.session.as_deref();
        let (whose, named) = match (&reader, &self.recorder) {
            (Some(reader), _) => (reader.space.clone(), named_session(reader, session).await?),
            (None, Some(writer)) => (writer.space.clone(), named_session(writer, session).await?),
            (None, None) => return Ok(()),
        };
        let owner = (whose.id(), whose.user());
        let name = named.as_ref().map(|(name, _)| name.as_str());
        let unknown = app.talks.unknown(owner, name, asked);
        if !unknown.is_empty() {
            let (engine, whose) = (app.engine.clone(), whose.clone());
            let look = move || engine.kept(&whose, KeepsakeKind::Beginning, &unknown);
            app.talks.take_up(app.threads.run(look).await?);
        }
        let now = app.engine.now();
        let fresh = format!("chat-{}", &blake3::hash(&app.engine.chance()).to_hex()[..16]);
        let talk = app.talks.find(owner, name, asked, (now, &fresh));
        let began = talk.began.or(named.as_ref().and_then(|(_, began)| *began)).unwrap_or(now);
        for one in app.talks.asked(&talk, name, began, now) {
            app.engine.keep_awhile(&whose, KeepsakeKind::Beginning, one);
        }
        let session = talk.session.clone();
        self.talk = Some((talk, began));
        let Some(reader) = reader else { return Ok(()) };
        let since = Instant::now();
        let context = composed(&reader, controls, asked, SessionStart { name: session, began }).await?;
        api::observe(app, &context, since);
        if context.trouble.is_some() {
            self.degraded.push("lookup");
        }
        let id = api::answer_id(reader.reading());
        app.answers.keep(&app.engine, Answer::of(id.clone(), &whose, now, &context));
        self.answer = Some(id);
        self.context = Some(context);
        Ok(())
    }

    /// Returns the memories that handles stand for.
    pub(super) fn by_handle(&self) -> BTreeMap<String, String> {
        let lines = self.context.iter().flat_map(|context| &context.loaded);
        lines.map(|line| (line.handle.clone(), line.id.clone())).collect()
    }
}

/// Fails where a domain is named that is not there: a slip of the pen would otherwise be a chat without memory.
async fn known_domains(reader: &Caller<Read>, controls: &Controls) -> Result<(), Problem> {
    let Some(named) = controls.domains.clone() else { return Ok(()) };
    let known = reader.ask(Engine::domains).await?;
    let unknown = named.iter().find(|name| !known.iter().any(|domain| domain.name == **name));
    match unknown {
        None => Ok(()),
        Some(name) => Err(Problem::field("X-Cofio-Domains", format!("there is no domain `{name}`"))),
    }
}

/// Returns the name of the session that is asked for, and since when it is known. By its id only one's own is found.
async fn named_session<N: Needs>(
    caller: &Caller<N>,
    named: Option<&str>,
) -> Result<Option<(String, Option<Timestamp>)>, Problem> {
    let Some(name) = named.map(str::to_owned) else { return Ok(None) };
    let is_id = name.starts_with("ses_");
    let which = name.clone();
    let known = caller.ask(move |engine, space| engine.transcript(space, &which, 0, 0)).await;
    match known {
        Ok(known) if is_id || known.session.name == name => {
            Ok(Some((known.session.name, Some(known.session.opened_at))))
        }
        Err(problem) if is_id => Err(problem),
        _ => Ok(Some((name, None))),
    }
}

async fn composed(
    reader: &Caller<Read>,
    controls: &Controls,
    asked: &Asked,
    mut session: SessionStart,
) -> Result<Context, Problem> {
    let mut knobs = reader.app.context.clone();
    let mut message = asked.question().map(cofio_gateway::without_blocks);
    if let Some(past) = api::moment("X-Cofio-As-Of", controls.as_of.as_deref(), reader.reading())? {
        // What was held then, and nothing of what came after.
        session.began = past;
        knobs.session_delta = SessionDelta::None;
        message = None;
    }
    let (project, session) = (controls.project.clone(), Some(session));
    let query = ContextQuery { message, session, project, knobs, ..ContextQuery::default() };
    reader.ask(move |engine, space| engine.context(space, &query)).await
}
