//! How does a label end: as a word, as a plural, inside an identifier, or as the beginning of another word?

use super::super::reading::{is_word_byte, skip_while};
use super::link::{Link, Site};

/// What comes straight after a label.
pub(super) struct Tail {
    /// Places for a value that the ending itself opens: "the password's …", `<password>…`.
    pub(super) sites: Vec<Site>,
    /// Where to read on; `None` if the label goes on as another word, or is an example itself.
    pub(super) next: Option<usize>,
}

/// Reads the plural, the closing quotes and the rest of the identifier of the label that ends at `end`.
pub(super) fn after_label(lower: &str, end: usize) -> Tail {
    let bytes = lower.as_bytes();
    let mut sites = Vec::new();
    let mut at = end;
    if lower[at..].starts_with("'s ") {
        sites.push(Site { at: at + 3, link: Link::Copula });
        at += 2;
    } else if bytes.get(at) == Some(&b's') {
        at += 1;
    }
    at = match name_end(lower, at) {
        Some(at) => at,
        None => return Tail { sites, next: None },
    };
    let closers = skip_while(lower, at, |byte| b"\"'*`~)}\\".contains(&byte));
    let is_quoted = closers > at && b"\"'`".contains(&bytes[at]);
    at = closers.min(at + 4);
    let rest = &bytes[at..];
    if rest.first() == Some(&b'>')
        && opens_element(lower, end)
        && rest.get(1).is_some_and(|next| next.is_ascii_graphic() && !b"@`'\",.)".contains(next))
    {
        sites.push(Site { at: at + 1, link: Link::Sign });
        return Tail { sites, next: None };
    }
    let goes_on = match rest {
        [b'-', next, ..] => is_word_byte(*next),
        // In `user:password@host` the word is a gap in a link; in a list of strings the next is not its value.
        [b'@', ..] | [b'>', b'@', ..] => true,
        [b',', ..] => is_quoted,
        [next, ..] => next.is_ascii_alphanumeric(),
        [] => false,
    };
    Tail { sites, next: (!goes_on).then_some(at) }
}

/// The end of the identifier that the label is in, if what follows does not make it the name of something else.
fn name_end(lower: &str, at: usize) -> Option<usize> {
    match lower.as_bytes().get(at) {
        Some(b'_') => {
            let end = skip_while(lower, at, |byte| byte.is_ascii_alphanumeric() || byte == b'_');
            is_environment(&lower[at + 1..end]).then_some(end)
        }
        // `password2=`: a digit ends the name of a second one.
        Some(byte) if byte.is_ascii_digit() => Some(skip_while(lower, at, |byte| byte.is_ascii_digit())),
        _ => Some(at),
    }
}

/// `PASSWORD_PROD`, `TOKEN_2`: still the password, of one of several systems.
fn is_environment(name: &str) -> bool {
    const SYSTEMS: &str = "prod production dev development staging stage test testing live main backup old new local primary \
        secondary eu us master default base64 value";
    SYSTEMS.split_ascii_whitespace().any(|system| system == name) || name.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether the label that ends at `end` is the name of an XML element.
fn opens_element(lower: &str, end: usize) -> bool {
    let name = lower[..end]
        .bytes()
        .rev()
        .take_while(|byte| byte.is_ascii_alphanumeric() || b"_-:.".contains(byte))
        .take(60)
        .count();
    lower[..end - name].ends_with('<')
}
