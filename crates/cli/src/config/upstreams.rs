//! Upstreams of the gateway, as they are set: `upstream.NAME.base_url` and so on, for as many names as anybody likes.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use cofio_gateway::{Protocol, Upstream, UpstreamKey, Upstreams};
use cofio_models::http::{BaseUrl, KeySource};

use super::keys::{Key, Shape};
use super::providers::Provided;
use super::{Config, paths};

/// What every name has: its name, what it takes, its default and what it means.
const FIELDS: [(&str, Shape, &str, &str); 7] = [
    ("base_url", Shape::Address, "", "where the upstream is, such as http://localhost:11434/v1"),
    ("protocols", Shape::Text, "chat, embeddings", "what it speaks: chat, responses, messages, embeddings"),
    ("models", Shape::Text, "", "the models it is for, with commas and *; empty is whatever no other is for"),
    ("key_env", Shape::Variable, "", "the variable that holds its key"),
    ("key_file", Shape::Text, "", "or the file that does"),
    ("pass_key", Shape::Flag, "false", "send on the key that the client shows instead"),
    ("timeout_s", Shape::Whole, "600", "for how many seconds it may be silent"),
];

/// What comes before the name.
const PREFIX: &str = "upstream.";

/// The longest name.
const LONGEST: usize = 40;

/// Returns the setting of that name, where it is one of an upstream's. Settings live as long as the program; there are as
/// many as somebody writes down.
pub(super) fn key(name: &str) -> Option<&'static Key> {
    static MADE: Mutex<BTreeMap<String, &'static Key>> = Mutex::new(BTreeMap::new());
    let (upstream, field) = name.strip_prefix(PREFIX)?.rsplit_once('.')?;
    let (_, shape, default, about) = FIELDS.into_iter().find(|(known, ..)| *known == field)?;
    let is_plain = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
    if upstream.is_empty() || upstream.len() > LONGEST || !upstream.chars().all(is_plain) {
        return None;
    }
    let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
    let make = || -> &'static Key {
        let name: &'static str = Box::leak(name.to_owned().into_boxed_str());
        Box::leak(Box::new(Key { name, about, shape, default }))
    };
    Some(made.entry(name.to_owned()).or_insert_with(make))
}

/// Returns the settings of upstreams that variables of the environment name: `COFIO_UPSTREAM_LOCAL_BASE_URL`.
pub(super) fn in_environment() -> Vec<(&'static Key, String, String)> {
    let mut found = Vec::new();
    for (variable, value) in std::env::vars().filter(|(_, value)| !value.is_empty()) {
        let Some(rest) = variable.strip_prefix("COFIO_UPSTREAM_") else { continue };
        let rest = rest.to_ascii_lowercase();
        let fits = FIELDS.iter().find_map(|(field, ..)| {
            let upstream = rest.strip_suffix(field)?.strip_suffix('_')?.replace('_', "-");
            key(&format!("{PREFIX}{upstream}.{field}"))
        });
        found.extend(fits.map(|key| (key, value, variable)));
    }
    found
}

impl Config {
    /// The names of the upstreams that are set, be it half.
    pub fn upstream_names(&self) -> BTreeSet<String> {
        let names = self.settings.keys().filter_map(|key| key.strip_prefix(PREFIX)?.rsplit_once('.'));
        names.map(|(name, _)| name.to_owned()).collect()
    }

    /// An upstream, or what is missing to set it.
    pub fn upstream(&self, name: &str) -> Provided<Upstream> {
        let field = |field: &str| self.upstream_text(name, field);
        let text = field("base_url");
        if text.is_empty() {
            return Err(format!("{PREFIX}{name}.base_url is not set"));
        }
        let base: BaseUrl = text.parse().map_err(|error| format!("{PREFIX}{name}.base_url: {error}"))?;
        let protocols: Result<Vec<Protocol>, String> = listed(&field("protocols")).map(str::parse).collect();
        let protocols = protocols.map_err(|error| format!("{PREFIX}{name}.protocols: {error}"))?;
        if protocols.is_empty() {
            return Err(format!("{PREFIX}{name}.protocols is empty: chat, responses, messages, embeddings"));
        }
        let (variable, file) = (field("key_env"), field("key_file"));
        let key = match (field("pass_key") == "true", file.is_empty(), variable.is_empty()) {
            (true, true, true) => UpstreamKey::PassedOn,
            (true, ..) => return Err(format!("{PREFIX}{name} has a key and passes on the client's: one of them")),
            (false, false, _) => UpstreamKey::Ours(KeySource::File(paths::expand_home(&file))),
            (false, true, false) => UpstreamKey::Ours(KeySource::Variable(variable)),
            (false, true, true) => UpstreamKey::Ours(KeySource::None),
        };
        let seconds = field("timeout_s").parse().unwrap_or(600_u64).max(1);
        let mut upstream = Upstream::new(name, base, protocols);
        upstream.key = key;
        upstream.models = listed(&field("models")).map(str::to_owned).collect();
        upstream.timeout = Duration::from_secs(seconds);
        Ok(upstream)
    }

    /// Everybody who is set and whole.
    pub fn upstreams(&self) -> Upstreams {
        Upstreams::new(self.upstream_names().iter().filter_map(|name| self.upstream(name).ok()).collect())
    }

    /// The headers in which a front end says whom it asks for.
    pub fn user_headers(&self) -> Vec<String> {
        listed(&self.text("gateway.user_headers")).map(str::to_ascii_lowercase).collect()
    }

    fn upstream_text(&self, name: &str, field: &str) -> String {
        let full = format!("{PREFIX}{name}.{field}");
        match (self.settings.get(full.as_str()), key(&full)) {
            (Some(setting), _) => setting.value.to_string(),
            (None, Some(key)) => key.default().to_string(),
            (None, None) => String::new(),
        }
    }
}

fn listed(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').map(str::trim).filter(|part| !part.is_empty())
}

#[cfg(test)]
mod tests {
    use super::super::Paths;
    use super::*;

    fn config(text: &str) -> Result<Config, super::super::ConfigError> {
        let folder = tempfile::tempdir().unwrap();
        let paths = Paths::rooted_in(folder.path());
        std::fs::create_dir_all(paths.user_file().parent().unwrap()).unwrap();
        std::fs::write(paths.user_file(), text).unwrap();
        Config::load(&paths, Vec::new())
    }

    #[test]
    fn an_upstream_is_set_by_its_name_and_what_is_missing_is_named() {
        let whole = "[upstream.local]\nbase_url = \"http://localhost:11434/v1\"\n\
                     [upstream.claude]\nbase_url = \"https://api.anthropic.com/v1\"\nprotocols = \"messages\"\n\
                     models = \"claude-*, opus\"\nkey_env = \"SOME_KEY\"\n";
        let config_of = config(whole).unwrap();
        assert_eq!(config_of.upstream_names().into_iter().collect::<Vec<_>>(), ["claude", "local"]);
        let claude = config_of.upstream("claude").unwrap();
        assert_eq!((claude.spoken(), claude.models), ("messages".into(), vec!["claude-*".to_owned(), "opus".into()]));
        assert_eq!(config_of.upstream("local").unwrap().spoken(), "chat, embeddings");
        for (text, why) in [
            ("upstream.a.models = \"x\"", "upstream.a.base_url is not set"),
            ("upstream.a.base_url = \"http://h/v1\"\nupstream.a.protocols = \"smoke\"", "`smoke` is no protocol"),
            (
                "upstream.a.base_url = \"http://h/v1\"\nupstream.a.pass_key = true\nupstream.a.key_env = \"K\"",
                "one of them",
            ),
        ] {
            let missing = config(text).unwrap().upstream("a").unwrap_err();
            assert!(missing.contains(why), "{missing}");
        }
        for wrong in ["upstream.a.bse_url = \"x\"", "upstream.base_url = \"x\"", "upstream.\"A b\".base_url = \"x\""] {
            assert!(config(wrong).unwrap_err().to_string().contains("there is no setting"), "{wrong}");
        }
    }
}
