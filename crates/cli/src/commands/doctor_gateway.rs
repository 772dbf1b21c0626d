//! What `cofio doctor` says about the gateway: who answers, and what is missing.

use std::time::Duration;

use cofio_gateway::{Protocol, Upstream, UpstreamKey};
use cofio_models::http::{KeySource, blocking_client};
use cofio_store_sqlite::{Finding, Verdict};

use crate::config::Config;

/// How long an upstream may take to say that it is there.
const PATIENCE: Duration = Duration::from_secs(5);

/// Says who answers, and whether they can be asked.
pub fn answering(config: &Config) -> Vec<Finding> {
    let names = config.upstream_names();
    if names.is_empty() {
        let detail = "no upstream is set, so the gateway has nobody to ask: upstream.NAME.base_url";
        return vec![finding(Verdict::Sound, detail, None)];
    }
    names.iter().map(|name| upstream(name, config.upstream(name))).collect()
}

fn upstream(name: &str, set: Result<Upstream, String>) -> Finding {
    let upstream = match set {
        Ok(upstream) => upstream,
        Err(missing) => {
            let advice = format!("cofio config set upstream.{name}.…");
            return finding(Verdict::Warning, &missing, Some(&advice));
        }
    };
    let (base, spoken) = (upstream.base.to_string(), upstream.spoken());
    let models = if upstream.models.is_empty() { "any model".to_owned() } else { upstream.models.join(", ") };
    let who = format!("{name} at {base} speaks {spoken}, for {models}");
    let has_key = match &upstream.key {
        UpstreamKey::Ours(source) => match source.secret() {
            Ok(key) => key.is_some(),
            Err(error) => {
                let advice = format!("cofio config explain upstream.{name}.key_env");
                return finding(Verdict::Warning, &format!("{who}; {error}"), Some(&advice));
            }
        },
        UpstreamKey::PassedOn => true,
    };
    if has_key && !upstream.base.is_private() {
        let advice = format!("cofio config set upstream.{name}.base_url https://…");
        return finding(Verdict::Warning, &format!("{who}; its key is sent unencrypted"), Some(&advice));
    }
    let asked = blocking_client(&upstream.base)
        .and_then(|client| client.get(upstream.base.join("models")).timeout(PATIENCE).send());
    if asked.is_err() {
        let advice = format!("cofio config explain upstream.{name}.base_url");
        return finding(Verdict::Warning, &format!("{who}; it cannot be reached"), Some(&advice));
    }
    let is_subscription = upstream.key == UpstreamKey::PassedOn && upstream.protocols.contains(&Protocol::Messages);
    let aside = match (&upstream.key, is_subscription) {
        (_, true) => "; with the client's own API key (a subscription's login is not passed on)",
        (UpstreamKey::PassedOn, _) => "; with the client's own key",
        (UpstreamKey::Ours(KeySource::None), _) => "; without a key",
        _ => "",
    };
    finding(Verdict::Sound, &format!("{who}{aside}"), None)
}

fn finding(verdict: Verdict, detail: &str, advice: Option<&str>) -> Finding {
    Finding { check: "gateway", verdict, detail: detail.to_owned(), advice: advice.map(str::to_owned) }
}
