//! Where files live: the places each system keeps them, or one folder for everything.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

/// The name of a project's own settings.
const PROJECT_FILE: &str = ".cofio.toml";

/// The folders of this user on this machine.
#[derive(Debug, Clone)]
pub struct Paths {
    config: PathBuf,
    data: PathBuf,
    standing_in: PathBuf,
}

impl Paths {
    /// The folders this system uses for programs such as ours.
    pub fn of_this_machine() -> Paths {
        let home = home();
        let place = |variable: &str, fallback: PathBuf| -> PathBuf {
            match std::env::var_os(variable) {
                Some(given) if Path::new(&given).is_absolute() => PathBuf::from(given),
                _ => fallback,
            }
        };
        let (config, data) = if cfg!(target_os = "macos") {
            let support = home.join("Library/Application Support");
            (place("XDG_CONFIG_HOME", support.clone()), place("XDG_DATA_HOME", support))
        } else if cfg!(windows) {
            let roaming = std::env::var_os("APPDATA").map_or_else(|| home.clone(), PathBuf::from);
            let local = std::env::var_os("LOCALAPPDATA").map_or_else(|| home.clone(), PathBuf::from);
            (place("XDG_CONFIG_HOME", roaming), place("XDG_DATA_HOME", local))
        } else {
            (place("XDG_CONFIG_HOME", home.join(".config")), place("XDG_DATA_HOME", home.join(".local/share")))
        };
        Paths {
            config: config.join("cofio"),
            data: data.join("cofio"),
            standing_in: std::env::current_dir().unwrap_or_default(),
        }
    }

    /// The same below one folder, for tests.
    #[cfg(test)]
    pub fn rooted_in(folder: &Path) -> Paths {
        Paths { config: folder.join("config"), data: folder.join("data"), standing_in: folder.join("nowhere") }
    }

    /// The same as seen from another folder, for tests.
    #[cfg(test)]
    pub fn standing_in(&self, folder: &Path) -> Paths {
        Paths { standing_in: folder.to_owned(), ..self.clone() }
    }

    /// Where memories are kept unless somebody says otherwise.
    pub fn data(&self) -> &Path {
        &self.data
    }

    /// The user's settings.
    pub fn user_file(&self) -> PathBuf {
        self.config.join("config.toml")
    }

    /// The settings of the project one stands in: the nearest file upwards.
    pub fn project_file(&self) -> Option<PathBuf> {
        self.standing_in.ancestors().map(|folder| folder.join(PROJECT_FILE)).find(|path| path.is_file())
    }
}

fn home() -> PathBuf {
    let set: Option<OsString> = std::env::var_os("HOME").or_else(|| std::env::var_os("USERPROFILE"));
    set.map_or_else(|| PathBuf::from("."), PathBuf::from)
}

/// Reads a leading `~` as the home folder.
pub(super) fn expand_home(text: &str) -> PathBuf {
    match text.strip_prefix("~/") {
        Some(rest) => home().join(rest),
        None if text == "~" => home(),
        None => PathBuf::from(text),
    }
}

/// Makes a folder, and those above it, for its owner alone.
pub(super) fn create_private_folder(folder: &Path) -> io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Writes a file for its owner alone.
pub(super) fn write_private(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path)?;
    io::Write::write_all(&mut file, bytes)?;
    file.sync_all()
}
