//! Does the sentence say that a generated token is somebody's key?

use std::ops::Range;

use super::super::super::placeholder::is_placeholder;
use super::super::super::shape::{Shape, is_hex, is_uuid, looks_random};
use super::super::super::view::View;
use super::Weight;
use super::binding::{self, Binding};
use super::context::{Contexts, Topics};

/// Shorter tokens are ids as often as keys.
const SHORTEST: usize = 12;
/// Below this a vendor and a key both have to be named.
const SHORTEST_ALONE: usize = 16;
/// From this sum on a token is a key.
const ENOUGH: Weight = 6;

/// Whether a token is made as keys are: hexadecimal, a UUID, or random letters and digits.
pub(super) fn may_be(written: &str) -> bool {
    let shape = Shape::of(written);
    // `NAME=value` is a setting, which its name explains.
    let spelled =
        written.trim_end_matches('=').bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_:.+/~".contains(&byte));
    spelled && written.len() >= SHORTEST && shape.digits > 0 && shape.letters() > 1 && {
        let (core, _) = without_suffix(written);
        is_hex(core) || is_uuid(core) || looks_random(core)
    }
}

/// The token without the mark that some vendors put behind a key, and whether there was one.
fn without_suffix(written: &str) -> (&str, bool) {
    if let Some(core) = written.strip_suffix(":fx") {
        return (core, true);
    }
    if let Some((core, region)) = written.rsplit_once("-us")
        && region.len() <= 2
        && !region.is_empty()
        && region.bytes().all(|byte| byte.is_ascii_digit())
    {
        return (core, true);
    }
    (written, false)
}

/// Whether the sentence makes the token a key.
pub(super) fn is_key(view: &View, token: Range<usize>, contexts: &mut Contexts) -> bool {
    let written = &view.text()[token.clone()];
    let (core, is_marked) = without_suffix(written);
    if is_placeholder(written) || written.starts_with("sha") || written.contains("..") {
        return false;
    }
    let (exact, here) = (is_hex(core) && core.len() == 32, contexts.around(token.start).sentence);
    if is_marked && (exact || is_uuid(core)) {
        return true;
    }
    let is_named = here.has(Topics::VENDOR) && here.has(Topics::KEY);
    if core.len() < SHORTEST_ALONE && !is_named {
        return false;
    }
    let weight = |topic: Topics, weight: Weight| if here.has(topic) { weight } else { 0 };
    let bound = match binding::of(view, token.start, token.end) {
        Binding::Name => return false,
        Binding::Join
        | Binding::It
        | Binding::Sign
        | Binding::Means
        | Binding::Purpose
        | Binding::Noun
        | Binding::Change
        | Binding::Pair
        | Binding::MailPair => 2,
        Binding::Loose => 1,
        Binding::None => -1,
    };
    let is_mixed = !is_hex(core) && !is_uuid(core);
    let sum = weight(Topics::VENDOR, 3)
        + weight(Topics::KEY, 2)
        + weight(Topics::STRONG_KEY, 2)
        + weight(Topics::LEFT_OUT, 1)
        + weight(Topics::HANDOVER, 1)
        + bound
        + Weight::from(exact || is_mixed)
        - weight(Topics::PUBLIC, 4);
    sum >= ENOUGH
}
