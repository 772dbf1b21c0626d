//! Logistic regression with a penalty on large weights, by Newton's steps.

use std::collections::{BTreeMap, BTreeSet};

/// A claim that was judged.
pub struct Judged {
    /// How much its verdict counts.
    pub weight: f64,
    /// Whether it is of the sort that is to be told apart.
    pub is_real: bool,
    pub group: String,
    pub traits: Vec<String>,
    pub meaning: Vec<f32>,
    pub lasts: bool,
}

/// Traits that fewer claims have say nothing.
const SEEN: usize = 4;

/// How much a weight of a trait and of a number of the vector cost.
const OF_TRAITS: f64 = 6.0;
const OF_MEANING: f64 = 0.6;

/// Parts that claims are put into to be fitted on all but one.
const PARTS: u64 = 10;

/// Weights by trait, and of the vector.
pub struct Fitted {
    traits: BTreeMap<String, f64>,
    vector: Vec<f64>,
}

impl Fitted {
    pub fn on(rows: &[Judged]) -> Fitted {
        let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
        rows.iter().flat_map(|row| &row.traits).for_each(|name| *seen.entry(name).or_default() += 1);
        let names: Vec<&str> = seen
            .into_iter()
            .filter(|(_, count)| *count >= SEEN && *count + SEEN <= rows.len())
            .map(|(name, _)| name)
            .collect();
        let (traits, vector) = regress(rows, &names);
        Fitted { traits, vector }
    }

    fn of(&self, row: &Judged) -> f64 {
        let weight = |name: &str| self.traits.get(name).copied().unwrap_or(0.0);
        let said: f64 = row.traits.iter().map(|name| weight(name)).sum();
        let meant: f64 = row.meaning.iter().zip(&self.vector).map(|(one, other)| f64::from(*one) * other).sum();
        1.0 / (1.0 + (-(weight("bias") + said + meant)).exp())
    }

    /// As `Lasting::read` reads them.
    pub fn told(&self, model: &str) -> String {
        let mut text = String::from(
            "# How much each trait speaks for a claim lasting; made by `cofio-eval lasting --fit` from judged claims.\n",
        );
        let told = self.traits.iter().filter(|(name, weight)| *name == "bias" || weight.abs() >= 0.02);
        told.for_each(|(name, weight)| text.push_str(&format!("{name} {weight:.2}\n")));
        let vector: Vec<String> = self.vector.iter().map(|weight| format!("{weight:.2}")).collect();
        text + &format!("model {model}\nvector {}\n", vector.join(" "))
    }
}

/// Fits weights of traits and of the vector.
fn regress(rows: &[Judged], names: &[&str]) -> (BTreeMap<String, f64>, Vec<f64>) {
    let width = rows.first().map_or(0, |row| row.meaning.len());
    let place: BTreeMap<&str, usize> = names.iter().enumerate().map(|(at, name)| (*name, at + 1)).collect();
    let size = 1 + names.len() + width;
    let points: Vec<Vec<(usize, f64)>> = rows
        .iter()
        .map(|row| {
            let named = row.traits.iter().filter_map(|name| Some((*place.get(name.as_str())?, 1.0)));
            let meant = row.meaning.iter().take(width).enumerate();
            let meant = meant.map(|(at, value)| (1 + names.len() + at, f64::from(*value)));
            std::iter::once((0, 1.0)).chain(named).chain(meant).collect()
        })
        .collect();
    let cost = |at: usize| match at {
        0 => 1e-6,
        at if at <= names.len() => OF_TRAITS,
        _ => OF_MEANING,
    };
    let mut weights = vec![0.0; size];
    const STEPS: usize = 12;
    for _ in 0..STEPS {
        let mut slope: Vec<f64> = (0..size).map(|at| cost(at) * weights[at]).collect();
        let mut curve = vec![vec![0.0; size]; size];
        (0..size).for_each(|at| curve[at][at] = cost(at));
        for (row, point) in rows.iter().zip(&points) {
            let sum: f64 = point.iter().map(|(at, value)| weights[*at] * value).sum();
            let chance = 1.0 / (1.0 + (-sum).exp());
            let count = row.weight;
            let error = count * (chance - f64::from(u8::from(row.lasts)));
            let bend = count * chance * (1.0 - chance);
            for (at, value) in point {
                slope[*at] += error * value;
                point.iter().for_each(|(other, with)| curve[*at][*other] += bend * value * with);
            }
        }
        let step = solved(curve, slope);
        weights.iter_mut().zip(step).for_each(|(weight, step)| *weight -= step);
    }
    let mut named: BTreeMap<String, f64> = place.iter().map(|(name, at)| ((*name).to_owned(), weights[*at])).collect();
    named.insert("bias".to_owned(), weights[0]);
    (named, weights[1 + names.len()..].to_vec())
}

/// Solves a system whose matrix is symmetric and positive, by Cholesky's factors.
fn solved(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let size = right.len();
    for at in 0..size {
        for other in 0..=at {
            let sum: f64 = (0..other).map(|k| matrix[at][k] * matrix[other][k]).sum();
            let value = matrix[at][other] - sum;
            matrix[at][other] = if at == other { value.max(1e-12).sqrt() } else { value / matrix[other][other] };
        }
    }
    for at in 0..size {
        let sum: f64 = (0..at).map(|k| matrix[at][k] * right[k]).sum();
        right[at] = (right[at] - sum) / matrix[at][at];
    }
    for at in (0..size).rev() {
        let sum: f64 = (at + 1..size).map(|k| matrix[k][at] * right[k]).sum();
        right[at] = (right[at] - sum) / matrix[at][at];
    }
    right
}

/// Each claim of a real chat as it is told by weights fitted on the conversations it is not in.
pub fn crossed(rows: &[Judged]) -> Vec<(f64, bool)> {
    let part = |row: &Judged| u64::from(blake3::hash(row.group.as_bytes()).as_bytes()[0]) % PARTS;
    let mut told = Vec::new();
    for out in (0..PARTS).collect::<BTreeSet<u64>>() {
        let (rest, fitted): (Vec<&Judged>, Vec<&Judged>) = rows.iter().partition(|row| part(row) == out);
        let fitted: Vec<Judged> = fitted
            .into_iter()
            .map(|row| Judged {
                weight: row.weight,
                is_real: row.is_real,
                group: row.group.clone(),
                traits: row.traits.clone(),
                meaning: row.meaning.clone(),
                lasts: row.lasts,
            })
            .collect();
        let weights = Fitted::on(&fitted);
        told.extend(rest.iter().filter(|row| row.is_real).map(|row| (weights.of(row), row.lasts)));
    }
    told
}

/// How much of what is kept at a threshold lasts, and how much of what lasts is kept.
pub fn report(title: &str, told: &[(f64, bool)]) -> String {
    let lasting = told.iter().filter(|(_, lasts)| *lasts).count();
    let mut text = format!(
        "{title} ({lasting} of {} last)\n| from | kept | of it lasts | of what lasts |\n|---|---|---|---|\n",
        told.len()
    );
    for threshold in [0.0, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8] {
        let kept = told.iter().filter(|(chance, _)| *chance >= threshold).count();
        let good = told.iter().filter(|(chance, lasts)| *lasts && *chance >= threshold).count();
        let share = |part: usize, whole: usize| 100.0 * part as f64 / whole.max(1) as f64;
        text.push_str(&format!(
            "| {threshold} | {kept} | {:.1} % | {:.1} % |\n",
            share(good, kept),
            share(good, lasting)
        ));
    }
    text + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_tells_apart_gets_its_weight() {
        let row = |number: usize| Judged {
            weight: 1.0,
            is_real: true,
            group: number.to_string(),
            traits: vec![if number.is_multiple_of(2) { "past" } else { "present" }.to_owned()],
            meaning: vec![if number < 20 { 1.0 } else { -1.0 }],
            lasts: !number.is_multiple_of(2),
        };
        let rows: Vec<Judged> = (0..40).map(row).collect();
        let fitted = Fitted::on(&rows);
        assert!(fitted.traits["present"] > 0.5 && fitted.traits["past"] < -0.5);
        assert!(fitted.vector[0].abs() < 0.1);
        assert!(crossed(&rows).iter().all(|(chance, lasts)| (*chance > 0.5) == *lasts));
        assert!(fitted.told("tiny@1").contains("model tiny@1\nvector "));
    }
}
