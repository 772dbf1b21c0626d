//! Places in JSON: where a member or an item stands in the bytes, so that something can be put there and all the rest
//! stays as it is, to the byte.
//!
//! What is looked through was read as JSON before, so nothing is checked here; on anything else the places are wrong and
//! nothing worse.

use std::borrow::Cow;
use std::ops::Range;

use serde_json::Value;

/// Reads a body. Half a letter (an emoji cut in two, as clients written in JavaScript send it) is read as one that cannot be
/// shown; every place in what is returned is the same place in the body.
pub(crate) fn read(body: &[u8]) -> Option<(Value, Cow<'_, [u8]>)> {
    if let Ok(value) = serde_json::from_slice(body) {
        return Some((value, Cow::Borrowed(body)));
    }
    let whole = with_whole_letters(body)?;
    let value = serde_json::from_slice(&whole).ok()?;
    Some((value, Cow::Owned(whole)))
}

/// Returns a body in which no half of a pair stands alone; nothing where that was so already.
fn with_whole_letters(body: &[u8]) -> Option<Vec<u8>> {
    let half = |at: usize| -> Option<u16> {
        let escape = body.get(at..at + 6).filter(|escape| escape.starts_with(b"\\u"))?;
        u16::from_str_radix(std::str::from_utf8(&escape[2..]).ok()?, 16).ok()
    };
    let (is_first, is_second) =
        (|half: u16| (0xD800..0xDC00).contains(&half), |half: u16| (0xDC00..0xE000).contains(&half));
    let mut whole = None;
    let mut at = 0;
    while at < body.len() {
        if body[at] != b'\\' {
            at += 1;
            continue;
        }
        match half(at) {
            Some(one) if is_first(one) && half(at + 6).is_some_and(is_second) => at += 12,
            Some(one) if is_first(one) || is_second(one) => {
                whole.get_or_insert_with(|| body.to_vec())[at..at + 6].copy_from_slice(b"\\ufffd");
                at += 6;
            }
            Some(_) => at += 6,
            None => at += 2,
        }
    }
    whole
}

/// A step on the way to a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Step {
    /// A member of an object.
    Key(&'static str),
    /// An item of an array.
    Item(usize),
}

/// Something to be put in the place of some bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Edit {
    pub(crate) at: Range<usize>,
    pub(crate) with: String,
}

impl Edit {
    pub(crate) fn insert(at: usize, with: String) -> Edit {
        Edit { at: at..at, with }
    }
}

/// Returns the bytes with every edit made. Edits do not overlap.
pub(crate) fn edited(bytes: &[u8], mut edits: Vec<Edit>) -> Vec<u8> {
    edits.sort_by_key(|edit| (edit.at.start, edit.at.end));
    let more: usize = edits.iter().map(|edit| edit.with.len()).sum();
    let mut made = Vec::with_capacity(bytes.len() + more);
    let mut from = 0;
    for edit in edits {
        made.extend_from_slice(&bytes[from.min(edit.at.start)..edit.at.start]);
        made.extend_from_slice(edit.with.as_bytes());
        from = edit.at.end;
    }
    made.extend_from_slice(&bytes[from..]);
    made
}

/// Returns where the whole value stands, without the space around it.
pub(crate) fn root(json: &[u8]) -> Range<usize> {
    let start = after_space(json, 0);
    start..end_of(json, start)
}

/// Returns where a value stands that is some steps away from another.
pub(crate) fn at(json: &[u8], from: Range<usize>, path: &[Step]) -> Option<Range<usize>> {
    path.iter().try_fold(from, |place, step| match step {
        Step::Key(key) => member(json, &place, key),
        Step::Item(number) => items(json, &place).into_iter().nth(*number),
    })
}

/// Returns where the value of a member stands. Of two of one name the last counts, as for those who read it.
pub(crate) fn member(json: &[u8], object: &Range<usize>, key: &str) -> Option<Range<usize>> {
    if json.get(object.start) != Some(&b'{') {
        return None;
    }
    let mut found = None;
    let mut here = after_space(json, object.start + 1);
    while here < object.end && json.get(here) == Some(&b'"') {
        let name = here..end_of(json, here);
        let colon = after_space(json, name.end);
        let start = after_space(json, colon + 1);
        let value = start..end_of(json, start);
        if text(json, &name).as_deref() == Some(key) {
            found = Some(value.clone());
        }
        here = after_comma(json, value.end);
    }
    found
}

/// Returns where the items of an array stand.
pub(crate) fn items(json: &[u8], array: &Range<usize>) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    if json.get(array.start) != Some(&b'[') {
        return found;
    }
    let mut here = after_space(json, array.start + 1);
    while here < array.end && json.get(here).is_some_and(|byte| *byte != b']') {
        let item = here..end_of(json, here);
        if item.is_empty() {
            return found;
        }
        here = after_comma(json, item.end);
        found.push(item);
    }
    found
}

/// Returns a text, where one stands there.
pub(crate) fn text(json: &[u8], place: &Range<usize>) -> Option<String> {
    match serde_json::from_slice(json.get(place.clone())?) {
        Ok(Value::String(text)) => Some(text),
        _ => None,
    }
}

/// Writes a text as JSON has it, with its quotation marks.
pub(crate) fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

/// Writes a text as it stands between quotation marks.
pub(crate) fn inside(text: &str) -> String {
    let quoted = quoted(text);
    quoted[1..quoted.len() - 1].to_owned()
}

fn after_space(json: &[u8], mut at: usize) -> usize {
    while json.get(at).is_some_and(u8::is_ascii_whitespace) {
        at += 1;
    }
    at
}

fn after_comma(json: &[u8], at: usize) -> usize {
    let at = after_space(json, at);
    if json.get(at) == Some(&b',') { after_space(json, at + 1) } else { at }
}

/// Returns where the value that begins here ends.
fn end_of(json: &[u8], start: usize) -> usize {
    match json.get(start) {
        Some(b'"') => end_of_text(json, start),
        Some(b'{' | b'[') => {
            let (mut depth, mut at) = (0_usize, start);
            while let Some(byte) = json.get(at) {
                match byte {
                    b'"' => {
                        at = end_of_text(json, at);
                        continue;
                    }
                    b'{' | b'[' => depth += 1,
                    b'}' | b']' => {
                        depth -= 1;
                        if depth == 0 {
                            return at + 1;
                        }
                    }
                    _ => {}
                }
                at += 1;
            }
            at
        }
        _ => {
            let ends = |byte: &u8| matches!(byte, b',' | b'}' | b']') || byte.is_ascii_whitespace();
            let rest = json.get(start..).unwrap_or_default();
            start + rest.iter().position(ends).unwrap_or(rest.len())
        }
    }
}

fn end_of_text(json: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while let Some(byte) = json.get(at) {
        match byte {
            b'"' => return at + 1,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    json.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_found_and_everything_around_it_stays() {
        let json = br#" { "a" : [1, {"b\"]": "x"}, "two, ]" ], "a": { "c" : [ ] , "d":"\\" } } "#;
        let place = at(json, root(json), &[Step::Key("a"), Step::Key("d")]).unwrap();
        assert_eq!(text(json, &place).as_deref(), Some("\\"));
        let made = edited(json, vec![Edit { at: place, with: quoted("é\n") }]);
        assert_eq!(
            String::from_utf8(made).unwrap(),
            " { \"a\" : [1, {\"b\\\"]\": \"x\"}, \"two, ]\" ], \"a\": { \"c\" : [ ] , \"d\":\"é\\n\" } } "
        );
        let first = br#"[1,{"b":[true , null]},"x"]"#;
        let inner = at(first, root(first), &[Step::Item(1), Step::Key("b"), Step::Item(1)]).unwrap();
        assert_eq!(&first[inner], b"null");
        assert_eq!(at(first, root(first), &[Step::Item(7)]), None);
        assert_eq!(at(first, root(first), &[Step::Key("b")]), None);
    }

    #[test]
    fn what_is_no_json_does_no_harm() {
        for broken in [&b""[..], b"{", b"[", b"{\"a", b"{\"a\":", b"[1,", b"}", b"[}]", b"{\"a\":[\"x}"] {
            let _ = at(broken, root(broken), &[Step::Key("a"), Step::Item(0)]);
            let _ = items(broken, &root(broken));
        }
    }
}
