//! `cofio edit`

use std::process::Command;

use cofio_engine::Draft;

use crate::args::HELP;
use crate::commands::telling::tell;
use crate::exit::Failure;
use crate::wire::Setup;

/// Correct a memory in your editor
#[derive(Debug, clap::Args)]
#[command(help_template = HELP, before_help = "\
Examples:
  cofio edit retirement
  EDITOR=nano cofio edit …7Q4K
")]
pub struct Edit {
    /// Which: an id, part of one, or words from it
    #[arg(value_name = "MEMORY", add = crate::commands::completions::memories())]
    which: String,
}

impl Edit {
    pub fn run(&self, setup: &Setup) -> Result<(), Failure> {
        let session = setup.open()?;
        let shown = session.engine.show(&session.space, &self.which)?;
        let id = shown.memory.id.to_string();
        let edited = edit(&shown.memory.claim.content)?;
        if edited.trim() == shown.memory.claim.content.trim() {
            setup.output.message("nothing was changed");
            return Ok(());
        }
        let written = session.engine.update(&session.space, &id, &Draft::said(edited.trim()))?;
        tell(setup, &session, &written)
    }
}

/// Opens a text in the person's editor and returns it as they left it. The text passes through a private file that is
/// overwritten and removed afterwards.
pub fn edit(text: &str) -> Result<String, Failure> {
    let editor = std::env::var("VISUAL").or_else(|_| std::env::var("EDITOR")).unwrap_or_else(|_| "vi".into());
    let mut words = editor.split_whitespace();
    let program = words.next().ok_or_else(|| Failure::usage("EDITOR is empty; set it to your editor"))?;
    let path = private_path();
    write_private(&path, text.as_bytes())?;
    let status = Command::new(program).args(words).arg(&path).status();
    let edited = std::fs::read_to_string(&path);
    let length = std::fs::metadata(&path).map_or(0, |file| file.len());
    let _ = write_private(&path, &vec![0; usize::try_from(length).unwrap_or(0)]);
    let _ = std::fs::remove_file(&path);
    match status {
        Ok(status) if status.success() => Ok(edited?),
        Ok(status) => Err(Failure::Other(anyhow::anyhow!("{editor} ended with {status}; nothing was changed"))),
        Err(error) => Err(Failure::usage(format!("the editor `{editor}` cannot be started ({error}): set EDITOR"))),
    }
}

fn private_path() -> std::path::PathBuf {
    let mut chance = [0; 8];
    getrandom::fill(&mut chance).expect("a machine without randomness cannot keep secrets");
    let own = std::env::var_os("XDG_RUNTIME_DIR").map(std::path::PathBuf::from).filter(|folder| folder.is_dir());
    let folder = own.unwrap_or_else(std::env::temp_dir);
    folder.join(format!("cofio-{:016x}.txt", u64::from_le_bytes(chance)))
}

fn write_private(path: &std::path::Path, bytes: &[u8]) -> std::io::Result<()> {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    std::io::Write::write_all(&mut options.open(path)?, bytes)
}
