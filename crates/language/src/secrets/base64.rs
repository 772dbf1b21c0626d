//! What does a run of base 64 or hexadecimal say?

/// Decodes base 64, in either alphabet and with or without padding.
pub(super) fn decode(text: &str) -> Option<Vec<u8>> {
    let body = text.trim_end_matches('=');
    if body.is_empty() || body.len() % 4 == 1 || text.len() - body.len() > 2 {
        return None;
    }
    let mut decoded = Vec::with_capacity(body.len() * 3 / 4);
    let (mut bits, mut held) = (0u32, 0u32);
    for byte in body.bytes() {
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            _ => return None,
        };
        bits = bits << 6 | u32::from(value);
        held += 6;
        if held >= 8 {
            held -= 8;
            decoded.push((bits >> held) as u8);
            bits &= (1 << held) - 1;
        }
    }
    Some(decoded)
}

/// Decodes pairs of hexadecimal digits.
pub(super) fn decode_hex(text: &str) -> Option<Vec<u8>> {
    let digit = |byte: u8| (byte as char).to_digit(16);
    let pairs = text.as_bytes().chunks_exact(2);
    if !pairs.remainder().is_empty() {
        return None;
    }
    pairs.map(|pair| Some((digit(pair[0])? * 16 + digit(pair[1])?) as u8)).collect()
}

/// The prose that a token of base 64 or hexadecimal stands for, if it stands for some.
pub(super) fn prose(token: &str) -> Option<String> {
    let bytes = if token.bytes().all(|byte| byte.is_ascii_hexdigit()) { decode_hex(token) } else { decode(token) }?;
    let text = String::from_utf8(bytes).ok()?;
    let letters = text.chars().filter(|c| c.is_alphabetic() || *c == ' ').count();
    let is_prose = text.contains(' ') && letters * 4 >= text.chars().count() * 3;
    is_prose.then_some(text)
}
