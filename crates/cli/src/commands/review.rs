//! `cofio review`

use std::io::{BufRead, IsTerminal};

use cofio_engine::{Answer, Card, CardKind, Engine, Undo};

use crate::args::HELP;
use crate::commands::edit::edit;
use crate::exit::Failure;
use crate::output::{Manner, Style, clean, day, one_line};
use crate::wire::{Session, Setup};

/// Go through what was learned, one card at a time
#[derive(Debug, clap::Args)]
#[command(help_template = HELP, before_help = "\
Examples:
  cofio review
  cofio review --list             see the cards and answer none
  cofio review --snooze           not now; it is offered again in a month
  printf 'k\\ns\\nw\\n' | cofio review
A letter a card: k keep, e edit (e WORDS), w wrong, s skip, u undo the last, q quit. Nothing has to be answered.
")]
pub struct Review {
    /// Show the cards and ask nothing
    #[arg(long)]
    list: bool,
    /// Not now
    #[arg(long, conflicts_with = "list")]
    snooze: bool,
}

/// What was answered.
#[derive(Default)]
struct Tally {
    kept: usize,
    changed: usize,
    wrong: usize,
    skipped: usize,
    /// The operations, the last one last, each with the card it answered.
    done: Vec<(usize, Counted, String)>,
}

#[derive(Clone, Copy)]
enum Counted {
    Kept,
    Changed,
    Wrong,
}

/// What somebody typed.
enum Typed {
    Answer(Answer, Counted),
    Skip,
    Undo,
    Quit,
    Unclear,
}

impl Review {
    pub fn run(&self, setup: &Setup) -> Result<(), Failure> {
        let session = setup.open()?;
        let output = &setup.output;
        if self.snooze {
            session.engine.end_review(&session.space, 0)?;
            output.human("Not now. It is offered again in a month, or when much has changed.");
            return Ok(());
        }
        let deck = session.engine.review(&session.space)?;
        match output.manner {
            Manner::Json => {
                output.json(&deck);
                return Ok(());
            }
            Manner::Plain if self.list => {
                for card in &deck.cards {
                    output.line(&format!("{}\t{}\t{}\t{}", card.id, card.kind, card.sure, one_line(&card.content)));
                }
                return Ok(());
            }
            _ => {}
        }
        if deck.cards.is_empty() {
            output.human("Nothing to review.");
            return Ok(());
        }
        let minutes = if deck.minutes == 1 { "1 minute".into() } else { format!("{} minutes", deck.minutes) };
        let count = if deck.cards.len() == 1 { "1 card".into() } else { format!("{} cards", deck.cards.len()) };
        output.human(&format!("{count} · about {minutes} · skip any"));
        if self.list {
            for (at, card) in deck.cards.iter().enumerate() {
                show(setup, &session, card, at, deck.cards.len());
            }
            return Ok(());
        }
        let run = session.engine.new_run();
        let engine = session.engine.in_run(run);
        let tally = go_through(setup, &session, &engine, &deck.cards)?;
        session.engine.end_review(&session.space, deck.cards.len())?;
        finish(setup, &session, &tally, &run.to_string())
    }
}

/// Asks about one card after the other, until there are no more cards or no more answers.
fn go_through(setup: &Setup, session: &Session, engine: &Engine, cards: &[Card]) -> Result<Tally, Failure> {
    let mut tally = Tally::default();
    let mut lines = std::io::stdin().lock().lines();
    let mut at = 0;
    while let Some(card) = cards.get(at) {
        show(setup, session, card, at, cards.len());
        setup.output.message("  [k]eep  [e]dit  [w]rong  [s]kip  [u]ndo  [q]uit");
        let line = match lines.next() {
            None => break,
            Some(line) => line.map_err(|error| Failure::usage(format!("the answer cannot be read: {error}")))?,
        };
        match understood(&line, card)? {
            Typed::Quit => break,
            Typed::Unclear => setup.output.complain("k, e, w, s, u or q"),
            Typed::Skip => {
                tally.skipped += 1;
                at += 1;
            }
            Typed::Undo => match tally.done.pop() {
                None => setup.output.complain("there is nothing to undo yet"),
                Some((place, counted, operation)) => {
                    engine.undo(&session.space, Undo { which: Some(&operation), cascade: false })?;
                    tally.count(counted, false);
                    setup.output.human("  undone");
                    at = place;
                }
            },
            Typed::Answer(answer, counted) => {
                // One card that cannot be answered so does not end the review.
                match engine.answer_card(&session.space, &card.id, &answer) {
                    Err(error) => setup.output.complain(&clean(&error.to_string())),
                    Ok(written) => {
                        setup.output.line(&format!("  {}", one_line(&written.message)));
                        if let Some(operation) = written.event.op_id {
                            tally.done.push((at, counted, operation.to_string()));
                        }
                        tally.count(counted, true);
                        at += 1;
                    }
                }
            }
        }
    }
    Ok(tally)
}

impl Tally {
    fn count(&mut self, counted: Counted, up: bool) {
        let number = match counted {
            Counted::Kept => &mut self.kept,
            Counted::Changed => &mut self.changed,
            Counted::Wrong => &mut self.wrong,
        };
        *number = if up { *number + 1 } else { number.saturating_sub(1) };
    }
}

/// Reads what somebody typed. Words after `e` are what it should say; without any, an editor opens where there is one.
fn understood(line: &str, card: &Card) -> Result<Typed, Failure> {
    let line = line.trim();
    let (letter, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    Ok(match letter.to_ascii_lowercase().as_str() {
        "" | "s" | "skip" => Typed::Skip,
        "k" | "keep" => Typed::Answer(Answer::Keep, Counted::Kept),
        "w" | "wrong" => Typed::Answer(Answer::Wrong, Counted::Wrong),
        "e" | "edit" if !rest.trim().is_empty() => Typed::Answer(Answer::Edit(rest.trim().into()), Counted::Changed),
        "e" | "edit" if std::io::stdin().is_terminal() => {
            let words = edit(&card.content)?;
            Typed::Answer(Answer::Edit(words.trim().to_owned()), Counted::Changed)
        }
        "u" | "undo" => Typed::Undo,
        "q" | "quit" => Typed::Quit,
        _ => Typed::Unclear,
    })
}

fn show(setup: &Setup, session: &Session, card: &Card, at: usize, of: usize) {
    let output = &setup.output;
    let from = card.from.first().map_or(String::new(), |name| format!(" from \"{}\"", one_line(name)));
    let about = format!("{} of {of} · learned {}{from} · {}", at + 1, day(card.learned_at, &session.zone), card.sure);
    output.line(&output.paint.paint(Style::Faint, &about));
    output.line(&format!("  {}", output.paint.paint(Style::Strong, &one_line(&card.content))));
    if let Some(against) = &card.against {
        output.line(&format!("  against: {}", one_line(against)));
    }
    let why = match card.kind {
        CardKind::Stale => format!("{}; nobody said so for half a year", card.because),
        _ => card.because.clone(),
    };
    output.human(&format!("  {}", output.paint.paint(Style::Faint, &one_line(&why))));
}

fn finish(setup: &Setup, session: &Session, tally: &Tally, run: &str) -> Result<(), Failure> {
    let output = &setup.output;
    output.line(&format!(
        "{} kept, {} changed, {} wrong, {} skipped",
        tally.kept, tally.changed, tally.wrong, tally.skipped
    ));
    if output.manner != Manner::Human || output.quiet {
        return Ok(());
    }
    if !tally.done.is_empty() {
        let command = session.command(&format!("undo {run}"));
        output.human(&format!("undo all of it: {}", output.paint.paint(Style::Command, &command)));
        if !setup.global.dry_run {
            session.engine.compile(&session.space)?;
        }
    }
    if let Ok(profile) = session.engine.briefs_about(&session.space, "profile") {
        output.human("");
        output.human("Here's what I think I know about you:");
        for line in profile.iter().flat_map(|brief| &brief.lines) {
            output.human(&format!("  - {}", one_line(&line.text)));
        }
        output.human("anything wrong: cofio update, cofio forget");
    }
    Ok(())
}
