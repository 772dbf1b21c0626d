//! What every write returns: a sentence for whoever asked, and the same as data.

use cofio_domain::axes::axis;
use cofio_domain::domains::DomainName;
use cofio_domain::id::OperationId;
use cofio_domain::operation::Committed;
use cofio_domain::time::Timestamp;
use serde::Serialize;

use crate::Engine;
use crate::view::{MemoryView, ReceiptView};

axis! {
    /// What became of a write.
    Action {
        /// A new memory.
        Saved = "saved",
        /// A new version of a memory.
        Updated = "updated",
        /// Two memories became one.
        Merged = "merged",
        /// It was known already, or there was nothing to do.
        Skipped = "skipped",
        /// It waits for the person.
        Proposed = "proposed",
        /// It is kept as a maybe.
        Staged = "staged",
        /// It is not used any more.
        Forgotten = "forgotten",
        /// It is known to hold still.
        Confirmed = "confirmed",
        /// It was not kept, and the reason says why.
        Refused = "refused",
        /// It contradicts something; the person picks.
        Disputed = "disputed",
        /// It is used again.
        Restored = "restored",
        /// It is in the trash.
        Deleted = "deleted",
        /// It never was.
        Erased = "erased",
        /// How it is kept has changed.
        Changed = "changed",
        /// Two memories are tied together.
        Linked = "linked",
        /// A tie is cut.
        Unlinked = "unlinked",
        /// A copy is in a shared space.
        Shared = "shared",
        /// The copy is withdrawn.
        Unshared = "unshared",
        /// Something was taken back.
        Undone = "undone",
        /// A domain is on.
        Enabled = "enabled",
        /// A domain is off.
        Disabled = "disabled",
        /// A proposal was declined.
        Rejected = "rejected",
        /// A conflict is settled.
        Resolved = "resolved",
        /// Something beside memories was added.
        Added = "added",
        /// Something beside memories was put away or taken out.
        Removed = "removed",
    }
}

axis! {
    /// From when on a write matters to a conversation.
    TakesEffect {
        /// At once.
        Now = "now",
        /// In the next conversation.
        NextSession = "next_session",
    }
}

/// A write as data.
#[derive(Debug, Clone, Serialize)]
pub struct MemoryEvent {
    /// The operation, for undoing; nothing where nothing was changed.
    pub op_id: Option<OperationId>,
    /// What became of it.
    pub action: Action,
    /// The memory as it is now.
    pub memory: Option<MemoryView>,
    /// The memory as it was.
    pub before: Option<MemoryView>,
    /// Why it became that.
    pub reason: String,
    /// From when on it matters.
    pub takes_effect: TakesEffect,
    /// Until when undoing leaves no trace in what is loaded.
    pub undo_until: Option<Timestamp>,
    /// The domain that would have to be turned on first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ask_domain: Option<DomainName>,
    /// What an erasure removed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub receipt: Option<ReceiptView>,
    /// Ids of things beside memories that the write made: a proposal, a candidate, a conflict, a link.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub made: Vec<String>,
    /// How many memories a bulk write changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<usize>,
}

/// What every write returns.
#[derive(Debug, Clone, Serialize)]
pub struct Written {
    /// A sentence for a person or a model.
    pub message: String,
    /// The same as data.
    pub event: MemoryEvent,
    /// Whether this only shows what would happen.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub dry_run: bool,
}

impl Written {
    /// A write that changed nothing.
    pub(crate) fn nothing(action: Action, message: impl Into<String>, reason: impl Into<String>) -> Written {
        Written {
            message: message.into(),
            event: MemoryEvent {
                op_id: None,
                action,
                memory: None,
                before: None,
                reason: reason.into(),
                takes_effect: TakesEffect::Now,
                undo_until: None,
                ask_domain: None,
                receipt: None,
                made: Vec::new(),
                count: None,
            },
            dry_run: false,
        }
    }

    /// Says which memory it is about.
    pub(crate) fn about(mut self, memory: impl Into<Option<MemoryView>>) -> Written {
        self.event.memory = memory.into();
        self
    }

    /// Says what was there before.
    pub(crate) fn instead_of(mut self, before: impl Into<Option<MemoryView>>) -> Written {
        self.event.before = before.into();
        self
    }

    /// Says why.
    pub(crate) fn because(mut self, reason: impl Into<String>) -> Written {
        self.event.reason = reason.into();
        self
    }

    /// Says from when on it matters.
    pub(crate) fn from(mut self, takes_effect: TakesEffect) -> Written {
        self.event.takes_effect = takes_effect;
        self
    }

    /// Says which things beside memories it made.
    pub(crate) fn making(mut self, id: impl ToString) -> Written {
        self.event.made.push(id.to_string());
        self
    }

    /// Says how many memories it changed.
    pub(crate) fn counting(mut self, count: usize) -> Written {
        self.event.count = Some(count);
        self
    }
}

impl Engine {
    /// Tells what a commit did.
    pub(crate) fn written(&self, done: &Committed, action: Action, message: impl Into<String>) -> Written {
        let window = i64::from(self.settings.knobs.undo_window_minutes);
        let mut written = Written::nothing(action, message, "");
        written.dry_run = self.settings.dry_run;
        if !self.settings.dry_run {
            written.event.op_id = Some(done.operation.id);
            written.event.undo_until = Some(done.operation.at.plus_minutes(window));
        }
        written
    }
}
