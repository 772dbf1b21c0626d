//! Who takes part: our models, and those that people use today.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, ensure};
use clap::ValueEnum;
use cofio_domain::ports::{Embedder, Reranker};
use cofio_models::local::{LateReranker, LocalEmbedder, LocalReranker, WeightFile, builtin};

use crate::asked::TwoReadings;

/// An embedder, or none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Contender {
    None,
    Potion,
    #[value(name = "minilm")]
    MiniLm,
    #[value(name = "gte")]
    GteSmall,
    /// Ours before it was rounded.
    #[value(name = "float")]
    CofioFloat,
    /// Ours as it is shipped.
    Cofio,
}

/// A reranker.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Second {
    Cofio,
    Teacher,
}

impl Contender {
    pub const ALL: [Contender; 6] = [
        Contender::None,
        Contender::Potion,
        Contender::MiniLm,
        Contender::GteSmall,
        Contender::CofioFloat,
        Contender::Cofio,
    ];

    pub fn title(self) -> &'static str {
        match self {
            Contender::None => "none",
            Contender::Potion => "potion-base-8M",
            Contender::MiniLm => "all-MiniLM-L6-v2",
            Contender::GteSmall => "gte-small",
            Contender::CofioFloat => "cofio-embed-1, float",
            Contender::Cofio => "cofio-embed-1",
        }
    }

    /// Makes it ready. `folder` holds the weight files of what is not built in.
    pub fn open(self, folder: &Path, precision: Precision) -> anyhow::Result<Option<Box<dyn Embedder>>> {
        let other = |name: &str, precision| -> anyhow::Result<Option<Box<dyn Embedder>>> {
            Ok(Some(Box::new(LocalEmbedder::new(weights(folder, name, precision)?)?)))
        };
        match self {
            Contender::None => Ok(None),
            // A table has no activations to round.
            Contender::Potion => other("potion-base-8M", Precision::Float),
            Contender::MiniLm => other("all-MiniLM-L6-v2", precision),
            Contender::GteSmall => other("gte-small", precision),
            Contender::CofioFloat => other("cofio-embed-1", Precision::Float),
            Contender::Cofio => built_in_embedder().map(Some),
        }
    }
}

impl Second {
    pub const ALL: [Second; 2] = [Second::Cofio, Second::Teacher];

    pub fn title(self) -> &'static str {
        match self {
            Second::Cofio => "cofio-rerank-1",
            Second::Teacher => "ms-marco-MiniLM-L-12-v2",
        }
    }

    /// What it says against the order it was given, the same for every embedder and set.
    ///
    /// With the teacher anything from 0.7 to 1 does equally well within a point. A weaker reranker leaves more to the
    /// order it was given: with ours anything from 0.6 to 0.8 does.
    pub fn weight(self) -> f64 {
        match self {
            Second::Cofio => 0.7,
            Second::Teacher => 0.8,
        }
    }

    /// Makes it ready. `folder` holds the weight files of what is not built in.
    pub fn open(self, folder: &Path, precision: Precision) -> anyhow::Result<Box<dyn Reranker>> {
        match self {
            Second::Cofio => built_in_reranker(),
            Second::Teacher => {
                let model = LocalReranker::new(weights(folder, self.title(), precision)?)?;
                Ok(Box::new(TwoReadings::new(Box::new(model))))
            }
        }
    }
}

/// In which arithmetic the models for comparison run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Precision {
    Float,
    Int8,
}

impl Precision {
    pub fn title(self) -> &'static str {
        match self {
            Precision::Float => "float",
            Precision::Int8 => "int8, weights and activations, like ours",
        }
    }

    fn suffix(self) -> &'static str {
        match self {
            Precision::Float => "f32",
            Precision::Int8 => "int8",
        }
    }
}

/// The embedder that is part of the program.
pub fn built_in_embedder() -> anyhow::Result<Box<dyn Embedder>> {
    let [embedder, _] = builtin::files();
    Ok(Box::new(LocalEmbedder::new(embedder)?))
}

/// The reranker that is part of the program.
pub fn built_in_reranker() -> anyhow::Result<Box<dyn Reranker>> {
    let [embedder, reranker] = builtin::files();
    Ok(Box::new(LateReranker::new(reranker, Arc::new(LocalEmbedder::new(embedder)?))?))
}

fn weights(folder: &Path, name: &str, precision: Precision) -> anyhow::Result<WeightFile> {
    let path = folder.join(format!("{name}.{}.bin", precision.suffix()));
    ensure!(path.exists(), "there is no {} (tools/eval-models/fetch or the training writes it)", path.display());
    WeightFile::open(&path).with_context(|| format!("cannot read {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_that_was_not_fetched_is_told_by_its_file() {
        let folder = tempfile::tempdir().unwrap();
        let told = Contender::MiniLm.open(folder.path(), Precision::Int8).err().unwrap().to_string();
        assert!(told.contains("all-MiniLM-L6-v2.int8.bin"), "{told}");
        let told = Second::Teacher.open(folder.path(), Precision::Float).err().unwrap().to_string();
        assert!(told.contains("ms-marco-MiniLM-L-12-v2.f32.bin"), "{told}");
    }

    #[test]
    fn nothing_needs_no_file() {
        assert!(Contender::None.open(Path::new("nowhere"), Precision::Float).unwrap().is_none());
    }
}
