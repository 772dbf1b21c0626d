//! What erasing takes out of episodes and briefs: whatever rests on erased words goes in the same step.

use std::collections::{BTreeMap, BTreeSet};

use cofio_domain::brief::BriefSource;
use cofio_domain::domains::DomainName;
use cofio_domain::episode::Episode;
use cofio_domain::event::Event;
use cofio_domain::id::{EpisodeId, MemoryId};
use cofio_domain::operation::Erasure;
use cofio_domain::ports::SessionRef;
use cofio_domain::record::{Belief, Noun, Row, RowRef};
use cofio_domain::session::SessionNumber;
use cofio_domain::space::SpaceHandle;
use cofio_domain::vector::TextHash;

use crate::recall::Searched;
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
            let (episodes, ids) = self.episode_erasures(space, |episode| {
                episode.lines.iter().any(|line| rests(&episode.session, &line.messages))
            })?;
            erasures.extend(episodes);
            cited.extend(ids.into_iter().map(BriefSource::Episode));
        }
        erasures.extend(self.brief_rows(space, |brief| cited.iter().any(|source| brief.cites(*source)))?);
        Ok(erasures)
    }

    /// Returns what removes the episodes of a session, and the briefs that cite them.
    pub(crate) fn session_derived_erasures(&self, space: &SpaceHandle, session: &str) -> Result<Vec<Erasure>, Error> {
        let (mut erasures, ids) = self.episode_erasures(space, |episode| episode.session == session)?;
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
        let (mut erasures, ids) = self.episode_erasures(space, |episode| {
            episode.domains.contains(name) || episode.lines.iter().any(|line| speaks(&line.text))
        })?;
        erasures.extend(self.brief_rows(space, |brief| {
            brief.domain.as_ref() == Some(name)
                || ids.iter().any(|id| brief.cites(BriefSource::Episode(*id)))
                || brief.lines.iter().any(|line| speaks(&line.text))
        })?);
        Ok(erasures)
    }

    /// Returns what removes episodes, with the vectors by which they are found.
    fn episode_erasures(
        &self,
        space: &SpaceHandle,
        goes: impl Fn(&Episode) -> bool,
    ) -> Result<(Vec<Erasure>, BTreeSet<EpisodeId>), Error> {
        let salt = self.store.state(space)?.salt;
        let (mut erasures, mut ids, mut texts) = (Vec::new(), BTreeSet::new(), Vec::new());
        for record in self.store.rows(space, Noun::Episode, Belief::Ever)?.records {
            if let Row::Episode(episode) = &record.body
                && goes(episode)
            {
                erasures.push(Erasure::Row(RowRef { noun: Noun::Episode, seq: record.seq }));
                ids.insert(episode.id);
                texts.push(TextHash::of(salt, &Searched::episode(episode).meaning));
            }
        }
        if !texts.is_empty() {
            erasures.push(Erasure::Vectors(texts));
        }
        Ok((erasures, ids))
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
