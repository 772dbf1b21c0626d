//! Entities as they are shown, and how they stand to each other.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use cofio_domain::brief::BriefSource;
use cofio_domain::entity::{AliasTie, Entity, EntityKind};
use cofio_domain::id::{EntityId, Id as _, IdPart, MemoryId};
use cofio_domain::record::Seq;
use cofio_domain::space::SpaceHandle;
use cofio_language::entities::folded;
use serde::Serialize;

use super::bonds::{Bonded, Side, bonds};
use super::infer::{Conclusions, Names, conclude};
use super::spoken::Spoken;
use super::{Called, EntityBook, readings};
use crate::recall::Believed;
use crate::{Engine, Error, Match};

/// Somebody or something that memories speak of, as it is shown.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct EntityView {
    /// What sort of object this is.
    #[serde(rename = "type")]
    pub noun: &'static str,
    /// Its id.
    pub id: EntityId,
    /// The fullest name it goes by.
    pub name: String,
    /// What sort of thing it is.
    pub kind: EntityKind,
    /// What else it is called, and what it is to the person.
    pub aliases: Vec<AliasView>,
    /// How many memories and episodes speak of it.
    pub mentions: usize,
    /// What speaks of it; only where it is shown by itself.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub spoken_of_in: Vec<EntityMention>,
    /// How it stands to others; only where it is shown by itself.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub relations: Vec<RelationView>,
}

/// What an entity is called besides its name.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct AliasView {
    /// Another name, or what it is to the person.
    pub said: String,
    /// `name` or `relation`.
    pub tie: AliasTie,
}

/// Something that speaks of an entity.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct EntityMention {
    /// A memory or an episode.
    pub id: String,
    /// What it says; of an episode, what it was about.
    pub content: String,
}

/// How an entity stands to another.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RelationView {
    /// As a sentence.
    pub says: String,
    /// The other one; nothing where it is the person.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other: Option<EntityId>,
    /// Whether nobody said it: it follows from what the two memories say.
    pub inferred: bool,
    /// Why, where it was inferred.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub because: Option<String>,
    /// How likely it is, where it was inferred.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
    /// The memories that say it, or that it follows from.
    pub memories: Vec<MemoryId>,
}

/// Who is who at one moment, with what is said of them.
struct Seen {
    believed: Arc<Believed>,
    entities: Vec<Entity>,
    bonds: Vec<Bonded>,
}

impl Engine {
    /// Returns whom and what memories and conversations speak of, those spoken of most first.
    pub fn entities(&self, space: &SpaceHandle) -> Result<Vec<EntityView>, Error> {
        let mut entities = self.seen(space)?.entities;
        entities.sort_by_key(|entity| std::cmp::Reverse(sources(entity).len()));
        Ok(entities.iter().map(EntityView::of).collect())
    }

    /// Shows one of them, found by any of its names, by what it is to the person, or by its id.
    pub fn entity(&self, space: &SpaceHandle, which: &str) -> Result<EntityView, Error> {
        let seen = self.seen(space)?;
        let entity = found(&seen.entities, which)?;
        let mut view = EntityView::of(entity);
        let contents: BTreeMap<Seq, &str> =
            seen.believed.records.iter().map(|record| (record.seq, record.body.claim.content.as_str())).collect();
        let mut told = BTreeSet::new();
        for mention in entity.mentions.iter().filter(|mention| told.insert(mention.of)) {
            view.spoken_of_in.extend(match mention.of {
                BriefSource::Memory(memory) => contents
                    .get(&mention.at)
                    .map(|content| EntityMention { id: memory.to_string(), content: (*content).to_owned() }),
                BriefSource::Episode(_) => None,
            });
        }
        let episodes: BTreeSet<_> = entity
            .mentions
            .iter()
            .filter_map(|mention| match mention.of {
                BriefSource::Episode(episode) => Some(episode),
                BriefSource::Memory(_) => None,
            })
            .collect();
        if !episodes.is_empty() {
            let about = self.episodes(space)?.into_iter().filter(|episode| episodes.contains(&episode.id));
            view.spoken_of_in
                .extend(about.map(|episode| EntityMention { id: episode.id.to_string(), content: episode.summary }));
        }
        view.relations = relations(&seen, entity);
        Ok(view)
    }

    /// Returns what follows from memories two by two, as far as this reader may see them.
    pub(crate) fn conclusions(&self, space: &SpaceHandle) -> Result<Conclusions, Error> {
        let seen = self.seen(space)?;
        Ok(conclude(&seen.bonds, &seen.entities))
    }

    fn seen(&self, space: &SpaceHandle) -> Result<Seen, Error> {
        let believed = self.recollection.library.believed(&*self.store, space)?;
        let book: Arc<EntityBook> = self.whole_book(space, &believed)?;
        let now = self.now();
        let holds: BTreeSet<Seq> = believed
            .records
            .iter()
            .filter(|record| record.body.in_force().contains(now) && record.body.is_live(now))
            .filter(|record| believed.book.is_on(&record.body.claim.domain))
            .map(|record| record.seq)
            .collect();
        let entities = book.as_of(&holds);
        let spoken = readings(&believed, now);
        let spoken: Vec<&Spoken> = spoken.iter().map(|one| &**one).filter(|one| holds.contains(&one.at)).collect();
        let bonds = bonds(&spoken, &entities);
        Ok(Seen { believed, entities, bonds })
    }
}

/// What speaks of an entity, each once.
fn sources(entity: &Entity) -> BTreeSet<BriefSource> {
    entity.mentions.iter().map(|mention| mention.of).collect()
}

impl EntityView {
    fn of(entity: &Entity) -> EntityView {
        let aliases: BTreeSet<AliasView> =
            entity.aliases.iter().map(|alias| AliasView { said: alias.said.clone(), tie: alias.tie }).collect();
        EntityView {
            noun: "entity",
            id: entity.id,
            name: entity.name.clone(),
            kind: entity.kind,
            aliases: aliases.into_iter().collect(),
            mentions: sources(entity).len(),
            spoken_of_in: Vec::new(),
            relations: Vec::new(),
        }
    }
}

/// Finds the one that is meant.
fn found<'e>(entities: &'e [Entity], which: &str) -> Result<&'e Entity, Error> {
    let wanted = folded(which.trim());
    let bare = wanted.trim_start_matches("my ");
    let part = IdPart::parse(which.trim(), EntityId::PREFIX).filter(|part| part.unmistakable);
    let id = |entity: &Entity| entity.id.to_string().to_lowercase();
    let exact = |entity: &&Entity| {
        let named = entity.names().iter().any(|name| folded(name) == wanted);
        let related = entity.relations().iter().any(|relation| relation.words().any(|word| word == bare));
        let by_id = part.as_ref().is_some_and(|part| id(entity).ends_with(&part.letters.to_lowercase()));
        named || related || by_id || which.trim().eq_ignore_ascii_case(&entity.id.to_string())
    };
    let begins =
        |entity: &&Entity| entity.names().iter().any(|name| folded(name).split(' ').any(|word| word == wanted));
    for fits in [&exact as &dyn Fn(&&Entity) -> bool, &begins] {
        let fitting: Vec<&Entity> = entities.iter().filter(|entity| fits(entity)).collect();
        match fitting.as_slice() {
            [] => {}
            [only] => return Ok(only),
            several => {
                let candidate = |entity: &&Entity| Match {
                    id: entity.id.to_string(),
                    content: format!("{} ({})", entity.name, entity.kind),
                    domain: None,
                };
                return Err(Error::ambiguous("entities", which.trim(), several.iter().map(candidate)));
            }
        }
    }
    Err(Error::not_found("entity", which.trim()))
}

/// How an entity stands to others: what memories say, then what follows.
fn relations(seen: &Seen, entity: &Entity) -> Vec<RelationView> {
    let own = Side::Entity(entity.id);
    let names = Names(seen.entities.iter().map(|entity| (entity.id, entity.name.as_str())).collect());
    let other = |subject: Side, object: Side| match if subject == own { object } else { subject } {
        Side::Entity(id) => Some(id),
        Side::Person => None,
    };
    let mut views: Vec<RelationView> = Vec::new();
    for bonded in seen.bonds.iter().filter(|bonded| bonded.subject == own || bonded.object == own) {
        let says = names.sentence(bonded.subject, bonded.bond, bonded.object);
        match views.iter_mut().find(|view| view.says == says) {
            Some(known) => known.memories.push(bonded.memory),
            None => views.push(RelationView {
                says,
                other: other(bonded.subject, bonded.object),
                inferred: false,
                because: None,
                confidence: None,
                memories: vec![bonded.memory],
            }),
        }
    }
    let concluded = conclude(&seen.bonds, &seen.entities).0.into_iter();
    views.extend(concluded.filter(|it| it.subject == own || it.object == own).map(|it| RelationView {
        other: other(it.subject, it.object),
        inferred: true,
        because: Some(it.because),
        confidence: Some(it.confidence),
        memories: vec![it.from, it.to],
        says: it.says,
    }));
    views
}
