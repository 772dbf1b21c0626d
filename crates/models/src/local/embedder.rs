//! An embedder from a weight file.

use cofio_domain::ports::{Cancel, Embedder, Mode, ModelError, ModelId, Vector};

use crate::local::bert::{Bert, Layer};
use crate::local::encoder::{Stack, Texts, encode, encode_each};
use crate::local::error::FileError;
use crate::local::file::WeightFile;
use crate::local::header::{Header, Kind};
use crate::local::kernel::Path;
use crate::local::linear::{Linear, LinearRoom};
use crate::local::pooling::to_unit;
use crate::local::static_table::StaticTable;
use crate::local::wordpiece::{Tokenizer, bytes_for};

/// Texts to vectors, on this machine.
#[derive(Debug)]
pub struct LocalEmbedder {
    id: ModelId,
    file: WeightFile,
    tokenizer: Tokenizer,
    model: Model,
    path: Path,
}

#[derive(Debug)]
enum Model {
    Encoder { bert: Box<Bert>, out: Option<Linear>, first: u32, last: u32 },
    Table(StaticTable),
}

/// How many texts are read before any of them is run, so that a long list is called off quickly and held in part only.
const TEXTS_AT_ONCE: usize = 1024;

impl LocalEmbedder {
    /// Loads an embedder.
    pub fn new(file: WeightFile) -> Result<LocalEmbedder, FileError> {
        file.expect(&[Kind::Embedder, Kind::Static], "an embedder")?;
        let tokenizer = Tokenizer::new(&file)?;
        let &Header { kind, width, out, .. } = file.header();
        let model = if kind == Kind::Static {
            Model::Table(StaticTable::read(&file)?)
        } else {
            let out = if out == 0 { None } else { Some(Linear::read(&file, "out", out, width)?) };
            let (first, last) = (tokenizer.special("[CLS]")?, tokenizer.special("[SEP]")?);
            Model::Encoder { bert: Box::new(Bert::read(&file)?), out, first, last }
        };
        Ok(LocalEmbedder { id: file.id(), file, tokenizer, model, path: Path::fastest() })
    }

    /// The same on other instructions of this processor, for tests and measurements.
    pub fn on(self, path: Path) -> LocalEmbedder {
        LocalEmbedder { path, ..self }
    }

    /// Returns which instructions of this processor it uses.
    pub(super) fn path(&self) -> Path {
        self.path
    }

    /// Returns the file it was loaded from.
    pub fn file(&self) -> &WeightFile {
        &self.file
    }

    /// Returns its tokenizer.
    pub fn tokenizer(&self) -> &Tokenizer {
        &self.tokenizer
    }

    /// Shows the tokens of each text as the last layer leaves them, where `upper` stand in the place of as many of the
    /// uppermost layers. A table of words has no tokens and must not be asked.
    pub(super) fn read_tokens(
        &self,
        upper: &[Layer],
        mode: Mode,
        texts: &[&str],
        most: usize,
        cancel: &Cancel,
        show: impl FnMut(usize, &[f32]),
    ) -> Result<(), ModelError> {
        let Model::Encoder { bert, .. } = &self.model else { unreachable!("checked when the reranker was made") };
        Ok(encode_each(Stack::under(bert, upper, self.path), &self.lay_out(mode, texts, most), cancel, show)?)
    }

    /// Returns whether it looks at tokens in their text.
    pub(super) fn is_encoder(&self) -> bool {
        matches!(self.model, Model::Encoder { .. })
    }

    /// Cuts texts into tokens, the special ones included.
    fn lay_out(&self, mode: Mode, texts: &[&str], most: usize) -> Texts {
        let Model::Encoder { first, last, .. } = &self.model else { unreachable!("only encoders are run") };
        let (prefix, of_type) = self.file.header().mode(mode);
        let mut tokens = Texts::default();
        for text in texts {
            tokens.ids.push(*first);
            self.read(prefix, text, most - 2, &mut tokens.ids);
            tokens.ids.push(*last);
            tokens.finish();
        }
        tokens.types.resize(tokens.ids.len(), of_type as u32);
        tokens
    }

    /// Embeds texts that were cut into tokens already, the special ones included.
    fn run(&self, texts: &Texts, cancel: &Cancel) -> Result<Vec<Vector>, ModelError> {
        let Model::Encoder { bert, out, .. } = &self.model else { unreachable!("only encoders are run") };
        let pooled = encode(bert, self.path, texts, self.file.header().pooling, cancel)?;
        let (rows, stride) = match out {
            None => (pooled, bert.stride()),
            Some(out) => {
                let mut rows = vec![0.0; texts.ends.len() * out.stride()];
                out.apply(self.path, &pooled, &mut rows, &mut LinearRoom::default());
                (rows, out.stride())
            }
        };
        Ok(rows.chunks_exact(stride).map(|row| self.vector(row)).collect())
    }

    fn vector(&self, row: &[f32]) -> Vector {
        let mut values: Box<[f32]> = row[..self.dimensions()].into();
        to_unit(&mut values);
        Vector::new(self.id.clone(), values)
    }

    fn table_vectors(&self, table: &StaticTable, prefix: &str, texts: &[&str]) -> Vec<Vector> {
        let (mut ids, mut row) = (Vec::new(), vec![0.0; self.dimensions()]);
        let mut embed = |text: &&str| {
            ids.clear();
            self.read(prefix, text, self.file.header().max_tokens, &mut ids);
            table.mean(&ids, &mut row);
            self.vector(&row)
        };
        texts.iter().map(&mut embed).collect()
    }

    /// Adds the tokens of a text with something in front of it.
    fn read(&self, prefix: &str, text: &str, most: usize, ids: &mut Vec<u32>) {
        if prefix.is_empty() {
            return self.tokenizer.encode(text, most, ids);
        }
        // What a prefix ends with may belong to the text's first word, so the two are read as one.
        let near = &text[..text.floor_char_boundary(bytes_for(most))];
        self.tokenizer.encode(&format!("{prefix}{near}"), most, ids);
    }
}

impl Embedder for LocalEmbedder {
    fn model(&self) -> &ModelId {
        &self.id
    }

    fn dimensions(&self) -> usize {
        self.file.header().dimensions()
    }

    fn embed(&self, mode: Mode, texts: &[&str], cancel: &Cancel) -> Result<Vec<Vector>, ModelError> {
        let header = self.file.header();
        let mut vectors = Vec::with_capacity(texts.len());
        for texts in texts.chunks(TEXTS_AT_ONCE) {
            cancel.check()?;
            match &self.model {
                Model::Table(table) => vectors.extend(self.table_vectors(table, header.mode(mode).0, texts)),
                Model::Encoder { .. } => {
                    vectors.extend(self.run(&self.lay_out(mode, texts, header.max_tokens), cancel)?);
                }
            }
        }
        Ok(vectors)
    }
}
