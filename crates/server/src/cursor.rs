//! Cursors: where a list goes on. Opaque to clients, and good in the space they were given out in alone.

use cofio_domain::space::SpaceHandle;
use serde::Serialize;

use crate::problem::Problem;

/// How many things a list has unless somebody says otherwise, and at most.
pub(crate) const DEFAULT_LIMIT: usize = 50;
pub(crate) const MOST: usize = 200;

/// A part of a list.
#[derive(Debug, Serialize)]
pub(crate) struct Page<T> {
    pub(crate) items: Vec<T>,
    /// Where it goes on; nothing at the end.
    pub(crate) next_cursor: Option<String>,
}

/// Reads how many things are asked for.
pub(crate) fn limit(asked: Option<usize>) -> Result<usize, Problem> {
    match asked {
        None => Ok(DEFAULT_LIMIT),
        Some(limit @ 1..=MOST) => Ok(limit),
        Some(_) => Err(Problem::field("limit", format!("1 to {MOST}"))),
    }
}

/// Writes a cursor: what it stands after, and a mark of the space.
pub(crate) fn write(space: &SpaceHandle, after: &str) -> String {
    let mut cursor = mark(space, after);
    for byte in after.bytes() {
        cursor.push_str(&format!("{byte:02x}"));
    }
    cursor
}

/// Reads a cursor. One of another space, or of none, is not known here.
pub(crate) fn read(space: &SpaceHandle, cursor: &str) -> Result<String, Problem> {
    let unknown = || Problem::not_found("cursor", cursor).fixed_by("begin the list again without a cursor");
    let (marked, letters) = cursor.split_at_checked(MARK).ok_or_else(unknown)?;
    let bytes: Option<Vec<u8>> = letters
        .as_bytes()
        .chunks(2)
        .map(|pair| std::str::from_utf8(pair).ok().and_then(|pair| u8::from_str_radix(pair, 16).ok()))
        .collect();
    let after = bytes.and_then(|bytes| String::from_utf8(bytes).ok()).ok_or_else(unknown)?;
    if marked != mark(space, &after) {
        return Err(unknown());
    }
    Ok(after)
}

/// How many letters the mark has.
const MARK: usize = 12;

fn mark(space: &SpaceHandle, after: &str) -> String {
    let mut hasher = blake3::Hasher::new_derive_key("cofio cursors");
    hasher.update(space.id().to_string().as_bytes());
    hasher.update(space.user().to_string().as_bytes());
    hasher.update(after.as_bytes());
    hasher.finalize().to_hex()[..MARK].to_owned()
}

/// Which way a list goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Order {
    /// From the smallest place to the largest.
    Rising,
    /// From the largest to the smallest.
    Falling,
}

/// Cuts a page out of a whole list that is sorted by the places of its things. What was at the cursor need not be there
/// any more.
pub(crate) fn page<T>(
    space: &SpaceHandle,
    all: Vec<T>,
    cursor: Option<&str>,
    most: usize,
    order: Order,
    place: impl Fn(&T) -> String,
) -> Result<Page<T>, Problem> {
    let after = cursor.map(|cursor| read(space, cursor)).transpose()?;
    let is_before = |item: &T| match (&after, order) {
        (None, _) => false,
        (Some(after), Order::Rising) => place(item) <= *after,
        (Some(after), Order::Falling) => place(item) >= *after,
    };
    let mut rest = all.into_iter().skip_while(is_before);
    let items: Vec<T> = rest.by_ref().take(most).collect();
    let next_cursor = match (rest.next(), items.last()) {
        (Some(_), Some(last)) => Some(write(space, &place(last))),
        _ => None,
    };
    Ok(Page { items, next_cursor })
}
