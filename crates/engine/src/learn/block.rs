//! Our own words coming back. A context block that was put before a model may return in what is recorded: quoted by the
//! person, pasted from a log, cut off, reformatted. Nothing is ever learned from it, or memory would feed on itself.
//!
//! The block is known by its tag, by its headings and closing sentences, and by the handles of its lines. Where it is not
//! clear how far it reaches, more is left out rather than less: the words stay in the raw log either way.

use std::ops::Range;
use std::sync::LazyLock;

use cofio_domain::event::sound_spans;
use regex::Regex;

use crate::compose::sure_signs;

/// Returns a text of the same length in which everything that came out of a context block is blank.
pub(crate) fn without_block(text: &str) -> String {
    let text = blanked(text, &tagged(text));
    let text = blanked(&text, &listed(&text));
    let text = blanked(&text, &left_out(&text));
    blanked(&text, &cited(&text))
}

/// What stands in the place of words that were not kept: nobody said it. A sentence with a secret in it is about the secret.
fn left_out(text: &str) -> Vec<Range<usize>> {
    const ENDS: [char; 4] = ['.', '!', '?', '\n'];
    static PLACE: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"\[(?:[\w -]{1,40}: not kept|secret removed)\]|\[erased\](?:,|\s+(?:and|or)\b)?")
            .expect("it is a pattern")
    });
    let reach = |found: regex::Match<'_>| match found.as_str() {
        "[secret removed]" => {
            let start = text[..found.start()].rfind(ENDS).map_or(0, |end| end + 1);
            start..text[found.end()..].find(ENDS).map_or(text.len(), |end| found.end() + end)
        }
        _ => found.range(),
    };
    PLACE.find_iter(text).map(reach).collect()
}

/// Returns whether a text is nothing but what stands in the place of words that were not kept.
pub(crate) fn says_nothing(text: &str) -> bool {
    !blanked(text, &left_out(text)).chars().any(char::is_alphanumeric)
}

/// Returns a text of the same length with these spans blank.
fn blanked(text: &str, spans: &[Range<usize>]) -> String {
    let mut left = String::with_capacity(text.len());
    let mut from = 0;
    for span in sound_spans(text, spans) {
        left.push_str(&text[from..span.start]);
        left.extend(text[span.clone()].bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }));
        from = span.end;
    }
    left.push_str(&text[from..]);
    left
}

/// From an opening tag to the next closing one, or to the end; and up to a closing tag that nothing opened.
fn tagged(text: &str) -> Vec<Range<usize>> {
    static TAG: LazyLock<Regex> = LazyLock::new(|| {
        let open = r"(?:<|&lt;|&#60;|\\u003c|＜|\[)";
        Regex::new(&format!(r"(?i){open}\s*(/|\\/|&#47;)?\s*memory_context\b[^>\n\]]*(?:>|&gt;|&#62;|\\u003e|＞|\])?"))
            .expect("it is a pattern")
    });
    let mut spans = Vec::new();
    let mut open: Option<usize> = None;
    let mut done = 0;
    for tag in TAG.captures_iter(text) {
        let (Some(whole), closes) = (tag.get(0), tag.get(1).is_some()) else { continue };
        if closes {
            spans.push(open.take().unwrap_or(done)..whole.end());
            done = whole.end();
        } else if open.is_none() {
            open = Some(whole.start());
        }
    }
    spans.extend(open.map(|start| start..text.len()));
    spans
}

/// From a line that only a block has to the last line that may belong to it.
fn listed(text: &str) -> Vec<Range<usize>> {
    let mut spans: Vec<Range<usize>> = Vec::new();
    let mut end: Option<usize> = None;
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let here = start..start + line.len();
        start = here.end;
        let bare = bare(line);
        let goes_on = end == Some(here.start) && may_belong(line, &bare);
        if goes_on || sure_signs().any(|sign| bare.contains(sign)) {
            spans.push(here.clone());
            end = Some(here.end);
        }
    }
    spans
}

/// A line as it is compared: without the marks of quoting and of lists, in small letters.
fn bare(line: &str) -> String {
    let trimmed = line.trim_matches(|letter: char| letter.is_whitespace() || ">|*-#•·_`\"'".contains(letter));
    trimmed.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

/// Whether a line after a block's may be one of them: an item, a heading, nothing.
fn may_belong(line: &str, bare: &str) -> bool {
    let line = line.trim_start_matches(|letter: char| letter.is_whitespace() || letter == '>' || letter == '|');
    bare.is_empty() || line.starts_with(['-', '*', '•', '#', '·']) || line.starts_with("1.")
}

/// What carries a handle: from where its sentence begins to the handle.
fn cited(text: &str) -> Vec<Range<usize>> {
    static HANDLE: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"\[m\d{1,4}\]").expect("it is a pattern"));
    let begins = |at: usize| {
        let before = &text[..at];
        let end = before.rfind(['\n', '.', '!', '?', ';']).map_or(0, |stop| stop + 1);
        // The dot of a date or a number ends no sentence.
        if before[end..].trim().is_empty() { before[..end].rfind('\n').map_or(0, |line| line + 1) } else { end }
    };
    HANDLE.find_iter(text).map(|handle| begins(handle.start())..handle.end()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn left(text: &str) -> String {
        let left = without_block(text);
        assert_eq!(left.len(), text.len(), "places stay what they are");
        left.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    const BLOCK: &str = "<memory_context v=\"1\" session=\"s\" as_of=\"2026-11-14\">\n## Who you are helping\n\
                         Ann, a baker.\n## Rules the user set (must be respected)\n- [food] no shellfish [m1]\n\
                         </memory_context>";

    #[test]
    fn a_block_is_blank_and_the_rest_stays() {
        assert_eq!(left(&format!("I moved to Rome.\n{BLOCK}\nAnd I like it.")), "I moved to Rome. And I like it.");
        assert_eq!(left("I moved to Rome."), "I moved to Rome.");
        assert_eq!(
            left("I told Sam: my memory_context variable is empty"),
            "I told Sam: my memory_context variable is empty"
        );
    }

    #[test]
    fn cut_off_at_either_end() {
        assert_eq!(left(&format!("I moved.\n{}", &BLOCK[..BLOCK.len() - 40])), "I moved.");
        assert_eq!(left(&format!("{}\nI moved.", &BLOCK[60..])), "I moved.");
        let inside =
            "## Rules the user set (must be respected)\n- [food] no shellfish\n- tea without milk\nI moved to Rome.";
        assert_eq!(left(inside), "I moved to Rome.");
    }

    #[test]
    fn quoted_escaped_and_reformatted() {
        let quoted: String = BLOCK.lines().map(|line| format!("> {line}\n")).collect();
        assert_eq!(left(&format!("{quoted}\nthat is wrong, I eat everything")), "> that is wrong, I eat everything");
        let escaped = BLOCK.replace('<', "&lt;").replace('>', "&gt;");
        assert_eq!(left(&escaped), "");
        let one_line = BLOCK.replace('\n', " ");
        assert_eq!(left(&format!("{one_line} I moved.")), "I moved.");
        let json = format!("{{\"system\": {}}}", serde_json::to_string(BLOCK).unwrap().replace('<', "\\u003c"));
        assert!(!left(&json).contains("shellfish"));
    }

    #[test]
    fn a_line_with_a_handle_is_ours() {
        assert_eq!(left("I moved. You told me that you like tea [m3] but I hate it."), "I moved. but I hate it.");
    }

    #[test]
    fn what_stands_for_words_that_were_not_kept_is_not_said() {
        assert_eq!(left("I use [health: not kept] daily."), "I use daily.");
        assert_eq!(left("I'm allergic to [erased] and shellfish."), "I'm allergic to shellfish.");
        assert_eq!(left("Hi. My key is [secret removed] and it works! I like tea."), "Hi. ! I like tea.");
    }

    #[test]
    fn any_text_is_safe() {
        for text in ["", "[m1]", "é[m1]é", "</memory_context>", "<memory_context", "ü\n- \u{202e}[m9999]\u{0}"] {
            left(text);
        }
    }
}
