//! Upstreams: who answers, for which models, in which protocols, and what opens them.

use std::collections::BTreeSet;
use std::sync::OnceLock;
use std::time::Duration;

use cofio_models::http::{BaseUrl, KeySource};

use crate::Protocol;

/// Somebody who answers.
#[derive(Debug)]
pub struct Upstream {
    /// What it is called in the settings.
    pub name: String,
    /// Where it is.
    pub base: BaseUrl,
    /// What opens it.
    pub key: UpstreamKey,
    /// Which models it is for; a `*` stands for any letters. None is whatever nobody else is for.
    pub models: Vec<String>,
    /// What it speaks.
    pub protocols: BTreeSet<Protocol>,
    /// How long it may be silent.
    pub timeout: Duration,
    pub(crate) client: OnceLock<reqwest::Client>,
}

/// What opens an upstream.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UpstreamKey {
    /// A key of ours, or none.
    Ours(KeySource),
    /// Whatever the client shows.
    PassedOn,
}

/// Everybody who answers.
#[derive(Debug, Default)]
pub struct Upstreams {
    all: Vec<Upstream>,
}

/// Why nobody answers.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoUpstream {
    /// None is set.
    #[error("no upstream is set, so there is nobody to ask")]
    NoneSet,
    /// None is for that model.
    #[error("no upstream is set for the model \"{0}\"")]
    UnknownModel(String),
    /// Whoever is for that model speaks otherwise.
    #[error("the upstream \"{name}\" does not speak {wanted}; it speaks {spoken}, and nothing is translated")]
    SpeaksOtherwise {
        /// Whoever is for the model.
        name: String,
        /// How it was asked.
        wanted: &'static str,
        /// How it can be.
        spoken: String,
    },
}

impl Upstream {
    /// Somebody nobody has asked yet.
    pub fn new(name: impl Into<String>, base: BaseUrl, protocols: impl IntoIterator<Item = Protocol>) -> Upstream {
        Upstream {
            name: name.into(),
            base,
            key: UpstreamKey::Ours(KeySource::None),
            models: Vec::new(),
            protocols: protocols.into_iter().collect(),
            timeout: Duration::from_secs(600),
            client: OnceLock::new(),
        }
    }

    /// Returns how well it fits a model: the letters that its pattern names, and nothing where it does not fit.
    fn fit(&self, model: &str) -> Option<usize> {
        if self.models.is_empty() {
            return Some(0);
        }
        let fits = self.models.iter().filter(|pattern| is_like(model, pattern));
        fits.map(|pattern| 1 + pattern.chars().filter(|letter| *letter != '*').count()).max()
    }

    /// Returns what it speaks, in words.
    pub fn spoken(&self) -> String {
        self.protocols.iter().map(|protocol| protocol.word()).collect::<Vec<_>>().join(", ")
    }
}

impl Upstreams {
    /// These, the first before the others where several fit as well.
    pub fn new(all: Vec<Upstream>) -> Upstreams {
        Upstreams { all }
    }

    /// Returns all of them.
    pub fn all(&self) -> &[Upstream] {
        &self.all
    }

    /// Returns who answers for a model in a protocol.
    pub fn of(&self, model: Option<&str>, protocol: Protocol) -> Result<&Upstream, NoUpstream> {
        let model = model.unwrap_or_default();
        if self.all.is_empty() {
            return Err(NoUpstream::NoneSet);
        }
        let best = |speaks: &dyn Fn(&Upstream) -> bool| {
            let fits = self.all.iter().filter(|upstream| speaks(upstream));
            let fits = fits.filter_map(|upstream| Some((upstream.fit(model)?, upstream)));
            // Of those that fit as well, the first.
            fits.fold(None, |best: Option<(usize, &Upstream)>, next| match best {
                Some(best) if best.0 >= next.0 => Some(best),
                _ => Some(next),
            })
        };
        if let Some((_, upstream)) = best(&|upstream| upstream.protocols.contains(&protocol)) {
            return Ok(upstream);
        }
        match best(&|_| true) {
            Some((_, upstream)) => Err(NoUpstream::SpeaksOtherwise {
                name: upstream.name.clone(),
                wanted: protocol.word(),
                spoken: upstream.spoken(),
            }),
            None => Err(NoUpstream::UnknownModel(model.to_owned())),
        }
    }
}

/// Whether a name is like a pattern.
fn is_like(name: &str, pattern: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = name.strip_prefix(first) else { return false };
    let mut parts: Vec<&str> = parts.collect();
    let Some(last) = parts.pop() else { return rest.is_empty() };
    for part in parts {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn upstream(name: &str, models: &[&str], protocols: &[Protocol]) -> Upstream {
        let base = "http://localhost:1/v1".parse().unwrap();
        let models = models.iter().map(|model| (*model).to_owned()).collect();
        Upstream { models, ..Upstream::new(name, base, protocols.iter().copied()) }
    }

    #[test]
    fn a_model_is_answered_by_whoever_is_for_it() {
        let all = Upstreams::new(vec![
            upstream("here", &[], &[Protocol::Chat, Protocol::Embeddings]),
            upstream("open", &["gpt-*", "o?"], &[Protocol::Chat, Protocol::Responses]),
            upstream("mini", &["gpt-*-mini"], &[Protocol::Chat]),
            upstream("claude", &["claude-*"], &[Protocol::Messages]),
        ]);
        let name = |model: &str, protocol| all.of(Some(model), protocol).map(|upstream| upstream.name.as_str());
        assert_eq!(name("gpt-5", Protocol::Chat), Ok("open"));
        assert_eq!(name("gpt-5-mini", Protocol::Chat), Ok("mini"));
        assert_eq!(name("gpt-5-mini", Protocol::Responses), Ok("open"), "who speaks it goes before who fits best");
        assert_eq!(name("qwen", Protocol::Chat), Ok("here"));
        assert_eq!(name("claude-5", Protocol::Messages), Ok("claude"));
        let wrong = name("qwen", Protocol::Messages).unwrap_err().to_string();
        assert_eq!(
            wrong,
            "the upstream \"here\" does not speak messages; it speaks chat, embeddings, and nothing is translated"
        );
        let only = Upstreams::new(vec![upstream("claude", &["claude-*"], &[Protocol::Messages])]);
        let unknown = NoUpstream::UnknownModel("qwen".into());
        assert_eq!(only.of(Some("qwen"), Protocol::Messages).unwrap_err(), unknown);
        assert_eq!(Upstreams::default().of(None, Protocol::Chat).unwrap_err(), NoUpstream::NoneSet);
    }

    #[test]
    fn a_star_stands_for_any_letters() {
        for (name, pattern, like) in [
            ("gpt-5", "gpt-5", true),
            ("gpt-5x", "gpt-5", false),
            ("gpt-5", "*", true),
            ("gpt-5-mini", "gpt-*-mini", true),
            ("gpt-mini", "gpt-*-mini", false),
            ("a/b:c", "*b*", true),
            ("abc", "*bb*", false),
            ("", "*", true),
        ] {
            assert_eq!(is_like(name, pattern), like, "{name} {pattern}");
        }
    }
}
