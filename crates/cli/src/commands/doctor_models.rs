//! What `cofio doctor` says about models: who reads meaning, who learns, and whether they answer.

use cofio_domain::ports::{Cancel, Embedder, Llm, ModelError, Prompt, PromptMessage, PromptRole};
use cofio_models::http::{HttpEmbedder, HttpLlm};
use cofio_models::local::builtin;
use cofio_store_sqlite::{Finding, Verdict};

use crate::clock::WallClock;
use crate::config::Config;
use crate::wire::meter;

/// What goes on where meaning cannot be read.
const BY_WORDS: &str = "search by words still works";

/// Says who reads meaning, and whether they answer. Without them nothing is lost but what is meant in other words.
pub fn meaning(config: &Config) -> Vec<Finding> {
    let mut findings = vec![match config.http_embedder() {
        Some(Ok(embedder)) => elsewhere(config, &embedder),
        Some(Err(missing)) => {
            let detail = format!("{missing}; the built-in model reads meanwhile");
            finding("meaning", Verdict::Warning, &detail, Some("cofio config set embedder.…"))
        }
        None => here(config.reads_meaning().then(|| builtin::loaded_embedder().map(|embedder| embedder.model()))),
    }];
    findings.extend(config.embeds_elsewhere().then(|| key_in_the_open(config, "embedder")).flatten());
    findings
}

fn here<E: std::error::Error>(embedder: Option<Result<&cofio_domain::ports::ModelId, E>>) -> Finding {
    match embedder {
        Some(Ok(model)) => finding("meaning", Verdict::Sound, &format!("read by {model}"), None),
        Some(Err(error)) => {
            let detail = format!("no embedder can be loaded ({error}); {BY_WORDS}");
            finding("meaning", Verdict::Warning, &detail, Some("install cofio again"))
        }
        None => {
            let detail = format!("no embedder is set; {BY_WORDS}");
            finding("meaning", Verdict::Warning, &detail, Some("cofio config unset retrieve.embedder"))
        }
    }
}

/// Asks a provider to read one word of ours.
fn elsewhere(config: &Config, embedder: &HttpEmbedder) -> Finding {
    let place = config.address("embedder").map_or(String::new(), |base| base.to_string());
    let model = embedder.model();
    match embedder.probe() {
        Ok(()) => {
            let only = config
                .embedder_spaces()
                .map_or(String::new(), |names| format!(", in {}", names.into_iter().collect::<Vec<_>>().join(", ")));
            finding("meaning", Verdict::Sound, &format!("read by {model} at {place}{only}"), None)
        }
        Err(error) => {
            let detail =
                format!("{model} at {place} does not read: {error}; {BY_WORDS}, and what is missing is read later");
            finding("meaning", Verdict::Warning, &detail, Some("cofio jobs run embed.backfill"))
        }
    }
}

/// Says who learns. The model is only asked where somebody agrees: it costs something.
pub fn learning(config: &Config, clock: WallClock, may_ask: impl FnOnce(&str) -> bool) -> Vec<Finding> {
    let meter = meter(config, clock);
    let spent = meter.spent_today();
    let told = match config.llm(meter) {
        None => finding("learning", Verdict::Sound, "by grammar; a language model makes it better: llm.base_url", None),
        Some(Err(missing)) => {
            let detail = format!("{missing}; learning goes on by grammar");
            finding("learning", Verdict::Warning, &detail, Some("cofio config set llm.…"))
        }
        Some(Ok(llm)) => {
            let place = config.address("llm").map_or(String::new(), |base| base.to_string());
            let tokens = match (spent, config.daily_tokens()) {
                (Ok(spent), Some(ceiling)) => format!("{spent} of {ceiling} tokens of today spent"),
                (Ok(spent), None) => format!("{spent} tokens spent today, no ceiling"),
                (Err(error), _) => format!("what was spent today cannot be read: {error}"),
            };
            let name = llm.model().to_string();
            let question = format!("Ask {name} at {place} for one word, to see whether it answers?");
            if may_ask(&question) {
                asked(&llm, &place, &tokens)
            } else {
                finding("learning", Verdict::Sound, &format!("by {name} at {place}, not tried now; {tokens}"), None)
            }
        }
    };
    [told].into_iter().chain(config.asks_a_model().then(|| key_in_the_open(config, "llm")).flatten()).collect()
}

fn asked(llm: &HttpLlm, place: &str, tokens: &str) -> Finding {
    let messages = vec![PromptMessage::new(PromptRole::User, "Say: yes")];
    let answer = llm.complete(&Prompt { messages, schema: None, max_tokens: 1 }, &Cancel::new());
    let name = llm.model();
    match answer {
        Ok(_) => finding("learning", Verdict::Sound, &format!("by {name} at {place}, which answers; {tokens}"), None),
        Err(error) => {
            let why = match &error {
                ModelError::Unavailable { source, .. } => source.to_string(),
                other => other.to_string(),
            };
            let detail = format!("{name} at {place} does not answer: {why}; learning goes on by grammar");
            finding("learning", Verdict::Warning, &detail, Some("cofio config explain llm.base_url"))
        }
    }
}

fn key_in_the_open(config: &Config, provider: &str) -> Option<Finding> {
    let shown = config.shows_a_key(provider);
    let detail = format!("the key of {provider}.base_url is sent unencrypted");
    let advice = format!("cofio config set {provider}.base_url https://…");
    shown.then(|| finding("key", Verdict::Warning, &detail, Some(&advice)))
}

fn finding(check: &'static str, verdict: Verdict, detail: &str, advice: Option<&str>) -> Finding {
    Finding { check, verdict, detail: detail.to_owned(), advice: advice.map(str::to_owned) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Issue "Recall and context": if no embedder can be loaded, keyword search still works and doctor says so.
    #[test]
    fn an_embedder_that_cannot_be_loaded_is_a_warning_that_says_what_still_works() {
        let broken = here(Some(Err(std::io::Error::other("its checksum is wrong"))));
        assert_eq!(broken.verdict, Verdict::Warning);
        assert_eq!(broken.detail, "no embedder can be loaded (its checksum is wrong); search by words still works");
        let loaded = builtin::loaded_embedder().map(|embedder| embedder.model());
        assert_eq!(here(Some(loaded)).verdict, Verdict::Sound);
    }
}
