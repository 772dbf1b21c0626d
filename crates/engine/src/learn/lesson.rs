//! What came of learning from a conversation.

use cofio_domain::id::JobId;
use serde::Serialize;

use super::episode::EpisodeView;
use crate::{Action, Written};

/// What was learned from a conversation.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Lesson {
    /// The run, by which all of it can be undone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub run: Option<JobId>,
    /// What was taken in, in the order it was said.
    pub told: Vec<Told>,
    /// How many claims were not kept, and why is in the rules: known already, forgotten before, a domain that is off.
    pub passed_over: usize,
    /// How many stretches the language model gave no usable answer about. They were read by grammar, and are jobs now.
    #[serde(skip_serializing_if = "is_none")]
    pub put_aside: usize,
    /// What the stretch came to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub episode: Option<EpisodeView>,
}

/// One thing that was taken in.
#[derive(Debug, Clone, Serialize)]
pub struct Told {
    /// What became of it.
    pub action: Action,
    /// The same as a sentence.
    pub message: String,
    /// Why.
    pub reason: String,
}

fn is_none(count: &usize) -> bool {
    *count == 0
}

impl Lesson {
    /// Adds what came of going on learning.
    pub(crate) fn add(&mut self, more: Lesson) {
        self.run = more.run.or(self.run);
        self.told.extend(more.told);
        self.passed_over += more.passed_over;
        self.put_aside += more.put_aside;
        self.episode = more.episode.or(self.episode.take());
    }

    pub(super) fn note(&mut self, written: &Written) {
        if matches!(written.event.action, Action::Skipped | Action::Refused) {
            self.passed_over += 1;
            return;
        }
        self.told.push(Told {
            action: written.event.action,
            message: written.message.clone(),
            reason: written.event.reason.clone(),
        });
    }
}
