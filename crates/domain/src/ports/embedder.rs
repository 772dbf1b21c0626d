//! The embedder: texts become vectors whose nearness is nearness in meaning.

use std::fmt;
use std::sync::Arc;

use crate::ports::{Cancel, Cancelled};

/// Which model made something: its name and the beginning of its checksum, as `name@0123456789ab`.
///
/// Two files with one name are two models. Cloning is cheap: every vector carries one.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ModelId(Arc<str>);

impl ModelId {
    /// Names a model by the text it is known under.
    pub fn new(text: impl Into<Arc<str>>) -> ModelId {
        ModelId(text.into())
    }

    /// Returns the text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for ModelId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// What a text is embedded for. Models may treat the two sides differently.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Mode {
    /// Somebody looks for something with it.
    Query,
    /// It is to be found.
    Document,
}

/// The meaning of a text as one model sees it: a vector of length one.
#[derive(Debug, Clone, PartialEq)]
pub struct Vector {
    model: ModelId,
    values: Box<[f32]>,
}

/// Two vectors that cannot be compared: their numbers speak different languages.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Incomparable {
    /// They come from different models.
    #[error("a vector of {one} says nothing about a vector of {other}")]
    Models {
        /// The model of one.
        one: ModelId,
        /// The model of the other.
        other: ModelId,
    },
    /// They claim one model but have not the same length: one of them is damaged.
    #[error("two vectors of one model have {one} and {other} dimensions")]
    Dimensions {
        /// The length of one.
        one: usize,
        /// The length of the other.
        other: usize,
    },
}

impl Vector {
    /// Marks numbers with the model they come from.
    pub fn new(model: ModelId, values: impl Into<Box<[f32]>>) -> Vector {
        Vector { model, values: values.into() }
    }

    /// Returns the model it comes from.
    pub fn model(&self) -> &ModelId {
        &self.model
    }

    /// Returns the numbers.
    pub fn values(&self) -> &[f32] {
        &self.values
    }

    /// Returns the dot product, which is the cosine as both have length one.
    ///
    /// The sum is taken in `f64` and in order, so that it is the same on every machine.
    pub fn dot(&self, other: &Vector) -> Result<f32, Incomparable> {
        if self.model != other.model {
            return Err(Incomparable::Models { one: self.model.clone(), other: other.model.clone() });
        }
        if self.values.len() != other.values.len() {
            return Err(Incomparable::Dimensions { one: self.values.len(), other: other.values.len() });
        }
        let products = self.values.iter().zip(&other.values).map(|(one, other)| f64::from(*one) * f64::from(*other));
        Ok(products.sum::<f64>() as f32)
    }
}

/// Why a model gave no answer.
#[derive(Debug, thiserror::Error)]
pub enum ModelError {
    /// Whoever asked called it off.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
    /// The model cannot be reached or used. Trying again may help.
    #[error("the model {model} is unavailable")]
    Unavailable {
        /// Which.
        model: ModelId,
        /// Why.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// What may be spent on it today is spent. Tomorrow it answers again.
    #[error("the model {model} is not asked: its {ceiling} tokens of today are spent")]
    Spent {
        /// Which.
        model: ModelId,
        /// How many tokens it may read and write in a day.
        ceiling: u64,
    },
}

/// Turns texts into vectors.
///
/// The call blocks until it is done: local models are work for the processor, and a remote one can block on its own
/// runtime. The same text gives the same vector, whatever else is in the call.
pub trait Embedder: Send + Sync {
    /// Returns which model this is.
    fn model(&self) -> &ModelId;

    /// Returns the length of its vectors.
    fn dimensions(&self) -> usize;

    /// Embeds every text, in the order given. Any text will do: empty, huge, in any script; what is too long is cut.
    fn embed(&self, mode: Mode, texts: &[&str], cancel: &Cancel) -> Result<Vec<Vector>, ModelError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vector(model: &str, values: &[f32]) -> Vector {
        Vector::new(ModelId::new(model), values)
    }

    #[test]
    fn vectors_of_one_model_are_compared() {
        assert_eq!(vector("a@1", &[0.5, 0.75]).dot(&vector("a@1", &[1.0, -1.0])), Ok(-0.25));
    }

    #[test]
    fn vectors_of_different_models_never_meet() {
        let refused = vector("a@1", &[1.0]).dot(&vector("a@2", &[1.0])).unwrap_err();
        assert_eq!(refused, Incomparable::Models { one: ModelId::new("a@1"), other: ModelId::new("a@2") });
        assert_eq!(refused.to_string(), "a vector of a@1 says nothing about a vector of a@2");
    }

    #[test]
    fn a_vector_cut_short_is_no_vector_of_the_model() {
        let refused = vector("a@1", &[1.0, 0.0]).dot(&vector("a@1", &[1.0]));
        assert_eq!(refused, Err(Incomparable::Dimensions { one: 2, other: 1 }));
    }

    #[test]
    fn the_port_can_be_a_trait_object_shared_by_threads() {
        fn shared<T: Send + Sync + ?Sized>() {}
        shared::<dyn Embedder>();
    }
}
