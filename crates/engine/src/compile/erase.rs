//! What erasing takes out of episodes and briefs: whatever rests on erased words goes in the same step.

use std::collections::{BTreeMap, BTreeSet};

use cofio_domain::brief::BriefSource;
use cofio_domain::domains::DomainName;
use cofio_domain::event::Event;
use cofio_domain::id::{EpisodeId, MemoryId};
use cofio_domain::operation::Erasure;
use cofio_domain::ports::SessionRef;
use cofio_domain::record::{Belief, Noun, Row, RowRef};
use cofio_domain::session::SessionNumber;
use cofio_domain::space::SpaceHandle;

use crate::record::Closed;
use crate::rulebook::Rulebook;
use crate::{Engine, Error};

impl Engine {
    /// Returns what removes every episode that has a line from one of these messages, and every brief that cites one of
    /// these memories or such an episode, as it ever was.
    pub(crate) fn derived_erasures(
        &self,
        space: &SpaceHandle,
        memories: &BTreeSet<MemoryId>,
        messages: &[&Event],
    ) -> Result<Vec<Erasure>, Error> {
        let mut names: BTreeMap<SessionNumber, String> = BTreeMap::new();
        for number in messages.iter().map(|event| event.session).collect::<BTreeSet<_>>() {
            names.extend(self.store.session(space, SessionRef::Number(number))?.map(|found| (number, found.name)));
        }
        let gone: BTreeSet<(&str, u64)> =
            messages.iter().filter_map(|event| Some((names.get(&event.session)?.as_str(), event.index))).collect();
        let rests = |session: &str, places: &[u64]| places.iter().any(|place| gone.contains(&(session, *place)));
        let mut cited: BTreeSet<BriefSource> = memories.iter().copied().map(BriefSource::Memory).collect();
        let mut erasures = Vec::new();
        if !gone.is_empty() {
            let (rows, ids) = self.episode_rows(space, |episode| {
                episode.lines.iter().any(|line| rests(&episode.session, &line.messages))
            })?;
            erasures.extend(rows.into_iter().map(Erasure::Row));
            cited.extend(ids.into_iter().map(BriefSource::Episode));
        }
        erasures.extend(self.brief_rows(space, |brief| cited.iter().any(|source| brief.cites(*source)))?);
        Ok(erasures)
    }

    /// Returns what removes the episodes of a session, and the briefs that cite them.
    pub(crate) fn session_derived_erasures(&self, space: &SpaceHandle, session: &str) -> Result<Vec<Erasure>, Error> {
        let (rows, ids) = self.episode_rows(space, |episode| episode.session == session)?;
        let mut erasures: Vec<Erasure> = rows.into_iter().map(Erasure::Row).collect();
        let cites = |brief: &cofio_domain::brief::Brief| ids.iter().any(|id| brief.cites(BriefSource::Episode(*id)));
        erasures.extend(self.brief_rows(space, cites)?);
        Ok(erasures)
    }

    /// Returns what removes the lines of a domain from episodes and briefs.
    pub(crate) fn domain_derived_erasures(
        &self,
        space: &SpaceHandle,
        name: &DomainName,
        book: &Rulebook,
    ) -> Result<Vec<Erasure>, Error> {
        let closed = Closed::only(name, book);
        let speaks = |text: &str| !closed.clauses(text).is_empty();
        let (rows, ids) = self.episode_rows(space, |episode| {
            episode.domains.contains(name) || episode.lines.iter().any(|line| speaks(&line.text))
        })?;
        let mut erasures: Vec<Erasure> = rows.into_iter().map(Erasure::Row).collect();
        erasures.extend(self.brief_rows(space, |brief| {
            brief.domain.as_ref() == Some(name)
                || ids.iter().any(|id| brief.cites(BriefSource::Episode(*id)))
                || brief.lines.iter().any(|line| speaks(&line.text))
        })?);
        Ok(erasures)
    }

    fn episode_rows(
        &self,
        space: &SpaceHandle,
        goes: impl Fn(&cofio_domain::episode::Episode) -> bool,
    ) -> Result<(Vec<RowRef>, BTreeSet<EpisodeId>), Error> {
        let (mut rows, mut ids) = (Vec::new(), BTreeSet::new());
        for record in self.store.rows(space, Noun::Episode, Belief::Ever)?.records {
            if let Row::Episode(episode) = &record.body
                && goes(episode)
            {
                rows.push(RowRef { noun: Noun::Episode, seq: record.seq });
                ids.insert(episode.id);
            }
        }
        Ok((rows, ids))
    }

    fn brief_rows(
        &self,
        space: &SpaceHandle,
        goes: impl Fn(&cofio_domain::brief::Brief) -> bool,
    ) -> Result<Vec<Erasure>, Error> {
        let mut erasures = Vec::new();
        for record in self.store.rows(space, Noun::Brief, Belief::Ever)?.records {
            if let Row::Brief(brief) = &record.body
                && goes(brief)
            {
                erasures.push(Erasure::Row(RowRef { noun: Noun::Brief, seq: record.seq }));
            }
        }
        Ok(erasures)
    }
}
