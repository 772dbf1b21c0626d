//! Finding a quote in the message it was taken from.

use std::ops::Range;

/// Returns where a quote stands in a text: letter by letter, else without regard to case, spacing and closing signs.
pub(crate) fn find_quote(text: &str, quote: &str) -> Option<Range<usize>> {
    let quote = quote.trim();
    if quote.is_empty() {
        return None;
    }
    if let Some(start) = text.find(quote) {
        return Some(start..start + quote.len());
    }
    let (folded, places) = folded(text);
    let (wanted, _) = folded_whole(quote);
    let start = folded.find(&wanted)?;
    let end = start + wanted.len();
    // Every byte of the folded text knows the letter it came from.
    let first = places[start].start;
    let last = places[end - 1].end;
    Some(first..last)
}

fn folded_whole(text: &str) -> (String, Vec<Range<usize>>) {
    let (mut folded, mut places) = folded(text);
    let kept = folded.trim_end_matches([' ', '.', '!', '…', '"', '”']).len();
    folded.truncate(kept);
    places.truncate(kept);
    (folded, places)
}

/// Returns a text in small letters with single spaces, and for each of its bytes the place of the letter it came from.
fn folded(text: &str) -> (String, Vec<Range<usize>>) {
    let mut folded = String::with_capacity(text.len());
    let mut places = Vec::with_capacity(text.len());
    for (start, letter) in text.char_indices() {
        let place = start..start + letter.len_utf8();
        let before = folded.len();
        if letter.is_whitespace() {
            if !folded.ends_with(' ') && !folded.is_empty() {
                folded.push(' ');
            }
        } else {
            folded.extend(letter.to_lowercase());
        }
        places.resize(places.len() + folded.len() - before, place);
    }
    (folded, places)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quote_is_found_though_case_and_spacing_differ() {
        let text = "Well,  I LIKE\n green tea. Really.";
        let found = |quote: &str| find_quote(text, quote).map(|span| &text[span]);
        assert_eq!(found("I LIKE\n green"), Some("I LIKE\n green"));
        assert_eq!(found("i like green tea."), Some("I LIKE\n green tea"));
        assert_eq!(found("I like green tea!"), Some("I LIKE\n green tea"));
        assert_eq!(found("coffee"), None);
        assert_eq!(found("  "), None);
        assert_eq!(find_quote("İstanbul güzel", "GÜZEL").map(|span| &"İstanbul güzel"[span]), Some("güzel"));
    }
}
