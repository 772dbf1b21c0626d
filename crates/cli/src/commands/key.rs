//! `cofio key`

use std::collections::BTreeSet;

use cofio_domain::domains::DomainName;
use cofio_domain::key::Scope;
use cofio_engine::{KeyView, NewKey};
use serde_json::json;

use crate::args::HELP;
use crate::exit::Failure;
use crate::output::{Manner, Row, Style, day, one_line, table};
use crate::wire::{Session, Setup};

/// Keys by which programs come in
#[derive(Debug, clap::Args)]
#[command(help_template = HELP, before_help = "\
Examples:
  cofio key create \"my assistant\"
  cofio key list
  cofio key revoke \"my assistant\"
")]
pub struct Key {
    #[command(subcommand)]
    action: Option<KeyAction>,
}

#[derive(Debug, clap::Subcommand)]
enum KeyAction {
    /// Make one; its secret is shown once
    #[command(help_template = HELP, before_help = "\
Examples:
  cofio key create \"my assistant\"
  cofio key create reader --scope memory:read --domain work --domain travel
  cofio key create \"open webui\" --may-impersonate
")]
    Create {
        /// The application it is for
        name: String,
        /// Whom it acts for; you, unless said otherwise
        #[arg(long, value_name = "NAME")]
        user: Option<String>,
        /// memory:read, memory:write, memory:forget, session:write, admin; all but admin unless said otherwise
        #[arg(long, value_name = "SCOPE")]
        scope: Vec<Scope>,
        /// The only domains it may see and fill
        #[arg(long, value_name = "DOMAIN")]
        domain: Vec<DomainName>,
        /// It may act for whoever it names
        #[arg(long)]
        may_impersonate: bool,
    },
    /// List them
    #[command(help_template = HELP, before_help = "\
Examples:
  cofio key list
  cofio key list --json
")]
    List,
    /// Make one useless
    #[command(help_template = HELP, before_help = "\
Examples:
  cofio key revoke \"my assistant\"
")]
    Revoke {
        /// Its id, the end of it, or its name
        key: String,
    },
}

impl Key {
    pub fn run(&self, setup: &Setup) -> Result<(), Failure> {
        let session = setup.open()?;
        match &self.action {
            None | Some(KeyAction::List) => list(setup, &session),
            Some(KeyAction::Create { name, user, scope, domain, may_impersonate }) => {
                let user = match user {
                    Some(name) => session.engine.known_user(name)?,
                    None => session.user.clone(),
                };
                let scopes: BTreeSet<Scope> = if scope.is_empty() {
                    Scope::ALL.iter().copied().filter(|scope| *scope != Scope::Admin).collect()
                } else {
                    scope.iter().copied().collect()
                };
                let domains = (!domain.is_empty()).then(|| domain.iter().cloned().collect());
                let new = NewKey { name: name.clone(), scopes, domains, may_impersonate: *may_impersonate };
                let (key, secret) = session.engine.create_key(&user, new)?;
                created(setup, &key, &secret);
                Ok(())
            }
            Some(KeyAction::Revoke { key }) => {
                let revoked = session.engine.revoke_key(key)?;
                match setup.output.manner {
                    Manner::Json => setup.output.json(&revoked),
                    Manner::Plain => setup.output.line(&revoked.id.to_string()),
                    Manner::Human => {
                        let mark = setup.output.paint.paint(Style::Good, "✓");
                        setup.output.line(&format!("{mark} Revoked: {}", one_line(&revoked.name)));
                    }
                }
                Ok(())
            }
        }
    }
}

fn created(setup: &Setup, key: &KeyView, secret: &str) {
    let output = &setup.output;
    match output.manner {
        Manner::Json => output.json(&json!({ "key": key, "secret": secret })),
        Manner::Plain => output.line(secret),
        Manner::Human => {
            let mark = output.paint.paint(Style::Good, "✓");
            output.line(&format!("{mark} A key for {}, acting for {}", one_line(&key.name), one_line(&key.user)));
            output.line(&format!("  {secret}"));
            output.human("  it is shown this once; send it as: Authorization: Bearer …");
        }
    }
}

fn list(setup: &Setup, session: &Session) -> Result<(), Failure> {
    let keys = session.engine.keys()?;
    let output = &setup.output;
    match output.manner {
        Manner::Json => output.json(&keys),
        Manner::Plain => {
            for key in &keys {
                let state = if key.revoked_at.is_some() { "revoked" } else { "works" };
                output.line(&format!("{}\t{state}\t{}\t{}", key.id, one_line(&key.user), one_line(&key.name)));
            }
        }
        Manner::Human if keys.is_empty() => output.message("No keys yet: cofio key create NAME"),
        Manner::Human => {
            let rows: Vec<Row> = keys.iter().map(|key| row(key, session)).collect();
            table(&rows, &output.paint).iter().for_each(|line| output.line(line));
        }
    }
    Ok(())
}

fn row(key: &KeyView, session: &Session) -> Row {
    let id = key.id.to_string();
    let scopes: Vec<&str> = key.scopes.iter().map(|scope| scope.word()).collect();
    let domains = key.domains.as_ref().map_or("every domain".to_owned(), |domains| {
        domains.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
    });
    let state = match (key.revoked_at, key.last_used_at) {
        (Some(at), _) => format!("revoked {}", day(at, &session.zone)),
        (None, Some(at)) => format!("last used {}", day(at, &session.zone)),
        (None, None) => "never used".into(),
    };
    vec![
        (format!("…{}", &id[id.len().saturating_sub(6)..]), Some(Style::Faint)),
        (one_line(&key.name), Some(Style::Strong)),
        (format!("for {}{}", one_line(&key.user), if key.may_impersonate { " and anybody" } else { "" }), None),
        (scopes.join(" "), Some(Style::Faint)),
        (domains, Some(Style::Faint)),
        (state, Some(Style::Faint)),
    ]
}
