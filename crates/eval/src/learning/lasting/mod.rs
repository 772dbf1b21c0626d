//! `cofio-eval lasting`: can it be told what is still of use in a month?
//!
//! Claims of conversations that `hygiene` does not use were judged by its rubric. From them the weights are fitted by
//! which learning keeps what lasts and lets the rest wait for more. `hygiene`'s own verdicts are only tried on.

mod fit;
mod rows;

use std::path::PathBuf;

use clap::Args;
use cofio_domain::ports::{Cancel, Embedder, Mode};
use cofio_language::extract::Lasting;
use serde_json::json;

use super::labels::{Labels, sample};
use crate::Place;
use crate::asked::Kept;
use crate::data;
use crate::roster;
use fit::{Fitted, Judged};
use rows::{Part, Row};

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
    /// Write every claim with its traits and its verdict here, a line each.
    #[arg(long)]
    rows: Option<PathBuf>,
}

pub fn run(wanted: &Wanted) -> anyhow::Result<()> {
    data::require(&wanted.place.data)?;
    let embedder = Kept::embedder(roster::built_in_embedder()?, &wanted.place.means())?;
    let labels = Labels::read(&wanted.labels)?;
    let fitted_on = rows::rows(&wanted.place.data, Part::Fitted)?;
    let tried_on = rows::rows(&wanted.place.data, Part::Tried)?;
    if let Some(path) = &wanted.rows {
        let line = |part: &str, row: &Row, verdict: Option<&str>| {
            let subject = row.subject.to_string();
            json!({"part": part, "subject": subject, "verdict": verdict, "traits": row.traits, "content": row.content,
                "said": row.said, "worth": row.worth})
            .to_string()
                + "\n"
        };
        let hygiene = Labels::read(&wanted.tried)?;
        let mut text: String =
            fitted_on.iter().map(|row| line("fitted", row, labels.of(&row.subject))).collect();
        text.extend(tried_on.iter().map(|row| line("tried", row, hygiene.of(&row.kept_as))));
        std::fs::write(path, text)?;
        let texts: Vec<&str> = fitted_on.iter().chain(&tried_on).map(|row| row.content.as_str()).collect();
        for some in texts.chunks(64) {
            embedder.embed(Mode::Document, some, &Cancel::new())?;
        }
    }
    if wanted.unlabelled > 0 {
        let open: Vec<Row> = fitted_on.into_iter().filter(|row| labels.of(&row.subject).is_none()).collect();
        for row in sample(open, |row| row.subject.clone(), wanted.unlabelled) {
            println!("{}\t?\t{}", row.subject, row.content);
        }
        return Ok(());
    }
    let judged = |rows: Vec<Row>, labels: &Labels, whose: fn(&Row) -> &super::labels::Subject| -> anyhow::Result<Vec<Judged>> {
        let rows: Vec<(Row, bool)> = rows
            .into_iter()
            .filter_map(|row| {
                let lasts = labels.of(whose(&row))? == LASTS;
                Some((row, lasts))
            })
            .collect();
        let texts: Vec<&str> = rows.iter().map(|(row, _)| row.content.as_str()).collect();
        let vectors = embedder.embed(Mode::Document, &texts, &Cancel::new())?;
        let all = rows.iter().zip(vectors);
        Ok(all
            .map(|((row, lasts), vector)| Judged {
                set: row.subject.set.clone(),
                group: row.group.clone(),
                traits: row.traits.clone(),
                meaning: vector.values().to_vec(),
                lasts: *lasts,
            })
            .collect())
    };
    let to_fit = judged(fitted_on, &labels, |row| &row.subject)?;
    let to_try = judged(tried_on, &Labels::read(&wanted.tried)?, |row| &row.kept_as)?;
    if wanted.fit {
        print!("{}", Fitted::on(&to_fit).told(embedder.model().as_str()));
        return Ok(());
    }
    println!("{} claims to fit on, {} to try on\n", to_fit.len(), to_try.len());
    print!("{}", fit::report("fitted on nine tenths, tried on the rest", &fit::crossed(&to_fit)));
    let standard = Lasting::standard();
    let of = |row: &Judged| (standard.of(&row.traits, Some(&row.meaning)), row.lasts);
    print!("{}", fit::report("hygiene's sample, as the program reads it", &to_try.iter().map(of).collect::<Vec<_>>()));
    let by_words = |row: &Judged| (standard.of(&row.traits, None), row.lasts);
    print!("{}", fit::report("the same by words alone", &to_try.iter().map(by_words).collect::<Vec<_>>()));
    Ok(())
}

/// The verdict of what lasts.
const LASTS: &str = "fact";
