//! `cofio mcp install`: our entry in an assistant's settings.

use std::io::Write;
use std::path::{Path, PathBuf};

use serde_json::json;
use similar::TextDiff;

use super::clients::{Client, Home};
use super::edit::{self, NAME};
use crate::exit::{Code, Failure};
use crate::wire::Setup;

/// Which assistant, and how.
#[derive(Debug, clap::Args)]
pub struct Install {
    /// The assistant
    #[arg(value_name = "CLIENT")]
    client: Client,
    /// Only show what to add; change nothing
    #[arg(long)]
    print: bool,
}

impl Install {
    pub fn run(&self, setup: &Setup) -> Result<(), Failure> {
        let client = self.client;
        let program = std::env::current_exe()?;
        let entry = client.entry(&program, &arguments(setup));
        let path = client.file(&Home::of_this_machine());
        if self.print {
            let only = edit::with_entry("", client.format(), &entry).map_err(Failure::usage)?;
            setup.output.message(&format!("{} reads {}:", client.title(), path.display()));
            setup.output.line(only.trim_end());
            return Ok(());
        }
        // What is linked to stays linked.
        let path = std::fs::canonicalize(&path).unwrap_or(path);
        let before = match std::fs::read(&path) {
            Ok(bytes) => String::from_utf8(bytes).map_err(|_| refused(&path, "it is no text"))?,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(error.into()),
        };
        let after = edit::with_entry(&before, client.format(), &entry).map_err(|why| refused(&path, &why))?;
        if after == before {
            return told(setup, client, &path, None, "it is there already");
        }
        if !setup.output.is_json() {
            show(setup, &path, &before, &after);
        }
        if setup.global.dry_run {
            return told(setup, client, &path, None, "nothing was changed");
        }
        if !setup.global.yes && !setup.ask(&format!("Change {}?", path.display())) {
            if !setup.may_ask() {
                return Err(Failure::usage("nobody can be asked here: say --yes, or --print to see what to add"));
            }
            setup.output.message("Nothing was changed.");
            return Err(Failure::Quiet(Code::Failure));
        }
        let backup = keep_copy(&path)?;
        replace(&path, &after)?;
        told(setup, client, &path, backup.as_deref(), "added")
    }
}

/// What we are started with: the protocol, for the same memories as now.
fn arguments(setup: &Setup) -> Vec<String> {
    let mut arguments = vec!["mcp".to_owned()];
    // An assistant is started without what is set here.
    let folder = setup.global.data_dir.clone().or_else(|| std::env::var_os("COFIO_DATA_DIR").map(Into::into));
    if let Some(folder) = folder {
        let folder = std::path::absolute(&folder).unwrap_or(folder);
        arguments.extend(["--data-dir".into(), folder.display().to_string()]);
    }
    if let Some(space) = &setup.global.space {
        arguments.extend(["--space".into(), space.clone()]);
    }
    arguments
}

fn refused(path: &Path, why: &str) -> Failure {
    let why = why.lines().next().unwrap_or_default();
    Failure::usage(format!("{} was not changed: {why}; add it by hand, see: --print", path.display()))
}

fn show(setup: &Setup, path: &Path, before: &str, after: &str) {
    setup.output.line(&path.display().to_string());
    let diff = TextDiff::from_lines(before, after);
    for line in diff.unified_diff().context_radius(2).to_string().lines() {
        setup.output.line(&format!("  {line}"));
    }
}

/// Keeps the file as it was beside it. What was kept before stays.
fn keep_copy(path: &Path) -> Result<Option<PathBuf>, Failure> {
    if !path.exists() {
        return Ok(None);
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let free = (0..).map(|number| match number {
        0 => path.with_file_name(format!("{name}.before-cofio")),
        number => path.with_file_name(format!("{name}.before-cofio.{number}")),
    });
    let Some(copy) = free.into_iter().find(|copy| !copy.exists()) else { return Ok(None) };
    std::fs::copy(path, &copy)?;
    Ok(Some(copy))
}

/// Puts the new text in the file's place at once, with the rights it had.
fn replace(path: &Path, text: &str) -> Result<(), Failure> {
    let folder = path.parent().ok_or_else(|| Failure::usage("this file has no folder"))?;
    std::fs::create_dir_all(folder)?;
    let rights = std::fs::metadata(path).ok().map(|known| known.permissions());
    let new = path.with_file_name(format!(".cofio-{}.new", std::process::id()));
    let write = || -> std::io::Result<()> {
        let mut options = std::fs::OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(&new)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        if let Some(rights) = rights {
            std::fs::set_permissions(&new, rights)?;
        }
        std::fs::rename(&new, path)
    };
    write().inspect_err(|_| {
        let _ = std::fs::remove_file(&new);
    })?;
    Ok(())
}

fn told(setup: &Setup, client: Client, path: &Path, backup: Option<&Path>, what: &str) -> Result<(), Failure> {
    if setup.output.is_json() {
        setup.output.json(&json!({
            "client": client.word(), "file": path, "backup": backup, "name": NAME, "result": what,
        }));
        return Ok(());
    }
    setup.output.message(&format!("{}: {what}", client.title()));
    if let Some(backup) = backup {
        setup.output.message(&format!("  as it was: {}", backup.display()));
    }
    if what == "added" {
        setup.output.message(&format!("  start {} anew; it will have Cofio's tools", client.title()));
    }
    Ok(())
}
