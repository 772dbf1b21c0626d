//! Reading what a block is composed from: what is held now, what was held when the session began, what recall finds.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use cofio_domain::domains::DomainName;
use cofio_domain::id::{MemoryId, SessionId};
use cofio_domain::memory::Version;
use cofio_domain::ports::{OperationFilter, SessionRef};
use cofio_domain::record::{Belief, Noun, Record, Row};
use cofio_domain::space::SpaceHandle;
use cofio_domain::time::Timestamp;
use cofio_domain::usage::UsageKind;

use super::context::{Context, Lane, LeftOut, LeftOutId, Lookup};
use super::held::{Held, Layer, Offered};
use super::knobs::{ContextKnobs, Rules};
use super::{Estimate, Ingredients, Moment, Prototypes, TokenCount, compose, lookup, route};
use crate::browse::Item;
use crate::recall::{CacheUse, Depth, Found, Keeping, RecallQuery, Records, in_short, one_spaced};
use crate::rulebook::Rulebook;
use crate::{Engine, Error};

/// What a context block is asked for.
#[derive(Debug, Clone, Default)]
pub struct ContextQuery {
    /// The message that is about to be answered. Without one there is only what is always on.
    pub message: Option<String>,
    /// The session, whose baseline stays as it was when it began.
    pub session: Option<SessionStart>,
    /// The context window of the model, in tokens.
    pub window: Option<usize>,
    /// Whether the block says how memory is to be used.
    pub rules: Option<Rules>,
    /// The name of the project that is worked on.
    pub project: Option<String>,
    /// Budgets, floors, template.
    pub knobs: ContextKnobs,
}

/// A session, as far as a context block depends on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionStart {
    /// Its name or id.
    pub name: String,
    /// When it began.
    pub began: Timestamp,
}

/// How much is looked up for a message, and in which session.
struct LookedUp<'a> {
    limit: usize,
    session: Option<&'a str>,
    knobs: &'a ContextKnobs,
}

/// What was looked up for a message.
#[derive(Default)]
struct Offers {
    offered: Vec<Offered>,
    /// What came close.
    cut: Vec<LeftOut>,
    cache: Option<CacheUse>,
}

/// So many more are looked for, because some are in the block already.
const TOLD_ALREADY: usize = 20;

/// What one space held at a moment.
pub(super) struct Holding {
    /// The space.
    space: SpaceHandle,
    /// Its name, where it is not the person's own.
    name: Option<String>,
    /// Its rules at that moment.
    pub(super) book: Rulebook,
    /// Its rules now, where that moment is past.
    book_now: Option<Rulebook>,
    pub(super) records: Records,
}

impl Holding {
    /// Returns the rules that have to allow something.
    pub(super) fn books(&self) -> impl Iterator<Item = &Rulebook> {
        std::iter::once(&self.book).chain(&self.book_now)
    }

    /// Returns whether a domain was on, and has not been turned off since.
    pub(super) fn is_on(&self, domain: &DomainName) -> bool {
        self.books().all(|book| book.is_on(domain))
    }

    /// Returns what was held, of domains that were on and have not been turned off since.
    fn held(&self, at: Timestamp) -> impl Iterator<Item = Held<'_>> {
        let on = |held: &Held<'_>| self.is_on(&held.claim().domain);
        let held = self.records.iter().filter_map(move |record| Held::at(record, at, &self.book.domains)).filter(on);
        held.map(|held| Held { space: self.name.as_deref(), ..held })
    }
}

impl Engine {
    /// Composes what goes into the prompt for a message.
    ///
    /// Looking things up for the message may fail without taking the rest with it: a chat goes on with what is always
    /// on, and the block says in [`Context::trouble`] what was missing.
    pub fn context(&self, space: &SpaceHandle, query: &ContextQuery) -> Result<Context, Error> {
        self.context_counted(space, query, &Estimate)
    }

    /// The same, with tokens counted by the model's own tokenizer.
    pub fn context_counted(
        &self,
        space: &SpaceHandle,
        query: &ContextQuery,
        count: &dyn TokenCount,
    ) -> Result<Context, Error> {
        let now = self.now();
        let began = query.session.as_ref().map_or(now, |session| session.began.min(now));
        let holdings = self.holdings(space)?;
        // Where nothing has changed since, what was held then is what is held.
        let is_later = began < now;
        let changed = is_later && !self.is_unchanged(&holdings, began, now)?;
        let at = if changed { now } else { began };
        let holdings_before = if changed { Some(self.holdings_at(space, began, &holdings)?) } else { None };
        let book = &holdings[0].book;
        let project = query.project.as_deref().map(|name| book.project(name)).transpose()?.map(|project| project.id);

        let held: Vec<Held<'_>> = holdings.iter().flat_map(|holding| holding.held(at)).collect();
        let held_before: Option<Vec<Held<'_>>> =
            holdings_before.as_ref().map(|before| before.iter().flat_map(|holding| holding.held(began)).collect());
        let message = query.message.as_deref().filter(|message| !message.trim().is_empty()).map(in_short);
        let message = message.as_deref();
        let looked_up =
            message.map_or(Lookup { limit: 0, why: "there is no message" }, |message| lookup(message, &query.knobs));
        let nearest = |message: &str| self.nearest_domain(&one_spaced(message), &book.domains);
        // What is too short to be looked up is too short to be read for its meaning.
        let prototypes: Option<Prototypes<'_>> = if looked_up.limit > 0 { Some(&nearest) } else { None };
        let mut domains = message.map_or_else(Vec::new, |message| route(message, &book.domains, prototypes));
        domains.retain(|routed| book.is_on(&routed.domain));
        let session = query.session.as_ref().map(|session| session.name.as_str());
        let looking = LookedUp { limit: looked_up.limit, session, knobs: &query.knobs };
        let offers = message.map(|message| self.offered(space, message, &looking, &held));
        let (Offers { offered, cut, cache }, trouble) = match offers {
            Some(Ok(offers)) => (offers, None),
            Some(Err(error)) => (Offers::default(), Some(format!("nothing could be looked up: {error}"))),
            None => (Offers::default(), None),
        };
        let belief = if is_later { Belief::At(began) } else { Belief::Now };
        let lately = self.lately(space, belief)?;
        let held_then = holdings_before.as_ref().map_or(&holdings[0], |before| &before[0]);
        let told_before = self.tellable(space, &lately, held_then, began)?;
        let told_now = if is_later { self.tellable(space, &lately, &holdings[0], now)? } else { told_before.clone() };
        let mut context = compose(
            &Ingredients {
                before: Moment {
                    at: began,
                    held: held_before.as_deref().unwrap_or(&held),
                    project,
                    told: &told_before,
                },
                now: Moment { at, held: &held, project, told: &told_now },
                offered: &offered,
                lookup: &looked_up,
                domains: &domains,
                session: query.session.as_ref().map(|session| session.name.as_str()),
                window: query.window,
                rules: query.rules.unwrap_or(Rules::On),
                zone: &self.settings.zone,
                knobs: &query.knobs,
            },
            count,
        );
        context.trouble = trouble;
        context.cache = cache;
        let loaded = |id: &LeftOutId| context.loaded.iter().any(|line| *id == LeftOutId::Found(line.id.clone()));
        let cut: Vec<LeftOut> = cut.into_iter().filter(|cut| !loaded(&cut.id)).collect();
        context.left_out.extend(cut);
        let loaded = context.loaded.iter().filter_map(|line| Some((space.id(), line.id.parse().ok()?)));
        self.note_uses(space, UsageKind::Injected, self.session_id(space, session)?, loaded);
        Ok(context)
    }

    /// Returns whether spaces hold what they held at an earlier moment: nothing was done in them, and nothing began to hold
    /// or ceased to by the clock alone.
    fn is_unchanged(&self, holdings: &[Holding], then: Timestamp, now: Timestamp) -> Result<bool, Error> {
        for holding in holdings {
            let since = OperationFilter { since: Some(then), limit: Some(1), ..OperationFilter::default() };
            if !self.store.operations(&holding.space, &since)?.is_empty() {
                return Ok(false);
            }
            let turns = |record: &Arc<Record<Version>>| {
                let window = record.body.in_force();
                window.contains(then) != window.contains(now)
            };
            if holding.records.iter().any(turns) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Looks up what fits a message.
    fn offered(
        &self,
        space: &SpaceHandle,
        message: &str,
        lookup: &LookedUp<'_>,
        held: &[Held<'_>],
    ) -> Result<Offers, Error> {
        if lookup.limit == 0 {
            return Ok(Offers::default());
        }
        let query = RecallQuery {
            // What the block has already takes no place of what it does not have.
            limit: lookup.limit + held.len().min(TOLD_ALREADY),
            depth: Depth::Fast,
            said_only: true,
            except_session: lookup.session.map(str::to_owned),
            ..RecallQuery::new(message)
        };
        let keeping = Keeping { seconds: lookup.knobs.cache_seconds, most: lookup.knobs.cache_most };
        let (found, cache) = self.find_for_turn(space, &query, keeping)?;
        let hits = found.hits;
        let session = self.session_id(space, lookup.session)?;
        self.note_uses(space, UsageKind::Retrieved, session, hits.iter().filter_map(Found::memory));
        let memories: BTreeSet<MemoryId> = hits
            .iter()
            .filter_map(|hit| match &hit.item {
                Item::Memory(view) => Some(view.id),
                _ => None,
            })
            .collect();
        let memories = held.iter().filter(|held| memories.contains(&held.id()));
        let by_id: BTreeMap<MemoryId, &Held<'_>> = memories.map(|held| (held.id(), held)).collect();
        let cut = found.cut.into_iter().map(|cut| LeftOut {
            id: LeftOutId::Found(cut.id),
            lane: Lane::Dynamic,
            why: cut.why.into(),
        });
        Ok(Offers {
            offered: hits.iter().filter_map(|found| offer(found, &by_id)).collect(),
            cut: cut.collect(),
            cache: Some(cache),
        })
    }

    /// Returns the id of a session, where it was recorded.
    fn session_id(&self, space: &SpaceHandle, name: Option<&str>) -> Result<Option<SessionId>, Error> {
        let Some(name) = name else { return Ok(None) };
        Ok(self.store.session(space, SessionRef::Name(name))?.map(|session| session.id))
    }

    /// Returns what a space holds and, where it is the person's own, what the shared ones do that are read along.
    fn holdings(&self, space: &SpaceHandle) -> Result<Vec<Holding>, Error> {
        let holding = |space: &SpaceHandle, name: Option<String>| -> Result<Holding, Error> {
            let believed = self.recollection.library.believed(&*self.store, space)?;
            let (book, records) = (believed.book.clone(), believed.records.clone());
            Ok(Holding { space: space.clone(), name, book, book_now: None, records })
        };
        let mut holdings = vec![holding(space, None)?];
        for (along, name) in self.read_along_named(space)? {
            holdings.push(holding(&along, Some(name))?);
        }
        self.leave_out_copies(space, &mut holdings)?;
        Ok(holdings)
    }

    /// Returns what they held when a session began. What has been put out of sight since (a domain that was turned off,
    /// a space that is not read along any more) is out of sight at once.
    fn holdings_at(&self, own: &SpaceHandle, began: Timestamp, now: &[Holding]) -> Result<Vec<Holding>, Error> {
        let mut holdings = Vec::with_capacity(now.len());
        for Holding { space, name, book, .. } in now {
            if name.is_some() && !self.was_read_along(space, began).unwrap_or(false) {
                continue;
            }
            let believed = self.recollection.library.believed(&*self.store, space)?;
            holdings.push(Holding {
                space: space.clone(),
                name: name.clone(),
                book: Rulebook::read_at(&*self.store, space, Belief::At(began))?,
                book_now: Some(book.clone()),
                records: believed.at(&*self.store, space, began)?,
            });
        }
        self.leave_out_copies(own, &mut holdings)?;
        Ok(holdings)
    }

    /// Takes out of shared spaces what was copied there from the person's own: it is held there.
    fn leave_out_copies(&self, own: &SpaceHandle, holdings: &mut [Holding]) -> Result<(), Error> {
        if holdings.len() < 2 {
            return Ok(());
        }
        let copies = self.shared_copies(own)?;
        for holding in holdings.iter_mut().filter(|holding| holding.name.is_some()) {
            Arc::make_mut(&mut holding.records).retain(|record| !copies.contains(&record.body.memory));
        }
        Ok(())
    }

    /// Returns the shared spaces that are read along, with their names.
    fn read_along_named(&self, space: &SpaceHandle) -> Result<Vec<(SpaceHandle, String)>, Error> {
        let along = self.read_along(space)?;
        if along.is_empty() {
            return Ok(Vec::new());
        }
        let names: BTreeMap<_, String> =
            self.store.spaces_of(space.user())?.into_iter().map(|(space, _)| (space.id, space.name)).collect();
        Ok(along
            .into_iter()
            .map(|along| (along.clone(), names.get(&along.id()).cloned().unwrap_or_default()))
            .collect())
    }

    fn was_read_along(&self, space: &SpaceHandle, at: Timestamp) -> Result<bool, Error> {
        let seats = self.store.rows(space, Noun::Membership, Belief::At(at))?.records;
        Ok(seats
            .into_iter()
            .any(|record| matches!(record.body, Row::Membership(seat) if seat.user == space.user() && seat.recalled)))
    }
}

/// Offers something that was found, as far as it is held.
fn offer(found: &Found, held: &BTreeMap<MemoryId, &Held<'_>>) -> Option<Offered> {
    match &found.item {
        Item::Memory(view) => held.get(&view.id).map(|held| Offered::memory(held, found.score, None)),
        Item::Candidate(view) => Some(Offered {
            id: view.id.to_string(),
            memory: None,
            layer: Layer::Candidate,
            kind: Some(view.claim.kind),
            text: view.claim.content.clone(),
            label: None,
            at: Some(view.last_at),
            who: None,
            score: found.score,
            relevance: None,
            tier: None,
            importance: view.claim.importance,
            confidence: view.claim.confidence,
            high_stakes: false,
            said_in_person: true,
            recall_only: false,
        }),
        Item::Message(hit) => Some(Offered {
            id: hit.id.to_string(),
            memory: None,
            layer: Layer::Message,
            kind: None,
            text: hit.text.clone(),
            label: hit.label.clone(),
            at: Some(hit.at),
            who: Some(hit.name.clone().unwrap_or_else(|| hit.role.to_string())),
            score: found.score,
            relevance: None,
            tier: None,
            importance: found.factors.importance,
            confidence: 1.0,
            high_stakes: false,
            said_in_person: hit.role.is_said(),
            recall_only: false,
        }),
        Item::Episode(hit) => Some(Offered {
            id: hit.id.to_string(),
            memory: None,
            layer: Layer::Episode,
            kind: None,
            text: hit.text.clone(),
            label: hit.label.clone(),
            at: Some(hit.started_at),
            who: None,
            score: found.score,
            relevance: None,
            tier: None,
            importance: found.factors.importance,
            confidence: 1.0,
            high_stakes: false,
            said_in_person: true,
            recall_only: false,
        }),
        Item::Proposal(_) | Item::Conflict(_) => None,
    }
}
