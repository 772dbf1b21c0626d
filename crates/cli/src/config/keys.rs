//! Everything that can be set, with its default and what it means.

use std::fmt;

use cofio_domain::policy::Profile;
use cofio_models::http::BaseUrl;

/// A setting.
#[derive(Debug)]
pub struct Key {
    /// Its name, as in files: `policy.profile`.
    pub name: &'static str,
    /// What it means, in a line.
    pub about: &'static str,
    pub(super) shape: Shape,
    pub(super) default: &'static str,
}

/// What values a setting takes.
#[derive(Debug, Clone, Copy)]
pub(super) enum Shape {
    Text,
    Folder,
    Zone,
    Word(&'static [&'static str]),
    Profile,
    Share,
    Whole,
    /// How many things are looked up.
    Count,
    Tokens,
    Flag,
    /// The address of a provider.
    Address,
    /// The name of a variable.
    Variable,
}

/// More than this is no look-up any more but everything.
const MOST_LOOKED_UP: i64 = 100;

/// A value.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// Words.
    Text(String),
    /// A number with a fraction.
    Number(f64),
    /// A whole number.
    Integer(i64),
    /// Yes or no.
    Flag(bool),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Text(text) => f.write_str(text),
            Value::Number(number) => write!(f, "{number}"),
            Value::Integer(number) => write!(f, "{number}"),
            Value::Flag(flag) => write!(f, "{flag}"),
        }
    }
}

const fn key(name: &'static str, shape: Shape, default: &'static str, about: &'static str) -> Key {
    Key { name, about, shape, default }
}

/// All settings.
pub static KEYS: &[Key] = &[
    key("data_dir", Shape::Folder, ".", "the folder memories are kept in; :memory: keeps nothing"),
    key("space", Shape::Text, "", "the space to act in; empty is your own"),
    key("project", Shape::Text, "", "the project new memories belong to"),
    key("user.name", Shape::Text, "owner", "who is acting"),
    key("user.tz", Shape::Zone, "system", "your time zone, such as Europe/Lisbon; system asks this machine"),
    key("policy.profile", Shape::Profile, "balanced", "how readily things are saved"),
    key("policy.importance_min", Shape::Share, "0.7", "the least importance at which a clear statement is saved"),
    key("policy.confidence_min", Shape::Share, "0.7", "the least confidence at which it is"),
    key("policy.hard_confidence_min", Shape::Share, "0.8", "the least confidence for a constraint"),
    key(
        "policy.confidence_inject_min",
        Shape::Share,
        "0.7",
        "the least confidence at which a guess goes into a prompt",
    ),
    key("inject.template", Shape::Word(&["unified", "macrotide", "theo"]), "unified", "how a context block is written"),
    key(
        "inject.session_delta",
        Shape::Word(&["corrections", "all", "none"]),
        "corrections",
        "which changes made during a chat are told in it",
    ),
    key("baseline.top_n", Shape::Whole, "20", "how many of the things learned in passing are always on"),
    key("budget.window_fallback", Shape::Whole, "32000", "the context window that is assumed, in tokens"),
    key("budget.fraction", Shape::Share, "0.15", "the part of the window that memory may take"),
    key("budget.min", Shape::Whole, "1500", "what memory may take of however small a window"),
    key("budget.max", Shape::Whole, "20000", "what memory takes of however large a window"),
    key("retrieve.short_chars", Shape::Whole, "20", "a message shorter than this looks nothing up"),
    key("retrieve.long_chars", Shape::Whole, "100", "a message longer than this looks up more"),
    key("retrieve.k_short", Shape::Count, "0", "how much a short message looks up"),
    key("retrieve.k_default", Shape::Count, "3", "how much a message looks up"),
    key("retrieve.k_long", Shape::Count, "10", "how much a long one does, or one that asks for what was said"),
    key(
        "retrieve.embedder",
        Shape::Word(&["built-in", "http", "none"]),
        "built-in",
        "what reads meaning: http is the provider of embedder.base_url; with none, things are found by their words",
    ),
    key("embedder.base_url", Shape::Address, "", "where the provider is, such as http://localhost:11434/v1"),
    key("embedder.model", Shape::Text, "", "its model"),
    key("embedder.dimensions", Shape::Whole, "0", "how many numbers a vector of the model has"),
    key("embedder.ask_dimensions", Shape::Flag, "false", "ask the provider to shorten its vectors to that"),
    key("embedder.key_env", Shape::Variable, "", "the variable that holds the key"),
    key("embedder.key_file", Shape::Text, "", "or the file that does"),
    key("embedder.query_prefix", Shape::Text, "", "what the model wants before a question, such as query:"),
    key("embedder.document_prefix", Shape::Text, "", "and before what is to be found"),
    key("embedder.batch", Shape::Whole, "64", "how many texts are sent at once"),
    key("embedder.max_chars", Shape::Whole, "8000", "how much of a text is sent"),
    key("embedder.timeout_s", Shape::Whole, "30", "for how many seconds it may think"),
    key("embedder.spaces", Shape::Text, "", "the spaces it reads, with commas; own is your own; empty is all"),
    key("llm.base_url", Shape::Address, "", "where a language model is, such as http://localhost:11434/v1"),
    key("llm.model", Shape::Text, "", "which; it learns from what you say, without one your grammar is read"),
    key("llm.key_env", Shape::Variable, "", "the variable that holds the key"),
    key("llm.key_file", Shape::Text, "", "or the file that does"),
    key("llm.timeout_s", Shape::Whole, "120", "for how many seconds it may think"),
    key("llm.daily_tokens", Shape::Tokens, "200000", "how many tokens it may read and write in a day; 0 is no ceiling"),
    key("extract.max_output_tokens", Shape::Whole, "500", "how much it may write about a stretch of a chat"),
    key("gateway.inject", Shape::Flag, "true", "put what is remembered into what goes through the gateway"),
    key("gateway.learn", Shape::Flag, "true", "record what goes through the gateway, and learn from it"),
    key(
        "gateway.patience_ms",
        Shape::Whole,
        "300",
        "for how many milliseconds it waits for memory before it goes without",
    ),
    key(
        "gateway.user_headers",
        Shape::Text,
        "X-OpenWebUI-User-Id, X-LiteLLM-End-User-Id",
        "where a front end whose key may act for others says whom it asks for",
    ),
    key("cache.ttl_s", Shape::Whole, "300", "for how many seconds a message of a chat need not be looked up again"),
    key("cache.max_per_session", Shape::Whole, "50", "how many things found are kept at hand for a chat"),
    key("learning.paused", Shape::Flag, "false", "keep and use memories, learn nothing in passing"),
    key("candidates.ttl_days", Shape::Whole, "14", "after how many days a maybe is dropped"),
    key("candidates.strong_occurrences", Shape::Whole, "5", "how often something must be seen to be sure"),
    key("candidates.strong_sessions", Shape::Whole, "2", "and in how many conversations"),
    key("conflict.ask_importance", Shape::Share, "0.85", "from which importance on you settle contradictions"),
    key("deletion.default", Shape::Word(&["trash", "erase"]), "trash", "what `cofio delete` does"),
    key("deletion.trash_days", Shape::Whole, "30", "for how many days the trash keeps"),
    key("deletion.expired_purge_days", Shape::Whole, "90", "for how many days something that expired is kept"),
    key("usage.log_days", Shape::Whole, "90", "for how many days every use of a memory is kept before it is counted"),
    key(
        "extract.every_turns",
        Shape::Whole,
        "10",
        "after how many turns of yours a conversation that goes on is learned from; 0: when it is closed",
    ),
    key("session.idle_minutes", Shape::Whole, "30", "after how many minutes of silence a session is closed"),
    key("session.archive_days", Shape::Whole, "30", "after how many days of silence a session is put away"),
    key(
        "tools.profile",
        Shape::Word(&["core", "full", "openmemory", "chatgpt", "anthropic"]),
        "core",
        "which tools an assistant gets that starts `cofio mcp`",
    ),
    key("undo.window_minutes", Shape::Whole, "10", "for how long an undo leaves no trace in what is loaded"),
    key("store.ballast_mib", Shape::Whole, "64", "how much room is held back so that erasing works on a full disk"),
];

/// Returns the setting of that name.
pub fn key_named(name: &str) -> Option<&'static Key> {
    KEYS.iter().find(|key| key.name == name).or_else(|| super::upstreams::key(name))
}

/// Returns a hint at the setting that may have been meant.
pub fn suggestion(name: &str) -> String {
    let near = KEYS
        .iter()
        .map(|key| (similar::TextDiff::from_chars(name, key.name).ratio(), key.name))
        .filter(|(ratio, _)| *ratio > 0.7)
        .max_by(|one, other| one.0.total_cmp(&other.0));
    match near {
        Some((_, key)) => format!("; did you mean `{key}`?"),
        None => "; see: cofio config list".to_owned(),
    }
}

/// Returns whether a text can be the name of a variable.
fn is_variable(text: &str) -> bool {
    !text.starts_with(|letter: char| letter.is_ascii_digit())
        && text.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
}

impl Key {
    /// Whether it says where a person's words are sent, or with which key: nobody else may set it for them.
    pub fn sends_words(&self) -> bool {
        ["embedder.", "llm.", "upstream."].iter().any(|begin| self.name.starts_with(begin))
    }

    /// Whether it may be changed over HTTP: how memory works, and nothing about where it is kept or where words go. What
    /// is not named here may not.
    pub fn is_open(&self) -> bool {
        const OPEN: [&str; 12] = [
            "policy.",
            "inject.",
            "baseline.",
            "budget.",
            "retrieve.k_",
            "cache.",
            "learning.",
            "candidates.",
            "conflict.",
            "deletion.",
            "session.",
            "undo.",
        ];
        self.name == "user.tz" || OPEN.iter().any(|begin| self.name.starts_with(begin))
    }

    /// Returns the name of the variable that sets it: `COFIO_POLICY_PROFILE`.
    pub fn variable(&self) -> String {
        format!("COFIO_{}", self.name.replace(['.', '-'], "_").to_ascii_uppercase())
    }

    /// Returns its default.
    pub fn default(&self) -> Value {
        self.parse(self.default).expect("a default is a valid value")
    }

    /// Reads a value from words.
    pub fn parse(&self, text: &str) -> Result<Value, String> {
        let text = text.trim();
        let value = match self.shape {
            Shape::Text
            | Shape::Folder
            | Shape::Zone
            | Shape::Word(_)
            | Shape::Profile
            | Shape::Address
            | Shape::Variable => Value::Text(text.to_owned()),
            Shape::Share => text.parse().map(Value::Number).map_err(|_| self.wrong(text))?,
            Shape::Whole | Shape::Count | Shape::Tokens => {
                text.parse().map(Value::Integer).map_err(|_| self.wrong(text))?
            }
            Shape::Flag => match text {
                "true" | "on" | "yes" | "1" => Value::Flag(true),
                "false" | "off" | "no" | "0" => Value::Flag(false),
                _ => return Err(self.wrong(text)),
            },
        };
        self.check(value)
    }

    /// Fails on a value this setting does not take.
    pub fn check(&self, value: Value) -> Result<Value, String> {
        let fits = match (&self.shape, &value) {
            (Shape::Text, Value::Text(_)) | (Shape::Flag, Value::Flag(_)) => true,
            (Shape::Folder, Value::Text(text)) => !text.is_empty(),
            (Shape::Zone, Value::Text(text)) => text == "system" || jiff::tz::TimeZone::get(text).is_ok(),
            (Shape::Word(words), Value::Text(text)) => words.contains(&text.as_str()),
            (Shape::Profile, Value::Text(text)) => {
                text.parse::<Profile>().map_err(|error| format!("{}: {error}", self.name))?;
                true
            }
            (Shape::Share, Value::Number(number)) => (0.0..=1.0).contains(number),
            (Shape::Share, Value::Integer(number)) => (0..=1).contains(number),
            (Shape::Whole, Value::Integer(number)) => (0..=1_000_000).contains(number),
            (Shape::Count, Value::Integer(number)) => (0..=MOST_LOOKED_UP).contains(number),
            (Shape::Tokens, Value::Integer(number)) => (0..=1_000_000_000_000).contains(number),
            (Shape::Address, Value::Text(text)) => {
                let address = if text.is_empty() { Ok(()) } else { text.parse::<BaseUrl>().map(drop) };
                address.map_err(|error| format!("{}: {error}", self.name))?;
                true
            }
            (Shape::Variable, Value::Text(text)) => is_variable(text),
            _ => false,
        };
        if fits { Ok(value) } else { Err(self.wrong(&value.to_string())) }
    }

    fn wrong(&self, text: &str) -> String {
        let wanted = match self.shape {
            Shape::Text => "words".to_owned(),
            Shape::Folder => "a folder".to_owned(),
            Shape::Zone => "a time zone such as Europe/Lisbon, or system".to_owned(),
            Shape::Word(words) => format!("one of {}", words.join(", ")),
            Shape::Profile => "a profile".to_owned(),
            Shape::Share => "a number between 0 and 1".to_owned(),
            Shape::Whole | Shape::Tokens => "a whole number, not negative".to_owned(),
            Shape::Count => format!("a whole number from 0 to {MOST_LOOKED_UP}"),
            Shape::Address => "an address such as http://localhost:11434/v1".to_owned(),
            // Whoever puts the key itself here should not see it on the screen.
            Shape::Variable => return format!("{} takes the name of a variable, and no key", self.name),
            Shape::Flag => "true or false".to_owned(),
        };
        format!("{} takes {wanted}, not `{text}`", self.name)
    }
}
