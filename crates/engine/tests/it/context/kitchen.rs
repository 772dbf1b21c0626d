//! What blocks are composed from in these tests.

use cofio_domain::axes::{Authority, Kind, Source, Tier};
use cofio_domain::domains::Domain;
use cofio_domain::id::{Id, OperationId};
use cofio_domain::memory::{Claim, Version};
use cofio_domain::record::{Record, Seq};
use cofio_domain::time::Timestamp;
use cofio_engine::compose::{
    Context, ContextKnobs, Estimate, Held, Ingredients, Lookup, Moment, Offered, Routed, Rules, compose, lookup, route,
};
use cofio_testkit::{claim, day, memory_id, version};
use jiff::tz::TimeZone;
use serde_json::Value;

/// A table of memories and what is asked about them.
pub struct Kitchen {
    pub records: Vec<Record<Version>>,
    pub at: Timestamp,
    pub message: Option<String>,
    /// How well what was found fits, by the place of its memory.
    pub found: Vec<(usize, f64)>,
    pub knobs: ContextKnobs,
    pub window: Option<usize>,
    pub rules: Rules,
}

impl Kitchen {
    pub fn with(claims: impl IntoIterator<Item = Claim>) -> Kitchen {
        let records = claims.into_iter().enumerate().map(|(at, claim)| record(at, claim)).collect();
        Kitchen {
            records,
            at: day(14),
            message: None,
            found: Vec::new(),
            knobs: ContextKnobs::default(),
            window: None,
            rules: Rules::On,
        }
    }

    pub fn asked(mut self, message: &str) -> Kitchen {
        self.message = Some(message.to_owned());
        self
    }

    pub fn finding(mut self, found: impl IntoIterator<Item = (usize, f64)>) -> Kitchen {
        self.found = found.into_iter().collect();
        self
    }

    pub fn tuned(mut self, tune: impl FnOnce(&mut ContextKnobs)) -> Kitchen {
        tune(&mut self.knobs);
        self
    }

    pub fn window(mut self, tokens: usize) -> Kitchen {
        self.window = Some(tokens);
        self
    }

    pub fn serve(&self) -> Context {
        let seeds = Domain::seeds();
        let held: Vec<Held<'_>> = self.records.iter().filter_map(|record| Held::at(record, self.at, &seeds)).collect();
        let offered: Vec<Offered> = self
            .found
            .iter()
            .filter_map(|(at, relevance)| {
                let held = held.iter().find(|held| held.id() == self.records[*at].body.memory)?;
                Some(Offered::memory(held, *relevance, Some(*relevance)))
            })
            .collect();
        let message = self.message.as_deref().unwrap_or_default();
        let domains: Vec<Routed> = route(message, &seeds, None);
        let asked = lookup(message, &self.knobs);
        // What is put on the table was asked for.
        let looked_up = Lookup { limit: asked.limit.max(offered.len()), ..asked };
        let moment = Moment { at: self.at, held: &held, project: None, told: &[] };
        compose(
            &Ingredients {
                before: moment,
                now: moment,
                offered: &offered,
                lookup: &looked_up,
                domains: &domains,
                session: None,
                window: self.window,
                rules: self.rules,
                zone: &TimeZone::UTC,
                knobs: &self.knobs,
            },
            &Estimate,
        )
    }
}

pub fn record(at: usize, claim: Claim) -> Record<Version> {
    let mut body = version(memory_id(at as u128 + 1), &claim.content.clone(), day(13));
    body.claim = claim;
    Record { seq: Seq(at as i64 + 1), operation: OperationId::from_bits(1), recorded_at: day(13), retired: None, body }
}

/// Something the person said.
pub fn said(kind: Kind, content: &str) -> Claim {
    Claim { kind, ..claim(content) }
}

/// A rule the person set.
pub fn rule(domain: &str, key: &str, value: Value) -> Claim {
    Claim {
        kind: Kind::Constraint,
        authority: Authority::Hard,
        domain: domain.parse().unwrap(),
        key: Some(key.to_owned()),
        value: Some(value),
        ..claim(&key.replace('_', " "))
    }
}

/// Something picked up in passing.
pub fn learned(kind: Kind, content: &str, confidence: f64) -> Claim {
    Claim {
        kind,
        source: Source::Extracted,
        tier: Tier::Strong,
        confidence: Some(confidence),
        importance: 0.7,
        ..claim(content)
    }
}

/// Everything that is loaded, as text.
pub fn lines(context: &Context) -> Vec<&str> {
    context.loaded.iter().map(|line| line.text.as_str()).collect()
}
