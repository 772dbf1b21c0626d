//! Telling what a write did: a line for people with its undo, or everything as data.

use cofio_engine::{Action, MemoryView, TakesEffect, Written};

use crate::exit::{Code, Failure};
use crate::output::{Manner, Style, clean, one_line, shortened};
use crate::wire::{Session, Setup};

/// As much of a long text as says which one it is.
const MESSAGE: usize = 400;

/// Tells what a write did. A refusal ends the command with its code.
pub fn tell(setup: &Setup, session: &Session, written: &Written) -> Result<(), Failure> {
    let output = &setup.output;
    match output.manner {
        Manner::Json => output.json(written),
        Manner::Plain => {
            let id = written.event.memory.as_ref().map_or(String::new(), |memory| memory.id.to_string());
            let op = written.event.op_id.map_or(String::new(), |id| id.to_string());
            output.line(&format!("{}\t{id}\t{op}\t{}", written.event.action, one_line(&written.message)));
        }
        Manner::Human => tell_people(setup, session, written)?,
    }
    match written.event.action {
        Action::Refused => {
            if output.manner == Manner::Json && !output.quiet {
                output.message(&clean(&written.message));
            }
            Err(Failure::Quiet(Code::Refused))
        }
        _ => Ok(()),
    }
}

fn tell_people(setup: &Setup, session: &Session, written: &Written) -> Result<(), Failure> {
    let output = &setup.output;
    let event = &written.event;
    if event.action == Action::Refused {
        let answer =
            event.ask_domain.as_ref().map_or(String::new(), |domain| format!("  cofio domains enable {domain}"));
        output.complain(&format!("{}{answer}", clean(&written.message)));
        return Ok(());
    }
    let (mark, style) = match event.action {
        Action::Skipped => ("·", Style::Faint),
        Action::Proposed | Action::Staged | Action::Disputed => ("?", Style::Warning),
        _ => ("✓", Style::Good),
    };
    let tried = if written.dry_run { " (dry run: nothing was changed)" } else { "" };
    let message = shortened(&clean(&written.message), MESSAGE);
    output.line(&format!("{} {message}{tried}", output.paint.paint(style, mark)));
    if let Some(memory) = &event.memory {
        output.human(&format!("  {}", output.paint.paint(Style::Faint, &about(session, memory, event.takes_effect)?)));
    }
    if let Some(receipt) = &event.receipt {
        for (layer, count) in &receipt.removed {
            output.human(&format!("  removed {count} from {layer}"));
        }
        output.human(&format!("  files: {}", receipt.pending.as_deref().unwrap_or(receipt.files)));
        for place in &receipt.elsewhere {
            output.human(&format!("  the same words stand in {} {}", place.noun, place.id));
        }
        if !receipt.elsewhere.is_empty() {
            output.human("  they stayed; those too: cofio erase \"WORDS\" --everywhere");
        } else if receipt.residue > 0 {
            output.human(&format!("  pieces of the words still stand in other records ({})", receipt.residue));
        }
    }
    if output.verbose {
        let memory = event.memory.as_ref().map(|memory| memory.id.to_string());
        let operation = event.op_id.map(|id| id.to_string());
        let ids: Vec<String> = memory.into_iter().chain(operation).chain(event.made.iter().cloned()).collect();
        output.human(&format!("  {}", output.paint.paint(Style::Faint, &ids.join(" · "))));
        output.human(&format!("  {}", output.paint.paint(Style::Faint, &format!("because {}", clean(&event.reason)))));
    }
    if let Some(operation) = event.op_id.filter(|_| event.undo_until.is_some()) {
        let command = output.paint.paint(Style::Command, &session.undo_command(operation)?);
        output.human(&format!("  {} {command}", output.paint.paint(Style::Faint, "undo:")));
    }
    Ok(())
}

fn about(session: &Session, memory: &MemoryView, effect: TakesEffect) -> Result<String, Failure> {
    let claim = &memory.claim;
    let mut parts = vec![
        format!("…{}", session.engine.short_id(&session.space, memory.id)?),
        claim.domain.to_string(),
        claim.kind.to_string(),
    ];
    if claim.authority == cofio_domain::axes::Authority::Hard {
        parts.push("rule".into());
    }
    parts.push(session.reader().source_words(memory).into());
    if let Some(expiry) = claim.expires_at {
        parts.push(format!("expires {}", crate::output::day(expiry, &session.zone)));
    }
    if let Some(due) = claim.due_at {
        parts.push(format!("due {}", crate::output::day(due, &session.zone)));
    }
    if memory.valid_from > session.engine.now() {
        parts.push(format!("holds from {}", crate::output::day(memory.valid_from, &session.zone)));
    }
    parts.push(match effect {
        TakesEffect::Now => "in effect now".into(),
        TakesEffect::NextSession => "for future chats".into(),
    });
    Ok(parts.join(" · "))
}
