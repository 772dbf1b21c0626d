//! A model without layers: the vector of a text is the weighted mean of its words' rows.

use crate::local::bert::Table;
use crate::local::bytes::Floats;
use crate::local::error::FileError;
use crate::local::file::WeightFile;

/// A vector for each word, and how much each word counts.
#[derive(Debug)]
pub(super) struct StaticTable {
    table: Table,
    /// Absent where every word counts the same.
    weights: Option<Floats>,
}

impl StaticTable {
    /// Reads the table.
    pub(super) fn read(file: &WeightFile) -> Result<StaticTable, FileError> {
        let table = Table::read(file, file.header().width)?;
        let weights = match file.dtype("token_weight") {
            Some(_) => Some(file.floats("token_weight", &[file.rows("word")?])?),
            None => None,
        };
        Ok(StaticTable { table, weights })
    }

    /// Writes the weighted mean of some words; zeros where there are none, or none that counts.
    pub(super) fn mean(&self, words: &[u32], out: &mut [f32]) {
        let mut row = vec![0.0; out.len()];
        let mut total = 0.0;
        out.fill(0.0);
        for word in words {
            let weight = self.weights.as_ref().map_or(1.0, |weights| weights[*word as usize]);
            self.table.row(*word, &mut row);
            for (sum, value) in out.iter_mut().zip(&row) {
                *sum += weight * value;
            }
            total += weight;
        }
        if total != 0.0 {
            for sum in out {
                *sum /= total;
            }
        }
    }
}
