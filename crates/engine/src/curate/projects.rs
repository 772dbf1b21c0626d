//! Projects: something the person works on, to which memories can belong.

use cofio_domain::id::ProjectId;
use cofio_domain::operation::OperationKind;
use cofio_domain::scope::Project;
use cofio_domain::space::SpaceHandle;
use cofio_domain::time::Timestamp;
use serde::Serialize;

use crate::rulebook::Rulebook;
use crate::{Action, Engine, Error, Written};

/// A project as it is shown.
#[derive(Debug, Clone, Serialize)]
#[allow(missing_docs, reason = "the fields are those of the project")]
pub struct ProjectView {
    pub id: ProjectId,
    pub name: String,
    pub archived_at: Option<Timestamp>,
    /// How many memories in force belong to it.
    pub memories: usize,
}

impl Engine {
    /// Returns the projects of a space.
    pub fn projects(&self, space: &SpaceHandle) -> Result<Vec<ProjectView>, Error> {
        let book = Rulebook::read(&*self.store, space)?;
        let now = self.now();
        let heads = self.heads(space)?;
        let belonging = |id: ProjectId| {
            heads
                .iter()
                .filter(|head| head.body.claim.project == Some(id) && head.body.in_force().contains(now))
                .count()
        };
        Ok(book
            .projects
            .into_iter()
            .map(|(_, project)| ProjectView {
                memories: belonging(project.id),
                id: project.id,
                name: project.name,
                archived_at: project.archived_at,
            })
            .collect())
    }

    /// Adds a project.
    pub fn add_project(&self, space: &SpaceHandle, name: &str) -> Result<Written, Error> {
        let name = name.trim();
        if name.is_empty() {
            return Err(Error::Invalid("a project needs a name".into()));
        }
        self.refuse_secrets([name])?;
        self.until_settled(|| {
            self.may_write(space)?;
            let book = Rulebook::read(&*self.store, space)?;
            if book.project(name).is_ok() {
                return Err(Error::conflict(format!("there is a project called \"{name}\" already")));
            }
            let project = Project { id: self.mint::<ProjectId>(), name: name.to_owned(), archived_at: None };
            let id = project.id;
            let mut commit = self.commit_of(space, OperationKind::Project);
            commit.guards.push(book.guard());
            commit.record.push(project.into());
            let done = self.commit(space, commit)?;
            Ok(self.written(&done, Action::Added, format!("Added project: {name}")).making(id).because("you said so"))
        })
    }

    /// Gives a project another name.
    pub fn rename_project(&self, space: &SpaceHandle, name: &str, new_name: &str) -> Result<Written, Error> {
        let new_name = new_name.trim();
        if new_name.is_empty() {
            return Err(Error::Invalid("a project needs a name".into()));
        }
        self.refuse_secrets([new_name])?;
        self.change_project(space, name, |project, book| {
            if book.project(new_name).is_ok_and(|other| other.id != project.id) {
                return Err(Error::conflict(format!("there is a project called \"{new_name}\" already")));
            }
            Ok((Project { name: new_name.to_owned(), ..project }, format!("Renamed: {new_name}")))
        })
    }

    /// Puts a project away, or takes it out again. Its memories stay.
    pub fn archive_project(&self, space: &SpaceHandle, name: &str, archived: bool) -> Result<Written, Error> {
        let now = self.now();
        self.change_project(space, name, |project, _| {
            if project.archived_at.is_some() == archived {
                return Err(Error::conflict("it is so already"));
            }
            let message = format!("{}: {}", if archived { "Put away" } else { "Taken up again" }, project.name);
            Ok((Project { archived_at: archived.then_some(now), ..project }, message))
        })
    }

    fn change_project(
        &self,
        space: &SpaceHandle,
        name: &str,
        change: impl Fn(Project, &Rulebook) -> Result<(Project, String), Error>,
    ) -> Result<Written, Error> {
        self.until_settled(|| {
            self.may_write(space)?;
            let book = Rulebook::read(&*self.store, space)?;
            let project = book.project(name)?.clone();
            let row = book.projects.iter().find(|(_, known)| known.id == project.id).map(|(row, _)| *row);
            let (changed, message) = change(project, &book)?;
            let mut commit = self.commit_of(space, OperationKind::Project);
            commit.guards.push(book.guard());
            commit.retire.extend(row);
            commit.record.push(changed.into());
            let done = self.commit(space, commit)?;
            Ok(self.written(&done, Action::Changed, message).because("you said so"))
        })
    }
}
