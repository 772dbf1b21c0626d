//! Tables in Markdown, so that they can be pasted into a document.

use std::fmt::Write;

use super::{Comparison, Row, row};
use crate::data::Set;
use crate::measure::{Difference, mean};
use crate::roster::{Contender, Second};

/// One row for each way of finding; recall in percent.
pub fn table(rows: &[Row]) -> String {
    let sets: Vec<Set> = rows.first().map(|row| row.sets.keys().copied().collect()).unwrap_or_default();
    let mut heads = vec!["embedder".to_owned(), "reranker".to_owned()];
    for set in &sets {
        let (title, fused) = (set.title(), if set.is_with_an_assistant() { "fused" } else { "B" });
        heads.push(format!("{title} dense@10"));
        if !set.is_with_an_assistant() {
            heads.push("A@10".to_owned());
        }
        heads.extend([format!("{fused}@5"), format!("{fused}@10")]);
    }
    heads.push("STS-B".to_owned());
    let mut text = line(&heads) + &line(&vec!["---".to_owned(); heads.len()]);
    for row in rows {
        let mut cells = vec![row.embedder.title().to_owned(), row.reranker.map_or("–", Second::title).to_owned()];
        for set in &sets {
            let figures = &row.sets[set];
            cells.push(percent(figures.dense.as_deref()));
            if !set.is_with_an_assistant() {
                cells.push(percent(figures.fusion_a.as_deref()));
            }
            cells.extend([percent(Some(&figures.found.at5)), percent(Some(&figures.found.at10))]);
        }
        cells.push(row.likeness.map(|likeness| format!("{:.1}", 100.0 * likeness)).unwrap_or_default());
        text += &line(&cells);
    }
    text
}

/// Differences in points, with the interval that holds 95 % of the draws; a star where it leaves out zero.
pub fn differences(found: &[Comparison]) -> String {
    let Some(sets) = found.first().map(|first| first.sets.keys().copied().collect::<Vec<Set>>()) else {
        return String::new();
    };
    let mut heads = vec!["difference".to_owned()];
    heads.extend(sets.iter().flat_map(|set| [5, 10].map(|count| format!("{}@{count}", set.title()))));
    let mut text = line(&heads) + &line(&vec!["---".to_owned(); heads.len()]);
    for comparison in found {
        let mut cells = vec![comparison.what.clone()];
        for set in &sets {
            let shown = comparison.sets.get(set).map(|(at5, at10)| [points(at5), points(at10)]);
            cells.extend(shown.unwrap_or_default());
        }
        text += &line(&cells);
    }
    text
}

/// How much of its teacher's gain our reranker has, over each embedder.
pub fn shares(rows: &[Row]) -> String {
    let mut text = String::new();
    for embedder in Contender::ALL {
        let measured = [None, Some(Second::Cofio), Some(Second::Teacher)].map(|second| row(rows, embedder, second));
        let [Some(without), Some(ours), Some(teacher)] = measured else { continue };
        let share = |set: &Set, of: fn(&crate::contest::Found) -> &[f64]| {
            let value = |row: &Row| mean(of(&row.sets[set].found)).unwrap_or_default();
            100.0 * (value(ours) - value(without)) / (value(teacher) - value(without))
        };
        let told = without.sets.keys().map(|set| {
            let (at5, at10) = (share(set, |found| &found.at5), share(set, |found| &found.at10));
            format!("{} {at5:.0} % at 5, {at10:.0} % at 10", set.title())
        });
        let told: Vec<String> = told.collect();
        let _ = writeln!(text, "{}: {}", embedder.title(), told.join("; "));
    }
    text
}

pub fn line(cells: &[String]) -> String {
    format!("| {} |\n", cells.join(" | "))
}

fn percent(values: Option<&[f64]>) -> String {
    values.and_then(mean).map(|mean| format!("{:.1}", 100.0 * mean)).unwrap_or_default()
}

pub fn points(difference: &Difference) -> String {
    let star = if difference.is_clear() { " *" } else { "" };
    let [mean, low, high] = [difference.mean, difference.low, difference.high].map(|value| 100.0 * value);
    format!("{mean:+.1} [{low:.1}, {high:.1}]{star}")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::contest::Found;
    use crate::report::{Figures, compare};

    fn rows() -> Vec<Row> {
        let found = |at5, at10| Found { at5: vec![at5; 4], at10: vec![at10; 4] };
        let figures = |dense, found| Figures { dense, fusion_a: Some(vec![0.5]), found };
        let row = |embedder, reranker, figures, likeness| Row {
            embedder,
            reranker,
            sets: BTreeMap::from([(Set::LoCoMo, figures)]),
            likeness,
        };
        let reranked = |at5, at10| Figures { found: found(at5, at10), ..Figures::default() };
        vec![
            row(Contender::Cofio, None, figures(Some(vec![0.0, 0.25]), found(0.25, 0.5)), Some(0.849)),
            row(Contender::Cofio, Some(Second::Cofio), reranked(0.5, 0.75), None),
            row(Contender::Cofio, Some(Second::Teacher), reranked(0.75, 1.0), None),
        ]
    }

    #[test]
    fn a_table_has_a_line_for_each_way_of_finding() {
        let expected = "\
| embedder | reranker | LoCoMo dense@10 | A@10 | B@5 | B@10 | STS-B |
| --- | --- | --- | --- | --- | --- | --- |
| cofio-embed-1 | – | 12.5 | 50.0 | 25.0 | 50.0 | 84.9 |
| cofio-embed-1 | cofio-rerank-1 |  |  | 50.0 | 75.0 |  |
| cofio-embed-1 | ms-marco-MiniLM-L-12-v2 |  |  | 75.0 | 100.0 |  |
";
        assert_eq!(table(&rows()), expected);
        assert_eq!(shares(&rows()), "cofio-embed-1: LoCoMo 50 % at 5, 50 % at 10\n");
    }

    #[test]
    fn a_clear_difference_has_a_star() {
        let told = differences(&compare(&rows()[..2]));
        assert!(told.ends_with(
            "| cofio-embed-1: cofio-rerank-1 against none | +25.0 [25.0, 25.0] * | +25.0 [25.0, 25.0] * |\n"
        ));
        assert_eq!(differences(&[]), "");
    }
}
