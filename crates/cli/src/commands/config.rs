//! `cofio config`

use serde_json::{Map, Value, json};

use crate::args::HELP;
use crate::commands::edit::edit;
use crate::config::{self, Key, Setting, set_in_file, unset_in_file};
use crate::exit::Failure;
use crate::output::{Manner, Row, Style, table};
use crate::wire::Setup;

/// Settings: list, get, set, unset, edit, path, explain
#[derive(Debug, clap::Args)]
#[command(help_template = HELP, before_help = "\
Examples:
  cofio config list
  cofio config set policy.profile confirm
  cofio config explain policy.profile      which place wins, and what it beats
Flags beat COFIO_* variables, those beat .cofio.toml of the project, that beats your config.toml, that the defaults.
")]
pub struct Config {
    #[command(subcommand)]
    action: ConfigAction,
}

#[derive(Debug, clap::Subcommand)]
enum ConfigAction {
    /// List all settings
    #[command(help_template = HELP, before_help = "\
Examples:
  cofio config list
")]
    List,
    /// Show a setting
    #[command(help_template = HELP, before_help = "\
Examples:
  cofio config get policy.profile
")]
    Get {
        /// Which
        key: String,
    },
    /// Set one in your file
    #[command(help_template = HELP, before_help = "\
Examples:
  cofio config set policy.profile confirm
")]
    Set {
        /// Which
        key: String,
        /// To what
        value: String,
    },
    /// Take one out of your file
    #[command(help_template = HELP, before_help = "\
Examples:
  cofio config unset policy.profile
")]
    Unset {
        /// Which
        key: String,
    },
    /// Open your file in your editor
    #[command(help_template = HELP, before_help = "\
Examples:
  EDITOR=nano cofio config edit
")]
    Edit,
    /// Show where your file is
    #[command(help_template = HELP, before_help = "\
Examples:
  cofio config path
")]
    Path,
    /// Say where a setting comes from, and what it beats
    #[command(help_template = HELP, before_help = "\
Examples:
  cofio config explain
  cofio config explain policy.profile
")]
    Explain {
        /// Which; all if left out
        key: Option<String>,
    },
}

fn key_of(name: &str) -> Result<&'static Key, Failure> {
    config::key(name).ok_or_else(|| Failure::usage(format!("there is no setting `{name}`{}", config::suggestion(name))))
}

impl Config {
    pub fn run(&self, setup: &Setup) -> Result<(), Failure> {
        let output = &setup.output;
        let path = setup.paths.user_file();
        match &self.action {
            ConfigAction::List => list(setup),
            ConfigAction::Get { key } => {
                let key = key_of(key)?;
                let config = setup.config()?;
                let Some(setting) = config.setting(key.name) else {
                    return Err(Failure::usage(format!(
                        "{} is not set: cofio config set {} VALUE",
                        key.name, key.name
                    )));
                };
                if output.is_json() {
                    output.json(&as_json(setting));
                } else {
                    output.line(&setting.value.to_string());
                }
                Ok(())
            }
            ConfigAction::Set { key, value } => {
                let key = key_of(key)?;
                let value = key.parse(value).map_err(Failure::usage)?;
                let mark = output.paint.paint(Style::Good, "✓");
                if setup.global.dry_run {
                    output.human(&format!("{mark} {} = {value} (dry run: nothing was changed)", key.name));
                    return Ok(());
                }
                set_in_file(&path, key, &value)?;
                output.human(&format!("{mark} {} = {value}", key.name));
                output.human(&format!("  in {} · undo: cofio config unset {}", path.display(), key.name));
                warn_if_overruled(setup, key);
                Ok(())
            }
            ConfigAction::Unset { key } => {
                let key = key_of(key)?;
                if setup.global.dry_run {
                    output.human(&format!("{} would be taken out (dry run: nothing was changed)", key.name));
                    return Ok(());
                }
                let said = if unset_in_file(&path, key)? { "taken out" } else { "it was not set" };
                output.human(&format!("{} {said}", key.name));
                Ok(())
            }
            ConfigAction::Edit => {
                let text = std::fs::read_to_string(&path).unwrap_or_default();
                let edited = edit(&text)?;
                config::check_text(&edited).map_err(|message| Failure::usage(format!("not saved: {message}")))?;
                if setup.global.dry_run || edited == text {
                    output.human("nothing was changed");
                    return Ok(());
                }
                config::write_file(&path, &edited)?;
                output.human(&format!("{} saved: {}", output.paint.paint(Style::Good, "✓"), path.display()));
                Ok(())
            }
            ConfigAction::Path => {
                output.line(&path.display().to_string());
                if let Some(project) = setup.paths.project_file() {
                    output.message(&format!("and of this project: {}", project.display()));
                }
                Ok(())
            }
            ConfigAction::Explain { key } => explain(setup, key.as_deref()),
        }
    }
}

/// Says so where what was just set is beaten by another place.
fn warn_if_overruled(setup: &Setup, key: &Key) {
    let Ok(config) = setup.config() else { return };
    match config.setting(key.name).map(|setting| &setting.origin) {
        None | Some(config::Origin::User(_)) => {}
        Some(origin) => setup.output.message(&format!("  but the {origin} beats it here")),
    }
}

fn as_json(setting: &Setting) -> Value {
    let value = |value: &config::Value| match value {
        config::Value::Text(text) => json!(text),
        config::Value::Number(number) => json!(number),
        config::Value::Integer(number) => json!(number),
        config::Value::Flag(flag) => json!(flag),
    };
    let overruled: Vec<Value> = setting
        .overruled
        .iter()
        .map(|(origin, old)| json!({ "origin": origin.to_string(), "value": value(old) }))
        .collect();
    json!({ "value": value(&setting.value), "origin": setting.origin.to_string(), "overruled": overruled })
}

fn list(setup: &Setup) -> Result<(), Failure> {
    let config = setup.config()?;
    let output = &setup.output;
    let keys = config.keys();
    let settings = keys.iter().filter_map(|key| Some((key, config.setting(key.name)?)));
    match output.manner {
        Manner::Json => {
            let all: Map<String, Value> =
                settings.map(|(key, setting)| (key.name.to_owned(), as_json(setting))).collect();
            output.json(&all);
        }
        Manner::Plain => settings.for_each(|(key, setting)| output.line(&format!("{}\t{}", key.name, setting.value))),
        Manner::Human => {
            let rows: Vec<Row> = settings
                .map(|(key, setting)| {
                    let changed = setting.origin != config::Origin::Default;
                    vec![
                        (key.name.to_owned(), None),
                        (setting.value.to_string(), changed.then_some(Style::Strong)),
                        (key.about.to_owned(), Some(Style::Faint)),
                    ]
                })
                .collect();
            table(&rows, &output.paint).iter().for_each(|line| output.line(line));
        }
    }
    Ok(())
}

fn explain(setup: &Setup, name: Option<&str>) -> Result<(), Failure> {
    let config = setup.config()?;
    let output = &setup.output;
    let only = name.map(key_of).transpose()?;
    let all = config.keys();
    let keys: Vec<&Key> = all.into_iter().filter(|key| only.is_none_or(|only| only.name == key.name)).collect();
    if output.is_json() {
        let all: Map<String, Value> =
            keys.iter().filter_map(|key| Some((key.name.to_owned(), as_json(config.setting(key.name)?)))).collect();
        output.json(&all);
        return Ok(());
    }
    for key in keys {
        let Some(setting) = config.setting(key.name) else { continue };
        output.line(&format!(
            "{} = {}  ({})",
            output.paint.paint(Style::Strong, key.name),
            setting.value,
            setting.origin
        ));
        if only.is_some() || output.verbose {
            output.human(&format!("  {}", output.paint.paint(Style::Faint, key.about)));
            for (origin, value) in setting.overruled.iter().rev() {
                output.human(&format!("  beats {value} ({origin})"));
            }
            output.human(&format!("  set it: cofio config set {} VALUE, or {}", key.name, key.variable()));
        }
    }
    Ok(())
}
