//! Laying out the deck: what is undecided first, then what is unsure, what is old and what is new.

use std::collections::BTreeSet;

use cofio_domain::axes::{Kind, Tier};
use cofio_domain::evidence::{Cited, Evidence};
use cofio_domain::policy::decay::confidence_at;
use cofio_domain::space::SpaceHandle;

use super::{Card, CardKind, Deck};
use crate::find::Head;
use crate::rulebook::Rulebook;
use crate::{Engine, Error};

/// After so many days without a word about it something is stale.
const STALE_DAYS: f64 = 180.0;

/// What was learned in the last so many days is recent, unless somebody reviewed it since.
const RECENT_DAYS: f64 = 90.0;

/// A deck nobody can get through is no deck.
const MOST: usize = 40;

/// How many cards a minute takes.
const A_MINUTE: usize = 6;

impl Engine {
    /// Returns the cards a person might want to look at, in the order they are worth it.
    pub fn review(&self, space: &SpaceHandle) -> Result<Deck, Error> {
        let mut cards = Vec::new();
        for view in self.conflicts(space, false)? {
            let Some(left) = view.left else { continue };
            cards.push(Card {
                id: view.id.to_string(),
                kind: CardKind::Conflict,
                content: left.claim.content.clone(),
                against: Some(view.right.content.clone()),
                sure: sure_of(left.claim.explicit, left.claim.tier),
                domain: Some(left.claim.domain.clone()),
                learned_at: view.detected_at,
                from: sessions_of(view.evidence.iter()),
                because: "something else was said since; the two cannot both hold".into(),
            });
        }
        for view in self.proposals(space, false)? {
            let content = view.claim.as_ref().map_or_else(|| view.action.to_owned(), |claim| claim.content.clone());
            cards.push(Card {
                id: view.id.to_string(),
                kind: CardKind::Proposal,
                content,
                against: None,
                sure: "suggested",
                domain: view.claim.as_ref().map(|claim| claim.domain.clone()),
                learned_at: view.proposed_at,
                from: sessions_of(view.evidence.iter()),
                because: view.reasoning.clone().unwrap_or_else(|| "it was suggested and waits for you".into()),
            });
        }
        for view in self.candidates(space, false)?.into_iter().filter(|view| view.dropped_at.is_none()) {
            cards.push(Card {
                id: view.id.to_string(),
                kind: CardKind::Sensitive,
                content: view.claim.content.clone(),
                against: None,
                sure: "maybe",
                domain: Some(view.claim.domain.clone()),
                learned_at: view.first_at,
                from: sessions_of(view.evidence.iter()),
                because: format!(
                    "it was seen {} times; no machine decides about {}",
                    view.occurrences, view.claim.domain
                ),
            });
        }
        cards.extend(self.memory_cards(space)?);
        cards.truncate(MOST);
        let minutes = cards.len().div_ceil(A_MINUTE);
        Ok(Deck { cards, minutes })
    }

    fn memory_cards(&self, space: &SpaceHandle) -> Result<Vec<Card>, Error> {
        let now = self.now();
        let book = Rulebook::read(&*self.store, space)?;
        let reviewed = self.last_review(space)?;
        let shown = |head: &Head| {
            head.body.is_live(now)
                && book.is_on(&head.body.claim.domain)
                && !matches!(head.body.claim.kind, Kind::Task | Kind::Artifact)
        };
        let heads: Vec<Head> = self.heads(space)?.into_iter().filter(shown).collect();
        let guess = |head: &&Head| !head.body.claim.source.is_explicit();
        let confidence = |head: &Head| confidence_at(&head.body, head.recorded_at, now);
        let mut tentative: Vec<&Head> =
            heads.iter().filter(guess).filter(|head| head.body.claim.tier == Tier::Tentative).collect();
        tentative.sort_by(|one, other| confidence(other).total_cmp(&confidence(one)).then(one.seq.cmp(&other.seq)));
        let last_word = |head: &Head| head.body.last_confirmed_at.unwrap_or(head.body.window.from);
        let mut stale: Vec<&Head> = heads.iter().filter(|head| now.days_since(last_word(head)) >= STALE_DAYS).collect();
        stale.sort_by_key(|head| (last_word(head), head.seq));
        let since = |head: &Head| reviewed.is_none_or(|at| head.recorded_at > at);
        let mut recent: Vec<&Head> = heads
            .iter()
            .filter(guess)
            .filter(|head| now.days_since(head.recorded_at) <= RECENT_DAYS && since(head))
            .collect();
        recent.sort_by_key(|head| std::cmp::Reverse(head.seq));
        let mut told = BTreeSet::new();
        let mut cards = Vec::new();
        for (kind, heads) in [(CardKind::Tentative, tentative), (CardKind::Stale, stale), (CardKind::Recent, recent)] {
            for head in heads {
                if told.insert(head.body.memory) {
                    cards.push(self.memory_card(space, kind, head)?);
                }
            }
        }
        Ok(cards)
    }

    fn memory_card(&self, space: &SpaceHandle, kind: CardKind, head: &Head) -> Result<Card, Error> {
        let evidence = self.store.evidence_of(space, head.body.memory)?;
        let from = sessions_of(evidence.iter().map(|(_, item)| item));
        let claim = &head.body.claim;
        let explicit = claim.source.is_explicit();
        let because = match (explicit, evidence.len(), from.len()) {
            (true, ..) => "you said so".to_owned(),
            (false, times, sessions) if sessions > 1 => format!("it came up {times} times in {sessions} conversations"),
            (false, ..) => "it was learned from what you said".to_owned(),
        };
        Ok(Card {
            id: head.body.memory.to_string(),
            kind,
            content: claim.content.clone(),
            against: None,
            sure: sure_of(explicit, claim.tier),
            domain: Some(claim.domain.clone()),
            learned_at: head.body.window.from,
            from,
            because,
        })
    }
}

/// The conversations evidence points to, each once.
fn sessions_of<'a>(evidence: impl Iterator<Item = &'a Evidence>) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for item in evidence {
        if let Cited::Message { session, .. } = &item.cites
            && !names.contains(session)
        {
            names.push(session.clone());
        }
    }
    names
}

fn sure_of(explicit: bool, tier: Tier) -> &'static str {
    match tier {
        _ if explicit => "you said",
        Tier::Confirmed => "sure",
        Tier::Strong => "fairly sure",
        Tier::Tentative => "maybe",
    }
}
