//! Text on its way to a terminal: nothing stored may move the cursor, hide itself or pretend to be ours.

use unicode_width::UnicodeWidthStr;

/// Returns a text with everything that could act on a terminal made visible.
pub fn clean(text: &str) -> String {
    let mut cleaned = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\n' => cleaned.push('\n'),
            '\t' => cleaned.push(' '),
            letter if acts_on_terminal(letter) => cleaned.extend(letter.escape_unicode()),
            letter => cleaned.push(letter),
        }
    }
    cleaned
}

/// Control characters, and those that turn the direction of writing round, break the line or take up no room. The two
/// joiners (200c, 200d) take up none either, but families of emoji and whole scripts are written with them.
fn acts_on_terminal(letter: char) -> bool {
    letter.is_control()
        || matches!(letter,
            '\u{61c}' | '\u{200b}' | '\u{200e}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// Returns a text on one line.
pub fn one_line(text: &str) -> String {
    clean(text).split('\n').map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ⏎ ")
}

/// Returns a text as one word of a command that can be typed.
pub fn shell_word(text: &str) -> String {
    let text = one_line(text);
    let plain = |letter: char| letter.is_alphanumeric() || "-_./:@%+=".contains(letter);
    if !text.is_empty() && text.chars().all(plain) { text } else { format!("'{}'", text.replace('\'', r"'\''")) }
}

/// Returns how many columns a text takes.
pub fn width(text: &str) -> usize {
    UnicodeWidthStr::width(text)
}

/// Returns a text of at most so many columns.
pub fn shortened(text: &str, columns: usize) -> String {
    if width(text) <= columns {
        return text.to_owned();
    }
    let mut short = String::new();
    for letter in text.chars() {
        if width(&short) + unicode_width::UnicodeWidthChar::width(letter).unwrap_or(0) + 1 > columns {
            break;
        }
        short.push(letter);
    }
    short.push('…');
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stored_text_cannot_act_on_a_terminal() {
        assert_eq!(clean("a\u{1b}[31mred"), "a\\u{1b}[31mred");
        assert_eq!(clean("abc\u{202e}dcba"), "abc\\u{202e}dcba");
        assert_eq!(clean("bell\u{7}\r\n"), "bell\\u{7}\\u{d}\n");
        assert_eq!(clean("one\u{2028}two\u{e0041}"), "one\\u{2028}two\\u{e0041}");
        assert_eq!(clean("👩\u{200d}👧"), "👩\u{200d}👧");
        assert_eq!(one_line("first\n\n second "), "first ⏎ second");
    }

    #[test]
    fn a_name_becomes_one_word_of_a_command() {
        assert_eq!(shell_word("family"), "family");
        assert_eq!(shell_word("the Smiths"), "'the Smiths'");
        assert_eq!(shell_word("it's; rm"), r"'it'\''s; rm'");
        assert_eq!(shell_word(""), "''");
    }

    #[test]
    fn wide_letters_count_for_two() {
        assert_eq!(shortened("绿茶绿茶", 5), "绿茶…");
        assert_eq!(shortened("tea", 3), "tea");
    }
}
