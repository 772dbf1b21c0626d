//! Tables in Markdown, so that they can be pasted into a document.

use std::fmt::Write;

use super::{DEFAULTS, Group, Told, WITHOUT, groups};
use crate::report::{line, points};
use crate::retrieval::baselines::STRONG_SIMPLE;
use crate::retrieval::trial::{Results, Way};

/// The columns of the main table.
const MAIN: [&str; 12] = [
    "recall@5",
    "recall@10",
    "recall@20",
    "all@10",
    "any@10",
    "ndcg@10",
    "mrr",
    "complete@256",
    "complete@512",
    "complete@1K",
    "complete@2K",
    "complete@4K",
];
/// What is compared with the bar.
const COMPARED: [&str; 5] = ["recall@10", "all@10", "mrr", "complete@512", "complete@1K"];

/// A table for each part of a set: everything in percent.
pub fn tables(results: &Results, told: &Told) -> String {
    let mut text = format!(
        "Embedder {}, reranker {}; strong simple reads with {}. In percent.\n",
        told.embedder, told.reranker, told.strong_simple_with
    );
    if !told.without.is_empty() {
        let _ = writeln!(text, "Without {}.", told.without.join(", "));
    }
    for note in &told.notes {
        let _ = writeln!(text, "{note}");
    }
    for group in groups(results) {
        let _ = writeln!(text, "\n## {} ({} questions)\n", group.title(), group.questions.len());
        text += &main(results, &group);
        text += &further(results, &group);
        text += &ahead(results, &group, told);
        text += &by_category(results, &group, told);
    }
    text
}

/// Each way in a row.
fn main(results: &Results, group: &Group) -> String {
    let has = |metric: &&str| results.ways.iter().any(|way| way.mean(metric, &group.questions).is_some());
    let metrics: Vec<&str> = MAIN.into_iter().filter(has).collect();
    if metrics.is_empty() {
        return String::new();
    }
    // Of some questions no more than the sessions is known.
    let cited = results.ways.iter().map(|way| way.each(metrics[0], &group.questions).len()).max().unwrap_or(0);
    let of = if cited == group.questions.len() { String::new() } else { format!("{cited} that cite turns") };
    let mut text = table_head(&of, metrics.iter().copied());
    for way in &results.ways {
        text += &row(&way.title, metrics.iter().map(|metric| percent(way.mean(metric, &group.questions))));
    }
    text
}

/// What only some questions have, each figure in a row.
fn further(results: &Results, group: &Group) -> String {
    // What a new space keeps is told by its recall.
    let ways: Vec<&Way> = results.ways.iter().filter(|way| !way.title.ends_with(DEFAULTS)).collect();
    let mut metrics: Vec<&str> = ways.iter().flat_map(|way| way.metrics(&group.questions)).collect();
    metrics.sort_unstable();
    metrics.dedup();
    metrics.retain(|metric| !MAIN.contains(metric));
    if metrics.is_empty() {
        return String::new();
    }
    let mut text = "\n".to_owned() + &table_head("further", ways.iter().map(|way| way.title.as_str()));
    for metric in metrics {
        let count = ways.iter().map(|way| way.each(metric, &group.questions).len()).max().unwrap_or(0);
        let cells = ways.iter().map(|way| percent(way.mean(metric, &group.questions)));
        text += &row(&format!("{metric} ({count})"), cells);
    }
    text
}

/// Points ahead of the bar, with the interval of 95 % of the draws.
fn ahead(results: &Results, group: &Group, told: &Told) -> String {
    let Some(simple) = results.way(STRONG_SIMPLE) else { return String::new() };
    if simple.mean(COMPARED[0], &group.questions).is_none() {
        return String::new();
    }
    let mut text = "\n".to_owned() + &table_head("ahead of strong simple", COMPARED.into_iter());
    for way in told.depths.iter().filter_map(|depth| results.way(depth)) {
        let cells = COMPARED.into_iter().map(|metric| points(&way.ahead_of(simple, metric, &group.questions)));
        text += &row(&way.title, cells);
    }
    text
}

/// Recall at ten and what fits in a thousand tokens, by category.
fn by_category(results: &Results, group: &Group, told: &Told) -> String {
    let categories = group.categories(results);
    let ours = told.depths.iter().filter_map(|depth| results.way(depth));
    let ways: Vec<&Way> = results.way(STRONG_SIMPLE).into_iter().chain(ours).collect();
    let known = ways.iter().any(|way| way.mean("recall@10", &group.questions).is_some());
    if categories.len() < 2 && !known {
        return String::new();
    }
    let mut text =
        "\n".to_owned() + &table_head("recall@10 / complete@1K by category", ways.iter().map(|way| way.title.as_str()));
    for (name, questions) in categories {
        let cells = ways.iter().map(|way| {
            let [recall, complete] = ["recall@10", "complete@1K"].map(|metric| percent(way.mean(metric, &questions)));
            format!("{recall} / {complete}")
        });
        text += &row(&format!("{name} ({})", questions.len()), cells);
    }
    text
}

/// What each weight was worth: recall at ten and what fits in a thousand tokens, and what is lost without it.
pub fn ablation(results: &Results, told: &Told) -> String {
    let groups = groups(results);
    let mut text = String::new();
    for depth in &told.depths {
        let Some(everything) = results.way(depth) else { continue };
        for metric in ["recall@10", "complete@1K"] {
            let known: Vec<&Group> =
                groups.iter().filter(|group| everything.mean(metric, &group.questions).is_some()).collect();
            let titles: Vec<String> = known.iter().map(|group| group.title()).collect();
            let _ = writeln!(text, "\n## {metric}, {depth}\n");
            text += &table_head("without", titles.iter().map(String::as_str));
            let cells = known.iter().map(|group| percent(everything.mean(metric, &group.questions)));
            text += &row("everything", cells);
            let prefix = format!("{depth}{WITHOUT}");
            for way in &results.ways {
                let Some(name) = way.title.strip_prefix(&prefix) else { continue };
                let cells = known.iter().map(|group| points(&way.ahead_of(everything, metric, &group.questions)));
                text += &row(name, cells);
            }
        }
    }
    text
}

fn table_head<'a>(first: &'a str, heads: impl Iterator<Item = &'a str>) -> String {
    let cells: Vec<String> = std::iter::once(first).chain(heads).map(str::to_owned).collect();
    line(&cells) + &line(&vec!["---".to_owned(); cells.len()])
}

fn row(first: &str, cells: impl Iterator<Item = String>) -> String {
    line(&std::iter::once(first.to_owned()).chain(cells).collect::<Vec<_>>())
}

fn percent(value: Option<f64>) -> String {
    value.map(|value| format!("{:.1}", 100.0 * value)).unwrap_or_default()
}
