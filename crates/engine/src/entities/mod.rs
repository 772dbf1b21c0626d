//! Entities: whom and what memories speak of, whatever they call them.
//!
//! They are derived. What was made at one moment of a space is kept as rows, and is what is read as long as nothing was
//! written since; after that they are made again, from what the reader may see and nothing else. So whatever is forgotten,
//! hidden, expired or somebody else's is in none of them, and there is nothing to clean up.

mod bonds;
mod infer;
mod resolve;
mod spoken;
mod view;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

use cofio_domain::axes::Status;
use cofio_domain::brief::BriefSource;
use cofio_domain::entity::{Alias, AliasTie, Entity, EntitySet};
use cofio_domain::id::{EntityId, Id, MemoryId};
use cofio_domain::memory::Version;
use cofio_domain::policy::fingerprint::Salt;
use cofio_domain::ports::StoreError;
use cofio_domain::record::{Record, Seq};
use cofio_domain::space::{SpaceHandle, SpaceKind};
use cofio_domain::time::Timestamp;
use cofio_domain::vector::TextHash;
use cofio_language::entities::{Relation, folded};

use crate::compile::Sources;
use crate::jobs::LARGE;
use crate::recall::Believed;
use crate::{Engine, Error};

pub(crate) use infer::Conclusions;
pub(crate) use spoken::Readings;
use spoken::Spoken;
pub use view::{AliasView, EntityMention, EntityView, RelationView};

/// Who is who, as one member of a space sees it at one moment.
#[derive(Debug, Clone)]
pub(crate) struct EntityBook {
    pub(crate) entities: Vec<Entity>,
    /// Whether what conversations came to was read, too: who is who is settled without.
    whole: bool,
}

/// The book that was last made or read, until something is written.
#[derive(Debug, Clone, Default)]
pub(crate) struct BookAtHand(Arc<Mutex<Option<Arc<EntityBook>>>>);

impl BookAtHand {
    fn get(&self) -> Option<Arc<EntityBook>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn put(&self, entities: Vec<Entity>, whole: bool) -> Arc<EntityBook> {
        let book = Arc::new(EntityBook { entities, whole });
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(&book));
        book
    }
}

impl EntityBook {
    /// Returns those who are spoken of in what holds at a moment, as it calls them there.
    fn as_of(&self, holds: &BTreeSet<Seq>) -> Vec<Entity> {
        let stands = |at: &Seq, of: &BriefSource| matches!(of, BriefSource::Episode(_)) || holds.contains(at);
        let mut shown: Vec<Entity> = Vec::new();
        for entity in &self.entities {
            let mut entity = entity.clone();
            entity.mentions.retain(|mention| stands(&mention.at, &mention.of));
            if entity.mentions.is_empty() {
                continue;
            }
            entity.aliases.retain(|alias| entity.mentions.iter().any(|mention| mention.at == alias.by));
            // A name that only stood in what is over is not told.
            if !entity.mentions.iter().any(|mention| mention.said == entity.name) {
                let words = |said: &str| said.split(' ').count();
                let best = entity.mentions.iter().map(|mention| &mention.said).max_by_key(|said| words(said));
                entity.name = best.cloned().unwrap_or_default();
                entity.aliases.retain(|alias| alias.said != entity.name);
            }
            shown.push(entity);
        }
        shown
    }
}

impl Engine {
    /// Returns who is who, from what this reader may see: as it was kept, where nothing was written since.
    pub(crate) fn entity_book(&self, space: &SpaceHandle, believed: &Believed) -> Result<Arc<EntityBook>, Error> {
        if let Some(book) = believed.entities.get() {
            return Ok(book);
        }
        if let Some(kept) = self.kept_entities(space, believed)? {
            return Ok(believed.entities.put(kept, true));
        }
        let made = made(&readings(believed, self.now()), space, believed.book.state.salt);
        Ok(believed.entities.put(made, !is_whole(space)))
    }

    /// The same with what conversations came to, and kept.
    fn whole_book(&self, space: &SpaceHandle, believed: &Believed) -> Result<Arc<EntityBook>, Error> {
        if let Some(book) = believed.entities.get().filter(|book| book.whole) {
            return Ok(book);
        }
        if !is_whole(space) {
            return self.entity_book(space, believed);
        }
        if let Some(kept) = self.kept_entities(space, believed)? {
            return Ok(believed.entities.put(kept, true));
        }
        let now = self.now();
        let mut spoken = readings(believed, now);
        spoken.extend(self.lines_spoken(space, now)?.into_iter().map(Arc::new));
        let (through, salt) = (believed.book.state.revision, believed.book.state.salt);
        let set = EntitySet { user: space.user(), through, entities: made(&spoken, space, salt) };
        if space.role().may_write() && !self.settings.dry_run {
            match self.store.keep_entities(space, set.clone()) {
                // Somebody wrote meanwhile: whoever asks next makes them again.
                Ok(()) | Err(StoreError::Stale) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(believed.entities.put(set.entities, true))
    }

    /// Returns what was kept, where nothing was written since.
    fn kept_entities(&self, space: &SpaceHandle, believed: &Believed) -> Result<Option<Vec<Entity>>, Error> {
        let kept = if is_whole(space) { self.store.entities(space)? } else { None };
        Ok(kept.filter(|set| set.through == believed.book.state.revision).map(|set| set.entities))
    }

    /// Makes the entities of a space again where something was written since, from its memories and from what its
    /// conversations came to, and keeps them. Returns how many there are.
    pub(crate) fn keep_entities(&self, space: &SpaceHandle) -> Result<usize, Error> {
        let believed = self.recollection.library.believed(&*self.store, space)?;
        Ok(self.whole_book(space, &believed)?.entities.len())
    }

    /// The same where nobody waits for it: what goes wrong is made good by whoever asks next.
    pub(crate) fn keep_entities_by_the_way(&self, space: &SpaceHandle) {
        let kept = self.store.state(space).map_err(Error::from).and_then(|state| {
            // In a large space that takes its time, and is done at night.
            if state.revision.0 > LARGE { Ok(0) } else { self.keep_entities(space) }
        });
        if let Err(error) = kept {
            tracing::warn!("who is who is settled later: {error}");
        }
    }

    /// What the lines of episodes speak of, as far as they may be told.
    fn lines_spoken(&self, space: &SpaceHandle, now: Timestamp) -> Result<Vec<Spoken>, Error> {
        let places: BTreeMap<_, Seq> =
            self.episodes_believed(space)?.into_iter().map(|record| (record.body.id, record.seq)).collect();
        if places.is_empty() {
            return Ok(Vec::new());
        }
        let mut spoken = Vec::new();
        for (episode, lines) in Sources::read(self, space, now)?.episodes {
            let Some(at) = places.get(&episode.id) else { continue };
            let of = BriefSource::Episode(episode.id);
            let read = lines.iter().map(|line| Spoken::line(*at, of, &line.text));
            spoken.extend(read.filter(|spoken| !spoken.is_silent()));
        }
        Ok(spoken)
    }
}

/// Whether a handle sees all that its holder may: what an application with a few domains sees is never kept.
fn is_whole(space: &SpaceHandle) -> bool {
    space.domains().is_none() && matches!(space.kind(), SpaceKind::Personal | SpaceKind::Shared)
}

/// What memories say that are not over.
fn readings(believed: &Believed, now: Timestamp) -> Vec<Arc<Spoken>> {
    let told = believed.records.iter().filter(|record| may_be_told(record, believed, now));
    told.map(|record| believed.readings.version(record)).filter(|spoken| !spoken.is_silent()).collect()
}

/// Whether a version holds now or will, and is of a domain that is on.
fn may_be_told(record: &Record<Version>, believed: &Believed, now: Timestamp) -> bool {
    let version = &record.body;
    version.status == Status::Active
        && version.in_force().until.is_none_or(|until| until > now)
        && believed.book.is_on(&version.claim.domain)
}

fn made(spoken: &[Arc<Spoken>], space: &SpaceHandle, salt: Salt) -> Vec<Entity> {
    let spoken: Vec<&Spoken> = spoken.iter().map(|one| &**one).collect();
    let user = space.user();
    resolve::resolve(&spoken, |name| {
        let TextHash(bytes) = TextHash::of(salt, &format!("entity {user} {name}"));
        EntityId::from_bits(u128::from_be_bytes(bytes))
    })
}

/// What an entity is called, and what it is to the person.
pub(crate) trait Called {
    /// Its names, the fullest first.
    fn names(&self) -> Vec<&str>;

    /// What it is to the person.
    fn relations(&self) -> Vec<Relation>;

    /// The memories that speak of it.
    fn memories(&self) -> Vec<(Seq, MemoryId)>;
}

impl Called for Entity {
    fn names(&self) -> Vec<&str> {
        let others = self.aliases.iter().filter(|alias| alias.tie == AliasTie::Name).map(|alias| alias.said.as_str());
        let mut names: Vec<&str> = std::iter::once(self.name.as_str()).chain(others).collect();
        let mut known = BTreeSet::new();
        names.retain(|name| known.insert(folded(name)));
        names
    }

    fn relations(&self) -> Vec<Relation> {
        let tie = |alias: &Alias| (alias.tie == AliasTie::Relation).then(|| Relation::of(&alias.said)).flatten();
        let found: BTreeSet<Relation> = self.aliases.iter().filter_map(tie).collect();
        found.into_iter().collect()
    }

    fn memories(&self) -> Vec<(Seq, MemoryId)> {
        let memory = |of: BriefSource| match of {
            BriefSource::Memory(memory) => Some(memory),
            BriefSource::Episode(_) => None,
        };
        self.mentions.iter().filter_map(|mention| Some((mention.at, memory(mention.of)?))).collect()
    }
}
