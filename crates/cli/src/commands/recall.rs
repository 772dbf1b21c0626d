//! `cofio recall`

use cofio_domain::aliases;
use cofio_engine::{Depth, Factors, Found, Fusion, Item, RecallQuery};

use crate::args::HELP;
use crate::commands::claim::domain_of;
use crate::commands::text_of;
use crate::exit::Failure;
use crate::output::{Manner, Row, Style, day, memory_row, one_line, shell_word, shortened, table};
use crate::when::{Edge, Toward};
use crate::wire::{Session, Setup};

/// Find what is known and what was said
#[derive(Debug, clap::Args)]
#[command(help_template = HELP, before_help = "\
Examples:
  cofio recall \"what food do I avoid?\"
  cofio recall retirement --as-of 2026-06-01
  cofio recall meetings -d schedule --explain
  cofio recall \"where was I last summer?\" --depth fast
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
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u16).range(1..=1000))]
    limit: u16,
    /// Only this project
    #[arg(long, value_name = "PROJECT")]
    project: Option<String>,
    /// How much time to take: fast, or thorough, which reads the best once more
    #[arg(long, value_enum, default_value_t = How::Thorough, value_name = "DEPTH")]
    depth: How,
    /// How words and meaning are put together: scores, or rrf (ranks alone, to compare with)
    #[arg(long, value_enum, default_value_t = Together::Scores, value_name = "FUSION")]
    fusion: Together,
    /// Look through memories alone, not through what was said
    #[arg(long)]
    memories: bool,
    /// Say what each score is made of
    #[arg(long)]
    explain: bool,
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum How {
    Fast,
    Thorough,
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum Together {
    Scores,
    Rrf,
}

impl Recall {
    pub fn run(&self, setup: &Setup) -> Result<(), Failure> {
        let question = text_of(&self.question)?;
        let is_quote = |letter: char| letter.is_whitespace() || "\"'“”„‘’«»".contains(letter);
        if question.trim_matches(is_quote).is_empty() {
            return Err(Failure::usage("say what to look for: a question, or some words"));
        }
        let output = &setup.output;
        let session = setup.open()?;
        let kind = self.kind.as_deref().map(aliases::kind).transpose();
        let query = RecallQuery {
            question,
            limit: self.limit.into(),
            domain: domain_of(self.domain.as_deref())?,
            kind: kind.map_err(|error| Failure::usage(error.to_string()))?,
            as_of: session.time(self.as_of.as_deref(), Edge::End, Toward::Past)?,
            known_at: session.time(self.known_at.as_deref(), Edge::End, Toward::Past)?,
            project: self.project.clone(),
            depth: match self.depth {
                How::Fast => Depth::Fast,
                How::Thorough => Depth::Thorough,
            },
            fusion: match self.fusion {
                Together::Scores => Fusion::Scores,
                Together::Rrf => Fusion::Rrf,
            },
            messages: !self.memories,
            said_only: false,
            except_session: None,
            explain: self.explain || output.verbose,
        };
        let recalled = session.engine.recall(&session.space, &query)?;
        match output.manner {
            Manner::Json if self.explain => output.json(&recalled),
            Manner::Json => output.json(&recalled.hits),
            Manner::Plain => {
                for hit in &recalled.hits {
                    let (id, words) = named(&hit.item);
                    output.line(&format!("{id}\t{:.3}\t{}", hit.score, one_line(&words)));
                }
            }
            Manner::Human => self.tell(setup, &session, &recalled.hits, recalled.searched)?,
        }
        if let Some(degraded) = &recalled.degraded {
            output.complain(degraded);
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
                if searched == 1 { "1 text".into() } else { format!("{searched} texts") }
            ));
            return Ok(());
        }
        let rows = hits.iter().map(|hit| row(session, hit)).collect::<Result<Vec<_>, _>>()?;
        for (line, hit) in table(&rows, &output.paint).into_iter().zip(hits) {
            output.line(&line);
            if self.explain || output.verbose {
                for text in explained(&hit.factors, hit.score) {
                    output.line(&output.paint.paint(Style::Faint, &format!("    {text}")));
                }
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
        Item::Message(view) => (view.id.to_string(), view.text.clone()),
        Item::Episode(view) => (view.id.to_string(), view.text.clone()),
    }
}

/// What a score is made of, in lines.
fn explained(factors: &Factors, score: f64) -> Vec<String> {
    let arms = factors.arms.iter().map(|arm| {
        let rank = arm.rank.map(|rank| format!(", place {rank}")).unwrap_or_default();
        format!("{} {:.2}{rank}", arm.arm, arm.share)
    });
    let arms: Vec<String> = arms.collect();
    let words: Vec<String> = factors.words.iter().map(|(word, score)| format!("{word} {score:.2}")).collect();
    let mut lines = vec![format!(
        "{:.2} = {} + around it {:.2} + its manner {:.2}",
        factors.fused,
        arms.join(" + "),
        factors.inherited,
        factors.manner
    )];
    if !words.is_empty() {
        lines.push(format!("words: {}", words.join(", ")));
    }
    let read = factors.reranked.map(|read| format!(", read again {read:.2}")).unwrap_or_default();
    lines.push(format!(
        "× matters {:.2} × fresh {:.2} × sure {:.1}{read} → {score:.3}",
        0.5 + 0.5 * factors.importance,
        factors.recency,
        factors.tier
    ));
    lines
}

fn row(session: &Session, hit: &Found) -> Result<Row, Failure> {
    if let Item::Memory(view) = &hit.item {
        if view.space == session.space.id() {
            let short = session.engine.short_id(&session.space, view.id)?;
            return Ok(memory_row(view, &short, &session.reader(), 60));
        }
        let there = session.engine.enter(&session.user, &view.space.to_string())?;
        let mut row = memory_row(view, &session.engine.short_id(&there, view.id)?, &session.reader(), 60);
        let spaces = session.engine.spaces(&session.user)?;
        let name = spaces.iter().find(|space| space.id == view.space).map_or("", |space| space.name.as_str());
        row.push((format!("--space {}", shell_word(name)), Some(Style::Faint)));
        return Ok(row);
    }
    let (id, words) = named(&hit.item);
    if let Item::Message(view) = &hit.item {
        let who = view.name.clone().unwrap_or_else(|| view.role.to_string());
        return Ok(vec![
            ("“".into(), Some(Style::Faint)),
            (shortened(&one_line(&view.session_name), 20), Some(Style::Faint)),
            (shortened(&one_line(&format!("{who}: {words}")), 60), None),
            (day(view.at, &session.zone), Some(Style::Faint)),
            (view.label.clone().unwrap_or_default(), Some(Style::Warning)),
        ]);
    }
    if let Item::Episode(view) = &hit.item {
        return Ok(vec![
            ("§".into(), Some(Style::Faint)),
            (shortened(&one_line(&view.session), 20), Some(Style::Faint)),
            (shortened(&one_line(&words), 60), None),
            (day(view.started_at, &session.zone), Some(Style::Faint)),
            (view.label.clone().unwrap_or_else(|| "what it came to".into()), Some(Style::Faint)),
        ]);
    }
    Ok(vec![
        ("○".into(), Some(Style::Warning)),
        (id, Some(Style::Faint)),
        (shortened(&one_line(&words), 60), None),
        ("a maybe, not loaded".into(), Some(Style::Warning)),
    ])
}
