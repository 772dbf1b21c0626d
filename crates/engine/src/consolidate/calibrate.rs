//! Calibration: how sure something must be to be kept follows what the person keeps and corrects, kind by kind, within
//! bounds. What came of it is a brief of its own: it can be read, undone and reset.

use std::collections::{BTreeMap, BTreeSet};

use cofio_domain::axes::{Kind, Source, Status};
use cofio_domain::brief::{Brief, BriefKind, BriefLine, BriefSource};
use cofio_domain::candidate::CandidateStatus;
use cofio_domain::id::MemoryId;
use cofio_domain::memory::Version;
use cofio_domain::operation::OperationKind;
use cofio_domain::policy::Knobs;
use cofio_domain::policy::fingerprint::normalized;
use cofio_domain::policy::knobs::FARTHEST_SHIFT;
use cofio_domain::proposal::ProposalStatus;
use cofio_domain::record::{Belief, Noun, Record, Row, RowRef};
use cofio_domain::space::SpaceHandle;

use crate::compile::{id_of, input_of};
use crate::{Engine, Error};

/// Fewer answers than this say nothing.
const ENOUGH: f64 = 8.0;

/// The share of what is kept at which a floor stays where it is.
const CONTENT: f64 = 0.8;

/// How far a floor moves when everything, or nothing, is kept.
const STRENGTH: f64 = 0.5;

/// Something that is not relevant somewhere is half a correction.
const NOT_RELEVANT: f64 = 0.5;

/// How many of the memories a line rests on are named.
const CITED: usize = 20;

/// What became of things of a kind.
#[derive(Debug, Default, Clone, PartialEq)]
struct Answers {
    kept: f64,
    corrected: f64,
    cites: BTreeSet<MemoryId>,
}

impl Answers {
    /// How far the floor is moved by them, in whole hundredths.
    fn shift(&self) -> f64 {
        let all = self.kept + self.corrected;
        if all < ENOUGH {
            return 0.0;
        }
        let shift = ((CONTENT - self.kept / all) * STRENGTH).clamp(-FARTHEST_SHIFT, FARTHEST_SHIFT);
        (shift * 100.0).round() / 100.0
    }
}

impl Engine {
    /// Returns the thresholds as this person's answers have moved them.
    pub(crate) fn calibrated(&self, space: &SpaceHandle) -> Result<Knobs, Error> {
        let mut knobs = self.settings.knobs.clone();
        let briefs = self.briefs_believed(space)?;
        let lines = briefs.get(&(BriefKind::Thresholds, None)).map(|record| record.body.lines.clone());
        for line in lines.unwrap_or_default() {
            let floor = line.text.split_whitespace().next().and_then(|word| word.parse::<f64>().ok());
            if let (Ok(kind), Some(floor)) = (line.section.parse::<Kind>(), floor) {
                let shift = floor - self.settings.knobs.kind_floor(kind);
                knobs.floor_shifts.insert(kind, shift.clamp(-FARTHEST_SHIFT, FARTHEST_SHIFT));
            }
        }
        Ok(knobs)
    }

    /// Returns whether any threshold would move, or has moved before.
    pub(crate) fn would_calibrate(&self, space: &SpaceHandle) -> Result<bool, Error> {
        let moved = self.briefs_believed(space)?.contains_key(&(BriefKind::Thresholds, None));
        Ok(moved || self.answers(space)?.values().any(|answers| answers.shift() != 0.0))
    }

    /// Counts what the person kept and corrected, and writes the thresholds that follow. Returns how many moved.
    pub(crate) fn calibrate(&self, space: &SpaceHandle) -> Result<usize, Error> {
        let lines: Vec<BriefLine> = self
            .answers(space)?
            .into_iter()
            .filter(|(_, answers)| answers.shift() != 0.0)
            .map(|(kind, answers)| {
                let usual = self.settings.knobs.kind_floor(kind);
                let (kept, corrected) = (answers.kept, answers.corrected);
                BriefLine {
                    section: kind.word().to_owned(),
                    text: format!(
                        "{:.2} · usually {usual:.2} · {kept} kept, {corrected} corrected",
                        usual + answers.shift()
                    ),
                    cites: answers.cites.into_iter().take(CITED).map(BriefSource::Memory).collect(),
                }
            })
            .collect();
        let count = lines.len();
        self.write_thresholds(space, lines)?;
        Ok(count)
    }

    /// Returns every threshold to where it usually is.
    pub fn reset_thresholds(&self, space: &SpaceHandle) -> Result<(), Error> {
        self.may_write(space)?;
        self.write_thresholds(space, Vec::new())
    }

    fn write_thresholds(&self, space: &SpaceHandle, lines: Vec<BriefLine>) -> Result<(), Error> {
        let topic = (BriefKind::Thresholds, None);
        self.until_settled(|| {
            let there = self.briefs_believed(space)?.remove(&topic);
            let same = there.as_ref().map_or(lines.is_empty(), |record| record.body.lines == lines);
            if same {
                return Ok(());
            }
            let salt = self.store.state(space)?.salt;
            let mut commit = self.commit_of(space, OperationKind::Compile);
            commit.retire.extend(there.as_ref().map(|record| RowRef { noun: Noun::Brief, seq: record.seq }));
            if !lines.is_empty() {
                let brief = Brief {
                    id: id_of(space, salt, &topic),
                    user: space.user(),
                    kind: BriefKind::Thresholds,
                    domain: None,
                    version: there.map_or(1, |record| record.body.version + 1),
                    input: input_of(salt, &lines),
                    lines: lines.clone(),
                    compiler: "calibration".into(),
                };
                commit.record.push(brief.into());
            }
            self.commit(space, commit)?;
            Ok(())
        })
    }

    /// Counts, kind by kind, what became of what was picked up or suggested.
    fn answers(&self, space: &SpaceHandle) -> Result<BTreeMap<Kind, Answers>, Error> {
        let mut answers: BTreeMap<Kind, Answers> = BTreeMap::new();
        let mut of_memory: BTreeMap<MemoryId, Vec<Record<Version>>> = BTreeMap::new();
        for record in self.store.versions(space, Belief::Ever)?.records {
            of_memory.entry(record.body.memory).or_default().push(record);
        }
        for (memory, records) in of_memory {
            let Some(first) = records.iter().min_by_key(|record| record.seq) else { continue };
            if first.body.claim.source.is_explicit() {
                continue;
            }
            let now: Vec<&Record<Version>> = records.iter().filter(|record| record.retired.is_none()).collect();
            let words = normalized(&first.body.claim.content);
            let confirmed = now.iter().any(|record| record.body.claim.source == Source::UserConfirmed);
            let ended = now.iter().any(|record| matches!(record.body.status, Status::Forgotten | Status::Trashed));
            let reworded = now.iter().any(|record| {
                record.body.claim.source == Source::UserDirect && normalized(&record.body.claim.content) != words
            });
            let unwanted = now.iter().any(|record| record.body.claim.is_unwanted_somewhere());
            let of_kind = answers.entry(first.body.claim.kind).or_default();
            if ended || reworded {
                of_kind.corrected += 1.0;
                of_kind.cites.extend(Some(memory).filter(|_| !ended));
            } else if confirmed {
                of_kind.kept += 1.0;
                of_kind.cites.insert(memory);
            } else if unwanted {
                of_kind.corrected += NOT_RELEVANT;
                of_kind.cites.insert(memory);
            }
        }
        for noun in [Noun::Candidate, Noun::Proposal] {
            for record in self.store.rows(space, noun, Belief::Now)?.records {
                let (kind, kept) = match &record.body {
                    Row::Candidate(candidate) if candidate.status == CandidateStatus::Rejected => {
                        (candidate.claim.kind, false)
                    }
                    Row::Proposal(proposal) if proposal.status != ProposalStatus::Proposed => {
                        let Some(claim) = proposal.change.claim() else { continue };
                        (claim.kind, proposal.status == ProposalStatus::Accepted)
                    }
                    _ => continue,
                };
                let of_kind = answers.entry(kind).or_default();
                if kept { of_kind.kept += 1.0 } else { of_kind.corrected += 1.0 }
            }
        }
        Ok(answers)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// R4-030: within ±0.15, and nothing before there is enough to go by.
    #[test]
    fn a_floor_moves_with_what_is_kept_and_corrected() {
        let shift = |kept, corrected| Answers { kept, corrected, ..Answers::default() }.shift();
        assert_eq!(shift(3.0, 4.0), 0.0, "too few");
        assert_eq!(shift(8.0, 2.0), 0.0, "as it should be");
        assert_eq!(shift(10.0, 0.0), -0.1);
        assert_eq!(shift(6.0, 4.0), 0.1);
        assert_eq!(shift(0.0, 30.0), FARTHEST_SHIFT);
    }
}
