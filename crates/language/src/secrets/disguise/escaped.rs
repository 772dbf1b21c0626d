//! Characters written as escapes: `%73%6b`, `&#115;`, `\u0073`, `\x73`.

use super::super::view::View;
use super::Patches;

/// The view with its escapes resolved, or `None` if it has none.
pub(in super::super) fn unescaped<'t>(view: &View) -> Option<View<'t>> {
    let text = view.text();
    let mut patches = Patches::of(view);
    let mut at = 0;
    while let Some(offset) = text[at..].find(['%', '&', '\\']) {
        let start = at + offset;
        at = match escape(&text[start..]) {
            Some((character, length)) => {
                let span = start..start + length;
                patches.replace(span.clone(), |builder, view| {
                    builder.push(character, view.origin(span));
                });
                start + length
            }
            None => start + 1,
        };
    }
    patches.finish()
}

/// The ASCII character an escape at the start of `text` stands for, and the length of the escape.
fn escape(text: &str) -> Option<(char, usize)> {
    let number = |digits: &str, radix: u32| u32::from_str_radix(digits, radix).ok();
    let (code, length) = if text.starts_with('%') {
        (number(text.get(1..3)?, 16)?, 3)
    } else if text.starts_with("&#") {
        let end = text.get(..10).unwrap_or(text).find(';')?;
        let digits = &text[2..end];
        let code = digits.strip_prefix(['x', 'X']).map_or_else(|| number(digits, 10), |hex| number(hex, 16))?;
        (code, end + 1)
    } else if text.starts_with("\\u") || text.starts_with("\\\\u") {
        let start = text.find('u')? + 1;
        (number(text.get(start..start + 4)?, 16)?, start + 4)
    } else if text.starts_with("\\x") {
        (number(text.get(2..4)?, 16)?, 4)
    } else {
        return None;
    };
    let character = char::from_u32(code).filter(|c| c.is_ascii_graphic() || *c == ' ' || *c == '\n')?;
    Some((character, length))
}
