//! What a request says about memory: whether it is read and written, for whom, and of which conversation.

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::http::HeaderMap;
use cofio_domain::domains::DomainName;
use cofio_domain::key::Scope;
use cofio_gateway::Asked;

use super::Gateway;
use crate::auth::Principal;
use crate::problem::Problem;

/// What a request says about memory.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Controls {
    /// Whether what is remembered is put into it.
    pub(super) read: bool,
    /// Whether what is said in it is recorded.
    pub(super) write: bool,
    /// Whom it is for, where that is not the one who asks.
    pub(super) user: Option<String>,
    pub(super) space: Option<String>,
    pub(super) session: Option<String>,
    pub(super) project: Option<String>,
    pub(super) domains: Option<Arc<BTreeSet<DomainName>>>,
    pub(super) as_of: Option<String>,
}

impl Controls {
    /// Reads them.
    pub(super) fn read(
        headers: &HeaderMap,
        asked: Option<&Asked>,
        by: &Principal,
        gateway: &Gateway,
    ) -> Result<Controls, Problem> {
        let header = |name: &str| text(headers, name);
        let (read, write) = match header("x-cofio-memory")?.as_deref() {
            None | Some("on") => (true, true),
            Some("off") => (false, false),
            Some("read") => (true, false),
            Some("write") => (false, true),
            Some(_) => return Err(Problem::field("X-Cofio-Memory", "off, read, write or on")),
        };
        let incognito = match header("x-cofio-incognito")?.as_deref() {
            None | Some("0" | "false") => false,
            Some("1" | "true") => true,
            Some(_) => return Err(Problem::field("X-Cofio-Incognito", "1 or 0")),
        };
        let may = |scope| by.scopes.contains(&scope);
        if !may(Scope::Read) && !may(Scope::Talk) {
            return Err(Problem::lacks_scope(Scope::Read.word()));
        }
        Ok(Controls {
            read: read && !incognito && gateway.inject && may(Scope::Read),
            write: write && !incognito && gateway.learn && may(Scope::Talk),
            user: user(headers, asked, by, gateway)?,
            space: header("x-cofio-space")?,
            session: match header("x-cofio-session")? {
                Some(session) if session.chars().count() > LONGEST_NAME => {
                    return Err(Problem::field("X-Cofio-Session", format!("at most {LONGEST_NAME} letters")));
                }
                Some(session) => Some(session),
                None => header("x-openwebui-chat-id")?.or_else(|| asked.and_then(|asked| asked.session.clone())),
            }
            .map(name_of),
            project: header("x-cofio-project")?,
            domains: header("x-cofio-domains")?.map(|names| domains(&names)).transpose()?,
            as_of: header("x-cofio-as-of")?,
        })
    }
}

/// The longest name of a session.
const LONGEST_NAME: usize = 200;

/// Returns what a session is called here: what a client calls it, where that is short enough for a name.
fn name_of(session: String) -> String {
    if session.chars().count() <= LONGEST_NAME && !session.chars().any(char::is_control) {
        return session;
    }
    format!("chat-{}", &blake3::hash(session.as_bytes()).to_hex()[..16])
}

/// Returns whom a request is for. Only who may act for others is believed about it; naming another without that right is
/// refused, and what a body says is then not even looked at.
fn user(
    headers: &HeaderMap,
    asked: Option<&Asked>,
    by: &Principal,
    gateway: &Gateway,
) -> Result<Option<String>, Problem> {
    let named = text(headers, "x-cofio-user")?;
    if named.is_some() || !by.may_impersonate {
        return Ok(named);
    }
    for name in &gateway.user_headers {
        if let Some(user) = text(headers, name)? {
            return Ok(Some(user));
        }
    }
    Ok(asked.and_then(|asked| asked.users.first().cloned()))
}

fn domains(names: &str) -> Result<Arc<BTreeSet<DomainName>>, Problem> {
    let wrong = |name: &str| Problem::field("X-Cofio-Domains", format!("`{name}` is no domain"));
    let names = names.split(',').map(str::trim).filter(|name| !name.is_empty());
    let read: Result<BTreeSet<DomainName>, Problem> = names.map(|name| name.parse().map_err(|_| wrong(name))).collect();
    read.map(Arc::new)
}

fn text(headers: &HeaderMap, name: &str) -> Result<Option<String>, Problem> {
    let Some(value) = headers.get(name) else { return Ok(None) };
    let text = value.to_str().map_err(|_| Problem::field(name, "it is no plain text"))?;
    Ok(Some(text.trim().to_owned()).filter(|text| !text.is_empty()))
}
