//! How a command ends: exit codes, and what is said about a failure.

use cofio_domain::ports::StoreError;
use cofio_engine::{Error, Match};
use serde_json::json;

use crate::output::{Output, Paint, Row, Style, clean, one_line, shortened, table};

/// Exit codes, as documented.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Code {
    /// It worked.
    Ok = 0,
    /// It did not.
    Failure = 1,
    /// The command makes no sense as typed.
    Usage = 2,
    /// There is no such thing.
    NotFound = 3,
    /// Several things fit.
    Ambiguous = 4,
    /// Something is in the way.
    Conflict = 5,
    /// Refused by policy, or a domain is off.
    Refused = 6,
    /// A model did not answer.
    ModelUnavailable = 7,
    /// The server does not answer.
    Unreachable = 8,
}

/// Why a command failed.
#[derive(Debug)]
pub enum Failure {
    /// The engine said no.
    Engine(Error),
    /// The command makes no sense as typed.
    Usage(String),
    /// It was said already; only the code is left to give.
    Quiet(Code),
    /// The server does not answer.
    Unreachable(String),
    /// Anything else.
    Other(anyhow::Error),
}

impl Failure {
    pub fn usage(message: impl Into<String>) -> Failure {
        Failure::Usage(message.into())
    }

    pub fn store(error: StoreError) -> Failure {
        Failure::Engine(Error::Store(error))
    }

    /// Returns the exit code.
    pub fn code(&self) -> Code {
        match self {
            Failure::Usage(_) | Failure::Engine(Error::Invalid(_)) => Code::Usage,
            Failure::Engine(Error::NotFound { .. } | Error::Erased { .. }) => Code::NotFound,
            Failure::Engine(Error::Ambiguous { .. }) => Code::Ambiguous,
            Failure::Engine(Error::Conflict { .. }) => Code::Conflict,
            Failure::Engine(Error::Forbidden(_) | Error::Refused(_) | Error::DomainOff { .. }) => Code::Refused,
            Failure::Quiet(code) => *code,
            Failure::Unreachable(_) => Code::Unreachable,
            Failure::Engine(Error::Model(_)) => Code::ModelUnavailable,
            Failure::Engine(Error::Store(_)) | Failure::Other(_) => Code::Failure,
        }
    }

    /// Says what went wrong, what was kept, and what to do.
    pub fn report(&self, output: &Output) {
        if matches!(self, Failure::Quiet(_)) {
            return;
        }
        if output.is_json() {
            output.json(&self.to_json());
        }
        output.complain(&clean(&self.message()));
        if let Failure::Engine(Error::Ambiguous { candidates, .. }) = self {
            let rows: Vec<Row> = candidates.iter().map(candidate_row).collect();
            for line in table(&rows, &Paint::new(false)) {
                output.message(&format!("    {line}"));
            }
        }
        if let Some(advice) = self.advice() {
            output.message(&format!("  {}", output.paint.paint(Style::Faint, &advice)));
        }
    }

    fn message(&self) -> String {
        match self {
            Failure::Engine(Error::Store(error)) => store_message(error),
            Failure::Engine(error) => error.to_string(),
            Failure::Usage(message) | Failure::Unreachable(message) => message.clone(),
            Failure::Other(error) => format!("{error:#}"),
            Failure::Quiet(_) => String::new(),
        }
    }

    fn advice(&self) -> Option<String> {
        match self {
            Failure::Engine(Error::Ambiguous { .. }) => Some("be more specific, or use an id".into()),
            Failure::Engine(Error::NotFound { what: "memory", .. }) => {
                Some("see what there is: cofio list · what was forgotten: cofio list --status forgotten".into())
            }
            Failure::Engine(Error::NotFound { what: "domain", .. }) => {
                Some("see what there is: cofio domains · add one: cofio domains add NAME".into())
            }
            Failure::Engine(Error::NotFound { what: "project", .. }) => Some("add it: cofio projects add NAME".into()),
            Failure::Engine(Error::NotFound { what: "space", .. }) => Some("see what there is: cofio spaces".into()),
            Failure::Engine(Error::NotFound { what: "session", .. }) => {
                Some("see what there is: cofio sessions · in the trash: cofio sessions list --trash".into())
            }
            Failure::Engine(Error::NotFound { what: "job", .. }) => Some("see what there is: cofio jobs".into()),
            Failure::Engine(Error::DomainOff { domain, .. }) => {
                Some(format!("turn it on: cofio domains enable {domain}"))
            }
            Failure::Engine(Error::Conflict { operations, .. }) if !operations.is_empty() => {
                let ids: Vec<String> = operations.iter().map(ToString::to_string).collect();
                Some(format!("in the way: {}", ids.join(", ")))
            }
            Failure::Engine(Error::Store(_)) => Some("nothing was changed · look closer: cofio doctor".into()),
            Failure::Usage(_) => Some("see: cofio help".into()),
            _ => None,
        }
    }

    /// Returns the same for programs.
    pub fn to_json(&self) -> serde_json::Value {
        let mut value = json!({ "code": self.word(), "exit": self.code() as u8, "message": self.message() });
        match self {
            Failure::Engine(Error::Ambiguous { candidates, .. }) => value["candidates"] = json!(candidates),
            Failure::Engine(Error::Conflict { operations, .. }) => value["operations"] = json!(operations),
            Failure::Engine(Error::DomainOff { domain, .. }) => value["domain"] = json!(domain),
            _ => {}
        }
        if let Some(advice) = self.advice() {
            value["advice"] = json!(advice);
        }
        json!({ "error": value })
    }

    fn word(&self) -> &'static str {
        match self {
            Failure::Engine(Error::DomainOff { .. }) => "domain_off",
            Failure::Engine(Error::Forbidden(_)) => "forbidden",
            Failure::Engine(Error::Erased { .. }) => "erased",
            _ => match self.code() {
                Code::Ok => "ok",
                Code::Failure => "failure",
                Code::Usage => "usage",
                Code::NotFound => "not_found",
                Code::Ambiguous => "ambiguous",
                Code::Conflict => "conflict",
                Code::Refused => "refused",
                Code::ModelUnavailable => "model_unavailable",
                Code::Unreachable => "server_unreachable",
            },
        }
    }
}

/// Enough letters of an id to tell a handful apart.
const TELLING_LETTERS: usize = 6;

fn candidate_row(candidate: &Match) -> Row {
    let letters = candidate.id.len().saturating_sub(TELLING_LETTERS);
    let domain = candidate.domain.as_ref().map_or(String::new(), ToString::to_string);
    vec![
        (format!("…{}", &candidate.id[letters..]), None),
        (shortened(&one_line(&candidate.content), 60), None),
        (domain, None),
    ]
}

fn store_message(error: &StoreError) -> String {
    match error {
        StoreError::Full => "the disk is full: nothing was saved, and nothing that was is lost".into(),
        StoreError::Unavailable(source) => format!("the memories cannot be opened: {source}"),
        StoreError::TooNew { .. } => format!("{error}: use the newer cofio that wrote it"),
        other => other.to_string(),
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        Failure::Engine(error)
    }
}

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Failure {
        Failure::Other(error)
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Failure {
        Failure::Other(error.into())
    }
}
