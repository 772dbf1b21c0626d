//! Which words may a seed phrase have, and do these add up to one?

use std::sync::LazyLock;

use super::sha256::sha256;

/// The English word list of BIP 39, in its order. A test compares it with the published one.
static ENGLISH: LazyLock<Vec<&'static str>> = LazyLock::new(|| include_str!("english.txt").lines().collect());

/// Bits that one word stands for.
const BITS: usize = 11;

/// The place of `word` in the list.
pub(super) fn place(word: &str) -> Option<u16> {
    let may_be_listed = (3..=8).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_lowercase());
    let at = may_be_listed.then(|| ENGLISH.binary_search(&word).ok()).flatten()?;
    u16::try_from(at).ok()
}

/// Whether these words are as many as a phrase has, and end in the checksum of what comes before it.
///
/// One list in sixteen does so by chance, but what was drawn at random is never in alphabetical order.
pub(super) fn adds_up(places: &[u16]) -> bool {
    if !matches!(places.len(), 12 | 15 | 18 | 21 | 24) || places.is_sorted_by(|one, next| one < next) {
        return false;
    }
    let bits: Vec<u8> =
        places.iter().flat_map(|place| (0..BITS).rev().map(move |bit| (place >> bit) as u8 & 1)).collect();
    // A checksum has one bit for every 32 bits of the entropy before it.
    let (entropy, checksum) = bits.split_at(bits.len() / 33 * 32);
    let (bytes, _) = entropy.as_chunks::<8>();
    let bytes: Vec<u8> = bytes.iter().map(|byte| byte.iter().fold(0, |value, bit| value << 1 | bit)).collect();
    let wanted = sha256(&bytes)[0];
    checksum.iter().enumerate().all(|(at, bit)| wanted >> (7 - at) & 1 == *bit)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(phrase: &str) -> Vec<u16> {
        phrase.split(' ').map(|word| place(word).expect("a listed word")).collect()
    }

    #[test]
    fn the_list_is_the_published_one() {
        assert_eq!(*ENGLISH, *bip39::Language::English.word_list());
    }

    #[test]
    fn a_phrase_adds_up_and_another_order_of_its_words_does_not() {
        let zeroes = "abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about";
        let mixed = "legal winner thank year wave sausage worth useful legal winner thank yellow";
        let long = "letter advice cage absurd amount doctor acoustic avoid letter advice cage absurd amount doctor \
                    acoustic avoid letter advice cage absurd amount doctor acoustic bless";
        for phrase in [zeroes, mixed, long] {
            assert!(adds_up(&places(phrase)), "{phrase}");
        }
        assert!(!adds_up(&places("winner legal thank year wave sausage worth useful legal winner thank yellow")));
        assert!(!adds_up(&places("legal winner thank year wave sausage worth useful legal winner thank")));
    }
}
