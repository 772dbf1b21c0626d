//! `embed.backfill`: gives vectors to what has none yet, after much was recorded at once or the model has changed, and
//! keeps the parts of the index that are full. When everything has one, those of other models go.

use cofio_domain::ports::{Cancel, ModelId};
use serde_json::{Value, json};

use crate::Error;
use crate::jobs::{JobKind, Load, Schedule, Work};

/// See the module.
pub(super) struct EmbedBackfill;

/// The most texts of one run: a minute's work on a slow machine. What is left is for the next.
const MOST: usize = 4_000;

/// So few records that recall sees to them by itself.
const FEW: i64 = 32;

impl JobKind for EmbedBackfill {
    fn name(&self) -> &'static str {
        "embed.backfill"
    }

    fn about(&self) -> &'static str {
        "reads the meaning of what was recorded"
    }

    fn schedule(&self) -> Schedule {
        Schedule::Minutes(5)
    }

    fn load(&self, work: &Work<'_>) -> Result<Load, Error> {
        let Some(embedder) = work.engine.embedder_of(work.space) else { return Ok(Load::Nothing) };
        let done = self.done_through(work, embedder.model().as_str())?;
        let revision = work.engine.store.state(work.space)?.revision.0;
        if revision - done > FEW {
            return Ok(Load::Much);
        }
        // Once it ran for this model, no other has vectors here.
        let changed = done == 0 && !others(work, embedder.model())?.is_empty();
        // A provider may take its time.
        let little = if work.engine.instead.is_some() { Load::Much } else { Load::Little };
        Ok(if changed { little } else { Load::Nothing })
    }

    fn run(&self, work: &Work<'_>) -> Result<Value, Error> {
        let Some(embedder) = work.engine.embedder_of(work.space) else { return Ok(json!({})) };
        let model = embedder.model().to_string();
        let before = self.done_through(work, &model)?;
        let revision = work.engine.store.state(work.space)?.revision.0;
        let done = work.engine.embed_missing(work.space, MOST, &Cancel::new())?;
        let through = if done.left == 0 { revision } else { before };
        // Until then the old ones stay: whoever has the old model still finds by them.
        if done.left == 0 {
            for other in others(work, embedder.model())? {
                work.engine.store.drop_vectors(work.space, &other)?;
            }
        }
        Ok(json!({ "embedded": done.given, "left": done.left, "model": model, "through": through }))
    }
}

/// The models that left vectors here and are not asked any more.
fn others(work: &Work<'_>, model: &ModelId) -> Result<Vec<ModelId>, Error> {
    let models = work.engine.store.vector_models(work.space)?.into_iter().map(|(model, _)| model);
    Ok(models.filter(|other| other != model).collect())
}

impl EmbedBackfill {
    /// Up to which place in the order of the space everything has a vector of this model.
    fn done_through(&self, work: &Work<'_>, model: &str) -> Result<i64, Error> {
        let jobs = work.engine.store.jobs(work.space)?;
        let own = jobs.into_iter().find(|job| job.kind == self.name());
        let told = own.filter(|job| job.stats["model"] == model).and_then(|job| job.stats["through"].as_i64());
        Ok(told.unwrap_or(0))
    }
}
