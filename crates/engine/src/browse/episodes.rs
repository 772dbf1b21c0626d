//! Episodes: what conversations came to, as far as it may be told.

use cofio_domain::episode::Episode;
use cofio_domain::space::SpaceHandle;

use crate::compile::Sources;
use crate::learn::EpisodeView;
use crate::{Engine, Error};

impl Engine {
    /// Returns what conversations came to, the newest first: without any line that rests on what is forgotten, hidden or
    /// said otherwise since, and without those of which nothing is left.
    pub fn episodes(&self, space: &SpaceHandle) -> Result<Vec<EpisodeView>, Error> {
        let told = Sources::read(self, space, self.now())?.episodes.into_iter();
        let view = |(episode, lines): (Episode, _)| EpisodeView::of(&Episode { lines, ..episode });
        Ok(told.filter(|(_, lines)| !lines.is_empty()).map(view).collect())
    }

    /// Returns an episode by its id.
    pub fn episode(&self, space: &SpaceHandle, which: &str) -> Result<EpisodeView, Error> {
        let wanted = which.trim();
        let found =
            self.episodes(space)?.into_iter().find(|episode| episode.id.to_string().eq_ignore_ascii_case(wanted));
        found.ok_or_else(|| Error::not_found("episode", wanted))
    }
}
