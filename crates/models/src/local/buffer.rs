//! Room for numbers, reused from call to call and aligned to cache lines.

/// The bytes of a cache line, which is also the widest register.
const LINE: usize = 64;

/// Room that grows and is never given back while its thread lives.
///
/// A register loaded across two cache lines costs two loads, so the room begins at the start of a line.
#[derive(Debug, Default)]
pub(super) struct Buffer<T> {
    room: Vec<T>,
}

impl<T: Copy + Default> Buffer<T> {
    /// Returns room for `length` values. What is in it is whatever was left there.
    pub(super) fn take(&mut self, length: usize) -> &mut [T] {
        let slack = LINE / size_of::<T>();
        if self.room.len() < length + slack {
            self.room.clear();
            self.room.resize(length + slack, T::default());
        }
        let start = self.room.as_ptr().align_offset(LINE).min(slack);
        &mut self.room[start..start + length]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_begins_at_a_cache_line_and_is_kept() {
        let mut buffer = Buffer::<f32>::default();
        for length in [1, 100, 7] {
            let room = buffer.take(length);
            assert_eq!(room.len(), length);
            assert_eq!(room.as_ptr().addr() % LINE, 0);
            room.fill(length as f32);
        }
        assert_eq!(buffer.take(100)[50], 100.0, "a shorter use does not clear what is beyond it");
    }
}
