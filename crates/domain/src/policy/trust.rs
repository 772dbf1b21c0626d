//! Who may change what: the one place that says so.
//!
//! Between two claims the better trusted source wins; the contradiction ladder asks here. Work that nobody watches asks
//! here, too, and may do less: what the person stands behind is not its to touch, and nothing is its to delete.

use crate::axes::{Source, Status};
use crate::memory::Version;

/// Returns whether a claim from one source may take the place of a claim from another by itself.
pub const fn may_replace(new: Source, old: Source) -> bool {
    new.trust() >= old.trust()
}

/// Why unattended work may not do what it was about to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Untouchable {
    /// The person stands behind the memory.
    #[error("what you said is not changed unless you do it")]
    Explicit,
    /// The memory would be gone, forgotten or in the trash.
    #[error("nothing is deleted unless you do it")]
    Deletion,
}

/// Decides whether unattended work may put one state of a memory in the place of another. It may set aside and supersede
/// what was learned in passing, and note how sure it is by now.
pub fn unattended(old: &Version, next: Option<&Version>) -> Result<(), Untouchable> {
    if old.claim.source.is_explicit() {
        return Err(Untouchable::Explicit);
    }
    match next.map(|next| next.status) {
        None | Some(Status::Forgotten | Status::Trashed) => Err(Untouchable::Deletion),
        Some(Status::Active | Status::Archived | Status::Superseded | Status::Expired) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::{Id, MemoryId, UserId, VersionId};
    use crate::space::Actor;
    use crate::test_claims::claim;
    use crate::time::{Timestamp, Window};

    fn version(source: Source) -> Version {
        let mut claim = claim("likes tea");
        claim.source = source;
        Version {
            id: VersionId::from_bits(1),
            memory: MemoryId::from_bits(1),
            n: 1,
            claim,
            window: Window::starting(Timestamp::from_micros(0)),
            status: Status::Active,
            superseded_by: None,
            confirmed_at: None,
            last_confirmed_at: None,
            actor: Actor::User(UserId::from_bits(1)),
        }
    }

    /// R0-079: what was learned in passing replaces only what is trusted no more than itself.
    #[test]
    fn a_source_replaces_what_is_trusted_no_more_than_itself() {
        for new in Source::ALL {
            for old in Source::ALL {
                assert_eq!(may_replace(*new, *old), new.trust() >= old.trust(), "{new} over {old}");
            }
        }
        assert!(!may_replace(Source::Extracted, Source::Imported));
        assert!(!may_replace(Source::Derived, Source::Extracted));
    }

    /// Whatever it would become: unattended work leaves the person's word alone and deletes nothing.
    #[test]
    fn unattended_work_may_set_aside_and_supersede_what_was_picked_up_and_no_more() {
        let at = Timestamp::from_micros(9);
        for source in Source::ALL {
            let old = version(*source);
            let archived = old.clone().ended(Status::Archived, at);
            let superseded = old.clone().superseded(VersionId::from_bits(2), at);
            let expected = if source.is_explicit() { Err(Untouchable::Explicit) } else { Ok(()) };
            assert_eq!(unattended(&old, Some(&archived)), expected, "{source}");
            assert_eq!(unattended(&old, Some(&superseded)), expected, "{source}");
            for gone in [Status::Forgotten, Status::Trashed] {
                assert!(unattended(&old, Some(&old.clone().ended(gone, at))).is_err(), "{source}");
            }
            assert!(unattended(&old, None).is_err(), "{source}");
        }
    }
}
