//! `cofio doctor report`: what doctor found, for somebody who helps. Nothing in it says what is remembered, by whom, or where
//! their folders are.

use std::path::Path;

use cofio_store_sqlite::Finding;
use serde_json::json;

use crate::wire::Setup;

/// Writes the report to standard output.
pub fn print(setup: &Setup, folder: Option<&Path>, findings: &[Finding]) {
    let hidden = Hidden::of(setup, folder);
    let checks: Vec<_> = findings
        .iter()
        .map(|finding| {
            // What these say is made of settings: names, addresses, files.
            let is_told = !["settings", "gateway", "meaning", "learning"].contains(&finding.check);
            let detail = is_told.then(|| hidden.without(&finding.detail));
            json!({"check": finding.check, "verdict": finding.verdict.word(), "detail": detail})
        })
        .collect();
    let bytes = folder.map_or(0, super::status::database_bytes);
    setup.output.json(&json!({
        "cofio": env!("CARGO_PKG_VERSION"),
        "system": format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
        "cores": std::thread::available_parallelism().map_or(0, std::num::NonZero::get),
        "database_mib": bytes >> 20,
        "checks": checks,
    }));
}

/// What must not be told: folders, and the names of the person and of the machine.
struct Hidden(Vec<(String, &'static str)>);

impl Hidden {
    fn of(setup: &Setup, folder: Option<&Path>) -> Hidden {
        let set = |name: &str| std::env::var(name).ok();
        let places = [
            (folder.map(|folder| folder.display().to_string()), "(data)"),
            (setup.paths.data().to_str().map(str::to_owned), "(data)"),
            (set("XDG_CONFIG_HOME"), "(config)"),
            (set("HOME").or_else(|| set("USERPROFILE")), "~"),
            (set("USER").or_else(|| set("USERNAME")), "(user)"),
            (set("HOSTNAME"), "(machine)"),
        ];
        let mut hidden: Vec<(String, &str)> = places
            .into_iter()
            .filter_map(|(text, instead)| Some((text.filter(|text| text.len() > 2)?, instead)))
            .collect();
        // The longest first: a folder may lie in another one.
        hidden.sort_by_key(|(text, _)| std::cmp::Reverse(text.len()));
        Hidden(hidden)
    }

    fn without(&self, text: &str) -> String {
        let hidden = self.0.iter().fold(text.to_owned(), |text, (secret, instead)| text.replace(secret, instead));
        // Whatever address is left may be in a private network, or have a key in it.
        let words = hidden.split(' ').map(|word| match word.split_once("://") {
            Some((scheme, _)) => format!("{scheme}://…"),
            None => word.to_owned(),
        });
        words.collect::<Vec<_>>().join(" ")
    }
}
