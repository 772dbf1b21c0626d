//! `cofio doctor`

use std::path::Path;

use cofio_store_sqlite::{DEFAULT_BALLAST, Finding, Options, SqliteStore, Verdict, inspect};
use serde_json::json;

use crate::args::HELP;
use crate::clock::WallClock;
use crate::commands::mcp::Home;
use crate::commands::{doctor_gateway, doctor_models, doctor_report, doctor_server};
use crate::exit::{Code, Failure};
use crate::output::{Manner, Style};
use crate::wire::Setup;

/// Look everything over; say what is wrong and what to do
#[derive(Debug, clap::Args)]
#[command(help_template = HELP, before_help = "\
Examples:
  cofio doctor            looks only; exits with 1 if something is broken
  cofio doctor --fix      repairs what can be repaired without risk
  cofio doctor report     the same for somebody who helps: as JSON, without your words, names and folders
")]
pub struct Doctor {
    /// `report`: for somebody who helps
    #[arg(value_name = "WHAT", value_parser = ["report"])]
    what: Option<String>,
    /// Repair what can be repaired without risk
    #[arg(long)]
    fix: bool,
    /// Ask the language model for a word without asking you first
    #[arg(long)]
    ask_models: bool,
}

impl Doctor {
    pub fn run(&self, setup: &Setup) -> Result<(), Failure> {
        let mut findings = vec![finding("cofio", Verdict::Sound, env!("CARGO_PKG_VERSION"), None)];
        let mut ballast_bytes = DEFAULT_BALLAST;
        let folder = match setup.config() {
            Ok(config) => {
                ballast_bytes = config.ballast_bytes();
                findings.push(finding("settings", Verdict::Sound, "understood", None));
                let zone = config.zone();
                findings.push(finding("time zone", Verdict::Sound, zone.iana_name().unwrap_or("unnamed"), None));
                findings.extend(doctor_models::meaning(&config));
                let may_ask = |question: &str| self.ask_models || setup.ask(question);
                findings.extend(doctor_models::learning(&config, setup.clock, may_ask));
                findings.extend(doctor_gateway::answering(&config));
                config.data_dir()
            }
            Err(failure) => {
                let detail = match &failure {
                    Failure::Usage(message) => message.clone(),
                    _ => "cannot be read".into(),
                };
                findings.push(finding("settings", Verdict::Broken, &detail, Some("cofio config edit")));
                setup.global.data_dir.clone().or_else(|| Some(setup.paths.data().to_owned()))
            }
        };
        if let WallClock::Fixed(at) = setup.clock {
            let detail = format!("fixed at {at} by {}", crate::clock::VARIABLE);
            findings.push(finding("clock", Verdict::Warning, &detail, Some("unset COFIO_CLOCK")));
        }
        match &folder {
            Some(folder) => {
                if self.fix && !setup.global.dry_run {
                    findings.extend(fix(folder, ballast_bytes));
                }
                findings.extend(inspect(folder).findings);
            }
            None => findings.push(finding("data folder", Verdict::Sound, "in memory: nothing is kept", None)),
        }
        findings.extend(doctor_server::serving(folder.as_deref()));
        findings.extend(doctor_server::assistants(&Home::of_this_machine()));
        match self.what {
            Some(_) => doctor_report::print(setup, folder.as_deref(), &findings),
            None => tell(setup, folder.as_deref(), &findings),
        }
        let broken = findings.iter().any(|finding| finding.verdict == Verdict::Broken);
        if broken { Err(Failure::Quiet(Code::Failure)) } else { Ok(()) }
    }
}

fn finding(check: &'static str, verdict: Verdict, detail: &str, advice: Option<&str>) -> Finding {
    Finding { check, verdict, detail: detail.to_owned(), advice: advice.map(str::to_owned) }
}

/// Repairs what can be repaired without risk: who may read the files, the reserve, and erasures that wait. A database
/// with damage is not touched.
fn fix(folder: &Path, ballast_bytes: u64) -> Vec<Finding> {
    let mut done = Vec::new();
    if !folder.is_dir() {
        return done;
    }
    let before = inspect(folder);
    let damaged = before.findings.iter().any(|finding| finding.verdict == Verdict::Broken);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mut changed = 0;
        let files = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
        for path in std::iter::once(folder.to_owned()).chain(files) {
            let Ok(metadata) = std::fs::metadata(&path) else { continue };
            let wanted = if metadata.is_dir() { 0o700 } else { 0o600 };
            let open = metadata.permissions().mode() & 0o077 != 0;
            if open && std::fs::set_permissions(&path, std::fs::Permissions::from_mode(wanted)).is_ok() {
                changed += 1;
            }
        }
        if changed > 0 {
            done.push(finding("repair", Verdict::Sound, &format!("{changed} files are yours alone now"), None));
        }
    }
    if damaged || !folder.join("cofio.db").exists() {
        return done;
    }
    if let Ok(store) = SqliteStore::open(Options { ballast_bytes, ..Options::new(folder) })
        && !store.is_read_only()
        && store.has_pending_erasure().unwrap_or(false)
    {
        done.push(match store.finish_erasures() {
            Ok(None) => finding("repair", Verdict::Sound, "a waiting erasure is finished", None),
            Ok(Some(why)) => finding("repair", Verdict::Warning, &why, Some("close other cofio processes")),
            Err(error) => finding("repair", Verdict::Warning, &error.to_string(), None),
        });
    }
    done
}

fn tell(setup: &Setup, folder: Option<&Path>, findings: &[Finding]) {
    let output = &setup.output;
    if output.is_json() {
        let checks: Vec<_> = findings
            .iter()
            .map(|finding| {
                json!({
                    "check": finding.check,
                    "verdict": finding.verdict.word(),
                    "detail": finding.detail,
                    "advice": finding.advice,
                })
            })
            .collect();
        let broken = findings.iter().any(|finding| finding.verdict == Verdict::Broken);
        output.json(&json!({ "ok": !broken, "data_dir": folder, "checks": checks }));
        return;
    }
    for finding in findings {
        let (mark, style) = match finding.verdict {
            Verdict::Sound => ("✓", Style::Good),
            Verdict::Warning => ("!", Style::Warning),
            Verdict::Broken => ("✗", Style::Bad),
        };
        if output.manner == Manner::Plain {
            let advice = finding.advice.as_deref().unwrap_or_default();
            output.line(&format!("{}\t{}\t{}\t{advice}", finding.verdict, finding.check, finding.detail));
            continue;
        }
        output.line(&format!("{} {:<12} {}", output.paint.paint(style, mark), finding.check, finding.detail));
        if let Some(advice) = &finding.advice {
            output.line(&format!("  → {}", output.paint.paint(Style::Command, advice)));
        }
    }
}
