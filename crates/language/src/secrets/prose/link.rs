//! Where after a label might its value stand?
//!
//! "password: x", "the password for the wifi at the cabin is now x", "password x", "passwords (old): x": the value comes
//! after a sign or a verb, perhaps with a phrase about what the password is for in between. Each place where a value could
//! begin becomes a [`Site`]; whether something there is a value is for the judges to say.

use super::super::reading::{ends_sentence, floor, is_word_byte, skip_blanks, skip_while, word_at};
use super::super::view::BARRIER;
use super::super::words::{COPULAS, FILLERS, QUALIFIERS, VALUE_NOUNS};

/// How a label is joined to what follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Link {
    /// Nothing in between: "password hunter2".
    Adjacent,
    /// A colon, equals sign or arrow.
    Sign,
    /// A verb: "is", "was", "lautet".
    Copula,
    /// "changed the password to …".
    To,
    /// A comma, dash, bracket, question mark or new line: weaker than the others.
    Loose,
    /// At the end of a phrase about the label: "password for netflix hunter2".
    Trailing,
}

/// A place where the value of a label may begin.
#[derive(Debug, Clone, Copy)]
pub(super) struct Site {
    pub(super) at: usize,
    pub(super) link: Link,
}

/// Words a phrase between a label and its verb may have.
const LONGEST_PHRASE: usize = 12;

/// Lists the places after a label that ends at `end` where its value may begin, nearest first.
pub(super) fn sites(lower: &str, end: usize) -> Vec<Site> {
    let mut sites = Vec::new();
    let Some(mut at) = after_label(lower, end, &mut sites) else {
        return sites;
    };
    at = skip_blanks(lower, at);
    let mut words = 0;
    let mut may_continue = false;
    while words < LONGEST_PHRASE && at < lower.len() {
        let byte = lower.as_bytes()[at];
        if byte == BARRIER as u8 || ends_sentence(lower.as_bytes(), at) && byte != b'\n' {
            if byte == b'?' {
                sites.extend(answer(lower, at + 1));
            }
            return sites;
        }
        if let Some(after) = sign(lower, at) {
            if matches!(byte, b':' | b'=') || lower[at..].starts_with("->") {
                sites.extend(after_sign(lower, after));
                return sites;
            }
            at = skip_blanks(lower, after);
            sites.push(Site {
                at: skip_fillers(lower, at),
                link: Link::Loose,
            });
            may_continue = true;
            words += 1;
            continue;
        }
        if byte == b'(' || byte == b'[' {
            sites.push(Site {
                at: at + 1,
                link: Link::Loose,
            });
            let close = if byte == b'(' { ')' } else { ']' };
            let Some(length) = lower[at..floor(lower, at + 80)].find(close) else {
                return sites;
            };
            at = skip_blanks(lower, at + length + 1);
            may_continue = true;
            continue;
        }
        if byte == b'\n' {
            let next_line = skip_white(lower, at);
            if words == 0 && stands_alone(lower, next_line) {
                sites.push(Site {
                    at: next_line,
                    link: Link::Loose,
                });
            }
            return sites;
        }
        let word = word_at(lower, at);
        if word.is_empty() {
            at = ceil(lower, at + 1);
            continue;
        }
        let next = skip_blanks(lower, word.end);
        let spelled = &lower[word.clone()];
        if COPULAS.contains(spelled) || spelled.ends_with("'s") && words > 0 {
            sites.push(Site {
                at: skip_fillers(lower, next),
                link: Link::Copula,
            });
            may_continue = true;
        } else if matches!(spelled, "to" | "as" | "of") && words <= 4 {
            sites.push(Site {
                at: skip_fillers(lower, next),
                link: Link::To,
            });
            may_continue = true;
        } else if QUALIFIERS.contains(spelled) {
            may_continue = true;
        } else if words == 0 {
            sites.push(Site {
                at,
                link: Link::Adjacent,
            });
            if !is_foreign(spelled) || words > 0 {
                return sites;
            }
            may_continue = true;
        } else if may_continue {
            sites.push(Site {
                at,
                link: Link::Trailing,
            });
        }
        words += 1;
        at = next.max(word.end);
    }
    sites
}

/// The words of the short answer to a question.
fn answer(lower: &str, at: usize) -> impl Iterator<Item = Site> + '_ {
    const LONGEST: usize = 6;
    let start = skip_white(lower, at);
    let line = lower[start..floor(lower, start + 80)]
        .split('\n')
        .next()
        .unwrap_or_default();
    line.split_ascii_whitespace()
        .take(LONGEST)
        .map(move |word| {
            let offset = word.as_ptr() as usize - lower.as_ptr() as usize;
            Site {
                at: offset,
                link: Link::Loose,
            }
        })
}

/// The value after a colon or equals sign; on the next line only if it has that line to itself.
fn after_sign(lower: &str, at: usize) -> Option<Site> {
    let same_line = skip_blanks(lower, at);
    let value = skip_white(lower, at);
    let usable = !lower[same_line..value].contains('\n') || stands_alone(lower, value);
    usable.then(|| Site {
        at: skip_fillers(lower, value),
        link: Link::Sign,
    })
}

/// Whether the line at `at` is a single token.
fn stands_alone(lower: &str, at: usize) -> bool {
    let line = lower[at..floor(lower, at + 300)]
        .split('\n')
        .next()
        .unwrap_or_default();
    !line.trim().is_empty() && !line.trim().contains([' ', '\t', '(', '='])
}

/// Words in scripts that join label and value with a particle or nothing at all.
fn is_foreign(word: &str) -> bool {
    word.bytes().any(|byte| byte >= 0x80)
}

/// The place after the label with its plural, its closing quotes and the tail of an identifier; `None` if the label goes
/// on as another word.
fn after_label(lower: &str, end: usize, sites: &mut Vec<Site>) -> Option<usize> {
    let bytes = lower.as_bytes();
    let mut at = end;
    if lower[at..].starts_with("'s ") {
        sites.push(Site {
            at: skip_fillers(lower, skip_blanks(lower, at + 3)),
            link: Link::Copula,
        });
        at += 2;
    } else if bytes.get(at) == Some(&b's') {
        at += 1;
    }
    if bytes.get(at) == Some(&b'_') {
        let tail = skip_while(lower, at, |byte| {
            byte.is_ascii_alphanumeric() || byte == b'_'
        });
        if !is_environment(&lower[at + 1..tail]) {
            return None;
        }
        at = tail;
    } else if bytes.get(at).is_some_and(u8::is_ascii_digit)
        && bytes.get(end.wrapping_sub(1)).is_some()
    {
        // `password2=`: a digit ends the name of a second one.
        at = skip_while(lower, at, |byte| byte.is_ascii_digit());
    }
    let closers = skip_while(lower, at, |byte| b"\"'*`~)}\\".contains(&byte));
    let is_quoted = closers > at && b"\"'`".contains(&bytes[at]);
    at = closers.min(at + 4);
    // A member of a list: the next one is not its value.
    if is_quoted && bytes.get(at) == Some(&b',') {
        return None;
    }
    if bytes.get(at) == Some(&b'>')
        && opens_element(lower, end)
        && bytes
            .get(at + 1)
            .is_some_and(|next| next.is_ascii_graphic() && *next != b'@')
    {
        sites.push(Site {
            at: at + 1,
            link: Link::Sign,
        });
        return None;
    }
    // In `user:password@host` the word is a gap in a link.
    if bytes
        .get(at)
        .is_some_and(|&byte| byte.is_ascii_alphanumeric() || byte == b'@')
        || lower[at..].starts_with(">@")
    {
        return None;
    }
    if bytes.get(at) == Some(&b'-') && bytes.get(at + 1).is_some_and(|&next| is_word_byte(next)) {
        return None;
    }
    Some(at)
}

/// Whether the label that ends at `end` is the name of an XML element.
fn opens_element(lower: &str, end: usize) -> bool {
    let name = lower[..end]
        .bytes()
        .rev()
        .take_while(|byte| byte.is_ascii_alphanumeric() || b"_-:.".contains(byte))
        .count();
    lower[..end - name].ends_with('<')
}

/// `PASSWORD_PROD`, `TOKEN_2`: still the password, of one of several systems.
fn is_environment(tail: &str) -> bool {
    const SYSTEMS: [&str; 22] = [
        "prod",
        "production",
        "dev",
        "development",
        "staging",
        "stage",
        "test",
        "testing",
        "live",
        "main",
        "backup",
        "old",
        "new",
        "local",
        "primary",
        "secondary",
        "eu",
        "us",
        "master",
        "default",
        "base64",
        "value",
    ];
    SYSTEMS.contains(&tail) || tail.bytes().all(|byte| byte.is_ascii_digit())
}

/// The place after a joining sign at `at`, if there is one.
fn sign(lower: &str, at: usize) -> Option<usize> {
    let rest = &lower[at..];
    let length = skip_while(rest, 0, |byte| b":=>|~".contains(&byte));
    if length > 0 && !rest.starts_with('>') {
        let written = &rest[..length];
        return (written != "::" && length <= 4).then_some(at + length);
    }
    if rest.starts_with("->") {
        return Some(at + 2);
    }
    let dashes = skip_while(rest, 0, |byte| byte == b'-');
    if (1..=3).contains(&dashes) && rest[dashes..].starts_with([' ', '\n']) {
        return Some(at + dashes);
    }
    rest.starts_with(", ").then_some(at + 1)
}

/// Goes past words like "now", "set to" and "the number", and the signs between them.
fn skip_fillers(lower: &str, mut at: usize) -> usize {
    for _ in 0..6 {
        let word = word_at(lower, at);
        let spelled = &lower[word.clone()];
        let next = skip_while(lower, word.end, |byte| b" \t,:\n".contains(&byte));
        let follows = word_at(lower, next);
        let introduces = matches!(spelled, "the" | "a" | "this" | "these")
            && VALUE_NOUNS.contains(&lower[follows.clone()]);
        if introduces {
            at = skip_while(lower, follows.end, |byte| b" \t,:\n".contains(&byte));
        } else if !word.is_empty() && next > word.end && FILLERS.contains(spelled) {
            at = next;
        } else {
            break;
        }
    }
    at
}

fn skip_white(lower: &str, at: usize) -> usize {
    skip_while(lower, at, |byte| byte.is_ascii_whitespace())
}

/// The nearest character boundary at or after `at`.
fn ceil(text: &str, mut at: usize) -> usize {
    while at < text.len() && !text.is_char_boundary(at) {
        at += 1;
    }
    at
}
