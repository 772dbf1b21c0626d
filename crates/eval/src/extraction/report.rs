//! What is printed and written.

use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use cofio_language::extract::Extractor;
use serde_json::{Value, json};

use super::floors::Floor;
use super::matching::{Tally, greedy};
use super::sets::Annotated;
use super::{Judged, Row, SEMANTIC, vectors_of, wording};
use crate::Place;
use crate::asked::Embeddings;
use crate::roster::{Contender, Precision};

/// The protocol's cosine under MiniLM.
const MINILM: f64 = 0.60;

/// Returns all rows as a table.
pub fn table(rows: &[Row]) -> String {
    let mut out = String::from(
        "| gold | extractor | lex P / R / F1 | sem P / R / F1 | unit P / R | claims per fact | planted: alike / nearest / stored |\n|---|---|---|---|---|---|---|\n",
    );
    for row in rows {
        let three = |tally: &Tally| {
            format!("{:.1} / {:.1} / **{:.1}**", 100.0 * tally.precision(), 100.0 * tally.recall(), 100.0 * tally.f1())
        };
        let [planted, alike, nearest, stored] = row.planted;
        let share = |count: usize| 100.0 * count as f64 / planted.max(1) as f64;
        let planted = match planted {
            0 => String::new(),
            all => format!("{:.1} / {:.1} / **{:.1}** of {all}", share(alike), share(nearest), share(stored)),
        };
        let _ = writeln!(
            out,
            "| {} ({}) | {} | {} | {} | {:.1} / {:.1} | {:.2} | {planted} |",
            row.set,
            row.semantic.facts,
            row.extractor,
            three(&row.lexical),
            three(&row.semantic),
            100.0 * row.semantic.unit_precision(),
            100.0 * row.semantic.unit_recall(),
            row.semantic.per_fact(),
        );
    }
    out
}

/// Says how long the extractor took.
pub fn speed(took: &[(&str, Duration, usize)]) -> String {
    let mut out = String::new();
    for (set, time, messages) in took {
        let session = time.as_secs_f64() * 1000.0 * 200.0 / (*messages).max(1) as f64;
        let _ =
            writeln!(out, "{set}: {messages} messages read in {:.2} s; 200 take {session:.0} ms", time.as_secs_f64());
    }
    out
}

/// The same for programs; shares from 0 to 1.
pub fn json(rows: &[Row]) -> Value {
    let tally = |tally: &Tally| json!({ "precision": tally.precision(), "recall": tally.recall(), "f1": tally.f1() });
    let row = |row: &Row| {
        json!({
            "set": row.set,
            "extractor": row.extractor,
            "facts": row.semantic.facts,
            "claims": row.semantic.claims,
            "lexical": tally(&row.lexical),
            "semantic": tally(&row.semantic),
            "unit_precision": row.semantic.unit_precision(),
            "unit_recall": row.semantic.unit_recall(),
            "claims_per_fact": row.semantic.per_fact(),
            "planted": { "all": row.planted[0], "alike": row.planted[1], "nearest": row.planted[2], "stored": row.planted[3] },
        })
    };
    json!({ "threshold": SEMANTIC, "rows": rows.iter().map(row).collect::<Vec<_>>() })
}

/// Prints units with what was missed, made up and matched.
pub fn examples(set: &Annotated, claims: &[Vec<String>], judged: &Judged<'_>, count: usize) {
    println!("\n## {}\n", set.title);
    let (mut missed, mut made_up, mut matched, mut stored) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for (unit, found) in claims.iter().enumerate() {
        let pairs = greedy(&judged.semantic[unit], SEMANTIC);
        for (at, fact) in set.facts[unit].iter().enumerate() {
            match pairs.iter().find(|(_, fact)| *fact == at) {
                Some((claim, _)) => matched.push(format!("{fact}\n    = {}", found[*claim])),
                None => {
                    missed.push(format!("{fact}\n    in: {}{}", text_of(set, unit), nearest(found, judged, unit, at)));
                }
            }
        }
        for (at, point) in set.planted[unit].iter().enumerate() {
            stored.extend(judged.stores(unit, at).map(|claim| format!("{point}\n    claim: {}", found[claim])));
        }
        for (at, claim) in found.iter().enumerate() {
            if !pairs.iter().any(|(claim, _)| *claim == at) {
                made_up.push(format!("{claim}\n    facts: {}", set.facts[unit].join(" | ")));
            }
        }
    }
    for (title, list) in
        [("missed", missed), ("made up", made_up), ("matched", matched), ("planted and stored", stored)]
    {
        println!("### {title}: {}", list.len());
        let step = (list.len() / count.max(1)).max(1);
        list.iter().step_by(step).take(count).for_each(|line| println!("- {line}"));
    }
}

/// The claim that is most like a fact that was missed, and how alike they are.
fn nearest(claims: &[String], judged: &Judged<'_>, unit: usize, fact: usize) -> String {
    let like = |claim: &usize| judged.semantic[unit][*claim][fact];
    let best = (0..claims.len()).max_by(|one, other| like(one).total_cmp(&like(other)));
    best.map_or_else(String::new, |best| format!("\n    nearest, {:.2}: {}", like(&best), claims[best]))
}

fn text_of(set: &Annotated, unit: usize) -> String {
    let said = set.sessions.iter().flatten().filter(|said| said.unit == unit && !said.by_assistant);
    let text: Vec<&str> = said.map(|said| said.text.as_str()).collect();
    if text.len() > 1 { format!("({} messages)", text.len()) } else { text.join(" ") }
}

/// Writes the signs of every possible claim of a set, and whether a fact matches it.
pub fn signs(path: &Path, set: &Annotated, extractor: &Extractor, embeddings: &mut Embeddings) -> anyhow::Result<()> {
    use std::io::Write as _;
    let mut found = vec![Vec::new(); set.facts.len()];
    for session in &set.sessions {
        let messages: Vec<_> = session.iter().map(super::message).collect();
        for (at, message) in messages.iter().enumerate() {
            let before = &messages[at.saturating_sub(super::BEFORE)..at];
            found[session[at].unit].extend(extractor.candidates(message, before));
        }
    }
    let claims: Vec<Vec<String>> =
        found.iter().map(|unit| unit.iter().map(|claim| wording(set, claim)).collect()).collect();
    let judged = Judged::new(set, &claims, embeddings)?;
    let mut file = std::fs::File::options().create(true).append(true).open(path)?;
    for (unit, candidates) in found.iter().enumerate() {
        let pairs = greedy(&judged.semantic[unit], SEMANTIC);
        for (at, candidate) in candidates.iter().enumerate() {
            let best = judged.semantic[unit][at].iter().copied().fold(0.0, f64::max);
            let matched = pairs.iter().any(|(claim, _)| *claim == at);
            let line = json!({ "set": set.key, "unit": unit, "matched": matched, "best": best, "signs": candidate.signs,
                "text": claims[unit][at], "words": candidate.said });
            writeln!(file, "{line}")?;
        }
    }
    Ok(())
}

/// Prints the cosine of the built-in embedder that accepts as many pairs as MiniLM does at 0.60, and how often both agree.
pub fn calibrate(sets: &[Annotated], ours: &mut Embeddings, place: &Place) -> anyhow::Result<()> {
    let minilm = Contender::MiniLm.open(&place.models, Precision::Float)?;
    let minilm = minilm.ok_or_else(|| anyhow::anyhow!("MiniLM cannot be opened"))?;
    let mut theirs = Embeddings::new(minilm, &place.means())?;
    let mut all: Vec<(f64, f64)> = Vec::new();
    for set in sets {
        let claims = Floor::FirstPerson.extract(set);
        let pairs = |embeddings: &mut Embeddings| -> anyhow::Result<Vec<f64>> {
            let (claims, facts) = (vectors_of(&claims, embeddings)?, vectors_of(&set.facts, embeddings)?);
            let units = claims.iter().zip(&facts);
            Ok(units
                .flat_map(|(claims, facts)| {
                    claims.iter().flat_map(move |claim| facts.iter().map(move |fact| (claim, fact)))
                })
                .map(|(claim, fact)| claim.dot(fact).map_or(0.0, f64::from))
                .collect())
        };
        let pairs: Vec<(f64, f64)> = pairs(ours)?.into_iter().zip(pairs(&mut theirs)?).collect();
        println!("{}: {}", set.title, told(&pairs));
        all.extend(pairs);
    }
    println!("all: {}", told(&all));
    Ok(())
}

fn told(pairs: &[(f64, f64)]) -> String {
    let accepted = pairs.iter().filter(|(_, theirs)| *theirs >= MINILM).count();
    let mut ours: Vec<f64> = pairs.iter().map(|(ours, _)| *ours).collect();
    ours.sort_by(|one, other| other.total_cmp(one));
    let threshold = ours.get(accepted.saturating_sub(1)).copied().unwrap_or(1.0);
    let agree = pairs.iter().filter(|(ours, theirs)| (*ours >= threshold) == (*theirs >= MINILM)).count();
    let share = 100.0 * agree as f64 / pairs.len().max(1) as f64;
    format!(
        "{} pairs, MiniLM accepts {accepted} at {MINILM}; ours as many at {threshold:.3}; both agree on {share:.1} %",
        pairs.len()
    )
}
