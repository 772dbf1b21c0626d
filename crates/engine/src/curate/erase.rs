//! Erase: making it never have been. Every version, link, quote and reason of a memory goes, from every table and from
//! the files; a tombstone without words stays.

use std::collections::BTreeSet;

use cofio_domain::event::Event;
use cofio_domain::evidence::Evidence;
use cofio_domain::id::{MemoryId, OperationId};
use cofio_domain::memory::Claim;
use cofio_domain::operation::{Erasure, ErasureReceipt, OperationKind};
use cofio_domain::policy::fingerprint::normalized;
use cofio_domain::ports::OperationFilter;
use cofio_domain::record::{Belief, Noun, Record, Row, RowRef, Seq};
use cofio_domain::space::{SpaceHandle, SpaceKind};

use crate::find::{Head, Looking};
use crate::view::{Elsewhere, MemoryView, ReceiptView};
use crate::{Action, Engine, Error, Written};

/// What erasing a memory would remove.
#[derive(Debug, Clone)]
pub struct ErasePlan {
    /// The memory.
    pub memory: MemoryView,
    /// How many records of it there are.
    pub records: usize,
    /// Where the same words stand elsewhere.
    pub elsewhere: Vec<Elsewhere>,
}

/// Shorter words stand everywhere.
const TELLING_LENGTH: usize = 4;

/// Where erased words stand in one space.
#[derive(Default)]
struct Places {
    memories: BTreeSet<MemoryId>,
    rows: Vec<(RowRef, String)>,
    reasons: BTreeSet<OperationId>,
    messages: Vec<Event>,
}

impl Engine {
    /// Says what erasing a memory would remove, and where else its words stand.
    pub fn plan_erase(&self, space: &SpaceHandle, which: &str) -> Result<ErasePlan, Error> {
        let head = self.find(space, which, Looking::Everything)?;
        let book = crate::rulebook::Rulebook::read(&*self.store, space)?;
        let records = self.store.records_of(space, head.body.memory)?.len();
        let needles = self.needles(space, &head)?;
        let mut elsewhere = Vec::new();
        for other in self.reachable_spaces(space)? {
            let keep_out = (other.key() == space.key()).then_some(head.body.memory);
            elsewhere.extend(self.places(&other, &needles, keep_out)?.shown(&other));
        }
        Ok(ErasePlan { memory: self.view(space, &head, &book), records, elsewhere })
    }

    /// Erases a memory for good; with `everywhere`, also whatever else carries its words.
    pub fn erase(&self, space: &SpaceHandle, which: &str, everywhere: bool) -> Result<Written, Error> {
        self.until_settled(|| {
            self.may_write(space)?;
            let head = self.find(space, which, Looking::Everything)?;
            let owner = self.store.memory(space, head.body.memory)?.map(|memory| memory.owner);
            if owner != Some(space.user()) {
                self.may_govern(space)?;
            }
            let needles = self.needles(space, &head)?;
            let mut elsewhere = Vec::new();
            let mut receipts = Vec::new();
            for other in self.reachable_spaces(space)? {
                if other.key() == space.key() {
                    continue;
                }
                let places = self.places(&other, &needles, None)?;
                if everywhere && other.role().may_write() {
                    receipts.extend(self.erase_places(&other, places)?);
                } else {
                    elsewhere.extend(places.shown(&other));
                }
            }
            let merged = self.merged_into(space, head.body.memory)?;
            let mut going: BTreeSet<MemoryId> = merged.iter().map(|head| head.body.memory).collect();
            going.insert(head.body.memory);
            let mut places = self.places(space, &needles, Some(head.body.memory))?;
            if everywhere {
                going.append(&mut places.memories);
            }
            let mut commit = self.commit_of(space, OperationKind::Erase);
            commit.erase = self.erasures_of(space, &going)?;
            if everywhere {
                commit.erase.extend(self.all_of(space, places)?);
            } else {
                elsewhere.extend(places.shown(space));
            }
            let done = self.commit(space, commit)?;
            receipts.extend(done.erased.clone());
            let receipt = ReceiptView::of(&added_up(&receipts), elsewhere);
            let pending =
                if receipt.pending.is_some() { "; the files will be cleaned when nobody reads them" } else { "" };
            let message = format!("Erased for good: {}{pending}", head.body.memory);
            let mut written = self.written(&done, Action::Erased, message).because("you said so");
            written.event.undo_until = None;
            written.event.receipt = Some(receipt);
            Ok(written)
        })
    }

    /// Returns what removes everything in these places.
    fn all_of(&self, space: &SpaceHandle, mut places: Places) -> Result<Vec<Erasure>, Error> {
        let memories = std::mem::take(&mut places.memories);
        let mut erasures = if memories.is_empty() { Vec::new() } else { self.erasures_of(space, &memories)? };
        erasures.extend(self.message_erasures(self.store.state(space)?.salt, &places.messages));
        erasures.extend(places.rows.into_iter().map(|(row, _)| Erasure::Row(row)));
        erasures.extend(places.reasons.into_iter().map(Erasure::Reason));
        Ok(erasures)
    }

    fn erase_places(&self, space: &SpaceHandle, places: Places) -> Result<Option<ErasureReceipt>, Error> {
        let erasures = self.all_of(space, places)?;
        if erasures.is_empty() {
            return Ok(None);
        }
        let mut commit = self.commit_of(space, OperationKind::Erase);
        commit.erase = erasures;
        Ok(self.commit(space, commit)?.erased)
    }

    /// Returns every way a memory was ever put.
    fn needles(&self, space: &SpaceHandle, head: &Head) -> Result<Vec<String>, Error> {
        let records = self.store.records_of(space, head.body.memory)?;
        let mut needles: Vec<String> = records
            .iter()
            .flat_map(|record| {
                let claim = &record.body.claim;
                [Some(&claim.content), claim.summary.as_ref(), claim.body.as_ref()]
            })
            .flatten()
            .map(|text| normalized(text))
            .filter(|text| text.chars().count() >= TELLING_LENGTH)
            .collect();
        needles.sort();
        needles.dedup();
        Ok(needles)
    }

    fn reachable_spaces(&self, space: &SpaceHandle) -> Result<Vec<SpaceHandle>, Error> {
        let seats = self.store.spaces_of(space.user())?.into_iter();
        Ok(seats
            .filter(|(space, _)| space.kind != SpaceKind::Builtin)
            .filter_map(|(space, seat)| Some(SpaceHandle::for_member(&space, &seat?)))
            .collect())
    }

    fn places(&self, space: &SpaceHandle, needles: &[String], keep_out: Option<MemoryId>) -> Result<Places, Error> {
        let mut places = Places::default();
        let says = |text: &str| {
            let text = normalized(text);
            needles.iter().any(|needle| text.contains(needle.as_str()))
        };
        let claim_says = |claim: &Claim| claim.texts().any(says);
        let quotes_say = |evidence: &[Evidence]| evidence.iter().filter_map(|item| item.quote.as_deref()).any(says);

        let versions = self.store.versions(space, Belief::Ever)?.records;
        let quoting: BTreeSet<_> = self
            .store
            .evidence(space)?
            .into_iter()
            .filter(|(_, evidence)| quotes_say(std::slice::from_ref(evidence)))
            .map(|(version, _)| version)
            .collect();
        for record in versions.iter().filter(|record| Some(record.body.memory) != keep_out) {
            if claim_says(&record.body.claim) || quoting.contains(&record.body.id) {
                places.memories.insert(record.body.memory);
            }
        }
        // What is derived from it, and the messages it was learned from, go along as far as nothing else needs them.
        let along = match keep_out {
            Some(memory) => self.erasures_of(space, &BTreeSet::from([memory]))?,
            None => Vec::new(),
        };
        for noun in
            [Noun::Candidate, Noun::Proposal, Noun::Conflict, Noun::Project, Noun::Domain, Noun::Episode, Noun::Brief]
        {
            for record in self.store.rows(space, noun, Belief::Ever)?.records {
                let row = RowRef { noun, seq: record.seq };
                let goes_along = goes_along(&record.body, keep_out) || along.contains(&Erasure::Row(row));
                if row_says(&record, &claim_says, &quotes_say, &says) && !goes_along {
                    places.rows.push((row, name_of(&record.body)));
                }
            }
        }
        for operation in self.store.operations(space, &OperationFilter::default())? {
            if operation.reason.as_deref().is_some_and(says) {
                places.reasons.insert(operation.id);
            }
        }
        let along: BTreeSet<Seq> = along
            .into_iter()
            .filter_map(|erasure| match erasure {
                Erasure::Message { seq, .. } => Some(seq),
                _ => None,
            })
            .collect();
        places.messages = self.messages_saying(space, &says, &along)?;
        Ok(places)
    }
}

impl Places {
    fn shown(&self, space: &SpaceHandle) -> Vec<Elsewhere> {
        let place = |noun: &str, id: String| Elsewhere { noun: noun.to_owned(), id, space: space.id() };
        let memories = self.memories.iter().map(|id| place("memory", id.to_string()));
        let rows = self.rows.iter().map(|(row, id)| place(row.noun.word(), id.clone()));
        let reasons = self.reasons.iter().map(|id| place("operation", id.to_string()));
        let messages = self.messages.iter().map(|event| place("message", event.id.to_string()));
        let mut shown: Vec<Elsewhere> = memories.chain(rows).chain(reasons).chain(messages).collect();
        shown.sort();
        shown.dedup();
        shown
    }
}

/// What points to the memory itself is removed with it.
fn goes_along(row: &Row, memory: Option<MemoryId>) -> bool {
    matches!(row, Row::Conflict(conflict) if Some(conflict.left) == memory)
}

fn row_says(
    record: &Record<Row>,
    claim_says: &impl Fn(&Claim) -> bool,
    quotes_say: &impl Fn(&[Evidence]) -> bool,
    says: &impl Fn(&str) -> bool,
) -> bool {
    match &record.body {
        Row::Candidate(candidate) => claim_says(&candidate.claim) || quotes_say(&candidate.evidence),
        Row::Proposal(proposal) => {
            proposal.change.claim().is_some_and(claim_says)
                || quotes_say(&proposal.evidence)
                || proposal.reasoning.as_deref().is_some_and(says)
        }
        Row::Conflict(conflict) => claim_says(&conflict.right) || quotes_say(&conflict.evidence),
        Row::Project(project) => says(&project.name),
        Row::Domain(domain) => domain.keywords.iter().any(|word| says(word)),
        Row::Episode(episode) => episode.lines.iter().any(|line| says(&line.text)),
        Row::Brief(brief) => brief.lines.iter().any(|line| says(&line.text)),
        _ => false,
    }
}

fn name_of(row: &Row) -> String {
    match row {
        Row::Candidate(candidate) => candidate.id.to_string(),
        Row::Proposal(proposal) => proposal.id.to_string(),
        Row::Conflict(conflict) => conflict.id.to_string(),
        Row::Project(project) => project.id.to_string(),
        Row::Domain(domain) => domain.name.to_string(),
        Row::Episode(episode) => episode.id.to_string(),
        Row::Brief(brief) => brief.id.to_string(),
        other => other.noun().to_string(),
    }
}

fn added_up(receipts: &[ErasureReceipt]) -> ErasureReceipt {
    let mut removed = std::collections::BTreeMap::new();
    for (layer, count) in receipts.iter().flat_map(|receipt| &receipt.removed) {
        *removed.entry(*layer).or_insert(0) += count;
    }
    ErasureReceipt {
        removed: removed.into_iter().collect(),
        pending: receipts.iter().find_map(|receipt| receipt.pending.clone()),
        residue: receipts.last().map_or(0, |receipt| receipt.residue),
    }
}

impl ReceiptView {
    pub(crate) fn of(receipt: &ErasureReceipt, elsewhere: Vec<Elsewhere>) -> ReceiptView {
        ReceiptView {
            removed: receipt.removed.iter().map(|(layer, count)| ((*layer).to_owned(), *count)).collect(),
            files: if receipt.pending.is_some() { "pending" } else { "clean" },
            pending: receipt.pending.clone(),
            residue: receipt.residue,
            elsewhere,
        }
    }
}
