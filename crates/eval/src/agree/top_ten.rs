//! Cosines between two embeddings of the same texts, and whether they find the same ten.

use std::collections::HashMap;

use anyhow::Context;
use cofio_domain::ports::{Mode, ModelId, Vector};

use super::{Line, LineMode};
use crate::asked::Embeddings;
use crate::contest::{Field, similarities, similarity, spoken};
use crate::data::{Collection, Set};
use crate::fusion::{Recipe, Words};
use crate::measure::best;
use crate::npy::Matrix;

const TOP: usize = 10;

/// The cosine between our vector and theirs, for each line.
pub fn cosines(lines: &[Line], theirs: &Matrix, ours: &mut Embeddings) -> anyhow::Result<Vec<f64>> {
    let mut cosines = vec![0.0; lines.len()];
    let theirs = vectors(theirs, ours.model());
    for mode in [LineMode::Query, LineMode::Document] {
        let places: Vec<usize> = (0..lines.len()).filter(|at| lines[*at].mode == mode).collect();
        let texts: Vec<&str> = places.iter().map(|at| lines[*at].text.as_str()).collect();
        for (at, vector) in places.iter().zip(ours.of(mode.into(), &texts)?) {
            vector.dot(&theirs[*at]).context("the reference has vectors of another length")?;
            cosines[*at] = similarity(&vector, &theirs[*at]);
        }
    }
    Ok(cosines)
}

/// The share of development questions for which both find the same ten, by meaning alone and fused.
pub fn shares(field: &Field, lines: &[Line], theirs: &Matrix, ours: &mut Embeddings) -> anyhow::Result<String> {
    let theirs: HashMap<&Line, Vector> = lines.iter().zip(vectors(theirs, ours.model())).collect();
    let (mut questions, mut dense, mut fused) = (0_u32, 0_u32, 0_u32);
    for (set, collections) in &field.sets {
        for collection in collections {
            let mode = |mode: LineMode, texts: Vec<String>| -> Vec<Line> {
                texts.into_iter().map(|text| Line { text, mode }).collect()
            };
            let asked = mode(LineMode::Query, collection.questions.iter().map(|asked| asked.text.clone()).collect());
            let units = mode(LineMode::Document, spoken(*set, collection));
            let find = |line: &Line| theirs.get(line).cloned().context("development.jsonl lacks a text of the data");
            let theirs = Side {
                questions: asked.iter().map(find).collect::<anyhow::Result<_>>()?,
                units: units.iter().map(find).collect::<anyhow::Result<_>>()?,
            };
            let text = |lines: &[Line]| lines.iter().map(|line| line.text.clone()).collect::<Vec<_>>();
            let ours = Side {
                questions: ours.of(Mode::Query, &borrowed(&text(&asked)))?,
                units: ours.of(Mode::Document, &borrowed(&text(&units)))?,
            };
            let same = ours.orders(*set, collection).into_iter().zip(theirs.orders(*set, collection));
            for ([our_dense, our_fused], [their_dense, their_fused]) in same {
                questions += 1;
                dense += u32::from(our_dense == their_dense);
                fused += u32::from(our_fused == their_fused);
            }
        }
    }
    let share = |same: u32| 100.0 * f64::from(same) / f64::from(questions.max(1));
    Ok(format!(
        "same top {TOP} in {questions} development questions: {:.1} % by meaning alone, {:.1} % fused\n",
        share(dense),
        share(fused)
    ))
}

/// One side's vectors of a collection.
struct Side {
    questions: Vec<Vector>,
    units: Vec<Vector>,
}

impl Side {
    /// For each question the ten found by meaning alone and fused, whatever their order.
    fn orders(&self, set: Set, collection: &Collection) -> Vec<[Vec<usize>; 2]> {
        let words = Words::new(set, collection);
        let ten = |scores: &[f64]| {
            let mut found = best(scores, TOP);
            found.sort_unstable();
            found
        };
        let orders = self.questions.iter().zip(&collection.questions).map(|(vector, question)| {
            let meaning = similarities(vector, &self.units);
            [ten(&meaning), ten(&words.fused(Recipe::of(set), &question.text, Some(&meaning)))]
        });
        orders.collect()
    }
}

/// Marks the reference's rows as vectors of the same model: that they are is what is being checked.
fn vectors(matrix: &Matrix, model: &ModelId) -> Vec<Vector> {
    matrix.rows().map(|row| Vector::new(model.clone(), row)).collect()
}

fn borrowed(texts: &[String]) -> Vec<&str> {
    texts.iter().map(String::as_str).collect()
}
