//! `cofio projects`

use crate::args::HELP;
use crate::commands::telling::tell;
use crate::exit::Failure;
use crate::output::{Manner, Row, Style, day, one_line, table};
use crate::wire::Setup;

/// What you work on: list, add, rename, archive, reopen
#[derive(Debug, clap::Args)]
#[command(help_template = HELP, before_help = "\
Examples:
  cofio projects add kitchen
  cofio remember \"The counter is 62 cm deep\" --project kitchen
  cofio list --project kitchen
")]
pub struct Projects {
    #[command(subcommand)]
    action: Option<ProjectsAction>,
}

#[derive(Debug, clap::Subcommand)]
enum ProjectsAction {
    /// List them
    #[command(help_template = HELP, before_help = "\
Examples:
  cofio projects list
")]
    List,
    /// Add one
    #[command(help_template = HELP, before_help = "\
Examples:
  cofio projects add kitchen
")]
    Add {
        /// What it is called
        name: String,
    },
    /// Give one another name
    #[command(help_template = HELP, before_help = "\
Examples:
  cofio projects rename kitchen \"new kitchen\"
")]
    Rename {
        /// What it is called
        name: String,
        /// What it should be called
        new_name: String,
    },
    /// Put one away; its memories stay
    #[command(help_template = HELP, before_help = "\
Examples:
  cofio projects archive kitchen
")]
    Archive {
        /// Which
        name: String,
    },
    /// Take one up again
    #[command(help_template = HELP, before_help = "\
Examples:
  cofio projects reopen kitchen
")]
    Reopen {
        /// Which
        name: String,
    },
}

impl Projects {
    pub fn run(&self, setup: &Setup) -> Result<(), Failure> {
        let session = setup.open()?;
        let (engine, space) = (&session.engine, &session.space);
        let written = match &self.action {
            None | Some(ProjectsAction::List) => {
                let projects = engine.projects(space)?;
                let output = &setup.output;
                if output.is_json() {
                    output.json(&projects);
                    return Ok(());
                }
                let mut rows: Vec<Row> = Vec::new();
                for project in &projects {
                    let put_away =
                        project.archived_at.map_or(String::new(), |at| format!("put away {}", day(at, &session.zone)));
                    if output.manner == Manner::Plain {
                        output.line(&format!("{}\t{}\t{}", project.id, project.memories, one_line(&project.name)));
                    }
                    rows.push(vec![
                        (one_line(&project.name), Some(Style::Strong)),
                        (
                            if project.memories == 1 {
                                "1 memory".into()
                            } else {
                                format!("{} memories", project.memories)
                            },
                            None,
                        ),
                        (put_away, Some(Style::Faint)),
                    ]);
                }
                if output.manner == Manner::Human {
                    table(&rows, &output.paint).iter().for_each(|line| output.line(line));
                }
                if projects.is_empty() {
                    output.human("No projects. Add one:  cofio projects add NAME");
                }
                return Ok(());
            }
            Some(ProjectsAction::Add { name }) => engine.add_project(space, name)?,
            Some(ProjectsAction::Rename { name, new_name }) => engine.rename_project(space, name, new_name)?,
            Some(ProjectsAction::Archive { name }) => engine.archive_project(space, name, true)?,
            Some(ProjectsAction::Reopen { name }) => engine.archive_project(space, name, false)?,
        };
        tell(setup, &session, &written)
    }
}
