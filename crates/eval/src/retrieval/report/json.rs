//! The same for programs. Figures are from 0 to 1.

use serde_json::{Map, Value, json};

use super::{Group, Told, groups};
use crate::measure::Difference;
use crate::retrieval::baselines::STRONG_SIMPLE;
use crate::retrieval::trial::{Results, Way};
use crate::retrieval::weights::named;

/// Everything that was measured. At the top are the overall figures of the deepest way of looking.
pub fn json(results: &Results, told: &Told) -> Value {
    let everything: Vec<usize> = (0..results.asked.len()).collect();
    let deepest = told.depths.last().and_then(|depth| results.way(depth));
    let mut top = deepest.map(|way| figures(way, &everything)).unwrap_or_default();
    let groups = groups(results);
    let sets: Map<String, Value> = groups.iter().map(|group| (group.key(), set(results, group, told))).collect();
    let overall: Map<String, Value> = ways(results, &everything);
    top.extend([
        ("depth".to_owned(), json!(told.depths.last())),
        ("questions".to_owned(), json!(everything.len())),
        ("ways".to_owned(), Value::Object(overall)),
        ("sets".to_owned(), Value::Object(sets)),
        ("configuration".to_owned(), configuration(told)),
    ]);
    if told.with_questions {
        let asked: Vec<Value> = everything.iter().map(|question| asked(results, *question)).collect();
        top.insert("asked".to_owned(), Value::Array(asked));
    }
    Value::Object(top)
}

fn configuration(told: &Told) -> Value {
    json!({
        "weights": named(&told.weights),
        "without": told.without,
        "embedder": told.embedder,
        "reranker": told.reranker,
        "strong_simple_with": told.strong_simple_with,
    "domains": "all on",
        "notes": told.notes,
    })
}

fn set(results: &Results, group: &Group, told: &Told) -> Value {
    let categories = group.categories(results).into_iter().map(|(name, questions)| {
        let mut told = ways(results, &questions);
        told.insert("questions".into(), json!(questions.len()));
        (name, Value::Object(told))
    });
    let ahead: Map<String, Value> = results
        .way(STRONG_SIMPLE)
        .map(|simple| {
            let ours = told.depths.iter().filter_map(|depth| results.way(depth));
            ours.map(|way| (way.title.clone(), ahead(way, simple, &group.questions))).collect()
        })
        .unwrap_or_default();
    json!({
        "questions": group.questions.len(),
        "ways": ways(results, &group.questions),
        "ahead_of_strong_simple": ahead,
        "categories": categories.collect::<Map<String, Value>>(),
    })
}

fn ways(results: &Results, questions: &[usize]) -> Map<String, Value> {
    results.ways.iter().map(|way| (way.title.clone(), Value::Object(figures(way, questions)))).collect()
}

fn figures(way: &Way, questions: &[usize]) -> Map<String, Value> {
    let metrics = way.metrics(questions).into_iter();
    metrics.map(|metric| (metric.to_owned(), json!(way.mean(metric, questions)))).collect()
}

fn ahead(way: &Way, simple: &Way, questions: &[usize]) -> Value {
    let told = |Difference { mean, low, high }: Difference| json!({ "mean": mean, "low": low, "high": high });
    let metrics = way.metrics(questions).into_iter();
    let compared = metrics.map(|metric| (metric.to_owned(), told(way.ahead_of(simple, metric, questions))));
    Value::Object(compared.collect())
}

fn asked(results: &Results, question: usize) -> Value {
    let asked = &results.asked[question];
    let ways = results.ways.iter().map(|way| {
        let answer = &way.answers[question];
        (way.title.clone(), json!({ "hits": answer.hits, "scores": answer.scores }))
    });
    json!({
        "set": asked.set.key(),
        "part": asked.part,
        "conversation": asked.conversation,
        "category": asked.category,
        "question": asked.text,
        "gold": asked.gold,
        "ways": ways.collect::<Map<String, Value>>(),
    })
}
