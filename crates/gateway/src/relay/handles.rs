//! Handles in what a model writes: `[m3]`, or `[m1, m4]`. They are taken out and noted; what may become one is held back
//! until the next letters show. In code, between backticks, a bracket is a bracket.

use std::collections::{BTreeMap, BTreeSet};

/// The handles of a block, and which of them were named.
#[derive(Debug, Clone, Default)]
pub struct Handles {
    known: BTreeSet<String>,
    cited: BTreeSet<String>,
    /// What is held back, by the place it belongs to.
    held: BTreeMap<String, String>,
    /// Whether it stands in code there.
    code: BTreeMap<String, Code>,
}

/// Where a text stands between backticks: some make code in a line, three or more a block of it.
#[derive(Debug, Clone, Copy, Default)]
struct Code {
    ticks: usize,
    line: bool,
    block: bool,
}

impl Code {
    fn pass(&mut self, text: &str) {
        for letter in text.chars() {
            if letter == '`' {
                self.ticks += 1;
                continue;
            }
            match self.ticks {
                0 => {}
                1 | 2 if !self.block => self.line = !self.line,
                1 | 2 => {}
                _ => self.block = !self.block,
            }
            self.ticks = 0;
            if letter == '\n' {
                self.line = false;
            }
        }
    }

    fn is_open(mut self) -> bool {
        self.pass(" ");
        self.line || self.block
    }
}

/// The longest that is held back: more is no handle.
const LONGEST: usize = 40;

enum Reading {
    /// Handles, so many bytes long.
    Handles(usize, Vec<String>),
    /// It could become some.
    Maybe,
    No,
}

impl Handles {
    /// Looks for these; none of them means that nothing is ever changed.
    pub fn new(known: impl IntoIterator<Item = String>) -> Handles {
        Handles { known: known.into_iter().collect(), ..Handles::default() }
    }

    /// Whether there is anything to look for.
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// Returns those that were named.
    pub fn cited(&self) -> impl Iterator<Item = &str> {
        self.cited.iter().map(String::as_str)
    }

    /// Returns what of a text is shown now, after what was held back before it.
    pub(crate) fn shown(&mut self, lane: &str, text: &str) -> String {
        let before = self.held.remove(lane).unwrap_or_default();
        let mut code = self.code.get(lane).copied().unwrap_or_default();
        let (shown, held) = self.without(&format!("{before}{text}"), true, &mut code);
        self.code.insert(lane.to_owned(), code);
        if !held.is_empty() {
            self.held.insert(lane.to_owned(), held);
        }
        shown
    }

    /// Returns a text without handles, where nothing follows.
    pub(crate) fn all_shown(&mut self, text: &str) -> String {
        self.without(text, false, &mut Code::default()).0
    }

    /// Returns what was held back and is no handle after all.
    pub(crate) fn released(&mut self, lane: &str) -> Option<String> {
        self.held.remove(lane)
    }

    fn without(&mut self, text: &str, goes_on: bool, code: &mut Code) -> (String, String) {
        let mut shown = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(open) = rest.find('[') {
            shown.push_str(&rest[..open]);
            code.pass(&rest[..open]);
            rest = &rest[open..];
            match if code.is_open() { Reading::No } else { read(rest) } {
                Reading::Handles(length, handles) if handles.iter().all(|handle| self.known.contains(handle)) => {
                    self.cited.extend(handles);
                    if shown.ends_with(' ') {
                        shown.pop();
                    }
                    rest = &rest[length..];
                }
                Reading::Maybe if goes_on && rest.len() <= LONGEST => {
                    let space = shown.ends_with(' ');
                    if space {
                        shown.pop();
                    }
                    return (shown, format!("{}{rest}", if space { " " } else { "" }));
                }
                _ => {
                    shown.push('[');
                    code.pass("[");
                    rest = &rest[1..];
                }
            }
        }
        shown.push_str(rest);
        code.pass(rest);
        (shown, String::new())
    }
}

/// Reads what begins with a bracket.
fn read(text: &str) -> Reading {
    let bytes = text.as_bytes();
    let (mut at, mut handles) = (1, Vec::new());
    let spaces = |at: &mut usize| {
        while bytes.get(*at) == Some(&b' ') {
            *at += 1;
        }
    };
    loop {
        match bytes.get(at) {
            None => return Reading::Maybe,
            Some(b'm') => {}
            Some(_) => return Reading::No,
        }
        let digits = bytes[at + 1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let end = at + 1 + digits;
        match bytes.get(end) {
            None if digits <= 4 => return Reading::Maybe,
            _ if digits == 0 || digits > 4 => return Reading::No,
            _ => handles.push(text[at..end].to_owned()),
        }
        at = end;
        spaces(&mut at);
        match bytes.get(at) {
            None => return Reading::Maybe,
            Some(b']') => return Reading::Handles(at + 1, handles),
            Some(b',' | b';') => at += 1,
            Some(_) => return Reading::No,
        }
        spaces(&mut at);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn handles() -> Handles {
        Handles::new(["m1", "m2", "m12"].map(str::to_owned))
    }

    #[test]
    fn what_was_given_is_taken_out_and_noted() {
        let mut handles = handles();
        assert_eq!(handles.all_shown("You told me tea [m1]. And milk [m2, m12]!"), "You told me tea. And milk!");
        assert_eq!(handles.cited().collect::<Vec<_>>(), ["m1", "m12", "m2"]);
        for other in ["[m7] is nobody's", "a[m", "[m1", "[mango]", "[1]", "[[m]]", "[m1;", "é[m12345]"] {
            assert_eq!(self::handles().all_shown(other), other);
        }
    }

    #[test]
    fn code_is_left_as_it_is() {
        let text = "Tea [m1]: `a = x[m1]` and\n```\nb = [m2, m12]\n``\n[m1]\n```\nwith milk [m2].";
        let left = "Tea: `a = x[m1]` and\n```\nb = [m2, m12]\n``\n[m1]\n```\nwith milk.";
        assert_eq!(handles().all_shown(text), left);
        for cut in 0..text.len() {
            let mut handles = handles();
            let shown = handles.shown("lane", &text[..cut]) + &handles.shown("lane", &text[cut..]);
            // A space that was shown before a handle showed itself stays.
            assert_eq!(shown.replace(' ', ""), left.replace(' ', ""), "{cut}");
        }
    }

    /// However a text is cut, the same is shown in the end, and nothing that is a handle's is ever shown.
    #[test]
    fn what_may_become_one_is_held_back_until_it_shows() {
        let text = "é tea [m1], [m2, m12] [mango] [m7] x [m";
        for cut in (0..=text.len()).filter(|at| text.is_char_boundary(*at)) {
            for other in (cut..=text.len()).filter(|at| text.is_char_boundary(*at)) {
                let mut handles = handles();
                let mut shown = String::new();
                for part in [&text[..cut], &text[cut..other], &text[other..]] {
                    shown += &handles.shown("lane", part);
                    assert!(!shown.contains("[m1]") && !shown.contains("[m2"), "{shown}");
                }
                shown += &handles.released("lane").unwrap_or_default();
                assert_eq!(shown.replace(' ', ""), "étea,[mango][m7]x[m", "{cut} {other}");
                assert_eq!(handles.cited().count(), 3);
            }
        }
    }
}
