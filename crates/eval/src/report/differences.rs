//! Which differences between rows are worth a statement.

use std::collections::BTreeMap;

use super::{Row, row};
use crate::data::Set;
use crate::measure::{Difference, difference};
use crate::roster::{Contender, Second};

/// One way of finding against another, on each set among the first five and ten.
#[derive(Debug, Clone)]
pub struct Comparison {
    pub what: String,
    pub sets: BTreeMap<Set, (Difference, Difference)>,
}

impl Comparison {
    fn of(one: &Row, other: &Row, what: String) -> Comparison {
        let both = one.sets.iter().filter_map(|(set, one)| other.sets.get(set).map(|other| (*set, one, other)));
        let sets = both.map(|(set, one, other)| {
            let at5 = difference(&one.found.at5, &other.found.at5);
            (set, (at5, difference(&one.found.at10, &other.found.at10)))
        });
        Comparison { what, sets: sets.collect() }
    }
}

/// Compares what was measured: our embedder with the others, rerankers with none, our reranker with its teacher.
pub fn compare(rows: &[Row]) -> Vec<Comparison> {
    let mut found = Vec::new();
    let mut add = |one: (Contender, Option<Second>), other: (Contender, Option<Second>), what: String| {
        if let (Some(one), Some(other)) = (row(rows, one.0, one.1), row(rows, other.0, other.1)) {
            found.push(Comparison::of(one, other, what));
        }
    };
    let others = [Contender::None, Contender::Potion, Contender::MiniLm, Contender::GteSmall, Contender::CofioFloat];
    for other in others {
        let what = format!("{} against {}, fused", Contender::Cofio.title(), other.title());
        add((Contender::Cofio, None), (other, None), what);
    }
    for embedder in Contender::ALL {
        for reranker in Second::ALL {
            let what = format!("{}: {} against none", embedder.title(), reranker.title());
            add((embedder, Some(reranker)), (embedder, None), what);
        }
        let what = format!("{}: {} against its teacher", embedder.title(), Second::Cofio.title());
        add((embedder, Some(Second::Cofio)), (embedder, Some(Second::Teacher)), what);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contest::Found;
    use crate::report::Figures;

    fn measured(embedder: Contender, reranker: Option<Second>, recall: f64) -> Row {
        let found = Found { at5: vec![recall / 2.0; 20], at10: vec![recall; 20] };
        let figures = Figures { found, ..Figures::default() };
        Row { embedder, reranker, sets: BTreeMap::from([(Set::LoCoMo, figures)]), likeness: None }
    }

    #[test]
    fn only_what_was_measured_is_compared() {
        let rows = [
            measured(Contender::MiniLm, None, 0.5),
            measured(Contender::Cofio, None, 0.75),
            measured(Contender::Cofio, Some(Second::Cofio), 1.0),
        ];
        let told: Vec<(String, f64, f64)> = compare(&rows)
            .into_iter()
            .map(|found| (found.what, found.sets[&Set::LoCoMo].0.mean, found.sets[&Set::LoCoMo].1.mean))
            .collect();
        let expected = [
            ("cofio-embed-1 against all-MiniLM-L6-v2, fused".to_owned(), 0.125, 0.25),
            ("cofio-embed-1: cofio-rerank-1 against none".to_owned(), 0.125, 0.25),
        ];
        assert_eq!(told, expected);
    }
}
