//! A dialogue in a space of its own: recorded, closed, and everything that is known and kept afterwards.

use std::sync::Arc;

use anyhow::Context;
use cofio_domain::ports::Store;
use cofio_domain::session::Surface;
use cofio_domain::time::Timestamp;
use cofio_engine::{Engine, Item, ListFilter, ListStatus, MessageLine, Models, Recording, Settings};
use cofio_store_sqlite::SqliteStore;
use jiff::ToSpan;
use jiff::tz::TimeZone;

use super::{Dialogue, Said, plain};
use crate::clock::{Moved, Numbered};

/// What is known after a dialogue, as texts that can be compared.
#[derive(Debug, Default)]
pub struct Known {
    pub active: Vec<Memory>,
    /// What waits for more evidence, or for the person.
    pub waiting: Vec<String>,
    /// Everything else that is kept: what was said, and what it came to.
    pub kept: Vec<String>,
}

/// Something that is known.
#[derive(Debug, Clone)]
pub struct Memory {
    /// Content, key and value.
    pub text: String,
    /// All of it, with its dates.
    pub full: String,
    /// As it is shown.
    pub shown: String,
}

impl Known {
    /// Holds a dialogue, session by session, and looks at what is known at the end.
    pub fn after(dialogue: &Dialogue, models: &Models) -> anyhow::Result<Known> {
        let zone = TimeZone::get(&dialogue.zone).with_context(|| format!("no such zone: {}", dialogue.zone))?;
        let store: Arc<dyn Store> = Arc::new(SqliteStore::in_memory()?);
        let clock = Arc::new(Moved::default());
        let settings = Settings { zone: zone.clone(), ..Settings::default() };
        let engine =
            Engine::new(store, clock.clone(), Arc::new(Numbered::default()), settings).with_models(models.clone());
        clock.set(at(&dialogue.sessions[0], 0, &zone)?);
        let space = engine.personal_space(&engine.user("eval")?)?;
        for name in &dialogue.settings.domains_on {
            engine.enable_domain(&space, &name.parse()?)?;
        }
        let mut kept = Vec::new();
        for (number, said) in dialogue.sessions.iter().enumerate() {
            clock.set(at(said, said.messages.len().saturating_sub(1), &zone)?);
            if said.incognito || dialogue.settings.incognito {
                continue;
            }
            let name = format!("session-{}", number + 1);
            let recording = Recording { session: Some(name.clone()), surface: Surface::Api, project: None };
            let lines = said.messages.iter().enumerate().map(|(place, message)| {
                let line = MessageLine {
                    role: message.role.parse().map_err(|_| anyhow::anyhow!("no role: {}", message.role))?,
                    at: Some(at(said, place, &zone)?),
                    text: message.text.clone(),
                    name: None,
                };
                Ok((place as u64 + 1, Ok(line)))
            });
            engine.record(&space, &recording, lines.collect::<anyhow::Result<Vec<_>>>()?)?;
            let closed = engine.close_session(&space, &name)?;
            let transcript = engine.transcript(&space, &name, 0, usize::MAX)?;
            kept.push(plain(&serde_json::to_string(&transcript)?));
            kept.push(plain(&serde_json::to_string(&closed.learned)?));
        }
        let mut known = Known { kept, ..Known::default() };
        for item in engine.list(&space, &ListFilter { status: ListStatus::All, ..ListFilter::default() })?.items {
            known.note(&item, clock.get())?;
        }
        Ok(known)
    }

    fn note(&mut self, item: &Item, now: Timestamp) -> anyhow::Result<()> {
        let full = plain(&serde_json::to_string(item)?);
        match item {
            Item::Memory(view) if view.status == cofio_domain::axes::Status::Active && view.valid_from <= now => {
                let claim = &view.claim;
                let value = claim.value.as_ref().map(ToString::to_string).unwrap_or_default();
                let said = format!("{} {} {value}", claim.content, claim.key.as_deref().unwrap_or_default());
                let shown =
                    format!("{} [{} {} {} {:?}]", claim.content, claim.kind, claim.domain, claim.tier, claim.key);
                self.active.push(Memory { text: plain(&said), full, shown });
            }
            Item::Candidate(_) | Item::Proposal(_) | Item::Conflict(_) => self.waiting.push(full),
            _ => self.kept.push(full),
        }
        Ok(())
    }
}

/// Each message is a minute after the one before it.
fn at(said: &Said, place: usize, zone: &TimeZone) -> anyhow::Result<Timestamp> {
    let when = said.at.checked_add(i64::try_from(place)?.minutes())?.to_zoned(zone.clone())?;
    Ok(Timestamp::from_jiff(when.timestamp()))
}
