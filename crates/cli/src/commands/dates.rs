//! `cofio dates`

use cofio_language::dates;
use serde_json::{Value, json};

use crate::args::HELP;
use crate::commands::text_of;
use crate::exit::Failure;
use crate::output::one_line;
use crate::when::{self, Edge, Toward};
use crate::wire::Setup;

/// Show the dates a text speaks of
#[derive(Debug, clap::Args)]
#[command(help_template = HELP, before_help = "\
Examples:
  cofio dates \"I saw her last Friday and I fly in two weeks\"
  cofio dates \"by December\" --at 2026-11-15T09:00:00Z --tz Europe/Lisbon --json
")]
pub struct Dates {
    /// The text; - reads standard input
    #[arg(required = true, value_name = "TEXT")]
    text: Vec<String>,
    /// When it was said, if not now
    #[arg(long, value_name = "WHEN")]
    at: Option<String>,
    /// Where it was said
    #[arg(long, value_name = "ZONE")]
    tz: Option<String>,
}

impl Dates {
    pub fn run(&self, setup: &Setup) -> Result<(), Failure> {
        let text = text_of(&self.text)?;
        let zone = match &self.tz {
            Some(name) => jiff::tz::TimeZone::get(name)
                .map_err(|_| Failure::usage(format!("`{name}` is no time zone; use a name such as Europe/Lisbon")))?,
            None => setup.config()?.zone(),
        };
        let now = setup.now();
        let at = match &self.at {
            Some(at) => when::parse(at, Edge::Start, Toward::Past, now, &zone).map_err(Failure::usage)?,
            None => now,
        };
        let reference = at.to_jiff().to_zoned(zone.clone());
        let found = dates::find(&text, &reference);
        let output = &setup.output;
        if output.is_json() {
            let dates: Vec<Value> = found.iter().map(|mention| as_json(&text, mention, &zone)).collect();
            output.json(&dates);
            return Ok(());
        }
        for mention in &found {
            output.line(&format!(
                "{}\t{}\t{}\t{}",
                one_line(&mention.text),
                mention.start,
                mention.end,
                word(&mention.granularity)
            ));
        }
        if found.is_empty() {
            output.human("No dates.");
        }
        Ok(())
    }
}

fn as_json(text: &str, mention: &dates::Mention, zone: &jiff::tz::TimeZone) -> Value {
    let letters = |byte: usize| text.get(..byte).map_or(0, |before| before.chars().count());
    let instants = mention.instants(zone);
    let instant = |zoned: Option<jiff::Zoned>| zoned.map(|zoned| zoned.timestamp().to_string());
    json!({
        "text": mention.text,
        "span": [letters(mention.span.start), letters(mention.span.end)],
        "start": mention.start.to_string(),
        "end": mention.end.to_string(),
        "first_day": mention.start.date().to_string(),
        "last_day": mention.last_day().to_string(),
        "from": instant(instants.as_ref().map(|(start, _)| start.clone())),
        "until": instant(instants.map(|(_, end)| end)),
        "granularity": mention.granularity,
        "relation": mention.relation,
        "approximate": mention.approximate,
    })
}

fn word(value: &impl serde::Serialize) -> String {
    serde_json::to_value(value).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}
