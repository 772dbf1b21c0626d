//! What the person's next turn says of the answer before it (R4-018): where it affirms or denies what that answer rested
//! on, that is an outcome of the memories it cited.
//!
//! An answer rests on what it named, and on what was put before it and stands in its words. A bare yes or no counts for
//! what was asked. Where it is not clear which of several is meant, nothing is noted.

use cofio_domain::event::{Event, EventKind, MessageRole};
use cofio_domain::id::MemoryId;
use cofio_domain::policy::decay::Outcome;
use cofio_domain::ports::Appended;
use cofio_domain::session::Session;
use cofio_domain::space::SpaceHandle;
use cofio_domain::usage::{UsageKind, Use};
use cofio_language::extract::Topic;
use cofio_language::replies::{self, Reply};

use crate::find::Head;
use crate::{Engine, Error};

/// How many messages back the answer's own question is looked for.
const LOOK_BACK: u64 = 3;

impl Engine {
    /// Notes what turns say of the answers before them. Nobody waits for it and nothing fails by it.
    pub(super) fn note_replies(&self, space: &SpaceHandle, appended: &Appended) {
        let turns = appended.events.iter();
        for turn in turns.filter(|event| event.role == MessageRole::User && event.kind == EventKind::Message) {
            let Some(reply) = turn.text().and_then(replies::read) else { continue };
            if let Err(error) = self.note_reply(space, &appended.session, turn, reply) {
                tracing::warn!("what a turn says of the answer before it is not noted: {error}");
            }
        }
    }

    fn note_reply(&self, space: &SpaceHandle, session: &Session, turn: &Event, reply: Reply) -> Result<(), Error> {
        let from = turn.index.saturating_sub(LOOK_BACK);
        let events = self.store.events_of(space, session.number, from, LOOK_BACK as usize)?.events;
        let before: Vec<&Event> = events.iter().filter(|event| event.index < turn.index).collect();
        let Some((answer, earlier)) = before.split_last() else { return Ok(()) };
        let (MessageRole::Assistant, Some(answered)) = (answer.role, answer.text()) else { return Ok(()) };
        let since = earlier.last().map_or(answer.at, |event| event.at.min(answer.at));
        let mut uses = self.store.uses_in(space, session.id, since)?;
        uses.retain(|used| used.at <= turn.at);
        let rested_on = self.rested_on(space, &uses, answered)?;
        let (outcome, meant) = taken_up(reply, answered, turn.text().unwrap_or_default(), &rested_on);
        let ids: Vec<String> = meant.iter().map(|head| head.body.memory.to_string()).collect();
        if !ids.is_empty() {
            self.record_outcome(space, &ids.iter().map(String::as_str).collect::<Vec<_>>(), outcome)?;
        }
        Ok(())
    }

    /// The memories that an answer rested on: those it named, and those put before it whose words are in it.
    fn rested_on(&self, space: &SpaceHandle, uses: &[Use], answered: &str) -> Result<Vec<Head>, Error> {
        let now = self.now();
        let mut found: Vec<Head> = Vec::new();
        for used in uses {
            let known = |memory: MemoryId| found.iter().any(|head| head.body.memory == memory);
            if !matches!(used.usage, UsageKind::Cited | UsageKind::Injected) || known(used.memory) {
                continue;
            }
            let head = self.head_of(space, used.memory)?.filter(|head| head.body.is_live(now));
            found.extend(head.filter(|head| used.usage == UsageKind::Cited || is_said(head, answered)));
        }
        Ok(found)
    }
}

/// Which of the memories a reply is about, and what it says of them.
fn taken_up<'h>(reply: Reply, answered: &str, turn: &str, heads: &'h [Head]) -> (Outcome, Vec<&'h Head>) {
    let outcome = if matches!(reply, Reply::Right | Reply::Yes) { Outcome::Confirmed } else { Outcome::Contradicted };
    let asked = last_sentence(answered).filter(|sentence| sentence.ends_with('?'));
    let about: Vec<&Head> = match (reply, asked) {
        (Reply::Yes | Reply::No, Some(question)) => heads.iter().filter(|head| is_said(head, question)).collect(),
        _ => heads.iter().collect(),
    };
    let spoken_of = |head: &&Head| Topic::any_word_in(turn, &head.body.claim.content);
    let meant = match about.len() {
        0 | 1 => about,
        _ if outcome == Outcome::Confirmed => about,
        _ => about.into_iter().filter(spoken_of).collect(),
    };
    (outcome, meant)
}

/// Whether a text has every word that tells what a memory says.
fn is_said(head: &Head, text: &str) -> bool {
    Topic::of(&head.body.claim.content).is_some_and(|topic| topic.is_in(text))
}

fn last_sentence(text: &str) -> Option<&str> {
    let text = text.trim();
    let end = text.trim_end_matches(['.', '!', '?']).len();
    let begin = text.get(..end)?.rfind(['.', '!', '?', '\n']).map_or(0, |at| at + 1);
    text.get(begin..).map(str::trim).filter(|sentence| !sentence.is_empty())
}
