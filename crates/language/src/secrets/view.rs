//! How does a text read once its typographic disguises are off, and where does each byte of that reading come from?
//!
//! Detectors read a [`View`]: full-width and mathematical letters, foreign digits, typographic dashes and quotes,
//! invisible characters and accents are folded to plain ASCII first. Every byte remembers the original bytes it stands
//! for, so a finding in any view, however far transformed, points at the text the caller gave.

use std::borrow::Cow;
use std::ops::Range;

use super::REMOVED;
use super::fold::{Fold, fold, is_invisible};
use super::homoglyphs;

/// What stands in a view for a secret that was removed earlier: no detector reads across it.
pub(super) const BARRIER: char = '\u{1}';

/// A text as the detectors read it.
pub(super) struct View<'t> {
    text: Cow<'t, str>,
    lower: String,
    /// The original bytes behind each byte of `text`; empty when the two are the same.
    origins: Vec<Range<usize>>,
}

impl<'t> View<'t> {
    /// Reads `original` with its typographic disguises folded away.
    pub(super) fn of(original: &'t str) -> Self {
        if original.is_ascii() {
            return Self::of_ascii(original);
        }
        Self::folded(original, None)
    }

    /// Reads `original` with its invisible characters as spaces, or `None` if it has none.
    pub(super) fn parted(original: &'t str) -> Option<Self> {
        let has_any = !original.is_ascii() && original.chars().any(is_invisible);
        has_any.then(|| Self::folded(original, Some(' ')))
    }

    /// Folds every character, with `gap` in the place of invisible ones.
    fn folded(original: &'t str, gap: Option<char>) -> Self {
        let mut builder = Builder::with_capacity(original.len());
        let mut skip_to = 0;
        for (at, character) in original.char_indices() {
            if at < skip_to {
                continue;
            }
            if character == '[' && original[at..].starts_with(REMOVED) {
                skip_to = at + REMOVED.len();
                for _ in 0..REMOVED.len() {
                    builder.push(BARRIER, at..skip_to);
                }
                continue;
            }
            let origin = at..at + character.len_utf8();
            match fold(character) {
                Fold::Same => builder.push(character, origin),
                Fold::Dropped if is_invisible(character) => {
                    gap.into_iter().for_each(|gap| builder.push(gap, origin.clone()));
                }
                Fold::Dropped => {}
                Fold::To(plain) => builder.push(plain, origin),
                Fold::Spelled(plain) => plain.chars().for_each(|c| builder.push(c, origin.clone())),
            }
        }
        homoglyphs::replace(&mut builder);
        builder.finish()
    }

    fn of_ascii(original: &'t str) -> Self {
        let text = if original.contains(REMOVED) {
            let blank = BARRIER.to_string().repeat(REMOVED.len());
            Cow::Owned(original.replace(REMOVED, &blank))
        } else {
            Cow::Borrowed(original)
        };
        let lower = text.to_ascii_lowercase();
        Self { text, lower, origins: Vec::new() }
    }

    /// The text with its case kept.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// The text in lower case, byte for byte as long as [`View::text`].
    pub(super) fn lower(&self) -> &str {
        &self.lower
    }

    /// Where in the original the bytes `span` of this view come from.
    pub(super) fn origin(&self, span: Range<usize>) -> Range<usize> {
        if self.origins.is_empty() || span.is_empty() {
            return span;
        }
        let pieces = &self.origins[span];
        // A reversed view runs backwards, so the first byte is not always the leftmost.
        let start = pieces.iter().map(|piece| piece.start).min().unwrap_or(0);
        let end = pieces.iter().map(|piece| piece.end).max().unwrap_or(start);
        start..end
    }
}

/// Builds a view character by character, noting where each came from in the original.
pub(super) struct Builder {
    pub(super) text: String,
    origins: Vec<Range<usize>>,
}

impl Builder {
    pub(super) fn with_capacity(bytes: usize) -> Self {
        Self { text: String::with_capacity(bytes), origins: Vec::with_capacity(bytes) }
    }

    /// Appends `character`, which stands for the bytes `origin` of the original text.
    pub(super) fn push(&mut self, character: char, origin: Range<usize>) {
        self.text.push(character);
        for _ in 0..character.len_utf8() {
            self.origins.push(origin.clone());
        }
    }

    /// Appends the bytes `span` of `view` unchanged.
    pub(super) fn copy(&mut self, view: &View, span: Range<usize>) {
        self.text.push_str(&view.text[span.clone()]);
        if view.origins.is_empty() {
            for (at, character) in view.text[span.clone()].char_indices() {
                let start = span.start + at;
                let end = start + character.len_utf8();
                self.origins.extend((start..end).map(|_| start..end));
            }
        } else {
            self.origins.extend_from_slice(&view.origins[span]);
        }
    }

    /// Replaces the characters of `self.text` by `map`, keeping where each came from.
    pub(super) fn map_chars(&mut self, mut map: impl FnMut(usize, char) -> char) {
        let text = std::mem::take(&mut self.text);
        let origins = std::mem::take(&mut self.origins);
        for (at, character) in text.char_indices() {
            self.push(map(at, character), origins[at].clone());
        }
    }

    pub(super) fn finish<'t>(self) -> View<'t> {
        let lower = lower_in_place(&self.text);
        View { text: Cow::Owned(self.text), lower, origins: self.origins }
    }
}

/// Lower-cases what keeps its length in bytes, so that offsets into both texts agree.
fn lower_in_place(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    text.chars()
        .map(|character| {
            let mut lower = character.to_lowercase();
            match (lower.next(), lower.next()) {
                (Some(one), None) if one.len_utf8() == character.len_utf8() => one,
                _ => character,
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_width_letters_and_invisible_characters_read_as_plain_text() {
        let original = "ｓｋ\u{200b}‐ａ\u{ad}b４";
        let view = View::of(original);

        assert_eq!(view.text(), "sk-ab4");
        assert_eq!(view.origin(0..6), 0..original.len());
    }

    #[test]
    fn a_span_in_the_view_points_at_the_original_bytes() {
        let view = View::of("Paßwort → „hunter2“");
        let at = view.text().find("hunter2").unwrap();

        assert_eq!(&"Paßwort → „hunter2“"[view.origin(at..at + 7)], "hunter2");
    }

    #[test]
    fn a_removed_secret_cannot_be_read_again() {
        assert!(!View::of("the pin is [secret removed]").lower().contains("secret"));
        assert!(!View::of("der Schlüssel ist [secret removed]").lower().contains("secret"));
    }
}
