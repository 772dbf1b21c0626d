//! Fingerprints: how two texts are known to say the same without keeping either.
//!
//! A fingerprint is keyed by a secret of its space. It can be compared inside that space and says nothing outside it:
//! not even whether two people were told the same thing.

use unicode_normalization::UnicodeNormalization;

/// What the words of a claim hash to inside one space.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fingerprint(pub [u8; 16]);

/// The secret that keys a space's fingerprints.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Salt(pub [u8; 32]);

impl std::fmt::Debug for Salt {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Salt(…)")
    }
}

impl Fingerprint {
    /// Takes the fingerprint of a text.
    pub fn of(salt: Salt, text: &str) -> Fingerprint {
        let hash = blake3::keyed_hash(&salt.0, normalized(text).as_bytes());
        let mut short = [0; 16];
        short.copy_from_slice(&hash.as_bytes()[..16]);
        Fingerprint(short)
    }
}

/// Returns a text as it is compared: letter case, width, spacing and closing punctuation make no difference.
pub fn normalized(text: &str) -> String {
    let folded: String = text.nfkc().flat_map(char::to_lowercase).collect();
    let spaced = folded.split_whitespace().collect::<Vec<_>>().join(" ");
    spaced.trim_end_matches(['.', '!', '…', '。']).trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SALT: Salt = Salt([7; 32]);

    /// R0-081: the same words, trimmed and in any case, are the same memory.
    #[test]
    fn case_spacing_and_a_full_stop_make_no_difference() {
        let one = Fingerprint::of(SALT, "I'm  allergic to Peanuts.");
        assert_eq!(one, Fingerprint::of(SALT, " i'm allergic to peanuts "));
        assert_ne!(one, Fingerprint::of(SALT, "I'm allergic to peanuts?"), "a question is not a statement");
        assert_ne!(one, Fingerprint::of(SALT, "I'm not allergic to peanuts"));
    }

    #[test]
    fn two_spaces_never_share_a_fingerprint() {
        assert_ne!(Fingerprint::of(SALT, "likes tea"), Fingerprint::of(Salt([8; 32]), "likes tea"));
    }
}
