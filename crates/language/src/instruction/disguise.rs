//! Sees through what keeps an instruction from being read by eye or by word: hidden characters, lookalike letters,
//! encodings.

/// This many invisible characters are no accident: text copied from web pages has a few.
const HIDDEN_MANY: usize = 16;

/// Tells whether a text carries characters that a reader does not see and a machine does.
pub(super) fn hides_characters(text: &str) -> bool {
    if text.is_ascii() {
        return false;
    }
    let mut invisible = 0;
    let mut flag = false;
    for c in text.chars() {
        match c {
            // Tag characters spell out ASCII invisibly; their one honest use is after a black flag.
            '\u{e0000}'..='\u{e007f}' if !flag => return true,
            // Supplementary variation selectors carry one byte each.
            '\u{e0100}'..='\u{e01ef}' => invisible += 1,
            // Overrides turn the order of letters around.
            '\u{202d}' | '\u{202e}' => return true,
            '\u{200b}' | '\u{2060}'..='\u{2064}' | '\u{feff}' => invisible += 1,
            _ => {}
        }
        flag = c == '\u{1f3f4}' || (flag && ('\u{e0000}'..='\u{e007f}').contains(&c));
    }
    invisible >= HIDDEN_MANY
}

/// Returns the text with Cyrillic and Greek letters that look Latin made Latin, if it mixes them into Latin words.
pub(super) fn without_lookalikes(text: &str) -> Option<String> {
    let mixes =
        |word: &str| word.contains(|c: char| c.is_ascii_alphabetic()) && word.contains(|c| lookalike(c).is_some());
    if text.is_ascii() || !text.split_whitespace().any(mixes) {
        return None;
    }
    Some(text.chars().map(|c| lookalike(c).unwrap_or(c)).collect())
}

fn lookalike(c: char) -> Option<char> {
    Some(match c {
        'а' | 'α' => 'a',
        'А' | 'Α' => 'A',
        'В' | 'Β' => 'B',
        'с' | 'ϲ' => 'c',
        'С' => 'C',
        'ԁ' => 'd',
        'е' | 'ε' => 'e',
        'Е' | 'Ε' => 'E',
        'һ' => 'h',
        'Н' | 'Η' => 'H',
        'і' | 'ι' => 'i',
        'І' | 'Ι' => 'I',
        'ј' => 'j',
        'К' | 'Κ' | 'κ' | 'к' => 'k',
        'М' | 'Μ' => 'M',
        'Ν' => 'N',
        'о' | 'ο' => 'o',
        'О' | 'Ο' => 'O',
        'р' | 'ρ' => 'p',
        'Р' | 'Ρ' => 'P',
        'ѕ' => 's',
        'Ѕ' => 'S',
        'Т' | 'Τ' | 'т' | 'τ' => 't',
        'υ' => 'u',
        'ν' | 'ѵ' => 'v',
        'х' | 'χ' => 'x',
        'Х' | 'Χ' => 'X',
        'у' => 'y',
        'У' | 'Υ' => 'Y',
        _ => return None,
    })
}

/// Shorter runs of letters and digits are words, names and numbers.
const SHORTEST_CODE: usize = 24;

/// Returns the texts that stand encoded in `text` as Base64.
pub(super) fn decoded(text: &str) -> impl Iterator<Item = String> {
    let in_code = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '/' | '-' | '_');
    text.split(move |c: char| !in_code(c)).filter(|run| run.len() >= SHORTEST_CODE).filter_map(decode)
}

/// Returns what `code` says if it is Base64 of readable text.
fn decode(code: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(code.len() * 3 / 4);
    let (mut held, mut bits) = (0_u32, 0);
    for byte in code.bytes() {
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' | b'-' => 62,
            _ => 63,
        };
        held = held << 6 | u32::from(value);
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            bytes.push((held >> bits & 0xff) as u8);
        }
    }
    let text = String::from_utf8(bytes).ok()?;
    let readable = text.chars().all(|c| !c.is_control() || c.is_whitespace());
    readable.then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flag_and_a_family_hide_nothing() {
        let scotland = "\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}";
        assert!(!hides_characters(scotland));
        assert!(!hides_characters("👨‍👩‍👧‍👦 and نامه‌ها"));
        assert!(hides_characters("tea\u{e0049}"));
        assert!(hides_characters("\u{202e}olleh"));
    }

    #[test]
    fn only_a_mixed_word_is_made_latin() {
        assert_eq!(without_lookalikes("Іgnоre this"), Some("Ignore this".to_owned()));
        assert_eq!(without_lookalikes("Я живу в Москве, near the river"), None);
    }

    #[test]
    fn a_hash_decodes_to_nothing() {
        assert_eq!(decoded("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855").count(), 0);
        assert_eq!(decoded("see SGVsbG8gd29ybGQsIGhvdyBhcmUgeW91").collect::<Vec<_>>(), ["Hello world, how are you"]);
    }
}
