//! Projects.

use cofio_domain::ports::StoreError;
use cofio_domain::record::Noun;
use cofio_domain::scope::Project;

use crate::columns::{Columns, Fields};
use crate::table::Table;

impl Table for Project {
    type Body = Project;
    const NOUN: Noun = Noun::Project;
    const COLUMNS: &'static [&'static str] = &["id", "name", "archived_at"];

    fn write(project: &Project, columns: &mut Columns) {
        columns.id(project.id).text(project.name.as_str()).optional_time(project.archived_at);
    }

    fn read(fields: &mut Fields<'_>) -> Result<Project, StoreError> {
        Ok(Project {
            id: fields.id("id")?,
            name: fields.text("name")?,
            archived_at: fields.optional_time("archived_at")?,
        })
    }
}
