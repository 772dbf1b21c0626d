//! What is asked, and how it is understood.

use cofio_domain::axes::Kind;
use cofio_domain::domains::DomainName;
use cofio_domain::ports::{Cancel, Embedder, Mode, ModelError};
use cofio_domain::space::SpaceHandle;
use cofio_domain::time::Timestamp;
use cofio_language::question::{self, Question};
use serde::Serialize;

use crate::Engine;
use crate::recall::lifts::Meant;

/// How much time a question is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Depth {
    /// Everything is scored; what every turn of a conversation can afford.
    Fast,
    /// The best are read again by the reranker.
    #[default]
    Thorough,
}

/// How words and meaning are put together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Fusion {
    /// By their scores, with everything else that speaks for a document.
    #[default]
    Scores,
    /// By their ranks alone: reciprocal rank fusion, k = 60. Kept to be measured against.
    Rrf,
}

/// What is asked.
#[derive(Debug, Clone, PartialEq)]
#[allow(missing_docs, reason = "each narrows by what it is named for")]
pub struct RecallQuery {
    pub question: String,
    pub limit: usize,
    pub domain: Option<DomainName>,
    pub kind: Option<Kind>,
    pub project: Option<String>,
    pub as_of: Option<Timestamp>,
    pub known_at: Option<Timestamp>,
    pub depth: Depth,
    pub fusion: Fusion,
    /// Whether what was said is looked through, too.
    pub messages: bool,
    /// Whether what was only read, by a tool or as a set-up, is left out.
    pub said_only: bool,
    /// A conversation whose messages are at hand anyway, by its name.
    pub except_session: Option<String>,
    /// Whether every hit says which place each arm gave it.
    pub explain: bool,
}

impl RecallQuery {
    /// A question as it is usually asked.
    pub fn new(question: impl Into<String>) -> RecallQuery {
        RecallQuery {
            question: question.into(),
            limit: 10,
            domain: None,
            kind: None,
            project: None,
            as_of: None,
            known_at: None,
            depth: Depth::default(),
            fusion: Fusion::default(),
            messages: true,
            said_only: false,
            except_session: None,
            explain: false,
        }
    }
}

/// A question as it was understood.
#[derive(Debug, Clone)]
pub(crate) struct Understood {
    pub(crate) read: Question,
    /// Its meaning, where there is an embedder.
    pub(crate) vector: Option<Box<[f32]>>,
    /// Whom it means, beyond its words.
    pub(crate) meant: Meant,
    /// Why meaning is not compared.
    pub(crate) degraded: Option<String>,
}

impl Engine {
    /// Returns the meaning of a question, which is read once though several look at it.
    pub(crate) fn question_vector(&self, embedder: &dyn Embedder, question: &str) -> Result<Box<[f32]>, ModelError> {
        self.recollection.vectors.get_or_make(embedder.model(), question, || {
            let mut made = embedder.embed(Mode::Query, &[question], &Cancel::new())?;
            Ok(made.pop().map(|vector| vector.values().into()).unwrap_or_default())
        })
    }

    /// Reads a question that is asked of a space.
    pub(crate) fn understand(&self, space: &SpaceHandle, query: &RecallQuery) -> Understood {
        let now = self.now().to_jiff().to_zoned(self.settings.zone.clone());
        self.understand_in(space, query, question::read(&query.question, &now), Meant::default())
    }

    /// Reads the meaning of a question as a space does. An embedder that does not answer costs the meaning, never the
    /// answer.
    pub(crate) fn understand_in(
        &self,
        space: &SpaceHandle,
        query: &RecallQuery,
        read: Question,
        meant: Meant,
    ) -> Understood {
        let (vector, degraded) = match self.embedder_of(space) {
            None => (None, Some("no embedder: found by words alone".into())),
            Some(embedder) => match self.question_vector(embedder, &query.question) {
                Ok(vector) => (Some(vector), None),
                Err(error) => {
                    tracing::warn!("a question is answered by words alone: {error}");
                    (None, Some(format!("{error}: found by words alone")))
                }
            },
        };
        Understood { read, vector, meant, degraded }
    }
}
