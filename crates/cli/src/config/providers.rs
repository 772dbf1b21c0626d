//! Models behind an address, as they are set: where they are, what opens them, how they are asked.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::Duration;

use cofio_models::http::{BaseUrl, EmbedderSettings, Endpoint, HttpEmbedder, HttpLlm, KeySource, LlmSettings, Meter};

use super::{Config, paths};

/// A provider that is set, or what is missing to set it.
pub type Provided<T> = Result<T, String>;

impl Config {
    /// Whether what is said is read by a provider.
    pub fn embeds_elsewhere(&self) -> bool {
        self.text("retrieve.embedder") == "http"
    }

    /// The embedder behind an address, where one is set.
    pub fn http_embedder(&self) -> Option<Provided<HttpEmbedder>> {
        self.embeds_elsewhere().then(|| {
            let endpoint = self.endpoint("embedder")?;
            let (model, dimensions) = (self.needed("embedder.model")?, self.count("embedder.dimensions") as usize);
            if dimensions == 0 {
                return Err("embedder.dimensions is not set: how many numbers its vectors have".into());
            }
            let settings = EmbedderSettings {
                ask_dimensions: self.flag("embedder.ask_dimensions"),
                query_prefix: self.text("embedder.query_prefix"),
                document_prefix: self.text("embedder.document_prefix"),
                batch: self.count("embedder.batch") as usize,
                max_chars: self.count("embedder.max_chars") as usize,
                timeout: self.seconds("embedder.timeout_s"),
                ..EmbedderSettings::new(model, dimensions)
            };
            Ok(HttpEmbedder::new(endpoint, settings))
        })
    }

    /// The names of the spaces it is for; nothing is all of them.
    pub fn embedder_spaces(&self) -> Option<BTreeSet<String>> {
        let text = self.text("embedder.spaces");
        let names: BTreeSet<String> =
            text.split(',').map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned).collect();
        (!names.is_empty()).then_some(names)
    }

    /// Whether a language model is set, be it half.
    pub fn asks_a_model(&self) -> bool {
        ["llm.base_url", "llm.model"].iter().any(|key| !self.text(key).is_empty())
    }

    /// The language model behind an address, where one is set.
    pub fn llm(&self, meter: Box<dyn Meter>) -> Option<Provided<HttpLlm>> {
        self.asks_a_model().then(|| {
            let endpoint = self.endpoint("llm")?;
            let settings = LlmSettings {
                model: self.needed("llm.model")?,
                timeout: self.seconds("llm.timeout_s"),
                daily_tokens: self.daily_tokens(),
            };
            Ok(HttpLlm::new(endpoint, settings, meter))
        })
    }

    /// How many tokens a language model may read and write in a day.
    pub fn daily_tokens(&self) -> Option<u64> {
        Some(self.number("llm.daily_tokens") as u64).filter(|tokens| *tokens > 0)
    }

    /// How much it may write about a stretch of a conversation.
    pub fn extract_max_tokens(&self) -> u32 {
        self.count("extract.max_output_tokens").max(1)
    }

    /// Where a provider is.
    pub fn address(&self, provider: &str) -> Option<BaseUrl> {
        self.text(&format!("{provider}.base_url")).parse().ok()
    }

    /// Whether a key is sent to a provider so that others on the way can read it.
    pub fn shows_a_key(&self, provider: &str) -> bool {
        self.key_of(provider) != KeySource::None && self.address(provider).is_some_and(|base| !base.is_private())
    }

    fn endpoint(&self, provider: &str) -> Provided<Endpoint> {
        let text = self.needed(&format!("{provider}.base_url"))?;
        let base: BaseUrl = text.parse().map_err(|error| format!("{provider}.base_url: {error}"))?;
        Ok(Endpoint::new(base, self.key_of(provider)))
    }

    fn key_of(&self, provider: &str) -> KeySource {
        let (variable, file) = (self.text(&format!("{provider}.key_env")), self.text(&format!("{provider}.key_file")));
        if !file.is_empty() {
            return KeySource::File(paths::expand_home(&file));
        }
        if variable.is_empty() { KeySource::None } else { KeySource::Variable(variable) }
    }

    fn needed(&self, key: &str) -> Provided<String> {
        Some(self.text(key)).filter(|text| !text.is_empty()).ok_or_else(|| format!("{key} is not set"))
    }

    fn seconds(&self, key: &str) -> Duration {
        Duration::from_secs(u64::from(self.count(key).max(1)))
    }

    /// Where what models take is counted.
    pub fn usage_folder(&self) -> Option<PathBuf> {
        self.data_dir().map(|folder| folder.join("usage"))
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use cofio_domain::ports::{Embedder, Llm};
    use cofio_models::http::ProcessMeter;

    use super::*;
    use crate::config::Paths;

    fn config(folder: &Path, text: &str) -> Result<Config, super::super::ConfigError> {
        let paths = Paths::rooted_in(folder);
        std::fs::create_dir_all(paths.user_file().parent().unwrap()).unwrap();
        std::fs::write(paths.user_file(), text).unwrap();
        Config::load(&paths, Vec::new())
    }

    #[test]
    fn nothing_is_behind_an_address_unless_it_is_set() {
        let folder = tempfile::tempdir().unwrap();
        let config = config(folder.path(), "").unwrap();
        assert!(config.http_embedder().is_none() && config.llm(Box::new(ProcessMeter::default())).is_none());
        assert_eq!((config.daily_tokens(), config.embedder_spaces()), (Some(200_000), None));
    }

    #[test]
    fn what_is_missing_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let mut text = "retrieve.embedder = \"http\"\n".to_owned();
        for (missing, line) in [
            ("embedder.base_url is not set", "embedder.base_url = \"http://localhost:8080/v1\"\n"),
            ("embedder.model is not set", "embedder.model = \"nomic\"\n"),
            ("embedder.dimensions is not set: how many", "embedder.dimensions = 768\n"),
        ] {
            let why = config(folder.path(), &text).unwrap().http_embedder().unwrap().unwrap_err();
            assert!(why.starts_with(missing), "{why}");
            text.push_str(line);
        }
        let embedder = config(folder.path(), &text).unwrap().http_embedder().unwrap().unwrap();
        assert_eq!(embedder.dimensions(), 768);
        let half = config(folder.path(), "llm.model = \"qwen\"").unwrap();
        let why = half.llm(Box::new(ProcessMeter::default())).unwrap().err();
        assert_eq!(why.as_deref(), Some("llm.base_url is not set"));
        let whole = "llm.model = \"qwen\"\nllm.base_url = \"http://localhost:1/v1\"\nllm.daily_tokens = 0";
        let whole = config(folder.path(), whole).unwrap();
        assert_eq!(whole.daily_tokens(), None);
        let llm = whole.llm(Box::new(ProcessMeter::default())).unwrap().unwrap();
        assert_eq!(llm.model().as_str(), "qwen@localhost");
    }

    #[test]
    fn a_key_in_the_open_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        for (base, shown) in [("http://far.example.org/v1", true), ("https://far.example.org/v1", false)] {
            let text = format!("llm.base_url = \"{base}\"\nllm.key_env = \"SOME_KEY\"\n");
            assert_eq!(config(folder.path(), &text).unwrap().shows_a_key("llm"), shown);
        }
        assert!(!config(folder.path(), "llm.base_url = \"http://far.example.org/v1\"").unwrap().shows_a_key("llm"));
    }

    /// A key, or an address with a password, that was put where its place belongs is refused and not repeated.
    #[test]
    fn a_secret_in_the_wrong_place_is_not_repeated() {
        let folder = tempfile::tempdir().unwrap();
        for text in ["llm.key_env = \"sk-hunter2\"", "llm.base_url = \"https://me:hunter2@example.org/v1\""] {
            let error = config(folder.path(), text).unwrap_err().to_string();
            assert!(!error.contains("hunter2") && error.contains("llm."), "{error}");
        }
    }

    /// A folder somebody else wrote must not decide where a person's words are sent.
    #[test]
    fn a_project_cannot_say_where_words_are_sent() {
        let folder = tempfile::tempdir().unwrap();
        let project = folder.path().join("work");
        std::fs::create_dir_all(&project).unwrap();
        let paths = Paths::rooted_in(folder.path()).standing_in(&project);
        for line in ["llm.base_url = \"http://evil.example.org\"", "embedder.key_env = \"PATH\""] {
            std::fs::write(project.join(".cofio.toml"), line).unwrap();
            let error = Config::load(&paths, Vec::new()).unwrap_err().to_string();
            assert!(error.contains("only your own settings say where your words are sent"), "{error}");
        }
    }
}
