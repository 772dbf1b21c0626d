//! Configuration: what can be set, where each value comes from, and which wins.
//!
//! Flags beat the environment, the environment beats the project's file, that beats the user's file, and that the
//! defaults. Every value knows where it came from, so that `config explain` can say.

mod file;
mod keys;
mod paths;
mod providers;
mod upstreams;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use cofio_domain::policy::Knobs;
use cofio_engine::compose::ContextKnobs;
use cofio_mcp::Profile;

pub use file::{check_text, set_in_file, unset_in_file, write_file};
pub use keys::{KEYS, Key, Value, key_named as key, suggestion};
pub use paths::Paths;

/// Where a value came from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// Nobody set it.
    Default,
    /// The user's file.
    User(PathBuf),
    /// The project's file.
    Project(PathBuf),
    /// A variable of the environment.
    Environment(String),
    /// A flag.
    Flag(&'static str),
}

impl std::fmt::Display for Origin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Origin::Default => f.write_str("default"),
            Origin::User(path) => write!(f, "user file {}", path.display()),
            Origin::Project(path) => write!(f, "project file {}", path.display()),
            Origin::Environment(name) => write!(f, "environment {name}"),
            Origin::Flag(flag) => write!(f, "flag {flag}"),
        }
    }
}

/// What is wrong with a setting, and where.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{origin}: {message}")]
pub struct ConfigError {
    /// Where it was set.
    pub origin: Origin,
    /// What is wrong, and what would be right.
    pub message: String,
}

/// A value and everything that was said about it, the winner last.
#[derive(Debug, Clone)]
pub struct Setting {
    /// The value that counts.
    pub value: Value,
    /// Where it came from.
    pub origin: Origin,
    /// What it beat.
    pub overruled: Vec<(Origin, Value)>,
}

/// The whole configuration.
#[derive(Debug, Clone)]
pub struct Config {
    settings: BTreeMap<&'static str, Setting>,
}

/// What flags say about settings.
pub type Flags = Vec<(&'static str, &'static str, String)>;

impl Config {
    /// Reads the configuration from everywhere it can be set.
    pub fn load(paths: &Paths, flags: Flags) -> Result<Config, ConfigError> {
        let mut config = Config::defaults(paths);
        if let Some(path) = existing(paths.user_file()) {
            config.apply_file(&path, Origin::User(path.clone()))?;
        }
        if let Some(path) = paths.project_file() {
            config.apply_file(&path, Origin::Project(path.clone()))?;
        }
        for key in KEYS {
            let name = key.variable();
            // A variable that is set to nothing says nothing.
            if let Some(text) = std::env::var_os(&name).filter(|text| !text.is_empty()) {
                let text = text.to_string_lossy().into_owned();
                config.apply_text(key, &text, Origin::Environment(name))?;
            }
        }
        for (key, text, name) in upstreams::in_environment() {
            config.apply_text(key, &text, Origin::Environment(name))?;
        }
        for (name, flag, text) in flags {
            let key = key(name).expect("flags name keys that exist");
            config.apply_text(key, &text, Origin::Flag(flag))?;
        }
        Ok(config)
    }

    /// The configuration of somebody who never set anything.
    pub fn defaults(paths: &Paths) -> Config {
        let settings = KEYS
            .iter()
            .map(|key| {
                let value = match key.name {
                    "data_dir" => Value::Text(paths.data().to_string_lossy().into_owned()),
                    _ => key.default(),
                };
                (key.name, Setting { value, origin: Origin::Default, overruled: Vec::new() })
            })
            .collect();
        Config { settings }
    }

    fn apply_file(&mut self, path: &Path, origin: Origin) -> Result<(), ConfigError> {
        for (key, value) in file::read(path, &origin)? {
            if key.sends_words() && matches!(origin, Origin::Project(_)) {
                let message = format!("{}: only your own settings say where your words are sent", key.name);
                return Err(ConfigError { origin, message });
            }
            // A path in a file is meant from where the file lies.
            let value = match (key.name, value) {
                ("data_dir", Value::Text(text)) if text != ":memory:" => {
                    let folder = path.parent().unwrap_or(Path::new("."));
                    Value::Text(folder.join(paths::expand_home(&text)).to_string_lossy().into_owned())
                }
                (_, value) => value,
            };
            self.apply(key, value, origin.clone());
        }
        Ok(())
    }

    fn apply_text(&mut self, key: &'static Key, text: &str, origin: Origin) -> Result<(), ConfigError> {
        let value = key.parse(text).map_err(|message| ConfigError { origin: origin.clone(), message })?;
        self.apply(key, value, origin);
        Ok(())
    }

    fn apply(&mut self, key: &'static Key, value: Value, origin: Origin) {
        let unset = || Setting { value: key.default(), origin: Origin::Default, overruled: Vec::new() };
        let setting = self.settings.entry(key.name).or_insert_with(unset);
        let old = std::mem::replace(&mut setting.value, value);
        let from = std::mem::replace(&mut setting.origin, origin);
        setting.overruled.push((from, old));
    }

    /// Returns every setting there is: those that always are, and those of the upstreams that are named.
    pub fn keys(&self) -> Vec<&'static Key> {
        let named = self.settings.keys().filter(|name| !KEYS.iter().any(|key| key.name == **name));
        KEYS.iter().chain(named.filter_map(|name| key(name))).collect()
    }

    /// Returns a setting with its history.
    pub fn setting(&self, name: &str) -> Option<&Setting> {
        self.settings.get(name)
    }

    fn text(&self, name: &str) -> String {
        self.settings.get(name).map_or_else(String::new, |setting| setting.value.to_string())
    }

    fn number(&self, name: &str) -> f64 {
        match self.settings.get(name).map(|setting| &setting.value) {
            Some(Value::Number(number)) => *number,
            Some(Value::Integer(number)) => *number as f64,
            _ => 0.0,
        }
    }

    pub(crate) fn count(&self, name: &str) -> u32 {
        match self.settings.get(name).map(|setting| &setting.value) {
            Some(Value::Integer(number)) => u32::try_from(*number).unwrap_or(u32::MAX),
            _ => 0,
        }
    }

    pub(crate) fn flag(&self, name: &str) -> bool {
        matches!(self.settings.get(name).map(|setting| &setting.value), Some(Value::Flag(true)))
    }

    /// Where memories are kept; nothing is in memory.
    pub fn data_dir(&self) -> Option<PathBuf> {
        let text = self.text("data_dir");
        (text != ":memory:").then(|| paths::expand_home(&text))
    }

    /// The project's file, where it says whose memories these are or where they are kept.
    pub fn redirected_by(&self) -> Option<&Path> {
        ["data_dir", "user.name"].into_iter().find_map(|key| {
            match self.settings.get(key).map(|setting| &setting.origin) {
                Some(Origin::Project(path)) => Some(path.as_path()),
                _ => None,
            }
        })
    }

    /// Who is acting.
    pub fn user(&self) -> String {
        self.text("user.name")
    }

    /// The space that is acted in; nothing is the person's own.
    pub fn space(&self) -> Option<String> {
        Some(self.text("space")).filter(|name| !name.is_empty())
    }

    /// The project that new memories belong to.
    pub fn project(&self) -> Option<String> {
        Some(self.text("project")).filter(|name| !name.is_empty())
    }

    /// Where the person is.
    pub fn zone(&self) -> jiff::tz::TimeZone {
        match self.text("user.tz").as_str() {
            "system" => jiff::tz::TimeZone::system(),
            name => jiff::tz::TimeZone::get(name).expect("a zone that is not known was refused when it was read"),
        }
    }

    /// Whether `delete` erases for good.
    pub fn deletes_for_good(&self) -> bool {
        self.text("deletion.default") == "erase"
    }

    /// How much room is held back for a full disk.
    pub fn ballast_bytes(&self) -> u64 {
        u64::from(self.count("store.ballast_mib")) << 20
    }

    /// The thresholds of the rules.
    pub fn knobs(&self) -> Knobs {
        let defaults = Knobs::default();
        Knobs {
            profile: self.text("policy.profile").parse().unwrap_or(defaults.profile),
            learning_paused: self.flag("learning.paused"),
            importance_min: self.number("policy.importance_min"),
            confidence_min: self.number("policy.confidence_min"),
            hard_confidence_min: self.number("policy.hard_confidence_min"),
            candidate_ttl_days: self.count("candidates.ttl_days"),
            strong_occurrences: self.count("candidates.strong_occurrences"),
            strong_sessions: self.count("candidates.strong_sessions"),
            ask_importance: self.number("conflict.ask_importance"),
            trash_days: self.count("deletion.trash_days"),
            undo_window_minutes: self.count("undo.window_minutes"),
            expired_purge_days: self.count("deletion.expired_purge_days"),
            usage_log_days: self.count("usage.log_days"),
            session_idle_minutes: self.count("session.idle_minutes"),
            extract_every_turns: self.count("extract.every_turns"),
            session_archive_days: self.count("session.archive_days"),
            floor_shifts: defaults.floor_shifts,
        }
    }

    /// Whether meaning is read, beside words.
    pub fn reads_meaning(&self) -> bool {
        self.text("retrieve.embedder") != "none"
    }

    /// Which tools an assistant gets.
    pub fn tools(&self) -> Profile {
        self.text("tools.profile").parse().unwrap_or(Profile::Core)
    }

    /// What the context block is tuned by.
    pub fn context_knobs(&self) -> ContextKnobs {
        let defaults = ContextKnobs::default();
        let count = |name| self.count(name) as usize;
        ContextKnobs {
            template: self.text("inject.template").parse().unwrap_or(defaults.template),
            session_delta: self.text("inject.session_delta").parse().unwrap_or(defaults.session_delta),
            confidence_min: self.number("policy.confidence_inject_min"),
            top_n: count("baseline.top_n"),
            window_fallback: count("budget.window_fallback"),
            fraction: self.number("budget.fraction"),
            least: count("budget.min"),
            most: count("budget.max"),
            short_chars: count("retrieve.short_chars"),
            long_chars: count("retrieve.long_chars"),
            k_short: count("retrieve.k_short"),
            k_default: count("retrieve.k_default"),
            k_long: count("retrieve.k_long"),
            cache_seconds: self.count("cache.ttl_s"),
            cache_most: count("cache.max_per_session"),
        }
    }
}

fn existing(path: PathBuf) -> Option<PathBuf> {
    path.is_file().then_some(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(folder: &Path) -> Paths {
        Paths::rooted_in(folder)
    }

    fn write(path: &Path, text: &str) {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    #[test]
    fn the_defaults_are_the_rules_own() {
        let folder = tempfile::tempdir().unwrap();
        let config = Config::load(&paths(folder.path()), Vec::new()).unwrap();
        assert_eq!(config.knobs(), Knobs::default());
        assert_eq!(config.context_knobs(), ContextKnobs::default());
        assert_eq!(config.ballast_bytes(), cofio_store_sqlite::DEFAULT_BALLAST);
    }

    #[test]
    fn flags_beat_the_project_which_beats_the_user() {
        let folder = tempfile::tempdir().unwrap();
        let paths = paths(folder.path());
        write(&paths.user_file(), "[policy]\nprofile = \"manual\"\nimportance_min = 0.5\n");
        write(&folder.path().join("work/.cofio.toml"), "policy.profile = \"confirm\"\n");
        let user_only = Config::load(&paths, Vec::new()).unwrap();
        assert_eq!(user_only.knobs().profile.word(), "manual");

        let inside = paths.standing_in(&folder.path().join("work/deep/down"));
        std::fs::create_dir_all(folder.path().join("work/deep/down")).unwrap();
        let config = Config::load(&inside, Vec::new()).unwrap();
        assert_eq!((config.knobs().profile.word(), config.knobs().importance_min), ("confirm", 0.5));
        let flags = vec![("policy.profile", "--profile", "instant".to_owned())];
        let config = Config::load(&inside, flags).unwrap();
        let setting = config.setting("policy.profile").unwrap();
        assert_eq!(setting.origin, Origin::Flag("--profile"));
        let beaten: Vec<String> = setting.overruled.iter().map(|(_, value)| value.to_string()).collect();
        assert_eq!(beaten, ["balanced", "manual", "confirm"]);
    }

    #[test]
    fn a_wrong_setting_says_where_it_is_and_what_would_be_right() {
        let folder = tempfile::tempdir().unwrap();
        let paths = paths(folder.path());
        for (text, expected) in [
            ("polcy.profile = \"manual\"", "there is no setting `polcy.profile`; did you mean `policy.profile`?"),
            ("policy.profile = \"slow\"", "`slow` is no profile"),
            ("policy.importance_min = 3", "between 0 and 1"),
            ("deletion.trash_days = \"many\"", "a whole number"),
            ("user.tz = \"Mars/Olympus\"", "a time zone such as Europe/Lisbon"),
            ("data_dir = \"\"", "data_dir takes a folder"),
            ("# first\n\n[policy]\nprofile = \"slow\"\n", "line 4: "),
            ("space = \"one\"\nproject = \"two\"\n= 3\n", "line 3: "),
            ("policy = ", "line 1"),
        ] {
            write(&paths.user_file(), text);
            let error = Config::load(&paths, Vec::new()).unwrap_err();
            assert!(error.to_string().contains(expected), "{text}: {error}");
            assert!(matches!(error.origin, Origin::User(_)));
        }
    }
}
