//! `cofio user`

use crate::args::HELP;
use crate::exit::Failure;
use crate::output::{Manner, Row, Style, day, one_line, table};
use crate::wire::Setup;

/// The people whose memories are kept here
#[derive(Debug, clap::Args)]
#[command(help_template = HELP, before_help = "\
Examples:
  cofio user list
  cofio user add sam
")]
pub struct User {
    #[command(subcommand)]
    action: Option<UserAction>,
}

#[derive(Debug, clap::Subcommand)]
enum UserAction {
    /// List them
    #[command(help_template = HELP, before_help = "\
Examples:
  cofio user list
")]
    List,
    /// Add somebody
    #[command(help_template = HELP, before_help = "\
Examples:
  cofio user add sam
")]
    Add {
        /// What they are called
        name: String,
    },
}

impl User {
    pub fn run(&self, setup: &Setup) -> Result<(), Failure> {
        let session = setup.open()?;
        let output = &setup.output;
        if let Some(UserAction::Add { name }) = &self.action {
            let user = session.engine.add_user(name)?;
            match output.manner {
                Manner::Json => output.json(&user),
                Manner::Plain => output.line(&user.id.to_string()),
                Manner::Human => {
                    let mark = output.paint.paint(Style::Good, "✓");
                    output.line(&format!("{mark} Added {}", one_line(&user.name)));
                    output.human("  a key that acts for them: cofio key create NAME --user NAME");
                }
            }
            return Ok(());
        }
        let users = session.engine.users()?;
        match output.manner {
            Manner::Json => output.json(&users),
            Manner::Plain => {
                users.iter().for_each(|user| output.line(&format!("{}\t{}", user.id, one_line(&user.name))));
            }
            Manner::Human => {
                let rows: Vec<Row> = users
                    .iter()
                    .map(|user| {
                        vec![
                            (one_line(&user.name), Some(Style::Strong)),
                            (format!("since {}", day(user.created_at, &session.zone)), Some(Style::Faint)),
                            (format!("{} keys", user.keys), Some(Style::Faint)),
                        ]
                    })
                    .collect();
                table(&rows, &output.paint).iter().for_each(|line| output.line(line));
            }
        }
        Ok(())
    }
}
