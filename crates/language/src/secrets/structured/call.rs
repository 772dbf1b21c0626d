//! Passwords that programs and shells hand over: `login('bob', '…')`, `net use … /user:bob …`, `unzip -P …`.

use std::ops::Range;

use super::super::placeholder::is_placeholder;
use super::super::reading::floor;
use super::super::shape::Shape;
use super::super::view::{BARRIER, View};
use super::super::{Finding, SecretKind};

/// How far a call or a command line is read.
const REACH: usize = 240;

/// `login('bob', '…')`, `ConvertTo-SecureString '…'`: the last of the first two strings after the name at `at`.
pub(super) fn argument(view: &View, at: Range<usize>) -> Option<Finding> {
    let text = view.text();
    let rest = &text[at.end..floor(text, at.end + REACH)];
    let line = rest.split(['\n', BARRIER]).next()?;
    // Between the name and the strings there is only what a call has there.
    let opening = line.find(['"', '\''])?;
    if line[..opening].contains([' ', '.', ';']) && !line[..opening].trim().is_empty() && !line.starts_with('(') {
        return None;
    }
    let first = literal(line, opening)?;
    let second = line[first.end + 1..].find(['"', '\'']).and_then(|gap| {
        let start = first.end + 1 + gap;
        (line[first.end + 1..start].trim() == ",").then(|| literal(line, start)).flatten()
    });
    let takes_one = view.lower()[at.clone()].contains("secur") || view.lower()[at.clone()].contains("pass");
    let value = if takes_one { second.or(Some(first)) } else { second }?;
    let span = at.end + value.start..at.end + value.end;
    is_secret(&text[span.clone()]).then(|| finding(span))
}

/// The string whose quote stands at `open`, without its quotes.
fn literal(line: &str, open: usize) -> Option<Range<usize>> {
    let quote = line[open..].chars().next()?;
    let length = line[open + 1..].find(quote)?;
    Some(open + 1..open + 1 + length)
}

/// How a tool takes its password.
struct Tool {
    name: &'static str,
    /// Flags whose next word is the password, or that it is attached to.
    flags: &'static [&'static str],
    takes: Takes,
}

#[derive(PartialEq)]
enum Takes {
    /// Only after one of its flags.
    Flag,
    /// As a word of its own that looks like one.
    Word,
    /// Behind a user name and a colon, from what was piped into it.
    Input,
    /// All of what was piped into it.
    WholeInput,
    /// As the string that follows.
    Literal,
}

const TOOLS: &[Tool] = &[
    Tool { name: "net use", flags: &[], takes: Takes::Word },
    Tool { name: "net user", flags: &[], takes: Takes::Word },
    Tool { name: "chpasswd", flags: &[], takes: Takes::Input },
    Tool { name: "docker secret create", flags: &[], takes: Takes::WholeInput },
    Tool { name: "podman secret create", flags: &[], takes: Takes::WholeInput },
    Tool { name: "kubectl create secret", flags: &[], takes: Takes::WholeInput },
    Tool { name: "gh secret set", flags: &["-b ", "-b", "--body "], takes: Takes::WholeInput },
    Tool { name: "vault kv put", flags: &[], takes: Takes::WholeInput },
    Tool { name: "wrangler secret put", flags: &[], takes: Takes::WholeInput },
    Tool { name: "secrets versions add", flags: &[], takes: Takes::WholeInput },
    Tool { name: "cryptsetup", flags: &[], takes: Takes::WholeInput },
    Tool { name: "login --password-stdin", flags: &[], takes: Takes::WholeInput },
    Tool { name: "--password-stdin", flags: &[], takes: Takes::WholeInput },
    Tool { name: "sudo -s", flags: &[], takes: Takes::WholeInput },
    Tool { name: "passwd --stdin", flags: &[], takes: Takes::WholeInput },
    Tool { name: "identified by", flags: &[], takes: Takes::Literal },
    Tool { name: "identified with", flags: &[], takes: Takes::Literal },
    Tool { name: "with password", flags: &[], takes: Takes::Literal },
    Tool { name: "encrypted password", flags: &[], takes: Takes::Literal },
    Tool { name: "htpasswd", flags: &[], takes: Takes::Word },
    Tool { name: "cmdkey", flags: &["/pass:"], takes: Takes::Flag },
    Tool { name: "freerdp", flags: &["/p:"], takes: Takes::Flag },
    Tool { name: "psexec", flags: &["-p "], takes: Takes::Flag },
    Tool { name: "redis-cli", flags: &["-a "], takes: Takes::Flag },
    Tool { name: "ldapsearch", flags: &["-w "], takes: Takes::Flag },
    Tool { name: "unzip", flags: &["-P "], takes: Takes::Flag },
    Tool { name: "zip", flags: &["-P "], takes: Takes::Flag },
    Tool { name: "7z", flags: &["-p"], takes: Takes::Flag },
    Tool { name: "mongo", flags: &["-p "], takes: Takes::Flag },
    Tool { name: "mosquitto", flags: &["-P "], takes: Takes::Flag },
    Tool { name: "az login", flags: &["-p "], takes: Takes::Flag },
    Tool { name: "registry login", flags: &["-p "], takes: Takes::Flag },
    Tool { name: "oc login", flags: &["-p "], takes: Takes::Flag },
    Tool { name: "podman login", flags: &["-p "], takes: Takes::Flag },
    Tool { name: "keytool", flags: &["-storepass ", "-keypass "], takes: Takes::Flag },
    Tool { name: "openssl", flags: &["pass:"], takes: Takes::Flag },
    Tool { name: "gpg", flags: &["--passphrase "], takes: Takes::Flag },
    Tool { name: "smbclient", flags: &["%"], takes: Takes::Flag },
    Tool { name: "smbmap", flags: &["-p "], takes: Takes::Flag },
    Tool { name: "crackmapexec", flags: &["-p "], takes: Takes::Flag },
    Tool { name: "impdp", flags: &["/"], takes: Takes::Flag },
    Tool { name: "sqlcmd", flags: &["-P "], takes: Takes::Flag },
    Tool { name: "bcp", flags: &["-P "], takes: Takes::Flag },
    Tool { name: "vncviewer", flags: &["-passwd "], takes: Takes::Flag },
    Tool { name: "ipmitool", flags: &["-P "], takes: Takes::Flag },
    Tool { name: "snmp", flags: &["-A ", "-X "], takes: Takes::Flag },
    Tool { name: "lftp", flags: &[","], takes: Takes::Flag },
];

/// The password on the command line of the tool whose name stands at `at`.
pub(super) fn command(view: &View, at: Range<usize>) -> Option<Finding> {
    let text = view.text();
    let tool = TOOLS.iter().find(|tool| view.lower()[at.clone()] == *tool.name)?;
    match tool.takes {
        Takes::Input => return piped_login(view, at.start),
        Takes::WholeInput => {
            if let Some(finding) = piped(view, at.start) {
                return Some(finding);
            }
        }
        Takes::Literal => return string_after(view, at.end),
        Takes::Flag | Takes::Word => {}
    }
    let rest = &text[at.end..floor(text, at.end + REACH)];
    let line = rest.split(['\n', '|', '&', BARRIER]).next()?;
    let span = if tool.takes == Takes::Word {
        words(line).skip(1).find(|word| is_typed(&line[word.clone()]))?
    } else {
        tool.flags.iter().find_map(|flag| after_flag(line, flag))?
    };
    let span = at.end + span.start..at.end + span.end;
    is_secret(&text[span.clone()]).then(|| finding(span))
}

/// `echo 'bob:…' | chpasswd`.
fn piped_login(view: &View, at: usize) -> Option<Finding> {
    let text = view.text();
    let near = floor(text, at.saturating_sub(REACH));
    let piped = text[near..at].rsplit('\n').next()?.trim_end().strip_suffix('|')?;
    let start = at - text[near..at].rsplit('\n').next()?.len();
    let word = words(piped).find(|word| piped[word.clone()].contains(':'))?;
    let colon = piped[word.clone()].find(':')?;
    let span = start + word.start + colon + 1..start + word.end;
    is_secret(&text[span.clone()]).then(|| finding(span))
}

/// `echo -n '…' | docker secret create name -`: a literal, not what a variable or a file holds.
fn piped(view: &View, at: usize) -> Option<Finding> {
    let text = view.text();
    let near = floor(text, at.saturating_sub(REACH));
    let line = text[near..at].rsplit('\n').next()?;
    let start = at - line.len();
    // The tool may be run by another: `… | sudo docker secret create`.
    let piped = &line[..line.rfind('|')?];
    let command = piped.rfind("echo ").map(|at| at + 5).or_else(|| piped.rfind("printf ").map(|at| at + 7))?;
    let word = words(&piped[command..]).map(|word| command + word.start..command + word.end);
    let span =
        word.into_iter().find(|word| !piped[word.clone()].starts_with('-') && !piped[word.clone()].contains('%'))?;
    let span = start + span.start..start + span.end;
    is_secret(&text[span.clone()]).then(|| finding(span))
}

/// `IDENTIFIED BY '…'`.
fn string_after(view: &View, end: usize) -> Option<Finding> {
    let text = view.text();
    let line = text[end..floor(text, end + REACH)].split(['\n', BARRIER]).next()?;
    let opening = line.find(['"', '\''])?;
    let between = line[..opening].trim().to_ascii_lowercase();
    if !between.is_empty() && between != "=" && !between.ends_with(" by") {
        return None;
    }
    let value = literal(line, opening)?;
    let span = end + value.start..end + value.end;
    is_secret(&text[span.clone()]).then(|| finding(span))
}

/// `bob:$apr1$…`: a row of a file of logins, which can be guessed at leisure.
pub(super) fn hashed_login(view: &View, at: Range<usize>) -> Option<Finding> {
    const SHORTEST: usize = 20;
    let text = view.text();
    let has_user = text[..at.start].ends_with(|c: char| c.is_ascii_alphanumeric());
    let length = text[at.start + 1..]
        .bytes()
        .take(REACH)
        .take_while(|byte| byte.is_ascii_alphanumeric() || b"$./={}+".contains(byte))
        .count();
    let span = at.start + 1..at.start + 1 + length;
    (has_user && length >= SHORTEST && !is_placeholder(&text[span.clone()])).then(|| finding(span))
}

/// The names of all tools.
pub(super) fn tools() -> impl Iterator<Item = &'static str> {
    TOOLS.iter().map(|tool| tool.name)
}

fn after_flag(line: &str, flag: &str) -> Option<Range<usize>> {
    let found = line
        .match_indices(flag)
        .find(|(at, _)| flag.len() == 1 || *at == 0 || line[..*at].ends_with([' ', ':']) || flag.ends_with(':'));
    let start = found?.0 + flag.len();
    words(&line[start..]).next().map(|word| start + word.start..start + word.end)
}

/// The words of a command line, without the quotes around them.
fn words(line: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    line.split(' ').filter(|word| !word.is_empty()).map(move |word| {
        let inner = word.trim_matches(['"', '\'', '`']);
        let start = inner.as_ptr() as usize - line.as_ptr() as usize;
        start..start + inner.len()
    })
}

/// Whether a word of a command line is neither a path nor an option, and looks like a password.
fn is_typed(word: &str) -> bool {
    let shape = Shape::of(word);
    let is_other = word.contains(['\\', '/', ':', '.', ',']) || word.starts_with('-');
    shape.length >= 6 && shape.letters() > 2 && (shape.digits > 0 || shape.symbols > 0) && !is_other
}

fn is_secret(value: &str) -> bool {
    value.len() >= 4
        && !value.contains(char::is_whitespace)
        && !value.starts_with(['-', '$', '<', '{', '/', '@'])
        && !value.contains("://")
        && !is_placeholder(value)
        && value.trim_end_matches(['.', ',', ')']).len() >= 4
        && !["localhost", "admin", "user", "root", "utf-8", "post", "name"].contains(&value.to_lowercase().as_str())
}

fn finding(span: Range<usize>) -> Finding {
    Finding { kind: SecretKind::Password, span, reason: "looks like a password on a command line" }
}
