//! What can be said about a claim on the command line, shared by the commands that take one.

use cofio_domain::aliases;
use cofio_domain::axes::{Authority, EvidenceType, Kind, Source, Visibility};
use cofio_domain::domains::DomainName;
use cofio_engine::{Draft, Expiry};
use serde_json::Value;

use crate::exit::Failure;
use crate::when::{Edge, Toward};
use crate::wire::Session;

/// Flags about a claim.
#[derive(Debug, clap::Args)]
pub struct ClaimArgs {
    /// The area of life: food, work, travel, … (see: cofio domains)
    #[arg(short, long, value_name = "DOMAIN", add = crate::commands::completions::domains())]
    pub domain: Option<String>,
    /// What sort of claim; otherwise its words decide
    #[arg(short, long, value_name = "KIND")]
    pub kind: Option<String>,
    /// A rule: must be respected
    #[arg(long, conflicts_with = "context")]
    pub rule: bool,
    /// Context: informs judgment, never mandates
    #[arg(long)]
    pub context: bool,
    /// What it is about, for things with one value at a time: no_meetings_after
    #[arg(long, value_name = "NAME")]
    pub key: Option<String>,
    /// The value as data: 16:00, ["shellfish"], {"min": 30}
    #[arg(long, value_name = "JSON")]
    pub value: Option<String>,
    /// Longer detail, found by recall and never loaded by itself
    #[arg(long, value_name = "TEXT")]
    pub detail: Option<String>,
    /// A shorter line to load instead
    #[arg(long, value_name = "TEXT")]
    pub summary: Option<String>,
    /// A tag; may be given several times
    #[arg(long = "tag", value_name = "TAG")]
    pub tags: Vec<String>,
    /// How much it matters: 0 to 1, or 1 to 10
    #[arg(long, value_name = "NUMBER")]
    pub importance: Option<f64>,
    /// When it stops being used: a date, 30d, "end of March", never
    #[arg(long, value_name = "WHEN")]
    pub expires: Option<String>,
    /// Since when it holds in the world, if not since now
    #[arg(long, value_name = "WHEN")]
    pub from: Option<String>,
    /// Until when it held
    #[arg(long, value_name = "WHEN")]
    pub until: Option<String>,
    /// The project it belongs to
    #[arg(long, value_name = "NAME")]
    pub project: Option<String>,
    /// Load it in every chat
    #[arg(long)]
    pub pin: bool,
    /// When a task is due
    #[arg(long, value_name = "WHEN")]
    pub due: Option<String>,
    /// The next step of a task
    #[arg(long, value_name = "TEXT")]
    pub next: Option<String>,
    /// In a shared space: for you alone
    #[arg(long, conflicts_with = "shared")]
    pub private: bool,
    /// In a shared space: for every member
    #[arg(long)]
    pub shared: bool,
    /// Who says so, where it is not you: agent_proposed, extracted, untrusted_content, …
    #[arg(long, value_name = "SOURCE", hide_short_help = true)]
    pub source: Option<String>,
    /// How we know: stated, observed, inferred
    #[arg(long, value_name = "TYPE", hide_short_help = true)]
    pub evidence_type: Option<String>,
    /// How likely it is to be right, 0 to 1, where it is not your own word
    #[arg(long, value_name = "NUMBER", hide_short_help = true)]
    pub confidence: Option<f64>,
    /// Why, for the log
    #[arg(long, value_name = "TEXT")]
    pub reason: Option<String>,
}

impl ClaimArgs {
    /// Makes a draft of words and what was said about them.
    pub fn draft(&self, session: &Session, content: String) -> Result<Draft, Failure> {
        let word = |error: cofio_domain::axes::UnknownWord| Failure::usage(error.to_string());
        let source = self.source.as_deref().map(aliases::source).transpose().map_err(word)?;
        let by_category = self.kind.as_deref().and_then(aliases::domain_of_category);
        Ok(Draft {
            kind: self.kind()?,
            domain: self.domain()?.or(by_category),
            authority: self.authority(),
            key: self.key.clone(),
            value: self.value.as_deref().map(value_of),
            body: self.detail.clone(),
            summary: self.summary.clone(),
            tags: self.tags.iter().cloned().collect(),
            importance: self.importance.map(importance_of).transpose()?,
            confidence: self.confidence,
            expires: expiry_of(session, self.expires.as_deref())?,
            valid_from: session.time(self.from.as_deref(), Edge::Start, Toward::Past)?,
            valid_until: session.time(self.until.as_deref(), Edge::End, Toward::Future)?,
            project: self.project.clone().or_else(|| session.config.project()),
            pinned: self.pin,
            due_at: session.time(self.due.as_deref(), Edge::End, Toward::Future)?,
            next_step: self.next.clone(),
            visibility: self.visibility(),
            source: source.unwrap_or(Source::UserDirect),
            authored_by_person: source.is_none_or(Source::is_explicit),
            evidence_type: self.evidence_type.as_deref().map(str::parse::<EvidenceType>).transpose().map_err(word)?,
            reason: self.reason.clone(),
            ..Draft::said(content)
        })
    }

    fn kind(&self) -> Result<Option<Kind>, Failure> {
        self.kind.as_deref().map(aliases::kind).transpose().map_err(|error| Failure::usage(error.to_string()))
    }

    fn domain(&self) -> Result<Option<DomainName>, Failure> {
        domain_of(self.domain.as_deref())
    }

    fn authority(&self) -> Option<Authority> {
        match (self.rule, self.context) {
            (true, _) => Some(Authority::Hard),
            (_, true) => Some(Authority::Soft),
            _ => None,
        }
    }

    fn visibility(&self) -> Option<Visibility> {
        match (self.private, self.shared) {
            (true, _) => Some(Visibility::Private),
            (_, true) => Some(Visibility::Space),
            _ => None,
        }
    }
}

/// Reads a domain's name.
pub fn domain_of(text: Option<&str>) -> Result<Option<DomainName>, Failure> {
    let parsed = text.map(str::parse::<DomainName>).transpose();
    parsed.map_err(|error| Failure::usage(error.to_string()))
}

/// Reads a value: as JSON where it is, else as words.
pub fn value_of(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| Value::String(text.to_owned()))
}

/// Reads an importance on either scale.
pub fn importance_of(number: f64) -> Result<f64, Failure> {
    aliases::importance(number).ok_or_else(|| Failure::usage("importance is a number from 0 to 1, or from 1 to 10"))
}

/// Reads when something lets go.
pub fn expiry_of(session: &Session, text: Option<&str>) -> Result<Expiry, Failure> {
    match text {
        None => Ok(Expiry::Unsaid),
        Some("never") => Ok(Expiry::Never),
        Some(text) => {
            let at = session.time(Some(text), Edge::End, Toward::Future)?;
            match at {
                Some(past) if past <= session.engine.now() => Err(Failure::usage(format!(
                    "{past} is past, it would be gone at once; to say until when it held: --until"
                ))),
                at => Ok(at.map_or(Expiry::Unsaid, Expiry::At)),
            }
        }
    }
}
