//! Whether what was said is kept at once, waits until more speaks for it, or is let go: by how likely it is still of use in
//! a month.
//!
//! A statement that lasts is a memory. What somebody does or feels just now is only observed: the write policy keeps it as
//! a maybe, and if it comes up again and again it was no passing thing after all.

use cofio_domain::axes::EvidenceType;
use cofio_domain::ports::{Embedder, Mode};
use cofio_domain::space::SpaceHandle;
use cofio_language::extract::{Act, Extracted, Extractor, Lasting, Modality};

use super::Line;
use crate::{Engine, Error};

/// What is this likely to last is kept at once. `cofio-eval lasting` says what that keeps and what it loses.
const LASTS: f64 = 0.45;

/// What is less likely than this says nothing that could become anything.
const MAY_LAST: f64 = 0.1;

impl Engine {
    /// Returns what a claim counts as; none where it is not even worth waiting for. What the person asked for and what
    /// changes something is theirs to say; where meaning cannot be read, so is everything.
    pub(super) fn counts_as(
        &self,
        space: &SpaceHandle,
        line: &Line,
        claim: &Extracted,
    ) -> Result<Option<EvidenceType>, Error> {
        if !matches!(claim.act, Act::Add | Act::Affirm) || is_plain(line, claim) {
            return Ok(Some(EvidenceType::Stated));
        }
        let lasting = Lasting::standard();
        let understood = |embedder: &&dyn Embedder| lasting.understands(embedder.model().as_str());
        if self.embedder_of(space).filter(understood).is_none() {
            return Ok(Some(EvidenceType::Stated));
        }
        let Some(meaning) = self.meaning_of(space, &claim.content, Mode::Document)? else {
            return Ok(Some(EvidenceType::Stated));
        };
        let chance = lasting.of(&Extractor::standard().traits(claim, &line.message()), &meaning);
        Ok(match chance {
            _ if chance >= LASTS => Some(EvidenceType::Stated),
            _ if chance >= MAY_LAST => Some(EvidenceType::Observed),
            _ => None,
        })
    }
}

/// What is kept whatever else may be said of it: who somebody is, what was given as a value, how to be helped from now on,
/// and what has its day to come.
fn is_plain(line: &Line, claim: &Extracted) -> bool {
    const SIGNS: [&str; 7] = ["has_name", "who_is", "dated", "fragment", "label", "new_role", "instead"];
    let today = line.at.date();
    claim.clause.modality == Modality::Imperative
        || claim.key.is_some()
        || claim.signs.iter().any(|sign| SIGNS.contains(sign))
        || claim.times.iter().any(|mention| mention.start.date() > today)
}
