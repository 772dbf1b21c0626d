//! `cofio bench`

use std::sync::Arc;
use std::time::{Duration, Instant};

use cofio_domain::ports::{Cancel, Store};
use cofio_engine::{Depth, Engine, Found, Fusion, Item, Models, RecallQuery, Settings};
use serde_json::{Value, json};

use crate::args::HELP;
use crate::exit::Failure;
use crate::ids::RandomIds;
use crate::output::{Manner, Row, Style, one_line, shortened, table};
use crate::wire::{Session, Setup, models};

/// Measure on your own data
#[derive(Debug, clap::Args)]
#[command(help_template = HELP, before_help = "\
Examples:
  cofio bench retrieval questions.jsonl
")]
pub struct Bench {
    #[command(subcommand)]
    action: BenchAction,
}

#[derive(Debug, clap::Subcommand)]
enum BenchAction {
    /// How often recall finds what it should, and how long it takes
    #[command(help_template = HELP, before_help = "\
Examples:
  cofio bench retrieval questions.jsonl
  cofio bench retrieval work.jsonl home.jsonl -k 3 --json
A line is {\"question\": \"Where does Ana live?\", \"expect\": [\"mem_…\", \"words that must be in it\"]}.
Each thing expected is the id of a memory or a message, or words of its text. Nothing is changed or counted as used.
")]
    Retrieval {
        /// Questions, one JSON object a line; - reads standard input
        #[arg(required = true, value_name = "FILE")]
        files: Vec<String>,
        /// Look at this many hits
        #[arg(short, value_name = "N", default_value_t = 10)]
        k: usize,
    },
}

/// A question and what should be found for it.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Asked {
    file: String,
    line: u64,
    question: String,
    expect: Vec<String>,
}

/// A way of looking, from the plainest to the most thorough: what each adds is the difference to the one before.
struct Way {
    name: &'static str,
    about: &'static str,
    meaning: bool,
    fusion: Fusion,
    depth: Depth,
}

const WAYS: [Way; 4] = [
    Way { name: "words", about: "by words alone", meaning: false, fusion: Fusion::Scores, depth: Depth::Fast },
    Way { name: "ranks", about: "words and meaning by rank", meaning: true, fusion: Fusion::Rrf, depth: Depth::Fast },
    Way { name: "fast", about: "what every turn gets", meaning: true, fusion: Fusion::Scores, depth: Depth::Fast },
    Way { name: "thorough", about: "what recall does", meaning: true, fusion: Fusion::Scores, depth: Depth::Thorough },
];

/// How a way did.
struct Measured {
    way: &'static Way,
    /// The share of what was expected, on average over the questions.
    recall: f64,
    /// The share of questions of which everything was found.
    all: f64,
    mrr: f64,
    p50: Duration,
    p95: Duration,
    misses: Vec<(Asked, Vec<String>)>,
}

impl Bench {
    pub fn run(&self, setup: &Setup) -> Result<(), Failure> {
        let BenchAction::Retrieval { files, k } = &self.action;
        if *k == 0 {
            return Err(Failure::usage("-k takes a number from 1 on"));
        }
        let asked = read(files)?;
        let session = setup.open()?;
        // What has no vector yet is given one before anything is measured.
        session.engine.embed_missing(&session.space, usize::MAX, &Cancel::new())?;
        let wanted = WAYS.iter().filter(|way| !way.meaning || session.config.reads_meaning());
        let measured = wanted.map(|way| measure(setup, &session, way, &asked, *k)).collect::<Result<Vec<_>, _>>()?;
        tell(setup, &asked, &measured, *k);
        Ok(())
    }
}

fn read(files: &[String]) -> Result<Vec<Asked>, Failure> {
    let (mut asked, mut wrong) = (Vec::new(), Vec::new());
    for file in files {
        let bytes = if file == "-" {
            super::standard_input()?.into_bytes()
        } else {
            std::fs::read(file).map_err(|error| Failure::usage(format!("{file} cannot be read: {error}")))?
        };
        for (line, value) in super::json_lines(&bytes) {
            match value.and_then(|value| question(&value)) {
                Ok((question, expect)) => asked.push(Asked { file: file.clone(), line, question, expect }),
                Err(error) => wrong.push(format!("{file}, line {line}: {error}")),
            }
        }
    }
    if !wrong.is_empty() {
        let more = wrong.len().saturating_sub(MANY);
        wrong.truncate(MANY);
        let more = if more > 0 { format!("\nand {more} more") } else { String::new() };
        return Err(Failure::usage(format!("{}{more}", wrong.join("\n"))));
    }
    if asked.is_empty() {
        return Err(Failure::usage("there is no question in it"));
    }
    Ok(asked)
}

/// How many mistakes or misses are worth showing at once.
const MANY: usize = 20;

fn question(value: &Value) -> Result<(String, Vec<String>), String> {
    let fields = value.as_object().ok_or("a line is an object such as {\"question\": \"…\", \"expect\": [\"…\"]}")?;
    if let Some(strange) = fields.keys().find(|name| !["question", "expect"].contains(&name.as_str())) {
        return Err(format!("`{strange}` is not known; a line has `question` and `expect`"));
    }
    let question = fields.get("question").and_then(Value::as_str).map(str::trim).filter(|text| !text.is_empty());
    let question = question.ok_or("`question` is missing or no text")?.to_owned();
    let expect = match fields.get("expect") {
        Some(Value::String(one)) => vec![one.clone()],
        Some(Value::Array(several)) => {
            let texts = several.iter().map(|one| one.as_str().map(str::to_owned)).collect::<Option<Vec<_>>>();
            texts.ok_or("`expect` is a list of ids and words, all of them texts")?
        }
        _ => return Err("`expect` is missing: ids, or words of what should be found".into()),
    };
    let expect: Vec<String> = expect.iter().map(|one| one.trim().to_owned()).collect();
    if expect.is_empty() || expect.iter().any(String::is_empty) {
        return Err("`expect` has nothing in it to look for".into());
    }
    Ok((question, expect))
}

/// Asks every question in one way, by an engine of its own: none answers from what another has at hand.
fn measure(
    setup: &Setup,
    session: &Session,
    way: &'static Way,
    asked: &[Asked],
    k: usize,
) -> Result<Measured, Failure> {
    let settings =
        Settings { knobs: session.config.knobs(), zone: session.zone.clone(), dry_run: true, ..Settings::default() };
    let store: Arc<dyn Store> = session.store.clone();
    let models = if way.meaning { models(&session.config) } else { Models::default() };
    let engine =
        Engine::new(store, Arc::new(setup.clock), Arc::new(RandomIds::new(setup.clock)), settings).with_models(models);
    let query =
        |question: &str| RecallQuery { limit: k, depth: way.depth, fusion: way.fusion, ..RecallQuery::new(question) };
    // The first question pays for opening the index and the models.
    engine.recall(&session.space, &query("what do you know about me?"))?;
    let (mut recall, mut all, mut reciprocal) = (0.0, 0.0, 0.0);
    let (mut times, mut misses) = (Vec::new(), Vec::new());
    for one in asked {
        let since = Instant::now();
        let hits = engine.recall(&session.space, &query(&one.question))?.hits;
        times.push(since.elapsed());
        let places: Vec<Option<usize>> =
            one.expect.iter().map(|wanted| hits.iter().position(|hit| is_meant(hit, wanted))).collect();
        let found = places.iter().flatten().count();
        recall += found as f64 / places.len() as f64;
        reciprocal += places.iter().flatten().min().map_or(0.0, |place| 1.0 / (place + 1) as f64);
        if found == places.len() {
            all += 1.0;
        } else {
            let missing = one.expect.iter().zip(&places).filter(|(_, place)| place.is_none());
            misses.push((one.clone(), missing.map(|(wanted, _)| wanted.clone()).collect()));
        }
    }
    times.sort_unstable();
    let count = asked.len() as f64;
    Ok(Measured {
        way,
        recall: recall / count,
        all: all / count,
        mrr: reciprocal / count,
        p50: percentile(&times, 50),
        p95: percentile(&times, 95),
        misses,
    })
}

/// The smallest time that this many of a hundred did not exceed.
fn percentile(sorted: &[Duration], percent: usize) -> Duration {
    let place = (sorted.len() * percent).div_ceil(100).max(1) - 1;
    sorted.get(place).copied().unwrap_or_default()
}

fn is_meant(hit: &Found, wanted: &str) -> bool {
    let (id, texts): (String, Vec<&str>) = match &hit.item {
        Item::Memory(view) => (
            view.id.to_string(),
            [Some(&view.claim.content), view.claim.summary.as_ref()]
                .into_iter()
                .flatten()
                .map(String::as_str)
                .collect(),
        ),
        Item::Candidate(view) => (view.id.to_string(), vec![&view.claim.content]),
        Item::Message(view) => (view.id.to_string(), vec![&view.text]),
        Item::Episode(view) => (view.id.to_string(), vec![&view.text]),
        Item::Proposal(_) | Item::Conflict(_) => return false,
    };
    let wanted = folded(wanted);
    id.eq_ignore_ascii_case(&wanted) || texts.iter().any(|text| folded(text).contains(&wanted))
}

fn folded(text: &str) -> String {
    text.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ")
}

fn tell(setup: &Setup, asked: &[Asked], measured: &[Measured], k: usize) {
    let output = &setup.output;
    let milliseconds = |time: Duration| time.as_secs_f64() * 1e3;
    match output.manner {
        Manner::Json => {
            let ways: Vec<Value> = measured
                .iter()
                .map(|one| {
                    let misses: Vec<Value> = one
                        .misses
                        .iter()
                        .map(|(asked, missing)| {
                            json!({ "file": asked.file, "line": asked.line, "question": asked.question, "missing": missing })
                        })
                        .collect();
                    json!({
                        "way": one.way.name,
                        format!("recall@{k}"): one.recall,
                        format!("all@{k}"): one.all,
                        "mrr": one.mrr,
                        "p50_ms": milliseconds(one.p50),
                        "p95_ms": milliseconds(one.p95),
                        "misses": misses,
                    })
                })
                .collect();
            output.json(&json!({ "questions": asked.len(), "k": k, "ways": ways }));
        }
        Manner::Plain => {
            for one in measured {
                output.line(&format!(
                    "{}\t{:.4}\t{:.4}\t{:.4}\t{:.3}\t{:.3}\t{}",
                    one.way.name,
                    one.recall,
                    one.all,
                    one.mrr,
                    milliseconds(one.p50),
                    milliseconds(one.p95),
                    one.misses.len()
                ));
            }
        }
        Manner::Human => {
            let title = |text: String| (text, Some(Style::Faint));
            let mut rows: Vec<Row> = vec![vec![
                title(String::new()),
                title(format!("recall@{k}")),
                title(format!("all@{k}")),
                title("MRR".into()),
                title("p50".into()),
                title("p95".into()),
                title(format!("{} questions", asked.len())),
            ]];
            rows.extend(measured.iter().map(|one| {
                vec![
                    (one.way.name.to_owned(), Some(Style::Strong)),
                    (format!("{:.3}", one.recall), None),
                    (format!("{:.3}", one.all), None),
                    (format!("{:.3}", one.mrr), None),
                    (format!("{:.1} ms", milliseconds(one.p50)), None),
                    (format!("{:.1} ms", milliseconds(one.p95)), None),
                    (one.way.about.to_owned(), Some(Style::Faint)),
                ]
            }));
            table(&rows, &output.paint).iter().for_each(|line| output.line(line));
            if let Some(last) = measured.last().filter(|last| !last.misses.is_empty()) {
                output.line(&output.paint.paint(Style::Heading, &format!("MISSED ({})", last.way.name)));
                for (asked, missing) in last.misses.iter().take(MANY) {
                    let missing: Vec<String> = missing.iter().map(|one| shortened(&one_line(one), 40)).collect();
                    let place = format!("{}, line {}", one_line(&asked.file), asked.line);
                    let question = shortened(&one_line(&asked.question), 60);
                    output.line(&format!("  {place}: {question} · {}", missing.join(", ")));
                }
                if last.misses.len() > MANY {
                    output.line(&format!("  and {} more: --json has them all", last.misses.len() - MANY));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_percentile_is_a_time_that_was_measured() {
        let times: Vec<Duration> = (1..=20).map(Duration::from_millis).collect();
        assert_eq!(percentile(&times, 50), Duration::from_millis(10));
        assert_eq!(percentile(&times, 95), Duration::from_millis(19));
        assert_eq!(percentile(&times[..1], 95), Duration::from_millis(1));
        assert_eq!(percentile(&[], 50), Duration::ZERO);
    }

    #[test]
    fn a_line_is_a_question_and_what_it_should_find() {
        let read = |text: &str| question(&serde_json::from_str(text).unwrap());
        assert_eq!(read(r#"{"question": " tea? ", "expect": "green"}"#), Ok(("tea?".into(), vec!["green".into()])));
        for (line, why) in [
            ("[]", "a line is an object"),
            (r#"{"expect": "green"}"#, "`question` is missing"),
            (r#"{"question": "tea?"}"#, "`expect` is missing"),
            (r#"{"question": "tea?", "expect": []}"#, "nothing in it"),
            (r#"{"question": "tea?", "expect": [1]}"#, "all of them texts"),
            (r#"{"question": "tea?", "expects": "green"}"#, "`expects` is not known"),
        ] {
            let error = read(line).unwrap_err();
            assert!(error.contains(why), "{line}: {error}");
        }
    }
}
