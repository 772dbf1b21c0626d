//! Letters set apart: `s k - p r o j`, `h.u.n.t.e.r.2`.

use std::ops::Range;

use super::super::reading::skip_while;
use super::super::view::View;
use super::Patches;

/// Fewer single letters in a row are initials or a list of options.
const SHORTEST_RUN: usize = 4;

/// The view with letters that were set apart pushed together, or `None` if there are none.
pub(in super::super) fn closed_up<'t>(view: &View) -> Option<View<'t>> {
    let text = view.text();
    let mut patches = Patches::of(view);
    let mut at = 0;
    while at < text.len() {
        let spaced = spaced_run(text, at);
        let run = if spaced.is_long_enough(text) {
            spaced
        } else {
            joined_run(text, at).or_else(|| grouped_run(text, at)).unwrap_or(spaced)
        };
        if run.is_long_enough(text) {
            patches.replace(at..run.end, |builder, view| {
                for piece in &run.pieces {
                    builder.copy(view, piece.clone());
                }
            });
        }
        // A row too short to be a disguise is not looked at again from each of its members.
        at = if run.end > at { run.end } else { next_start(text, at) };
    }
    patches.finish()
}

/// Characters that stand apart, and where the row of them ends.
struct Run {
    pieces: Vec<Range<usize>>,
    end: usize,
}

impl Run {
    fn is_long_enough(&self, text: &str) -> bool {
        self.pieces.iter().filter(|piece| text[(*piece).clone()].starts_with(char::is_alphanumeric)).count()
            >= SHORTEST_RUN
    }
}

/// Single characters with one space between them; two spaces part words.
fn spaced_run(text: &str, start: usize) -> Run {
    let mut run = Run { pieces: Vec::new(), end: start };
    let mut at = start;
    while let Some(character) = text[at..].chars().next() {
        let next = at + character.len_utf8();
        let alone = text[next..].chars().next().is_none_or(char::is_whitespace);
        if character.is_whitespace() || !alone {
            break;
        }
        run.pieces.push(at..next);
        run.end = next;
        let gap = skip_while(text, next, |byte| byte.is_ascii_whitespace());
        if gap - next > 1 && gap < text.len() {
            run.pieces.push(next..next + 1);
        }
        at = gap;
    }
    run
}

/// Single characters with the same sign between them.
fn joined_run(text: &str, start: usize) -> Option<Run> {
    let bytes = text.as_bytes();
    let separator = *bytes.get(start + 1)?;
    if !b".-_*|/~,:+".contains(&separator) || !bytes[start].is_ascii_alphanumeric() {
        return None;
    }
    let mut run = Run { pieces: std::iter::once(start..start + 1).collect(), end: start + 1 };
    while bytes.get(run.end) == Some(&separator) && bytes.get(run.end + 1).is_some_and(u8::is_ascii_graphic) {
        let alone = bytes.get(run.end + 2).is_none_or(|&next| next == separator || !next.is_ascii_alphanumeric());
        if !alone {
            return None;
        }
        run.pieces.push(run.end + 1..run.end + 2);
        run.end += 2;
    }
    (run.pieces.len() > SHORTEST_RUN).then_some(run)
}

/// Groups of one length with hyphens between them: `AKIA-53S6-9EWG-…`.
fn grouped_run(text: &str, start: usize) -> Option<Run> {
    let end = skip_while(text, start, |byte| byte.is_ascii_alphanumeric() || byte == b'-');
    let groups: Vec<&str> = text[start..end].split('-').collect();
    let length = groups[0].len();
    let even =
        groups.len() > SHORTEST_RUN && (2..=8).contains(&length) && groups.iter().all(|group| group.len() == length);
    even.then(|| {
        let pieces = (0..groups.len()).map(|at| start + at * (length + 1)).map(|piece| piece..piece + length).collect();
        Run { pieces, end }
    })
}

/// The next place where a run could begin: after white space or a bracket.
fn next_start(text: &str, at: usize) -> usize {
    let bytes = text.as_bytes();
    let begins = |i: usize| {
        i > at
            && (bytes[i - 1].is_ascii_whitespace() || b"(\"'`:=".contains(&bytes[i - 1]))
            && !bytes[i].is_ascii_whitespace()
    };
    (at + 1..bytes.len()).find(|&i| text.is_char_boundary(i) && begins(i)).unwrap_or(text.len())
}
