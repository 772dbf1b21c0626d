//! The models that are part of the program.
//!
//! Their weights are compiled in and used where they lie; a model is made ready when it is first asked for, and shared
//! by all threads from then on. Their cards are in `docs/models/`.

use std::sync::{Arc, LazyLock};

use cofio_domain::ports::{Cancel, Embedder, Mode, ModelError, ModelId, Passage, Reranker, Vector};

use crate::local::embedder::LocalEmbedder;
use crate::local::error::FileError;
use crate::local::file::WeightFile;
use crate::local::late::LateReranker;
use crate::local::readings::Readings;

/// Bytes at the start of a cache line.
#[repr(C, align(64))]
struct Aligned<T: ?Sized>(T);

static EMBEDDER: &Aligned<[u8]> = &Aligned(*include_bytes!("../../weights/cofio-embed-1.bin"));
static RERANKER: &Aligned<[u8]> = &Aligned(*include_bytes!("../../weights/cofio-rerank-1.bin"));

/// Returns the embedder.
pub fn embedder() -> &'static LocalEmbedder {
    shared_embedder()
}

/// Returns the reranker, which stands on the same embedder.
pub fn reranker() -> &'static LateReranker {
    static MODEL: LazyLock<LateReranker> = LazyLock::new(|| {
        LateReranker::new(reranker_file(), Arc::clone(shared_embedder()))
            .expect("the built-in reranker is sound: a test loads it")
    });
    &MODEL
}

fn shared_embedder() -> &'static Arc<LocalEmbedder> {
    loaded_embedder().expect("the built-in embedder is sound: a test loads it")
}

/// Loads the embedder, or says why it cannot be: a program that was damaged on its way still finds by words.
pub fn loaded_embedder() -> Result<&'static Arc<LocalEmbedder>, &'static FileError> {
    static MODEL: LazyLock<Result<Arc<LocalEmbedder>, FileError>> =
        LazyLock::new(|| LocalEmbedder::new(embedder_file()).map(Arc::new));
    MODEL.as_ref()
}

/// Returns the files of the built-in models, whose headers say what they are. No model is loaded for it.
pub fn files() -> [WeightFile; 2] {
    [embedder_file(), reranker_file()]
}

fn embedder_file() -> WeightFile {
    WeightFile::compiled_in(&EMBEDDER.0, env!("COFIO_EMBED_1_SHA256")).expect("a test reads it")
}

fn reranker_file() -> WeightFile {
    WeightFile::compiled_in(&RERANKER.0, env!("COFIO_RERANK_1_SHA256")).expect("a test reads it")
}

/// The embedder behind its port. It is loaded when it is first asked something, not when it is handed round.
#[derive(Debug, Clone, Copy, Default)]
pub struct BuiltInEmbedder;

impl Embedder for BuiltInEmbedder {
    fn model(&self) -> &ModelId {
        static ID: LazyLock<ModelId> = LazyLock::new(|| embedder_file().id());
        &ID
    }

    fn dimensions(&self) -> usize {
        embedder_file().header().dimensions()
    }

    fn embed(&self, mode: Mode, texts: &[&str], cancel: &Cancel) -> Result<Vec<Vector>, ModelError> {
        let unavailable = |error| ModelError::Unavailable { model: self.model().clone(), source: Box::new(error) };
        loaded_embedder().map_err(unavailable)?.embed(mode, texts, cancel)
    }
}

/// What the built-in reranker has read is kept in this many bytes: six thousand turns.
const KEPT_READINGS: usize = 16 << 20;

/// The reranker behind its port, loaded when it is first asked something. It reads a turn once in a while, not for every
/// question.
#[derive(Debug, Clone, Copy, Default)]
pub struct BuiltInReranker;

impl Reranker for BuiltInReranker {
    fn model(&self) -> &ModelId {
        reranker().model()
    }

    fn score(&self, question: &str, passages: &[Passage<'_>], cancel: &Cancel) -> Result<Vec<f32>, ModelError> {
        static READ: LazyLock<Readings> = LazyLock::new(|| Readings::new(KEPT_READINGS));
        READ.score(reranker(), question, passages, cancel)
    }
}
