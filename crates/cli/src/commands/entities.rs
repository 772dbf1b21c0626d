//! `cofio entities`

use cofio_domain::entity::AliasTie;
use cofio_engine::EntityView;

use crate::args::HELP;
use crate::exit::Failure;
use crate::output::{Manner, Style, one_line};
use crate::wire::Setup;

/// Whom and what your memories speak of, whatever they call them
#[derive(Debug, clap::Args)]
#[command(help_template = HELP, before_help = "\
Examples:
  cofio entities                  everybody and everything that is spoken of
  cofio entities Jane             what speaks of her, what else she is called, how she stands to others
  cofio entities \"my wife\"
What follows from two memories and nobody said is marked ╌, with why.
")]
pub struct Entities {
    /// Which: a name, what they are to you, or an id
    #[arg(value_name = "NAME")]
    which: Option<String>,
}

impl Entities {
    pub fn run(&self, setup: &Setup) -> Result<(), Failure> {
        let session = setup.open()?;
        match &self.which {
            Some(which) => {
                let entity = session.engine.entity(&session.space, which)?;
                match setup.output.manner {
                    Manner::Json => setup.output.json(&entity),
                    Manner::Plain => plain(setup, &entity),
                    Manner::Human => tell(setup, &entity),
                }
            }
            None => {
                let entities = session.engine.entities(&session.space)?;
                match setup.output.manner {
                    Manner::Json => setup.output.json(&entities),
                    Manner::Plain => entities.iter().for_each(|entity| plain(setup, entity)),
                    Manner::Human => list(setup, &entities),
                }
            }
        }
        Ok(())
    }
}

fn plain(setup: &Setup, entity: &EntityView) {
    let name = one_line(&entity.name);
    setup.output.line(&format!("{}\t{}\t{name}\t{}\t{}", entity.id, entity.kind, called(entity), entity.mentions));
}

/// What else it is called, and what it is to the person.
fn called(entity: &EntityView) -> String {
    let said = |tie: AliasTie| entity.aliases.iter().filter(move |alias| alias.tie == tie);
    let relations = said(AliasTie::Relation).map(|alias| match alias.said.as_str() {
        "you" => "you".to_owned(),
        word => format!("your {word}"),
    });
    let names = said(AliasTie::Name).map(|alias| one_line(&alias.said));
    relations.chain(names).collect::<Vec<_>>().join(", ")
}

fn list(setup: &Setup, entities: &[EntityView]) {
    let output = &setup.output;
    let _pager = output.page();
    for entity in entities {
        let called = called(entity);
        let also = if called.is_empty() { String::new() } else { format!("  {called}") };
        let about = output.paint.paint(Style::Faint, &format!("{} · {}", entity.kind, entity.mentions));
        output.line(&format!("{}{also}  {about}", output.paint.paint(Style::Strong, &one_line(&entity.name))));
    }
    if entities.is_empty() {
        output.human("Nobody and nothing is spoken of by name yet.");
    }
}

fn tell(setup: &Setup, entity: &EntityView) {
    let output = &setup.output;
    let faint = |text: &str| output.paint.paint(Style::Faint, text);
    output.line(&format!(
        "{}  {}",
        output.paint.paint(Style::Strong, &one_line(&entity.name)),
        faint(entity.kind.word())
    ));
    let called = called(entity);
    if !called.is_empty() {
        output.line(&format!("  {} {called}", faint(&format!("{:<10}", "also"))));
    }
    for relation in &entity.relations {
        let says = one_line(&relation.says);
        match &relation.because {
            Some(because) => {
                let why = format!("{says}, because {}", one_line(because));
                output.line(&format!("  {} ╌ {why}", faint(&format!("{:<10}", "may be"))));
            }
            None => output.line(&format!("  {} {says}", faint(&format!("{:<10}", "is")))),
        }
    }
    for spoken in &entity.spoken_of_in {
        output.line(&format!("  - {}  {}", one_line(&spoken.content), faint(&ending(&spoken.id))));
    }
}

/// The end of an id, by which it is found.
fn ending(id: &str) -> String {
    let letters: Vec<char> = id.chars().collect();
    format!("…{}", letters[letters.len().saturating_sub(6)..].iter().collect::<String>())
}
