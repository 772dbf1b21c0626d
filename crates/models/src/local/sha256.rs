//! SHA-256 (FIPS 180-4): what tells one weight file from another.

/// The fractional parts of the cube roots of the first 64 primes.
const ROUNDS: [u32; 64] = round_constants();
/// The fractional parts of the square roots of the first 8 primes.
const START: [u32; 8] =
    [0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19];

/// Works the constants out instead of listing them: floor(2³² · frac(∛p)) by whole numbers alone.
const fn round_constants() -> [u32; 64] {
    let mut constants = [0; 64];
    let (mut index, mut number) = (0, 2u128);
    while index < 64 {
        let (mut factor, mut is_prime) = (2, true);
        while factor * factor <= number {
            is_prime = is_prime && !number.is_multiple_of(factor);
            factor += 1;
        }
        if is_prime {
            // The largest root with root³ ≤ p · 2⁹⁶ is ∛p · 2³², rounded down.
            let (mut low, mut high) = (0u128, 7 << 32);
            while low + 1 < high {
                let middle = (low + high) / 2;
                if middle * middle * middle <= number << 96 {
                    low = middle;
                } else {
                    high = middle;
                }
            }
            constants[index] = low as u32;
            index += 1;
        }
        number += 1;
    }
    constants
}

/// Returns the SHA-256 of bytes, in hexadecimal digits.
pub fn sha256(bytes: &[u8]) -> String {
    let mut state = START;
    let (blocks, rest) = bytes.as_chunks::<64>();
    for block in blocks {
        absorb(&mut state, block);
    }
    let mut tail = [0; 128];
    tail[..rest.len()].copy_from_slice(rest);
    tail[rest.len()] = 0x80;
    let end = if rest.len() < 56 { 64 } else { 128 };
    tail[end - 8..end].copy_from_slice(&(bytes.len() as u64 * 8).to_be_bytes());
    for block in tail[..end].as_chunks::<64>().0 {
        absorb(&mut state, block);
    }
    state.iter().map(|word| format!("{word:08x}")).collect()
}

fn absorb(state: &mut [u32; 8], block: &[u8; 64]) {
    let mut words = [0; 64];
    for (word, bytes) in words.iter_mut().zip(block.as_chunks::<4>().0) {
        *word = u32::from_be_bytes(*bytes);
    }
    for index in 16..64 {
        let (early, late) = (words[index - 15], words[index - 2]);
        let early = early.rotate_right(7) ^ early.rotate_right(18) ^ (early >> 3);
        let late = late.rotate_right(17) ^ late.rotate_right(19) ^ (late >> 10);
        words[index] = words[index - 16].wrapping_add(early).wrapping_add(words[index - 7]).wrapping_add(late);
    }
    let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = *state;
    for (word, constant) in words.iter().zip(ROUNDS) {
        let choice = (e & f) ^ (!e & g);
        let turned = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
        let one = h.wrapping_add(turned).wrapping_add(choice).wrapping_add(constant).wrapping_add(*word);
        let majority = (a & b) ^ (a & c) ^ (b & c);
        let turned = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
        let two = turned.wrapping_add(majority);
        (h, g, f, e, d, c, b, a) = (g, f, e, d.wrapping_add(one), c, b, a, one.wrapping_add(two));
    }
    for (old, new) in state.iter_mut().zip([a, b, c, d, e, f, g, h]) {
        *old = old.wrapping_add(new);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The examples of the standard, and lengths around the end of a block.
    #[test]
    fn the_examples_of_the_standard_hold() {
        assert_eq!(sha256(b""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
        assert_eq!(sha256(b"abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        assert_eq!(
            sha256(b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        );
        let million = "a".repeat(1_000_000);
        assert_eq!(sha256(million.as_bytes()), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
    }
}
