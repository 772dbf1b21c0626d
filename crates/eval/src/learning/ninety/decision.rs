//! What was done to what is known, one by one, read off the operations.

use std::fmt;

use cofio_domain::operation::OperationKind;
use cofio_engine::{ActivityItem, ActivityView, Item, ListFilter, ListStatus};

use crate::learning::labels::Subject;
use crate::learning::life::Life;

/// What a decision did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// What was said again made something surer, or two memories became one.
    Merged,
    /// What was known gave way to something newer.
    Superseded,
    /// A maybe, or something that keeps coming up, became a memory.
    Promoted,
    /// Something was set aside.
    Archived,
    /// Two that cannot both hold wait for the person.
    Disputed,
    /// A maybe went.
    Dropped,
}

impl Kind {
    pub fn word(self) -> &'static str {
        match self {
            Kind::Merged => "merged",
            Kind::Superseded => "superseded",
            Kind::Promoted => "promoted",
            Kind::Archived => "archived",
            Kind::Disputed => "disputed",
            Kind::Dropped => "dropped",
        }
    }
}

/// Something that was done to what is known.
pub struct Decision {
    pub kind: Kind,
    pub subject: Subject,
    /// What it is about, before and after.
    words: Vec<String>,
    /// The words that were heard, where it was by hearing some.
    heard: Option<String>,
    why: String,
}

impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind.word(), self.words.join(" | "))?;
        if let Some(heard) = &self.heard {
            write!(f, " | heard: {}", heard.replace('\n', " "))?;
        }
        write!(f, " ({})", self.why)
    }
}

/// Returns what was done after a place in the order of a space.
pub fn since(life: &Life, place: u64, session: &str) -> anyhow::Result<Vec<Decision>> {
    let mut decisions = Vec::new();
    for (_, operation) in life.engine.changes_since(&life.space, place, usize::MAX)? {
        for (kind, items) in parted(&operation) {
            let mut words: Vec<String> = items.iter().map(told).collect();
            if kind == Kind::Disputed {
                words.extend(against(life, &items)?);
            }
            let heard = items.iter().find_map(|item| item.memory).filter(|_| operation.reason.is_none());
            let heard = match heard {
                Some(memory) => last_heard(life, &memory.to_string())?,
                None => None,
            };
            let why = operation.reason.clone().unwrap_or_else(|| operation.by.clone());
            let told = format!("{} {} {}", kind.word(), words.join("|"), heard.as_deref().unwrap_or_default());
            decisions.push(Decision { kind, subject: Subject::of(session, &told), words, heard, why });
        }
    }
    Ok(decisions)
}

/// Jobs that make memories of what they find.
const NIGHTLY: [&str; 3] = ["candidates.promote", "consolidate.daily", "consolidate.deep"];

/// What an operation decided: as one, or for each thing by itself.
fn parted(operation: &ActivityView) -> Vec<(Kind, Vec<ActivityItem>)> {
    let of = |noun: &str| operation.items.iter().filter(|item| item.noun == noun).cloned().collect::<Vec<_>>();
    let (memories, maybes) = (of("memory"), of("candidate"));
    let each = |kind: Kind, items: Vec<ActivityItem>| items.into_iter().map(|item| (kind, vec![item])).collect();
    match operation.kind {
        OperationKind::Merge | OperationKind::Confirm if !memories.is_empty() => vec![(Kind::Merged, memories)],
        OperationKind::Update | OperationKind::Resolve if !memories.is_empty() => vec![(Kind::Superseded, memories)],
        OperationKind::Dispute => {
            let mut items = memories;
            items.extend(of("conflict"));
            vec![(Kind::Disputed, items)]
        }
        OperationKind::Archive => {
            let mut all: Vec<_> = each(Kind::Archived, memories);
            all.extend::<Vec<_>>(each(Kind::Dropped, maybes));
            all
        }
        // A memory that comes with a maybe going was made of it.
        OperationKind::Remember if !maybes.is_empty() || NIGHTLY.contains(&operation.by.as_str()) => {
            vec![(Kind::Promoted, memories)]
        }
        // A new memory in whose place another one went.
        OperationKind::Remember if memories.iter().any(|item| item.before.is_some()) => {
            vec![(Kind::Superseded, memories)]
        }
        _ => Vec::new(),
    }
}

/// What those stand against that were put before the person.
fn against(life: &Life, disputed: &[ActivityItem]) -> anyhow::Result<Vec<String>> {
    let filter = ListFilter { status: ListStatus::Conflicts, ..ListFilter::default() };
    let conflicts = life.engine.list(&life.space, &filter)?.items.into_iter().filter_map(|item| match item {
        Item::Conflict(view) if disputed.iter().any(|item| item.after.as_ref() == Some(&view.right.content)) => {
            view.left.map(|left| format!("against {}", left.claim.content))
        }
        _ => None,
    });
    Ok(conflicts.collect())
}

fn told(item: &ActivityItem) -> String {
    match (&item.before, &item.after) {
        (Some(before), Some(after)) if before == after => before.clone(),
        (Some(before), Some(after)) => format!("{before} → {after}"),
        (None, Some(after)) => format!("+ {after}"),
        (Some(before), None) => format!("- {before}"),
        (None, None) => String::new(),
    }
}

/// The last words that a memory was learned from.
fn last_heard(life: &Life, memory: &str) -> anyhow::Result<Option<String>> {
    let evidence = life.engine.show(&life.space, memory)?.memory.evidence;
    Ok(evidence.into_iter().rev().find_map(|item| item.quote))
}
