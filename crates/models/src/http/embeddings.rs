//! An embedder behind `/embeddings`.

use std::time::Duration;

use cofio_domain::ports::{Cancel, Embedder, Mode, ModelError, ModelId, Vector};
use serde::{Deserialize, Serialize};

use super::{CallError, Endpoint, Patience};
use crate::local::sha256::sha256;

/// How a provider's embedder is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EmbedderSettings {
    /// The model, by the provider's name.
    pub model: String,
    /// How long its vectors are.
    pub dimensions: usize,
    /// Whether the provider is asked for vectors of that length, which it must be able to shorten.
    pub ask_dimensions: bool,
    /// What comes before a text that looks for something.
    pub query_prefix: String,
    /// What comes before a text that is to be found.
    pub document_prefix: String,
    /// How many texts are sent at once.
    pub batch: usize,
    /// How much of a text is sent, in characters.
    pub max_chars: usize,
    /// How long a call may take.
    pub timeout: Duration,
}

impl EmbedderSettings {
    /// A model as it is usually asked.
    pub fn new(model: impl Into<String>, dimensions: usize) -> EmbedderSettings {
        EmbedderSettings {
            model: model.into(),
            dimensions,
            ask_dimensions: false,
            query_prefix: String::new(),
            document_prefix: String::new(),
            batch: 64,
            max_chars: 8_000,
            timeout: Duration::from_secs(30),
        }
    }
}

/// An embedder behind an address.
#[derive(Debug)]
pub struct HttpEmbedder {
    endpoint: Endpoint,
    settings: EmbedderSettings,
    id: ModelId,
}

/// What stands for a text without a word: providers refuse those.
const NOTHING: &str = "(nothing)";

/// A text this short is not too long for any model.
const SHORT: usize = 256;

#[derive(Serialize)]
struct Asked<'a> {
    model: &'a str,
    input: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    dimensions: Option<usize>,
}

#[derive(Deserialize)]
struct Answer {
    data: Vec<Item>,
}

#[derive(Deserialize)]
struct Item {
    index: Option<usize>,
    embedding: Vec<f32>,
}

impl HttpEmbedder {
    /// An embedder that is asked when it is first used.
    pub fn new(endpoint: Endpoint, settings: EmbedderSettings) -> HttpEmbedder {
        let settings = EmbedderSettings { batch: settings.batch.max(1), ..settings };
        let id = id_of(&endpoint, &settings);
        HttpEmbedder { endpoint, settings, id }
    }

    /// Embeds one text now, and says what is wrong if that cannot be done. The text is ours.
    pub fn probe(&self) -> Result<(), CallError> {
        let patience = Patience::of_somebody_waiting(self.settings.timeout);
        self.vectors_of(&[self.sent(Mode::Query, "hello")], patience, &Cancel::new()).map(drop)
    }

    /// Returns a text as it is sent.
    fn sent(&self, mode: Mode, text: &str) -> String {
        let prefix = match mode {
            Mode::Query => &self.settings.query_prefix,
            Mode::Document => &self.settings.document_prefix,
        };
        let text = if text.trim().is_empty() { NOTHING } else { text };
        let text: &str = text.char_indices().nth(self.settings.max_chars).map_or(text, |(end, _)| &text[..end]);
        if prefix.is_empty() { text.to_owned() } else { format!("{} {text}", prefix.trim_end()) }
    }

    /// Embeds some texts. One that is refused does not keep the others from being embedded: it is looked for, shortened,
    /// and where even that is refused, it means nothing.
    fn embed_some(&self, texts: &[String], patience: Patience, cancel: &Cancel) -> Result<Vec<Vec<f32>>, CallError> {
        let error = match self.vectors_of(texts, patience, cancel) {
            Err(error) if error.is_about_the_call() => error,
            other => return other,
        };
        match texts {
            [] => Ok(Vec::new()),
            [text] if text.len() > SHORT => {
                let half = text.floor_char_boundary(text.len() / 2);
                self.embed_some(&[text[..half].to_owned()], patience, cancel)
            }
            [text] if text != NOTHING => {
                let vectors = self.embed_some(&[NOTHING.to_owned()], patience, cancel)?;
                tracing::warn!(model = %self.id, "a text was refused and is found by its words alone");
                Ok(vectors)
            }
            [_] => Err(error),
            several => {
                let (one, other) = several.split_at(several.len() / 2);
                let mut vectors = self.embed_some(one, patience, cancel)?;
                vectors.extend(self.embed_some(other, patience, cancel)?);
                Ok(vectors)
            }
        }
    }

    fn vectors_of(&self, texts: &[String], patience: Patience, cancel: &Cancel) -> Result<Vec<Vec<f32>>, CallError> {
        let dimensions = self.settings.ask_dimensions.then_some(self.settings.dimensions);
        let asked = Asked { model: &self.settings.model, input: texts, dimensions };
        let answer: Answer = self.endpoint.post("embeddings", &asked, patience, cancel)?;
        self.in_order(answer, texts.len())
    }

    /// Puts the vectors in the order of the texts, each of length one.
    fn in_order(&self, answer: Answer, count: usize) -> Result<Vec<Vec<f32>>, CallError> {
        let malformed = |why: String| Err(CallError::Malformed(why));
        if answer.data.len() != count {
            return malformed(format!("{} vectors came for {count} texts", answer.data.len()));
        }
        let mut vectors: Vec<Vec<f32>> = vec![Vec::new(); count];
        for (place, item) in answer.data.into_iter().enumerate() {
            let (found, wanted) = (item.embedding.len(), self.settings.dimensions);
            if found != wanted {
                return malformed(format!("its vectors have {found} dimensions, and {wanted} are set"));
            }
            match vectors.get_mut(item.index.unwrap_or(place)) {
                Some(slot) if slot.is_empty() => *slot = of_length_one(item.embedding)?,
                _ => return malformed("two vectors came for one text".into()),
            }
        }
        Ok(vectors)
    }
}

fn of_length_one(mut vector: Vec<f32>) -> Result<Vec<f32>, CallError> {
    let length = vector.iter().map(|number| f64::from(*number) * f64::from(*number)).sum::<f64>().sqrt();
    if !length.is_finite() || length == 0.0 {
        return Err(CallError::Malformed("a vector has no direction".into()));
    }
    for number in &mut vector {
        *number = (f64::from(*number) / length) as f32;
    }
    Ok(vector)
}

/// Names the model by everything that may change its vectors. Where it is, is part of it: two providers may mean
/// different models by one name, and their vectors must never meet.
fn id_of(endpoint: &Endpoint, settings: &EmbedderSettings) -> ModelId {
    let EmbedderSettings { model, dimensions, query_prefix, document_prefix, max_chars, .. } = settings;
    let (base, asked) = (endpoint.base(), settings.ask_dimensions);
    let all = format!("{base}\n{model}\n{dimensions} {asked} {max_chars}\n{query_prefix}\n{document_prefix}");
    ModelId::new(format!("{model}@{:.12}", sha256(all.as_bytes())))
}

impl Embedder for HttpEmbedder {
    fn model(&self) -> &ModelId {
        &self.id
    }

    fn dimensions(&self) -> usize {
        self.settings.dimensions
    }

    fn embed(&self, mode: Mode, texts: &[&str], cancel: &Cancel) -> Result<Vec<Vector>, ModelError> {
        let patience = match mode {
            Mode::Query => Patience::of_somebody_waiting(self.settings.timeout),
            Mode::Document => Patience::of_background(self.settings.timeout),
        };
        let mut vectors = Vec::with_capacity(texts.len());
        for some in texts.chunks(self.settings.batch) {
            let sent: Vec<String> = some.iter().map(|text| self.sent(mode, text)).collect();
            let made = self.embed_some(&sent, patience, cancel).map_err(|error| error.of(&self.id))?;
            vectors.extend(made.into_iter().map(|values| Vector::new(self.id.clone(), values)));
        }
        Ok(vectors)
    }
}
