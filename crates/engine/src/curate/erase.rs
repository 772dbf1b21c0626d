//! Erase: making it never have been. Every version, link, quote and reason of a memory goes, from every table and from
//! the files; a tombstone without words stays.

use std::collections::BTreeSet;

use cofio_domain::id::MemoryId;
use cofio_domain::operation::{Committed, Erasure, ErasureReceipt, OperationKind};
use cofio_domain::space::{SpaceHandle, SpaceKind};

use crate::curate::places::{Needles, Places};
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
                    receipts.extend(self.erase_places(&other, places, &mut elsewhere)?);
                } else {
                    elsewhere.extend(places.shown(&other));
                }
            }
            let merged = self.merged_into(space, head.body.memory)?;
            let mut going: BTreeSet<MemoryId> = merged.iter().map(|head| head.body.memory).collect();
            going.insert(head.body.memory);
            let places = self.places(space, &needles, Some(head.body.memory))?;
            let (mut places, others) = self.own_of(space, places)?;
            elsewhere.extend(others.shown(space));
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
            Ok(self.erased(&done, &head.body.memory.to_string(), ReceiptView::of(&added_up(&receipts), elsewhere)))
        })
    }

    /// Says where words stand, in every space that somebody reads.
    pub fn plan_erase_words(&self, space: &SpaceHandle, words: &str) -> Result<Vec<Elsewhere>, Error> {
        let needles = telling(words)?;
        let mut found = Vec::new();
        for other in self.reachable_spaces(space)? {
            found.extend(self.places(&other, &needles, None)?.shown(&other));
        }
        Ok(found)
    }

    /// Erases whatever carries some words, in every space where somebody may: also what is no memory.
    pub fn erase_words(&self, space: &SpaceHandle, words: &str) -> Result<Written, Error> {
        let needles = telling(words)?;
        self.until_settled(|| {
            self.may_write(space)?;
            let (mut elsewhere, mut receipts) = (Vec::new(), Vec::new());
            for other in self.reachable_spaces(space)?.into_iter().filter(|other| other.key() != space.key()) {
                let places = self.places(&other, &needles, None)?;
                if other.role().may_write() {
                    receipts.extend(self.erase_places(&other, places, &mut elsewhere)?);
                } else {
                    elsewhere.extend(places.shown(&other));
                }
            }
            let (places, others) = self.own_of(space, self.places(space, &needles, None)?)?;
            elsewhere.extend(others.shown(space));
            let mut commit = self.commit_of(space, OperationKind::Erase);
            commit.erase = self.all_of(space, places)?;
            if commit.erase.is_empty() && receipts.is_empty() {
                return Err(Error::not_found("words", words));
            }
            let done = self.commit(space, commit)?;
            receipts.extend(done.erased.clone());
            Ok(self.erased(&done, "whatever said so", ReceiptView::of(&added_up(&receipts), elsewhere)))
        })
    }

    fn erased(&self, done: &Committed, what: &str, receipt: ReceiptView) -> Written {
        let pending = if receipt.pending.is_some() { "; the files will be cleaned when nobody reads them" } else { "" };
        let message = format!("Erased for good: {what}{pending}");
        let mut written = self.written(done, Action::Erased, message).because("you said so");
        written.event.undo_until = None;
        written.event.receipt = Some(receipt);
        written
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

    /// Erases what somebody may in another space, and adds what they may not to what stays.
    fn erase_places(
        &self,
        space: &SpaceHandle,
        places: Places,
        stays: &mut Vec<Elsewhere>,
    ) -> Result<Option<ErasureReceipt>, Error> {
        let (own, others) = self.own_of(space, places)?;
        stays.extend(others.shown(space));
        let erasures = self.all_of(space, own)?;
        if erasures.is_empty() {
            return Ok(None);
        }
        let mut commit = self.commit_of(space, OperationKind::Erase);
        commit.erase = erasures;
        Ok(self.commit(space, commit)?.erased)
    }

    /// Returns every way a memory was ever put.
    fn needles(&self, space: &SpaceHandle, head: &Head) -> Result<Needles, Error> {
        let records = self.store.records_of(space, head.body.memory)?;
        let texts = records.iter().flat_map(|record| {
            let claim = &record.body.claim;
            [Some(&claim.content), claim.summary.as_ref(), claim.body.as_ref()]
        });
        Ok(Needles::of_texts(texts.flatten().map(String::as_str)))
    }

    fn reachable_spaces(&self, space: &SpaceHandle) -> Result<Vec<SpaceHandle>, Error> {
        let seats = self.store.spaces_of(space.user())?.into_iter();
        Ok(seats
            .filter(|(space, _)| space.kind != SpaceKind::Builtin)
            .filter_map(|(space, seat)| Some(SpaceHandle::for_member(&space, &seat?)))
            .collect())
    }
}

/// Words that tell enough to erase by them.
fn telling(words: &str) -> Result<Needles, Error> {
    Needles::of_words(words)
        .ok_or_else(|| Error::Invalid("these words are too few to erase by: say more of them".into()))
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
