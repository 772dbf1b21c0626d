//! A file of answers: a key, then so many numbers, over and over.
//!
//! It only grows. A run that is interrupted leaves at most half an answer at the end, which the next run cuts off.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use cofio_domain::ports::ModelId;

/// The beginning of a hash: long enough that two questions never share one.
pub type Key = [u8; 16];

pub struct Cache {
    path: PathBuf,
    file: File,
    width: usize,
    known: HashMap<Key, Box<[f32]>>,
}

/// Hashes the parts of a question. Lengths are hashed too, so that parts cannot run into each other.
pub fn key(parts: &[&str]) -> Key {
    let mut hasher = blake3::Hasher::new();
    for part in parts {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part.as_bytes());
    }
    let mut key = Key::default();
    key.copy_from_slice(&hasher.finalize().as_bytes()[..size_of::<Key>()]);
    key
}

impl Cache {
    /// Opens what is known of a model's answers. The id holds the model's checksum: another file, another cache.
    pub fn open(folder: &Path, model: &ModelId, width: usize) -> anyhow::Result<Cache> {
        let name: String = model.as_str().chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
        let path = folder.join(format!("{name}.{width}"));
        let read = || {
            std::fs::create_dir_all(folder)?;
            let mut file = OpenOptions::new().create(true).read(true).append(true).open(&path)?;
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes)?;
            let record = size_of::<Key>() + 4 * width;
            let whole = bytes.len() / record * record;
            if whole < bytes.len() {
                file.set_len(whole as u64)?;
            }
            let known = bytes[..whole].chunks_exact(record).map(entry).collect();
            Ok::<_, std::io::Error>((file, known))
        };
        let (file, known) = read().with_context(|| format!("cannot open {}", path.display()))?;
        Ok(Cache { path, file, width, known })
    }

    pub fn get(&self, key: &Key) -> Option<&[f32]> {
        self.known.get(key).map(|values| &**values)
    }

    /// Keeps an answer. Written at once: hours of work should not hang on a clean end.
    pub fn insert(&mut self, key: Key, values: &[f32]) -> anyhow::Result<()> {
        assert_eq!(values.len(), self.width, "a model's answers all have one length");
        let mut record = key.to_vec();
        values.iter().for_each(|value| record.extend(value.to_le_bytes()));
        self.file.write_all(&record).with_context(|| format!("cannot write {}", self.path.display()))?;
        self.known.insert(key, values.into());
        Ok(())
    }

    /// Forgets everything.
    pub fn clear(&mut self) -> anyhow::Result<()> {
        self.known.clear();
        self.file.set_len(0).with_context(|| format!("cannot empty {}", self.path.display()))
    }
}

fn entry(record: &[u8]) -> (Key, Box<[f32]>) {
    let (key, numbers) = record.split_at(size_of::<Key>());
    let number = |bytes: &[u8]| f32::from_le_bytes(bytes.try_into().expect("chunks have four bytes"));
    (key.try_into().expect("the split is where the key ends"), numbers.chunks_exact(4).map(number).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_kept_is_there_next_time_and_half_an_answer_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let model = ModelId::new("tiny@1");
        let mut cache = Cache::open(folder.path(), &model, 2).unwrap();
        cache.insert(key(&["a"]), &[1.0, -0.5]).unwrap();
        cache.insert(key(&["b"]), &[2.0, 0.0]).unwrap();
        let path = cache.path.clone();
        drop(cache);
        let bytes = std::fs::read(&path).unwrap();
        std::fs::write(&path, &bytes[..bytes.len() - 3]).unwrap();

        let mut cache = Cache::open(folder.path(), &model, 2).unwrap();
        assert_eq!(cache.get(&key(&["a"])), Some(&[1.0, -0.5][..]));
        assert_eq!(cache.get(&key(&["b"])), None);
        cache.insert(key(&["c"]), &[3.0, 3.0]).unwrap();
        let cache = Cache::open(folder.path(), &model, 2).unwrap();
        assert_eq!(cache.get(&key(&["c"])), Some(&[3.0, 3.0][..]));
    }

    #[test]
    fn models_do_not_share_answers() {
        let folder = tempfile::tempdir().unwrap();
        let mut one = Cache::open(folder.path(), &ModelId::new("tiny@1"), 1).unwrap();
        one.insert(key(&["a"]), &[1.0]).unwrap();
        assert!(Cache::open(folder.path(), &ModelId::new("tiny@2"), 1).unwrap().get(&key(&["a"])).is_none());
        one.clear().unwrap();
        assert!(Cache::open(folder.path(), &ModelId::new("tiny@1"), 1).unwrap().get(&key(&["a"])).is_none());
    }

    #[test]
    fn parts_do_not_run_into_each_other() {
        assert_ne!(key(&["ab", "c"]), key(&["a", "bc"]));
        assert_ne!(key(&["a", ""]), key(&["a"]));
    }
}
