//! `cofio check`

use cofio_language::{domains, secrets};
use serde_json::json;

use crate::args::HELP;
use crate::commands::text_of;
use crate::exit::{Code, Failure};
use crate::output::Style;
use crate::wire::Setup;

/// Say whether a text would be refused as a secret, and why
#[derive(Debug, clap::Args)]
#[command(help_template = HELP, before_help = "\
Examples:
  cofio check \"my wifi password is …\"        exits with 6 if it would be refused
  cofio check - --json < note.txt
Nothing is stored and nothing is sent.
")]
pub struct Check {
    /// The text; - reads standard input
    #[arg(required = true, value_name = "TEXT")]
    text: Vec<String>,
}

impl Check {
    pub fn run(&self, setup: &Setup) -> Result<(), Failure> {
        let text = text_of(&self.text)?;
        let found = secrets::find(&text);
        let sensitive: Vec<&str> = {
            let mut names: Vec<&str> = domains::sensitive(&text).iter().map(|clause| clause.domain).collect();
            names.sort_unstable();
            names.dedup();
            names
        };
        let letters = |byte: usize| text.get(..byte).map_or(0, |before| before.chars().count());
        let output = &setup.output;
        if output.is_json() {
            let secrets: Vec<_> = found
                .iter()
                .map(|finding| {
                    json!({
                        "kind": kind_of(finding.kind),
                        "reason": finding.reason,
                        "span": [letters(finding.span.start), letters(finding.span.end)],
                    })
                })
                .collect();
            output.json(&json!({
                "refused": !found.is_empty(),
                "reason": found.first().map(|finding| finding.reason),
                "secrets": secrets,
                "sensitive_domains": sensitive,
            }));
        } else if found.is_empty() {
            output.line(&format!("{} It would not be refused.", output.paint.paint(Style::Good, "✓")));
        }
        for finding in &found {
            if !output.is_json() {
                output.line(&format!("{} It {}.", output.paint.paint(Style::Bad, "✗"), finding.reason));
            }
        }
        if !output.is_json() && !sensitive.is_empty() {
            output.human(&format!("  It speaks of {}: kept only where that is on.", sensitive.join(" and ")));
        }
        if found.is_empty() { Ok(()) } else { Err(Failure::Quiet(Code::Refused)) }
    }
}

fn kind_of(kind: secrets::SecretKind) -> &'static str {
    use secrets::SecretKind;
    match kind {
        SecretKind::ApiKey => "api_key",
        SecretKind::Token => "token",
        SecretKind::ConnectionString => "connection_string",
        SecretKind::Password => "password",
        SecretKind::Pin => "pin",
        SecretKind::PrivateKey => "private_key",
        SecretKind::SeedPhrase => "seed_phrase",
        SecretKind::RecoveryCode => "recovery_code",
        SecretKind::OtpSeed => "otp_seed",
        SecretKind::CardNumber => "card_number",
        SecretKind::BankAccount => "bank_account",
        SecretKind::NationalId => "national_id",
    }
}
