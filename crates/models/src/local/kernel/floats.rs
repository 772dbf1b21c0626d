//! Numbers read where they lie in a weight file, without a copy.

/// Returns bytes as little-endian numbers, if they lie as this machine wants them.
pub(in crate::local) fn floats_in(bytes: &[u8]) -> Option<&[f32]> {
    if cfg!(target_endian = "big") {
        return None;
    }
    // SAFETY: every four bytes are some `f32`.
    let (before, floats, after) = unsafe { bytes.align_to::<f32>() };
    (before.is_empty() && after.is_empty()).then_some(floats)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_aligned_numbers_are_read_in_place() {
        let numbers = [1.0f32, -2.5, 3.25];
        let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        let mut room = vec![0; bytes.len() + 8];
        let aligned = room.as_ptr().align_offset(4);
        room[aligned..aligned + bytes.len()].copy_from_slice(&bytes);
        assert_eq!(floats_in(&room[aligned..aligned + bytes.len()]), Some(&numbers[..]));
        assert_eq!(floats_in(&room[aligned..aligned + bytes.len() - 1]), None);
        assert_eq!(floats_in(&room[aligned + 1..aligned + 1 + bytes.len()]), None);
    }
}
