//! `cofio-eval lasting`: can it be told what is still of use in a month?
//!
//! Claims of conversations that `hygiene` does not use were judged by its rubric. From them the weights are fitted by
//! which learning keeps what lasts and lets the rest wait for more. `hygiene`'s own verdicts are only tried on.

mod fit;
mod rows;

use std::collections::BTreeSet;
use std::path::PathBuf;

use clap::Args;
use cofio_domain::ports::{Cancel, Embedder, Mode};
use cofio_language::extract::Lasting;

use super::labels::{Labels, sample};
use crate::Place;
use crate::asked::Kept;
use crate::data;
use crate::roster;
use fit::{Fitted, Judged};
use rows::{Origin, Part, Row};

/// What is to be done.
#[derive(Args)]
pub struct Wanted {
    #[command(flatten)]
    place: Place,
    /// The verdicts to fit on.
    #[arg(long, default_value = "crates/eval/labels/lasting.tsv")]
    labels: PathBuf,
    /// The verdicts to try on.
    #[arg(long, default_value = "crates/eval/labels/hygiene.tsv")]
    tried: PathBuf,
    /// Print weights fitted on the verdicts, for crates/language/src/extract/lasting.txt.
    #[arg(long)]
    fit: bool,
    /// Print this many claims that nobody has judged, with their words, to be judged.
    #[arg(long, default_value_t = 0)]
    unlabelled: usize,
    /// The dialogues that may be fitted on.
    #[arg(long, default_value = "crates/eval/dialogues/open.jsonl")]
    dialogues: PathBuf,
}

pub fn run(wanted: &Wanted) -> anyhow::Result<()> {
    data::require(&wanted.place.data)?;
    let embedder = Kept::embedder(roster::built_in_embedder()?, &wanted.place.means())?;
    let labels = Labels::read(&wanted.labels)?;
    let fitted_on = rows::rows(&wanted.place.data, Part::Fitted, &wanted.dialogues, &embedder)?;
    let tried_on = rows::rows(&wanted.place.data, Part::Tried, &wanted.dialogues, &embedder)?;
    if wanted.unlabelled > 0 {
        let open: Vec<Row> = fitted_on.into_iter().filter(|row| labels.of(&row.subject).is_none()).collect();
        for row in sample(open, |row| row.subject.clone(), wanted.unlabelled) {
            println!("{}\t?\t{}", row.subject, row.content);
        }
        return Ok(());
    }
    let to_fit = judged(fitted_on, &embedder, |row| labels.of(&row.subject).map(|verdict| verdict == LASTS))?;
    let tried = Labels::read(&wanted.tried)?;
    let to_try = judged(tried_on, &embedder, |row| tried.of(&row.kept_as).map(|verdict| verdict == LASTS))?;
    if wanted.fit {
        print!("{}", Fitted::on(&to_fit).told(embedder.model().as_str()));
        return Ok(());
    }
    println!("{} claims to fit on, {} to try on\n", to_fit.len(), to_try.len());
    print!("{}", fit::report("fitted on nine tenths, tried on the rest", &fit::crossed(&to_fit)));
    let standard = Lasting::standard();
    let of = |row: &Judged| (standard.of(&row.traits, &row.meaning), row.lasts);
    print!("{}", fit::report("hygiene's sample, as the program reads it", &to_try.iter().map(of).collect::<Vec<_>>()));
    Ok(())
}

/// The verdict of what lasts.
const LASTS: &str = "fact";

/// How much verdicts count: those on real chats the most; what only follows from where a claim is from, less.
fn weight(row: &Row, follows: bool) -> f64 {
    match row.origin {
        Origin::Real => 1.0,
        Origin::Played => 0.7,
        Origin::Dialogue => 0.5,
        Origin::Written if !follows => 0.35,
        Origin::Written | Origin::Preference => 0.3,
    }
}

/// The claims of which it is known whether they last, each once.
fn judged(
    rows: Vec<Row>,
    embedder: &dyn Embedder,
    verdict: impl Fn(&Row) -> Option<bool>,
) -> anyhow::Result<Vec<Judged>> {
    let mut seen = BTreeSet::new();
    let mut found: Vec<(Row, bool, f64)> = Vec::new();
    for row in rows {
        let given = verdict(&row);
        let Some(lasts) = given.or(row.follows) else { continue };
        if seen.insert((row.subject.set.clone(), row.content.clone())) {
            let weight = weight(&row, given.is_none());
            found.push((row, lasts, weight));
        }
    }
    let texts: Vec<&str> = found.iter().map(|(row, _, _)| row.content.as_str()).collect();
    let mut vectors = Vec::new();
    for some in texts.chunks(64) {
        vectors.extend(embedder.embed(Mode::Document, some, &Cancel::new())?);
    }
    let all = found.iter().zip(vectors);
    Ok(all
        .map(|((row, lasts, weight), vector)| Judged {
            weight: *weight,
            is_real: row.origin == Origin::Real,
            group: row.group.clone(),
            traits: row.traits.clone(),
            meaning: vector.values().to_vec(),
            lasts: *lasts,
        })
        .collect())
}
