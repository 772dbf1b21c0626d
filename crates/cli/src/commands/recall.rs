//! `cofio recall`

use cofio_domain::aliases;
use cofio_engine::{Found, Item, RecallQuery};

use crate::args::HELP;
use crate::commands::claim::domain_of;
use crate::commands::text_of;
use crate::exit::Failure;
use crate::output::{Manner, Row, Style, memory_row, one_line, shell_word, shortened, table};
use crate::when::{Edge, Toward};
use crate::wire::{Session, Setup};

/// Find memories by their words
#[derive(Debug, clap::Args)]
#[command(help_template = HELP, before_help = "\
Examples:
  cofio recall \"what food do I avoid?\"
  cofio recall retirement --as-of 2026-06-01
  cofio recall meetings -d schedule --explain
")]
pub struct Recall {
    /// A question or words; - reads standard input
    #[arg(required = true, value_name = "QUESTION")]
    question: Vec<String>,
    /// Only this domain
    #[arg(short, long, value_name = "DOMAIN", add = crate::commands::completions::domains())]
    domain: Option<String>,
    /// Only this kind
    #[arg(short, long, value_name = "KIND")]
    kind: Option<String>,
    /// What was true at that time
    #[arg(long, value_name = "WHEN")]
    as_of: Option<String>,
    /// What was believed at that time
    #[arg(long, value_name = "WHEN")]
    known_at: Option<String>,
    /// At most this many
    #[arg(long, value_name = "N", default_value_t = 10)]
    limit: usize,
    /// Say what each score is made of
    #[arg(long)]
    explain: bool,
}

impl Recall {
    pub fn run(&self, setup: &Setup) -> Result<(), Failure> {
        let question = text_of(&self.question)?;
        let session = setup.open()?;
        let kind = self.kind.as_deref().map(aliases::kind).transpose();
        let query = RecallQuery {
            question,
            limit: self.limit,
            domain: domain_of(self.domain.as_deref())?,
            kind: kind.map_err(|error| Failure::usage(error.to_string()))?,
            as_of: session.time(self.as_of.as_deref(), Edge::End, Toward::Past)?,
            known_at: session.time(self.known_at.as_deref(), Edge::End, Toward::Past)?,
        };
        let recalled = session.engine.recall(&session.space, &query)?;
        let output = &setup.output;
        match output.manner {
            Manner::Json => output.json(&recalled.hits),
            Manner::Plain => {
                for hit in &recalled.hits {
                    let (id, words) = named(&hit.item);
                    output.line(&format!("{id}\t{:.3}\t{}", hit.score, one_line(&words)));
                }
            }
            Manner::Human => self.tell(setup, &session, &recalled.hits, recalled.searched)?,
        }
        if recalled.damaged > 0 {
            output.complain(&format!("{} damaged records were not searched: cofio doctor", recalled.damaged));
        }
        Ok(())
    }

    fn tell(&self, setup: &Setup, session: &Session, hits: &[Found], searched: usize) -> Result<(), Failure> {
        let output = &setup.output;
        if hits.is_empty() {
            output.human(&format!(
                "Nothing found in {}.",
                if searched == 1 { "1 memory".into() } else { format!("{searched} memories") }
            ));
            return Ok(());
        }
        let rows = hits.iter().map(|hit| row(session, hit)).collect::<Result<Vec<_>, _>>()?;
        for (line, hit) in table(&rows, &output.paint).into_iter().zip(hits) {
            output.line(&line);
            if self.explain || output.verbose {
                let factors = &hit.factors;
                let words: Vec<String> =
                    factors.words.iter().map(|(word, score)| format!("{word} {score:.2}")).collect();
                let text = format!(
                    "    {:.2} = words {:.2} ({}) × matters {:.2} × sure {:.1}",
                    hit.score,
                    factors.keyword,
                    words.join(", "),
                    0.5 + 0.5 * factors.importance,
                    factors.tier
                );
                output.line(&output.paint.paint(Style::Faint, &text));
            }
        }
        Ok(())
    }
}

fn named(item: &Item) -> (String, String) {
    match item {
        Item::Memory(view) => (view.id.to_string(), view.claim.content.clone()),
        Item::Candidate(view) => (view.id.to_string(), view.claim.content.clone()),
        Item::Proposal(view) => (view.id.to_string(), view.action.to_owned()),
        Item::Conflict(view) => (view.id.to_string(), view.right.content.clone()),
    }
}

fn row(session: &Session, hit: &Found) -> Result<Row, Failure> {
    if let Item::Memory(view) = &hit.item {
        if view.space == session.space.id() {
            let short = session.engine.short_id(&session.space, view.id)?;
            return Ok(memory_row(view, &short, &session.zone, 60));
        }
        let there = session.engine.enter(&session.user, &view.space.to_string())?;
        let mut row = memory_row(view, &session.engine.short_id(&there, view.id)?, &session.zone, 60);
        let spaces = session.engine.spaces(&session.user)?;
        let name = spaces.iter().find(|space| space.id == view.space).map_or("", |space| space.name.as_str());
        row.push((format!("--space {}", shell_word(name)), Some(Style::Faint)));
        return Ok(row);
    }
    let (id, words) = named(&hit.item);
    Ok(vec![
        ("○".into(), Some(Style::Warning)),
        (id, Some(Style::Faint)),
        (shortened(&one_line(&words), 60), None),
        ("a maybe, not loaded".into(), Some(Style::Warning)),
    ])
}
