//! What may be found: by what is asked for, what is on, and what holds at the time.

use cofio_domain::event::MessageRole;
use cofio_domain::ports::SessionRef;
use cofio_domain::session::SessionNumber;
use cofio_domain::space::SpaceHandle;
use cofio_domain::time::{Moment, Timestamp};
use cofio_index::{Allowed, Filter, Layer, Numbers, Selection};

use crate::recall::query::RecallQuery;
use crate::recall::shelf::Shelf;
use crate::{Engine, Error};

impl Engine {
    /// Selects what may be found.
    pub(super) fn select(
        &self,
        space: &SpaceHandle,
        shelf: &Shelf,
        query: &RecallQuery,
        selection: &mut Selection,
    ) -> Result<(), Error> {
        let (book, columns) = (&shelf.book, shelf.index.columns());
        if let Some(domain) = &query.domain {
            book.domain(domain)?;
        }
        let project = query.project.as_deref().map(|name| book.project(name)).transpose()?;
        let past = query.as_of.is_some() || query.known_at.is_some();
        let narrow = query.domain.is_some() || query.kind.is_some() || project.is_some();
        let mut layers = vec![Layer::Memory];
        if !past {
            layers.push(Layer::Candidate);
        }
        // Nobody knows of which domains somebody speaks, so an application with some of them is not told what was said.
        if query.messages && !narrow && space.domains().is_none() {
            layers.extend([Layer::Message, Layer::Episode]);
        }
        // What has no domain was never in one that could be off.
        let open = |name: &str| match &query.domain {
            Some(asked) => name == asked.as_str() && book.is_on(asked),
            None => name.is_empty() || name.parse().is_ok_and(|name| book.is_on(&name)),
        };
        let names = &columns.domain_names;
        let domains: Numbers = (0..names.len() as u32).filter(|number| open(names.name(*number))).collect();
        let moment = Moment::asked(query.as_of, query.known_at, self.now());
        let filter = Filter {
            layers: Filter::of_layers(&layers),
            kinds: query.kind.map_or(Allowed::All, |kind| Allowed::Only([kind as u32].into_iter().collect())),
            roles: if query.said_only { Allowed::Only(said_roles()) } else { Allowed::All },
            sessions: match self.session_left_out(space, query)? {
                Some(number) => {
                    Allowed::Except(columns.session_names.number(&number.0.to_string()).into_iter().collect())
                }
                None => Allowed::All,
            },
            domains: Allowed::Only(domains),
            projects: project.map_or(Allowed::All, |project| {
                Allowed::Only(columns.project_names.number(&project.id.to_string()).into_iter().collect())
            }),
            as_of: Some(moment.as_of.as_micros()),
            known_at: query.known_at.map(Timestamp::as_micros),
            withheld: &shelf.withheld,
            ..Filter::default()
        };
        shelf.index.select_into(&filter, selection);
        Ok(())
    }

    fn session_left_out(&self, space: &SpaceHandle, query: &RecallQuery) -> Result<Option<SessionNumber>, Error> {
        let Some(name) = &query.except_session else { return Ok(None) };
        Ok(self.store.session(space, SessionRef::Name(name))?.map(|session| session.number))
    }
}

/// The roles whose words are part of a conversation. A memory counts as said by the person.
fn said_roles() -> Numbers {
    MessageRole::ALL.iter().filter(|role| role.is_said()).map(|role| *role as u32).collect()
}
