//! How much hangs on the extractor's word lists: figures without half of them, without any verb, and on sentences whose
//! verbs they do not have.

use cofio_language::extract::Extractor;

use super::floors::Floor;
use super::sets::Annotated;
use super::{BEFORE, Judged, Row, extracted, message, wordings};
use crate::asked::Embeddings;

/// Different halves are taken away, so that one lucky draw does not speak for all.
const DRAWS: [u64; 3] = [1, 2, 3];

/// Returns the rows of the extractor with parts of its lists taken away.
pub fn rows(set: &Annotated, claims: &[Vec<String>], embeddings: &mut Embeddings) -> anyhow::Result<Vec<Row>> {
    let mut rows = Vec::new();
    for draw in DRAWS {
        let half = Extractor::thinned(&|section, entry| is_kept(draw, section, entry));
        let found = wordings(set, &extracted(&half, set));
        rows.push(Judged::new(set, &found, embeddings)?.row(&format!("cofio, half of the lexicon ({draw})")));
    }
    let verbless = Extractor::thinned(&|section, _| !matches!(section, "verb" | "irregular" | "lasting"));
    let found = wordings(set, &extracted(&verbless, set));
    rows.push(Judged::new(set, &found, embeddings)?.row("cofio, no verb in the lexicon"));
    let unknown = units_of_unknown_verbs(set);
    if unknown.iter().filter(|unknown| **unknown).count() > 20 {
        let floor = Floor::FirstPerson.extract(set);
        for (title, claims) in [("first-person sentences", floor.as_slice()), ("cofio", claims)] {
            let judged = Judged::new(set, claims, embeddings)?;
            rows.push(judged.row_of(&format!("{title}, only units of unknown verbs"), |unit| unknown[unit]));
        }
    }
    Ok(rows)
}

fn is_kept(draw: u64, section: &str, entry: &str) -> bool {
    let hash = blake3::hash(format!("{draw} {section} {entry}").as_bytes());
    hash.as_bytes()[0] & 1 == 0
}

/// Tells which units have clauses, none of them with a main verb that is in the lists.
fn units_of_unknown_verbs(set: &Annotated) -> Vec<bool> {
    let (mut clauses, mut known) = (vec![0; set.facts.len()], vec![0; set.facts.len()]);
    for session in &set.sessions {
        let messages: Vec<_> = session.iter().map(message).collect();
        for (at, said) in messages.iter().enumerate() {
            for claim in Extractor::standard().candidates(said, &messages[at.saturating_sub(BEFORE)..at]) {
                clauses[session[at].unit] += 1;
                known[session[at].unit] += usize::from(!claim.signs.contains(&"verb_unknown"));
            }
        }
    }
    clauses.into_iter().zip(known).map(|(clauses, known)| clauses > 0 && known == 0).collect()
}
