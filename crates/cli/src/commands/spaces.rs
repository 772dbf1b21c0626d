//! `cofio spaces`

use cofio_domain::space::Role;

use crate::args::HELP;
use crate::commands::telling::tell;
use crate::exit::Failure;
use crate::output::{Manner, Row, Style, one_line, shell_word, table};
use crate::wire::Setup;

/// Where memories live: your own, and those you share
#[derive(Debug, clap::Args)]
#[command(help_template = HELP, before_help = "\
Examples:
  cofio spaces
  cofio spaces create family
  cofio spaces add family sam --role reader
  cofio --space family list
")]
pub struct Spaces {
    #[command(subcommand)]
    action: Option<SpacesAction>,
}

#[derive(Debug, clap::Subcommand)]
enum SpacesAction {
    /// List them
    #[command(help_template = HELP, before_help = "\
Examples:
  cofio spaces list
")]
    List,
    /// Make one to share with others
    #[command(help_template = HELP, before_help = "\
Examples:
  cofio spaces create family
")]
    Create {
        /// What it is called
        name: String,
    },
    /// Give somebody a seat, or change theirs
    #[command(help_template = HELP, before_help = "\
Examples:
  cofio spaces add family sam
  cofio spaces add family sam --role editor
")]
    Add {
        /// Which space
        space: String,
        /// Whom
        user: String,
        /// owner, editor or reader
        #[arg(long, value_name = "ROLE", default_value = "reader")]
        role: String,
    },
    /// Take somebody's seat away
    #[command(help_template = HELP, before_help = "\
Examples:
  cofio spaces remove family sam
")]
    Remove {
        /// Which space
        space: String,
        /// Whom
        user: String,
    },
    /// Say whether recall reads a space along with your own
    #[command(help_template = HELP, before_help = "\
Examples:
  cofio spaces recall family off
")]
    Recall {
        /// Which space
        space: String,
        /// on or off
        #[arg(value_parser = ["on", "off"])]
        state: String,
    },
}

impl Spaces {
    pub fn run(&self, setup: &Setup) -> Result<(), Failure> {
        let session = setup.open()?;
        let engine = &session.engine;
        match &self.action {
            None | Some(SpacesAction::List) => {
                let spaces = engine.spaces(&session.user)?;
                let output = &setup.output;
                if output.is_json() {
                    output.json(&spaces);
                    return Ok(());
                }
                let rows: Vec<Row> = spaces
                    .iter()
                    .map(|space| {
                        let members: Vec<String> = space
                            .members
                            .iter()
                            .map(|member| format!("{} ({})", one_line(&member.name), member.role))
                            .collect();
                        vec![
                            (one_line(&space.name), Some(Style::Strong)),
                            (space.kind.to_string(), None),
                            (format!("you are {}", space.role), Some(Style::Faint)),
                            (members.join(", "), Some(Style::Faint)),
                            (if space.recalled { String::new() } else { "not read along".into() }, Some(Style::Faint)),
                        ]
                    })
                    .collect();
                match output.manner {
                    Manner::Plain => spaces.iter().for_each(|space| {
                        output.line(&format!(
                            "{}\t{}\t{}\t{}",
                            space.id,
                            space.kind,
                            space.role,
                            one_line(&space.name)
                        ));
                    }),
                    _ => table(&rows, &output.paint).iter().for_each(|line| output.line(line)),
                }
                Ok(())
            }
            Some(SpacesAction::Create { name }) => {
                let space = engine.create_shared_space(&session.user, name)?;
                match setup.output.manner {
                    Manner::Json => setup.output.json(&space),
                    Manner::Plain => setup.output.line(&space.id.to_string()),
                    Manner::Human => {
                        let mark = setup.output.paint.paint(Style::Good, "✓");
                        setup.output.line(&format!("{mark} Made the shared space {}", one_line(&space.name)));
                        let name = shell_word(&space.name);
                        setup.output.human(&format!("  ask others in: cofio spaces add {name} NAME"));
                    }
                }
                Ok(())
            }
            Some(SpacesAction::Add { space, user, role }) => {
                let role: Role =
                    role.parse().map_err(|error: cofio_domain::axes::UnknownWord| Failure::usage(error.to_string()))?;
                let there = session.enter(space)?;
                let written = engine.set_member(&there.space, &engine.guest(user)?, role)?;
                tell(setup, &there, &written)
            }
            Some(SpacesAction::Remove { space, user }) => {
                let there = session.enter(space)?;
                let written = engine.remove_member(&there.space, &engine.known_user(user)?)?;
                tell(setup, &there, &written)
            }
            Some(SpacesAction::Recall { space, state }) => {
                let there = session.enter(space)?;
                let written = engine.set_recalled(&there.space, state == "on")?;
                tell(setup, &there, &written)
            }
        }
    }
}
