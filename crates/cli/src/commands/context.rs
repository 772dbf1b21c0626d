//! `cofio context`

use std::collections::BTreeMap;

use cofio_engine::compose::{Context as Block, ContextQuery, Lane, Rules, SessionStart, Template};
use cofio_engine::{CacheUse, Item, ListFilter, ListStatus};

use crate::args::HELP;
use crate::commands::text_of;
use crate::exit::Failure;
use crate::output::{Manner, Row, Style, one_line, shortened, table};
use crate::when::{Edge, Toward};
use crate::wire::{Session, Setup};

/// Show what goes into a prompt: the context block for a message
#[derive(Debug, clap::Args)]
#[command(help_template = HELP, before_help = "\
Examples:
  cofio context                                        what is always on
  cofio context \"what should I cook tonight?\"          and what fits this message
  cofio context \"plan my week\" --window 128000         for a model with a larger window
  cofio context \"plan my week\" --explain               what is in it, what is not, and why
  cofio context \"go on\" --session trip --began 2026-11-14  a chat keeps the baseline it began with
  cofio context --template theo --rules off
  cofio context \"plan my week\" --json                  the parts, with tokens, handles and ids
The text is written exactly as it would be injected.
")]
pub struct Context {
    /// The message that is about to be answered; - reads standard input
    #[arg(value_name = "MESSAGE")]
    message: Vec<String>,
    /// The context window of the model, in tokens; unknown is taken for a small one
    #[arg(long, value_name = "TOKENS")]
    window: Option<usize>,
    /// How it is written: unified, macrotide, theo
    #[arg(long, value_name = "TEMPLATE")]
    template: Option<String>,
    /// The session it is for
    #[arg(long, value_name = "NAME")]
    session: Option<String>,
    /// When the session began: its baseline stays as it was then
    #[arg(long, value_name = "WHEN", requires = "session")]
    began: Option<String>,
    /// Whether it says how memory is to be used: on, off
    #[arg(long, value_name = "ON|OFF", default_value = "on")]
    rules: String,
    /// Say what is in it, what is not, and why
    #[arg(long)]
    explain: bool,
}

impl Context {
    pub fn run(&self, setup: &Setup) -> Result<(), Failure> {
        let message = Some(text_of(&self.message)?).filter(|message| !message.is_empty());
        let template = self.template.as_deref().map(str::parse::<Template>).transpose();
        let template = template.map_err(|error| Failure::usage(error.to_string()))?;
        let rules: Rules = self.rules.parse().map_err(|error| Failure::usage(format!("--rules: {error}")))?;
        let session = setup.open()?;
        let mut knobs = session.config.context_knobs();
        knobs.template = template.unwrap_or(knobs.template);
        let began = session.time(self.began.as_deref(), Edge::Start, Toward::Past)?;
        if began.is_some_and(|began| began > setup.now()) {
            return Err(Failure::usage("--began: that is yet to come; a session began in the past"));
        }
        let query = ContextQuery {
            message,
            session: self.session.clone().map(|name| {
                // A session that is known began with its first message.
                let known = session.engine.transcript(&session.space, &name, 0, 1).ok();
                let known = known.map(|known| known.session.opened_at);
                if began.or(known).is_none() {
                    setup.output.complain(&format!(
                        "no session {} is recorded, so its baseline is that of now: add --began, or cofio record --session",
                        one_line(&name)
                    ));
                }
                SessionStart { began: began.or(known).unwrap_or(setup.now()), name }
            }),
            window: self.window,
            rules: Some(rules),
            project: session.config.project(),
            knobs,
        };
        let block = session.engine.context(&session.space, &query)?;
        let output = &setup.output;
        match output.manner {
            Manner::Json => output.json(&block),
            _ if self.explain => explain(setup, &session, &block)?,
            _ if block.text.is_empty() => output.message("Nothing to load yet: the block would be empty."),
            _ => output.line(&block.text),
        }
        if let Some(trouble) = &block.trouble {
            output.complain(trouble);
        }
        Ok(())
    }
}

/// How many columns the words of a line may take.
const WORDS: usize = 56;

/// How many of those left out are worth showing at once.
const MANY: usize = 30;

fn explain(setup: &Setup, session: &Session, block: &Block) -> Result<(), Failure> {
    let output = &setup.output;
    let heading = |text: &str, more: &str| {
        let text = output.paint.paint(Style::Heading, text);
        output.line(&format!("{text} {}", output.paint.paint(Style::Faint, more)));
    };
    let (tokens, budget) = (&block.tokens, &block.budget);
    heading("LOADED", &format!("{} of {} tokens, window {}", tokens.total, budget.total, budget.window));
    let rows: Vec<Row> = block
        .loaded
        .iter()
        .map(|line| {
            let why = if line.ended { "does not hold any more: see the changes".into() } else { line.why.to_string() };
            vec![
                (format!("[{}]", line.handle), Some(Style::Faint)),
                (shortened(&one_line(&line.text), WORDS), None),
                (lane(line.lane).to_owned(), Some(Style::Faint)),
                (line.tokens.to_string(), Some(Style::Faint)),
                (why, line.ended.then_some(Style::Warning)),
            ]
        })
        .collect();
    print(setup, &rows);
    if !block.left_out.is_empty() {
        heading("LEFT OUT", &block.left_out.len().to_string());
        let words = words_by_id(session)?;
        let rows: Vec<Row> = block
            .left_out
            .iter()
            .take(MANY)
            .map(|left| {
                let id = left.id.to_string();
                let text = words.get(&id).map_or_else(|| id.clone(), |words| one_line(words));
                vec![
                    (shortened(&text, WORDS), None),
                    (lane(left.lane).to_owned(), Some(Style::Faint)),
                    (left.why.to_string(), None),
                ]
            })
            .collect();
        print(setup, &rows);
        if block.left_out.len() > MANY {
            output.line(&format!("  and {} more: --json has them all", block.left_out.len() - MANY));
        }
    }
    let cache = match block.cache {
        None => String::new(),
        Some(CacheUse::Miss) => " · cache MISS".into(),
        Some(CacheUse::Hit { age_seconds }) => format!(" · cache HIT, {age_seconds} s old"),
    };
    heading("LOOKED UP", &format!("at most {}: {}{cache}", block.lookup.limit, block.lookup.why));
    for routed in &block.domains {
        output.line(&format!("  {}: it {}", routed.domain, one_line(&routed.why)));
    }
    Ok(())
}

fn print(setup: &Setup, rows: &[Row]) {
    for line in table(rows, &setup.output.paint) {
        setup.output.line(&format!("  {line}"));
    }
}

fn lane(lane: Lane) -> &'static str {
    match lane {
        Lane::Baseline => "always on",
        Lane::Routed => "by topic",
        Lane::Delta => "changed",
        Lane::Dynamic => "for this message",
    }
}

/// The words of everything that may have been left out.
fn words_by_id(session: &Session) -> Result<BTreeMap<String, String>, Failure> {
    let mut words = BTreeMap::new();
    for status in [ListStatus::InForce, ListStatus::Candidates] {
        let filter = ListFilter { status, ..ListFilter::default() };
        for item in session.engine.list(&session.space, &filter)?.items {
            match item {
                Item::Memory(view) => words.insert(view.id.to_string(), view.claim.content),
                Item::Candidate(view) => words.insert(view.id.to_string(), view.claim.content),
                Item::Proposal(_) | Item::Conflict(_) | Item::Message(_) | Item::Episode(_) => None,
            };
        }
    }
    Ok(words)
}
