//! What one record says about whom and what there is.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use cofio_domain::brief::BriefSource;
use cofio_domain::memory::Version;
use cofio_domain::record::{Record, Seq};
use cofio_language::entities::{Named, Stated, Tie, also_called, names, own_name, stated, ties};

/// What one record says about whom and what there is.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Spoken {
    pub(super) at: Seq,
    pub(super) of: BriefSource,
    pub(super) names: Vec<Named>,
    /// Who is what to the person.
    pub(super) ties: Vec<Tie>,
    /// Which names are one's.
    pub(super) also: Vec<(String, String)>,
    /// What the person is called.
    pub(super) own: Option<String>,
    /// How those who are named stand to each other.
    pub(super) stated: Vec<Stated>,
}

impl Spoken {
    /// Reads a memory's version.
    pub(super) fn version(record: &Record<Version>) -> Spoken {
        let text = record.body.claim.content.as_str();
        Spoken {
            at: record.seq,
            of: BriefSource::Memory(record.body.memory),
            names: names(text),
            ties: ties(text),
            also: also_called(text),
            own: own_name(text),
            stated: stated(text),
        }
    }

    /// Reads a line of an episode. Who is who is settled by memories alone.
    pub(super) fn line(at: Seq, of: BriefSource, text: &str) -> Spoken {
        Spoken { at, of, names: names(text), ties: vec![], also: vec![], own: None, stated: vec![] }
    }

    /// Whether it says nothing of anybody.
    pub(super) fn is_silent(&self) -> bool {
        self.names.is_empty() && self.ties.is_empty() && self.also.is_empty() && self.own.is_none()
    }
}

/// What records were read before. A record never changes, so neither does what it says.
#[derive(Debug, Clone, Default)]
pub(crate) struct Readings(Arc<Mutex<BTreeMap<Seq, Arc<Spoken>>>>);

impl Readings {
    /// Returns what a version says, reading it if nobody did.
    pub(super) fn version(&self, record: &Record<Version>) -> Arc<Spoken> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(known.entry(record.seq).or_insert_with(|| Arc::new(Spoken::version(record))))
    }

    /// Lets go of a record that is not believed any more.
    pub(crate) fn let_go(&self, seq: Seq) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&seq);
    }
}
